"""The words of a library in the concordance: what is there now, and never a damaged file."""

from __future__ import annotations

from pathlib import Path

import pytest

import kb.library.engines.concorded_rulings as concorded_rulings
from kb.concordance.occurrences import Concordance
from kb.library.engines.ruling_rows import LibraryDamageError
from support.libraries import RULINGS, MakeShelf, Shelf

pytestmark = pytest.mark.slow


@pytest.fixture
def mine(make_shelf: MakeShelf) -> Shelf:
    shelf = make_shelf(RULINGS)
    shelf.update()
    return shelf


def places(shelf: Shelf, query: str) -> list[tuple[str, str]]:
    """The file and the words of each place that a query finds in rulings."""
    engine = shelf.open().engine
    opened = Concordance.open(shelf.store, *engine.concorded())
    files = {one.id: one.file for one in engine.documents()}
    found = opened.ask(f"({query}) kind:ruling").occurrences
    return [(files[one.document.id], one.document.words[one.start : one.end]) for one in found]


def directories(shelf: Shelf) -> list[Path]:
    return sorted(shelf.place.current.glob("concordance-*"))


def test_rulings_stand_beside_the_laws(mine: Shelf) -> None:
    opened = Concordance.open(mine.store, *mine.open().engine.concorded())
    found = opened.ask('"fałszywy renons"')
    assert {one.document.kind for one in found.occurrences} >= {"law", "provision", "ruling"}
    assert found.kinds["ruling"] == 2
    assert found.texts[("rulings/pl", False)] == 2
    ruling = next(one.document for one in found.occurrences if one.document.kind == "ruling")
    assert ruling.heading == "Fałszywy renons obrońcy"
    assert (ruling.edition, ruling.language, ruling.law) == ("rulings", "pl", "")


def test_words_of_all_paragraphs_are_found_as_they_are_written(mine: Shelf) -> None:
    assert places(mine, "esit*") == [
        ("EBL/2019/esitazione.md", "Esitazione"),
        ("EBL/2019/esitazione.md", "Esitazione"),
        ("EBL/2019/esitazione.md", "esitato"),
    ]
    assert places(mine, '"wynik rozjemczy"') == [("PZBS/renons.md", "wynik rozjemczy")]
    assert places(mine, '"obrońcy gracz"') == []  # from the title into the text


def test_what_is_written_anew_or_removed_is_not_found_any_more(mine: Shelf) -> None:
    mine.rewrite("wahanie.txt", "Namysł\n\nZupełnie inny wypadek.\n")
    mine.update()
    assert places(mine, "wahanie") == []
    assert places(mine, "wypadek") == [("wahanie.txt", "wypadek")]
    (mine.folders[0] / "wahanie.txt").unlink()
    mine.update()
    assert places(mine, "wypadek") == []
    assert places(mine, "renons")


def test_segments_that_became_one_have_one_concordance(mine: Shelf) -> None:
    for number in range(7):
        mine.rewrite(f"{number}.md", f"---\nlang: en\n---\n\nZyzzyva number {number}.\n")
        mine.update()
        found = places(mine, "zyzzyva")
        assert [file for file, _ in found] == [f"{one}.md" for one in range(number + 1)]
    assert len(directories(mine)) == len([*mine.place.current.glob("segment-*")]) < 6


def test_a_library_that_grows_too_large_has_none(
    mine: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert directories(mine)
    monkeypatch.setattr(concorded_rulings, "MOST_CONCORDED", len(RULINGS))
    mine.rewrite("wahanie.txt", "Namysł\n\nNadal pięć.\n")
    mine.update()
    assert places(mine, "pięć")
    mine.rewrite("sixth.md", "---\nlang: en\n---\n\nA sixth ruling.\n")
    mine.update()
    assert directories(mine) == []
    assert not mine.open().engine.concorded()
    (mine.folders[0] / "sixth.md").unlink()
    mine.update()
    assert places(mine, "pięć")


@pytest.mark.parametrize("harm", ["change", "remove"])
def test_a_damaged_concordance_is_never_opened(mine: Shelf, harm: str) -> None:
    (directory,) = directories(mine)
    path = max(directory.iterdir(), key=lambda one: one.stat().st_size)
    if harm == "remove":
        path.unlink()
    else:
        raw = path.read_bytes()
        path.write_bytes(raw[:-1] + bytes([raw[-1] ^ 1]))
    engine = mine.open().engine
    with pytest.raises(LibraryDamageError, match=f"damaged .{directory.name}/{path.name}"):
        engine.concorded()
    mine.update(anew=True)
    assert places(mine, "renons")


def test_what_cannot_be_written_leaves_the_old_one(
    mine: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = directories(mine)

    def full(directory: Path, _: object) -> None:
        directory.mkdir()
        raise OSError(28, "No space left on device")

    mine.rewrite("wahanie.txt", "Namysł\n\nInaczej.\n")
    with monkeypatch.context() as patched:
        patched.setattr(concorded_rulings, "write_concordance", full)
        with pytest.raises(Exception, match="No space left on device"):
            mine.update()
    assert directories(mine) == before
    assert places(mine, "wahanie")
    mine.update()
    assert places(mine, "inaczej") == [("wahanie.txt", "Inaczej")]

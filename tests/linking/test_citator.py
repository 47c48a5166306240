"""Which rulings cite a law: a folder of rulings, turned round."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kb.core.ids import ProvisionId
from kb.corpus.corpus import Corpus
from kb.linking.documents.ruling import Ruling, format_of, rulings_below
from kb.linking.limits import BadDocumentError
from kb.linking.linker import cite
from kb.linking.resolving.index import Index
from kb.linking.rulings.citator import CitingRuling, cited_laws, citing
from kb.storage.store import Store
from support.command import Kodeks
from support.schemas import validator

RULINGS = {
    "2024/elegtelen.md": (
        "---\ntitle: 'Elégtelen licit a döntőben'\nlang: hu\n---\n# Tényállás\n\n"
        "Dél 1♥-ra 1♣-ot licitált. A 27B1(b) pont szerint a 23A szakasz dönt.\n\n"
        "A bizottság a 27. szakaszt és a 16B1 pontot alkalmazta.\n"
    ),
    "2024/namysl.md": (
        "Namysł w licytacji\n==================\n\n"
        "Zgodnie z przepisem 16B3 sędzia przyznał wynik rozjemczy (przepis 12C1c).\n"
        "Zob. przepisy 16A-16C.\n"
    ),
    "hr/karte.txt": "Prema članu 50D iz 1997. i po članu 16B iz 1997.\n",
    "law.html": (
        "<title>Appeals</title><h2>Revoke &amp; claim</h2><p>See Law 64A2 and Laws 15-17.</p>"
        "<pre>Law 16B</pre>"
    ),
    "notes.csv": "Law 16B",
    ".draft.md": "Law 16B",
}


@pytest.fixture(scope="module")
def index(corpus: Corpus, store: Store) -> Index:
    return Index.of(corpus, store)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, words in RULINGS.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(words, encoding="utf-8")
    return tmp_path


def read(folder: Path, index: Index) -> list[CitingRuling]:
    errors: list[BadDocumentError] = []
    found = [
        CitingRuling(one, tuple(cite(one.document, one.format, index)))
        for one in rulings_below(folder, errors.append)
    ]
    assert not errors
    return found


def test_rulings_are_read_in_order_and_nothing_else_is(folder: Path, index: Index) -> None:
    assert [one.ruling.name for one in read(folder, index)] == [
        "2024/elegtelen.md",
        "2024/namysl.md",
        "hr/karte.txt",
        "law.html",
    ]


@pytest.mark.parametrize(
    ("name", "words", "title"),
    [
        ("a.md", "---\ntitle: Law 16: a case\n---\n# Facts\n", "Law 16: a case"),
        ("a.md", '---\ntitle: "Say \\"stop\\""\n---\n', 'Say "stop"'),
        ("a.md", "---\nlang: hu\n---\n\n## Tényállás ##\n", "Tényállás"),
        ("a.md", "```\n# no heading\n```\n\nCase 7\n------\n", "Case 7"),
        ("a.md", "\ufeff# With a mark\r\n", "With a mark"),
        ("a.md", "---\n\n# After a rule\n", "After a rule"),
        ("a.md", "no heading", "a.md"),
        ("b/a.markdown", "#hashtag", "a.markdown"),
        ("a.html", "<title>T</title><h1>A <b>case</b> &amp; more</h1>", "A case & more"),
        ("a.htm", "<title> A\n page </title><p>x", "A page"),
        ("a.txt", "# not Markdown", "a.txt"),
        ("a.md", "---\ntitle:\n---\n", "a.md"),
    ],
)
def test_a_ruling_is_called_by_its_front_matter_its_heading_or_its_file(
    name: str, words: str, title: str
) -> None:
    assert Ruling(name, format_of(name), words).title == title


@pytest.mark.parametrize(
    ("words", "language"),
    [
        ("---\nlang: hu\n---\n", "hu"),
        ("---\ntitle: x\nlang: 'pl-PL'\n...\n", "pl"),
        ("---\nlang: hu\nnever closed", None),
        ("lang: hu\n", None),
    ],
)
def test_a_ruling_says_its_language_in_its_front_matter(words: str, language: str | None) -> None:
    assert Ruling("a.md", "markdown", words).language == language


def test_lines_are_counted_from_one() -> None:
    ruling = Ruling("a", "text", "ab\r\ncd\n\ne")
    assert [ruling.line(offset) for offset in range(9)] == [1, 1, 1, 1, 2, 2, 2, 3, 4]


def cites(folder: Path, index: Index, id: str, edition: str = "bridge-2017") -> list[str]:
    found = citing(read(folder, index), index, index.edition(edition), ProvisionId.parse(id))
    return [
        f"{ruling.name}:{one.line} {one.cited.quote} {one.how}"
        for ruling, mentions in found
        for one in mentions
    ]


def test_a_provision_is_cited_by_what_cites_a_part_of_it_or_a_range_with_it(
    folder: Path, index: Index
) -> None:
    assert cites(folder, index, "16B") == [
        "2024/elegtelen.md:9 16B1 pontot part",
        "2024/namysl.md:4 przepisem 16B3 part",
        "2024/namysl.md:5 przepisy 16A-16C range",
    ]
    assert cites(folder, index, "16") == [
        "2024/elegtelen.md:9 16B1 pontot part",
        "2024/namysl.md:4 przepisem 16B3 part",
        "2024/namysl.md:5 przepisy 16A-16C part",
        "hr/karte.txt:1 članu 16B older",
        "law.html:1 Laws 15-17 range",
    ]


def test_a_whole_law_that_is_cited_does_not_count_for_its_parts(folder: Path, index: Index) -> None:
    assert cites(folder, index, "27B1(b)") == ["2024/elegtelen.md:7 27B1(b) pont itself"]
    assert [one.rsplit(" ", 1)[1] for one in cites(folder, index, "27")] == ["part", "itself"]


def test_an_older_editions_provision_counts_for_what_it_became(folder: Path, index: Index) -> None:
    assert cites(folder, index, "50D", "bridge-1997") == ["hr/karte.txt:1 članu 50D itself"]
    assert cites(folder, index, "50") == ["hr/karte.txt:1 članu 50D older"]
    # What Law 16B said in 1997 is said by 16D today.
    assert cites(folder, index, "16D2") == ["hr/karte.txt:1 članu 16B older"]
    assert cites(folder, index, "16B", "bridge-1997") == ["hr/karte.txt:1 članu 16B itself"]


def test_every_law_has_its_rulings_in_the_order_of_the_book(folder: Path, index: Index) -> None:
    laws = cited_laws(read(folder, index), index)
    assert [str(one.law) for one in laws if one.edition.id == "bridge-2017"] == [
        *("12", "15", "16", "17", "23", "27", "64")
    ]
    assert [str(one.law) for one in laws if one.edition.id == "bridge-1997"] == ["16", "50"]
    (insufficient,) = (one for one in laws if str(one.law) == "27")
    (place,) = insufficient.rulings
    assert [id.display for id in place.provisions] == ["27", "27B1(b)"]
    assert (place.lines, place.count) == ((7, 9), 2)


def test_the_command_finds_who_cites_a_law(kodeks: Kodeks, folder: Path) -> None:
    assert kodeks("citator", str(folder), "Law", "16B") == 0
    assert kodeks.out.splitlines()[:2] == [
        "Elégtelen licit a döntőben",
        "  2024/elegtelen.md:9  16B1 pontot  (a part of it)",
    ]
    assert kodeks("citator", str(folder), "16D") == 0
    assert "hr/karte.txt:1  članu 16B  (bridge-1997, which stands there today)" in kodeks.out
    assert kodeks("citator", str(folder), "64B") == 0
    assert kodeks.out == "Law 64B (bridge-2017): no ruling cites it\n"
    assert kodeks("citator", str(folder), "--ui", "pl") == 0
    assert "przepis 64  " in kodeks.out
    assert "  law.html:1  Revoke & claim  (64A2)" in kodeks.out


def test_what_the_command_prints_as_json_fits_its_schema(kodeks: Kodeks, folder: Path) -> None:
    whole = kodeks.json("citator", str(folder))
    validator("citator").validate(whole)
    one = kodeks.json("citator", str(folder), "16B")
    validator("citator").validate(one)
    assert one["provision"] == "bridge-2017:16.B"
    rulings = one["rulings"]
    assert isinstance(rulings, list)
    assert [ruling["language"] for ruling in rulings] == ["hu", None]
    old = kodeks.json("citator", str(folder), "bridge-1997:50D")
    validator("citator").validate(old)
    assert old["provision"] == "bridge-1997:50.D"


def test_a_ruling_is_read_in_the_language_that_it_names(kodeks: Kodeks, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(
        "---\nlang: pl\n---\nA 31. szakasz; art. 27B MPB\n", encoding="utf-8"
    )
    laws = kodeks.json("citator", str(tmp_path))["laws"]
    assert isinstance(laws, list)
    assert [law["law"] for law in laws] == ["bridge-2017:27"]


def test_what_cannot_be_read_is_left_out_told_and_tells_in_the_exit_code(
    kodeks: Kodeks, folder: Path
) -> None:
    (folder / "broken.md").write_bytes(b"Law 16B \xff")
    (folder / "gone.md").symlink_to(folder / "nowhere.md")
    os.mkfifo(folder / "pipe.md")
    assert kodeks("citator", str(folder), "16B1", "--json") == BadDocumentError.exit_code
    assert "broken.md: not UTF-8 at byte 8" in kodeks.err
    assert "gone.md: No such file" in kodeks.err
    assert "pipe.md: not a file" in kodeks.err
    assert "2024/elegtelen.md" in kodeks.out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["no-such-folder"], 2, "not a folder"),
        ([".", "27Z"], 3, "there is no 27Z in bridge-2017"),
        ([".", "def.alert"], 3, "is no provision"),
        ([".", "what"], 2, "is not an id"),
        ([".", "16", "--lang", "xx"], 3, "no citations are known in 'xx'"),
        ([".", "16", "--in", "bridge-1066"], 3, "no edition 'bridge-1066'"),
        ([".", "16", "--ui", "xx"], 3, "'xx'"),
    ],
)
def test_what_makes_no_sense_is_said(
    kodeks: Kodeks,
    folder: Path,
    arguments: list[str],
    code: int,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(folder)
    assert kodeks("citator", *arguments) == code
    assert message in kodeks.err


def test_a_folder_without_rulings_is_said_to_have_none(kodeks: Kodeks, tmp_path: Path) -> None:
    assert kodeks("citator", str(tmp_path)) == 3
    assert "no rulings" in kodeks.err

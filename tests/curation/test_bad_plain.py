"""Plain words that do not fit are told with their file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.core.errors import CorpusError, ReadingError
from kb.corpus import manifest
from kb.curation.concepts.lexicon import lexicon
from kb.curation.copied import Sources
from kb.curation.plain import plain_words
from kb.curation.plain_terms import check_terms
from support.homes import edit_file
from support.texts import Read

pytestmark = pytest.mark.slow

PLAIN = "corpus/curation/plain/bridge-2017"


def told(home: Path, texts: dict[str, Read]) -> None:
    """The step of a build that reads plain words; the texts need no reading anew."""
    corpus, readings = manifest.load(home), [one.reading for one in texts.values()]
    plain_words(corpus, readings, Sources(corpus, readings))


def line_of(home: Path, file: str, id: str) -> int:
    lines = (home / PLAIN / file).read_text(encoding="utf-8").split("\n")
    return next(at for at, line in enumerate(lines, 1) if line.startswith(f"{id}\t"))


def fault(home: Path, texts: dict[str, Read], file: str, id: str, row: str | None) -> ReadingError:
    """The error for a file in which the row of an id reads so; without it for None."""

    def edit(before: str) -> str:
        lines = before.split("\n")
        at = next(at for at, line in enumerate(lines) if line.startswith(f"{id}\t"))
        lines[at : at + 1] = [] if row is None else row.split("\n")
        return "\n".join(lines)

    edit_file(home / PLAIN / file, edit)
    with pytest.raises(ReadingError) as caught:
        told(home, texts)
    assert caught.value.file == str(home / PLAIN / file)
    return caught.value


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("27.Z\t\tWorte.\t", "there is no provision '27.Z'"),
        ("27.A\t27.A.1 27.A.2\t \t", "27.A needs words"),
        ("27.A\t27.A.1 27.A.9\tWorte.\t", "27.A.9 has no wording to cover"),
        ("27.A\t27.A.1 27.A.2 28.A\tWorte.\t", "28.A is not below 27.A"),
        ("27.A\t27.A.1 27.A.2\tWorte, siehe {27.Q}.\t", "{27.Q} does not exist"),
        ("27.A\t27.A.1 27.A.2\tWorte.", "3 columns, expected 4"),
    ],
)
def test_a_text_that_does_not_fit_is_named_with_its_line(
    row: str, message: str, home: Path, texts: dict[str, Read]
) -> None:
    line = line_of(home, "de.tsv", "27.A")
    found = fault(home, texts, "de.tsv", "27.A", row)
    assert message in found.message
    assert found.line == line


def test_a_provision_is_told_once(home: Path, texts: dict[str, Read]) -> None:
    line = line_of(home, "de.tsv", "27.A")
    found = fault(home, texts, "de.tsv", "27.A", "27.A\t27.A.1\tWorte.\t\n27.A\t27.A.2\tWorte.\t")
    assert (found.line, found.message.rpartition(": ")[2]) == (line + 1, "a second text for 27.A")


def test_a_provision_that_two_texts_cover_is_told_with_both(
    home: Path, texts: dict[str, Read]
) -> None:
    line = line_of(home, "de.tsv", "27.B.1")
    row = (home / PLAIN / "de.tsv").read_text(encoding="utf-8").split("\n")[line - 1].split("\t")
    row[1] += " 27.B.1.b"
    found = fault(home, texts, "de.tsv", "27.B.1", "\t".join(row))
    assert "27.B.1.b is covered by 27.B.1 and by 27.B.1" in found.message
    assert found.line == line


def test_a_wording_that_nobody_tells_is_named(home: Path, texts: dict[str, Read]) -> None:
    found = fault(home, texts, "de.tsv", "27.A", None)
    assert "no text covers 27.A.1" in found.message


def test_a_lead_that_a_language_lacks_is_named(home: Path, texts: dict[str, Read]) -> None:
    found = fault(home, texts, "it.tsv", "27", None)
    assert "no text for 27, which de.tsv has" in found.message


def test_the_same_provisions_are_named_in_every_language(
    home: Path, texts: dict[str, Read]
) -> None:
    row = "27.A\t27.A.1 27.A.2\tParole nostre, ma {31} e {32}.\t"
    line = line_of(home, "it.tsv", "27.A")
    found = fault(home, texts, "it.tsv", "27.A", row)
    assert "27.A and de.tsv do not both name 32" in found.message
    assert found.line == line


def test_a_remark_stands_in_every_language_or_in_none(home: Path, texts: dict[str, Read]) -> None:
    row = "27.A\t27.A.1 27.A.2\tParole nostre, ma {31}.\tUna nota."
    assert "27.A has no remark in de.tsv" in fault(home, texts, "it.tsv", "27.A", row).message


def test_words_of_a_source_are_not_ours(home: Path, texts: dict[str, Read]) -> None:
    law = next(r for r in texts["bridge-2017/pl"].reading.records if str(r.id) == "27.A.1")
    words = " ".join(law.body.split()[:8])
    found = fault(home, texts, "pl.tsv", "27.A", f"27.A\t27.A.1 27.A.2\t{words} {{31}}.\t")
    assert "these 7 words are those of bridge-2017/pl:27.A.1" in found.message


def test_what_all_other_languages_name_is_named_in_the_last_too(
    home: Path, texts: dict[str, Read]
) -> None:
    line = line_of(home, "de.tsv", "61.A")

    def edit(before: str) -> str:
        lines = before.split("\n")
        lines[line - 1] = lines[line - 1].replace("Revoke", "Fehler")
        return "\n".join(lines)

    edit_file(home / PLAIN / "de.tsv", edit)
    corpus, readings = manifest.load(home), [one.reading for one in texts.values()]
    plain = plain_words(corpus, readings, Sources(corpus, readings))
    with pytest.raises(ReadingError) as caught:
        check_terms(corpus, plain, lexicon(corpus, readings))
    found = caught.value
    assert (found.file, found.line) == (str(home / PLAIN / "de.tsv"), line)
    assert "61.A has no word for 'revoke', as all other languages have" in found.message
    assert "Revoke" in found.hint


def test_a_file_or_directory_has_the_name_of_a_language_or_an_edition(
    home: Path, texts: dict[str, Read]
) -> None:
    stray = home / PLAIN / "notes.txt"
    stray.write_text("", encoding="utf-8")
    with pytest.raises(CorpusError, match="not named after a language"):
        told(home, texts)
    stray.unlink()
    (home / "corpus/curation/plain/bridge-2071").mkdir()
    with pytest.raises(CorpusError, match="there is no edition 'bridge-2071'"):
        told(home, texts)

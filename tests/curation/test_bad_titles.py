"""Titles of laws that do not fit are told with their file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.build import build
from kb.core.errors import CorpusError, ReadingError
from kb.corpus import manifest
from kb.curation.correspondence import correspond
from kb.curation.titles import law_titles
from kb.records.report import report
from support.homes import Edit, edit_file
from support.texts import Read

TITLES = "corpus/curation/titles/bridge-2017"


def line(number: int, text: str) -> Edit:
    def edit(before: str) -> str:
        lines = before.split("\n")
        lines[number - 1] = text
        return "\n".join(lines)

    return edit


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "edit", "number", "message"),
    [
        ("it.tsv", line(5, "94\tTroppo"), 5, "there is no law '94'"),
        ("it.tsv", line(5, "3\tUn altro"), 5, "a second title for law 3"),
        ("it.tsv", line(5, "4\t"), 5, "law 4 needs a title"),
        ("it.tsv", line(5, "4\t  "), 5, "law 4 needs a title"),
        ("it.tsv", line(5, "4"), 5, "1 columns, expected 2"),
        ("it.tsv", line(1, "law\ttitolo"), 1, "the columns must be law, title"),
        ("hr.tsv", line(2, "2\tBoardovi"), 2, "law 2 has a title in hr: 'TAKMIČARSKI BOARDOVI'"),
    ],
)
def test_a_bad_title_is_named_with_file_and_line(
    file: str, edit: Edit, number: int, message: str, home: Path, texts: dict[str, Read]
) -> None:
    edit_file(home / TITLES / file, edit)
    with pytest.raises(ReadingError) as caught:
        titled(home, texts)
    assert (caught.value.file, caught.value.line) == (str(home / TITLES / file), number)
    assert message in caught.value.message


def titled(home: Path, texts: dict[str, Read]) -> None:
    """The step of a build that finds titles; the texts need no reading anew."""
    corpus = manifest.load(home)
    law_titles(corpus, correspond(corpus, [one.reading for one in texts.values()]))


def test_a_title_of_a_law_that_a_text_names_is_refused(home: Path, texts: dict[str, Read]) -> None:
    (home / TITLES / "pl.tsv").write_text("law\ttitle\n1\tTalia\n", encoding="utf-8")
    with pytest.raises(ReadingError, match="law 1 has a title in pl"):
        titled(home, texts)


@pytest.mark.parametrize("name", ["italian.tsv", "it.csv"])
def test_a_file_of_titles_is_named_after_a_language(
    name: str, home: Path, texts: dict[str, Read]
) -> None:
    (home / TITLES / "it.tsv").rename(home / TITLES / name)
    with pytest.raises(CorpusError, match="not named after a language"):
        titled(home, texts)


def test_titles_are_of_an_edition_that_exists(home: Path, texts: dict[str, Read]) -> None:
    (home / TITLES).rename((home / TITLES).with_name("bridge-2018"))
    with pytest.raises(CorpusError, match="there is no edition 'bridge-2018'"):
        titled(home, texts)


@pytest.mark.slow
def test_the_report_lists_laws_without_a_title(code_home: Path) -> None:
    def without_law_7(text: str) -> str:
        return "\n".join(row for row in text.split("\n") if not row.startswith("7\t"))

    edit_file(code_home / TITLES / "de.tsv", without_law_7)
    corpus = manifest.load(code_home)
    store = build(corpus).store
    found = [one for one in report(store, corpus.readable) if one.kind == "untitled"]
    assert "de" in next(one for one in found if one.id == "7").what

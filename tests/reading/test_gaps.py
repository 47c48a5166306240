"""Numbers that a book does not have: what corrections.tsv says of them, and what it cannot say."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kb.core.errors import ReadingError
from kb.reading.read import read
from support.decimal_books import (
    ENGLISH,
    ENGLISH_CORRECTIONS,
    ENGLISH_PRINT,
    book,
    english,
    line_of,
    records_of,
)

HEADER = ENGLISH_CORRECTIONS.split("\n")[0] + "\n"

#: A lettered book of which parts are not there.
LETTERED = """\
2. Men
A. Each player has nine men.
D. The men are
2. runners,
3. keepers.
5. End
B. Who has no men has lost.
"""

LETTERED_PRINT = """\
laws = 5
[[section]]
from = 1
reader = "laws"
[labels]
title = "[A-Z].*"
paragraphs = true
"""


def changed(text: str, before: str, after: str) -> str:
    assert text.count(before) == 1
    return text.replace(before, after)


def with_gaps(source: str, *gaps: tuple[str, str]) -> str:
    """Corrections with a gap before each of these labels, which begin lines; with the ids."""
    rows = (f"{line_of(source, label)}\tgap\t{label}\t{id}\trepealed\n" for label, id in gaps)
    return ENGLISH_CORRECTIONS + "".join(rows)


@pytest.mark.parametrize(
    ("before", "after", "label", "id"),
    [
        ("3.1 Who", "3.3 Who", "3.3", "3.3"),  # the first are not there
        ("3.2 Both", "3.9 Both", "3.9", "3.9"),
        ("3.2 Both", "3.5.2 Both", "3.5.2", "3.5.2"),  # 3.5 is implied
        ("b) two jumpers,\n", "", "c)", "2.1.2.c"),
        ("A.2.1 A letter", "A.4 A letter", "A.4", "A.4"),
    ],
)
def test_numbers_that_the_book_does_not_have_may_be_skipped(
    tmp_path: Path, before: str, after: str, label: str, id: str
) -> None:
    source = changed(ENGLISH, before, after)
    source = source.replace("3.2 Both", "3.4 Both") if id == "3.3" else source
    corrections = with_gaps(source, (label, id))
    records = records_of(english(tmp_path, source, corrections))
    assert id in records
    assert not records[id].remarks
    assert not read(english(tmp_path, source, corrections)).unclaimed


def test_articles_and_appendices_may_be_skipped(tmp_path: Path) -> None:
    head, rest = ENGLISH.split("Article 2:")
    source = head + "Article 3:" + rest.split("Article 3:")[1].split("Appendix A")[0]
    source += "Appendix B. Blitz\nB.1 Each player has five minutes.\n"
    gaps = with_gaps(source, ("Article 3:", "3"), ("Appendix B.", "B"))
    records = records_of(english(tmp_path, source, gaps))
    assert [id for id in records if len(id) == 1] == ["1", "3", "B"]
    assert records["3"].heading == "How the game ends"


def test_an_excerpt_may_begin_with_any_article(tmp_path: Path) -> None:
    source = "Preface\n\nArticle 3: How the game ends\n3.2 Both may agree.\n"
    layout = changed(ENGLISH_PRINT, "appendices = 2\n", "")
    gaps = with_gaps(source, ("Article 3:", "3"), ("3.2", "3.2"))
    text = book(tmp_path, source, layout, gaps.replace(ENGLISH_CORRECTIONS, HEADER))
    assert [*records_of(text)] == ["preface.1", "3", "3.2"]


def test_a_misprinted_label_behind_a_gap_gets_a_remark(tmp_path: Path) -> None:
    source = changed(ENGLISH, "3.2 Both", "3,4 Both")
    record = records_of(english(tmp_path, source, with_gaps(source, ("3,4", "3.4"))))["3.4"]
    assert [(remark.printed, remark.recte) for remark in record.remarks] == [("3,4", "3.4")]


@pytest.mark.parametrize(
    ("id", "message"),
    [
        ("3.2", "there is no gap before 3.2"),
        ("2.9", "the correction says 2.9, which cannot stand here"),  # it is over
        ("4", "the correction says 4, which cannot stand here"),  # there are three
        ("4.1", "the correction says 4.1, which cannot stand here"),  # 4 has no line
        ("3.2.a", "the correction says 3.2.a, which cannot stand here"),  # nor has 3.2
        ("3.a", "the correction says 3.A, which cannot stand here"),
    ],
)
def test_a_gap_that_cannot_be_is_reported(tmp_path: Path, id: str, message: str) -> None:
    with pytest.raises(ReadingError) as caught:
        read(english(tmp_path, ENGLISH, with_gaps(ENGLISH, ("3.2", id))))
    assert message in caught.value.message


# --- letters ------------------------------------------------------------------------------------


def lettered(directory: Path, *gaps: tuple[int, str, str]) -> dict[str, str]:
    """The ids of the lettered book with the words of each; its gaps are given by line."""
    rows = (f"{line}\tgap\t{label}\t{id}\tan excerpt\n" for line, label, id in gaps)
    text = book(directory, LETTERED, LETTERED_PRINT, HEADER + "".join(rows))
    records = records_of(replace(text, layout="outline"))
    return {id: record.heading or record.body for id, record in records.items()}


GAPS = ((1, "2.", "2"), (3, "D.", "2.D"), (4, "2.", "2.D.2"), (6, "5.", "5"), (7, "B.", "5.B"))


def test_a_lettered_book_may_have_gaps_at_each_level(tmp_path: Path) -> None:
    words = lettered(tmp_path, *GAPS)
    assert " ".join(words) == "2 2.A 2.D 2.D.2 2.D.3 5 5.B"
    assert words["2.D.3"] == "keepers."
    assert words["5"] == "End"


@pytest.mark.parametrize("id", ["6", "2.A", "3.B", "2.2", "5.A.2"])
def test_a_gap_in_a_lettered_book_needs_a_place(tmp_path: Path, id: str) -> None:
    with pytest.raises(ReadingError, match="cannot stand here"):
        lettered(tmp_path, *GAPS[:-2], (6, "5.", id))

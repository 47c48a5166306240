"""The layout of decimal numbers: two made-up rulebooks, and what is said where they are faulty."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.core.errors import CorpusError, ReadingError
from kb.files.typed_toml import read_toml
from kb.reading.read import read
from support.decimal_books import (
    ENGLISH,
    ENGLISH_CORRECTIONS,
    ENGLISH_PRINT,
    RUSSIAN,
    RUSSIAN_PRINT,
    book,
    english,
    line_of,
    records_of,
    russian,
)


def changed(text: str, before: str, after: str) -> str:
    assert text.count(before) == 1
    return text.replace(before, after)


def fault(text: object) -> ReadingError:
    with pytest.raises(ReadingError) as caught:
        read(text)  # type: ignore[arg-type]
    return caught.value


# --- what is read -------------------------------------------------------------------------------


def test_all_provisions_are_read_in_the_order_of_the_book(tmp_path: Path) -> None:
    records = records_of(english(tmp_path))
    assert " ".join(records) == (
        "preface.1 part.1 1 1.1 1.1.1 1.1.2 1.2 2 2.1 2.1.1 2.1.2 2.1.2.a 2.1.2.b 2.1.2.c 2.2 "
        "2.2.1 3 3.1 3.2 A A.1 A.1.1 A.1.2 A.2 A.2.1 B B.1"
    )
    assert not read(english(tmp_path)).unclaimed


def test_words_and_titles_are_those_of_the_print(tmp_path: Path) -> None:
    records = records_of(english(tmp_path))
    assert records["part.1"].heading == "GENERAL RULES"
    assert records["1"].heading == "The board"
    assert records["1"].body == ""
    assert records["3"].heading == "How the game ends"
    assert records["3"].body == "The game ends in one of these ways."
    assert records["2.1.2.c"].body == "one keeper."
    assert records["A"].heading == "Games by letter"
    assert records["A.2.1"].body == "A letter is sent within three days."


def test_a_container_without_a_line_has_no_words_and_the_lines_of_what_it_contains(
    tmp_path: Path,
) -> None:
    records = records_of(english(tmp_path))
    container = records["2.1"]
    assert (container.kind, container.heading, container.body) == ("provision", None, "")
    assert container.spans == ()
    assert container.lines == (13, 17)
    stored = container.stored()
    assert (stored.spans, stored.lines) == ((), (13, 17))
    assert records["A.2"].lines == records["A.2.1"].lines
    assert [id for id, record in records.items() if not record.spans] == ["2.1", "2.2", "A.2"]


def test_numbers_at_the_start_of_a_line_may_be_prose(tmp_path: Path) -> None:
    records = records_of(english(tmp_path))
    assert records["1.2"].body.endswith("measures 1.5 times the short one.")
    assert records["2.2.1"].body.endswith("set up again, as Article 1 says.")


def test_cyrillic_labels_have_the_ids_of_every_language(tmp_path: Path) -> None:
    records = records_of(russian(tmp_path))
    assert " ".join(records) == (
        "1 1.1 1.1.a 1.1.b 1.1.c 1.2 1.2.1 1.2.2 2 2.1 2.1.1 2.1.2 words.1 A A.1 A.2 A.2.1 B B.1"
    )
    assert records["1.1.c"].body == "ворота."
    assert records["2"].heading == "Конец игры"
    assert records["2"].body == "Игра окончена, если"
    assert records["1.2"].heading == "Ходы"  # a heading ends without a full stop
    assert records["1.1"].heading is None
    assert records["A"].heading == "Игра по переписке"
    assert records["B.1"].body == "У игрока пять минут."


def test_styles_may_differ_by_depth_and_several_alphabets_may_be_mixed(tmp_path: Path) -> None:
    source = RUSSIAN.replace("1.2.1.", "1.2.1:").replace("1.2.2.", "1.2.2:")
    source = source.replace("Приложение А\n", "Приложение A\n").replace("2.1.1.", "2.1.1:")
    source = source.replace("2.1.2.", "2.1.2:").replace("А.2.1.", "А.2.1:")
    layout = RUSSIAN_PRINT.replace('["А Б В Г Д"]', '["А Б В Г Д", "A B"]')
    layout += '\n[labels.depth]\n3 = ["#:"]\n'
    records = records_of(russian(tmp_path, source, layout))
    assert records["1.2.2"].body == "Ход не берут назад."
    assert records["A.2.1"].body == "Письмо идёт три дня."


def test_numbers_may_be_printed_without_those_above_them(tmp_path: Path) -> None:
    source = "§ 1 Board\n 1. One.\n   a. White.\n   b. Black.\n 2. Two.\n§ 2 Stones\n 1. Nine.\n"
    layout = (
        'laws = 2\n[[section]]\nfrom = 1\nreader = "laws"\n[labels]\nlaw = ["§ #"]\n'
        'number = ["#."]\nletter = ["#."]\nwhole = false\nparagraphs = false\n'
        "[labels.indent]\nlaw = [0]\nnumber = [1]\nletter = [3]\n"
    )
    records = records_of(book(tmp_path, source, layout))
    assert " ".join(records) == "1 1.1 1.1.a 1.1.b 1.2 2 2.1"


def test_a_misprinted_label_is_corrected_with_a_remark(tmp_path: Path) -> None:
    source = changed(ENGLISH, "\n3.2 Both", "\n32 Both")
    row = f"{line_of(source, '32')}\tlabel\t32\t3.2\tthe point is lost\n"
    record = records_of(english(tmp_path, source, ENGLISH_CORRECTIONS + row))["3.2"]
    assert record.body == "Both may agree that nobody has won."
    assert [(remark.printed, remark.recte) for remark in record.remarks] == [("32", "3.2")]


def test_words_behind_a_list_belong_to_the_provision_that_a_correction_names(
    tmp_path: Path,
) -> None:
    source = changed(ENGLISH, "c) one keeper.\n", "c) one keeper.\nNobody has more.\n")
    row = f"{line_of(source, 'Nobody')}\tclosing\tNobody\t2.1.2\tspeaks of all stones\n"
    records = records_of(english(tmp_path, source, ENGLISH_CORRECTIONS + row))
    assert records["2.1.2"].body == "The stones are: Nobody has more."
    assert records["2.1.2.c"].body == "one keeper."


# --- faults -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("1.1.2 A field", "1.1.1 A field", "1.1.2"),  # a label twice
        ("3.2 Both", "3.3 Both", "3.2"),  # one is missing
        ("3.2 Both", "3.5.1 Both", "3.2"),
        ("Article 2: The stones", "The stones", "Article 2:"),  # its heading is missing
        ("Article 3: How", "Article 4: How", "Article 3:"),
        ("b) two jumpers", "d) two jumpers", "b)"),
        ("A.2.1 A letter", "B.2.1 A letter", "A.2"),
        ("Appendix A. Games", "Appendix B. Games", "Appendix A."),
        ("Article 1: The", "Article 2: The", "Article 1:"),
    ],
)
def test_a_fault_is_reported_with_its_line_and_the_labels_expected(
    tmp_path: Path, before: str, after: str, expected: str
) -> None:
    source = changed(ENGLISH, before, after)
    error = fault(english(tmp_path, source))
    where = "2.1.1" if after == "The stones" else after  # where it cannot be overlooked any more
    assert error.line == line_of(source, where)
    assert expected in error.message
    assert "corrections.tsv" in str(error.hint)
    assert "kind gap" in str(error.hint)


def test_a_number_that_is_neither_label_nor_settled_stops_the_reading(tmp_path: Path) -> None:
    error = fault(english(tmp_path, corrections=""))
    assert error.line == 10
    assert "'1.5 times the short one.'" in error.message


@pytest.mark.parametrize(
    ("laws", "appendices", "message"),
    [
        (4, 2, "found 'Appendix A. Games by letter', expected one of the labels"),
        (3, 3, "the provisions end in B, expected 'Appendix C.' below"),
        (2, 2, "found 'Article 3: How the game ends'"),
    ],
)
def test_there_are_as_many_articles_and_appendices_as_the_print_file_says(
    tmp_path: Path, laws: int, appendices: int, message: str
) -> None:
    layout = ENGLISH_PRINT.replace("laws = 3", f"laws = {laws}")
    layout = layout.replace("appendices = 2", f"appendices = {appendices}")
    text = book(tmp_path, ENGLISH, layout, ENGLISH_CORRECTIONS)
    assert message in fault(text).message


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("9\tprose\t1.5\t1.2\tx\n", "line 9 does not have '1.5'"),
        ("25\tlabel\t3.2\t3.4\tx\n", "the correction says 3.4, which cannot stand here"),
        ("25\tprose\t3.2\t2.1\tx\n", "2.1 does not go on here"),
    ],
)
def test_a_wrong_correction_is_reported(tmp_path: Path, row: str, message: str) -> None:
    assert message in fault(english(tmp_path, corrections=ENGLISH_CORRECTIONS + row)).message


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('appendix = ["Appendix #."]\n', "", "how is the heading of an appendix printed?"),
        ('law = ["Article #:"]', "law = []", "must be a list of strings that is not empty"),
        ('letter = ["#)"]', 'letter = [")"]', "must have one # in each style"),
        ('letter = ["#)"]', "number = []", "must have one # in each style"),
        ("paragraphs = true", 'titles = "below"\nparagraphs = true', "must be one of"),
        ("paragraphs = true", 'capitals = ["A"]\nparagraphs = true', "must be lists of 2 to 26"),
        ("paragraphs = true", "paragraphs = true\n[labels.depth]\nx = ['#']", "depth of numbers"),
        ("paragraphs = true", "paragraphs = true\nroman = ['#']", "is not known here"),
    ],
)
def test_a_faulty_print_file_is_refused(
    tmp_path: Path, before: str, after: str, message: str
) -> None:
    text = book(tmp_path, ENGLISH, changed(ENGLISH_PRINT, before, after), ENGLISH_CORRECTIONS)
    with pytest.raises(CorpusError, match=r"print\.toml:[0-9]+: ") as caught:
        read(text)
    assert message in caught.value.message


def test_a_section_of_appendices_needs_appendices(tmp_path: Path) -> None:
    layout = changed(RUSSIAN_PRINT, "appendices = 2\n", "")
    assert "print.toml says that there are none" in fault(russian(tmp_path, layout=layout)).message


def test_an_empty_list_is_as_good_as_none_where_there_is_a_default(tmp_path: Path) -> None:
    path = tmp_path / "words.toml"
    path.write_text("fillers = []\nnames = []\n", encoding="utf-8")
    table = read_toml(path)
    assert table.strings("fillers", default=()) == ()
    with pytest.raises(CorpusError, match="names must be a list of strings that is not empty"):
        table.strings("names")

"""A look at a rulebook finds its numbering, its parts, and what repeats on its pages."""

from __future__ import annotations

import pytest

from kb.adding.list_words import list_words
from kb.adding.looking import Findings, look
from kb.adding.unit_words import unit_words
from support import made_up_rulebooks as books
from support.homes import REPOSITORY


def seen(text: str) -> Findings:
    return look(text.split("\n"))


@pytest.mark.parametrize(
    ("text", "layout", "numbering", "laws"),
    [
        (books.DECIMAL, "decimal", "decimal", 3),
        (books.CYRILLIC, "decimal", "decimal", 3),
        (books.RELATIVE, "decimal", "decimal", 3),
        (books.PAGED, "decimal", "decimal", 3),
        (books.LETTERED, "outline", "lettered", 3),
        (books.FLATTENED, "depth", "lettered", 2),
        (books.STATUTE, None, "statute", 3),
    ],
    ids=["decimal", "cyrillic", "relative", "paged", "lettered", "flattened", "statute"],
)
def test_the_numbering_decides_the_layout(
    text: str, layout: str | None, numbering: str, laws: int
) -> None:
    found = seen(text)
    assert (found.layout, found.numbering, found.laws) == (layout, numbering, laws)


@pytest.mark.parametrize(
    ("text", "layout", "first"),
    [
        ("bridge-2017_hu", "outline", 488),
        ("bridge-2017_pl", "outline", 288),
        ("bridge-1997_hr", "depth", 132),
    ],
)
def test_it_finds_all_laws_of_the_texts_that_are_here(text: str, layout: str, first: int) -> None:
    source = REPOSITORY / f"corpus/sources/{text}.txt"
    found = seen(source.read_text(encoding="utf-8"))
    assert (found.layout, found.laws) == (layout, 93)
    assert first in [section.first for section in found.sections if section.reader == "laws"]


def test_a_statute_is_never_given_to_a_reader() -> None:
    source = REPOSITORY / "corpus/sources/ulti-2017_hu.txt"
    found = seen(source.read_text(encoding="utf-8"))
    assert found.layout is None
    assert "statute" in found.why


def test_columns_are_never_given_to_a_reader() -> None:
    found = seen("1.1 The ball is red.          1.1 La balle est rouge.\n" * 9)
    assert found.layout is None
    assert "columns" in found.why


def test_prose_has_no_layout() -> None:
    found = seen("Nothing here has a number.\n\nNor has this.")
    assert (found.layout, found.laws) == (None, 0)


def test_the_contents_are_front_matter_and_the_laws_stand_behind_them() -> None:
    found = seen(books.DECIMAL)
    assert [(one.reader, one.id, one.first) for one in found.sections] == [
        ("front", "preface", 1),
        ("laws", None, 14),
        ("appendices", None, 49),
        ("front", "definitions", 61),
    ]
    assert found.appendices
    assert (found.appendices.count, found.appendices.style) == (2, "Appendix #.")
    assert any("'Contents'" in doubt for doubt in found.unsure)
    assert any("definitions.tsv" in doubt for doubt in found.unsure)


def test_letters_that_are_not_latin_are_told() -> None:
    assert seen(books.CYRILLIC).letters == "а б в"
    assert seen(books.DECIMAL).letters == ""
    foreign = books.LETTERED.replace("(a)", "(а)").replace("(b)", "(б)")
    assert any("do not have" in doubt for doubt in seen(foreign).unsure)


def test_feet_of_pages_are_no_laws_and_chapters_are_no_heads() -> None:
    assert [*seen(books.PAGED).running] == ["FIELD GAME [0-9]{1,3}"]
    assert seen(books.PAGED).titles == "next"
    numbered = books.DECIMAL.replace("\nArticle ", "\nChapter 1\n\nArticle ")
    for number in (2, 3, 4, 5):
        numbered = numbered.replace("Chapter 1\n\nArticle", f"Chapter {number}\n\nArticle", 1)
    assert "Chapter 4" in numbered
    assert not seen(numbered).running
    assert seen(books.FLATTENED).chapters == ("CHAPTER #",)


def test_a_missing_law_is_told() -> None:
    found = seen(books.LETTERED.replace("LAW 2 THE CHAIRS", "LAW THE CHAIRS"))
    assert found.laws == 3
    assert any("law 2 was not found" in doubt for doubt in found.unsure)


@pytest.mark.parametrize(
    ("style", "word", "text", "name", "before", "after"),
    [
        ("Article #:", "Article", "See Articles 2 and art. 3", "Article {path}",
         ("art.", "article", "articles", "arts."), ()),
        ("Článek #", "Článek", "", "Článek {path}", ("článek",), ()),
        ("Articolo #", "Articolo", "", "Articolo {path}", ("art.", "articolo", "artt."), ()),
        ("#. cikk", "cikk", "a 3. cikkben", "{path}. cikk", (), ("cikk", "cikkben")),
        ("#.", "", "By Law 2 or Law 3", "Law {path}", ("law",), ()),
        ("#.", "", "nothing", "{path}", (), ()),
        ("§ #", "", "§ 3", "§ {path}", (), ()),
    ],
)  # fmt: skip
def test_provisions_are_called_as_their_labels_and_the_text_call_them(
    style: str, word: str, text: str, name: str, before: tuple[str, ...], after: tuple[str, ...]
) -> None:
    found = unit_words([text], style, word, "")
    assert (found.name, found.before, found.after) == (name, before, after)


@pytest.mark.parametrize(
    ("style", "text", "name", "beside"),
    [
        ("Appendix #:", "APPENDICES\nsee Appendices A and B, Appendix A", "Appendix {path}",
         ("app.", "appendices", "appendix")),
        ("#. függelék", "A függelékben az A. függelék és a B. függelékben", "{path}. függelék",
         ("függ.", "függelék", "függelékben")),
        ("ANNEX #", "in an Annex a", "Annex {path}", ("annex",)),
    ],
)  # fmt: skip
def test_an_appendix_is_called_as_its_heading_and_what_stands_beside_its_letter(
    style: str, text: str, name: str, beside: tuple[str, ...]
) -> None:
    found = unit_words([text], "Article #:", "Article", style)
    assert (found.appendix, found.appendix_before) == (name, beside)


def test_the_heading_of_all_appendices_is_not_what_one_is_called() -> None:
    found = seen(books.DECIMAL.replace("Appendix A.", "APPENDICES\n\nAppendix A."))
    assert found.units.appendix == "Appendix {path}"
    assert "appendix" in found.units.appendix_before
    assert "appendices" not in found.units.appendix_before


def test_the_letter_of_an_appendix_may_stand_before_the_word() -> None:
    book = books.DECIMAL.replace("Appendix A.", "A. függelék").replace("Appendix B.", "B. függelék")
    found = seen(book)
    assert found.appendices
    assert (found.appendices.count, found.appendices.style) == (2, "#. függelék")
    assert found.units.appendix == "{path}. függelék"


@pytest.mark.parametrize(
    ("language", "joiners", "ranges"),
    [("en", (), ()), ("tr", ("ve", "veya"), ()), ("fa", ("و", "،", "یا"), ("تا",))],
)
def test_words_of_lists_are_proposed_where_no_patterns_have_them(
    language: str, joiners: tuple[str, ...], ranges: tuple[str, ...]
) -> None:
    assert list_words(language) == (joiners, ranges)

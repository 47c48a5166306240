"""No text makes the reading of documents take more than linear time: what once did, and its kin."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import product

import pytest

from kb.linking.documents.plain_text import Plain, unescaped
from kb.linking.documents.ruling import Ruling
from kb.linking.zones import Format, text_only

#: A text so many times as long may take so many times as long, and as much again for what the
#: machine does besides; where time grows with the square it takes 64 times as long.
LONGER, MOST = 8, 24


def assert_linear(read: Callable[[str], object], make: Callable[[int], str], size: int) -> None:
    """Compare what a text and a longer one of its kind cost, in time of the processor."""
    ratios = []
    for _ in range(3):
        short, long = (_cost(read, make(size * times)) for times in (1, LONGER))
        ratios.append(long / short)
        if min(ratios) < MOST:
            return
    raise AssertionError(f"{make(4)[:40]!r}: {LONGER} times as long takes {ratios} times as long")


def _cost(read: Callable[[str], object], text: str) -> float:
    """Seconds of the processor for a reading; a short one is done again until it can be told."""
    begun, times = time.process_time(), 0
    while (spent := time.process_time() - begun) < 0.002:
        read(text)
        times += 1
    return spent / times


def repeated(word: str, head: str = "", tail: str = "") -> Callable[[int], str]:
    return lambda length: head + (word * (length // len(word) + 1)) + tail


def test_lines_that_look_like_our_list_are_read_once() -> None:
    # two lines more made it four times as slow
    lines = repeated("- a: /b: /c\n", "x\n\nKodeks:\n", "x")
    assert_linear(lambda text: text_only(text, "text"), lambda size: lines(12 * size), 2)


def test_blanks_behind_a_heading_are_read_once() -> None:
    heading = repeated(" ", "# x", "x")
    assert_linear(lambda text: Ruling("a.md", "markdown", text).title, heading, 2_000)
    assert Ruling("a.md", "markdown", heading(100)).title == "x x"


def test_tags_in_the_heading_of_a_page_are_read_once() -> None:
    heading = repeated("<a ", "<h1>")
    assert_linear(lambda text: Ruling("a.html", "html", text).title, heading, 2_000)


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("# Law 27 ##", "Law 27"),
        ("# C#", "C#"),
        ("# ##", "a.md"),
        ("## Law 27 # ##  ", "Law 27 #"),
        ("#   \t", "a.md"),
        ("# Law 27\t#", "Law 27"),
    ],
)
def test_the_marks_that_close_a_heading_are_none_of_its_words(heading: str, title: str) -> None:
    assert Ruling("a.md", "markdown", heading).title == title


@pytest.mark.parametrize(
    ("page", "title"),
    [
        ("<title>Appeal 3</title><h1>Law <b>27</b></h1><p>x", "Law 27"),
        ("<title>Appeal &#51;</title><p>x", "Appeal 3"),
        ("<h2>Law&nbsp;27 &amp; 16</h2><h1>Law 12</h1>", "Law 27 & 16"),
        ("<h1> </h1><title>Appeal 3</title>", "Appeal 3"),
        ("<h1>Law 27<!-- 16 --><script>12</script></h1>", "Law 27"),
        ("<h1>Law 27", "Law 27"),
        ("<h1>Law &#" + "1" * 5000 + ";</h1>", "Law \ufffd"),
        ("<p>Law 27", "a.html"),
    ],
)
def test_the_title_of_a_page_is_its_first_heading(page: str, title: str) -> None:
    assert Ruling("a.html", "html", page).title == title


@pytest.mark.parametrize(
    ("reference", "character"),
    [
        ("&#" + "1" * 5000 + ";", "\ufffd"),
        ("&#" + "0" * 5000 + "65;", "A"),
        ("&#x" + "0" * 5000 + "41;", "A"),
        ("&#x" + "f" * 5000, "\ufffd"),
        ("&#0;", "\ufffd"),
        ("&#65", "A"),
        ("&#x41;&#;&#x;", "A&#;&#x;"),
        ("&amp;&AMP &notit; &a", "&& ¬it; &a"),
    ],
)
def test_the_number_of_a_character_may_be_of_any_length(reference: str, character: str) -> None:
    assert unescaped(reference) == character
    assert Plain.of(reference, "html").text == character
    assert len(text_only(reference, "html")) == len(reference)


#: What means something to one of the readers.
PIECES = [
    *("<a ", "<a b='", "<h1>", "</b>", "<!--", "<![CDATA[", "<?", "<script><!--", "<title>"),
    *("`", "[", "![", "]", "](", "](<", "[a][", "[a]: b\n", '[a]: b "\n', "\\", "\\[", "**a"),
    *("&#", "&#1", "www.", "a.bwww.", "a.http://", "a@", "://", ".pdf", "\x01", "\n", " ", "| "),
    *("> ", "- ", "# ", "~~~", "<i><p>", "<table>"),
]
FORMATS: list[Format] = ["text", "markdown", "html"]


@pytest.mark.slow
@pytest.mark.parametrize(("piece", "format"), [*product(PIECES, FORMATS)])
def test_what_means_something_may_come_any_number_of_times(piece: str, format: Format) -> None:
    def view(text: str) -> str:
        return text_only(text, format)

    for other in ("", *PIECES):
        assert_linear(view, repeated(piece + other), 1_000)

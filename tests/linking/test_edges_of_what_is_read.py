"""Where text ends and what is no text begins, sign by sign: addresses, marks, references, parts."""

from __future__ import annotations

import pytest

from kb.linking.zones import BREAK, MARK, NO_TEXT, Format, text_only
from kb.linking.zones.bare_addresses import addresses_masked
from kb.linking.zones.emphasis import flanks
from kb.linking.zones.entities import decoded, whole
from kb.linking.zones.footnotes import notes_at

_SHOWN = str.maketrans({NO_TEXT: "_", MARK: "~", BREAK: "|"})


def seen(document: str, format: Format) -> str:
    """The view of a document: `_` is no text, `~` a mark, `|` stands between blocks."""
    return text_only(document, format).translate(_SHOWN)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://a.example/27 http://b.example/16 Law 12", "___________________ " * 2 + "Law 12"),
        ("www.a.de, www.b.de Law 12", "_________ ________ Law 12"),
        ("a@x.example b@y.example Law 12", "___________ ___________ Law 12"),
        ("Law27.pdf, Law16.pdf, Law 12", "_________, _________, Law 12"),
    ],
)
def test_a_second_address_of_a_kind_is_no_text_either(text: str, expected: str) -> None:
    assert addresses_masked(text).translate(_SHOWN) == expected


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (r"\*27* Law", r"\*27~ Law"),
        (r"\\*27* Law", r"\\~27~ Law"),
        (r"\\\*27* Law", r"\\\*27~ Law"),
        ("_(27)_ Law", "~(27)~ Law"),
        ('"_27_" Law', '"~27~" Law'),
        ("27_B_1 Law", "27_B_1 Law"),
        ("27 * B Law", "27 * B Law"),
    ],
)
def test_a_mark_of_emphasis_is_one_where_commonmark_says_so(document: str, expected: str) -> None:
    assert seen(document, "markdown") == expected


@pytest.mark.parametrize(
    ("text", "opens", "closes"),
    [
        ("(_)", True, True),
        ("(_a", True, False),
        ("a_)", False, True),
        ("a_a", False, False),
        ("a_(", False, True),
        (")_a", True, False),
        (" _(", True, False),
        ("(_ ", False, True),
        ("a*a", True, True),
        ("a*(", False, True),
        (")*a", True, False),
        ("(*)", True, True),
    ],
)
def test_what_stands_beside_a_mark_says_what_it_may_do(
    text: str, opens: bool, closes: bool
) -> None:
    assert flanks(text, 1, 2) == (opens, closes)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A short word, or a number, is no text as a whole: nobody knows what it is without it.
        ("27. &aacute;z Law", "27. _________ Law"),
        ("x, ab&eacute;c&eacute;d Law", "x, ____________________ Law"),
        ("Law 2&#55;B1(b). Then", "Law ___________. Then"),
        ("12C1(&#101;) Law", "____________ Law"),
        ("1&#50;(e is", "________ is"),
        # A long word is told by its beginning.
        ("27. szakasz&aacute;t is", "27. szakasz_________ is"),
        ("ab&eacute;&amp; Law", "__________&     Law"),
    ],
)
def test_a_word_or_number_with_a_reference_in_it_is_not_half_read(text: str, expected: str) -> None:
    assert decoded(text).translate(_SHOWN) == expected


@pytest.mark.parametrize(
    ("document", "end", "expected"),
    [
        ("27. szakasz&aacute;t is", 11, 20),  # the word goes on
        ("27. szak.&aacute;t is", 9, 9),  # none goes on behind a full stop
        ("a szak is &aacute;", 6, 6),  # the reference stands elsewhere
        ("&aacute; szak is", 6, 6),
        ("5. &sect; is", 4, 9),  # it ended with the reference
        ("R&D is", 2, 2),  # which is none here
        ("R&D is", 1, 1),
        ("szak&nbsp;is", 4, 4),
    ],
)
def test_a_span_grows_over_the_references_of_its_own_word_only(
    document: str, end: int, expected: int
) -> None:
    assert whole(document, end) == expected


OURS = "Law 27, 16\n\nKodeks:\n- Law 27: /hu/bridge-2017/27/\n"


@pytest.mark.parametrize(
    ("more", "is_ours"),
    [
        ("- Law 16: https://laws.example/16\n", True),
        ("- Law 160: ✗ there is none\n", True),
        ("- Law 16\n", False),
        ("Law 16: /hu/bridge-2017/16/\n", False),
        ("- Law 16: /hu/bridge-2017/16/", False),
        ("\nLaw 16 too\n", False),
    ],
)
def test_a_list_at_the_end_is_ours_only_if_every_line_of_it_is(more: str, is_ours: bool) -> None:
    assert notes_at(OURS) == len("Law 27, 16")
    assert notes_at(OURS + more) == (len("Law 27, 16") if is_ours else len(OURS + more))


def test_what_a_block_of_html_leaves_open_ends_with_the_block() -> None:
    cdata = "<div><![CDATA[ x\n</div>\n\nLaw 27 ]]>"
    assert seen(cdata, "markdown") == "|||||~~~~~~~~~~~~~~~~~~||Law 27 ]]>"
    sign = "<div>a <\n</div>\n\nLaw 27 <b>16</b>"
    assert seen(sign, "markdown") == "|||||a < ||||||||Law 27 ~~~16~~~~"


@pytest.mark.parametrize(
    "document",
    [
        "<table><tr><td class=kodeks-ignore>Law 1<p>Law 27</td><td>Law 16</table>",
        "<table><tr><td><code>Law 27<div></td><td>Law 16</code></table>",
        "<table><tr><td><a href=x>Law 27<div>Law 1</td><td>Law 16</table>",
        "<table><tr><td class=kodeks-ignore><table><tr><td>Law 3</table>Law 4</td><td>Law 16",
    ],
)
def test_the_end_of_a_cell_ends_what_is_open_in_it(document: str) -> None:
    assert "".join(seen(document, "html").replace("|", "").split("_")) == "Law 16"


def test_an_end_tag_of_a_cell_ends_none_outside_its_table() -> None:
    document = "<table><tr><td><table></td>Law 27</table>Law 1</td><td class=kodeks-ignore>Law 16"
    assert "".join(seen(document, "html").replace("|", " ").split()) == "Law27Law1______"

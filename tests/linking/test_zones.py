"""Where links may go in a text, in Markdown and in HTML: what is read and what is not."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from playwright.sync_api import Browser

from kb.linking.zones import BREAK, MARK, NO_TEXT, Format, text_only, whole_span
from kb.linking.zones.bare_addresses import addresses_masked
from kb.linking.zones.elements import NO_LINKS
from kb.linking.zones.ours import ours_in_html, ours_in_markdown
from support.zone_examples import BLOCKS, HTML, MARKDOWN, nasty_page

FORMATS: list[Format] = ["text", "markdown", "html"]


def read(document: str, format: Format, headings: bool = True) -> str:
    """What is read: paragraphs apart by |, what is no text left out, a mark as a blank."""
    view = text_only(document, format, headings)
    assert len(view) == len(document)
    plain = view.replace(NO_TEXT, "").replace(MARK, " ")
    blocks = (" ".join(block.split()) for block in plain.split(BREAK))
    return " | ".join(filter(None, blocks))


@pytest.mark.parametrize(("document", "expected"), HTML)
def test_what_is_read_of_html(document: str, expected: str) -> None:
    assert read(document, "html") == expected


@pytest.mark.parametrize("name", sorted(NO_LINKS - {"plaintext"}))
def test_nothing_is_linked_inside(name: str) -> None:
    document = f"Law 16 <{name}>Law 27</{name}> Law 40"
    assert "27" not in read(document, "html")
    assert read(document, "html").startswith("Law 16")
    assert read(document, "html").endswith("Law 40")


@pytest.mark.parametrize(("document", "expected"), MARKDOWN + BLOCKS)
def test_what_is_read_of_markdown(document: str, expected: str) -> None:
    assert read(document, "markdown") == expected


@pytest.mark.parametrize(
    ("format", "document"),
    [
        ("html", "<h2>Law 27</h2><p>Law 16"),
        ("html", "<h1>Law 27 <b>Law 12</b><h2>Law 40</h2>Law 16"),
        ("markdown", "# Law 27 #\n\nLaw 16"),
        ("markdown", "Law *27*\n===\nLaw 16"),
        ("markdown", "<h2>\n\nLaw 27\n\n</h2>\n\nLaw 16"),
    ],
)
def test_headings_are_read_only_when_asked_for(format: Format, document: str) -> None:
    assert read(document, format, headings=False) == "Law 16"
    assert "27" in read(document, format)


@pytest.mark.parametrize(
    ("format", "document"),
    [
        ("html", 'See <a class="kodeks-law" href="x">Law 27</a>.'),
        ("html", "See <mark title='' class='x kodeks-unknown'>Law <b>27</b></mark>."),
        ("markdown", 'See [Law 27](/hu/bridge-2017/27/ "Kodeks: 27. szakasz").'),
        ("markdown", 'See <mark class="kodeks-unknown" title="x">Law 27</mark>.'),
    ],
)
def test_what_we_linked_is_read_over_and_known_as_ours(format: Format, document: str) -> None:
    assert read(document, format).replace(" .", ".") == "See Law 27."
    ours = ours_in_html(document) if format == "html" else [*ours_in_markdown(document)]
    assert [(one.start, one.end) for one in ours] == [(4, len(document) - 1)]


def test_a_span_never_cuts_a_character_reference() -> None:
    view = text_only("5. &sect; is", "html")
    end = view.index("§") + 1
    assert whole_span("5. &sect; is", "html", 0, end) == (0, len("5. &sect;"))
    assert whole_span("5. &sect; is", "text", 0, end) == (0, end)


SLOW = re.compile(
    r"(?:https?://|www\.)\S+|[^\s@<>()\[\]]{1,64}@[^\s@]{1,255}"
    r"|(?<!\w)[^\W\d_][\w-]{0,64}\.[a-z]{2,4}(?!\w)"
)
ADDRESSES = ["https", "http", "://", "www.", "@", ".", " ", "\n", ".pdf", ".de", "Law27", "a", "-"]
ADDRESSES += ["_", "é", "(", "]", ",", ".Pdf", "x" * 63, "y" * 64, "z" * 70, "l" * 250]


@given(st.lists(st.sampled_from(ADDRESSES), max_size=14).map("".join))
@example("law27.pdf,x@y.example")
@example("see https://x.example/Law27, mail td27@x.example or Law-27.pdf.")
def test_addresses_and_files_are_found_as_by_the_slow_pattern(text: str) -> None:
    assert addresses_masked(text) == SLOW.sub(lambda match: NO_TEXT * len(match[0]), text)


@given(st.text(), st.sampled_from(FORMATS))
@example("\x00\x01\x1d 27", "text")
@example("\u2028<b>é\r\n`😀` Law", "markdown")
def test_what_is_read_stands_where_it_stood(document: str, format: Format) -> None:
    view = text_only(document, format)
    assert len(view) == len(document)
    for seen, was in zip(view, document, strict=True):
        assert seen in (was, NO_TEXT, MARK, BREAK, " ") or was == "&"


RUNS = [
    "*", "_", "~", "`", "[", "](", "![a]", "![a](", "<a ", "<a>", "<b>", "</b>", "<p>", "<!--",
    "<!-->", "<![CDATA[", "<?", '<a b="', "<td>", "<table><td>", "<a><p></a>", "<code><p>",
    "<script>", "<title>", "<svg>", "&nbsp;", "&", "> ", "# ", "- ", "a@", "http://", "www.",
    ".de", "[a]: b\n", "[a][", "`` ", "<div>\n\n", "> a\n", "|a|\n", "\\*", "Law 27 ",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("run", RUNS)
def test_no_run_of_anything_takes_minutes(run: str, format: Format) -> None:
    """Twenty thousand stars in a row took Tree-sitter's inline grammar most of a minute."""
    document = run * 20_000 + "\n\nLaw 27"
    assert len(text_only(document, format)) == len(document)


@pytest.mark.slow
def test_a_megabyte_of_one_tag_and_one_line_of_two_are_read() -> None:
    assert read("<a " * 350_000, "html") == ""
    line = "*Law 27B1*, [x](y) and `code`, and <b>so</b> on. " * 42_000
    assert read(line, "markdown").count("Law 27B1") == 42_000


@pytest.mark.slow
def test_what_browsers_have_in_a_link_or_code_is_not_read(browser: Browser) -> None:
    chance = random.Random(27)
    pages = [nasty_page(chance) for _ in range(2000)]
    page = browser.new_page()
    closed = page.evaluate(
        """pages => pages.map((page) => {
          const tree = new DOMParser().parseFromString("<!doctype html><body>" + page, "text/html");
          const closed = "a, code, pre, kbd, title, textarea, script, style, template, " +
            ".kodeks-ignore, [contenteditable]";
          const walker = tree.createTreeWalker(tree.documentElement, NodeFilter.SHOW_TEXT);
          const open = [];
          while (walker.nextNode())
            if (!walker.currentNode.parentElement.closest(closed))
              open.push(...walker.currentNode.data.match(/t[0-9]+/g) ?? []);
          return open;
        })""",
        pages,
    )
    page.close()
    for document, words in zip(pages, closed, strict=True):
        assert set(re.findall("t[0-9]+", read(document, "html"))) <= set(words), document

"""The characters of the law reach the page as they are, whatever Markdown may see in them."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st
from markdown import Markdown
from markupsafe import Markup

from kb.core.ids import ProvisionId
from kb.corpus.profile import LETTERED
from kb.publishing.output.page_list import Page
from kb.publishing.parts.rows import label_of
from kb.publishing.parts.words import Insertion, Wrapping, annotate
from support.site_reading import read_fragment

#: Words as records have them: composed, no control characters, single blanks inside.
WORDS = (
    st.text(
        st.one_of(
            st.sampled_from("*_`#<>&\"'[]()!\\{}|~^$:=-+.\u2013\u00a0 ♠"),
            st.characters(exclude_categories=("C", "Z")),
        ),
        min_size=1,
    )
    .map(lambda text: unicodedata.normalize("NFC", " ".join(text.split())))
    .filter(bool)
)


@st.composite
def marked_words(draw: st.DrawFn) -> tuple[str, list[Wrapping], list[Insertion]]:
    """Words with links that do not overlap and calls anywhere."""
    words = draw(WORDS)
    cuts = sorted(draw(st.sets(st.integers(0, len(words)), max_size=6)))
    links = [
        Wrapping(start, end, Markup('<a href="#x">'), Markup("</a>"))
        for start, end in zip(cuts[::2], cuts[1::2], strict=False)
    ]
    at = draw(st.lists(st.integers(0, len(words)), max_size=4))
    return words, links, [Insertion(one, Markup('<sup class="kb-mark">n</sup>')) for one in at]


def page(words: str) -> Page:
    html = f'<div class="kb-page">\n<p class="kb-words" id="here" lang="hu">{words}</p>\n</div>'
    return Page("x.md", "x", "x", "x", html)


def as_mkdocs_shows(made: Page) -> str:
    """What Markdown, set up as in mkdocs.yml, makes of a page."""
    markdown = Markdown(extensions=["toc", "tables", "fenced_code", "attr_list"])
    return str(markdown.convert(made.markdown.split("---\n", 2)[2]))


@given(marked_words())
def test_words_links_and_calls_come_out_as_they_went_in(
    made: tuple[str, list[Wrapping], list[Insertion]],
) -> None:
    words, links, calls = made
    built = read_fragment("x", as_mkdocs_shows(page(annotate(words, 0, len(words), links, calls))))
    assert "".join(built.words["here", "hu", "body"]) == words
    linked = "".join(words[link.start : link.end] for link in links)
    assert len(built.cited) >= sum(1 for link in links if words[link.start : link.end].strip())
    assert all(quote in linked for *_, quote in built.cited)


@given(marked_words(), st.data())
def test_a_passage_may_be_cut_anywhere(
    made: tuple[str, list[Wrapping], list[Insertion]], data: st.DataObject
) -> None:
    words, links, calls = made
    cut = data.draw(st.integers(0, len(words)))
    halves = (annotate(words, 0, cut, links, calls), annotate(words, cut, len(words), links, calls))
    built = read_fragment("x", page(Markup("").join(halves)).html)
    assert "".join(built.words["here", "hu", "body"]) == words
    assert "".join(halves).count("<sup") == len(calls)  # none lost, none twice


def test_markdown_and_html_in_the_law_are_words() -> None:
    words = "*x* _y_ [z](w) <b> &amp; `c` ~~d~~ {#e} # f | g \\*"
    shown = as_mkdocs_shows(page(annotate(words, 0, len(words), (), ())))
    assert read_fragment("x", shown).said("here", "hu", "body") == words
    assert "<em>" not in shown
    assert "<b>" not in shown


def test_a_link_with_a_note_in_it_is_closed_around_it() -> None:
    link = Wrapping(0, 6, Markup("<a>"), Markup("</a>"))
    call = Insertion(3, Markup("<sup>1</sup>"))
    assert annotate("abcdef", 0, 6, [link], [call]) == "<a>abc</a><sup>1</sup><a>def</a>"


def test_labels_are_those_of_printed_lists() -> None:
    printed = {"27.B": "B", "27.B.1": "1", "27.B.1.b": "(b)", "12.C.1.e.i": "(i)"}
    for id, label in printed.items():
        assert label_of(ProvisionId.parse(id), LETTERED) == label

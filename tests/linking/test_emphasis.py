"""Emphasis says nothing: a ruling means in bold letters what it means without."""

from __future__ import annotations

import pytest
from hypothesis import given

from kb.corpus.corpus import Corpus
from kb.linking.linker import cite
from kb.linking.resolving.index import Index
from kb.linking.zones import Format
from kb.storage.store import Store
from support.emphasised import EMPHASISED, Emphasised


@pytest.fixture(scope="module")
def index(corpus: Corpus, store: Store) -> Index:
    return Index.of(corpus, store)


def meant(index: Index, ruling: str, format: Format) -> list[str]:
    """What a ruling cites: edition, provisions, what it is held for and how surely."""
    return [
        f"{one.edition} {' '.join(map(str, one.targets))} {one.status} {one.confidence}"
        for one in cite(ruling, format, index, ["en"])
    ]


SAME: list[tuple[Format, str, str]] = [
    ("html", "Law 27B (1997) Law 16", "Law 27B <strong>(1997)</strong> Law 16"),
    ("html", "Law 27B1 1997 Law 25B", "Law 27B1 1997 <b>Law 25B</b>"),
    ("html", "Law 27B1 1997 Law 25B", "Law 27B1 <b>1997</b> Law 25B"),
    ("html", "Law 70, section D", "<em>Law 70</em>, <b>section D</b>"),
    ("html", "Laws 25, 27 points", "Laws 25, <b>27</b> points"),
    ("html", "Law 16, in room 55A", "Law 16, in <b>room</b> 55A"),
    ("markdown", "Law 27B (1997) Law 16", "Law 27B **(1997)** Law 16"),
    ("markdown", "Law 27B1 1997 Law 25B", "Law 27B1 1997 ***Law 25B***"),
    ("markdown", "Laws 25, 27 points", "Laws 25, **27** points"),
]


@pytest.mark.parametrize(("format", "plain", "emphasised"), SAME)
def test_emphasis_changes_nothing(
    format: Format, plain: str, emphasised: str, index: Index
) -> None:
    assert meant(index, emphasised, format) == meant(index, plain, format) != []


@given(EMPHASISED)
def test_tags_that_say_nothing_change_nothing(index: Index, ruling: Emphasised) -> None:
    assert meant(index, ruling.tagged, "html") == meant(index, ruling.plain, "html")


def test_what_is_not_read_parts_a_label_from_its_law_as_words_do(index: Index) -> None:
    code, words = "Law 70, <code>x</code> section D", "Law 70, x section D"
    assert meant(index, code, "html") == meant(index, words, "html")
    assert meant(index, code, "html") != meant(index, "Law 70, section D", "html")

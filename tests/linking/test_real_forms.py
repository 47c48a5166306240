"""What players and directors really write is linked, and what only looks like it is not."""

from __future__ import annotations

import pytest

from kb.corpus.corpus import Corpus
from kb.linking.cited import Cited
from kb.linking.linker import cite
from kb.linking.resolving.index import Index
from kb.linking.zones import Format
from kb.storage.store import Store
from support.real_forms import FORMS, TRAPS


@pytest.fixture(scope="module")
def index(corpus: Corpus, store: Store) -> Index:
    return Index.of(corpus, store)


def told(one: Cited) -> str:
    """What a citation means: 27.B, 28..30, 26.B@1997."""
    year = one.edition.rpartition("-")[2]
    return "..".join(map(str, one.targets)) + ("" if year == "2017" else f"@{year}")


def linked(index: Index, text: str, *languages: str, format: Format = "text") -> str:
    """What is linked in a text, in order."""
    cited = cite(text, format, index, languages)
    return " ".join(told(one) for one in cited if one.status == "linked")


@pytest.mark.parametrize(("language", "text", "expected"), FORMS)
def test_what_is_written_is_linked(index: Index, language: str, text: str, expected: str) -> None:
    assert linked(index, text, language) == expected


@pytest.mark.parametrize(("language", "text", "expected"), TRAPS)
def test_what_only_looks_so_is_not_linked(
    index: Index, language: str, text: str, expected: str
) -> None:
    assert linked(index, text, language) == expected


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ("Law 27\\\nB 1 (b) and Law\\\n64C", "markdown"),
        ("Law 27  \nB 1 (b) and Law  \n64C", "markdown"),
        ("> Law 27\n> B 1 (b) and Law\n> 64C", "markdown"),
        ("<p>Law 27\\\nB 1 (b) and Law  \n64C</p>", "markdown"),
        ("Law 27<br>B 1 (b) and Law<br>64C", "markdown"),
        ("<p>Law 27<br>B 1 (b) and Law <br />\n64C</p>", "html"),
        ("<p>Law 27\\\nB 1 (b) and Law  \n64C</p>", "html"),
    ],
)
def test_a_citation_goes_on_behind_a_line_break(index: Index, text: str, format: Format) -> None:
    assert linked(index, text, "en", format=format) == "27.B.1.b 64.C"


def test_a_title_over_two_paragraphs_leaves_them_as_they_are(index: Index) -> None:
    text = "Laws 25 (changes\n\nof call), 27 (bids); A1 is one."
    assert linked(index, text, "en") == "25"

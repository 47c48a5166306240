"""The recogniser: what is no citation, and that any text is read in order and in time."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.citations.anchors import patterns
from kb.citations.paths import scan
from kb.citations.recogniser import FORMS, recognise

NOT_CITED = [
    ("hu", "A licitálási szakasz véget ér; legalább 100 pont; a 2. és 3. bukásért."),
    ("hu", "e szabályok szerint, a szakaszban, pontosan tizenhárom lap"),
    ("hu", "A 12. fordulót 2018. 05. 27-én játsszák a 3. teremben."),
    ("pl", "niniejsze przepisy; 50 punktów; niniejszym przepisom; w rozdaniu 12 grali 4 piki."),
    ("hr", "oba člana para, član momčadi, 4 herca, bord 12 na stolu 16"),
    ("en", "We lost 27-16 in IMPs; board 12 was 4H doubled, table 7B. Rule of 18."),
    ("en", "§§§1"),
]


@pytest.mark.parametrize(("language", "words"), NOT_CITED)
def test_what_only_looks_like_a_citation_is_none(language: str, words: str) -> None:
    assert recognise(words, language) == []


def test_what_is_glued_to_a_word_is_none_wherever_reading_begins() -> None:
    assert recognise("seat12C3 and 27B1", "en", 4)[0].start == 13


@given(st.text(), st.sampled_from(sorted(patterns())))
def test_spans_lie_in_any_text_in_order(text: str, language: str) -> None:
    at = 0
    for citation in recognise(text, language):
        assert at <= citation.start < citation.end <= len(text)
        at = citation.end


@pytest.mark.parametrize("length", [1, 2, 3])
def test_no_sequence_of_tokens_is_tried_again_and_again(length: int) -> None:
    """A pattern with two ways through a repeated sequence would need years for one of these."""
    for repeated in product("PNnRvtlpLQJDFTUW)x", repeat=length):
        codes = "".join(repeated) * (120 // length)
        for form in FORMS:
            for start in range(length):
                form.match(codes, start)


@given(
    st.lists(st.sampled_from(["27", "1.", "B", "(b)", ",", "és", "i", "fenti", "a", "§", "pont"]))
)
def test_lists_of_anything_are_read(parts: list[str]) -> None:
    for language in patterns():
        recognise(" ".join(parts * 10), language)


@given(st.text(alphabet="27BbAi1().) ", min_size=1, max_size=12), st.booleans())
def test_a_path_ends_where_its_labels_end(text: str, spaced: bool) -> None:
    path = scan(text, 0) if not text[0].isspace() else None
    if path:
        assert path.labels
        assert text[path.end - 1] not in "( "

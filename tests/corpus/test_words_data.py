"""Everyday words and situations: every language has them, and nobody took them from the queries."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kb.core.read_records import Reading
from kb.corpus.corpus import Corpus
from kb.curation.concepts.everyday import read_everyday
from kb.curation.concepts.situations import read_situations
from support.texts import Read

LANGUAGES = ("hu", "pl", "hr", "it", "fr", "de", "en")


@pytest.fixture(scope="module")
def readings(texts: dict[str, Read]) -> Sequence[Reading]:
    return [one.reading for one in texts.values()]


def test_every_sense_has_words_in_most_languages(corpus: Corpus) -> None:
    senses = read_everyday(corpus.home)
    assert len(senses) > 800
    assert all(len(sense.words) >= 4 for sense in senses)
    for code in LANGUAGES:
        assert sum(code in sense.words for sense in senses) > 0.95 * len(senses)


def test_every_law_has_situations_in_seven_languages(
    corpus: Corpus, readings: Sequence[Reading]
) -> None:
    found = read_situations(corpus, readings)
    for code in LANGUAGES:
        laws = {
            id.split(".")[0]
            for one in found
            if one.edition == "bridge-2017" and one.language == code
            for id in one.provisions
        }
        assert laws == {str(number) for number in range(1, 94)}, code
    sections = {one.provisions[0].split(".")[0] for one in found if one.edition == "ulti-2017"}
    assert sections >= {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "13"}


def test_no_situation_is_a_judged_query(corpus: Corpus, readings: Sequence[Reading]) -> None:
    """They were written by others than the queries, and not from them."""
    from test_search_quality import REPOSITORY, read_queries

    words = {one.words.lower().rstrip("?") for one in read_situations(corpus, readings)}
    for name in ("queries_dev", "queries_blind", "queries_real_dev", "queries_stories"):
        queries = read_queries(REPOSITORY / "tests/data" / f"{name}.jsonl")
        long = [q["query"].lower().rstrip("?") for q in queries if len(q["query"].split()) > 3]
        assert len([query for query in long if query in words]) <= 0.02 * len(long)


def test_situations_of_texts_that_are_not_read_are_left_out(
    corpus: Corpus, readings: Sequence[Reading]
) -> None:
    """16.C.3 is in the Polish text alone."""
    hungarian = [one for one in readings if one.text == "bridge-2017/hu"]
    found = [one for one in read_situations(corpus, hungarian) if one.edition == "bridge-2017"]
    assert found
    assert all(one.provisions for one in found)

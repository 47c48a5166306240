"""What kodeks check finds in these texts: their curation has settled what looks numbered."""

from __future__ import annotations

import pytest

from kb.core.errors import CorpusError
from kb.corpus.corpus import Corpus
from kb.corpus.distinguishing import alike
from kb.reading.numbered import gaps
from kb.reading.read import read
from kb.records.text_check import check
from kb.storage.store import Store


def unbuilt() -> Store:
    raise CorpusError("only the reading is looked at")


@pytest.mark.slow
def test_nothing_in_these_texts_looks_numbered_and_is_not(corpus: Corpus) -> None:
    findings = check(corpus, corpus.readable, unbuilt).findings
    assert [finding.kind for finding in findings] == ["unbuilt"]


def test_the_section_that_the_print_leaves_out_is_settled_in_its_print_file(
    corpus: Corpus,
) -> None:
    records = read(corpus.text("ulti-2017/hu")).records
    assert [(gap.found, gap.line, gap.expected) for gap in gaps(records)] == [("13", 401, "12")]


def test_the_works_can_be_told_apart(corpus: Corpus) -> None:
    assert [*alike(corpus)] == []

"""Sheets to sign, pictures for reviewers, quotations of the law."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from msgspec import structs

from kb.core.errors import NotFoundError
from kb.corpus.corpus import Corpus
from kb.curation.procedures.signatures import WaySignature
from kb.deciding.decision import Decider
from kb.deciding.picture import mermaid
from kb.deciding.quoted import quoted
from kb.deciding.sheet import Sheets
from kb.deciding.walking import ways
from kb.storage.store import Store


@pytest.fixture(scope="module")
def decider(corpus: Corpus, store: Store) -> Decider:
    return Decider.open(corpus, store)


def test_a_signature_holds_until_words_change(decider: Decider) -> None:
    claim = decider.procedure("claim")
    first, second, *_ = Sheets(decider, "hu", ()).rows(claim)
    answers = first.walk.answers
    signature = WaySignature("claim", answers, "hu", first.hash, "A director", "2026-11-26")
    sheets = Sheets(decider, "hu", (signature,))
    signed, other, *_ = sheets.rows(claim)
    assert signed.signed == signature
    assert signed.cells[-2:] == ("A director", "2026-11-26")
    assert (other.signed, other.hash) == (None, second.hash)
    key = first.walk.path[0][0].words_key
    words = {**claim.words, "hu": {**claim.words["hu"], key: "Más kérdés?"}}
    changed, *_ = sheets.rows(structs.replace(claim, words=words))
    assert changed.signed is None
    assert changed.hash != first.hash
    german = {**claim.words, "de": {**claim.words["de"], key: "Eine andere Frage?"}}
    unchanged, *_ = sheets.rows(structs.replace(claim, words=german))
    assert unchanged.signed == signature


def test_a_signature_is_of_the_laws_words_too(decider: Decider) -> None:
    claim = decider.procedure("claim")
    before = next(Sheets(decider, "en", ()).rows(claim))

    class Changed(Store):
        def records(self, text: str):  # type: ignore[no-untyped-def]
            for record in super().records(text):
                is_cited = record.id in before.walk.cited
                yield structs.replace(record, body=f"{record.body}.") if is_cited else record

    store = Changed(decider.store.directory, "", {})
    after = next(Sheets(replace(decider, store=store), "en", ()).rows(claim))
    assert after.hash != before.hash


def test_a_picture_has_every_question_answer_and_step(decider: Decider) -> None:
    for procedure in decider.procedures.by_id.values():
        drawn = mermaid(procedure, "pl")
        assert drawn.startswith("flowchart TD\n")
        arrows = re.findall(r"^  (\w+) -- \"(.*?)\" --> (\w+)$", drawn, re.MULTILINE)
        assert len(arrows) == sum(len(question.answers) for question in procedure.questions)
        nodes = set(re.findall(r"^  (\w+)[\[({]", drawn, re.MULTILINE))
        assert {end for _, _, end in arrows} <= nodes
        for outcome in procedure.outcomes:
            for step in outcome.steps:
                assert " ".join(step.cite) in drawn


def test_the_law_is_quoted_word_for_word(decider: Decider) -> None:
    one, other = quoted(
        decider.corpus, decider.store, "bridge-2017", ["27.B.1.b", "24"], ("hu", "de")
    )
    law = decider.store.by_id("bridge-2017/hu")
    assert one.name == {"hu": "27B1(b) pont", "de": "§ 27B1(b)"}
    assert one.wording == {"hu": law["27.B.1.b"].body}
    assert set(one.told) == {"hu", "de"}
    assert other.wording == {"hu": law["24"].body}


def test_notes_and_definitions_are_quoted_by_names(decider: Decider) -> None:
    cited = {
        id for one in decider.procedures.by_id.values() for way in ways(one) for id in way.cited
    }
    for one in quoted(decider.corpus, decider.store, "bridge-2017", sorted(cited), ("pl", "en")):
        assert one.wording or one.told, one.id
        assert not any(
            "." in name and name.startswith(("def.", "note.")) for name in one.name.values()
        )


def test_languages_are_those_that_there_are(corpus: Corpus, store: Store) -> None:
    assert set(Decider.open(corpus, store).languages) == {"hu", "pl", "hr", "it", "fr", "de", "en"}
    with pytest.raises(NotFoundError, match="not in 'cs'"):
        Decider.open(corpus, store, ("cs",))
    with pytest.raises(NotFoundError, match="no procedures for ulti-2017"):
        Decider.open(corpus, store, (), "ulti-2017")

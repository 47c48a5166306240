"""Answers about procedures: which there are, the next question, the ruling."""

from __future__ import annotations

from kb.deciding.decision import Decider
from kb.deciding.walking import parse_answers, walk
from kb.service.served_build import JsonAnswer, ServedBuild


def procedures(
    served: ServedBuild, edition: str, languages: tuple[str, ...], reader: str
) -> JsonAnswer:
    """The procedures of an edition as `kodeks procedures --json` prints them."""
    return _decider(served, edition, languages, reader).listed()


def decision(
    served: ServedBuild,
    edition: str,
    procedure: str,
    answers: str,
    languages: tuple[str, ...],
    reader: str,
) -> JsonAnswer:
    """Where answers lead to, as `kodeks decide --json` prints it, with the page of each citation.

    Raises `NotFoundError` with the nearest, `BadAnswersError`.
    """
    decider = _decider(served, edition, languages, reader)
    answer = decider.decision(walk(decider.procedure(procedure), parse_answers(answers)))
    answer["citations"] = [
        {**quoted.plain(), "page": served.page(edition, quoted.id, decider.languages[0])}
        for quoted in answer["citations"]
    ]
    return answer


def _decider(served: ServedBuild, edition: str, languages: tuple[str, ...], reader: str) -> Decider:
    """The procedures of an edition in some languages, else in the reader's."""
    edition = served.corpus.edition(edition).id
    if not languages:
        spoken = served.store.procedures(edition).languages
        languages = (reader,) if reader in spoken else spoken[:1]
    return Decider.open(served.offered, served.store, languages, edition)

"""Checks a flow: every way ends, nothing is dead, what is cited exists, each end has its case."""

from __future__ import annotations

from collections.abc import Collection

from kb.core.errors import CorpusError
from kb.core.nearest import nearest_hint
from kb.core.procedures import END, GO
from kb.curation.procedures.flow_files import Flow, FlowCase


def check_flow(flow: Flow, procedures: Collection[str], worded: Collection[str]) -> None:
    """Raise `CorpusError` with file and line for the first fault of a flow.

    `procedures` are the ids that answers and steps may lead to, `worded` those of the provisions
    that have a wording.
    """
    if flow.start not in flow.questions:
        raise flow.table.error("start", *_unknown("question", flow.start, flow.questions))
    laws = {id.partition(".")[0] for id in worded}
    for number, law in enumerate(flow.covers):
        if law not in laws:
            raise flow.table.error("covers", *_unknown("law", law, laws), number)
    _check_targets(flow, procedures)
    reached = _reached(flow)
    for key in flow.questions:
        if key not in reached:
            raise flow.at_question(key).error("answer", "is never reached", "Lead to it.")
    for key in flow.outcomes:
        if f"{END}{key}" not in reached:
            at = flow.at_step(key, 0)
            raise at.error("say", f"belongs to {key}, which no answer leads to", "Lead to it.")
    for number, parting in enumerate(flow.partings):
        if parting.at not in flow.questions:
            at = flow.at_parting(number)
            raise at.error("at", *_unknown("question", parting.at, flow.questions))
    for at, cited in flow.citations():
        for number, id in enumerate(cited):
            if id not in worded:
                why = f"{id!r} is no provision with a wording"
                raise at.error("cite", why, nearest_hint(id, worded), number)
    _check_cases(flow, reached)


def _unknown(what: str, name: str, names: Collection[str]) -> tuple[str, str | None]:
    """What is wrong where something is named that there is not, and the nearest."""
    return f"is no {what}: {name!r}", nearest_hint(name, names)


def _check_targets(flow: Flow, procedures: Collection[str]) -> None:
    """Raise `CorpusError` at an answer or a step that leads to nothing."""
    for question in flow.questions.values():
        for answer in question.answers:
            what, name, names = _target(flow, answer.to, procedures)
            if name not in names or (what == "other procedure" and name == flow.id):
                at = flow.at_question(question.key).table("answer")
                raise at.error(answer.key, *_unknown(what, name, names))
    for outcome in flow.outcomes.values():
        for number, step in enumerate(outcome.steps):
            if step.go and step.go not in procedures:
                at = flow.at_step(outcome.key, number)
                raise at.error("go", *_unknown("procedure", step.go, procedures))


def _target(flow: Flow, to: str, procedures: Collection[str]) -> tuple[str, str, Collection[str]]:
    """What an answer leads to: what kind of thing, its name, and the names that there are."""
    if to.startswith(END):
        return "outcome", to.removeprefix(END), flow.outcomes
    if to.startswith(GO):
        return "other procedure", to.removeprefix(GO), procedures
    return "question", to, flow.questions


def _reached(flow: Flow) -> set[str]:
    """All questions and ends that are reached from the start; raises `CorpusError` at a cycle."""
    reached: set[str] = set()
    whole: set[str] = set()

    def visit(key: str, above: tuple[str, ...]) -> None:
        reached.add(key)
        for answer in flow.questions[key].answers:
            if answer.to in (*above, key):
                at = flow.at_question(key).table("answer")
                raise at.error(answer.key, f"leads back to {answer.to}", "Every way must end.")
            if answer.to in flow.questions and answer.to not in whole:
                visit(answer.to, (*above, key))
            reached.add(answer.to)
        whole.add(key)

    visit(flow.start, ())
    return reached


def _check_cases(flow: Flow, reached: Collection[str]) -> None:
    """Raise `CorpusError` for a case that goes wrong, and for an end without a case."""
    ended = set()
    for case in flow.cases:
        end = _end_of(flow, case)
        if end != case.ends:
            raise flow.at_case(case).error("ends", f"is wrong: these answers lead to {end}")
        ended.add(end)
    for end in sorted(end for end in reached if end.startswith((END, GO))):
        if end not in ended:
            raise flow.table.error("case", f"is missing for {end}", "Add a [[case]] that ends so.")


def _end_of(flow: Flow, case: FlowCase) -> str:
    """Where the answers of a case lead to; raises `CorpusError` at an answer that there is not."""
    at = flow.start
    for number, key in enumerate(case.answers):
        if at not in flow.questions:
            raise _case_error(flow, case, number, f"has an answer too many: {at} is an end", None)
        answer = flow.questions[at].answer(key)
        if answer is None:
            keys = [answer.key for answer in flow.questions[at].answers]
            why = f"has {key!r}, which is no answer to {at}"
            raise _case_error(flow, case, number, why, nearest_hint(key, keys))
        at = answer.to
    return at


def _case_error(flow: Flow, case: FlowCase, number: int, why: str, hint: str | None) -> CorpusError:
    return flow.at_case(case).error("answers", why, hint, number)

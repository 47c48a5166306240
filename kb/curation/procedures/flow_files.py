"""Reads the flow of a procedure from its TOML file: questions, outcomes, partings, cases.

A flow has keys and provisions and no words. Every fault is an error with file, line and what to do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import cast, get_args

from kb.core.procedures import (
    Answer,
    DueStep,
    Outcome,
    Parting,
    Person,
    Question,
    QuestionKind,
    When,
)
from kb.files.typed_toml import TomlTable, read_toml

_KEY = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")

#: The kinds of a question, who is asked, and when a step is due, as files write them.
_KINDS, _PERSONS, _WHENS = (get_args(names) for names in (QuestionKind, Person, When))

#: The fewest answers that make a question one.
_ANSWERS = 2


@dataclass(frozen=True)
class FlowCase:
    """A case that the author of a flow gives: what was answered, and where that must end."""

    number: int
    answers: tuple[str, ...]
    ends: str


@dataclass(frozen=True)
class Flow:
    """A flow as its file has it, with the table to say where in the file something is."""

    table: TomlTable
    id: str
    group: str
    covers: tuple[str, ...]
    start: str
    questions: Mapping[str, Question]
    outcomes: Mapping[str, Outcome]
    partings: tuple[Parting, ...]
    cases: tuple[FlowCase, ...]

    @property
    def steps(self) -> Iterator[DueStep]:
        """The steps of all outcomes."""
        return (step for outcome in self.outcomes.values() for step in outcome.steps)

    def citations(self) -> Iterator[tuple[TomlTable, list[str]]]:
        """Whatever questions, steps and partings cite, with the table that does."""
        for question in self.questions.values():
            yield self.at_question(question.key), question.cite
        for outcome in self.outcomes.values():
            for number, step in enumerate(outcome.steps):
                yield self.at_step(outcome.key, number), step.cite
        for number, parting in enumerate(self.partings):
            yield self.at_parting(number), parting.cite

    def at_question(self, key: str) -> TomlTable:
        """The table of a question in the file."""
        return self.table.table("question").table(key)

    def at_step(self, outcome: str, number: int) -> TomlTable:
        """The table of a step of an outcome in the file; the first step is number 0."""
        return self.table.table("outcome").table(outcome).tables("step")[number]

    def at_parting(self, number: int) -> TomlTable:
        """The table of a parting in the file, from 0."""
        return self.table.tables("differs")[number]

    def at_case(self, case: FlowCase) -> TomlTable:
        """The table of a case in the file."""
        return self.table.tables("case")[case.number]


def read_flow(path: Path, groups: Sequence[str]) -> Flow:
    """The flow in a file; `groups` are those that there are. Raises `CorpusError`."""
    table = read_toml(path)
    flow = Flow(
        table,
        path.stem,
        table.one_of("group", {*groups}),
        table.strings("covers"),
        table.string("start"),
        {key: _question(key, one) for key, one in _below(table, "question").items()},
        {key: _outcome(key, one) for key, one in _below(table, "outcome").items()},
        tuple(_parting(one) for one in table.tables("differs", required=False)),
        tuple(_case(number, one) for number, one in enumerate(table.tables("case"))),
    )
    table.done()
    return flow


def _below(table: TomlTable, key: str) -> dict[str, TomlTable]:
    """The tables below a key of a flow by their names; there may be no outcomes."""
    group = table.optional_table(key) if key == "outcome" else table.table(key)
    if group is None:
        return {}
    for name in group:
        if not _KEY.fullmatch(name):
            raise group.error(name, "must be of lower case letters, digits and hyphens")
    return {name: group.table(name) for name in group}


def _question(key: str, table: TomlTable) -> Question:
    answers = table.table("answer").items()
    for name in answers:
        if not _KEY.fullmatch(name):
            raise table.table("answer").error(name, "must be of lower case letters and hyphens")
    if len(set(answers.values())) < _ANSWERS:
        raise table.error(
            "answer", "asks for nothing: all answers lead to the same", "Leave the question out."
        )
    question = Question(
        key,
        cast("QuestionKind", table.one_of("kind", {*_KINDS})),
        cast("Person", table.one_of("of", {*_PERSONS})),
        [*table.strings("cite")],
        [Answer(name, to) for name, to in answers.items()],
    )
    table.done()
    return question


def _outcome(key: str, table: TomlTable) -> Outcome:
    steps = [_step(one) for one in table.tables("step")]
    times = [_WHENS.index(step.when) for step in steps]
    for number, (before, after) in enumerate(pairwise(times), 1):
        if after < before:
            late = table.tables("step")[number]
            raise late.error("when", "comes before the step above it", "Put them in order of time.")
    table.done()
    return Outcome(key, steps)


def _step(table: TomlTable) -> DueStep:
    when = cast("When", table.one_of("when", {*_WHENS}))
    step = DueStep(when, table.string("say"), [*table.strings("cite")], table.optional("go"))
    table.done()
    return step


def _parting(table: TomlTable) -> Parting:
    parting = Parting(table.string("at"), [*table.strings("cite")], table.string("say"))
    table.done()
    return parting


def _case(number: int, table: TomlTable) -> FlowCase:
    case = FlowCase(number, table.strings("answers"), table.string("ends"))
    table.done()
    return case

"""Walks a procedure: from the answers that were given to the next question or the end.

The site walks in the browser by the same rules (site/decide/way.js).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.core.errors import KodeksError, NotFoundError
from kb.core.nearest import nearest
from kb.core.procedures import END, GO, Answer, Outcome, Procedure, Question

#: An answer that somebody gives: the key of the question ("" for the next one), and its own.
Given = tuple[str, str]

#: How many characters the answers may have that somebody writes in one line.
LONGEST = 2000


class BadAnswersError(KodeksError):
    """Answers that cannot be given: malformed, twice, or to what is not asked; exit code 2."""

    exit_code = 2


@dataclass(frozen=True)
class Walk:
    """A way through a procedure as far as it was answered.

    `path` are the questions with the answers given. Then it is at a `question`, or it has ended: in
    an `outcome`, or with another procedure (`goes`).
    """

    procedure: Procedure
    path: tuple[tuple[Question, Answer], ...]
    question: Question | None = None
    outcome: Outcome | None = None
    goes: str | None = None

    @property
    def end(self) -> str | None:
        """The end as the data names it: `end:<outcome>` or `go:<procedure>`; None on the way."""
        if self.outcome:
            return f"{END}{self.outcome.key}"
        return f"{GO}{self.goes}" if self.goes else None

    @property
    def answers(self) -> str:
        """The answers given, as `parse_answers` reads them: `meant=yes,in-turn=no`."""
        return ",".join(f"{question.key}={answer.key}" for question, answer in self.path)

    @property
    def cited(self) -> tuple[str, ...]:
        """The provisions cited on the way and at its end, each once."""
        asked = [question for question, _ in self.path]
        ids = [id for question in asked for id in question.cite]
        if self.question:
            ids += self.question.cite
            asked.append(self.question)
        keys = {question.key for question in asked}
        ids += [id for one in self.procedure.partings if one.at in keys for id in one.cite]
        ids += [id for step in (self.outcome.steps if self.outcome else ()) for id in step.cite]
        return tuple(dict.fromkeys(ids))


def parse_answers(text: str) -> tuple[Given, ...]:
    """Read answers in one line: `meant=yes,in-turn=no`, or `yes,no` in the order of the questions.

    Raises `BadAnswersError`.
    """
    if len(text) > LONGEST:
        raise BadAnswersError(
            f"these answers are too long: {len(text)} characters",
            f"There is room for {LONGEST}: question=answer, with commas between.",
        )
    given = []
    for item in filter(None, (item.strip() for item in text.split(","))):
        before, equals, after = item.partition("=")
        question, answer = (before.strip(), after.strip()) if equals else ("", before)
        if not answer or (equals and not question):
            raise BadAnswersError(f"{item!r} is no answer", "Write it as question=answer.")
        given.append((question, answer))
    return tuple(given)


def walk(procedure: Procedure, given: Sequence[Given] = ()) -> Walk:
    """Walk a procedure by answers in any order, as far as they go.

    Raises `NotFoundError` with the nearest for a question or an answer that there is not,
    `BadAnswersError` for an answer to what is not asked on this way.
    """
    named = _named(procedure, given)
    unnamed = [answer for question, answer in given if not question]
    path: list[tuple[Question, Answer]] = []
    at = procedure.start
    while not at.startswith((END, GO)):
        question = procedure.question(at)
        key = named.pop(at, None) or (unnamed.pop(0) if unnamed else None)
        if key is None:
            _check_all_used(procedure, path, named, unnamed)
            return Walk(procedure, tuple(path), question=question)
        answer = _answer(question, key)
        path.append((question, answer))
        at = answer.to
    _check_all_used(procedure, path, named, unnamed)
    if at.startswith(GO):
        return Walk(procedure, tuple(path), goes=at.removeprefix(GO))
    return Walk(procedure, tuple(path), outcome=procedure.outcome(at.removeprefix(END)))


def ways(procedure: Procedure) -> Iterator[Walk]:
    """Every way through a procedure, in the order of its answers."""

    def onward(given: tuple[Given, ...]) -> Iterator[Walk]:
        reached = walk(procedure, given)
        if reached.question is None:
            yield reached
            return
        for answer in reached.question.answers:
            yield from onward((*given, (reached.question.key, answer.key)))

    return onward(())


def _named(procedure: Procedure, given: Sequence[Given]) -> dict[str, str]:
    """The answers by the question that they name."""
    questions = [question.key for question in procedure.questions]
    named: dict[str, str] = {}
    for question, answer in given:
        if not question:
            continue
        if question not in questions:
            raise NotFoundError(
                f"{procedure.id} does not ask {question!r}", nearest(question, questions)
            )
        if question in named:
            raise BadAnswersError(f"{question} has two answers", "Give one.")
        named[question] = answer
    return named


def _answer(question: Question, key: str) -> Answer:
    answer = question.answer(key)
    if answer is None:
        keys = [answer.key for answer in question.answers]
        near = nearest(key, keys)
        raise NotFoundError(
            f"{question.key} has no answer {key!r}", near + [k for k in keys if k not in near]
        )
    return answer


def _check_all_used(
    procedure: Procedure,
    path: Sequence[tuple[Question, Answer]],
    named: dict[str, str],
    unnamed: Sequence[str],
) -> None:
    """Raise `BadAnswersError` for an answer to a question that this way does not ask."""
    asked = ", ".join(question.key for question, _ in path) or "nothing yet"
    if named:
        question = next(iter(named))
        hint = f"Asked was {asked}."
        raise BadAnswersError(f"{procedure.id} does not ask {question} after these answers", hint)
    if unnamed:
        raise BadAnswersError(f"{unnamed[0]!r} is an answer too many", f"Asked was {asked}.")

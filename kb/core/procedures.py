"""Procedures: from what happened at the table, by questions, to what is to be done now.

A procedure is a graph without cycles: its questions lead by their answers to other questions, to
outcomes or to other procedures. It has structure and provisions; what it says stands in `words`, by
language and key. The law's own words are nowhere in it: whoever shows a procedure takes them from
the records.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import field

from kb.core.stored import Stored

#: Version of the JSON Lines that a build has its procedures in.
PROCEDURES_SCHEMA = "kodeks.build-procedures/1"

#: When a step falls due: at once, in the auction, at the first lead, in the play, after it.
When = Literal["now", "auction", "lead", "play", "after"]

#: What a question asks for: something seen, what a player chooses, what the director judges.
QuestionKind = Literal["fact", "choice", "judgement"]

#: Who is asked or looked at.
Person = Literal[
    "offender",
    "partner",
    "lho",
    "rho",
    "declarer",
    "dummy",
    "defender",
    "non-offenders",
    "director",
    "table",
]

#: The kind of the ids of procedures, and the directory of their pages: `decide.claim` is at
#: `decide/claim/`, below the directory of a language.
DECIDE = "decide"

#: What an answer's target begins with where it ends a way: an outcome, or another procedure.
END, GO = "end:", "go:"


class Answer(Stored, frozen=True):
    """An answer and what it leads to: a question, `end:<outcome>` or `go:<procedure>`."""

    key: str
    to: str


class Question(Stored, frozen=True):
    """A question; `cite` are the provisions for which it is asked."""

    key: str
    kind: QuestionKind
    of: Person
    cite: list[str]
    answers: list[Answer]

    @property
    def words_key(self) -> str:
        """The key of its words."""
        return f"question.{self.key}"

    @property
    def help_key(self) -> str:
        """The key of the words that help to answer it; not every question has some."""
        return f"{self.words_key}.help"

    def answer_key(self, answer: Answer) -> str:
        """The key of the words of one of its answers."""
        return f"{self.words_key}.{answer.key}"

    def answer(self, key: str) -> Answer | None:
        """The answer with a key; None if there is none."""
        return next((answer for answer in self.answers if answer.key == key), None)


class DueStep(Stored, frozen=True, omit_defaults=True):
    """What is to be done or holds at a time. `go` is the procedure that goes on from there."""

    when: When
    say: str
    cite: list[str]
    go: str | None = None

    @property
    def words_key(self) -> str:
        """The key of its words."""
        return f"say.{self.say}"


class Outcome(Stored, frozen=True):
    """A ruling: its steps in the order of time."""

    key: str
    steps: list[DueStep]


class Parting(Stored, frozen=True):
    """Where the texts of an edition part: at which question, over which provisions."""

    at: str
    cite: list[str]
    say: str

    @property
    def words_key(self) -> str:
        """The key of its words."""
        return f"differs.{self.say}"


class Procedure(Stored, frozen=True):
    """A procedure of an edition with its words: language → key → words.

    The keys are `title`, `entry`, `question.<q>`, `question.<q>.help`, `question.<q>.<answer>`,
    `say.<step>` and `differs.<parting>`.
    """

    id: str
    group: str
    covers: list[str]
    start: str
    questions: list[Question]
    outcomes: list[Outcome]
    partings: list[Parting]
    words: dict[str, dict[str, str]] = field(default_factory=dict)

    def question(self, key: str) -> Question:
        """The question with a key."""
        return next(question for question in self.questions if question.key == key)

    def outcome(self, key: str) -> Outcome:
        """The outcome with a key."""
        return next(outcome for outcome in self.outcomes if outcome.key == key)

    def partings_at(self, question: Question) -> list[Parting]:
        """Where the texts part at a question."""
        return [parting for parting in self.partings if parting.at == question.key]

    def says(self, key: str, language: str) -> str:
        """The words of a key in a language; "" where it has none (only helps may lack)."""
        return self.words[language].get(key, "")

    @property
    def decided_by(self) -> tuple[str, ...]:
        """Every provision that a step of its outcomes cites, each once: those that it ends in."""
        steps = (step for outcome in self.outcomes for step in outcome.steps)
        return tuple(dict.fromkeys(id for step in steps for id in step.cite))


class ProcedureGroup(Stored, frozen=True):
    """A group of procedures as people look for them; its name by language."""

    key: str
    name: dict[str, str]


class Tile(Stored, frozen=True):
    """A frequent situation with the procedures that it opens; its name by language."""

    key: str
    procedures: list[str]
    name: dict[str, str]


class ProceduresHeader(Stored, frozen=True):
    """The first line of the procedures of an edition: how people find their way to them.

    `modules` are the procedures that nobody begins with: others lead to them.
    """

    schema: str
    edition: str
    groups: list[ProcedureGroup]
    tiles: list[Tile]
    modules: list[str]


class Procedures(Stored, frozen=True):
    """All procedures of an edition, by id, in the order of their groups."""

    header: ProceduresHeader
    by_id: dict[str, Procedure]

    @classmethod
    def none(cls, edition: str) -> Procedures:
        """Those of an edition that has none."""
        return cls(ProceduresHeader(PROCEDURES_SCHEMA, edition, [], [], []), {})

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that they are written in; all have the same."""
        return tuple(next(iter(self.by_id.values())).words) if self.by_id else ()

    def opening(self) -> Iterator[Procedure]:
        """Those that somebody may begin with, in their order: all but the modules."""
        return (one for one in self.by_id.values() if one.id not in self.header.modules)

    def of_group(self, key: str) -> Iterator[Procedure]:
        """The procedures of a group, in their order."""
        return (one for one in self.by_id.values() if one.group == key)

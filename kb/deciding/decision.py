"""What a procedure says after some answers, as all outputs show it: path, question or ruling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kb.core.errors import NotFoundError
from kb.core.nearest import nearest
from kb.core.procedures import DueStep, Procedure, Procedures, Question, Tile
from kb.corpus.corpus import Corpus
from kb.deciding.quoted import Quoted, quoted
from kb.deciding.walking import Walk
from kb.storage.store import Store

#: Versions of the JSON; kb/schemas/decide.json and kb/schemas/procedures.json describe it.
DECIDE_SCHEMA, PROCEDURES_SCHEMA = "kodeks.decide/1", "kodeks.procedures/1"

#: Words by language.
_ByLanguage = dict[str, str]


def every_procedures(store: Store, editions: Iterable[str]) -> Iterator[Procedures]:
    """The procedures of those of the editions that have some, in their order."""
    return (one for edition in editions if (one := store.procedures(edition)).by_id)


@dataclass(frozen=True)
class Decider:
    """The procedures of an edition, for readers of some languages, the best first."""

    corpus: Corpus
    store: Store
    procedures: Procedures
    languages: tuple[str, ...]

    @classmethod
    def open(
        cls,
        corpus: Corpus,
        store: Store,
        languages: Sequence[str] = (),
        edition: str | None = None,
    ) -> Decider:
        """The procedures of an edition, or of the first that has some.

        They are in all their languages unless some are named.

        Raises `NotFoundError` where there are none, and for a language that they are not in.
        """
        editions = [corpus.edition(edition)] if edition else corpus.editions
        procedures = next(every_procedures(store, (one.id for one in editions)), None)
        if procedures is None:
            raise NotFoundError(f"there are no procedures for {edition or 'this corpus'}")
        for code in languages:
            if code not in procedures.languages:
                raise NotFoundError(f"the procedures are not in {code!r}", [*procedures.languages])
        return cls(corpus, store, procedures, tuple(languages) or procedures.languages)

    @property
    def edition(self) -> str:
        """The edition whose procedures these are."""
        return self.procedures.header.edition

    def procedure(self, id: str) -> Procedure:
        """A procedure; raises `NotFoundError` with the nearest."""
        found = self.procedures.by_id.get(id)
        if found is None:
            raise NotFoundError(f"there is no procedure {id!r}", nearest(id, self.procedures.by_id))
        return found

    def quoted(self, ids: Iterable[str]) -> list[Quoted]:
        """Provisions as they are quoted in the languages, each once, in the order of `ids`."""
        once = dict.fromkeys(ids)
        if not once:  # else whole texts are read for nothing
            return []
        return quoted(self.corpus, self.store, self.edition, once, self.languages)

    # --- JSON -----------------------------------------------------------------------------------

    def listed(self) -> dict[str, Any]:
        """All procedures by group, the most frequent situations first."""
        header = self.procedures.header
        return {
            "schema": PROCEDURES_SCHEMA,
            "edition": self.edition,
            "languages": [*self.languages],
            "frequent": [self._tile(tile) for tile in header.tiles],
            "groups": [
                {
                    "id": group.key,
                    "name": self._within(group.name),
                    "procedures": [self._brief(one) for one in self.procedures.of_group(group.key)],
                }
                for group in header.groups
            ],
        }

    def decision(self, walk: Walk) -> dict[str, Any]:
        """What a walk has come to: the next question, or the ruling, with the law's words."""
        return {
            "schema": DECIDE_SCHEMA,
            "edition": self.edition,
            "languages": [*self.languages],
            "procedure": self._brief(walk.procedure),
            "answers": walk.answers,
            "path": [
                {
                    **self._asked(walk.procedure, question),
                    "answer": answer.key,
                    "answered": self._says(walk.procedure, question.answer_key(answer)),
                }
                for question, answer in walk.path
            ],
            "question": walk.question and self._question(walk.procedure, walk.question),
            "ruling": self._ruling(walk),
            "citations": self.quoted(walk.cited),
        }

    def _tile(self, tile: Tile) -> dict[str, Any]:
        return {
            "id": tile.key,
            "name": self._within(tile.name),
            "procedures": tile.procedures,
        }

    def _brief(self, procedure: Procedure) -> dict[str, Any]:
        return {
            "id": procedure.id,
            "title": self._says(procedure, "title"),
            "entry": self._says(procedure, "entry"),
            "laws": procedure.covers,
            "module": procedure.id in self.procedures.header.modules,
        }

    def _asked(self, procedure: Procedure, question: Question) -> dict[str, Any]:
        return {
            "id": question.key,
            "kind": question.kind,
            "of": question.of,
            "words": self._says(procedure, question.words_key),
            "cite": question.cite,
        }

    def _question(self, procedure: Procedure, question: Question) -> dict[str, Any]:
        return {
            **self._asked(procedure, question),
            "help": self._says(procedure, question.help_key),
            "differs": [
                {"words": self._says(procedure, one.words_key), "cite": one.cite}
                for one in procedure.partings_at(question)
            ],
            "answers": [
                {
                    "id": answer.key,
                    "words": self._says(procedure, question.answer_key(answer)),
                }
                for answer in question.answers
            ],
        }

    def _ruling(self, walk: Walk) -> dict[str, Any] | None:
        if walk.end is None:
            return None
        steps = walk.outcome.steps if walk.outcome else []
        return {
            "ends": walk.end,
            "goes": self._brief(self.procedure(walk.goes)) if walk.goes else None,
            "steps": [self._step(walk.procedure, step) for step in steps],
        }

    def _step(self, procedure: Procedure, step: DueStep) -> dict[str, Any]:
        return {
            "when": step.when,
            "pending": step.when != "now",
            "words": self._says(procedure, step.words_key),
            "cite": step.cite,
            "goes": step.go,
        }

    def _says(self, procedure: Procedure, key: str) -> _ByLanguage:
        """What a procedure says, in those of the languages that have the key."""
        says = {code: procedure.says(key, code) for code in self.languages}
        return {code: words for code, words in says.items() if words}

    def _within(self, words: _ByLanguage) -> _ByLanguage:
        return {code: words[code] for code in self.languages}

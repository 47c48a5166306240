"""The sheet of a procedure: a row for every way, to be read against the law and signed.

The hash of a row covers our words on the way and the law's in every text of the edition. When one
of them changes, the hash does, and the row is open again. Who has signed stands in signed.tsv of
the procedures of the edition.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from kb.core.procedures import Procedure
from kb.curation.procedures.signatures import WaySignature
from kb.deciding.decision import Decider
from kb.deciding.walking import Walk, ways

#: The columns of a sheet.
COLUMNS = ("procedure", "answers", "ends", "provisions", "language", "hash", "by", "date")

#: How many digits of the hash a row has.
_DIGITS = 12


@dataclass(frozen=True)
class SheetRow:
    """A way of a procedure as a sheet has it in a language; `signed` by whom it stands signed."""

    walk: Walk
    language: str
    hash: str
    signed: WaySignature | None

    @property
    def cells(self) -> tuple[str, ...]:
        """The row, a cell for each column."""
        return (
            self.walk.procedure.id,
            self.walk.answers,
            self.walk.end or "",
            " ".join(self.walk.cited),
            self.language,
            self.hash,
            self.signed.by if self.signed else "",
            self.signed.date if self.signed else "",
        )


@dataclass(frozen=True)
class Sheets:
    """The sheets of all procedures in a language; `signatures` are those in signed.tsv."""

    decider: Decider
    language: str
    signatures: tuple[WaySignature, ...]

    def rows(self, procedure: Procedure) -> Iterator[SheetRow]:
        """The rows of a procedure in the order of its answers."""
        for way in ways(procedure):
            digest = self._hash(way)
            asked = (procedure.id, way.answers, self.language)
            signed = self._signed.get(asked)
            still = signed if signed and signed.hash == digest else None
            yield SheetRow(way, self.language, digest, still)

    @cached_property
    def _signed(self) -> dict[tuple[str, str, str], WaySignature]:
        """The latest signature of every way."""
        return {(one.procedure, one.answers, one.language): one for one in self.signatures}

    @cached_property
    def _wordings(self) -> dict[str, list[str]]:
        """What every provision says in the texts of the edition, in the order of the manifest."""
        wordings: dict[str, list[str]] = {}
        for text in self.decider.corpus.readable:
            if text.edition == self.decider.edition:
                for record in self.decider.store.records(text.id):
                    wordings.setdefault(record.id, []).append(record.body)
        return wordings

    def _hash(self, way: Walk) -> str:
        """A hash over all that the way says: our words, and those of the law."""
        says = way.procedure.words[self.language]
        ours = [says["entry"]]
        for question, answer in way.path:
            help = says.get(question.help_key, "")
            ours += [says[question.words_key], help, says[question.answer_key(answer)]]
        for step in way.outcome.steps if way.outcome else ():
            ours += [step.when, says[step.words_key], step.go or ""]
        law = {id: self._wordings.get(id, []) for id in way.cited}
        whole = json.dumps([ours, way.end, law], ensure_ascii=False)
        return hashlib.sha256(whole.encode()).hexdigest()[:_DIGITS]

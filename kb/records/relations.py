"""What stands in relation to a provision: citations both ways, articles, other editions, titles."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from kb.core.ids import ProvisionId
from kb.core.record_parts import Counterpart
from kb.core.stored_records import PartRecord, StoredRecord
from kb.core.titles import LawTitle
from kb.corpus.manifest import Corpus, Edition
from kb.records.counterparts import all_counterparts
from kb.records.cross_references import CitationEdge, Citator, ExplanationEdge
from kb.records.lookup import ProvisionRecords
from kb.storage.store import Store


@dataclass(frozen=True)
class Related:
    """The relations of one id of an edition; `counterparts` are those of its record."""

    id: str
    cites: tuple[CitationEdge, ...]
    cited_by: tuple[CitationEdge, ...]
    explained_in: tuple[ExplanationEdge, ...]
    counterparts: tuple[Counterpart, ...]


@dataclass(frozen=True)
class Relations:
    """The relations of an id and of all that it contains.

    `titles` are those of the law, by language. `around` is what cites the law, or another
    provision, that contains the id. `languages` are those of the edition: an edge in fewer is one
    that the others lack.
    """

    edition: Edition
    id: str
    languages: tuple[str, ...]
    titles: dict[str, LawTitle]
    rows: tuple[Related, ...]
    around: tuple[CitationEdge, ...]

    def to_dict(self) -> dict[str, Any]:
        """The relations as `kodeks show --refs --json` prints them."""
        rows = {row.id: asdict(row) for row in self.rows}
        for row in rows.values():
            del row["id"]
        around = [asdict(one) for one in self.around]
        return {"titles": self.titles, "rows": rows, "around": around}


def relations_of(
    corpus: Corpus, store: Store, found: ProvisionRecords, edges: Citator
) -> Relations:
    """The relations of what was found, over the texts that these edges are of."""
    edition = found.edition
    above = list(found.id.ancestors()) if isinstance(found.id, ProvisionId) else []
    titles = store.titles(edition.id)

    def related(id: str, by_text: dict[str, StoredRecord | None]) -> Related:
        # What is not joined over languages cites, and is cited, as its text's own.
        record = next(record for record in by_text.values() if record)
        names = (f"{edition.id}:{id}", *(f"{text}:{id}" for text, own in by_text.items() if own))
        return Related(
            id,
            tuple(edge for name in names for edge in edges.cites(name)),
            tuple(edge for name in names for edge in edges.cited_by(name)),
            tuple(edge for name in names for edge in edges.explained_in(name)),
            all_counterparts(record),
        )

    return Relations(
        edition,
        str(found.id),
        tuple(text.language for text in corpus.readable if text.edition == edition.id),
        titles.get(str(found.id).partition(".")[0], {}),
        tuple(related(id, by_text) for id, by_text in found.rows if not _is_part(by_text)),
        tuple(one for id in above for one in edges.cited_by(f"{edition.id}:{id}")),
    )


def _is_part(by_text: dict[str, StoredRecord | None]) -> bool:
    """Whether a row is a paragraph or an item of an article, which cites as its section."""
    return any(isinstance(record, PartRecord) for record in by_text.values())

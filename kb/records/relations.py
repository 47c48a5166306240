"""What is related to a provision: citations both ways, articles, other editions, titles of laws."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from kb.core.ids import ProvisionId
from kb.core.record_parts import Counterpart
from kb.core.stored_records import PartRecord, StoredRecord
from kb.core.titles import LawTitle
from kb.corpus.corpus import Corpus, Edition
from kb.records.counterparts import all_counterparts
from kb.records.cross_references import CitationEdge, CrossReferences, ExplanationEdge
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

    `titles` are those of the law, by language. `around` are the citations of the law and the
    provisions that contain the id. `languages` are those of the edition: an edge with fewer is not
    in all of its texts.
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
        around = [asdict(edge) for edge in self.around]
        return {"titles": self.titles, "rows": rows, "around": around}


def relations_of(
    corpus: Corpus, store: Store, records: ProvisionRecords, edges: CrossReferences
) -> Relations:
    """The relations of the records of an id, among the texts from which these edges were made."""
    edition = records.edition
    above = list(records.id.ancestors()) if isinstance(records.id, ProvisionId) else []
    titles = store.titles(edition.id)

    def related(id: str, by_text: dict[str, StoredRecord | None]) -> Related:
        # A record that is not joined over languages has its edges under the full id of its text.
        record = next(record for record in by_text.values() if record)
        names = (f"{edition.id}:{id}", *(f"{text}:{id}" for text in by_text if by_text[text]))
        return Related(
            id,
            tuple(edge for name in names for edge in edges.cites(name)),
            tuple(edge for name in names for edge in edges.cited_by(name)),
            tuple(edge for name in names for edge in edges.explained_in(name)),
            all_counterparts(record),
        )

    return Relations(
        edition,
        str(records.id),
        tuple(text.language for text in corpus.texts_of(edition.id)),
        titles.get(str(records.id).partition(".")[0], {}),
        tuple(related(id, by_text) for id, by_text in records.rows if not _is_part(by_text)),
        tuple(edge for id in above for edge in edges.cited_by(f"{edition.id}:{id}")),
    )


def _is_part(by_text: dict[str, StoredRecord | None]) -> bool:
    """Whether a row is a paragraph or an item of an article, which cites as its section."""
    return any(isinstance(record, PartRecord) for record in by_text.values())

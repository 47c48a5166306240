"""Who cites whom: every citation as an edge between two provisions, joined over languages.

These are the citations inside the texts; kb.linking.rulings.citator has those of rulings. An edge
runs from what cites to what is cited. Both are full ids: `rules-2017:27.B.1` for what is joined
over the languages of an edition, `rules-2017/xx:preface.2` for what each text numbers for itself.
What a paragraph of an article cites, its section cites.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from kb.core.ids import FullId, ProvisionId
from kb.core.orders import grouped
from kb.core.references import Reference
from kb.core.stored_records import PartRecord, SectionRecord, StoredRecord, anchors
from kb.corpus.corpus import Text
from kb.records.alignment import JOINED
from kb.storage.store import Store


@dataclass(frozen=True)
class CitationEdge:
    """A full id that cites, the full id that it cites, and the languages in which it does so."""

    source: str
    target: str
    languages: tuple[str, ...]


@dataclass(frozen=True)
class ExplanationEdge:
    """A section of an article that is about a provision; all by full id."""

    section: str
    provision: str
    weight: str
    confidence: str


@dataclass(frozen=True)
class CrossReferences:
    """All edges of some texts, by source in the order of the texts."""

    citing: tuple[CitationEdge, ...]
    explaining: tuple[ExplanationEdge, ...]

    def cites(self, id: str) -> Sequence[CitationEdge]:
        """What a full id cites: provisions in the order of the book, then the rest."""
        return self._from.get(id, ())

    def cited_by(self, id: str) -> Sequence[CitationEdge]:
        """What cites a full id: provisions in the order of the book, then the rest."""
        return self._to.get(id, ())

    def explained_in(self, id: str) -> Sequence[ExplanationEdge]:
        """The sections of articles about a full id, in their order."""
        return self._about.get(id, ())

    @cached_property
    def _from(self) -> dict[str, list[CitationEdge]]:
        edges = sorted(self.citing, key=lambda edge: _place(edge.target))
        return grouped(edges, lambda edge: edge.source)

    @cached_property
    def _to(self) -> dict[str, list[CitationEdge]]:
        edges = sorted(self.citing, key=lambda edge: _place(edge.source))
        return grouped(edges, lambda edge: edge.target)

    @cached_property
    def _about(self) -> dict[str, list[ExplanationEdge]]:
        return grouped(self.explaining, lambda edge: edge.provision)


def cross_references(store: Store, texts: Sequence[Text]) -> CrossReferences:
    """The edges of these texts.

    There is none to a provision that does not exist, and none for "this law", by which a provision
    only names the law that it stands in.
    """
    edges: dict[tuple[str, str], list[str]] = {}
    about: dict[tuple[str, str], ExplanationEdge] = {}
    for text in texts:
        records = store.by_id(text.id)
        for reference in store.references(text.id):
            record = records[reference.source]
            source = node(text, record)
            for target in _targets(reference, record):
                full = target if ":" in target else f"{text.edition}:{target}"
                languages = edges.setdefault((source, full), [])
                if text.language not in languages:
                    languages.append(text.language)
        for edge in _explaining(text, records.values()):
            about.setdefault((edge.section, edge.provision), edge)
    citing = (CitationEdge(*pair, tuple(languages)) for pair, languages in edges.items())
    return CrossReferences(tuple(citing), tuple(about.values()))


def node(text: Text, record: StoredRecord) -> str:
    """The full id by which a record cites and is cited."""
    if isinstance(record, PartRecord):
        return f"{text.edition}:{record.id.rpartition('.')[0]}"
    return f"{text.edition if record.kind in JOINED else text.id}:{record.id}"


def means_its_own_law(reference: Reference, target: str, record: StoredRecord) -> bool:
    """Whether a record says no more than "this law" here: the target contains the record itself."""
    return reference.relative and any(
        f"{place}.".startswith(f"{target}.") for place in anchors(record)
    )


def _targets(reference: Reference, record: StoredRecord) -> Iterator[str]:
    """The provisions that a reference in a record cites as edges: they exist and lie elsewhere."""
    for item in reference.items:
        for target in () if item.dangling else item.targets:
            if not means_its_own_law(reference, target, record):
                yield target


def _explaining(text: Text, records: Iterable[StoredRecord]) -> Iterator[ExplanationEdge]:
    for record in records:
        for law in record.explains if isinstance(record, SectionRecord) else ():
            yield ExplanationEdge(node(text, record), law.provision, law.weight, law.confidence)


def _place(id: str) -> tuple[str, bool, ProvisionId | str]:
    """Where a full id stands in its book: provisions before all that is not numbered so."""
    full = FullId.parse(id)
    if isinstance(full.local, ProvisionId):
        return full.text, False, full.local
    return full.text, True, str(full.local)

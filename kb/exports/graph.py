"""The knowledge base as a graph in GraphML: provisions, and what cites, explains, follows what.

Nodes and edges are ids and facts. Of the words of texts there are law titles only, and those only
of texts that may be exported.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO

import networkx

from kb.citations.anchors import display_name
from kb.core.orders import grouped
from kb.core.stored_records import StoredRecord
from kb.corpus.corpus import Corpus, Edition, Text
from kb.records.alignment import align
from kb.records.counterparts import all_counterparts
from kb.records.cross_references import cross_references
from kb.storage.store import Store


@dataclass(frozen=True)
class _GraphEdge:
    """A directed edge between two full ids, with what it is and more about it."""

    source: str
    target: str
    kind: str
    facts: dict[str, str | int]


def graphml(corpus: Corpus, store: Store, texts: Sequence[Text], language: str) -> bytes:
    """These texts as GraphML (UTF-8), with names and law titles in a language; always the same.

    A node is a full id with `kind`, `edition`, `name`, and for a law the `title` that it has in
    the language with `title_origin`, the text that says so or "ours"; what each text numbers for
    itself is `other`. An edge has a `kind`: `contains`; `cites` with `languages` and their number
    as `weight`; `explains` with `importance` and `confidence`; `became`, from an older provision
    to a newer, with `relation` and `confidence`.
    """
    out = networkx.MultiDiGraph(name="Kodeks", date=corpus.date)
    edges: list[_GraphEdge] = []
    for edition, of_edition in grouped(texts, lambda text: text.edition).items():
        titles = _titles(corpus, store, edition, language)
        for row in align(store, of_edition):
            id = f"{edition}:{row.id}"
            name = _name(corpus.edition(edition), row.id, language)
            out.add_node(id, kind=row.kind, edition=edition, name=name, **titles.get(row.id, {}))
            edges += _inside(id, row.kind)
            edges += _became(id, row.first)
    links = cross_references(store, texts)
    for citation in links.citing:
        facts: dict[str, str | int] = {"languages": " ".join(citation.languages)}
        facts["weight"] = len(citation.languages)
        edges.append(_GraphEdge(citation.source, citation.target, "cites", facts))
        if citation.source not in out:  # words that each text numbers for itself
            text = corpus.text(citation.source.partition(":")[0])
            out.add_node(citation.source, kind="other", edition=text.edition, name=citation.source)
    for about in links.explaining:
        facts = {"importance": about.weight, "confidence": about.confidence}
        edges.append(_GraphEdge(about.section, about.provision, "explains", facts))
    for edge in edges:
        if edge.source in out and edge.target in out:  # what is about texts that are left out
            out.add_edge(edge.source, edge.target, kind=edge.kind, **edge.facts)
    file = BytesIO()
    networkx.write_graphml_xml(out, file)
    return file.getvalue()


def _titles(corpus: Corpus, store: Store, edition: str, language: str) -> dict[str, dict[str, str]]:
    """The titles of laws in a language, without those of texts that may not be exported."""
    kept = {None, *(text.id for text in corpus.texts if text.export)}
    by_law = ((law, titles.get(language)) for law, titles in store.titles(edition).items())
    return {
        law: {"title": title.words, "title_origin": title.origin or "ours"}
        for law, title in by_law
        if title and title.origin in kept
    }


def _name(edition: Edition, id: str, language: str) -> str:
    return id if edition.about else display_name(id, language, edition.profile)


def _inside(id: str, kind: str) -> Iterator[_GraphEdge]:
    """The edge from what contains a provision or a section."""
    edition, _, local = id.partition(":")
    holder = local.rpartition(".")[0]
    if holder and kind in ("provision", "case", "section"):
        yield _GraphEdge(f"{edition}:{holder}", id, "contains", {})


def _became(id: str, record: StoredRecord) -> Iterator[_GraphEdge]:
    """The edges from a provision to those of newer editions that have what it says."""
    for place in all_counterparts(record):
        if place.newer and place.provision is not None:
            facts: dict[str, str | int] = {
                "relation": place.relation,
                "confidence": place.confidence,
            }
            yield _GraphEdge(id, f"{place.edition}:{place.provision}", "became", facts)

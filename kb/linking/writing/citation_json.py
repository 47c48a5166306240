"""Writes the citations of a document as JSON, for programs: as one object, or a line each."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from kb.core.ids import ProvisionId
from kb.linking.cited import Cited
from kb.linking.dating.dating import Dating
from kb.linking.documents.ruling import Ruling
from kb.linking.resolving.index import CitedEdition, Index
from kb.linking.writing.doubt_words import dating_json
from kb.linking.writing.sites import PublishedSite

SCHEMA = "kodeks.links/4"


#: What goes before the `citations` of a ruling, and these, made one by one.
Links = tuple[dict[str, Any], Iterator[dict[str, Any]]]


def links(
    ruling: Ruling,
    cited: Sequence[Cited],
    index: Index,
    within: CitedEdition,
    site: PublishedSite,
    dating: Dating | None = None,
) -> Links:
    """What kb/schemas/links.json describes, in two parts."""
    return _header(ruling, index, within, dating), (
        row(citation, ruling, index, site) for citation in cited
    )


def links_json(head: dict[str, Any], rows: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """What `kodeks link --to json` prints of links: kb/schemas/links.json."""
    return {**head, "citations": [*rows]}


def links_lines(head: dict[str, Any], rows: Iterable[dict[str, Any]], number: int) -> Iterator[str]:
    """What `kodeks link --to jsonl` prints: a line with the number of citations, then one each."""
    for value in chain([{**head, "citations": number}], rows):
        yield json.dumps(value, ensure_ascii=False) + "\n"


def row(cited: Cited, ruling: Ruling, index: Index, site: PublishedSite) -> dict[str, Any]:
    """One citation; offsets are code points of the untouched document."""
    edition = index.editions.get(cited.edition)
    newest = index.newest(edition.work) if edition else None
    return {
        "start": cited.span.start,
        "end": cited.span.end,
        "core": [*cited.core],
        "line": ruling.line(cited.span.start),
        "quote": cited.quote,
        "language": cited.language,
        "path": path(cited, ruling.document),
        "edition": cited.edition,
        "targets": targets(edition.id, cited) if edition and cited.status != "foreign" else [],
        "status": cited.status,
        "reason": cited.reason,
        "confidence": cited.confidence,
        "nearest": full_ids(edition, cited.nearest),
        "now": full_ids(newest, cited.now),
        "owner": cited.owner,
        "relative": cited.relative,
        "doubted": cited.doubted,
        "then": full_ids(newest, cited.then),
        "address": site.of(cited) if cited.status == "linked" else None,
    }


def path(cited: Cited, document: str) -> str:
    """The path that is cited, without the word that announces it: `27B1(b)`, `49–51`.

    It is quoted from the document where nothing says what it leads to.
    """
    if not cited.targets:
        return " ".join(document[cited.core.start : cited.core.end].split())
    return "–".join(id.display for id in cited.targets)


def targets(edition: str, cited: Cited) -> list[str | dict[str, str]]:
    """The targets of a citation as full ids; a range is one `{"from": ..., "to": ...}`."""
    ids = [f"{edition}:{id}" for id in cited.targets]
    return [{"from": ids[0], "to": ids[1]}] if cited.is_range else [*ids]


def full_ids(edition: CitedEdition | None, ids: Sequence[ProvisionId]) -> list[str]:
    """The full ids of provisions of an edition; [] for one that is not here."""
    return [f"{edition.id}:{id}" for id in ids] if edition else []


def _header(
    ruling: Ruling, index: Index, within: CitedEdition, dating: Dating | None
) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "file": ruling.name,
        "format": ruling.format,
        "characters": len(ruling.document),
        "edition": within.id,
        "dating": dating_json(dating, ruling, index),
    }

"""The citations of a document as JSON, for programs: one object, or a line each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from kb.ids import ProvisionId
from kb.linking.index import CitedEdition, Index
from kb.linking.model import Cited
from kb.linking.rulings import Ruling
from kb.linking.sites import Site

SCHEMA = "kodeks.links/2"


def links_json(
    ruling: Ruling, cited: Sequence[Cited], index: Index, within: CitedEdition, site: Site
) -> dict[str, Any]:
    """What `kodeks link --to json` prints: kb/schemas/links.json."""
    rows = [row(one, ruling, index, site) for one in cited]
    return {**_header(ruling, within), "citations": rows}


def links_lines(
    ruling: Ruling, cited: Sequence[Cited], index: Index, within: CitedEdition, site: Site
) -> Iterator[str]:
    """What `kodeks link --to jsonl` prints: a header line with their number, then a line each."""
    header = {**_header(ruling, within), "citations": len(cited)}
    for value in (header, *(row(one, ruling, index, site) for one in cited)):
        yield json.dumps(value, ensure_ascii=False) + "\n"


def row(cited: Cited, ruling: Ruling, index: Index, site: Site) -> dict[str, Any]:
    """One citation; offsets are code points of the untouched document."""
    known = index.editions.get(cited.edition)
    newest = index.newest(known.work) if known else None
    return {
        "start": cited.span.start,
        "end": cited.span.end,
        "core": [*cited.core],
        "line": ruling.line(cited.span.start),
        "quote": cited.quote,
        "language": cited.language,
        "path": path(cited, ruling.document),
        "edition": cited.edition,
        "targets": full_ids(known, () if cited.status == "foreign" else cited.targets),
        "status": cited.status,
        "reason": cited.reason,
        "confidence": cited.confidence,
        "nearest": full_ids(known, cited.nearest),
        "now": full_ids(newest, cited.now),
        "owner": cited.owner,
        "relative": cited.relative,
        "address": site.of(cited) if cited.status == "linked" else None,
    }


def path(cited: Cited, document: str) -> str:
    """What is cited, without the word that announces it: `27B1(b)`, `49–51`.

    The words of the document where nobody knows what they lead to.
    """
    if not cited.targets:
        return " ".join(document[cited.core.start : cited.core.end].split())
    ends = dict.fromkeys((cited.targets[0].display, cited.targets[-1].display))
    return "–".join(ends)


def full_ids(edition: CitedEdition | None, ids: Sequence[ProvisionId]) -> list[str]:
    """The full ids of provisions of an edition; [] for one that is not here."""
    return [f"{edition.id}:{id}" for id in ids] if edition else []


def _header(ruling: Ruling, within: CitedEdition) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "file": ruling.name,
        "format": ruling.format,
        "characters": len(ruling.document),
        "edition": within.id,
    }

"""What a concordance answers as JSON; kb/schemas/concordance.json describes it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from kb.concordance.occurrences import Concorded, FoundPlace, line_of
from kb.core.concording import Order

#: Version of the JSON.
SCHEMA = "kodeks.concordance/1"


def answer_json(
    written: str,
    found: Concorded,
    order: Order,
    width: int,
    offset: int,
    limit: int,
    withheld: Collection[str] = (),
) -> dict[str, Any]:
    """The answer with `limit` lines from `offset`; texts in `withheld` are counted, not shown."""
    part = found.occurrences[offset : offset + limit]
    return {
        "schema": SCHEMA,
        "query": written,
        "order": order,
        "width": width,
        "total": len(found.occurrences),
        "records": found.records,
        "missing": [{"word": word, "nearest": near} for word, near in found.missing.items()],
        "counts": {
            "texts": [
                {"text": text, "plain": plain, "places": number}
                for (text, plain), number in found.texts.items()
            ],
            "kinds": [{"kind": kind, "places": number} for kind, number in found.kinds.items()],
            "laws": [
                {"edition": edition, "law": law, "places": number}
                for (edition, law), number in found.laws.items()
            ],
        },
        "offset": offset,
        "lines": [_line(one, width, withheld) for one in part],
    }


def _line(one: FoundPlace, width: int, withheld: Collection[str]) -> dict[str, Any]:
    document = one.document
    hidden = document.text in withheld and not document.plain
    left, match, right = ("", "", "") if hidden else line_of(one, width)
    return {
        "text": document.text,
        "edition": document.edition,
        "id": document.id,
        "kind": document.kind,
        "law": document.law or None,
        "language": document.language,
        "plain": document.plain,
        "heading": None if hidden else document.heading or None,
        "left": left,
        "match": match,
        "right": right,
        "withheld": hidden,
    }

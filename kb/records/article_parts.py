"""Articles as readers see them: a section with its paragraphs and list items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

#: The kinds of records that an article consists of, and those that have its running words.
KINDS = frozenset({"article", "section", "paragraph", "item"})
PARTS = frozenset({"paragraph", "item"})


def parts(records: Iterable[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The paragraphs and items of each section of a text, in order."""
    found: dict[str, list[dict[str, Any]]] = {}
    for record in records:
        if record["kind"] == "section":
            found[record["id"]] = []
        elif record["kind"] in PARTS:
            found[record["id"].rpartition(".")[0]].append(record)
    return found


def whole_sections(records: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Records with those of articles as readers search them: a section has all its words.

    The words below the title of an article are headed by it.
    """
    inside = parts(records)
    title: str | None = None
    for record in records:
        if record["kind"] == "section":
            below = inside[record["id"]]
            remarks = [remark for one in (record, *below) for remark in one["remarks"]]
            body = " ".join(one["body"] for one in below)
            heading = record["heading"] or title
            yield {**record, "heading": heading, "body": body, "remarks": remarks}
            title = None
        elif record["kind"] not in PARTS:
            title = record["heading"] if record["kind"] == "article" else None
            yield record

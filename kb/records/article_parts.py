"""Articles as readers see them: a section with its paragraphs and list items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import structs

from kb.core.stored_records import ArticleRecord, PartRecord, SectionRecord, StoredRecord

#: The kinds of records that an article consists of.
KINDS = frozenset({"article", "section", "paragraph", "item"})


def parts(records: Iterable[StoredRecord]) -> dict[str, list[PartRecord]]:
    """The paragraphs and items of each section of a text, in order, by the id of the section."""
    by_section: dict[str, list[PartRecord]] = {}
    for record in records:
        if isinstance(record, SectionRecord):
            by_section[record.id] = []
        elif isinstance(record, PartRecord):
            by_section[record.id.rpartition(".")[0]].append(record)
    return by_section


def whole_sections(records: Sequence[StoredRecord]) -> Iterator[StoredRecord]:
    """The records as readers search them: a section of an article has the words of all its parts.

    The parts themselves are left out. The title of an article becomes the heading of its first
    section too, if that has none.
    """
    inside = parts(records)
    title: str | None = None
    for record in records:
        if isinstance(record, SectionRecord):
            below = inside[record.id]
            yield structs.replace(
                record,
                heading=record.heading or title,
                body=" ".join(part.body for part in below),
                remarks=tuple(remark for source in (record, *below) for remark in source.remarks),
            )
            title = None
        elif not isinstance(record, PartRecord):
            title = record.heading if isinstance(record, ArticleRecord) else None
            yield record

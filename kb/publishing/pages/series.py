"""The pages of a series of articles: the list of its parts, and each part with its sections.

Pages show the reader's language; a reader can choose others to stand beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup
from msgspec import structs

from kb.core.addresses import href
from kb.core.record_parts import Difference, Remark
from kb.core.stored_records import ItemRecord, PartRecord, SectionRecord, StoredRecord
from kb.core.titles import Title
from kb.corpus.corpus import Text
from kb.publishing.pages.contents import counts
from kb.publishing.pages.law import steps
from kb.publishing.parts.book import Book
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.lawlinks import LawLink, law_link, linked_words
from kb.publishing.parts.record_blocks import Block, ListBlock, ListItem, Paragraph
from kb.publishing.parts.rows import RowContext, RowView, Wording
from kb.records.alignment import AlignedRow
from kb.records.article_parts import parts


@dataclass(frozen=True)
class Objection:
    """What the law says instead of an article, and the article's words, in the first such text.

    `columns` are the numbers, from 1, of the texts that differ from the law, `languages` their
    names, or "" if all do.
    """

    words: Markup
    quote: str
    language: str
    href: str
    columns: tuple[int, ...]
    languages: str


@dataclass(frozen=True)
class SectionView:
    """A section as the template shows it: its row, its laws, where it differs from them.

    `diagram` says that the print has a diagram which our source has not.
    """

    row: RowView
    laws: tuple[LawLink, ...]
    differences: tuple[Objection, ...]
    diagram: bool


@dataclass(frozen=True)
class SeriesEntry:
    """A part in the list of all; its sections are pairs of an address and a title."""

    href: str
    name: str
    title: Title | None
    sections: tuple[tuple[str, Title], ...]


def name(language_site: LanguageSite, id: str) -> str:
    """What a part of a series, or a section of one, is called."""
    _ = language_site.catalogue.gettext
    return (_("Section %(number)s") if "." in id else _("Part %(number)s")) % {"number": id}


def contents(language_site: LanguageSite, book: Book) -> dict[str, Any]:
    """What the template of a series' first page needs."""
    return {
        "counts": counts(language_site, book),
        "entries": [
            SeriesEntry(
                href("", id),
                name(language_site, id),
                title_of(book, book.row[id]),
                tuple(
                    (f"{href('', id)}#{row.id}", heading)
                    for row in book.rows_of[id][1:]
                    if (heading := title_of(book, row))
                ),
            )
            for id in book.laws
        ],
    }


def title(language_site: LanguageSite, book: Book, id: str) -> str:
    """The title of a part's page: its number, and its title if that is in the reader's language."""
    printed = title_of(book, book.row[id])
    number = name(language_site, id)
    if not printed or printed.language != language_site.language:
        return number
    return language_site.titled(number, printed.words)


def context(language_site: LanguageSite, book: Book, id: str) -> dict[str, Any]:
    """What the template of a part's page needs."""
    columns = RowContext(language_site, book, id, terms={})
    inside = {text.id: parts(book.records[text.id].values()) for text in book.texts}
    article, *sections = book.rows_of[id]
    return {
        "article": RowView(id, "", name(language_site, id), 1, 1, columns.wordings(article)),
        "sections": [_section(columns, row, inside) for row in sections],
        "steps": steps(language_site, book, id, lambda part: name(language_site, part)),
        "terms": columns.terms,
    }


def title_of(book: Book, row: AlignedRow) -> Title | None:
    """The heading of a row in the first text, which is in the reader's language if any text is."""
    record = row.wording.get(book.texts[0].id)
    if record is None or not record.heading:
        return None
    return Title(record.heading, book.texts[0].language)


def _section(
    columns: RowContext,
    row: AlignedRow,
    inside: dict[str, dict[str, list[PartRecord]]],
) -> SectionView:
    """A section; `inside` are the parts of each section, by text and then by section."""
    texts = columns.book.texts
    wordings = tuple(
        _wording(columns, text, row.wording[text.id], inside[text.id][row.id]) for text in texts
    )
    level = 2 if wordings[0].heading else 0
    first = wordings[0].record
    assert first is not None  # every language has every section: the reading checks it
    return SectionView(
        RowView(row.id, row.id, name(columns.language_site, row.id), 2, level, wordings),
        tuple(_law_links(columns, first)),
        tuple(_objections(columns, wordings, [inside[t.id][row.id] for t in texts])),
        isinstance(first, SectionRecord) and first.missing == "diagram",
    )


def _objections(
    columns: RowContext,
    wordings: Sequence[Wording],
    inside: Sequence[Sequence[PartRecord]],
) -> Iterator[Objection]:
    """What the law says instead of a section; a remark on several texts gives one objection."""
    language_site = columns.language_site
    by_remark: dict[str, list[tuple[int, Difference]]] = {}
    for column, wording in enumerate(wordings):
        section = wording.record
        for difference in section.differences if isinstance(section, SectionRecord) else ():
            by_remark.setdefault(difference.remark, []).append((column, difference))
    for remark, places in by_remark.items():
        column, place = places[0]
        text = wordings[column].text
        part = next((p for p in inside[column] if place.line in _lines(p)), None)
        section = wordings[column].record
        assert section is not None  # it is a section that differs
        id = part.id if part else section.id
        names = [
            language_site.catalogue.language_name(wordings[at].text.language) for at, _ in places
        ]
        yield Objection(
            words=linked_words(language_site, columns.book.about, language_site.say(remark)),
            quote=place.printed,
            language=text.language,
            href=f"#{columns.book.anchor(text.id, id)}",
            columns=tuple(at + 1 for at, _ in places),
            languages="" if len(places) == len(wordings) else language_site.catalogue.list(names),
        )


def _lines(record: StoredRecord) -> range:
    """The lines of a record in the raw text."""
    first, last = record.lines
    return range(first, last + 1)


def _wording(
    columns: RowContext, text: Text, record: StoredRecord, inside: Sequence[PartRecord]
) -> Wording:
    """A section in one text: the blocks of its parts, their remarks, and the lines of them all."""
    heading = columns.passage(text, record).field("heading")
    records = (record, *inside)
    slips = tuple(remark for part in records for remark in part.remarks if _matters(remark))
    ends = [line for part in records for line in part.lines]
    whole = structs.replace(record, lines=(min(ends), max(ends)))
    return Wording(text, heading, tuple(_blocks(columns, text, inside)), slips, whole)


def _matters(remark: Remark) -> bool:
    """Whether readers should see a slip: lost blanks stand in the records and the report only."""
    return "".join(remark.printed.split()) != "".join(remark.recte.split())


def _blocks(columns: RowContext, text: Text, inside: Sequence[PartRecord]) -> Iterator[Block]:
    """Paragraphs, and the lists between them."""
    waiting: list[ItemRecord] = []
    for record in inside:
        if isinstance(record, ItemRecord):
            waiting.append(record)
            continue
        if waiting:
            yield ListBlock(_nested(columns, text, waiting))
            waiting = []
        anchor = columns.book.anchor(text.id, record.id)
        yield Paragraph(columns.passage(text, record).field("body"), anchor=anchor)
    if waiting:
        yield ListBlock(_nested(columns, text, waiting))


def _nested(columns: RowContext, text: Text, items: Sequence[ItemRecord]) -> tuple[ListItem, ...]:
    """Items in a row as nested lists: a new kind of mark opens a list, an earlier one goes back."""
    # An item without a mark has the kind of the item before, or else of the first with a mark.
    kind = next((_kind(item.marker) for item in items if item.marker), "")
    kinds = []
    for item in items:
        kind = _kind(item.marker) if item.marker else kind
        kinds.append(kind)
    return _lists(columns, text, [*zip(items, kinds, strict=True)])


def _lists(
    columns: RowContext, text: Text, items: Sequence[tuple[ItemRecord, str]]
) -> tuple[ListItem, ...]:
    """Items with their kinds as a list: items of the first kind, each with all up to the next."""
    listed: list[ListItem] = []
    at = 0
    while at < len(items):
        record, kind = items[at]
        end = next((i for i in range(at + 1, len(items)) if items[i][1] == kind), len(items))
        listed.append(
            ListItem(
                record.marker or "",
                columns.passage(text, record).field("body"),
                columns.book.anchor(text.id, record.id),
                _lists(columns, text, items[at + 1 : end]),
            )
        )
        at = end
    return tuple(listed)


def _kind(mark: str) -> str:
    """The kind of a mark: all numbers are of one kind, and so are all letters.

    >>> _kind("(ii)") == _kind("(i)"), _kind("–") == _kind("—")
    (True, False)
    """
    return re.sub("[0-9]+", "1", re.sub("[a-z]{1,4}", "a", mark))


def _law_links(columns: RowContext, section: StoredRecord) -> Iterator[LawLink]:
    """Links to the laws that a section explains."""
    book, about = columns.book, columns.book.about
    for explained in section.explains if isinstance(section, SectionRecord) else ():
        address = book.address(book.texts[0].id, explained.provision, columns.page)
        if address and about:
            id = explained.provision.partition(":")[2]
            link = law_link(columns.language_site, about, id, address)
            yield replace(link, guess=explained.confidence == "low")

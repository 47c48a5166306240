"""The first page of an edition: its laws by chapter, and by number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kb.core.addresses import href
from kb.core.ids import is_law
from kb.core.record_parts import Kind, Remark
from kb.core.stored_records import ChapterRecord, FrontRecord
from kb.core.titles import Title
from kb.corpus.corpus import Text
from kb.curation.chapters import Chapter
from kb.publishing.pages.law import own_title, titles
from kb.publishing.parts.book import Book, page_of
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.navigation import Tab, section_title
from kb.publishing.parts.rows import RowContext, Wording


@dataclass(frozen=True)
class LawEntry:
    """A law in a list: its id, its name in the reader's language, its titles."""

    id: str
    name: str
    titles: list[Title]


@dataclass
class ChapterEntry:
    """A chapter, part or section: its heading, the laws right below it, links to other pages.

    `span` names its first and last law; "" where it has none. `remarks` are those on the printed
    heading, `text` is the text that prints it.
    """

    id: str
    level: int
    title: str
    language: str
    span: str = ""
    laws: list[LawEntry] = field(default_factory=list)
    links: list[Tab] = field(default_factory=list)
    remarks: tuple[Remark, ...] = ()
    text: Text | None = None


#: The kinds of records that the first page counts, in this order.
_COUNTED: tuple[Kind, ...] = (
    "law", "article", "section", "provision", "definition", "bid", "case",
)  # fmt: skip


def context(language_site: LanguageSite, book: Book) -> dict[str, Any]:
    """What the template of the first page needs besides what every page has."""
    entries = _ours(language_site, book) if _is_ours(book) else _printed(language_site, book)
    listed = laws(language_site, book)
    own_titles = [title for law in listed if (title := own_title(language_site, book, law.id))]
    for law in listed:
        holders = [c.id for c in book.chapters_of(law.id)]
        entry = next((e for e in entries if holders and e.id == holders[-1]), None)
        if entry is None:
            entry = _unnamed(entries, last=bool(entries) and not law.id.isdigit())
        entry.laws.append(law)
    return {
        "laws": listed,
        "chapters": entries,
        "ours": _is_ours(book),
        "counts": counts(language_site, book),
        "signatures": [*_signatures(language_site, book)],
        "own_titles": any(not title.year for title in own_titles),
        "titles_from": next((title.year for title in own_titles if title.year), ""),
        "without": language_site.catalogue.list(_without(language_site, book)),
    }


def _without(language_site: LanguageSite, book: Book) -> list[str]:
    """The numbers below the last that no section of a statute has, as readers write them."""
    if not book.edition.profile.is_statute:
        return []
    numbers = [int(law) for law in book.laws]
    missing = sorted({*range(1, max(numbers))} - {*numbers})
    return [language_site.name(book, str(number)) for number in missing]


def _signatures(language_site: LanguageSite, book: Book) -> Iterator[Wording]:
    """The words below the last law of each text: place, day, signatures."""
    columns = RowContext(language_site, book, "")
    for text in book.texts:
        for record in book.records[text.id].values():
            if isinstance(record, FrontRecord) and not page_of(record):
                yield columns.wording(text, record)


def laws(language_site: LanguageSite, book: Book) -> list[LawEntry]:
    """The laws of an edition in order."""
    return [
        LawEntry(id, language_site.name(book, id), titles(language_site, book, id))
        for id in book.laws
    ]


def counts(language_site: LanguageSite, book: Book) -> str:
    """How many laws, provisions and other records an edition has, in words."""
    kinds = [row.kind for row in book.rows]
    numbers = [kinds.count(kind) for kind in _COUNTED]
    ngettext = language_site.catalogue.ngettext
    words = (
        ngettext("%(num)d §", "%(num)d §§", numbers[0])
        if book.edition.profile.is_statute
        else ngettext("%(num)d law", "%(num)d laws", numbers[0]),
        ngettext("%(num)d article", "%(num)d articles", numbers[1]),
        ngettext("%(num)d section", "%(num)d sections", numbers[2]),
        ngettext("%(num)d provision", "%(num)d provisions", numbers[3]),
        ngettext("%(num)d defined term", "%(num)d defined terms", numbers[4]),
        ngettext("%(num)d bid", "%(num)d bids", numbers[5]),
        ngettext("%(num)d case", "%(num)d cases", numbers[6]),
    )
    parts = zip(words, numbers, strict=True)
    return language_site.catalogue.list(
        [part % {"num": number} for part, number in parts if number]
    )


def _is_ours(book: Book) -> bool:
    """Whether the chapters of a book are ours, since its texts print none."""
    return any(chapter.ours for chapter in book.chapters)


def _unnamed(entries: list[ChapterEntry], last: bool) -> ChapterEntry:
    """The entry without a title for laws that are in no chapter.

    It stands before all chapters, or after the `last` of them: appendices.
    """
    if not entries or entries[-1 if last else 0].id:
        entries.insert(len(entries) if last else 0, ChapterEntry("", 2, "", ""))
    return entries[-1 if last else 0]


def _ours(language_site: LanguageSite, book: Book) -> list[ChapterEntry]:
    return [_entry(language_site, chapter, 2) for chapter in book.chapters]


def _entry(language_site: LanguageSite, chapter: Chapter, level: int) -> ChapterEntry:
    title, language = chapter.title(language_site.language)
    return ChapterEntry(chapter.id, level, title, language, _span(chapter))


def _span(chapter: Chapter) -> str:
    first, last = chapter.laws[0], chapter.laws[-1]
    return f"{first}–{last}" if first != last else first


def _printed(language_site: LanguageSite, book: Book) -> list[ChapterEntry]:
    """The printed headings. Those without laws get links to the pages that follow them."""
    chapters = {chapter.id: chapter for chapter in book.chapters}
    entries: dict[str, ChapterEntry] = {}
    for text in book.texts:
        entry = None
        for record in book.records[text.id].values():
            if isinstance(record, ChapterRecord) and record.id not in entries:
                entry = _heading(record, text, chapters.get(record.id))
                entries[record.id] = entry
            elif entry and not entry.span:
                _lead(language_site, entry, page_of(record))
    return list(entries.values())


def _heading(record: ChapterRecord, text: Text, chapter: Chapter | None) -> ChapterEntry:
    return ChapterEntry(
        record.id,
        2 + record.id.count(".") // 2,  # chapter.5, chapter.5.part.1, …section.2
        record.heading or "",
        text.language,
        _span(chapter) if chapter else "",
        remarks=record.remarks,
        text=text,
    )


def _lead(language_site: LanguageSite, entry: ChapterEntry, page: str) -> None:
    """Add a link to a page beside the laws, unless the entry has it."""
    if page and not is_law(page) and all(link.href != href("", page) for link in entry.links):
        entry.links.append(Tab(section_title(language_site.catalogue, page), href("", page)))

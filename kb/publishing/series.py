"""The pages of a series of articles: all its parts, and each part with its sections.

The reader's language stands alone; the others stand beside it when asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from kb.alignment import Row
from kb.articles import parts
from kb.citations.anchors import display_name, patterns
from kb.corpus import Text
from kb.ids import ProvisionId
from kb.linking import find_links
from kb.publishing.blocks import Block, ListBlock, ListItem, Paragraph
from kb.publishing.book import Book, Record, href
from kb.publishing.contents import counts
from kb.publishing.law import Title, steps
from kb.publishing.press import Press
from kb.publishing.rows import Columns, View, Wording
from kb.publishing.words import Link, annotate


@dataclass(frozen=True)
class LawLink:
    """A provision that a section is about, by its short name and, as `title`, its full one.

    A definition goes by its term, in the `language` of the text it is taken from; `guess` says
    that the provision is only the nearest there is.
    """

    href: str
    name: str
    title: str
    language: str
    guess: bool = False


@dataclass(frozen=True)
class Objection:
    """What the law says instead, and in which languages the article differs, unless in all."""

    words: Markup
    languages: str


@dataclass(frozen=True)
class SectionView:
    """A section as a template shows it: its row, its laws, what is said against it."""

    row: View
    laws: tuple[LawLink, ...]
    differences: tuple[Objection, ...]


@dataclass(frozen=True)
class Entry:
    """A part in the list of all: its address, name, title, sections."""

    href: str
    name: str
    title: Title | None
    sections: tuple[tuple[str, Title], ...]


@dataclass(frozen=True)
class Explanation:
    """A section that explains a law: where it is, its words, which clauses it is about."""

    href: str
    title: Title
    clauses: tuple[LawLink, ...]


def name(press: Press, id: str) -> str:
    """What a part of a series is called; a section goes by its number."""
    if "." in id:
        return id
    return press.catalogue.gettext("Part %(number)s") % {"number": id}


def contents(press: Press, book: Book) -> dict[str, Any]:
    """What the template of a series' first page needs."""
    return {
        "counts": counts(press, book),
        "entries": [
            Entry(
                href("", id),
                name(press, id),
                _title(book, book.row[id]),
                tuple(
                    (f"{href('', id)}#{row.id}", found)
                    for row in book.rows_of[id][1:]
                    if (found := _title(book, row))
                ),
            )
            for id in book.laws
        ],
    }


def title(press: Press, book: Book, id: str) -> str:
    """The title of a part's page."""
    found = _title(book, book.row[id])
    number = name(press, id)
    return f"{number}: {found.words}" if found and found.language == press.language else number


def context(press: Press, book: Book, id: str) -> dict[str, Any]:
    """What the template of a part's page needs."""
    columns = Columns(book, id, press.catalogue, press.catalogues)
    inside = {text.id: parts(book.records[text.id].values()) for text in book.texts}
    article, *sections = book.rows_of[id]
    return {
        "article": View(id, "", name(press, id), 1, 1, columns.wordings(article)),
        "sections": [_section(press, columns, row, inside) for row in sections],
        "steps": steps(book, id, lambda part: name(press, part)),
    }


def explanations(press: Press, book: Book, law: str) -> list[Explanation]:
    """The sections of articles that explain something on the page of a law."""
    found = []
    for series in press.books:
        if series.about is not book:
            continue
        for section, ids in series.explains.get(law, ()):
            page = section.partition(".")[0]
            clauses = tuple(_law_link(press, book, id, f"#{id}") for id in ids)
            address = f"../../{series.edition.id}/{page}/#{section}"
            found.append(Explanation(address, _whole_title(series, section), clauses))
    return found


def _whole_title(series: Book, section: str) -> Title:
    """The title of the part and the heading of the section, whichever there are."""
    row, part = series.row[section], series.row[section.partition(".")[0]]
    titles = [one for one in (_title(series, part), _title(series, row)) if one]
    return Title(" – ".join(one.words for one in titles), titles[0].language)


def _title(book: Book, row: Row) -> Title | None:
    """The heading of a row in the first text: the reader's own where there is one."""
    record = row.wording.get(book.texts[0].id)
    if record is None or not record["heading"]:
        return None
    return Title(record["heading"], book.texts[0].language)


def _section(
    press: Press, columns: Columns, row: Row, inside: dict[str, dict[str, list[Record]]]
) -> SectionView:
    wordings = tuple(
        _wording(columns, text, row.wording[text.id], inside[text.id][row.id])
        for text in columns.book.texts
    )
    level = 2 if wordings[0].heading else 0
    first = wordings[0].record
    assert first is not None  # every language has every section: the reading checks it
    return SectionView(
        View(row.id, row.id, name(press, row.id), 2, level, wordings),
        tuple(_law_links(press, columns, first)),
        tuple(_objections(press, columns, wordings)),
    )


def _objections(press: Press, columns: Columns, wordings: Sequence[Wording]) -> Iterator[Objection]:
    found: dict[str, list[str]] = {}
    for wording in wordings:
        for one in (wording.record or {}).get("differences", ()):
            found.setdefault(one["remark"], []).append(wording.text.language)
    for remark, codes in found.items():
        names = [press.catalogue.language_name(code) for code in codes]
        everywhere = len(codes) == len(wordings)
        words = _linked(press, columns, press.say(remark))
        yield Objection(words, "" if everywhere else press.catalogue.list(names))


def _wording(columns: Columns, text: Text, record: Record, inside: Sequence[Record]) -> Wording:
    """A section in one language; what is said of slips stands with the print's places."""
    heading = columns.passage(text, record).field("heading")
    own = (record, *inside)
    slips = tuple(remark for one in own for remark in one["remarks"])
    ends = [line for one in own for line in one["lines"]]
    whole = {**record, "lines": [min(ends), max(ends)]}
    return Wording(text, heading, tuple(_blocks(columns, text, inside)), slips, whole)


def _blocks(columns: Columns, text: Text, inside: Sequence[Record]) -> Iterator[Block]:
    """Paragraphs, and the lists between them."""
    waiting: list[Record] = []
    for record in inside:
        if record["kind"] == "item":
            waiting.append(record)
            continue
        if waiting:
            yield ListBlock(_nested(columns, text, waiting))
            waiting = []
        anchor = columns.book.anchor(text.id, record["id"])
        yield Paragraph(columns.passage(text, record).field("body"), anchor=anchor)
    if waiting:
        yield ListBlock(_nested(columns, text, waiting))


def _nested(columns: Columns, text: Text, items: Sequence[Record]) -> tuple[ListItem, ...]:
    """A run of items as lists in lists: a mark of another kind opens one, an old one goes back."""
    found: list[ListItem] = []
    at = 0
    while at < len(items):
        own = _kind(items[at])
        end = next((i for i in range(at + 1, len(items)) if _kind(items[i]) == own), len(items))
        record = items[at]
        found.append(
            ListItem(
                record.get("marker", ""),
                columns.passage(text, record).field("body"),
                columns.book.anchor(text.id, record["id"]),
                _nested(columns, text, items[at + 1 : end]),
            )
        )
        at = end
    return tuple(found)


def _kind(item: Record) -> str:
    """The kind of a mark: all numbers are alike, all letters, all dashes of one length."""
    mark: str = item.get("marker", "")
    return "".join("a" if char.isalpha() else "1" if char.isdigit() else char for char in mark)


def _law_links(press: Press, columns: Columns, section: Record) -> Iterator[LawLink]:
    book, about = columns.book, columns.book.about
    for one in section.get("explains", ()):
        address = book.address(book.texts[0].id, one["provision"], columns.page)
        if address and about:
            id = one["provision"].partition(":")[2]
            link = _law_link(press, about, id, address)
            yield replace(link, guess=one["confidence"] == "low")


def _law_link(press: Press, book: Book, id: str, address: str) -> LawLink:
    """A link to an id of a code: a provision by its number, a note by its law, else its term."""
    text, record = next(iter(book.row[id].wording.items()))
    if record["kind"] == "note":
        law = display_name(record["anchors"][0], press.language)
        note = press.catalogue.gettext("note %(marker)s") % {"marker": record["marker"]}
        return LawLink(address, f"{law}, {note}", "", press.language)
    if id[0].isdigit():
        short = ProvisionId.parse(id).display
        return LawLink(address, short, display_name(id, press.language), press.language)
    return LawLink(address, record["term"], "", text.rpartition("/")[2])


def _linked(press: Press, columns: Columns, remark: str) -> Markup:
    """A remark with the laws that it names as links."""
    about = columns.book.about
    assert about is not None  # only what is about a code can differ from it
    known = [ProvisionId.parse(row.id) for row in about.rows if row.id[0].isdigit()]
    spoken = {press.catalogue.spoken} & patterns().keys()
    links = [
        Link(one.start, one.end, Markup('<a href="{}">').format(address), Markup("</a>"))
        for one in find_links(remark, "text", known, [*spoken])
        if (address := about.address_from("../../", str(one.targets[0])))
    ]
    return annotate(remark, 0, len(remark), links, ())

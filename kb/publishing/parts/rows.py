"""The rows of a page: each is a provision with its wordings side by side, or gaps for them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from kb.citations.anchors import section_label
from kb.core.ids import ProvisionId, is_provision
from kb.core.record_parts import Remark
from kb.core.stored_records import StoredRecord
from kb.corpus.corpus import Text
from kb.corpus.profile import Profile
from kb.publishing.parts.book import Book
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.plain import PlainCell, plain_cells
from kb.publishing.parts.record_blocks import Block, blocks, resumed
from kb.publishing.parts.scans import Scan, scan_of
from kb.publishing.parts.words import RecordOnPage
from kb.records.alignment import AlignedRow

_NOTHING = Markup("")

#: The lowest level of headings; below it a heading is a paragraph, so that the outline stays short.
_DEEPEST = 4


@dataclass(frozen=True)
class Wording:
    """One text's wording of a row; `missing` where the text has no such record."""

    text: Text
    heading: Markup = _NOTHING
    blocks: tuple[Block, ...] = ()
    remarks: tuple[Remark, ...] = ()
    record: StoredRecord | None = None

    @cached_property
    def scan(self) -> Scan | None:
        """What is on the scan here; None where the text is no scan."""
        return scan_of(self.record) if self.record else None

    @property
    def missing(self) -> bool:
        """Whether this text lacks the record."""
        return self.record is None


@dataclass(frozen=True)
class RowView:
    """A row as a template shows it.

    `label` is the last label as lists print it, `name` the citation in the reader's language,
    `level` the heading's level, 0 without a heading. A row that `resumes` has the words of a
    provision that continue after its children; it has no anchor. `plain` are our plain words, if
    any stand at it; they go under its `term` if it defines one.
    """

    id: str
    label: str
    name: str
    depth: int
    level: int
    wordings: tuple[Wording, ...]
    resumes: bool = False
    plain: PlainCell | None = None
    term: str = ""

    @property
    def short(self) -> str:
        """The number as people write it, 27B1(b), or the name of a term."""
        return ProvisionId.parse(self.id).display if is_provision(self.id) else self.name

    @property
    def numbered(self) -> bool:
        """Whether the label is printed in all texts; it may be missing on a scan."""
        return all(wording.scan is None or wording.scan.numbered for wording in self.wordings)

    @property
    def has_heading(self) -> bool:
        """Whether any text has a heading here."""
        return any(wording.heading for wording in self.wordings)

    @property
    def has_body(self) -> bool:
        """Whether anything stands below the heading, or a text lacks the row."""
        return self.plain is not None or any(
            one.blocks or one.remarks or one.missing for one in self.wordings
        )


@dataclass(frozen=True)
class RowContext:
    """What the rows of a page share.

    `here` are the notes that stand on the page. On a page that does not belong to the book, `root`
    leads to the directory of the editions. `chosen` are the texts that the page shows; () means all
    of the book's. The concepts whose words are marked are added to `terms`; None means that the
    page marks none. A page that `tells` has our plain words beside the texts.
    """

    language_site: LanguageSite
    book: Book
    page: str
    here: frozenset[str] = frozenset()
    root: str = ""
    chosen: tuple[Text, ...] = ()
    terms: dict[str, None] | None = None
    tells: bool = False

    @property
    def texts(self) -> tuple[Text, ...]:
        """The texts of the columns, in their order."""
        return self.chosen or self.book.texts

    @cached_property
    def plain(self) -> dict[str, PlainCell]:
        """The plain words that stand on the page, by id."""
        if not self.tells:
            return {}
        return plain_cells(self.book, self.language_site.language, self.page)

    def passage(self, text: Text, record: StoredRecord) -> RecordOnPage:
        """A record of a text as it stands on this page."""
        words = self.language_site.catalogues[text.language]
        return RecordOnPage(
            self.book, text.id, record, self.page, words, self.here, self.root, self.terms
        )

    def wordings(self, row: AlignedRow) -> tuple[Wording, ...]:
        """The wordings of a row in the order of the columns."""
        return tuple(self.wording(text, row.wording.get(text.id)) for text in self.texts)

    def wording(self, text: Text, record: StoredRecord | None) -> Wording:
        """A record as a cell of its text's column."""
        if record is None:
            return Wording(text)
        passage = self.passage(text, record)
        remarks = record.remarks
        return Wording(text, passage.field("heading"), blocks(passage), remarks, record)

    def resumed(self, row: AlignedRow) -> tuple[Wording, ...]:
        """The words that continue after the children, in each column; () where no text has any."""
        wordings = tuple(
            Wording(text, blocks=resumed(self.passage(text, record)), record=record)
            if (record := row.wording.get(text.id))
            else Wording(text)
            for text in self.texts
        )
        return wordings if any(wording.blocks for wording in wordings) else ()

    def name(self, id: str) -> str:
        """An id as one cites it in the reader's language."""
        return self.language_site.name(self.book, id)


def label_of(id: ProvisionId, profile: Profile) -> str:
    """The last label of an id as lists print it: A, 1, (a), (i); in a statute (A), (1), a).

    Below a number a number is shown with those above it, 9.2.1.

    >>> statute = Profile("statute")
    >>> label_of(ProvisionId.parse("27B1b"), Profile())
    '(b)'
    >>> label_of(ProvisionId.parse("4F2a"), statute)
    'a)'
    """
    if profile.is_statute:
        return section_label(id.parts)
    if id.depth > 1 and id.parts[1].isdigit():
        return str(id) if id.label.isdigit() else f"({id.label})"
    return id.label if id.depth <= 3 else f"({id.label})"


def law_rows(columns: RowContext, rows: Iterable[AlignedRow]) -> list[RowView]:
    """The rows of a law: its own, those of its provisions, and those of words that continue."""
    views: list[RowView] = []
    levels: dict[ProvisionId, int] = {}
    waiting: list[tuple[ProvisionId, tuple[Wording, ...]]] = []
    for row in rows:
        id = ProvisionId.parse(row.id)
        while waiting and waiting[-1][0] not in id.ancestors():
            views.append(_after(*waiting.pop()))
        wordings = columns.wordings(row)
        above = next((levels[up] for up in id.ancestors() if up in levels), 0)
        level = above + 1 if any(wording.heading for wording in wordings) else 0
        if level:
            levels[id] = level
        level = level if level <= _DEEPEST else 0
        label = label_of(id, columns.book.edition.profile)
        plain = columns.plain.get(row.id)
        name = columns.name(row.id)
        views.append(RowView(row.id, label, name, id.depth, level, wordings, plain=plain))
        if after := columns.resumed(row):
            waiting.append((id, after))
    views += [_after(id, after) for id, after in reversed(waiting)]
    return views


def _after(id: ProvisionId, wordings: tuple[Wording, ...]) -> RowView:
    """The row of words that continue after the children of a provision."""
    return RowView(str(id), "", "", id.depth, 0, wordings, resumes=True)


def listed(columns: RowContext, rows: Iterable[AlignedRow]) -> list[RowView]:
    """Rows outside of laws: notes and definitions."""
    return [
        RowView(
            row.id,
            "",
            columns.name(row.id),
            2,
            2,
            columns.wordings(row),
            plain=columns.plain.get(row.id),
        )
        for row in rows
    ]

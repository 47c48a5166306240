"""The page of the bids: what each is worth and beats, and whether the scan has each cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from kb.core.stored_records import BidRecord
from kb.corpus.corpus import Text
from kb.publishing.parts.book import Book
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.rows import RowContext
from kb.publishing.parts.scans import scan_place


@dataclass(frozen=True)
class CellView:
    """A cell: its words, the value to sort it by, whether it was read, is damaged or inferred.

    `own` says that the words are the record's, as those of a total that repeats the points are not.
    `heading` marks the name of the bid.
    """

    words: Markup
    value: str
    status: str
    own: bool = False
    heading: bool = False


@dataclass(frozen=True)
class BidView:
    """A bid as the table shows it; other bids that it equals or beats are `(address, name)`."""

    id: str
    name: str
    text: Text
    serial: CellView
    precedence: CellView
    title: CellView
    points: CellView
    total: CellView
    ties: tuple[tuple[str, str], ...]
    beats: tuple[tuple[str, str], ...]
    beaten_by: tuple[tuple[str, str], ...]
    scan_href: str


def context(language_site: LanguageSite, book: Book, slug: str, page: str = "") -> dict[str, Any]:
    """What the template of the bids needs; `page` is the page that shows them, else `slug`."""
    columns = RowContext(language_site, book, page or slug)
    records = book.sections[slug]
    bids = {
        text: tuple(record for record in of_text if isinstance(record, BidRecord))
        for text, of_text in records.items()
    }
    provision = next(iter(bids.values()))[0].parent
    return {
        "bids": [*_views(columns, bids)],
        "back": book.address(book.texts[0].id, provision, page or slug),
        "back_name": columns.name(provision),
    }


def _views(columns: RowContext, bids_of: dict[str, tuple[BidRecord, ...]]) -> Iterator[BidView]:
    texts = {text.id: text for text in columns.book.texts}
    for text, bids in bids_of.items():
        for bid in bids:
            beaten_by = [other.id for other in bids if bid.id in other.beats]
            yield _view(columns, texts[text], bid, beaten_by)


def _view(columns: RowContext, text: Text, bid: BidRecord, beaten_by: Sequence[str]) -> BidView:
    points, _, total = bid.body.partition(" ")  # a bid with one component has no total
    passage = columns.passage(text, bid)

    def cell(column: str, words: Markup | str, value: object, is_own: bool = False) -> CellView:
        status = bid.cells[column].status
        return CellView(Markup.escape(words), str(value), status, is_own, column == "name")

    def others(ids: Sequence[str]) -> tuple[tuple[str, str], ...]:
        return tuple((f"#{id}", columns.name(id)) for id in ids)

    return BidView(
        id=bid.id,
        name=columns.name(bid.id),
        text=text,
        serial=cell("serial", str(bid.serial), bid.serial),
        precedence=cell("precedence", str(bid.precedence), bid.precedence),
        title=cell("name", passage.field("heading"), bid.name, is_own=True),
        points=cell("components", points, bid.total, is_own=True),
        total=cell("total", str(bid.total), bid.total, is_own=bool(total)),
        ties=others(bid.ties),
        beats=others(bid.beats),
        beaten_by=others(beaten_by),
        scan_href=scan_place(bid.id).href(columns.page),
    )

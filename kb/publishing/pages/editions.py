"""What other editions have of a law: where it stands today, what it comes from.

Editions meet by content, as the correspondence says, never by number.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from markupsafe import Markup

from kb.citations.anchors import display_name
from kb.core.ids import ProvisionId
from kb.core.record_parts import Counterpart
from kb.core.stored_records import RuleRecord
from kb.corpus.manifest import Text
from kb.curation.correspondence import KINDS
from kb.languages.catalogue import Catalogue
from kb.publishing.parts.book import Book
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.lawlinks import linked_words
from kb.publishing.parts.record_blocks import resumed
from kb.publishing.parts.rows import RowContext, Wording
from kb.records.alignment import AlignedRow
from kb.records.counterparts import counterparts

#: Where the editions stand, as seen from the page of a law.
ROOT = "../../"


@dataclass(frozen=True)
class EditionLink:
    """A provision of another edition: its id, address, short name, and name with the year."""

    id: str
    href: str
    name: str
    title: str


@dataclass(frozen=True)
class Became:
    """What became of an older provision: the relation as in the data, in words, what is different.

    `words` is "" for a heading that is the same: what stands below it has a say of its own.
    `unsure` says that an expert may see it otherwise.
    """

    relation: str
    words: str
    change: Markup
    unsure: bool


@dataclass(frozen=True)
class OlderProvision:
    """An older provision beside what became of it; `id` is its full id.

    Its `wording` stands on a page once; elsewhere on it is the link to where it stands (`shown`),
    a place of the newer edition, whose `year` it is.
    """

    id: str
    link: EditionLink
    became: Became
    wording: Wording | None
    shown: EditionLink | None
    year: str


@dataclass(frozen=True)
class OlderWording:
    """What a provision comes from, in a text of the older edition.

    `reassigned` is its number there, where that is something else.
    """

    year: str
    text: Text
    forebears: tuple[OlderProvision, ...]
    reassigned: EditionLink | None


@dataclass(frozen=True)
class Newer:
    """Where a provision stands today: the main place first, none if it was removed.

    `reassigned` is its number in the newer edition, where that is something else today.
    """

    year: str
    places: tuple[EditionLink, ...]
    became: Became
    reassigned: EditionLink | None


def newer_of(language_site: LanguageSite, book: Book, law: str) -> dict[str, Newer]:
    """Where each provision of a law stands in the newest edition that has counterparts of it."""
    rows = [row for row in book.rows_of[law] if row.kind in KINDS]
    newer = [
        other
        for other in language_site.books
        if other.edition.effective > book.edition.effective
        and counterparts(rows[0].first, other.edition.id)
    ]
    if not newer:
        return {}
    newest = max(newer, key=lambda other: other.edition.effective)
    return {row.id: newer_place(language_site, newest, row) for row in rows}


def newer_place(language_site: LanguageSite, newer: Book, row: AlignedRow) -> Newer:
    """Where a row of an older edition stands in a newer one."""
    one = counterparts(row.first, newer.edition.id)[0]
    return Newer(
        newer.edition.year,
        places(language_site, newer, row),
        _became(language_site, newer, one, _has_words(row), _forward(language_site.catalogue)),
        mention(language_site, newer, row.id) if is_reassigned(row, newer) else None,
    )


def places(
    language_site: LanguageSite, newer: Book, row: AlignedRow, root: str = ROOT
) -> tuple[EditionLink, ...]:
    """The published provisions of a newer edition that have what a row says, the main one first."""
    found = counterparts(row.first, newer.edition.id)
    named = (mention(language_site, newer, one.provision or "", root) for one in found)
    return tuple(place for place in named if place)


def is_reassigned(row: AlignedRow, book: Book) -> bool:
    """Whether the number of a row means something else in another edition."""
    return isinstance(row.first, RuleRecord) and book.edition.id in row.first.reassigned


def older_of(
    language_site: LanguageSite, book: Book, law: str, terms: dict[str, None]
) -> dict[str, OlderWording]:
    """What each provision of a law comes from in the edition before; {} where none is known.

    `terms` takes the concepts whose words are marked.
    """
    older = book.older
    if older is None:
        return {}
    columns = RowContext(
        older, law, language_site.catalogue, language_site.catalogues, root=ROOT, terms=terms
    )
    rows = tuple(row for row in book.rows_of[law] if row.kind in KINDS)
    shown = _shown(older, rows)
    return {row.id: _older(language_site, book, columns, row, shown) for row in rows}


def _shown(older: Book, rows: tuple[AlignedRow, ...]) -> dict[str, str]:
    """Below which of these rows the words of each forebear stand.

    That is its main place if it is among them, else the first; but the first with words of its own
    where the main place has none to be compared with.
    """
    places: dict[str, list[tuple[bool, AlignedRow]]] = {}
    for row in rows:
        for one in counterparts(row.first, older.edition.id):
            if one.provision is not None and one.provision in older.row:
                places.setdefault(one.provision, []).append((one.main, row))
    found = {}
    for id, own in places.items():
        main = next((row for is_main, row in own if is_main), own[0][1])
        if _has_words(older.row[id]) and not _has_words(main):
            main = next((row for _, row in own if _has_words(row)), main)
        found[id] = main.id
    return found


def _has_words(row: AlignedRow) -> bool:
    """Whether a row says something itself, beside its heading."""
    return any(
        record.body or (isinstance(record, RuleRecord) and record.table)
        for record in row.wording.values()
    )


def _older(
    language_site: LanguageSite,
    book: Book,
    columns: RowContext,
    row: AlignedRow,
    shown: dict[str, str],
) -> OlderWording:
    older, text = columns.book, columns.book.texts[0]
    forebears = []
    for one in counterparts(row.first, older.edition.id):
        id = one.provision or ""
        link, place = (
            mention(language_site, older, id),
            mention(language_site, book, shown.get(id, "")),
        )
        if link is None or place is None:  # there is none, or no published text has it
            continue
        here = shown[id] == row.id
        forebears.append(
            OlderProvision(
                f"{older.edition.id}:{id}",
                link,
                _became(
                    language_site,
                    book,
                    one,
                    _has_words(older.row[id]),
                    _backward(language_site.catalogue),
                ),
                whole_wording(columns, text, id) if here else None,
                None if here else replace(place, href=f"#{place.id}"),
                book.edition.year,
            )
        )
    return OlderWording(
        older.edition.year,
        text,
        tuple(forebears),
        mention(language_site, older, row.id) if is_reassigned(row, older) else None,
    )


def whole_wording(columns: RowContext, text: Text, id: str) -> Wording:
    """The words of a record, with those that resume after its children."""
    wording = columns.wording(text, columns.book.row[id].wording.get(text.id))
    if wording.record is None:
        return wording
    after = resumed(columns.passage(text, wording.record))
    return replace(wording, blocks=wording.blocks + after)


def mention(
    language_site: LanguageSite, book: Book, id: str, root: str = ROOT
) -> EditionLink | None:
    """A provision of an edition as seen from outside; None where no published text has it.

    `root` leads to where editions stand.
    """
    address = book.address_from(root, id)
    if address is None:
        return None
    name = display_name(id, language_site.language, book.edition.style)
    title = f"{name} ({book.edition.year})"
    return EditionLink(id, address, ProvisionId.parse(id).display, title)


def _became(
    language_site: LanguageSite, newer: Book, one: Counterpart, worded: bool, words: dict[str, str]
) -> Became:
    return Became(
        one.relation,
        words[one.relation] if worded or one.relation != "same" else "",
        linked_words(language_site, newer, language_site.say(one.change))
        if one.change
        else Markup(""),
        one.confidence == "low",
    )


def _forward(catalogue: Catalogue) -> dict[str, str]:
    """What became of an older provision, as said where it stood."""
    _ = catalogue.gettext
    return {
        "same": _("unchanged in substance"),
        "changed": _("changed"),
        "moved": _("stands elsewhere"),
        "split": _("divided"),
        "merged": _("joined with others"),
        "removed": _("dropped"),
    }


def _backward(catalogue: Catalogue) -> dict[str, str]:
    """The same as said where it stands today."""
    _ = catalogue.gettext
    return {**_forward(catalogue), "moved": _("moved here"), "split": _("in part here")}

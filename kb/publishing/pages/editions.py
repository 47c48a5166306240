"""A law in other editions: where its provisions stand today, and what they come from.

Provisions correspond by content, as the correspondence says, never by number.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from markupsafe import Markup

from kb.core.ids import ProvisionId
from kb.core.record_parts import Counterpart
from kb.core.stored_records import RuleRecord
from kb.corpus.corpus import Text
from kb.curation.correspondence import KINDS
from kb.languages.catalogue import Catalogue
from kb.publishing.parts.book import Book
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.lawlinks import linked_words
from kb.publishing.parts.record_blocks import resumed
from kb.publishing.parts.rows import RowContext, Wording
from kb.records.alignment import AlignedRow
from kb.records.counterparts import counterparts

#: The way from the page of a law to the directory of the editions.
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
    """What became of an older provision: the relation as in the data, and in words; the change.

    `words` is "" for an unchanged heading without words of its own, since the provisions below it
    say what became of them. `unsure` says that an expert may see it otherwise.
    """

    relation: str
    words: str
    change: Markup
    unsure: bool


@dataclass(frozen=True)
class OlderProvision:
    """An older provision beside one that came from it; `id` is its full id.

    A page shows its `wording` once. Where that is None, `shown` links to the provision of the newer
    edition, of that `year`, beside which the wording stands.
    """

    id: str
    link: EditionLink
    became: Became
    wording: Wording | None
    shown: EditionLink | None
    year: str


@dataclass(frozen=True)
class OlderWording:
    """The older provisions that a provision comes from, in a text of the older edition.

    `reassigned` is the provision with the same number there, if that is about something else.
    """

    year: str
    text: Text
    forebears: tuple[OlderProvision, ...]
    reassigned: EditionLink | None


@dataclass(frozen=True)
class Newer:
    """Where a provision stands in a newer edition: the main place first, none if it was removed.

    `reassigned` is the provision with the same number there, if that is about something else.
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
    main = counterparts(row.first, newer.edition.id)[0]
    return Newer(
        newer.edition.year,
        places(language_site, newer, row),
        _became(language_site, newer, main, _has_words(row), _forward(language_site.catalogue)),
        mention(language_site, newer, row.id) if is_reassigned(row, newer) else None,
    )


def places(
    language_site: LanguageSite, newer: Book, row: AlignedRow, root: str = ROOT
) -> tuple[EditionLink, ...]:
    """The published provisions of a newer edition that correspond to a row, the main one first."""
    ids = (place.provision or "" for place in counterparts(row.first, newer.edition.id))
    links = (mention(language_site, newer, id, root) for id in ids)
    return tuple(link for link in links if link)


def is_reassigned(row: AlignedRow, book: Book) -> bool:
    """Whether the number of a row means something else in another edition `book`."""
    return isinstance(row.first, RuleRecord) and book.edition.id in row.first.reassigned


def older_of(
    language_site: LanguageSite, book: Book, law: str, terms: dict[str, None]
) -> dict[str, OlderWording]:
    """What each provision of a law comes from in the edition before; {} where there is none.

    The concepts whose words are marked are added to `terms`.
    """
    older = book.older
    if older is None:
        return {}
    columns = RowContext(language_site, older, law, root=ROOT, terms=terms)
    rows = tuple(row for row in book.rows_of[law] if row.kind in KINDS)
    shown = _shown(older, rows)
    return {row.id: _older(book, columns, row, shown) for row in rows}


def _shown(older: Book, rows: tuple[AlignedRow, ...]) -> dict[str, str]:
    """The ids of the rows beside which the wordings of older provisions stand, by their ids.

    The wording of each stands beside its main place if that is among the rows, else beside the
    first that comes from it. If it has words and that row has none, it stands beside the first with
    words, so that they can be compared.
    """
    places: dict[str, list[tuple[bool, AlignedRow]]] = {}
    for row in rows:
        for source in counterparts(row.first, older.edition.id):
            if source.provision is not None and source.provision in older.row:
                places.setdefault(source.provision, []).append((source.main, row))
    shown = {}
    for id, candidates in places.items():
        main = next((row for is_main, row in candidates if is_main), candidates[0][1])
        if _has_words(older.row[id]) and not _has_words(main):
            main = next((row for _, row in candidates if _has_words(row)), main)
        shown[id] = main.id
    return shown


def _has_words(row: AlignedRow) -> bool:
    """Whether a row has words or a table besides its heading, in any text."""
    return any(
        record.body or (isinstance(record, RuleRecord) and record.table)
        for record in row.wording.values()
    )


def _older(
    book: Book,
    columns: RowContext,
    row: AlignedRow,
    shown: dict[str, str],
) -> OlderWording:
    """What a row comes from; `shown` is what `_shown` returns, `columns` are of the older book."""
    language_site, older, text = columns.language_site, columns.book, columns.book.texts[0]
    forebears = []
    for source in counterparts(row.first, older.edition.id):
        id = source.provision or ""
        link, place = (
            mention(language_site, older, id),
            mention(language_site, book, shown.get(id, "")),
        )
        if link is None or place is None:  # nothing corresponds, or no published text has it
            continue
        here = shown[id] == row.id
        forebears.append(
            OlderProvision(
                f"{older.edition.id}:{id}",
                link,
                _became(
                    language_site,
                    book,
                    source,
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
    """The wording of a record, with the words that continue after its children."""
    wording = columns.wording(text, columns.book.row[id].wording.get(text.id))
    if wording.record is None:
        return wording
    after = resumed(columns.passage(text, wording.record))
    return replace(wording, blocks=wording.blocks + after)


def mention(
    language_site: LanguageSite, book: Book, id: str, root: str = ROOT
) -> EditionLink | None:
    """A link to a provision from a page of another edition; None where no published text has it.

    `root` leads from that page to the directory of the editions.
    """
    address = book.address_from(root, id)
    if address is None:
        return None
    title = f"{language_site.name(book, id)} ({book.edition.year})"
    return EditionLink(id, address, ProvisionId.parse(id).display, title)


def _became(
    language_site: LanguageSite,
    newer: Book,
    counterpart: Counterpart,
    worded: bool,
    words: dict[str, str],
) -> Became:
    """What became of an older provision, `worded` if it has words; `words` are by relation."""
    relation, change = counterpart.relation, counterpart.change
    return Became(
        relation,
        words[relation] if worded or relation != "same" else "",
        linked_words(language_site, newer, language_site.say(change)) if change else Markup(""),
        counterpart.confidence == "low",
    )


def _forward(catalogue: Catalogue) -> dict[str, str]:
    """The relations in words for the page of the older provision."""
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
    """The relations in words for the page of the newer provision."""
    _ = catalogue.gettext
    return {**_forward(catalogue), "moved": _("moved here"), "split": _("in part here")}

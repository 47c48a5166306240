"""From what a person writes to the records of a provision, in each language that has it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kb.citations.whole import whole_citation
from kb.core.errors import NotFoundError
from kb.core.ids import FullId, LocalId, ProvisionId, parse_id
from kb.core.nearest import nearest, nearest_provisions
from kb.core.orders import merge_orders
from kb.core.stored_records import NoteRecord, RuleRecord, StoredRecord
from kb.corpus.manifest import Corpus, Edition, Text
from kb.records.counterparts import counterparts
from kb.storage.store import Store

#: Version of the JSON that `kodeks show` prints; kb/schemas/show.json describes it.
SCHEMA = "kodeks.show/1"


@dataclass(frozen=True)
class Forebears:
    """The words of an older edition that correspond to provisions of a newer one.

    They stand in for a text that a language has not. `rows` has, for each provision asked for, the
    records of `text` that it comes from; none for what is new. `notes` are those that these call.
    """

    text: Text
    edition: Edition
    rows: tuple[tuple[str, tuple[StoredRecord, ...]], ...]
    notes: list[NoteRecord]


@dataclass(frozen=True)
class ProvisionRecords:
    """The records of one id (and of what it contains) in the texts of one edition.

    `rows` has one entry per id in document order, with the record of each text or None where
    the text lacks it. `superseded` says that a newer edition of the work exists. `forebears` are
    the words of older editions in languages that have no text of this one.
    """

    edition: Edition
    superseded: bool
    id: LocalId
    texts: tuple[Text, ...]
    rows: tuple[tuple[str, dict[str, StoredRecord | None]], ...]
    notes: dict[str, list[NoteRecord]]
    forebears: tuple[Forebears, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """What was found as `kodeks show --json` prints it."""
        out: dict[str, Any] = {
            "edition": self.edition.id,
            "superseded": self.superseded,
            "id": str(self.id),
            "texts": {
                text.id: [row[text.id] for _, row in self.rows if row[text.id]]
                for text in self.texts
            },
            "notes": self.notes,
        }
        if self.forebears:
            out["forebears"] = {
                one.text.id: {"records": dict(one.rows), "notes": one.notes}
                for one in self.forebears
            }
        return out

    @property
    def languages(self) -> set[str]:
        """The languages in which there is something to show."""
        texts = (*self.texts, *(one.text for one in self.forebears))
        return {text.language for text in texts}

    @property
    def reassigned(self) -> tuple[Edition, ...]:
        """The editions of its forebears in which the number asked for means something else."""
        records = [r for name, row in self.rows if name == str(self.id) for r in row.values() if r]
        codes = {
            code
            for record in records
            if isinstance(record, RuleRecord)
            for code in record.reassigned
        }
        return tuple(one.edition for one in self.forebears if one.edition.id in codes)


def parse_reference(words: str) -> tuple[str | None, LocalId]:
    """The edition or text named (or None) and the id: of a citation, an id or a full id.

    Raises `InvalidIdError` when the words are none of these.
    """
    if cited := whole_citation(words):
        return None, cited
    if ":" in words:
        full = FullId.parse(words)
        return full.text, full.local
    return None, parse_id(words)


def select_texts(
    corpus: Corpus, within: str | None, languages: tuple[str, ...]
) -> tuple[Text, ...]:
    """The readable texts of a work, edition or text, in these languages (all when empty).

    Raises `NotFoundError` with the nearest names.
    """
    texts = corpus.readable
    known = sorted({text.language for text in texts})
    for language in languages:
        if language not in known:
            raise NotFoundError(f"there is no text in {language!r}", known)
    if within is not None:
        works = {edition.id: edition.work for edition in corpus.editions}
        named = [t for t in texts if within in (t.id, t.edition, works[t.edition])]
        if not named and any(within in (t.id, t.edition) for t in corpus.texts):
            raise NotFoundError(f"{within} is in the corpus, but no reader understands it yet")
        if not named:
            names = sorted({n for t in texts for n in (t.id, t.edition, works[t.edition])})
            raise NotFoundError(f"there is no text or edition {within!r}", nearest(within, names))
        texts = tuple(named)
    chosen = tuple(text for text in texts if not languages or text.language in languages)
    if not chosen:
        have = sorted({text.language for text in texts})
        raise NotFoundError(f"{within} has no text in {', '.join(languages)}", have)
    return chosen


def find(
    corpus: Corpus,
    store: Store,
    words: str,
    languages: tuple[str, ...] = (),
    within: str | None = None,
) -> list[ProvisionRecords]:
    """The records that a reference names, by edition.

    Without an edition named, the number is that of the newest edition of the first work. A language
    that has only an older one gives the words there that correspond (`forebears`), never those of
    the same number; what no newer edition has is looked for in the older one (`superseded`). What
    that game has not (3.5, a bid) is looked for in the lawbooks of other games.
    Raises `InvalidIdError` for what is no reference, `NotFoundError` with the nearest that exist.
    """
    named, id = parse_reference(words)
    inside = named or within
    texts = select_texts(corpus, inside, languages)
    anywhere = inside is None
    if anywhere or inside in {work.id for work in corpus.works} - {e.id for e in corpus.editions}:
        texts = _newest(corpus, texts, explicit=bool(languages))
        found = _current(corpus, store, id, texts)
    else:
        found = _in_texts(corpus, store, id, texts)
    if not found and anywhere:
        game = corpus.game(texts[0].edition)
        others = (text for text in corpus.lawbooks if corpus.game(text.edition) != game)
        spoken = tuple(t for t in others if not languages or t.language in languages)
        found = _in_texts(corpus, store, id, spoken)
    if not found:
        elsewhere = [
            str(FullId(text.id, id))
            for text in corpus.readable
            if text not in texts and str(id) in store.by_id(text.id)
        ]
        raise NotFoundError(
            f"{id.display} does not exist in {', '.join(text.id for text in texts)}",
            elsewhere + _near_ids(store, texts, id),
        )
    return found


def _current(
    corpus: Corpus, store: Store, id: LocalId, texts: tuple[Text, ...]
) -> list[ProvisionRecords]:
    """The records of an id in the newest edition, with what corresponds to them in older ones.

    Texts of editions of which nobody has said what corresponds are looked into themselves.
    """
    work = corpus.edition(texts[0].edition).work
    edition = corpus.newest(work, corpus.lawbooks).id
    newest = tuple(text for text in corpus.lawbooks if text.edition == edition)
    whole = _in_edition(corpus, store, edition, id, newest)
    forebears = tuple(
        older
        for text in texts
        if text.edition != edition and (older := _forebears(corpus, store, whole, text))
    )
    if not forebears and texts == newest:
        return [whole] if whole.rows else []
    if not forebears:
        return _in_texts(corpus, store, id, texts)
    own = tuple(text for text in texts if text.edition == edition)
    notes = {text.id: whole.notes[text.id] for text in own}
    found = replace(whole, texts=own, notes=notes, forebears=forebears)
    done = {text.id for text in own} | {one.text.id for one in forebears}
    return [found, *_in_texts(corpus, store, id, tuple(t for t in texts if t.id not in done))]


def _forebears(
    corpus: Corpus, store: Store, found: ProvisionRecords, text: Text
) -> Forebears | None:
    """What corresponds in an older text; None where nothing is known of its edition."""
    rows = []
    records: dict[str, StoredRecord] = {}
    for id, by_text in found.rows:
        record = next(record for record in by_text.values() if record)
        known = counterparts(record, text.edition)
        if not known:
            return None
        records = records or store.by_id(text.id)
        ids = (one.provision for one in known)
        rows.append((id, tuple(records[one] for one in ids if one and one in records)))
    called = dict.fromkeys(note for _, own in rows for one in own for note in one.notes)
    notes = notes_of(records, called)
    return Forebears(text, corpus.edition(text.edition), tuple(rows), notes) if rows else None


def _in_texts(
    corpus: Corpus, store: Store, id: LocalId, texts: tuple[Text, ...]
) -> list[ProvisionRecords]:
    """The records of an id by edition, for the editions that have some."""
    by_edition = {
        edition: tuple(text for text in texts if text.edition == edition)
        for edition in dict.fromkeys(text.edition for text in texts)
    }
    found = (_in_edition(corpus, store, name, id, own) for name, own in by_edition.items())
    return [one for one in found if one.rows]


def _newest(corpus: Corpus, texts: tuple[Text, ...], explicit: bool) -> tuple[Text, ...]:
    """The texts of the newest edition of the first work; by language where languages are named.

    Raises `NotFoundError` where these languages have articles only: a number alone is no section's.
    """
    work = next(iter(corpus.works)).id
    ours = [t for t in texts if corpus.edition(t.edition).work == work]
    ours.sort(key=lambda text: corpus.edition(text.edition).effective, reverse=True)
    if not ours:
        lawbooks = tuple(text for text in texts if text in corpus.lawbooks)
        if not lawbooks:
            codes = ", ".join(sorted({text.language for text in texts}))
            raise NotFoundError(
                f"there is no lawbook in {codes}; an article is shown by its full id",
                sorted({text.language for text in corpus.lawbooks}),
            )
        return lawbooks
    if not explicit:
        return tuple(text for text in texts if text.edition == ours[0].edition)
    chosen = {text.language: text for text in reversed(ours)}
    return tuple(text for text in ours if chosen[text.language] == text)


def _in_edition(
    corpus: Corpus, store: Store, edition_id: str, id: LocalId, texts: tuple[Text, ...]
) -> ProvisionRecords:
    edition = corpus.edition(edition_id)
    by_text: dict[str, dict[str, StoredRecord]] = {}
    notes: dict[str, list[NoteRecord]] = {}
    for text in texts:
        records = store.by_id(text.id)
        own = {name: records[name] for name in _within(records, id)}
        by_text[text.id] = own
        called = dict.fromkeys(note for record in own.values() for note in record.notes)
        notes[text.id] = notes_of(records, called)
    names = merge_orders(by_text.values())
    rows = tuple((name, {text.id: by_text[text.id].get(name) for text in texts}) for name in names)
    return ProvisionRecords(edition, corpus.superseded(edition), id, texts, rows, notes)


def notes_of(records: Mapping[str, StoredRecord], ids: Iterable[str]) -> list[NoteRecord]:
    """The notes with these ids, in this order, among the records of a text."""
    return [note for id in ids if isinstance(note := records[id], NoteRecord)]


def _within(names: Iterable[str], id: LocalId) -> Iterator[str]:
    """An id and those of all that it contains, as far as they are there."""
    own = str(id)
    below = f"{own}." if isinstance(id, ProvisionId) else None
    for name in names:
        if name == own or (below and name.startswith(below)):
            yield name


def _near_ids(store: Store, texts: tuple[Text, ...], id: LocalId) -> list[str]:
    """Ids that exist and are near: those with most labels in common, or written most alike."""
    known = {name for text in texts for name in store.by_id(text.id)}
    if isinstance(id, ProvisionId):
        ids = (ProvisionId.parse(name) for name in known if name[:1].isdigit())
        return [near.display for near in nearest_provisions(ids, id)]
    return nearest(str(id), sorted(name for name in known if name.startswith(f"{id.kind}.")))

"""Look-up: the records of what a person names by a citation or an id, in each language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kb.citations.whole import whole_citation, whole_of_work
from kb.citations.works import Works
from kb.core.errors import NotFoundError
from kb.core.ids import FullId, LocalId, ProvisionId, is_provision, parse_id
from kb.core.nearest import nearest, nearest_provisions
from kb.core.orders import grouped, merge_orders
from kb.core.plain import PlainText
from kb.core.stored_records import NoteRecord, RuleRecord, StoredRecord
from kb.corpus.corpus import Corpus, Edition, Text
from kb.corpus.selecting import select_texts
from kb.records.counterparts import counterparts
from kb.storage.store import Store

#: Version of the JSON that `kodeks show` prints; kb/schemas/show.json describes it.
SCHEMA = "kodeks.show/1"


@dataclass(frozen=True)
class Forebears:
    """The words of an older edition that correspond to provisions of a newer one.

    Readers of a language without a text of the newer edition get them instead. `rows` has, for each
    provision that was asked for, the records of `text` that it comes from; a new provision comes
    from none. `notes` are the notes that these records call.
    """

    text: Text
    edition: Edition
    rows: tuple[tuple[str, tuple[StoredRecord, ...]], ...]
    notes: list[NoteRecord]


@dataclass(frozen=True)
class ProvisionRecords:
    """The records of one id (and of what it contains) in the texts of one edition.

    `rows` has one entry per id in document order, with the record of each text or None where
    the text lacks it. `notes` has, by text, the notes that these records call. `superseded` says
    that a newer edition of the work exists. `forebears` are the words of older editions in
    languages that have no text of this one. `plain` is what they say in our plain words.
    """

    edition: Edition
    superseded: bool
    id: LocalId
    texts: tuple[Text, ...]
    rows: tuple[tuple[str, dict[str, StoredRecord | None]], ...]
    notes: dict[str, list[NoteRecord]]
    forebears: tuple[Forebears, ...] = ()
    plain: tuple[PlainText, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The records as `kodeks show --json` prints them."""
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
                older.text.id: {"records": dict(older.rows), "notes": older.notes}
                for older in self.forebears
            }
        if self.plain:
            out["plain"] = [*self.plain]
        return out

    @property
    def worded(self) -> set[str]:
        """The languages in which there is a wording to show."""
        texts = (*self.texts, *(older.text for older in self.forebears))
        return {text.language for text in texts}

    @property
    def told(self) -> dict[str, None]:
        """The languages in which there are plain words to show, in their order."""
        return dict.fromkeys(code for told in self.plain for code in told.words)

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
        return tuple(older.edition for older in self.forebears if older.edition.id in codes)


def parse_reference(words: str, works: Works | None = None) -> tuple[str | None, LocalId]:
    """Read a citation, an id or a full id: the edition, text or work that it names, and the id.

    It names none where the first is None. `works` are those that words of their own cite. Raises
    `InvalidIdError` when the words are none of these.

    >>> parse_reference("Law 27B1"), parse_reference("bridge-2017/pl:27B1")
    ((None, ProvisionId('27.B.1')), ('bridge-2017/pl', ProvisionId('27.B.1')))
    """
    if own := whole_of_work(words, works):
        return own
    if cited := whole_citation(words):
        return None, cited
    if ":" in words:
        full = FullId.parse(words)
        return full.text, full.local
    return None, parse_id(words)


def find(
    corpus: Corpus,
    store: Store,
    words: str,
    languages: tuple[str, ...] = (),
    within: str | None = None,
) -> list[ProvisionRecords]:
    """The records that a reference names, by edition.

    When neither `words` nor `within` names an edition or work, the id is looked up in the newest
    edition of the default work. For a language that has only an older edition, the result has the
    words that correspond there (`forebears`), never those of the same number; what no newer edition
    has is looked up in the older one (`superseded`). An id that the default work does not have
    (3.5, a bid) is looked up in the lawbooks of other games. A language that no lawbook is in has
    the plain words alone.

    Raises `InvalidIdError` when `words` are no reference, and `NotFoundError` with the nearest ids
    that exist.
    """
    named, id = parse_reference(words, Works.of(corpus.profiles))
    inside = named or within
    worded = _worded(corpus, store, inside, languages)
    results = _find(corpus, store, id, inside, worded)
    if languages and not worded:
        results = [replace(result, texts=(), notes={}, forebears=()) for result in results]
    return [replace(one, plain=plain_of(store, one, languages)) for one in results]


def _worded(
    corpus: Corpus, store: Store, inside: str | None, languages: tuple[str, ...]
) -> tuple[str, ...]:
    """Those of the languages to look for a wording in: all but those with plain words alone."""
    texts = [text for text in select_texts(corpus, inside, ()) if text in corpus.lawbooks]
    spoken = {text.language for text in texts}
    editions = dict.fromkeys(text.edition for text in texts)
    told = {code for edition in editions for one in store.plain(edition) for code in one.words}
    return tuple(code for code in languages if code in spoken or code not in told)


def plain_of(
    store: Store, provision: ProvisionRecords, languages: Sequence[str] = ()
) -> tuple[PlainText, ...]:
    """What a provision and all that it contains say in plain words, in these languages (or all)."""
    ids = {id for id, _ in provision.rows}
    told = (one for one in store.plain(provision.edition.id) if not ids.isdisjoint(one.tells))
    return tuple(one.within(languages) if languages else one for one in told)


def _find(
    corpus: Corpus, store: Store, id: LocalId, inside: str | None, languages: tuple[str, ...]
) -> list[ProvisionRecords]:
    """The records of an id by edition; raises `NotFoundError` where there are none."""
    texts = select_texts(corpus, inside, languages)
    anywhere = inside is None
    if anywhere or inside in {work.id for work in corpus.works} - {e.id for e in corpus.editions}:
        texts = _newest(corpus, texts, explicit=bool(languages))
        results = _current(corpus, store, id, texts)
    else:
        results = _in_texts(corpus, store, id, texts)
    if not results and anywhere:
        game = corpus.game(texts[0].edition)
        others = (text for text in corpus.lawbooks if corpus.game(text.edition) != game)
        spoken = tuple(t for t in others if not languages or t.language in languages)
        results = _in_texts(corpus, store, id, spoken)
    if not results:
        elsewhere = [
            str(FullId(text.id, id))
            for text in corpus.readable
            if text not in texts and str(id) in store.by_id(text.id)
        ]
        raise NotFoundError(
            f"{id.display} does not exist in {', '.join(text.id for text in texts)}",
            elsewhere + _near_ids(store, texts, id),
        )
    return results


def _current(
    corpus: Corpus, store: Store, id: LocalId, texts: tuple[Text, ...]
) -> list[ProvisionRecords]:
    """The records of an id in the newest edition, with what corresponds to them in older ones.

    The id itself is looked up in the texts of older editions whose correspondence is not known.
    """
    work = corpus.edition(texts[0].edition).work
    edition = corpus.newest(work, corpus.lawbooks).id
    newest = tuple(text for text in corpus.lawbooks if text.edition == edition)
    whole = _in_edition(corpus, store, id, newest)
    forebears = tuple(
        older
        for text in texts
        if text.edition != edition and (older := _forebears(corpus, store, whole, text))
    )
    if not forebears and texts == newest:
        return [whole] if whole.rows else []
    if not forebears:
        return _in_texts(corpus, store, id, texts)
    shown = tuple(text for text in texts if text.edition == edition)
    notes = {text.id: whole.notes[text.id] for text in shown}
    result = replace(whole, texts=shown, notes=notes, forebears=forebears)
    done = {text.id for text in shown} | {older.text.id for older in forebears}
    return [result, *_in_texts(corpus, store, id, tuple(t for t in texts if t.id not in done))]


def _forebears(
    corpus: Corpus, store: Store, newer: ProvisionRecords, text: Text
) -> Forebears | None:
    """What corresponds in an older text; None where the correspondence is not known."""
    rows = []
    records: dict[str, StoredRecord] = {}
    for id, by_text in newer.rows:
        record = next(record for record in by_text.values() if record)
        places = counterparts(record, text.edition)
        if not places:
            return None
        records = records or store.by_id(text.id)
        ids = (place.provision for place in places)
        rows.append((id, tuple(records[older] for older in ids if older and older in records)))
    called = dict.fromkeys(note for _, row in rows for record in row for note in record.notes)
    notes = notes_of(records, called)
    return Forebears(text, corpus.edition(text.edition), tuple(rows), notes) if rows else None


def _in_texts(
    corpus: Corpus, store: Store, id: LocalId, texts: tuple[Text, ...]
) -> list[ProvisionRecords]:
    """The records of an id by edition, for the editions that have some."""
    by_edition = grouped(texts, lambda text: text.edition)
    results = (_in_edition(corpus, store, id, tuple(group)) for group in by_edition.values())
    return [result for result in results if result.rows]


def _newest(corpus: Corpus, texts: tuple[Text, ...], explicit: bool) -> tuple[Text, ...]:
    """The texts of the newest edition of the default work, or all lawbooks where it has none.

    When languages were named (`explicit`), it is the newest text of each language. Raises
    `NotFoundError` when these languages have articles only, whose sections need a full id.
    """
    work = corpus.default_work.id
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
    corpus: Corpus, store: Store, id: LocalId, texts: tuple[Text, ...]
) -> ProvisionRecords:
    """The records of an id in these texts, which are of one edition."""
    edition = corpus.edition(texts[0].edition)
    by_text: dict[str, dict[str, StoredRecord]] = {}
    notes: dict[str, list[NoteRecord]] = {}
    for text in texts:
        records = store.by_id(text.id)
        inside = {name: records[name] for name in _within(records, id)}
        by_text[text.id] = inside
        called = dict.fromkeys(note for record in inside.values() for note in record.notes)
        notes[text.id] = notes_of(records, called)
    names = merge_orders(by_text.values())
    rows = tuple((name, {text.id: by_text[text.id].get(name) for text in texts}) for name in names)
    return ProvisionRecords(edition, corpus.superseded(edition), id, texts, rows, notes)


def notes_of(records: Mapping[str, StoredRecord], ids: Iterable[str]) -> list[NoteRecord]:
    """The notes with these ids, in this order, among the records of a text."""
    return [note for id in ids if isinstance(note := records[id], NoteRecord)]


def _within(names: Iterable[str], id: LocalId) -> Iterator[str]:
    """Those of the names that are the id itself or the id of something that it contains."""
    wanted = str(id)
    below = f"{wanted}." if isinstance(id, ProvisionId) else None
    for name in names:
        if name == wanted or (below and name.startswith(below)):
            yield name


def _near_ids(store: Store, texts: tuple[Text, ...], id: LocalId) -> list[str]:
    """The existing ids that are nearest: by the labels in common, or for a name by spelling."""
    existing = {name for text in texts for name in store.by_id(text.id)}
    if isinstance(id, ProvisionId):
        ids = (ProvisionId.parse(name) for name in existing if is_provision(name))
        return [near.display for near in nearest_provisions(ids, id)]
    return nearest(str(id), sorted(name for name in existing if name.startswith(f"{id.kind}.")))

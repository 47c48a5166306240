"""How records and hits look in a terminal: coloured or plain, wide or narrow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Styled

from kb.citations.anchors import display_name
from kb.cli.terminal.console import Terminal
from kb.cli.terminal.record_lines import record_lines, record_name
from kb.core.ids import FullId
from kb.core.plain import shown as in_words
from kb.core.references import Reference
from kb.core.source_language import SOURCE_LANGUAGE
from kb.core.stored_records import (
    NoteRecord,
    RuleRecord,
    StoredRecord,
)
from kb.corpus.corpus import Corpus, Edition, Text
from kb.corpus.profile import Profile
from kb.languages.names import language_name
from kb.records import searchable
from kb.records.counterparts import counterparts, newer_places
from kb.records.cross_references import CitationEdge
from kb.records.lookup import Forebears, ProvisionRecords
from kb.records.relations import Relations

#: Columns narrower than this are stacked instead of set side by side.
_NARROWEST = 36

_MISSING = "— not in this text —"


def show_found(console: Terminal, provision: ProvisionRecords, told: Iterable[str] = ()) -> None:
    """A provision with what it contains, its texts side by side where there is room.

    Then what it says in plain words in the languages `told`, then the words of older editions.
    """
    console.say(Styled(provision.edition.title, style="bold"))
    if provision.superseded:
        _warn(
            console,
            f"This is {provision.edition.id}, not the current code: the same number may mean "
            "something else there.",
        )
    for edition in provision.reassigned:
        _warn(
            console,
            f"{_of(edition, str(provision.id))} is something else: "
            f"kodeks show {edition.id}:{provision.id}",
        )
    wide = console.has_width and console.width // max(len(provision.texts), 1) >= _NARROWEST
    if len(provision.texts) > 1 and wide:
        console.print(_columns(provision))
    else:
        for text in provision.texts:
            console.say(_heading_of(text.language, text.title))
            for _, by_text in provision.rows:
                for part in _record(provision, by_text[text.id], text):
                    console.say(part)
    for text in provision.texts:
        _say_notes(console, text, provision.notes[text.id])
    for language in told:
        _show_plain(console, provision, language)
    for forebears in provision.forebears:
        _show_forebears(console, provision, forebears)


def _show_plain(console: Terminal, provision: ProvisionRecords, language: str) -> None:
    """What a provision and what it contains say in plain words, marked as ours."""
    console.say(Styled(f"Plain words ({language_name(language)})", style="bold cyan"))
    _warn(console, "These words are ours and not the law.")
    for told in provision.plain:
        if words := told.words.get(language):
            name = display_name(told.id, language, provision.edition.profile)
            line = Styled(f"{name}  ", style="bold")
            console.say(line.append(in_words(words), style="default"))
            if remark := told.remarks.get(language):
                console.say(Styled(in_words(remark), style="dim"))


def _show_forebears(console: Terminal, provision: ProvisionRecords, forebears: Forebears) -> None:
    """The words of an older edition that correspond, each once, with their numbers of today."""
    text, edition = forebears.text, forebears.edition
    console.say(_heading_of(text.language, f"{text.title}: {edition.title}"))
    language = language_name(text.language, SOURCE_LANGUAGE)
    _warn(
        console,
        f"There is no text of {provision.edition.id} in {language}. These are the words of "
        f"{edition.id} that correspond; the law may have changed since.",
    )
    markers = {note.id: note.marker for note in forebears.notes}
    shown: set[str] = set()
    for id, records in forebears.rows:
        now = display_name(id, text.language, provision.edition.profile)
        if not records:
            console.say(Styled(f"{now}  ", style="bold").append(f"— not in {edition.id} —", "dim"))
        for record in records:
            line = Styled(f"{now}  ", style="bold").append("← ", style="dim")
            if record.id in shown:
                console.say(line.append(f"{_of(edition, record.id)}, see above", style="cyan"))
            else:
                became = _became(record, edition, provision.edition, id)
                console.say(line.append(became, style="cyan"))
                shown.add(record.id)
                for part in record_lines(record, text, edition.profile, markers):
                    console.say(part)
    _say_notes(console, text, forebears.notes)


def show_relations(console: Terminal, corpus: Corpus, relations: Relations) -> None:
    """What a provision cites, what cites it, what explains it, where other editions have it."""

    def named(edge: CitationEdge, id: str) -> str:
        name = _full_name(corpus, id, relations.edition)
        is_own = FullId.parse(id).edition == relations.edition.id
        few = is_own and len(edge.languages) < len(relations.languages)
        return f"{name} ({', '.join(edge.languages)} only)" if few else name

    def say(what: str, names: Sequence[str]) -> None:
        if names:
            line = Styled(f"  {what}: ", style="dim")
            console.say(line.append(", ".join(names), style="default"))

    for code, title in relations.titles.items():
        origin = title.origin or ""
        is_own = origin.partition("/")[0] == relations.edition.id
        whose = "" if is_own else f" (title of {origin})" if origin else " (our title)"
        console.say(Styled(f"{code} ", style="dim").append(f"{title.words}{whose}", "default"))
    for row in relations.rows:
        name = _full_name(corpus, f"{relations.edition.id}:{row.id}", relations.edition)
        console.say(Styled(name, style="bold"))
        say("cites", [named(edge, edge.target) for edge in row.cites])
        say("cited by", [named(edge, edge.source) for edge in row.cited_by])
        sure = {"low": ", a guess"}
        about = (
            (link.section, link.weight, sure.get(link.confidence, "")) for link in row.explained_in
        )
        say("explained in", [f"{section} ({weight}{guess})" for section, weight, guess in about])
        for place in row.counterparts:
            there = corpus.edition(place.edition)
            name = _of(there, place.provision) if place.provision else f"not in {there.id}"
            say("corresponds", [", ".join(filter(None, (name, place.relation, place.change)))])
    if relations.around:
        console.say(Styled("What contains it", style="bold"))
        for target, edges in groupby(relations.around, key=lambda edge: edge.target):
            name = _full_name(corpus, target, relations.edition)
            say(f"{name} is cited by", [named(edge, edge.source) for edge in edges])


def _full_name(corpus: Corpus, id: str, shown: Edition) -> str:
    """A full id as people write it; with its edition where that is not `shown`."""
    full = FullId.parse(id)
    edition = corpus.edition(full.edition)
    if edition.about or full.language:
        return id
    local = str(full.local)
    if edition == shown:
        return display_name(local, SOURCE_LANGUAGE, edition.profile)
    return _of(edition, local)


def _became(record: StoredRecord, edition: Edition, newer: Edition, id: str) -> str:
    """The name of an older provision, and how the newer one that has its words differs."""
    places = counterparts(record, newer.id)
    place = next(counterpart for counterpart in places if counterpart.provision == id)
    return ", ".join(filter(None, (_of(edition, record.id), place.relation, place.change)))


def _say_notes(console: Terminal, text: Text, notes: Sequence[NoteRecord]) -> None:
    for note in notes:
        console.say(Styled(f"{text.language} [{note.marker}] {note.body}", style="dim"))


def _warn(console: Terminal, words: str) -> None:
    console.say(Styled(words, style="yellow"))


def _of(edition: Edition, id: str) -> str:
    """An id as that of an edition: `Law 12C1 of rules-1997`."""
    return f"{display_name(id, SOURCE_LANGUAGE, edition.profile)} of {edition.id}"


def _columns(provision: ProvisionRecords) -> Table:
    table = Table(show_lines=True, expand=True)
    for text in provision.texts:
        table.add_column(_heading_of(text.language, text.title), ratio=1)
    for _, by_text in provision.rows:
        table.add_row(
            *(Group(*_record(provision, by_text[text.id], text)) for text in provision.texts)
        )
    return table


def _heading_of(language: str, title: str) -> Styled:
    return Styled(f"{title} ({language_name(language)})", style="bold cyan")


def _record(
    provision: ProvisionRecords, record: StoredRecord | None, text: Text
) -> Iterator[RenderableType]:
    """The lines and tables of a record, in the order of the print."""
    if record is None:
        yield Styled(_MISSING, style="dim")
        return
    markers = {note.id: note.marker for note in provision.notes[text.id]}
    yield from record_lines(record, text, provision.edition.profile, markers)
    yield from _successors(record, provision.edition.profile)


def _successors(record: StoredRecord, profile: Profile) -> Iterator[Styled]:
    """Where a newer edition has what a provision of an older one says."""
    reassigned = record.reassigned if isinstance(record, RuleRecord) else ()
    for edition, places in newer_places(record).items():
        if edition in reassigned:
            number = display_name(record.id, SOURCE_LANGUAGE, profile)
            yield Styled(f"{number} of {edition} is something else", style="yellow")
        ids = filter(None, (place.provision for place in places))
        names = [display_name(id, SOURCE_LANGUAGE, profile) for id in ids]
        where = f"{', '.join(names)} of {edition}" if names else ""
        parts = filter(None, (where, places[0].relation, places[0].change))
        yield Styled(f"→ {', '.join(parts)}", "cyan")


def show_record(console: Terminal, record: StoredRecord, language: str, profile: Profile) -> None:
    """A record on a line: its name and its title or words; cut to the width of a terminal."""
    line = f"{record_name(record, language, profile)}  {searchable.title(record) or record.body}"
    if console.is_terminal:
        console.print(line, overflow="ellipsis", no_wrap=True)
    else:
        console.print(line, soft_wrap=True)


def show_reference(
    console: Terminal, reference: Reference, language: str, profile: Profile
) -> None:
    """A reference on a line: where it stands, its words, what it leads to."""
    # Only articles cite another edition; their numbers are not those of laws.
    article = ":" in reference.targets[0]
    name = reference.source if article else display_name(reference.source, language, profile)
    line = Styled(name, style="bold")
    line.append(f"  {reference.line}", style="dim").append(f"  “{reference.quote}” → ")
    line.append(", ".join(display_name(target, language, profile) for target in reference.targets))
    if reference.dangling:
        line.append("  does not exist", style="red")
    console.say(line)

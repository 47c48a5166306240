"""How records and hits look in a terminal: coloured or plain, wide or narrow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Styled

from kb.citations.anchors import display_name
from kb.cli.terminal.console import Terminal
from kb.core.ids import FullId
from kb.corpus.manifest import Corpus, Edition, Style, Text
from kb.languages.names import language_name
from kb.records.article_parts import KINDS as ARTICLE
from kb.records.article_parts import PARTS
from kb.records.counterparts import counterparts, newer_places
from kb.records.cross_references import CitationEdge
from kb.records.lookup import Forebears, ProvisionRecords
from kb.records.relations import Relations

#: Columns narrower than this are stacked instead of set side by side.
_NARROWEST = 36

_MISSING = "— not in this text —"


def show_found(console: Terminal, found: ProvisionRecords) -> None:
    """A provision with what it contains, its texts side by side where there is room."""
    console.say(Styled(found.edition.title, style="bold"))
    if found.superseded:
        _warn(
            console,
            f"This is {found.edition.id}, not the current code: the same number may mean something "
            "else there.",
        )
    for edition in found.reassigned:
        _warn(
            console,
            f"{_of(edition, str(found.id))} is something else: kodeks show {edition.id}:{found.id}",
        )
    wide = console.has_width and console.width // max(len(found.texts), 1) >= _NARROWEST
    if len(found.texts) > 1 and wide:
        console.print(_columns(found))
    else:
        for text in found.texts:
            console.say(_heading_of(text.language, text.title))
            for _, by_text in found.rows:
                for part in _record(found, by_text[text.id], text):
                    console.say(part)
    for text in found.texts:
        _say_notes(console, text, found.notes[text.id])
    for one in found.forebears:
        _show_forebears(console, found, one)


def _show_forebears(console: Terminal, found: ProvisionRecords, forebears: Forebears) -> None:
    """The words of an older edition that correspond, each once, below where they stand now."""
    text, edition = forebears.text, forebears.edition
    console.say(_heading_of(text.language, f"{text.title}: {edition.title}"))
    language = language_name(text.language, "en")
    _warn(
        console,
        f"There is no text of {found.edition.id} in {language}. These are the words of "
        f"{edition.id} that correspond; the law may have changed since.",
    )
    markers = {note["id"]: note["marker"] for note in forebears.notes}
    shown: set[str] = set()
    for id, records in forebears.rows:
        now = display_name(id, text.language, found.edition.style)
        if not records:
            console.say(Styled(f"{now}  ", style="bold").append(f"— not in {edition.id} —", "dim"))
        for record in records:
            line = Styled(f"{now}  ", style="bold").append("← ", style="dim")
            if record["id"] in shown:
                console.say(line.append(f"{_of(edition, record['id'])}, see above", style="cyan"))
            else:
                console.say(line.append(_became(record, edition, found.edition, id), style="cyan"))
                shown.add(record["id"])
                for part in _words(record, text, edition.style, markers):
                    console.say(part)
    _say_notes(console, text, forebears.notes)


def show_relations(console: Terminal, corpus: Corpus, relations: Relations) -> None:
    """What a provision cites, what cites it, what explains it, where other editions have it."""

    def named(edge: CitationEdge, id: str) -> str:
        name = _full_name(corpus, id, relations.edition)
        own = FullId.parse(id).edition == relations.edition.id
        few = own and len(edge.languages) < len(relations.languages)
        return f"{name} ({', '.join(edge.languages)} only)" if few else name

    def say(what: str, names: Sequence[str]) -> None:
        if names:
            line = Styled(f"  {what}: ", style="dim")
            console.say(line.append(", ".join(names), style="default"))

    for code, title in relations.titles.items():
        origin = title.get("origin", "")
        own = origin.partition("/")[0] == relations.edition.id
        whose = "" if own else f" (title of {origin})" if origin else " (our title)"
        console.say(Styled(f"{code} ", style="dim").append(f"{title['words']}{whose}", "default"))
    for row in relations.rows:
        name = _full_name(corpus, f"{relations.edition.id}:{row.id}", relations.edition)
        console.say(Styled(name, style="bold"))
        say("cites", [named(edge, edge.target) for edge in row.cites])
        say("cited by", [named(edge, edge.source) for edge in row.cited_by])
        sure = {"low": ", a guess"}
        about = (
            (one.section, one.weight, sure.get(one.confidence, "")) for one in row.explained_in
        )
        say("explained in", [f"{section} ({weight}{guess})" for section, weight, guess in about])
        for one in row.counterparts:
            there = corpus.edition(one["edition"])
            name = _of(there, one["provision"]) if "provision" in one else f"not in {there.id}"
            say("corresponds", [", ".join(filter(None, (name, one["relation"], one["change"])))])
    if relations.around:
        console.say(Styled("What contains it", style="bold"))
        for target, edges in groupby(relations.around, key=lambda edge: edge.target):
            name = _full_name(corpus, target, relations.edition)
            say(f"{name} is cited by", [named(edge, edge.source) for edge in edges])


def _full_name(corpus: Corpus, id: str, own: Edition) -> str:
    """A full id as people write it; with its edition where that is another."""
    full = FullId.parse(id)
    edition = corpus.edition(full.edition)
    if edition.about or full.language:
        return id
    local = str(full.local)
    return display_name(local, "en", edition.style) if edition == own else _of(edition, local)


def _became(record: dict[str, Any], edition: Edition, newer: Edition, id: str) -> str:
    """What an older provision is called and what became of it on its way to a newer one."""
    own = counterparts(record, newer.id)
    one = next(c for c in own if c.get("provision") == id)
    return ", ".join(filter(None, (_of(edition, record["id"]), one["relation"], one["change"])))


def _say_notes(console: Terminal, text: Text, notes: Sequence[dict[str, Any]]) -> None:
    for note in notes:
        console.say(Styled(f"{text.language} [{note['marker']}] {note['body']}", style="dim"))


def _warn(console: Terminal, words: str) -> None:
    console.say(Styled(words, style="yellow"))


def _of(edition: Edition, id: str) -> str:
    """An id as that of an edition: `Law 12C1 of bridge-1997`."""
    return f"{display_name(id, 'en', edition.style)} of {edition.id}"


def _columns(found: ProvisionRecords) -> Table:
    table = Table(show_lines=True, expand=True)
    for text in found.texts:
        table.add_column(_heading_of(text.language, text.title), ratio=1)
    for _, by_text in found.rows:
        table.add_row(*(Group(*_record(found, by_text[text.id], text)) for text in found.texts))
    return table


def _heading_of(language: str, title: str) -> Styled:
    return Styled(f"{title} ({language_name(language)})", style="bold cyan")


def _record(
    found: ProvisionRecords, record: dict[str, Any] | None, text: Text
) -> Iterator[RenderableType]:
    """The lines and tables of a record, in the order of the print."""
    if record is None:
        yield Styled(_MISSING, style="dim")
        return
    markers = {note["id"]: note["marker"] for note in found.notes[text.id]}
    yield from _words(record, text, found.edition.style, markers)
    yield from _successors(record, found.edition.style)


def _words(
    record: dict[str, Any], text: Text, style: Style, markers: dict[str, str]
) -> Iterator[RenderableType]:
    """What a record says, with its name, its notes' calls, and what is said about it."""
    if record["kind"] in PARTS:
        mark = f"{record['marker']} " if "marker" in record else ""
        yield Styled(f"{record['id']}  ", style="dim").append(f"{mark}{record['body']}", "default")
        yield from _remarks(record)
        return
    yield _title(record, text.language, style, markers)
    done = 0
    body = _with_calls(record, "body", markers)
    for table in record.get("table", []):
        above = body[done : table["at"]]
        done = table["at"]
        if words := _trimmed(above):
            yield words
        yield _table(table)
    if record.get("senses"):
        yield from map(Styled, _senses(record))
    elif record["kind"] in _COLUMNED:
        yield from _COLUMNED[record["kind"]](record)
    elif words := _trimmed(body[done:]):
        yield words
    for one in record.get("restored", []):
        read = record[one["field"]][one["start"] : one["end"]]
        yield Styled(f"{read!r}: the scan reads {one['raw']!r}. {one['remark']}", "dim italic")
    if places := [locator["printed"] for locator in record.get("locators", [])]:
        yield Styled(", ".join(places), style="cyan")
    if anchors := record.get("anchors"):
        names = ", ".join(display_name(anchor, text.language) for anchor in anchors)
        yield Styled(f"[{record['marker']}] ← {names}", style="dim")
    if about := record.get("explains"):
        names = ", ".join(display_name(one["provision"], text.language) for one in about)
        yield Styled(f"→ {names}", style="cyan")
    for one in record.get("differences", []):
        yield Styled(f"“{one['printed']}”: {one['remark']}", style="yellow")
    yield from _remarks(record)


def _case(record: dict[str, Any]) -> Iterator[Styled]:
    """The columns of a case, each with its heading."""
    for column in ("description", "consequence", "reason"):
        yield Styled(f"{column}: ", style="cyan").append(record[column], "default")


def _bid(record: dict[str, Any]) -> Iterator[Styled]:
    """What a bid is worth, and its place among the others."""
    worth = record["body"].replace(" ", " = ")  # the points, and their sum if they are several
    yield Styled(f"{worth} points; rank {record['precedence']}")
    for what, others in (("beats", record["beats"]), ("equal to", record["ties"])):
        if others:
            yield Styled(f"{what} {', '.join(others)}")


#: The kinds that are shown in columns of their own.
_COLUMNED = {"case": _case, "bid": _bid}


def _remarks(record: dict[str, Any]) -> Iterator[Styled]:
    """What is said of the print's slips."""
    for remark in record["remarks"]:
        yield Styled(
            f"printed {remark['printed']!r}, recte {remark['recte']!r}: {remark['reason']}",
            style="dim italic",
        )


def _successors(record: dict[str, Any], style: Style) -> Iterator[Styled]:
    """Where a newer edition has what a provision of an older one says."""
    for edition, found in newer_places(record).items():
        if edition in record.get("reassigned", ()):
            number = display_name(record["id"], "en", style)
            yield Styled(f"{number} of {edition} is something else", style="yellow")
        names = [display_name(c["provision"], "en", style) for c in found if "provision" in c]
        where = f"{', '.join(names)} of {edition}" if names else ""
        said = (where, found[0]["relation"], found[0]["change"])
        yield Styled(f"→ {', '.join(filter(None, said))}", "cyan")


def _with_calls(record: dict[str, Any], field: str, markers: dict[str, str]) -> list[str]:
    """A field's characters, each with what is shown before it: markers, and where words resume.

    One entry a character and a last one for what stands at the end, so that the offsets of the
    record still fit.
    """
    text = record[field] or ""
    shown = [*text, ""]
    for mark in record.get("marks", []):
        if mark["field"] == field:
            at = mark["offset"]
            shown[at] = f"[{markers[mark['note']]}]" + shown[at]
    resumes = record.get("resumes")
    if field == "body" and resumes is not None:
        shown[resumes] = "[…] " + shown[resumes]
    return shown


def _trimmed(shown: list[str]) -> Styled | None:
    text = "".join(shown).strip()
    return Styled(text) if text else None


def _senses(record: dict[str, Any]) -> Iterator[str]:
    """What leads to the senses of a term, then each with its number."""
    senses = record["senses"]
    lead = record["body"].removesuffix(" ".join(sense["body"] for sense in senses)).rstrip()
    if lead:
        yield lead
    for sense in senses:
        yield f"{sense['label']}. {sense['body']}"


def _name(record: dict[str, Any], language: str, style: Style) -> str:
    """What a record is called: a provision as its language cites it, any other by its id."""
    id: str = record["id"]
    return id if record["kind"] in ARTICLE else display_name(id, language, style)


def _title(record: dict[str, Any], language: str, style: Style, markers: dict[str, str]) -> Styled:
    name = Styled(_name(record, language, style), style="bold")
    title = "".join(_with_calls(record, "heading", markers))
    title = title or record.get("headword") or record.get("english") or ""
    return name.append(f"  {title}", style="bold") if title else name


def show_record(console: Terminal, record: dict[str, Any], language: str, style: Style) -> None:
    """A record on a line: its name and its title or words; cut to the width of a terminal."""
    words = record["heading"] or record.get("term") or record["body"]
    line = f"{_name(record, language, style)}  {words}"
    if console.is_terminal:
        console.print(line, overflow="ellipsis", no_wrap=True)
    else:
        console.print(line, soft_wrap=True)


def show_reference(
    console: Terminal, reference: dict[str, Any], language: str, style: Style
) -> None:
    """A reference on a line: where it stands, its words, what it leads to."""
    # What cites another edition is an article, whose number is no law's.
    article = ":" in reference["targets"][0]
    name = reference["from"] if article else display_name(reference["from"], language, style)
    line = Styled(name, style="bold")
    line.append(f"  {reference['line']}", style="dim").append(f"  “{reference['quote']}” → ")
    line.append(", ".join(display_name(target, language, style) for target in reference["targets"]))
    if reference["dangling"]:
        line.append("  does not exist", style="red")
    console.say(line)


def _table(table: dict[str, Any]) -> Table:
    rows = table["rows"]
    out = Table(
        title=table.get("caption"),
        title_justify="left",
        caption=table.get("note"),
        caption_justify="left",
        show_header=False,
    )
    for column in zip(*rows, strict=True):
        numeric = any(cell["type"] in ("number", "range") for cell in column)
        out.add_column(justify="right" if numeric else "left")
    for number, row in enumerate(rows):
        style = "bold" if number < table["header"] else ""
        out.add_row(*(Styled(cell["text"], style=style) for cell in row))
    return out

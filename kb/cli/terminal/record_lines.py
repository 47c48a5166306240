"""The words of a record as lines and tables of a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text as Styled

from kb.citations.anchors import display_name
from kb.core import record_parts
from kb.core.stored_records import (
    BidRecord,
    CaseRecord,
    DefinitionRecord,
    GlossaryRecord,
    IndexRecord,
    ItemRecord,
    NoteRecord,
    PartRecord,
    RuleRecord,
    SectionRecord,
    StoredRecord,
    restored,
)
from kb.corpus.corpus import Text
from kb.corpus.profile import Profile
from kb.records.article_parts import KINDS as ARTICLE_KINDS


def record_lines(
    record: StoredRecord, text: Text, profile: Profile, markers: dict[str, str]
) -> Iterator[RenderableType]:
    """What a record says, with its name, the calls of its notes, and what is said about it.

    `markers` are the printed markers of the notes that may be called, by the id of the note.
    """
    if isinstance(record, PartRecord):
        mark = f"{record.marker} " if isinstance(record, ItemRecord) and record.marker else ""
        yield Styled(f"{record.id}  ", style="dim").append(f"{mark}{record.body}", "default")
        yield from _remarks(record)
        return
    yield _title(record, text.language, profile, markers)
    yield from _body(record, markers)
    yield from _about(record, text.language, profile)
    yield from _remarks(record)


def record_name(record: StoredRecord, language: str, profile: Profile) -> str:
    """What a record is called: a provision as its language cites it, any other by its id."""
    if record.kind in ARTICLE_KINDS:
        return record.id
    return display_name(record.id, language, profile)


def _title(
    record: StoredRecord, language: str, profile: Profile, markers: dict[str, str]
) -> Styled:
    name = Styled(record_name(record, language, profile), style="bold")
    title = "".join(_with_calls(record, "heading", markers))
    if not title and isinstance(record, DefinitionRecord):
        title = record.headword
    if not title and isinstance(record, DefinitionRecord | GlossaryRecord):
        title = record.english
    return name.append(f"  {title}", style="bold") if title else name


def _body(record: StoredRecord, markers: dict[str, str]) -> Iterator[RenderableType]:
    """The words of a record: its tables at their places, senses and columns one by one."""
    shown = _with_calls(record, "body", markers)
    done = 0
    for table in record.table if isinstance(record, RuleRecord) else ():
        above = shown[done : table.at]
        done = table.at
        if words := _trimmed(above):
            yield words
        yield _table(table)
    if isinstance(record, DefinitionRecord) and record.senses:
        yield from map(Styled, _senses(record))
    elif isinstance(record, CaseRecord):
        for column in ("description", "consequence", "reason"):
            yield Styled(f"{column}: ", style="cyan").append(record.words(column), "default")
    elif isinstance(record, BidRecord):
        yield from _bid(record)
    elif words := _trimmed(shown[done:]):
        yield words


def _bid(record: BidRecord) -> Iterator[Styled]:
    """What a bid is worth, and its place among the others."""
    worth = record.body.replace(" ", " = ")  # the points, and their sum if they are several
    yield Styled(f"{worth} points; rank {record.precedence}")
    for what, others in (("beats", record.beats), ("equal to", record.ties)):
        if others:
            yield Styled(f"{what} {', '.join(others)}")


def _about(record: StoredRecord, language: str, profile: Profile) -> Iterator[Styled]:
    """What is known about the words of a record: what was restored, and where they lead."""
    for mended in restored(record):
        read = record.words(mended.field)[mended.start : mended.end]
        line = f"{read!r}: the scan reads {mended.raw!r}. {mended.remark}"
        yield Styled(line, "dim italic")
    if isinstance(record, IndexRecord) and record.locators:
        printed = (locator.printed for locator in record.locators)
        yield Styled(", ".join(printed), style="cyan")
    if isinstance(record, NoteRecord) and record.anchors:
        names = ", ".join(display_name(anchor, language, profile) for anchor in record.anchors)
        yield Styled(f"[{record.marker}] ← {names}", style="dim")
    if isinstance(record, SectionRecord):
        if record.explains:
            explained = (display_name(one.provision, language, profile) for one in record.explains)
            yield Styled(f"→ {', '.join(explained)}", style="cyan")
        for difference in record.differences:
            yield Styled(f"“{difference.printed}”: {difference.remark}", style="yellow")


def _remarks(record: StoredRecord) -> Iterator[Styled]:
    """The slips of the print, each with what should stand there and why."""
    for remark in record.remarks:
        yield Styled(
            f"printed {remark.printed!r}, recte {remark.recte!r}: {remark.reason}",
            style="dim italic",
        )


def _with_calls(
    record: StoredRecord, field: record_parts.Field, markers: dict[str, str]
) -> list[str]:
    """The characters of a field, each behind what is shown before it: markers, where words resume.

    There is one entry for each character and a last one for what stands at the end, so that the
    offsets of the record still fit.
    """
    shown = [*record.words(field), ""]
    if isinstance(record, RuleRecord):
        for mark in record.marks:
            if mark.field == field:
                shown[mark.offset] = f"[{markers[mark.note]}]" + shown[mark.offset]
        if field == "body" and record.resumes is not None:
            shown[record.resumes] = "[…] " + shown[record.resumes]
    return shown


def _trimmed(shown: list[str]) -> Styled | None:
    text = "".join(shown).strip()
    return Styled(text) if text else None


def _senses(record: DefinitionRecord) -> Iterator[str]:
    """The words before the senses of a term, then each sense with its number."""
    bodies = " ".join(sense.body for sense in record.senses)
    if lead := record.body.removesuffix(bodies).rstrip():
        yield lead
    for sense in record.senses:
        yield f"{sense.label}. {sense.body}"


def _table(table: record_parts.Table) -> Table:
    out = Table(
        title=table.caption,
        title_justify="left",
        caption=table.note,
        caption_justify="left",
        show_header=False,
    )
    for column in zip(*table.rows, strict=True):
        numeric = any(cell.type in ("number", "range") for cell in column)
        out.add_column(justify="right" if numeric else "left")
    for number, row in enumerate(table.rows):
        style = "bold" if number < table.header else ""
        out.add_row(*(Styled(cell.text, style=style) for cell in row))
    return out

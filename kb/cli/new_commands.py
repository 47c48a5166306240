"""The command that adds a text to the corpus.

What only it needs stands in it, so that every other command begins at once.
"""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kb.cli.shared import Consoles, app
from kb.corpus import manifest
from kb.corpus.corpus import Corpus

if TYPE_CHECKING:
    from kb.adding.looking import Findings, Layout

_STATUS = "unofficial copy: the publisher's text binds"


class LayoutOption(StrEnum):
    """The layouts that can be given; `none` keeps a text that no reader understands yet."""

    decimal = "decimal"
    outline = "outline"
    depth = "depth"
    none = "none"


_READ: dict[LayoutOption, Layout] = {
    LayoutOption.decimal: "decimal",
    LayoutOption.outline: "outline",
    LayoutOption.depth: "depth",
}


@app.command()
def new(
    file: Annotated[Path, typer.Argument(help="The rulebook: .txt, .md, .html or .docx.")],
    edition: Annotated[
        str | None, typer.Option(help="The id of its edition, with the year: game-2018.")
    ] = None,
    lang: Annotated[
        str | None, typer.Option("--lang", "-l", help="Its language, as a two-letter code: en.")
    ] = None,
    title: Annotated[str | None, typer.Option(help="Its title, as printed.")] = None,
    work: Annotated[
        str | None, typer.Option(help="The id of its work; that of the edition without the year.")
    ] = None,
    work_title: Annotated[
        str | None, typer.Option(help="The title of the work, if that is new; that of the text.")
    ] = None,
    edition_title: Annotated[
        str | None, typer.Option(help="The title of the edition, if that is new; that of the text.")
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(help="What people call the work or its game, if it is new. Repeatable."),
    ] = None,
    effective: Annotated[
        str | None, typer.Option(help="Since when it is in force: a date or a year.")
    ] = None,
    publisher: Annotated[str | None, typer.Option(help="Who published it.")] = None,
    revision: Annotated[
        str | None, typer.Option(help="Which state of the text it is; since when it is in force.")
    ] = None,
    status: Annotated[str | None, typer.Option(help="What this copy is worth.")] = None,
    holder: Annotated[
        str | None, typer.Option(help="Who has the rights; the publisher unless given.")
    ] = None,
    publish: Annotated[
        bool | None, typer.Option("--publish/--no-publish", help="May the site show it?")
    ] = None,
    export: Annotated[
        bool | None,
        typer.Option("--export/--no-export", help="May others have it as data? No unless given."),
    ] = None,
    layout: Annotated[
        LayoutOption | None, typer.Option(help="How it is printed, if the look at it is wrong.")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print what would be written, and write nothing.")
    ] = False,
) -> None:
    """Add a rulebook to the corpus: look at how it is printed, ask what it is, write its entries.

    At a terminal it asks for what is not given; elsewhere all of it must be. It writes the entries
    of the manifest, the source with its hash, and print.toml as a first proposal.

    Example: kodeks new laws.docx   ·   kodeks new laws.txt --edition game-2018 --lang en
    """
    from kb.adding import new_text as adding
    from kb.adding.looking import look
    from kb.adding.manifest_entries import NewText
    from kb.adding.plain_source import read_source
    from kb.cli.terminal.asked_words import Asker
    from kb.cli.terminal.new_text_lines import (
        show_draft,
        show_findings,
        show_house,
        show_next,
        show_trial,
    )

    corpus = manifest.load()
    source = read_source(file)
    found = look(source.lines, _READ.get(layout) if layout else None)
    if layout is LayoutOption.none:
        found = replace(found, layout=None, why="as you say")
    show_findings(Consoles.out, source, found)
    asker = Asker(Consoles.out)
    edition = asker.words(
        "--edition", "Id of its edition, such as game-2018", edition, None,
        partial(adding.check_edition, corpus),
    )  # fmt: skip
    known = next((one for one in corpus.editions if one.id == edition), None)
    lang = asker.words(
        "--lang", "Language, as a two-letter code", lang, None,
        partial(adding.check_language, corpus, edition),
    )  # fmt: skip
    work = asker.words(
        "--work", "Id of its work", work, known.work if known else adding.work_of(edition),
        partial(adding.check_work, corpus, edition),
    )  # fmt: skip
    adding.check_new_only(corpus, work, name, work_title)
    _compare(corpus, work, found)
    title = asker.words("--title", "Its title, as printed", title, None, adding.check_words)
    new_work = work not in {one.id for one in corpus.works}
    if new_work:
        work_title = asker.words(
            "--work-title", "Title of the work", work_title, title, adding.check_words
        )
        name = [*asker.several("What people call it or its game", name, work)]
    if known is None:
        edition_title = asker.words(
            "--edition-title", "Title of the edition", edition_title, title, adding.check_words
        )
    effective = asker.words(
        "--effective", "In force since (a date or a year)", effective,
        known.effective if known else adding.year_of(edition), adding.check_effective,
    )  # fmt: skip
    publisher = asker.words("--publisher", "Publisher", publisher, None, adding.check_words)
    revision = asker.words(
        "--revision", "State of the text", revision, effective, adding.check_words
    )
    status = asker.words("--status", "What this copy is worth", status, _STATUS, adding.check_words)
    holder = asker.words("--holder", "Who has the rights", holder, publisher, adding.check_words)
    entry = NewText(
        edition=edition,
        language=lang,
        work=work,
        title=title,
        work_title=work_title or title,
        edition_title=edition_title or title,
        names=tuple(name or ()) if new_work else (),
        effective=effective,
        publisher=publisher,
        revision=revision,
        status=status,
        holder=holder,
        publish=asker.flag("--publish", "May the site show it?", publish, None),
        export=asker.flag("--export", "May others have it as data?", export, False),
    )
    made = adding.draft(corpus, entry, source, found)
    show_trial(Consoles.out, made)
    if dry_run:
        show_draft(Consoles.out, made)
        return
    adding.write(corpus.home, made)
    Consoles.out.say(f"Written: {entry.id} with {len(made.files)} files.")
    show_next(Consoles.out, made, found)
    if new_work:
        show_house(Consoles.out, corpus)


def _compare(corpus: Corpus, work: str, found: Findings) -> None:
    """Say when a text seems to be numbered in another way than its work."""
    numbering = next((one.profile.numbering for one in corpus.works if one.id == work), None)
    if numbering not in (None, found.numbering):
        Consoles.out.say(f"look: {work} is {numbering}, but this text looks {found.numbering}")

"""Commands that write for others: the site, exports."""

from __future__ import annotations

import time
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

import kb
from kb.cli.shared import (
    AsJson,
    Consoles,
    WithinOption,
    app,
    open_built,
    print_json,
    seconds,
    write,
)
from kb.cli.terminal.progress_bar import progress
from kb.core.source_language import SOURCE_LANGUAGE
from kb.corpus import manifest
from kb.corpus.selecting import select_texts
from kb.files.atomic import write_whole
from kb.linking.linker import patterned

if TYPE_CHECKING:
    from kb.publishing.output.growth import Growth


class ExportAs(StrEnum):
    """What `kodeks export` writes."""

    graph = "graph"


@app.command()
def export(
    format: Annotated[ExportAs, typer.Argument(help="graph: GraphML, who cites whom.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The file; else standard output.")
    ] = None,
    lang: Annotated[
        str, typer.Option("--lang", "-l", help="Language of names, titles.")
    ] = SOURCE_LANGUAGE,
    within: WithinOption = None,
) -> None:
    """Write the knowledge base in a format of other programs.

    graph: every provision as a node; what contains, cites, explains it, and what it became in a
    newer edition, as edges. Gephi, yEd, Cytoscape and networkx read it.

    Example: kodeks export graph --in $game --output $game.graphml
    """
    from kb.exports.graph import graphml

    corpus = manifest.load()
    texts = select_texts(corpus, within, ())
    (language,) = patterned([lang.strip().lower()])
    writers = {ExportAs.graph: graphml}
    written = writers[format](corpus, open_built(corpus), texts, language)
    if output is None:
        write([written.decode("utf-8")])
    else:
        write_whole(output, written)


@app.command()
def site(
    strict: Annotated[bool, typer.Option(help="Fail on any warning.")] = True,
    url: Annotated[
        str | None,
        typer.Option(help="Where it is going to stand: https://…", envvar="KODEKS_URL"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Build the static site into build/site, and say how big it is.

    Example: kodeks site --url https://laws.example/
    """
    from kb.publishing.output.growth import growth
    from kb.publishing.output.site import build_site

    started = time.monotonic()
    corpus = manifest.load()
    with progress(Consoles.err) as report:
        directory = build_site(corpus.home, strict=strict, progress=report, address=url)
    measured = growth(directory, corpus)
    if as_json:
        print_json(measured.to_json() | {"directory": str(directory)})
        return
    Consoles.out.print(_growth_table(measured))
    laws, languages = measured.law_pages, len(measured.languages)
    Consoles.out.say(
        f"{laws // (languages or 1)} numbered pages × {languages} languages: each law adds "
        f"{_kilobytes(measured.law_bytes)} kB a language, each language "
        f"{_kilobytes(measured.language_bytes)} kB. The heaviest is {measured.heaviest}: "
        f"{_kilobytes(measured.heaviest_bytes)} kB."
    )
    Consoles.out.print(f"{measured.pages} pages in {directory} ({seconds(started)}).")


def _growth_table(measured: Growth) -> Table:
    """What the site has in each language."""
    table = Table("Language")
    for head in ("pages", "of laws", "HTML, kB", "all files, kB"):
        table.add_column(head, justify="right")
    for part in measured.parts:
        sizes = (_kilobytes(part.markup), _kilobytes(part.bytes))
        table.add_row(part.language or "(root)", f"{part.pages:,}", f"{part.laws:,}", *sizes)
    return table


def _kilobytes(size: int) -> str:
    return f"{size / 1000:,.0f}"


@app.command()
def version() -> None:
    """Print the version.

    Example: kodeks version
    """
    Consoles.out.print(kb.__version__)

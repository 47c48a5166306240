"""Commands that write for others: the site, exports."""

from __future__ import annotations

import time
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

import kb
from kb import corpus as manifest
from kb.cli.shared import Consoles, Within, app, open_built, seconds, write
from kb.linking import patterned
from kb.lookup import select_texts
from kb.progress import progress
from kb.writing import write_whole


class ExportAs(StrEnum):
    """What `kodeks export` writes."""

    graph = "graph"


@app.command()
def export(
    format: Annotated[ExportAs, typer.Argument(help="graph: GraphML, who cites whom.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The file; else standard output.")
    ] = None,
    lang: Annotated[str, typer.Option("--lang", "-l", help="Language of names, titles.")] = "en",
    within: Within = None,
) -> None:
    """Write the knowledge base in a format of other programs.

    graph: every provision as a node; what contains, cites, explains it, and what it became in a
    newer edition, as edges. Gephi, yEd, Cytoscape and networkx read it.

    Example: kodeks export graph --in bridge --output bridge.graphml
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
) -> None:
    """Build the static site into build/site.

    Example: kodeks site
    """
    from kb.publishing.site import build_site

    started = time.monotonic()
    with progress(Consoles.err) as report:
        directory = build_site(manifest.load().home, strict=strict, progress=report)
    pages = sum(1 for _ in directory.rglob("*.html"))
    Consoles.out.print(f"{pages} pages in {directory} ({seconds(started)}).")


@app.command()
def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes any free port.")] = 8000,
) -> None:
    """Serve the built site on 127.0.0.1.

    Example: kodeks serve --port 8080
    """
    from kb.publishing.serve import serve_site

    home = manifest.load().home
    serve_site(home, port, lambda address: Consoles.out.print(f"Serving on {address}"))


@app.command()
def version() -> None:
    """Print the version.

    Example: kodeks version
    """
    Consoles.out.print(kb.__version__)

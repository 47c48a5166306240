"""The command `kodeks`: build, look up, search, serve."""

from __future__ import annotations

import io
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

import kb
from kb import corpus as manifest
from kb.alignment import edition_records
from kb.build import build as build_corpus
from kb.build import open_store
from kb.corpus import Corpus, Text
from kb.errors import KodeksError, NotFoundError
from kb.linking import (
    Markup,
    Site,
    find_links,
    is_markdown,
    links_json,
    patterned,
    read_document,
    reading_language,
    write_links,
)
from kb.lookup import find, select_texts
from kb.progress import progress
from kb.publishing.book import languages as site_languages
from kb.relations import relations_of
from kb.report import KINDS, unclaimed
from kb.report import SCHEMA as REPORT_SCHEMA
from kb.report import report as check
from kb.search.query import search as search_store
from kb.store import Store
from kb.terminal import (
    Terminal,
    hit_json,
    show_found,
    show_record,
    show_reference,
    show_relations,
    show_report,
    show_results,
    show_unknown,
)
from kb.writing import write_whole

app = typer.Typer(
    name="kodeks",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    help="The laws of bridge and Ulti: look up, search, compare across languages.",
    epilog="Example: kodeks show 27B1b --lang pl   ·   kodeks search 'fałszywy renons'",
)


class Color(StrEnum):
    """When output is coloured."""

    auto = "auto"
    always = "always"
    never = "never"


class LinksAs(StrEnum):
    """How `kodeks link` writes what it found."""

    md = "md"
    html = "html"
    json = "json"


class ExportAs(StrEnum):
    """What `kodeks export` writes."""

    graph = "graph"


class InputFormat(StrEnum):
    """What a document is."""

    text = "text"
    markdown = "markdown"


class _Consoles:
    """Where output and messages go; set once by the global options."""

    out = Terminal()
    err = Terminal(stderr=True)


Language = Annotated[
    list[str] | None,
    typer.Option("--lang", "-l", help="Language(s): hu, pl, hr, it, fr, de. Repeatable."),
]
Within = Annotated[
    str | None, typer.Option("--in", help="A work, edition or text: bridge-1997, bridge-2017/pl.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]


@app.callback()
def main_options(
    color: Annotated[Color, typer.Option(help="Colour the output.")] = Color.auto,
) -> None:
    """Look up, search and build the laws."""
    forced = {Color.always: True, Color.never: False}.get(color)
    no_color = True if color is Color.never else None
    _Consoles.out = Terminal(force_terminal=forced, no_color=no_color)
    _Consoles.err = Terminal(stderr=True, force_terminal=forced, no_color=no_color)


@app.command()
def build(
    force: Annotated[bool, typer.Option("--force", help="Build even if nothing changed.")] = False,
) -> None:
    """Read the corpus and index it; does nothing when nothing has changed.

    Example: kodeks build --force
    """
    started = time.monotonic()
    with progress(_Consoles.err) as report:
        result = build_corpus(manifest.load(), force=force, progress=report)
    if not result.fresh:
        _Consoles.out.print(f"Nothing has changed ({_seconds(started)}).")
        return
    for reading in result.readings:
        kinds = Counter(record.kind for record in reading.records)
        counts = ", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items()))
        _Consoles.out.say(f"{reading.text}: {counts}")
    _Consoles.out.print(f"Built in {_seconds(started)}.")


@app.command()
def records(
    text: Annotated[str, typer.Argument(help="A text (bridge-2017/pl) or an edition.")],
    as_json: AsJson = False,
) -> None:
    """Print the records of a text, or of an edition with its languages joined by id.

    In document order, one a line.

    Example: kodeks records bridge-2017/pl --json
    """
    corpus = manifest.load()
    is_edition = "/" not in text
    texts = (
        select_texts(corpus, corpus.edition(text).id, ())
        if is_edition
        else (_readable(corpus, text),)
    )
    store = _open(corpus)
    if as_json and is_edition:
        rows = edition_records(store, texts)
        _write(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    elif as_json:
        _write(store.lines("records", text))
    else:
        for one in texts:
            style = corpus.edition(one.edition).style
            for record in store.records(one.id):
                show_record(_Consoles.out, record, one.language, style)


@app.command()
def references(
    text: Annotated[str, typer.Argument(help="A text: bridge-2017/pl.")],
    as_json: AsJson = False,
) -> None:
    """Print what a text cites, in document order; what it cites in vain is marked.

    Example: kodeks references bridge-2017/hu --json
    """
    corpus = manifest.load()
    chosen = _readable(corpus, text)
    store = _open(corpus)
    if as_json:
        _write(store.lines("references", chosen.id))
        return
    style = corpus.edition(chosen.edition).style
    for reference in store.references(chosen.id):
        show_reference(_Consoles.out, reference, chosen.language, style)


@app.command()
def show(
    reference: Annotated[list[str], typer.Argument(help="27B1b, Law 27B1(b), def.alert …")],
    lang: Language = None,
    within: Within = None,
    refs: Annotated[
        bool, typer.Option("--refs", help="Also what it cites, what cites it, what explains it.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show a provision and what it contains, its languages side by side.

    For a language that has only an older code, the words there that correspond, with a notice.

    Example: kodeks show 27B1b --lang hu --lang pl   ·   kodeks show 27B1 --refs
    """
    corpus = manifest.load()
    store = _open(corpus)
    languages = _languages(lang)
    found = find(corpus, store, " ".join(reference), languages, within)
    shown = {language for one in found for language in one.languages}
    if lacking := [code for code in languages if code not in shown]:
        _Consoles.err.print(f"not in {', '.join(lacking)}: no such text", style="yellow")
    relations = [relations_of(corpus, store, one) for one in found] if refs else []
    if as_json:
        rows = [one.to_dict() for one in found]
        for row, own in zip(rows, relations, strict=False):
            row["relations"] = own.to_dict()
        _print_json({"schema": "kodeks.show/1", "found": rows})
        return
    for one in found:
        show_found(_Consoles.out, one)
    for own in relations:
        show_relations(_Consoles.out, corpus, own)


@app.command()
def search(
    query: Annotated[list[str], typer.Argument(help="Words, accented or not, or a law number.")],
    lang: Language = None,
    within: Within = None,
    limit: Annotated[
        int, typer.Option(min=1, max=100, help="How many hits at most, of each game.")
    ] = 10,
    as_json: AsJson = False,
) -> None:
    """Find provisions, definitions and notes by word; a law number goes straight there.

    Bridge and Ulti stay apart: a query that names its game gets it alone, any other gets both.

    Example: kodeks search falszywy renons --lang pl
    """
    corpus = manifest.load()
    texts = select_texts(corpus, within, _languages(lang))
    results = search_store(corpus, _open(corpus), " ".join(query), texts, limit)
    if as_json:
        _print_json(
            {
                "schema": "kodeks.search/1",
                "query": results.query,
                "game": results.game,
                "citation": str(results.citation) if results.citation else None,
                "missing": str(results.missing) if results.missing else None,
                "hits": [hit_json(corpus, rank, hit) for rank, hit in enumerate(results.hits, 1)],
            }
        )
        return
    if results.missing:
        _Consoles.out.print(f"There is no {results.missing.display} in these texts.")
    if results.hits:
        show_results(_Consoles.out, corpus, results)
    elif not results.missing:
        _Consoles.out.print("Nothing found. Try fewer or other words.")


@app.command()
def report(
    within: Within = None,
    as_json: AsJson = False,
) -> None:
    """Compare the languages of each edition, and list what points nowhere.

    The translator's tool: what one language lacks, lists, citations, numbers and symbols that
    differ, citations and index entries that lead nowhere. A finding is a thing to look at.

    Example: kodeks report --in bridge-2017
    """
    corpus = manifest.load()
    texts = select_texts(corpus, within, ())
    findings = unclaimed(texts) or check(_open(corpus), texts)
    if as_json:
        counts = Counter(finding.kind for finding in findings)
        _print_json(
            {
                "schema": REPORT_SCHEMA,
                "texts": [text.id for text in texts],
                "counts": {kind: counts[kind] for kind in KINDS},
                "findings": [finding.to_dict() for finding in findings],
            }
        )
        return
    show_report(_Consoles.out, findings)


@app.command()
def link(
    file: Annotated[str, typer.Argument(help="A text or Markdown file; - for standard input.")],
    to: Annotated[LinksAs, typer.Option(help="How links are written.")] = LinksAs.md,
    format: Annotated[
        InputFormat | None,
        typer.Option("--from", help="What the file is; told by its name unless given."),
    ] = None,
    lang: Annotated[
        list[str] | None,
        typer.Option("--lang", "-l", help="Language(s) of the ruling; all unless given."),
    ] = None,
    within: Annotated[str, typer.Option("--in", help="The edition cited.")] = "bridge-2017",
    base: Annotated[str, typer.Option(help="Address of the site.")] = "",
    ui: Annotated[str | None, typer.Option(help="Language of the site's pages.")] = None,
) -> None:
    """Turn law numbers in a ruling into links; numbers that do not exist are flagged.

    Code and what is a link already stay as they are, and so does every other character.

    Example: kodeks link ruling.md --base https://laws.example.org --ui pl
    """
    document = read_document(file)
    markdown = format is InputFormat.markdown or (format is None and is_markdown(file))
    corpus = manifest.load()
    # What explains a code has no provisions: its laws are those of the code.
    within = corpus.edition(within).about or within
    texts = select_texts(corpus, corpus.edition(within).id, ())
    store = _open(corpus)
    found = find_links(
        document,
        "markdown" if markdown else "text",
        {id for text in texts for id in store.provisions(text.id)},
        patterned(_languages(lang)),
    )
    languages = site_languages(corpus)
    place = Site.at(
        base, ui or reading_language(found, languages), corpus.edition(within), languages
    )
    show_unknown(_Consoles.err, file, document, found, within)
    if to is LinksAs.json:
        _print_json(links_json(found, place))
    else:
        markup: Markup = "html" if to is LinksAs.html else "md"
        _write([write_links(document, found, place, markup, plain=not markdown)])


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
    written = writers[format](corpus, _open(corpus), texts, language)
    if output is None:
        _write([written.decode("utf-8")])
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
    with progress(_Consoles.err) as report:
        directory = build_site(manifest.load().home, strict=strict, progress=report)
    pages = sum(1 for _ in directory.rglob("*.html"))
    _Consoles.out.print(f"{pages} pages in {directory} ({_seconds(started)}).")


@app.command()
def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes any free port.")] = 8000,
) -> None:
    """Serve the built site on 127.0.0.1.

    Example: kodeks serve --port 8080
    """
    from kb.publishing.serve import serve_site

    home = manifest.load().home
    serve_site(home, port, lambda address: _Consoles.out.print(f"Serving on {address}"))


@app.command()
def version() -> None:
    """Print the version.

    Example: kodeks version
    """
    _Consoles.out.print(kb.__version__)


def main() -> None:
    """Run the command line; an error meant for people is printed with its hint, never a trace."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")  # whatever the locale says
    try:
        app()
    except KodeksError as error:
        _Consoles.err.print(f"error: {error.message}", style="red", soft_wrap=True)
        if error.hint:
            _Consoles.err.print(error.hint, soft_wrap=True)
        sys.exit(error.exit_code)
    except OSError as error:
        _Consoles.err.print(f"error: {error}", style="red", soft_wrap=True)
        sys.exit(1)


def _readable(corpus: Corpus, id: str) -> Text:
    text = corpus.text(id)
    if text.layout is None:
        raise NotFoundError(f"{id} is in the corpus, but no reader understands it yet")
    return text


def _open(corpus: Corpus) -> Store:
    def notify(message: str) -> None:
        _Consoles.err.print(message, style="yellow", soft_wrap=True)

    with progress(_Consoles.err) as report:
        return open_store(corpus, notify, report)


def _languages(options: list[str] | None) -> tuple[str, ...]:
    """`-l hu -l pl` and `-l hu,pl` alike."""
    codes = (code.strip().lower() for option in options or () for code in option.split(","))
    return tuple(dict.fromkeys(code for code in codes if code))


def _print_json(value: dict[str, Any]) -> None:
    _write([json.dumps(value, ensure_ascii=False, indent=1) + "\n"])


def _write(lines: Iterable[str]) -> None:
    """Write lines as they are; a reader who has read enough (`| head`) is no error."""
    try:
        sys.stdout.writelines(lines)
        sys.stdout.flush()
    except BrokenPipeError:
        _Consoles.out.on_broken_pipe()


def _seconds(started: float) -> str:
    return f"{time.monotonic() - started:.1f} s"


if __name__ == "__main__":
    main()

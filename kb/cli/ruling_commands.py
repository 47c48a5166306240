"""Commands for rulings: turn law numbers into links, list what is cited, find who cites a law."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from kb.cli.shared import (
    AsJson,
    Consoles,
    app,
    language_codes,
    open_built,
    print_json,
    write,
)
from kb.cli.terminal.citations import show_cited_laws, show_citing, show_flags, show_question
from kb.cli.terminal.progress_bar import patient_progress
from kb.core.errors import KodeksError, NotFoundError
from kb.core.source_language import SOURCE_LANGUAGE
from kb.corpus import manifest
from kb.files.atomic import write_whole
from kb.linking.documents.ruling import Ruling, format_of, read_document, rulings_below
from kb.linking.limits import BadDocumentError
from kb.linking.linker import cite, patterned, read
from kb.linking.resolving.index import Index
from kb.linking.ruling_output import Linked, LinkingContext, LinksAs
from kb.linking.rulings.authorities import ProvisionTitles
from kb.linking.rulings.citator import CitingRuling, citator_json, cited_laws, citing, citing_json
from kb.linking.writing.annotate import remove as without_links


class InputFormat(StrEnum):
    """What a document is."""

    text = "text"
    markdown = "markdown"
    html = "html"


#: What each kind of document is written as when it stays what it is.
_SAME = {
    InputFormat.text: LinksAs.text,
    InputFormat.markdown: LinksAs.md,
    InputFormat.html: LinksAs.html,
}
#: What each kind is written as unless `--to` says otherwise.
_USUAL = {**_SAME, InputFormat.text: LinksAs.md}


class BadOptionsError(KodeksError):
    """Options that do not go together; exit code 2."""

    exit_code = 2


RulingLanguages = Annotated[
    list[str] | None,
    typer.Option("--lang", "-l", help="Language(s) of the ruling. Repeatable; all unless given."),
]
Numbers = Annotated[
    str | None,
    typer.Option(
        "--in",
        help="The edition or work that numbers are of when nothing says which: $older, "
        "$other_game. Unless given, the current code, with a warning where the ruling is older.",
    ),
]


@app.command()
def link(
    file: Annotated[str, typer.Argument(help="A ruling; - for standard input.")],
    to: Annotated[
        LinksAs | None,
        typer.Option(
            help="The document with links (html, md) or followed by a list of them (text); or what "
            "is cited: JSON, JSON Lines, W3C Web Annotations, a table of authorities. A web page "
            "stays one, anything else becomes Markdown, unless given.",
        ),
    ] = None,
    format: Annotated[
        InputFormat | None,
        typer.Option("--from", help="What the file is; told by its name unless given."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The file; else standard output.")
    ] = None,
    in_place: Annotated[
        bool, typer.Option("--in-place", help="Write the ruling back where it was.")
    ] = False,
    remove: Annotated[
        bool, typer.Option("--remove", help="Take links of ours out instead.")
    ] = False,
    lang: RulingLanguages = None,
    within: Numbers = None,
    context: Annotated[
        str | None,
        typer.Option(help="The provision that the ruling is about, for relative citations: 27B."),
    ] = None,
    headings: Annotated[bool, typer.Option(help="Also link in headings.")] = True,
    base: Annotated[str, typer.Option(help="Address of the site.")] = "",
    ui: Annotated[
        str | None,
        typer.Option(
            help="Language of the reader, of pages and titles; of most citations unless given."
        ),
    ] = None,
    source: Annotated[
        str | None, typer.Option(help="Where the ruling is published, for annotations.")
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="End with 3 when something cited does not exist.")
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Also list other regulations.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="JSON for machines, also of authorities.")
    ] = False,
) -> None:
    """Turn law numbers in a ruling into links; numbers that do not exist are flagged.

    Code and what is a link already stay as they are, and so does every other character. What
    should not be linked goes into an element of class kodeks-ignore. What is flagged is listed on
    standard error; the exit code is 0 all the same, unless --strict.

    Example: kodeks link ruling.md --base https://laws.example.org --ui pl   ·
    kodeks link page.html --in-place   ·   kodeks link appeal.txt --to authorities --ui en
    """
    kind = format or InputFormat(format_of(file))
    if as_json and to not in (None, LinksAs.json, LinksAs.authorities):
        raise BadOptionsError(f"--json does not go with --to {to.value}", "Leave one out.")
    wanted = _SAME[kind] if remove else to or (LinksAs.json if as_json else _USUAL[kind])
    _check(kind, wanted, file, output, in_place)
    target = Path(file) if in_place else output
    ruling = Ruling(file, kind.value, read_document(file))
    if remove:
        if wanted is not _SAME[kind]:
            raise BadOptionsError(
                "what has its links taken out stays what it is", f"Leave out --to {wanted.value}."
            )
        _deliver([without_links(ruling.document, ruling.format)], target)
        return
    spoken = patterned(language_codes(lang)) if lang else ()
    desk = _desk()
    edition = desk.edition(within)
    about = desk.provision(context, edition) if context else None
    with patient_progress(Consoles.err) as step:
        step(f"finding citations in {file}", 0, 2)
        meant = edition.id if within else None
        found = read(ruling.document, ruling.format, desk.index, spoken, meant, about, headings)
        cited = found.cited
        linked = Linked.of(desk, ruling, cited, found.edition, base, ui, found.dating)
        step("writing", 1, 2)
        _deliver(linked.written(wanted, as_json, source), target)
    show_question(Consoles.err, linked)
    show_flags(Consoles.err, ruling, cited, verbose)
    dangling = sum(citation.status == "dangling" for citation in cited)
    if strict and dangling:
        raise NotFoundError(f"{file}: {dangling} of {len(cited)} citations lead nowhere")


@app.command()
def citator(
    folder: Annotated[Path, typer.Argument(help="The folder with the rulings.")],
    reference: Annotated[
        list[str] | None, typer.Argument(metavar="REF", help="16B, Law 16B, $older:16 …")
    ] = None,
    lang: RulingLanguages = None,
    within: Numbers = None,
    ui: Annotated[str, typer.Option(help="Language of names and titles.")] = SOURCE_LANGUAGE,
    as_json: AsJson = False,
) -> None:
    """Find the rulings that cite a provision; without one, list every law that is cited.

    A ruling is a Markdown, HTML or text file below the folder. Citations of a part of the
    provision, of a range with it, or of an older edition's provision that stands there today count
    too, and are marked. A ruling whose front matter names its language (lang: hu) is read in that.

    Example: kodeks citator rulings 16B   ·   kodeks citator rulings --json
    """
    spoken = patterned(language_codes(lang)) if lang else ()
    (reader,) = patterned([ui.strip().lower()])
    desk = _desk()
    edition = desk.edition(within)
    asked = desk.reference(" ".join(reference), edition) if reference else None
    skipped: list[BadDocumentError] = []
    citing_rulings = [*_read(folder, desk.index, spoken, edition.id if within else None, skipped)]
    if not citing_rulings and not skipped:
        raise NotFoundError(f"{folder}: no rulings in it")
    titles = ProvisionTitles(desk.corpus, desk.store, reader)
    if asked:
        edition, id = asked
        rulings = citing(citing_rulings, desk.index, edition, id)
        if as_json:
            print_json(citing_json(edition, id, rulings, skipped))
        else:
            show_citing(Consoles.out, edition, id, rulings, reader)
    else:
        laws = cited_laws(citing_rulings, desk.index)
        if as_json:
            print_json(citator_json(laws, skipped, titles))
        else:
            show_cited_laws(Consoles.out, laws, titles, reader)
    if skipped:
        raise typer.Exit(BadDocumentError.exit_code)


def _desk() -> LinkingContext:
    """What linking needs of the corpus at hand, which is built first where it must be."""
    corpus = manifest.load()
    store = open_built(corpus)
    return LinkingContext(corpus, store, Index.of(corpus, store))


def _read(
    folder: Path,
    index: Index,
    spoken: tuple[str, ...],
    within: str | None,
    skipped: list[BadDocumentError],
) -> Iterator[CitingRuling]:
    """Every ruling of a folder with what it cites; `skipped` takes those that cannot be read."""

    def skip(error: BadDocumentError) -> None:
        skipped.append(error)
        Consoles.err.print(f"left out: {error.message}", style="yellow", soft_wrap=True)

    with patient_progress(Consoles.err) as step:
        rulings = [*rulings_below(folder, skip)]
        for number, ruling in enumerate(rulings):
            step(ruling.name, number, len(rulings))
            spoken_in = ruling.language
            languages = (spoken_in,) if spoken_in in patterned(()) else spoken
            try:
                cited = cite(ruling.document, ruling.format, index, languages, within)
            except BadDocumentError as error:
                skip(BadDocumentError(f"{folder / ruling.name}: {error.message}"))
            else:
                yield CitingRuling(ruling, tuple(cited))


def _check(
    kind: InputFormat, wanted: LinksAs, file: str, output: Path | None, in_place: bool
) -> None:
    """Refuse an output that the input cannot become, or that would overwrite it unasked."""
    if kind is InputFormat.html and wanted in (LinksAs.md, LinksAs.text):
        raise BadOptionsError(f"HTML cannot become {wanted.value}", "Write --to html.")
    if in_place:
        if file == "-":
            raise BadOptionsError("standard input has no place to write back to", "Give a file.")
        if output is not None and not _is_same(output, file):
            raise BadOptionsError("--in-place and --output name two files", "Give one of them.")
        if _SAME[kind] is not wanted:
            raise BadOptionsError(
                f"{file} cannot become {wanted.value} in its place",
                f"Write --to {_SAME[kind].value}, or give another file with --output.",
            )
    elif output is not None and file != "-" and _is_same(output, file):
        raise BadOptionsError(
            f"{output} is the ruling itself", "Give another file, or --in-place to write over it."
        )


def _is_same(output: Path, file: str) -> bool:
    try:
        return output.samefile(file)
    except OSError:
        return False  # one of them is not there


def _deliver(pieces: Iterable[str], target: Path | None) -> None:
    """Write to a file in one step, or to standard output."""
    if target is None:
        write(pieces)
    else:
        write_whole(target, "".join(pieces).encode("utf-8"))

"""Commands about the corpus: build it, print what was read, check it.

A slow import that only one command needs stands in that command, so that a search begins at once.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import Annotated

import typer

from kb.cli.shared import (
    AsJson,
    Consoles,
    WithinOption,
    app,
    open_built,
    print_json,
    readable,
    seconds,
    write,
)
from kb.cli.terminal.progress_bar import progress
from kb.cli.terminal.provisions import show_record, show_reference
from kb.core.stored import to_json
from kb.corpus import manifest
from kb.corpus.corpus import Corpus, Text
from kb.corpus.selecting import select_texts
from kb.records.alignment import edition_header, edition_records


@app.command()
def build(
    force: Annotated[bool, typer.Option("--force", help="Build even if nothing changed.")] = False,
) -> None:
    """Read the corpus and index it; does nothing when nothing has changed.

    Example: kodeks build --force
    """
    from kb.build import build as build_corpus

    started = time.monotonic()
    with progress(Consoles.err) as report:
        result = build_corpus(manifest.load(), force=force, progress=report)
    if not result.fresh:
        Consoles.out.print(f"Nothing has changed ({seconds(started)}).")
        return
    for reading in result.readings:
        kinds = Counter(record.kind for record in reading.records)
        counts = ", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items()))
        Consoles.out.say(f"{reading.text}: {counts}")
    Consoles.out.print(f"Built in {seconds(started)}.")


@app.command()
def records(
    text: Annotated[str, typer.Argument(help="A text ($text) or an edition.")],
    as_json: AsJson = False,
) -> None:
    """Print the records of a text, or of an edition with its languages joined by id.

    In document order, one a line.

    Example: kodeks records $text --json
    """
    corpus = manifest.load()
    is_edition = "/" not in text
    texts = (
        select_texts(corpus, corpus.edition(text).id, ())
        if is_edition
        else (readable(corpus, text),)
    )
    store = open_built(corpus)
    if as_json and is_edition:
        joined = [*edition_records(store, texts)]
        header = edition_header(texts[0].edition, len(joined))
        write(to_json(row) + "\n" for row in (header, *joined))
    elif as_json:
        write(store.lines("records", text))
    else:
        for chosen in texts:
            profile = corpus.edition(chosen.edition).profile
            for record in store.records(chosen.id):
                show_record(Consoles.out, record, chosen.language, profile)


@app.command()
def references(
    text: Annotated[str, typer.Argument(help="A text: $text.")],
    as_json: AsJson = False,
) -> None:
    """Print what a text cites, in document order; citations that lead nowhere are marked.

    Example: kodeks references $text --json
    """
    corpus = manifest.load()
    chosen = readable(corpus, text)
    store = open_built(corpus)
    if as_json:
        write(store.lines("references", chosen.id))
        return
    profile = corpus.edition(chosen.edition).profile
    for reference in store.references(chosen.id):
        show_reference(Consoles.out, reference, chosen.language, profile)


@app.command()
def report(
    within: WithinOption = None,
    as_json: AsJson = False,
) -> None:
    """Compare the languages of each edition, and list what points nowhere.

    For translators: what one language lacks, lists, citations, numbers and symbols that differ,
    citations and index entries that lead nowhere. And what each language has not: words of the
    site, patterns of citations, a stemmer. Look at each finding; it need not be an error.

    Example: kodeks report --in $edition
    """
    from kb.cli.terminal.report_lines import show_lacking, show_report
    from kb.records.findings import KINDS
    from kb.records.report import SCHEMA, unclaimed
    from kb.records.report import report as check
    from kb.search.building.lacking import LanguageLacks, lacking

    corpus = manifest.load()
    texts = select_texts(corpus, within, ())
    findings = unclaimed(texts)
    languages: list[LanguageLacks] = []
    if not findings:  # nothing is built of texts with words that belong to nothing
        store = open_built(corpus)
        findings = check(store, texts)
        languages = lacking(corpus, store, (text.language for text in texts))
    if as_json:
        counts = Counter(finding.kind for finding in findings)
        print_json(
            {
                "schema": SCHEMA,
                "texts": [text.id for text in texts],
                "counts": {kind: counts[kind] for kind in KINDS},
                "findings": [finding.to_dict() for finding in findings],
                "languages": [
                    {"language": one.language, "lacks": [*one.parts]} for one in languages
                ],
            }
        )
        return
    show_report(Consoles.out, findings)
    show_lacking(Consoles.out, languages)


@app.command()
def check(
    texts: Annotated[
        list[str] | None,
        typer.Argument(metavar="TEXT", help="Texts ($text), editions or works; else all."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Read texts and say what their readers let pass: for whoever adds a text.

    With file and line: what looks numbered or like a heading and was read as prose, holes in the
    numbering, words that belong to nothing, citations of what does not exist; and works that
    cannot be told apart.
    What corrections.tsv settles is not listed. The exit code is 1 if there is anything to look at.

    Example: kodeks check $text   ·   kodeks check $edition --json
    """
    from kb.cli.terminal.check_lines import show_check
    from kb.records.text_check import check as check_texts

    corpus = manifest.load()
    chosen = [text for id in texts or () for text in _readable_of(corpus, id)]
    of_all = tuple(dict.fromkeys(chosen)) if texts else corpus.readable
    result = check_texts(corpus, of_all, lambda: open_built(corpus))
    if as_json:
        print_json(result.to_json())
    else:
        show_check(Consoles.out, result)
    if result.findings:
        raise typer.Exit(1)


def _readable_of(corpus: Corpus, id: str) -> tuple[Text, ...]:
    """The text with this id, or those of a work or an edition."""
    return (readable(corpus, id),) if "/" in id else select_texts(corpus, id, ())

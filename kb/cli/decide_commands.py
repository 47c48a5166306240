"""Commands that lead from what happened at the table to the ruling."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from kb.cli.shared import AsJson, Consoles, app, language_codes, open_built, print_json, write
from kb.cli.terminal.decisions import show_procedures, show_walk
from kb.core.errors import KodeksError
from kb.core.source_language import SOURCE_LANGUAGE
from kb.corpus import manifest
from kb.curation.procedures.signatures import read_signatures
from kb.deciding.decision import Decider
from kb.deciding.picture import mermaid
from kb.deciding.sheet import COLUMNS, Sheets
from kb.deciding.walking import parse_answers, walk

EditionOption = Annotated[
    str | None, typer.Option("--in", help="The edition; the first with procedures unless given.")
]
OneLanguage = Annotated[
    str, typer.Option("--lang", "-l", help="The language of questions and rulings.")
]
Second = Annotated[
    str | None, typer.Option("--second", "-s", help="A second language beside it: --second pl.")
]


class NothingAskedError(KodeksError):
    """A choice that only a person at a terminal can make; exit code 2."""

    exit_code = 2


@app.command()
def decide(
    procedure: Annotated[
        str | None, typer.Argument(help="insufficient-bid, claim …; none: choose what happened.")
    ] = None,
    answers: Annotated[
        str | None,
        typer.Option(help="Answers so far: question=answer, with commas; or the answers in order."),
    ] = None,
    lang: OneLanguage = SOURCE_LANGUAGE,
    second: Second = None,
    within: EditionOption = None,
    as_json: AsJson = False,
) -> None:
    """Say what to do now: choose what happened, answer short questions, get the ruling.

    At a terminal it asks: choose with the arrow keys or a number, go back with Backspace. With
    answers it prints where they lead: the next question, or the ruling with its provisions.

    Example: kodeks decide --lang hu   ·   kodeks decide claim --answers agreed --json
    """
    corpus = manifest.load()
    languages = language_codes([lang, *([second] if second else [])])
    decider = Decider.open(corpus, open_built(corpus), languages, within)
    asks = sys.stdin.isatty() and Consoles.out.is_terminal and answers is None and not as_json
    if asks:
        from kb.cli.terminal.asking import ask_way  # only here: every command would wait for it

        show_walk(Consoles.out, decider, ask_way(decider, procedure))
        return
    if procedure is None:
        if answers is not None:
            raise NothingAskedError(
                "answers to which procedure?", "kodeks procedures lists them all."
            )
        if as_json:
            print_json(decider.listed())
        else:
            show_procedures(Consoles.out, decider)
        return
    way = walk(decider.procedure(procedure), parse_answers(answers or ""))
    if as_json:
        print_json(decider.decision(way))
    else:
        show_walk(Consoles.out, decider, way)


@app.command()
def procedures(
    names: Annotated[
        list[str] | None, typer.Argument(help="Which procedures; all unless some are named.")
    ] = None,
    sheet: Annotated[
        bool, typer.Option("--sheet", help="A row for each way, to be read and signed; as TSV.")
    ] = False,
    unsigned: Annotated[
        bool, typer.Option("--open", help="Of the sheet, the rows that nobody has signed.")
    ] = False,
    picture: Annotated[
        bool, typer.Option("--picture", help="The flow as a chart in Mermaid's notation.")
    ] = False,
    lang: OneLanguage = SOURCE_LANGUAGE,
    within: EditionOption = None,
    as_json: AsJson = False,
) -> None:
    """List the procedures; print their ways for those who sign them, or a picture of the flow.

    A signature is a row of signed.tsv beside the procedures. When our words or the law's change,
    so does the hash of the row, and it is open again.

    Example: kodeks procedures --lang pl   ·   kodeks procedures claim --sheet --open
    """
    corpus = manifest.load()
    decider = Decider.open(corpus, open_built(corpus), language_codes([lang]), within)
    language = decider.languages[0]
    chosen = [decider.procedure(name) for name in names or decider.procedures.by_id]
    if picture:
        write(mermaid(one, language) for one in chosen)
    elif sheet or unsigned:
        sheets = Sheets(decider, language, read_signatures(corpus, decider.edition))
        rows = (row for one in chosen for row in sheets.rows(one))
        shown = (row.cells for row in rows if not (unsigned and row.signed))
        write("\t".join(cells) + "\n" for cells in (COLUMNS, *shown))
    elif as_json:
        print_json(decider.listed())
    else:
        show_procedures(Consoles.out, decider)

"""The command that lists every place of words, with what stands around them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from kb.cli.libraries import LibraryOption, updated_library
from kb.cli.shared import (
    AsJson,
    Consoles,
    Language,
    WithinOption,
    app,
    language_codes,
    open_built,
    print_json,
)
from kb.core.concording import MOST_CONCORDED, NARROWEST, USUAL, WIDEST
from kb.corpus import manifest

if TYPE_CHECKING:
    from kb.concordance.indexed_words import ConcordancePart


#: What somebody is told whose rulings are not looked at.
_TOO_MANY = (
    "The rulings are left out: the concordance has those of libraries without a cluster, with 1 to "
    f"{MOST_CONCORDED} of them."
)


class Sorting(StrEnum):
    """What the lines of a concordance are sorted by."""

    place = "place"
    left = "left"
    right = "right"


@app.command()
def concordance(
    query: Annotated[
        list[str], typer.Argument(help="Words, phrases, AND OR NOT, wildcards, fields.")
    ],
    lang: Language = None,
    within: WithinOption = None,
    kind: Annotated[
        str | None, typer.Option("--kind", "-k", help="law, provision, note, definition …")
    ] = None,
    limit: Annotated[int, typer.Option(min=0, max=10_000, help="How many lines at most.")] = 20,
    offset: Annotated[int, typer.Option(min=0, help="How many places to leave out first.")] = 0,
    width: Annotated[
        int,
        typer.Option(min=NARROWEST, max=WIDEST, help="Characters of context on each side."),
    ] = USUAL,
    sort: Annotated[
        Sorting, typer.Option(help="Sort by the place in the books, or by the words beside.")
    ] = Sorting.place,
    rulings: Annotated[
        bool, typer.Option("--rulings", help="In the rulings of corpus.toml too.")
    ] = False,
    library: LibraryOption = None,
    as_json: AsJson = False,
) -> None:
    """List every place where words stand, in all texts and in our plain words, and count them.

    Words are looked for as they are written: in any case, with or without accents, in no other
    form. * stands for any letters, ? for one: begin* finds begins and beginning. Words in
    quotes follow each other; words beside each other are all in the same record; AND, OR and NOT
    in capitals and brackets do as you think. Fields narrow: lang:$language, text:$text, edition:,
    kind:note, law:27, id:27.B*, plain:no. With --rulings or --library the rulings of a library are
    looked at too: kind:ruling.

    Example: kodeks concordance '$words' --in $text   ·   kodeks concordance '(a OR b) NOT law:50'
    """
    # Only this command reads the concordance; others need not wait until Whoosh is imported.
    from kb.cli.terminal.concordance_lines import show_concordance
    from kb.concordance.concordance_answer import answer_json
    from kb.concordance.narrowing import narrowed
    from kb.concordance.occurrences import Concordance

    corpus = manifest.load()
    store = open_built(corpus)
    parts: Sequence[ConcordancePart] = ()
    if rulings or library:
        _, of_rulings = updated_library(corpus, library)
        parts = of_rulings.engine.concorded()
        if not parts:
            Consoles.err.print(_TOO_MANY, style="yellow", soft_wrap=True)
    opened = Concordance.open(store, *parts)
    wanted = narrowed(corpus, opened, within, language_codes(lang), kind)
    written = " ".join(query)
    found = opened.ask(written, wanted, sort.value, width)
    if as_json:
        print_json(answer_json(written, found, sort.value, width, offset, limit))
    else:
        show_concordance(Consoles.out, found, width, offset, limit)
    if not found.occurrences:
        raise typer.Exit(3)

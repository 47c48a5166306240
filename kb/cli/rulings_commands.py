"""Commands on a library of rulings: index, search, similar, list, show.

kb.library is imported only when one of them runs: no other command has need of it.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from kb.cli.help_texts import Program
from kb.cli.libraries import LibraryOption, updated_library
from kb.cli.shared import AsJson, Consoles, app, language_codes, print_json, seconds
from kb.core.errors import KodeksError
from kb.core.source_language import SOURCE_LANGUAGE
from kb.corpus import manifest

rulings_app = typer.Typer(
    no_args_is_help=True,
    cls=Program,
    help="Search a library of rulings: by words in any language, by the laws that they cite.",
    epilog="Example: kodeks rulings search '$words' --law $number --since 2019",
)
app.add_typer(rulings_app, name="rulings")


class SortedBy(StrEnum):
    """In which order rulings come."""

    relevance = "relevance"
    date = "date"


class BadRedactOptionsError(KodeksError):
    """--redact and --no-redact at once; exit code 2."""

    exit_code = 2


LawsNamedIn = Annotated[
    str, typer.Option("--reader", help="Language in which laws are named.", metavar="LANG")
]


@rulings_app.command()
def index(
    library: LibraryOption = None,
    redact: Annotated[
        Path | None,
        typer.Option(
            help="A list of names, one a line, that are replaced before anything is indexed or "
            "shown. It is remembered for this library.",
        ),
    ] = None,
    no_redact: Annotated[
        bool, typer.Option("--no-redact", help="Replace no names any more.")
    ] = False,
    anew: Annotated[bool, typer.Option("--anew", help="Read every ruling again.")] = False,
    as_json: AsJson = False,
) -> None:
    """Bring the index of a library up to date: only what has changed is read again.

    A search does so by itself. A ruling that cannot be read is listed, and the others are indexed;
    the exit code is 2 then.

    Example: kodeks rulings index   ·   kodeks rulings index --library rulings --redact names.txt
    """
    import time

    from kb.library.answers import SCHEMA

    if redact and no_redact:
        raise BadRedactOptionsError("--redact and --no-redact contradict", "Leave one out.")
    started = time.monotonic()
    corpus = manifest.load()
    done, opened = updated_library(corpus, library, redact, no_redact, anew)
    if as_json:
        print_json(
            {
                "schema": SCHEMA,
                "count": len(opened.engine),
                "read": done.read,
                "same": done.same,
                "removed": done.removed,
                "anew": done.anew or None,
                "unreadable": [one._asdict() for one in done.unreadable],
            }
        )
    else:
        anew_for = f" (all, as {done.anew})" if done.anew else ""
        Consoles.out.print(
            f"{len(opened.engine)} rulings: {done.read} read{anew_for}, {done.same} unchanged, "
            f"{done.removed} removed, in {seconds(started)}"
        )
    if done.unreadable:
        raise typer.Exit(2)


@rulings_app.command()
def search(
    query: Annotated[
        list[str] | None,
        typer.Argument(help="Words in any language, laws, a time: hesitation, 16B, since 2019."),
    ] = None,
    law: Annotated[
        list[str] | None, typer.Option(help="A law that must be cited. Repeatable: all of them.")
    ] = None,
    body: Annotated[
        list[str] | None, typer.Option(help="Who ruled. Repeatable: one of them.")
    ] = None,
    lang: Annotated[
        list[str] | None,
        typer.Option("--lang", "-l", help="Language of the ruling. Repeatable: one of them."),
    ] = None,
    year: Annotated[list[str] | None, typer.Option(help="Its year. Repeatable.")] = None,
    decision: Annotated[
        list[str] | None,
        typer.Option(help="What was decided: adjusted, stands, penalty … Repeatable."),
    ] = None,
    since: Annotated[str | None, typer.Option(help="2019, 2019-03 or 2019-03-15.")] = None,
    until: Annotated[str | None, typer.Option(help="The last day, month or year.")] = None,
    sort: Annotated[SortedBy, typer.Option(help="The best or the newest first.")] = (
        SortedBy.relevance
    ),
    limit: Annotated[int, typer.Option(min=1, max=100, help="How many at most.")] = 10,
    offset: Annotated[
        int, typer.Option(min=0, max=10_000, help="How many to leave out first.")
    ] = 0,
    facets: Annotated[
        bool, typer.Option("--facets", help="Also how many there are by law, year, body …")
    ] = False,
    library: LibraryOption = None,
    reader: LawsNamedIn = SOURCE_LANGUAGE,
    as_json: AsJson = False,
) -> None:
    """Find rulings by what they are about, in whatever language they and the query are.

    Laws in the query must be cited, as with --law; so must 16B where a ruling cites 16B1, or the
    provision of an older code that is 16B today. Words are inflected, without accents or misspelt
    as you like. Without words and options all rulings are listed, the newest of equals first.

    Example: kodeks rulings search "$words" --lang $language   ·
    kodeks rulings search --law $number --law 12C --sort date --facets
    """
    from kb.library.answers import RulingAnswers
    from kb.library.querying import AskedRulings

    only = {
        "body": tuple(body or ()),
        "language": language_codes(lang),
        "year": tuple(year or ()),
        "decision": tuple(decision or ()),
    }
    asked = AskedRulings(
        " ".join(query or ()),
        tuple(law or ()),
        {name: values for name, values in only.items() if values},  # type: ignore[misc]
        since,
        until,
        sort.value,
        limit,
        offset,
        reader,
    )
    corpus = manifest.load()
    done, opened = updated_library(corpus, library)
    planned, found = opened.search(asked)
    answers = RulingAnswers(corpus, reader)
    answer = answers.found(planned, found, done.unreadable)
    if as_json:
        print_json(answer)
        return
    from kb.cli.terminal.ruling_lines import show_facets, show_rulings

    show_rulings(Consoles.out, answer)
    if facets:
        show_facets(Consoles.out, answer)


@rulings_app.command()
def similar(
    id: Annotated[str, typer.Argument(metavar="ID", help="A ruling, as search shows it.")],
    limit: Annotated[int, typer.Option(min=1, max=100, help="How many at most.")] = 10,
    library: LibraryOption = None,
    reader: LawsNamedIn = SOURCE_LANGUAGE,
    as_json: AsJson = False,
) -> None:
    """Find the rulings that cite the same and are about the same, in whatever language.

    Example: kodeks rulings similar falszywy-renons-0123456789
    """
    from kb.cli.terminal.ruling_lines import show_rulings
    from kb.library.answers import RulingAnswers

    corpus = manifest.load()
    _, opened = updated_library(corpus, library)
    answer = RulingAnswers(corpus, reader).similar(id, opened.similar(id, limit))
    if as_json:
        print_json(answer)
    else:
        show_rulings(Consoles.out, answer)


@rulings_app.command()
def show(
    id: Annotated[str, typer.Argument(metavar="ID", help="A ruling, as search shows it.")],
    library: LibraryOption = None,
    reader: LawsNamedIn = SOURCE_LANGUAGE,
    as_json: AsJson = False,
) -> None:
    """Show a ruling: what is known of it and how, its words, and what it cites in today's numbers.

    Example: kodeks rulings show falszywy-renons-0123456789
    """
    from kb.cli.terminal.ruling_lines import show_ruling
    from kb.library.answers import RulingAnswers

    corpus = manifest.load()
    _, opened = updated_library(corpus, library)
    answers = RulingAnswers(corpus, reader)
    answer = answers.ruling(opened.get(id))
    if as_json:
        print_json(answer)
    else:
        show_ruling(Consoles.out, answer["ruling"], answers)


@rulings_app.command("list")
def list_rulings(library: LibraryOption = None, as_json: AsJson = False) -> None:
    """List all rulings with what is known of them; what was derived is marked with ~.

    Example: kodeks rulings list --library rulings --json
    """
    from kb.cli.terminal.ruling_lines import show_list
    from kb.library.answers import RulingAnswers

    corpus = manifest.load()
    done, opened = updated_library(corpus, library)
    answer = RulingAnswers(corpus, None).listed(opened.engine.documents(), done.unreadable)
    if as_json:
        print_json(answer)
    else:
        show_list(Consoles.out, answer["rulings"])

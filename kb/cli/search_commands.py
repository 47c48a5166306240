"""Commands that search: find the laws that decide a case, suggest what is meant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from kb.cli.shared import (
    AsJson,
    Consoles,
    WithinOption,
    app,
    language_codes,
    open_built,
    print_json,
)
from kb.cli.terminal.results import show_explanation, show_nothing, show_results, show_suggestions
from kb.core.errors import NotFoundError
from kb.core.source_language import SOURCE_LANGUAGE
from kb.corpus import manifest
from kb.corpus.corpus import Text
from kb.corpus.selecting import select_texts
from kb.search.asking.answer import answer_json
from kb.search.asking.query import Searcher
from kb.search.asking.results import Results
from kb.search.asking.suggest import SCHEMA as SUGGEST_SCHEMA
from kb.search.asking.suggest import Suggestion
from kb.search.asking.suggest import suggest as offers

if TYPE_CHECKING:
    from kb.search.asking.explain import Explanation


@app.command()
def search(
    query: Annotated[list[str], typer.Argument(help="Words, accented or not, or a law number.")],
    lang: Annotated[
        list[str] | None,
        typer.Option(
            "--lang", "-l", help="Show the wording in this language; repeat for a second choice."
        ),
    ] = None,
    within: WithinOption = None,
    limit: Annotated[
        int, typer.Option(min=1, max=100, help="How many laws at most, of each game.")
    ] = 10,
    explain: Annotated[bool, typer.Option("--explain", help="Also show how it was found.")] = False,
    as_json: AsJson = False,
) -> None:
    """Find the laws that decide a case, by words in any of seven languages or by number.

    Words may be inflected, without accents or misspelt, or tell what happened in some sentences.
    A number alone shows its clause. Games stay apart: a query that names its game gets
    it alone, any other gets both. Below a law stand the procedures that lead to it.

    Example: kodeks search '$words' --lang $language   ·   kodeks search $number
    """
    searcher, texts, readers = _searcher(within, lang)
    words = " ".join(query)
    results = searcher.search(words, texts, readers, limit)
    offered = [] if results.results else _offered(searcher, words, texts, readers, results)
    explanation = _explained(searcher, results) if explain else None
    if as_json:
        answer = answer_json(
            searcher.corpus, searcher.database, results, [offer.to_dict() for offer in offered]
        )
        if explanation:
            answer["explanation"] = explanation.to_dict()
        print_json(answer)
        return
    if explanation:
        show_explanation(Consoles.out, explanation)
    elif results.is_number:
        from kb.cli.law_commands import show  # only a number needs it

        show(query, lang, within)
        return
    show_results(Consoles.out, searcher, results, readers)
    if not results.results:
        show_nothing(Consoles.out, results, offered)


@app.command()
def suggest(
    typed: Annotated[list[str], typer.Argument(help="What somebody has typed so far.")],
    lang: Annotated[
        str, typer.Option("--lang", "-l", help="Language of the names.")
    ] = SOURCE_LANGUAGE,
    within: WithinOption = None,
    limit: Annotated[int, typer.Option(min=1, max=50, help="How many at most.")] = 8,
    as_json: AsJson = False,
) -> None:
    """Suggest law numbers, titles, procedures, concepts and situations for what is typed so far.

    Example: kodeks suggest 27B --lang hu   ·   kodeks suggest revo
    """
    searcher, texts, readers = _searcher(within, [lang])
    words = " ".join(typed)
    offered = offers(searcher.corpus, searcher.database, words, texts, readers[0], limit)
    if as_json:
        suggestions = [suggestion.to_dict() for suggestion in offered]
        print_json({"schema": SUGGEST_SCHEMA, "typed": words, "suggestions": suggestions})
        return
    show_suggestions(Consoles.out, offered)


def _searcher(
    within: str | None, lang: list[str] | None
) -> tuple[Searcher, tuple[Text, ...], tuple[str, ...]]:
    """The searcher, the texts to search, and the languages of the reader.

    Raises `NotFoundError` for a language in which nothing is called anything.
    """
    corpus = manifest.load()
    texts = select_texts(corpus, within, ())
    readers = language_codes(lang)
    searcher = Searcher.open(corpus, open_built(corpus))
    for code in readers:
        if code not in searcher.database.languages:
            raise NotFoundError(f"there is nothing in {code!r}", searcher.database.languages)
    return searcher, texts, readers


def _explained(searcher: Searcher, results: Results) -> Explanation:
    from kb.search.asking.explain import explain  # few searches are explained

    return explain(searcher, results)


def _offered(
    searcher: Searcher,
    words: str,
    texts: Sequence[Text],
    readers: Sequence[str],
    results: Results,
) -> list[Suggestion]:
    """Suggestions where a search has found nothing, in the language that is likeliest meant."""
    guessed = [code for code, _ in results.plan.languages] if results.plan else []
    language = next(iter((*readers, *guessed)), SOURCE_LANGUAGE)
    return offers(searcher.corpus, searcher.database, words, texts, language, 5)

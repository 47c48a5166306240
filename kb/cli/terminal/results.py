"""How search results look in a terminal: laws with their provisions, suggestions, the plan."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from rich.text import Text as Styled

from kb.citations.anchors import display_name
from kb.cli.terminal.console import Terminal
from kb.core.source_language import SOURCE_LANGUAGE
from kb.corpus.profile import Profile
from kb.languages.names import language_name
from kb.search.asking.answer import hit_name
from kb.search.asking.query import Searcher
from kb.search.asking.results import Hit, Result, Results
from kb.search.asking.snippets import Snippet
from kb.search.asking.suggest import Suggestion
from kb.search.asking.wording import ShownWording
from kb.search.database import Name

if TYPE_CHECKING:
    from kb.search.asking.explain import Explanation

#: What the kinds of results are called, in the order in which they are shown.
_KINDS = {"definition": "Definitions", "law": "", "article": "Articles", "other": "Elsewhere"}


def show_results(
    console: Terminal, searcher: Searcher, results: Results, readers: Sequence[str]
) -> None:
    """The results as numbered lists for each game: definitions, laws, articles.

    Results in another language than the reader's are announced, and an older code is marked.
    """
    corpus = searcher.corpus
    spoken = dict.fromkeys(hit.wording.language for law in results.of("law") for hit in law.hits)
    if spoken and readers and readers[0] not in spoken:
        wanted, *others = (language_name(code, SOURCE_LANGUAGE) for code in (readers[0], *spoken))
        notice = f"These laws have no wording in {wanted}; shown in {', '.join(others)}."
        console.say(Styled(notice, style="yellow"))
    for id, near in results.missing.items():
        nearest = f" The nearest is {near[0].display}." if near else ""
        console.say(Styled(f"There is no {id.display} in these texts.{nearest}", style="yellow"))
    if results.plan and results.plan.mended:
        mended = (f"{read} for {typed}" for typed, read in results.plan.mended.items())
        console.say(Styled(f"Searched {', '.join(mended)}.", style="yellow"))
    if not results.sure:
        notice = "Nothing answers this for sure. Perhaps one of these:"
        console.say(Styled(notice, style="yellow"))
    tells = results.plan is not None and results.plan.is_story
    titles = {work.id: work.title for work in corpus.works}
    games = {result.game for result in results.results}
    for game, grouped in groupby(results.results, key=lambda result: result.game):
        if len(games) > 1:
            console.say(Styled(titles[game], style="bold underline"))
        of_game = [*grouped]
        for kind, heading in _KINDS.items():
            shown = [result for result in of_game if result.kind == kind]
            if heading and shown:
                console.say(Styled(heading, style="dim"))
            for number, result in enumerate(shown, 1):
                _show_result(console, searcher, number, result, tells)


def _show_result(
    console: Terminal, searcher: Searcher, number: int, result: Result, tells: bool
) -> None:
    corpus = searcher.corpus
    edition = corpus.edition(result.edition)
    line = Styled(f"{number:>2}. ", style="dim")
    if result.kind == "law":
        language = result.title.language if result.title else result.hits[0].wording.language
        line.append(display_name(result.id, language, edition.profile), style="bold")
        if result.title:
            line.append(f"  {result.title.name}", style="bold")
        if corpus.superseded(edition):
            line.append(f"  ({edition.id}, not the current code)", style="yellow")
        console.say(line)
        if tells and result.asked:
            asked = Styled("    you said: ", style="dim").append_text(highlighted(result.asked))
            console.say(asked)
        for hit in result.hits:
            _show_hit(console, searcher, Styled("    "), hit)
        for one in result.procedures:
            _show_procedure(console, one)
    else:
        for hit in result.hits[:1]:
            _show_hit(console, searcher, line, hit)


def _show_hit(console: Terminal, searcher: Searcher, line: Styled, hit: Hit) -> None:
    corpus, wording, document = searcher.corpus, hit.wording, hit.document
    profile = corpus.edition(document.edition).profile
    line.append(hit_name(corpus, hit), style="bold")
    line.append(f"  {_source(wording, document.id, profile)}", style="cyan")
    if not wording.plain and (wording.text.partition("/")[0], wording.id) != (
        document.edition,
        document.id,
    ):
        older = display_name(wording.id, wording.language, profile)
        line.append(f" ({older} of an older code)", style="yellow")
    now = searcher.database.successors(document.texts[0], document.id)
    if now:
        name = display_name(now[0][1], wording.language, profile)
        line.append(f" (now {name})", style="yellow")
    if wording.heading:
        line.append("  ").append_text(highlighted(wording.heading, "bold"))
    console.say(line)
    _say_body(console, wording, "")
    if hit.matched:
        _say_body(console, hit.matched, f"{hit.matched.language} ")


def _show_procedure(console: Terminal, title: Name) -> None:
    """The command that leads from what happened to the ruling, and what that is called."""
    spoken = "" if title.language == SOURCE_LANGUAGE else f" --lang {title.language}"
    line = Styled("    → ", style="dim").append(f"kodeks decide {title.id}{spoken}", style="cyan")
    console.say(line.append(f"  {title.name}", style="default"))


def _source(wording: ShownWording, id: str, profile: Profile) -> str:
    """Whose words they are: the text's, or ours, which may tell of more than the provision."""
    if not wording.plain:
        return wording.text
    named = display_name(wording.id, wording.language, profile)
    whole = "" if wording.id == id else f" of {named}"
    return f"plain words{whole}, {wording.text}"


def _say_body(console: Terminal, wording: ShownWording, mark: str) -> None:
    if not wording.body.text and mark and wording.heading:
        console.say(Styled(f"      {mark}", style="dim").append_text(highlighted(wording.heading)))
    elif wording.body.text:
        console.say(Styled(f"      {mark}", style="dim").append_text(highlighted(wording.body)))


def highlighted(snippet: Snippet, base: str = "default") -> Styled:
    """A snippet with its found words marked."""
    text = Styled(snippet.text, style=base)
    for start, end in snippet.highlights:
        text.stylize("bold yellow", start, end)
    return text


def show_nothing(console: Terminal, results: Results, suggestions: Sequence[Suggestion]) -> None:
    """Say that nothing was found, which words no law has, and what may have been meant."""
    unknown = (
        [w.typed for w in results.plan.wanted if w.reading == "unknown"] if results.plan else []
    )
    if results.plan and not results.plan.wanted:
        console.print(
            "Nothing found: these words are in every law. Say what happened, or a number."
        )
    elif unknown:
        console.print(f"Nothing found. No law has: {', '.join(unknown)}.")
    else:
        console.print("Nothing found. Try fewer or other words.")
    if suggestions:
        console.say(Styled("Did you mean:", style="dim"))
        show_suggestions(console, suggestions)


def show_suggestions(console: Terminal, suggestions: Sequence[Suggestion]) -> None:
    """Suggestions, one a line: what it is, its name, where it leads."""
    for suggestion in suggestions:
        line = Styled(f"{suggestion.kind:<10} ", style="dim").append(suggestion.name, style="bold")
        if suggestion.detail:
            line.append(f"  {suggestion.detail}", style="default")
        console.say(line.append(f"  {suggestion.place}", style="cyan"))


def show_explanation(console: Terminal, explanation: Explanation) -> None:
    """Each step of a search: what became of the words, and what speaks for the first results."""
    for name, value in explanation.steps:
        console.say(Styled(f"{name:<10} ", style="dim").append(value, style="default"))
    for word in explanation.words:
        line = Styled("word       ", style="dim").append(word.typed, style="bold")
        line.append(f" {word.reading}", style="default")
        if word.read_as != word.typed.lower():
            line.append(f" as {word.read_as}", style="default")
        line.append(f" worth {word.worth:.2f}: ", style="dim")
        line.append(", ".join(word.terms) or "—", style="default")
        console.say(line)
    for result in explanation.results:
        line = Styled("result     ", style="dim").append(result.name, style="bold")
        console.say(line.append(f" {result.score:.3f}, covers {result.covered:.0%}", "default"))
        for evidence in result.evidence:
            console.say(Styled(f"             {evidence}", style="dim"))

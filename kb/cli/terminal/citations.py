"""How citations of rulings look in a terminal: what leads nowhere, and who cites what."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text as Styled

from kb.citations.anchors import citation_name
from kb.cli.terminal.console import Terminal
from kb.core.ids import ProvisionId
from kb.core.source_language import SOURCE_LANGUAGE
from kb.languages.catalogue import load
from kb.linking.cited import Cited
from kb.linking.documents.ruling import Ruling
from kb.linking.resolving.index import CitedEdition
from kb.linking.ruling_output import Linked
from kb.linking.rulings.authorities import ProvisionTitles
from kb.linking.rulings.citator import CitedLaw, CitingPlace, How
from kb.linking.writing.doubt_words import SIGN, question

#: The note beside a place that cites a provision otherwise than by its own number.
_HOW: dict[How, str] = {
    "itself": "",
    "part": "a part of it",
    "range": "in a range",
    "older": "which stands there today",
}


def show_flags(
    console: Terminal, ruling: Ruling, cited: Sequence[Cited], verbose: bool = False
) -> None:
    """The citations that lead nowhere, each with its line and the nearest there is.

    With `verbose` also citations of other regulations, and those that may be of any law.
    """
    for citation in cited:
        words = " ".join(citation.quote.split())
        style = "yellow" if citation.status == "dangling" else "dim"
        if flag := _flag(citation, verbose):
            line = ruling.line(citation.span.start)
            console.say(Styled(f"{ruling.name}:{line}: {words!r} {flag}", style=style))


def show_question(console: Terminal, linked: Linked) -> None:
    """What is asked of a ruling that is older than the code, with the options that answer it."""
    dating, index = linked.dating, linked.desk.index
    asked = question(dating, index, load(SOURCE_LANGUAGE))
    if dating is None or not asked or not linked.cited:
        return
    old, newest = index.of_year(dating.code), index.default.id
    answer = f"Say --in {old.id}, or --in {newest} if not." if old else f"Say --in {newest} if so."
    where = f"{linked.ruling.name}:{linked.ruling.line(dating.start)}"
    said = f"{where}: {SIGN} {dating.quote!r}: {asked} {answer}"
    console.say(Styled(said, style="yellow"))


def _flag(cited: Cited, verbose: bool) -> str | None:
    if cited.reason == "no-edition":
        return f"is of {cited.edition}, an edition that is not here"
    if cited.status == "dangling":
        near = f"; the nearest is {cited.nearest[0].display}" if cited.nearest else ""
        return f"does not exist in {cited.edition}{near}"
    if cited.status == "foreign" and verbose:
        return f"is of another regulation: {' '.join((cited.owner or '').split())}"
    if cited.status == "ambiguous" and verbose:
        return "may be of any law: nothing says which"
    return None


def show_cited_laws(
    console: Terminal, laws: Sequence[CitedLaw], titles: ProvisionTitles, language: str
) -> None:
    """Every law that is cited, its rulings below it with their lines."""
    edition = None
    for cited_law in laws:
        if cited_law.edition != edition:
            edition = cited_law.edition
            console.say(Styled(edition.id, style="bold underline"))
        title = titles.of(edition.id, cited_law.law)
        line = Styled(citation_name(cited_law.law, language, edition.profile), style="bold")
        console.say(line.append(f"  {title.words}" if title else "", style="default"))
        for place in cited_law.rulings:
            numbers = ", ".join(map(str, place.lines))
            parts = ", ".join(id.display for id in place.provisions)
            row = Styled(f"  {place.ruling.name}:{numbers}", style="cyan")
            row.append(f"  {place.ruling.title}", style="default")
            row.append(f"  ({parts})", style="dim")
            console.say(row.append(_perhaps(place.doubted), style="yellow"))


def show_citing(
    console: Terminal,
    edition: CitedEdition,
    id: ProvisionId,
    rulings: Sequence[tuple[Ruling, Sequence[CitingPlace]]],
    language: str,
) -> None:
    """The rulings that cite a provision, each place with its words and how it cites it."""
    name = citation_name(id, language, edition.profile)
    if not rulings:
        console.say(Styled(f"{name} ({edition.id}): no ruling cites it", style="yellow"))
    for ruling, mentions in rulings:
        console.say(Styled(ruling.title, style="bold"))
        for place in mentions:
            row = Styled(f"  {ruling.name}:{place.line}", style="cyan")
            row.append(f"  {' '.join(place.cited.quote.split())}", style="default")
            notes = " ".join(filter(None, (_year(place, edition), _HOW[place.how])))
            row.append(f"  ({notes})" if notes else "", style="dim")
            console.say(row.append(_perhaps(place.cited.doubted), style="yellow"))


def _perhaps(doubted: str | None) -> str:
    """The note that numbers may be of an older code; "" where there is no doubt."""
    return f"  {SIGN} perhaps of the code of {doubted}" if doubted else ""


def _year(mention: CitingPlace, edition: CitedEdition) -> str:
    """The edition that a place cites, with a comma; "" where it is the one asked for."""
    return f"{mention.cited.edition}," if mention.cited.edition != edition.id else ""

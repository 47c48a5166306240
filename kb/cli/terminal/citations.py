"""How citations of rulings look in a terminal: what leads nowhere, and who cites what."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text as Styled

from kb.citations.anchors import citation_name
from kb.cli.terminal.console import Terminal
from kb.core.ids import ProvisionId
from kb.linking.cited import Cited
from kb.linking.documents.ruling import Ruling
from kb.linking.resolving.index import CitedEdition
from kb.linking.rulings.authorities import ProvisionTitles
from kb.linking.rulings.citator import CitedLaw, CitingPlace, How

#: What is said beside a place that cites otherwise than by the number asked for.
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

    When `verbose` also those of other regulations, and those of which nothing says what they are.
    """
    for one in cited:
        words = " ".join(one.quote.split())
        style = "yellow" if one.status == "dangling" else "dim"
        if said := _flag(one, verbose):
            line = ruling.line(one.span.start)
            console.say(Styled(f"{ruling.name}:{line}: {words!r} {said}", style=style))


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
    for one in laws:
        if one.edition != edition:
            edition = one.edition
            console.say(Styled(edition.id, style="bold underline"))
        title = titles.of(edition.id, one.law)
        line = Styled(citation_name(one.law, language, edition.style), style="bold")
        console.say(line.append(f"  {title.words}" if title else "", style="default"))
        for place in one.rulings:
            numbers = ", ".join(map(str, place.lines))
            parts = ", ".join(id.display for id in place.provisions)
            row = Styled(f"  {place.ruling.name}:{numbers}", style="cyan")
            row.append(f"  {place.ruling.title}", style="default")
            console.say(row.append(f"  ({parts})", style="dim"))


def show_citing(
    console: Terminal,
    edition: CitedEdition,
    id: ProvisionId,
    found: Sequence[tuple[Ruling, Sequence[CitingPlace]]],
    language: str,
) -> None:
    """The rulings that cite a provision, each place with its words and how it cites it."""
    name = citation_name(id, language, edition.style)
    if not found:
        console.say(Styled(f"{name} ({edition.id}): no ruling cites it", style="yellow"))
    for ruling, mentions in found:
        console.say(Styled(ruling.title, style="bold"))
        for one in mentions:
            row = Styled(f"  {ruling.name}:{one.line}", style="cyan")
            row.append(f"  {' '.join(one.cited.quote.split())}", style="default")
            said = " ".join(filter(None, (_year(one, edition), _HOW[one.how])))
            console.say(row.append(f"  ({said})" if said else "", style="dim"))


def _year(mention: CitingPlace, edition: CitedEdition) -> str:
    """The edition that is cited, where it is not the one asked for."""
    return f"{mention.cited.edition}," if mention.cited.edition != edition.id else ""

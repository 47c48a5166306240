"""How a concordance looks in a terminal: the words found in one column, then what is counted."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len, set_cell_size
from rich.text import Text as Styled

from kb.cli.terminal.console import Terminal
from kb.concordance.context_lines import ContextLine
from kb.concordance.occurrences import Concorded, FoundPlace, line_of
from kb.core.concording import RULING
from kb.core.ids import parse_id

#: How many laws are listed at most, those with the most places.
_LAWS = 10

#: The least context that a narrow terminal gets on each side, in characters.
_LEAST = 10

#: What stands between the place and its line.
_BETWEEN = "  "


def show_concordance(
    console: Terminal, found: Concorded, width: int, offset: int, limit: int
) -> None:
    """The lines of a part, the words found in one column; below them how many there are where."""
    part = found.occurrences[offset : offset + limit]
    _show_lines(console, part, width)
    for word, near in found.missing.items():
        nearest = f" The nearest: {', '.join(near)}." if near else ""
        console.say(Styled(f"No text has {word}.{nearest}", style="yellow"))
    total = len(found.occurrences)
    if not total:
        console.say("Nothing found.")
        return
    places = "place" if total == 1 else "places"
    records = "record" if found.records == 1 else "records"
    line = Styled(f"{total} {places} in {found.records} {records}", style="bold")
    if part and len(part) < total:
        line.append(f", {offset + 1}–{offset + len(part)} shown", style="default")
    console.say(line)
    texts = ((_source(text, plain), number) for (text, plain), number in found.texts.items())
    _show_counts(console, "texts", texts)
    _show_counts(console, "kinds", found.kinds.items())
    laws = sorted(found.laws.items(), key=lambda law: -law[1])
    rest = [("others", sum(number for _, number in laws[_LAWS:]))] if laws[_LAWS:] else []
    most = ((f"{law} of {edition}", number) for (edition, law), number in laws[:_LAWS])
    _show_counts(console, "laws", [*most, *rest])


def _show_lines(console: Terminal, part: Iterable[FoundPlace], width: int) -> None:
    shown = [(_place(one), one) for one in part]
    if not shown:
        return
    label = max(cell_len(place) for place, _ in shown)
    if console.has_width:
        longest = max(cell_len(line_of(one, width).match) for _, one in shown)
        room = console.width - label - len(_BETWEEN) - longest
        width = min(width, max(_LEAST, room // 2))
    lines = [(place, line_of(one, width)) for place, one in shown]
    column = max(cell_len(line.left) for _, line in lines)
    for place, line in lines:
        styled = Styled(set_cell_size(place, label) + _BETWEEN, style="cyan")
        styled.append(" " * (column - cell_len(line.left)))
        console.say(styled.append_text(_marked(line)))


def _marked(line: ContextLine) -> Styled:
    """A line with the words found in it marked."""
    marked = Styled(line.left, style="default")
    return marked.append(line.match, style="bold yellow").append(line.right, style="default")


def _place(one: FoundPlace) -> str:
    """Where it stands: the text and the id as people write it."""
    document = one.document
    shown = document.id if document.kind == RULING else parse_id(document.id).display
    return f"{_source(document.text, document.plain)} {shown}"


def _source(text: str, plain: bool) -> str:
    return f"{text} (plain)" if plain else text


def _show_counts(console: Terminal, name: str, counts: Iterable[tuple[str, int]]) -> None:
    """A line with the number of places for each of some things."""
    listed = " · ".join(f"{what} {number}" for what, number in counts)
    if listed:
        console.say(Styled(f"{name}: ", style="dim").append(listed, style="default"))

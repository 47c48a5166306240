"""How rulings of a library look in a terminal: those that were found, one alone, all in a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text as Styled

from kb.cli.terminal.console import Terminal
from kb.library.answers import RulingAnswers

#: The mark of a fact that was derived.
DERIVED = "~"
#: So many laws of a ruling are named, and so many values of a facet.
_LAWS, _VALUES = 8, 12
_FACTS = ("date", "language", "body", "event", "decision")
_KNOWN = (*_FACTS, "edition", "title")
_FACETS = {
    "law": "Laws",
    "year": "Years",
    "body": "Bodies",
    "language": "Languages",
    "decision": "Decisions",
}


def show_rulings(console: Terminal, answer: Mapping[str, Any]) -> None:
    """The found rulings as a numbered list, and before it how the query was understood."""
    results = answer["results"]
    understood = answer.get("understood")
    if understood:
        _show_understood(console, understood)
        many = f"{answer['total']} ruling{'' if answer['total'] == 1 else 's'}"
        console.say(Styled(many, style="dim"))
    if not results:
        console.say("No ruling was found.")
    for number, one in enumerate(results, answer.get("offset", 0) + 1):
        line = Styled(f"{number:>2}. ", style="dim").append_text(_marked(one["heading"], "bold"))
        console.say(line.append(f"  {one['id']}", style="cyan"))
        console.say(Styled(f"    {_facts(one)}  {_place(one)}", style="dim"))
        if one["laws"]:
            named = [law["name"] for law in one["laws"][:_LAWS]]
            more = " …" if len(one["laws"]) > _LAWS else ""
            console.say(Styled(f"    cites {', '.join(named)}{more}", style="default"))
        console.say(Styled("      ").append_text(_marked(one["passage"])))
        if one["decided"]:
            console.say(Styled("      decided: ", style="dim").append(one["decided"], "default"))


def _show_understood(console: Terminal, understood: Mapping[str, Any]) -> None:
    for id in understood["missing"]:
        console.say(Styled(f"There is no {id} in these laws.", style="yellow"))
    if mended := understood["mended"]:
        read = ", ".join(f"{meant} for {typed}" for typed, meant in mended.items())
        console.say(Styled(f"Searched {read}.", style="yellow"))
    asked = [" or ".join(law["name"] for law in group) for group in understood["laws"]]
    parts = [f"cites {' and '.join(asked)}"] if asked else []
    parts += [f"{name} {understood[name]}" for name in ("since", "until") if understood[name]]
    if parts:
        console.say(Styled(f"Only what {', '.join(parts)}.", style="dim"))


def show_facets(console: Terminal, answer: Mapping[str, Any]) -> None:
    """How many of the found rulings there are by each fact."""
    for name, heading in _FACETS.items():
        rows = answer["facets"][name]
        shown = (f"{row.get('name') or row['value'] or 'unknown'} {row['count']}" for row in rows)
        values = [value for value, _ in zip(shown, range(_VALUES), strict=False)]
        if values:
            line = Styled(f"{heading:<10}", style="bold").append(" · ".join(values), "default")
            console.say(line.append(" …" if len(rows) > _VALUES else "", "default"))


def show_ruling(console: Terminal, ruling: Mapping[str, Any], answers: RulingAnswers) -> None:
    """One ruling: its facts, each with how it was found, its words, what it cites."""
    console.say(Styled(ruling["title"], style="bold"))
    for name in ("id", "file", *_KNOWN):
        if name != "title" and ruling[name]:
            line = Styled(f"{name:<10}", style="dim").append(ruling[name], style="default")
            how = ruling["derived"].get(name)
            console.say(line.append(f"  (from {how})" if how else "", style="yellow"))
    console.say("")
    console.say(ruling["text"])
    console.say("")
    for one in ruling["cites"]:
        line = Styled(f"{ruling['file']}:{one['line']}", style="cyan")
        line.append(f"  {one['quote']}", style="default")
        now = ", ".join(answers.law(id)["name"] for id in one["now"][:_LAWS])
        line.append(f"  {now}", style="bold")
        doubted = f"  perhaps of the code of {one['doubted']}" if one["doubted"] else ""
        console.say(line.append(doubted, style="yellow"))


def show_list(console: Terminal, rulings: Sequence[Mapping[str, Any]]) -> None:
    """All rulings, one a line."""
    for one in rulings:
        line = Styled(one["id"], style="cyan").append(f"  {_facts(one)}", style="dim")
        console.say(line.append(f"  {_fact(one, 'title')}", style="default"))


def _facts(one: Mapping[str, Any]) -> str:
    return " · ".join(_fact(one, name) for name in _FACTS if one[name])


def _fact(one: Mapping[str, Any], name: str) -> str:
    return f"{DERIVED if name in one['derived'] else ''}{one[name]}"


def _place(one: Mapping[str, Any]) -> str:
    return f"{one['file']}:{one['passage']['line']}"


def _marked(shown: Mapping[str, Any], base: str = "default") -> Styled:
    """Words with what was found marked."""
    text = Styled(shown["text"], style=base)
    for start, end in shown["highlights"]:
        text.stylize("bold yellow", start, end)
    return text

"""How the findings of a corpus check look in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text as Styled

from kb.cli.terminal.console import Terminal
from kb.records.findings import KINDS, Finding
from kb.search.building.lacking import PARTS, LanguageLacks


def show_report(console: Terminal, findings: Sequence[Finding]) -> None:
    """The findings of a corpus check under a heading for each kind, with their places."""
    for kind, meaning in KINDS.items():
        of_kind = [finding for finding in findings if finding.kind == kind]
        console.say(Styled(f"{kind}: {len(of_kind)} ({meaning})", style="bold"))
        for finding in of_kind:
            line = Styled(f"  {finding.edition}:{finding.id}", style="cyan")
            console.say(line.append(f"  {finding.what}", style="default"))
            for place in finding.places:
                console.say(Styled(f"    {place.text}, line {place.line}: {place.words}", "dim"))


def show_lacking(console: Terminal, languages: Sequence[LanguageLacks]) -> None:
    """A line for each language that lacks something; nothing of those that have everything."""
    for one in languages:
        if one.parts:
            parts = "; ".join(PARTS[part] for part in one.parts)
            console.say(Styled(f"{one.language} has no ", style="bold").append(parts, "default"))

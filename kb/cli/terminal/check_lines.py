"""How the findings of `kodeks check` look in a terminal."""

from __future__ import annotations

from rich.text import Text as Styled

from kb.cli.terminal.console import Terminal
from kb.records.text_check import KINDS, CheckResult

_NAMED = 5  # so many provisions without a line of their own are named


def show_check(console: Terminal, result: CheckResult) -> None:
    """The findings under a heading for each kind that has any, then what was read."""
    for kind, (meaning, todo) in KINDS.items():
        of_kind = [finding for finding in result.findings if finding.kind == kind]
        if not of_kind:
            continue
        console.say(Styled(f"{kind}: {len(of_kind)} ({meaning})", style="bold"))
        for finding in of_kind:
            line = Styled(f"  {finding.file}:{finding.line}", style="cyan")
            of = f"{finding.of}:{finding.id}" if finding.id else finding.of
            console.say(line.append(f"  {of}  {finding.what}", style="default"))
            if finding.words:
                console.say(Styled(f"    {finding.words}", "dim"))
        console.say(Styled(f"  {todo}", style="yellow"))
    for text in result.texts:
        console.say(f"{text.text}: {text.provisions} provisions{_implied(text.implied)}")
    found = len(result.findings)
    console.say(
        Styled(f"{found} to look at.", "bold") if found else Styled("Nothing to look at.", "green")
    )


def _implied(implied: tuple[str, ...]) -> str:
    """Which provisions have no line of their own."""
    if not implied:
        return ""
    more = f" and {len(implied) - _NAMED} more" if len(implied) > _NAMED else ""
    return f", without a line of their own: {', '.join(implied[:_NAMED])}{more}"

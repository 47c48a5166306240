"""What every command needs: options, consoles, the build, output."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Any

import typer

from kb.cli.help_texts import Program
from kb.cli.terminal.console import Terminal
from kb.cli.terminal.progress_bar import progress
from kb.core.errors import NotFoundError
from kb.core.stored import plain
from kb.corpus.corpus import Corpus, Text
from kb.opening import open_store
from kb.storage.store import Store

app = typer.Typer(
    name="kodeks",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    help="$contents: look up, search, compare across languages.",
    epilog="Example: kodeks show $number --lang $other_language   ·   kodeks search '$words'",
    cls=Program,
)


class Color(StrEnum):
    """When output is coloured."""

    auto = "auto"
    always = "always"
    never = "never"


class Consoles:
    """Where output and messages go; set once by the global options."""

    out = Terminal()
    err = Terminal(stderr=True)


Language = Annotated[
    list[str] | None,
    typer.Option("--lang", "-l", help="Language(s): $languages. Repeatable."),
]
WithinOption = Annotated[
    str | None, typer.Option("--in", help="A work, edition or text: $older, $text.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]


@app.callback()
def main_options(
    color: Annotated[Color, typer.Option(help="Colour the output.")] = Color.auto,
) -> None:
    """Look up, search and build the laws."""
    forced = {Color.always: True, Color.never: False}.get(color)
    no_color = True if color is Color.never else None
    Consoles.out = Terminal(force_terminal=forced, no_color=no_color)
    Consoles.err = Terminal(stderr=True, force_terminal=forced, no_color=no_color)


def readable(corpus: Corpus, id: str) -> Text:
    """The text with this id; raises `NotFoundError` where there is none, or none to read."""
    text = corpus.text(id)
    if text.layout is None:
        raise NotFoundError(f"{id} is in the corpus, but no reader understands it yet")
    return text


def open_built(corpus: Corpus) -> Store:
    """The current build; where there is none it is made first, with progress and messages."""

    def notify(message: str) -> None:
        Consoles.err.print(message, style="yellow", soft_wrap=True)

    with progress(Consoles.err) as report:
        return open_store(corpus, notify, report)


def language_codes(options: list[str] | None) -> tuple[str, ...]:
    """The codes that options name, one or several each.

    >>> language_codes(["hu", "PL,hr"])
    ('hu', 'pl', 'hr')
    """
    codes = (code.strip().lower() for option in options or () for code in option.split(","))
    return tuple(dict.fromkeys(code for code in codes if code))


def print_json(value: dict[str, Any]) -> None:
    """Print JSON, indented by one blank a level."""
    write([json.dumps(value, ensure_ascii=False, indent=1, default=plain) + "\n"])


def write(lines: Iterable[str]) -> None:
    """Write lines as they are; a reader who has read enough (`| head`) is no error."""
    try:
        sys.stdout.writelines(lines)
        sys.stdout.flush()
    except BrokenPipeError:
        Consoles.out.on_broken_pipe()


def seconds(started: float) -> str:
    """How long ago a moment of the monotonic clock was: `1.5 s`."""
    return f"{time.monotonic() - started:.1f} s"

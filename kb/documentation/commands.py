"""The page about the command line: every command with its options, made of the program itself."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import typer.main
from rich.text import Text

from kb.cli.help_texts import fill_in
from kb.cli.main import load
from kb.cli.shared import app
from kb.core.errors import KodeksError
from kb.corpus.examples import examples
from kb.documentation.written_markdown import code, page, table, words

#: What begins the last paragraph of a command's help, and what stands between two examples there.
_EXAMPLE, _BETWEEN = "Example: ", "   ·   "

#: What an option takes, by what Typer calls the type of its value.
_VALUES = {
    "str": "TEXT",
    "int": "NUMBER",
    "int range": "NUMBER",
    "float": "NUMBER",
    "float range": "NUMBER",
    "path": "FILE",
}


def commands(home: Path | None = None) -> dict[str, Any]:
    """All commands of the program by name, in the order of its help, with examples of a home."""
    by_name: dict[str, Any] = vars(_program(home))["commands"]
    return by_name


def _program(home: Path | None) -> Any:
    """The whole program, with the examples of the corpus in its help."""
    load()
    program = typer.main.get_command(app)
    fill_in(program, examples(home))
    return program


def commands_page(home: Path) -> str:
    """The page in Markdown, with examples of the corpus of a home."""
    program = _program(home)
    parts = [
        "This page is generated from the program. `kodeks --help` lists the same commands, and "
        "`kodeks COMMAND --help` says what is said here of one of them.",
        "Output is coloured on a terminal only. Elsewhere it is plain, its lines are not broken, "
        "and texts stand one below the other; the environment variable `COLUMNS` sets a width, "
        "`NO_COLOR` takes the colours away.",
        "In the tables, `…` behind an option means that it may be given several times. These "
        "options go before the command:",
        _parameters(program.params),
        "## Exit codes",
        table(("code", "what it means"), _exit_codes()),
    ]
    for name, command in commands(home).items():
        parts += _command(name, command)
    return page("Commands", "Every command of kodeks with its arguments and options.", parts)


def _exit_codes() -> Iterator[tuple[str, str]]:
    """What the program says when it ends: 0, 1, and a code for each kind of error.

    An error without a code of its own has that of the kind that it belongs to.
    """
    yield code("0"), "The command did what it was asked to do."
    yield code("1"), "The system failed, for instance because the disk is full."
    meanings: dict[int, str] = {}
    for kind in KodeksError.__subclasses__():
        if "exit_code" in vars(kind) and kind.__module__ == KodeksError.__module__:
            meanings.setdefault(kind.exit_code, inspect.getdoc(kind) or "")
    for number, meaning in sorted(meanings.items()):
        yield code(str(number)), words(meaning.split("\n\n")[0])


def _command(name: str, command: Any) -> Iterator[str]:
    """What is said of a command, and of those below it: `kodeks rulings search`."""
    yield f"## kodeks {name}"
    for paragraph in inspect.cleandoc(command.help).split("\n\n"):
        if paragraph.startswith(_EXAMPLE):
            examples = paragraph.removeprefix(_EXAMPLE).split(_BETWEEN)
            yield "\n".join(("```console", *(f"$ {line.strip()}" for line in examples), "```"))
        else:
            yield words(paragraph)
    if command.params:
        yield _parameters(command.params)
    for below, one in getattr(command, "commands", {}).items():
        yield from _command(f"{name} {below}", one)


def _parameters(parameters: list[Any]) -> str:
    return table(
        ("argument or option", "what it is for", "unless given"),
        ((code(_written(option)), words(_help(option)), _default(option)) for option in parameters),
    )


def _written(parameter: Any) -> str:
    """How a parameter is written: `FILE`, `--output, -o FILE`, `--to html|md`."""
    is_option = parameter.param_type_name == "option"
    names = ", ".join((*parameter.opts, *parameter.secondary_opts)) if is_option else ""
    if is_option and parameter.is_flag:
        return names
    choices = "|".join(getattr(parameter.type, "choices", ()))
    if not is_option:
        value = choices or parameter.name.upper()
        return value if parameter.required else f"[{value}]"
    value = choices or _VALUES.get(parameter.type.name, "TEXT")
    return f"{names} {value}{' …' if parameter.multiple else ''}"


def _help(parameter: Any) -> str:
    return Text.from_markup(parameter.help or "").plain


def _default(parameter: Any) -> str:
    default = parameter.default
    if default is None or default is False or callable(default):
        return ""
    if isinstance(default, Enum):
        default = default.value
    return code("yes" if default is True else str(default))

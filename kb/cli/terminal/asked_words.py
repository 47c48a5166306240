"""Asks at a terminal for words, or for yes or no; without one it says which option is missing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

import typer

from kb.cli.terminal.console import Terminal
from kb.core.errors import KodeksError


class MissingOptionError(KodeksError):
    """What only a person at a terminal can be asked was not given as an option; exit code 2."""

    exit_code = 2


#: Raises a `KodeksError` for words that cannot be the answer.
Check = Callable[[str], None]


class Asker:
    """Takes each answer from its option, from a person at a terminal, or from what is usual."""

    def __init__(self, out: Terminal) -> None:
        self.is_terminal = sys.stdin.isatty() and out.is_terminal

    def words(
        self, option: str, question: str, given: str | None, usual: str | None, check: Check
    ) -> str:
        """The words for an option; raises `MissingOptionError` where nobody can say them.

        At a terminal it asks until the words pass the check.
        """
        if given is not None or not self.is_terminal:
            words = given if given is not None else usual
            if words is None:
                raise _missing(option, question)
            check(words)
            return words
        return _ask(question, usual, check)

    def several(self, question: str, given: Sequence[str] | None, usual: str) -> tuple[str, ...]:
        """Words that an option may give several times, or a person with commas between them."""
        if given or not self.is_terminal:
            return tuple(given) if given else (usual,)
        answer = _ask(f"{question}, with commas", usual, lambda _: None)
        return tuple(word.strip() for word in answer.split(",") if word.strip())

    def flag(self, option: str, question: str, given: bool | None, usual: bool | None) -> bool:
        """Yes or no; raises `MissingOptionError` where nobody can say it and nothing is usual."""
        if given is not None:
            return given
        if self.is_terminal:
            return _choose(question, usual)
        if usual is None:
            raise _missing(f"{option} or --no-{option.removeprefix('--')}", question)
        return usual


def _missing(option: str, question: str) -> MissingOptionError:
    return MissingOptionError(
        f"there is no terminal to ask at, and {option} is missing ({question})",
        "Give it as an option; kodeks new --help lists all of them.",
    )


# prompt-toolkit is slow to import, and needed at a terminal only.


def _ask(question: str, usual: str | None, check: Check) -> str:
    from prompt_toolkit.document import Document
    from prompt_toolkit.shortcuts import prompt
    from prompt_toolkit.validation import ValidationError, Validator

    class Checked(Validator):
        def validate(self, document: Document) -> None:
            words = document.text
            try:
                check(words.strip())
            except KodeksError as error:
                raise ValidationError(len(words), error.message) from None

    try:
        return prompt(
            f"{question}: ", default=usual or "", validator=Checked(), validate_while_typing=False
        ).strip()
    except (KeyboardInterrupt, EOFError):
        _break_off()


def _choose(question: str, usual: bool | None) -> bool:
    from prompt_toolkit.shortcuts import choice

    try:
        return choice(question, options=[(True, "yes"), (False, "no")], default=bool(usual))
    except (KeyboardInterrupt, EOFError):
        _break_off()


def _break_off() -> NoReturn:
    raise typer.Exit(130) from None

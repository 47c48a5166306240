"""Asks at a terminal: what happened, then the questions of the procedure, with a way back."""

from __future__ import annotations

from collections.abc import Sequence

import typer
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.shortcuts import choice

from kb.cli.terminal.decisions import question_lines
from kb.core.procedures import Procedure
from kb.deciding.decision import Decider
from kb.deciding.walking import Given, Walk, walk
from kb.languages.catalogue import Catalogue, load

#: What is chosen to go back, and to see all procedures: no key of the data is empty or has a star.
_BACK, _ALL = "", "*"


def ask_way(decider: Decider, procedure: str | None) -> Walk:
    """Ask until a procedure ends; where it goes on with another one, ask on there.

    Ends the program with exit code 130 when somebody breaks off.
    """
    words = load(decider.languages[0])
    named = procedure
    while True:
        started = decider.procedure(named) if named else _ask_situation(decider, words)
        ended = _ask_questions(decider, started, words, can_leave=named is None)
        if ended is None:  # back to the situations
            continue
        if ended.goes is None:
            return ended
        named = ended.goes


def _ask_situation(decider: Decider, words: Catalogue) -> Procedure:
    """The procedure of what happened: one of the most frequent, or one of all, by group."""
    code, header = decider.languages[0], decider.procedures.header
    while True:
        tiles = [(tile.key, tile.name[code]) for tile in header.tiles]
        chosen = _choose(
            words,
            [words.gettext("What happened?")],
            [*tiles, (_ALL, words.gettext("Something else"))],
            can_leave=False,
        )
        if chosen == _ALL:
            groups = [(group.key, group.name[code]) for group in header.groups]
            group = _choose(words, [words.gettext("What happened?")], groups)
            ids = [one.id for one in decider.procedures.of_group(group)] if group else []
        else:
            ids = next(tile.procedures for tile in header.tiles if tile.key == chosen)
        if len(ids) == 1:
            return decider.procedure(ids[0])
        entries = [(id, decider.procedure(id).says("entry", code)) for id in ids]
        id = _choose(words, [words.gettext("What happened?")], entries) if entries else _BACK
        if id:
            return decider.procedure(id)


def _ask_questions(
    decider: Decider, procedure: Procedure, words: Catalogue, can_leave: bool
) -> Walk | None:
    """The whole way through a procedure; None when somebody goes back from its first question."""
    code = decider.languages[0]
    given: list[Given] = []
    while True:
        way = walk(procedure, given)
        if way.question is None:
            return way
        question = way.question
        options = [
            (answer.key, procedure.says(question.answer_key(answer), code))
            for answer in question.answers
        ]
        asked = question_lines(way, question, code)
        chosen = _choose(words, asked, options, can_leave=can_leave or bool(given))
        if chosen:
            given.append((question.key, chosen))
        elif given:
            given.pop()
        else:
            return None


def _choose(
    words: Catalogue,
    asked: Sequence[str],
    options: Sequence[tuple[str, str]],
    can_leave: bool = True,
) -> str:
    """What somebody chooses by arrow keys or by number; "" to go back, if that is offered."""
    keys = KeyBindings()

    @keys.add("backspace", eager=True)
    def _back(event: KeyPressEvent) -> None:
        if can_leave:
            event.app.exit(result=_BACK)

    back = [(_BACK, f"← {words.gettext('Back')}")] if can_leave else []
    try:
        return choice("\n".join(asked), options=[*options, *back], key_bindings=keys)
    except (KeyboardInterrupt, EOFError):
        raise typer.Exit(130) from None

"""What stands beside the words of procedures in every output: times, kinds of questions."""

from __future__ import annotations

from kb.core.procedures import QuestionKind, When
from kb.languages.catalogue import Catalogue


def when_labels(words: Catalogue) -> dict[When, str]:
    """When a step falls due, in a language, in the order of time."""
    _ = words.gettext
    return {
        "now": _("Now"),
        "auction": _("During the auction"),
        "lead": _("At the lead"),
        "play": _("During the play"),
        "after": _("After the play"),
    }


def kind_labels(words: Catalogue) -> dict[QuestionKind, str]:
    """What a question asks for, in a language."""
    _ = words.gettext
    return {
        "fact": _("A fact: what was seen, or what can be asked at the table"),
        "choice": _("A choice: the player makes it alone, and is told all of it first"),
        "judgement": _("A judgement: the director decides"),
    }


def call_director(words: Catalogue) -> str:
    """The first line of every procedure: players may not rule for themselves."""
    return words.gettext("Call the director: the players do not rule for themselves.")

"""Finds what provisions are called where a text speaks of them: `see Article 9`, `a 9. cikk`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

_BEFORE = re.compile(r"(?<![^\W\d_])([^\W\d_]{2,}\.?)\s+[0-9]{1,3}(?![0-9])")
_BEHIND = re.compile(r"(?<![0-9])[0-9]{1,3}\.?\s([^\W\d_]{2,})")
#: Two words are forms of one when they differ in their last letters only: so many, and not before.
_ENDING, _STEM = 2, 4
_FEWEST, _OFTEN = 2, 3


@dataclass(frozen=True)
class SeenUnits:
    """What the provisions of a text are called, as `[work.units.<language>]` has it.

    `name` is the form for display, with {path}; `before` and `after` are the words around a number
    in citations, in small letters.
    """

    name: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    appendix: str | None = None
    appendix_before: tuple[str, ...] = ()

    @property
    def known(self) -> bool:
        """Whether any word stood before or behind the numbers."""
        return bool(self.before or self.after)


def unit_words(lines: Sequence[str], style: str, word: str, appendix: str) -> SeenUnits:
    """The words for the provisions, from the style of their labels (`Article #:`) and the text.

    `word` is that of the style, "" where it has none: then the word that stands before numbers most
    often is taken. `appendix` is the word in the headings of appendices, "" where there are none.
    """
    if "§" in style:
        return SeenUnits(style.replace("#", "{path}"), (), ())
    behind = bool(word) and style.startswith("#")
    text = "\n".join(lines)
    before = Counter(found.lower() for found in _BEFORE.findall(text))
    after = Counter(found.lower() for found in _BEHIND.findall(text))
    if not word:
        # Short words are names only where they have a capital: `Law 2`, but not `the 2`.
        names = {found.lower() for found in _BEFORE.findall(text) if found[0].isupper()}
        known = [
            (count, one)
            for one, count in before.items()
            if count >= _FEWEST and one.isalpha() and (len(one) >= _STEM or one in names)
        ]
        _, word = max(known, default=(0, ""))
        if not word:
            return SeenUnits("{path}", (), ())
    name = f"{{path}}. {word}" if behind else f"{word.capitalize()} {{path}}"
    return SeenUnits(
        name,
        _forms(word, before, itself=not behind),
        _forms(word, after, itself=behind),
        f"{appendix} {{path}}" if appendix else None,
        _forms(appendix, before, itself=True) if appendix else (),
    )


def _forms(word: str, seen: Counter[str], itself: bool) -> tuple[str, ...]:
    """What was seen that begins as the word does; the word `itself` if it stands on this side.

    On the side where labels do not have it, it must be there often: sentences end with numbers too.
    """
    whole = word.lower()
    stem = whole[: max(len(whole) - _ENDING, _STEM)]
    forms = {
        one
        for one, count in seen.items()
        if (itself or count >= _OFTEN)
        and (_abbreviates(one, whole) or (one.startswith(stem) and one[-1] != "."))
    }
    return tuple(sorted(forms | ({whole} if itself else set())))


def _abbreviates(short: str, word: str) -> bool:
    """Whether a word with a full stop is the beginning of another one: `art.` of `article`."""
    return short.endswith(".") and len(short) > 2 and word.startswith(short[:-1])

"""Finds what provisions are called where a text speaks of them: `see Article 9`, `a 9. cikk`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kb.files.typed_toml import read_toml

_ABBREVIATIONS = Path(__file__).parent / "abbreviations.toml"

_BEFORE = re.compile(r"(?<![^\W\d_])([^\W\d_]{2,}\.?)\s+[0-9]{1,3}(?![0-9])")
_BEHIND = re.compile(r"(?<![0-9])[0-9]{1,3}\.?\s([^\W\d_]{2,})")
#: The same beside the letter of an appendix; whether that is a capital is looked at apart.
_BEFORE_LETTER = re.compile(r"(?<![^\W\d_])([^\W\d_]{2,}\.?)\s+([^\W\d_])(?![^\W_])")
_BEHIND_LETTER = re.compile(r"(?<!\w)([^\W\d_])\.?\s([^\W\d_]{2,})")
#: Two words are forms of one when they differ in their last letters only: so many, and not before.
_ENDING, _STEM = 2, 4
_FEWEST, _OFTEN = 2, 3


@dataclass(frozen=True)
class SeenUnits:
    """What the provisions of a text are called, as `[work.units.<language>]` has it.

    `name` is the form for display, with {path}; `before` and `after` are the words around a number
    in citations, in small letters. `appendix_before` stand beside an appendix, on either side.
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
    often is taken. `appendix` is the style of a single appendix (`Appendix #:`, `#. függelék`), ""
    where there is none.
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
        _appendix_name(appendix) if appendix else None,
        _beside_letters(appendix, text) if appendix else (),
    )


def _appendix_name(style: str) -> str:
    """How an appendix is shown, from the style of its heading: `Appendix {path}`."""
    shown = style.rstrip(".:)")
    if not shown.startswith("#"):
        shown = shown.capitalize()
    return shown.replace("#", "{path}")


def _beside_letters(style: str, text: str) -> tuple[str, ...]:
    """The words beside the letters of appendices in citations, before and behind them."""
    word = style.strip("# .:)")
    behind = style.startswith("#")
    before = Counter(
        found.lower() for found, letter in _BEFORE_LETTER.findall(text) if letter.isupper()
    )
    after = Counter(
        found.lower() for letter, found in _BEHIND_LETTER.findall(text) if letter.isupper()
    )
    sides = ((before, not behind), (after, behind))
    found = {form for seen, itself in sides for form in _forms(word, seen, itself=itself)}
    return tuple(sorted(found))


def _forms(word: str, seen: Counter[str], itself: bool) -> tuple[str, ...]:
    """What was seen that begins as the word does; the word `itself` if it stands on this side.

    On the side where labels do not have it, it must be there often: sentences end with numbers too.
    Where the word stands itself, its usual abbreviations stand too.
    """
    whole = word.lower()
    stem = whole[: max(len(whole) - _ENDING, _STEM)]
    forms = {
        one
        for one, count in seen.items()
        if (itself or count >= _OFTEN)
        and (_abbreviates(one, whole) or (one.startswith(stem) and one[-1] != "."))
    }
    if itself:
        forms |= {whole, *_abbreviations().get(whole, ())}
    return tuple(sorted(forms))


@cache
def _abbreviations() -> dict[str, set[str]]:
    """How words for provisions are abbreviated, in any language that has the word."""
    out: dict[str, set[str]] = {}
    languages = read_toml(_ABBREVIATIONS)
    for language in languages:
        words = languages.table(language)
        for word in words:
            out.setdefault(word, set()).update(words.strings(word))
    return out


def _abbreviates(short: str, word: str) -> bool:
    """Whether a word with a full stop is the beginning of another one: `art.` of `article`."""
    return short.endswith(".") and len(short) > 2 and word.startswith(short[:-1])

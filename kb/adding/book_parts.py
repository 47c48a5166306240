"""Finds the parts of a rulebook beside its laws: contents, definitions, appendices, an index."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path

from kb.files.typed_toml import read_toml

_HEADINGS = Path(__file__).parent / "headings.toml"
#: Behind the word of a heading: a label (`A`, `2`), and a title.
_LABELLED = re.compile(r"\s+(?P<label>[^\W\d_]|[0-9]{1,2}|[IVX]+)(?P<after>[.:)]?)(?:\s.+)?")
#: A label with a full stop may also stand before it: `A. függelék`.
_LABEL_FIRST = re.compile(
    r"\A(?P<label>[^\W\d_]|[0-9]{1,2}|[IVX]+)(?P<after>\.\s)"
    r"(?P<word>[^\W\d_]+)(?P<end>[.:]?)(?:\s.+)?"
)


@dataclass(frozen=True)
class PartHeading:
    """The heading of a part: its line (from 1), which part it is, and how it is labelled.

    `label` is empty for a heading without one, and `style` has # in its place otherwise.
    """

    line: int
    part: str
    words: str
    label: str = ""
    style: str = ""


@dataclass(frozen=True)
class Appendices:
    """Lettered appendices: the first line, how many, their style, and their letters as printed."""

    first: int
    count: int
    style: str
    letters: str


@cache
def headings(part: str) -> frozenset[str]:
    """The headings of a part of a rulebook in all languages, in small letters."""
    return frozenset(read_toml(_HEADINGS).table(part).every())


def part_headings(lines: Sequence[str], first: int, end: int) -> list[PartHeading]:
    """The headings of parts in the lines from `first` on that stand before `end`."""
    found = []
    for number in range(first, end):
        text = lines[number - 1].strip()
        for part in ("contents", "definitions", "appendix", "index"):
            if text.rstrip(".:").lower() in headings(part):
                found.append(PartHeading(number, part, text))
                break
            labelled = _labelled(number, text) if part == "appendix" else None
            if labelled:
                found.append(labelled)
                break
    return found


def _labelled(number: int, text: str) -> PartHeading | None:
    """The heading of a single appendix, with its label behind the word or before it."""
    word = text.split(maxsplit=1)[0] if text else ""
    if (behind := _LABELLED.fullmatch(text[len(word) :])) and word.lower() in headings("appendix"):
        style = f"{word} #{behind['after']}"
        return PartHeading(number, "appendix", word, behind["label"], style)
    first = _LABEL_FIRST.fullmatch(text)
    if first and first["word"].lower() in headings("appendix"):
        style = f"#{first['after']}{first['word']}{first['end']}"
        return PartHeading(number, "appendix", first["word"], first["label"], style)
    return None


def lettered(found: Sequence[PartHeading]) -> Appendices | None:
    """The appendices with letters among these headings, if the first of them is there."""
    first = next((one for one in found if one.label in ("A", "А", "Α")), None)  # three alphabets
    if first is None:
        return None
    of_style = [one for one in found if one.style == first.style and one.line >= first.line]
    rising = [first]
    for one in takewhile(lambda one: len(one.label) == 1, of_style[1:]):
        if one.label > rising[-1].label:
            rising.append(one)
    return Appendices(first.line, len(rising), first.style, " ".join(one.label for one in rising))

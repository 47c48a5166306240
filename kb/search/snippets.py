"""The part of a record's words that shows why it was found."""

from __future__ import annotations

from dataclasses import dataclass

from kb.search.analysis import terms

#: Characters of a snippet, at most; words before the first hit that are kept.
LENGTH = 160
_LEAD = 40


@dataclass(frozen=True)
class Snippet:
    """A piece of text with the found words as (start, end) offsets in it."""

    text: str
    highlights: tuple[tuple[int, int], ...]


def snippet(text: str, language: str, wanted: frozenset[str]) -> Snippet:
    """About LENGTH characters of `text` around the first of the wanted terms, cut at blanks."""
    found = sorted({(t.start, t.end) for t in terms(text, language) if t.text in wanted})
    first = found[0][0] if found else 0
    start = 0 if len(text) <= LENGTH or first <= _LEAD else text.rfind(" ", 0, first - _LEAD) + 1
    end = len(text)
    if end - start > LENGTH:
        end = text.rfind(" ", start, start + LENGTH)
        end = end if end > start else start + LENGTH
    before, after = ("… " if start else ""), (" …" if end < len(text) else "")
    shift = len(before) - start
    inside = tuple((a + shift, b + shift) for a, b in found if a >= start and b <= end)
    return Snippet(before + text[start:end] + after, inside)

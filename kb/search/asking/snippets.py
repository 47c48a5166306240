"""The part of a record's words that shows why it was found, with the found words marked."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import repeat

import msgspec

from kb.search.passages import Offsets

#: The longest snippet, and how much of it stands before the first hit, in characters.
LENGTH = 160
_LEAD = 40


class Snippet(msgspec.Struct, frozen=True):
    """A piece of text with the found words as (start, end) offsets in it."""

    text: str
    highlights: tuple[tuple[int, int], ...]


class WordPlaces(msgspec.Struct, frozen=True):
    """Where the words of a query stand in a text: (start, end, which word), in order."""

    spans: tuple[tuple[int, int, int], ...]

    def cut(self, at: int) -> tuple[WordPlaces, WordPlaces]:
        """The places before an offset, and those after it with their offsets counted from there."""
        first = bisect_left(self.spans, (at,))
        behind = [(start - at, end - at, word) for start, end, word in self.spans[first:]]
        return WordPlaces(self.spans[:first]), WordPlaces(tuple(behind))

    @property
    def words(self) -> set[int]:
        """The words of the query that occur in the text."""
        return {word for _, _, word in self.spans}

    def densest(self, worth: Sequence[float], length: int = LENGTH - _LEAD) -> tuple[float, int]:
        """The highest worth of different words within `length` characters; where these begin."""
        if not self.spans:
            return 0.0, 0
        best, start = 0.0, self.spans[0][0]
        most = sum(worth[word] for word in self.words)
        behind = 0  # the first span that begins beyond the stretch
        for at, (first, _, _) in enumerate(self.spans):
            if best > most - 1e-9:  # nowhere are there more than all
                break
            last = first + length
            while behind < len(self.spans) and self.spans[behind][0] < last:
                behind += 1
            inside = {word for _, end, word in self.spans[at:behind] if end <= last}
            value = sum(worth[word] for word in inside)
            if value > best + 1e-9:
                best, start = value, first
        return best, start


def places(of_terms: Offsets, wanted: Mapping[str, Sequence[int]]) -> WordPlaces:
    """Where the words of a query stand in a text, given those that each term may stand for."""
    spans: set[tuple[int, int, int]] = set()
    for term in of_terms.keys() & wanted.keys():
        offsets = of_terms[term]
        for word in wanted[term]:
            spans.update(zip(offsets[::2], offsets[1::2], repeat(word)))
    return WordPlaces(tuple(sorted(spans)))


def snippet(text: str, word_places: WordPlaces, worth: Sequence[float]) -> Snippet:
    """About LENGTH characters of a text where most of the found words are, cut at blanks."""
    _, first = word_places.densest(worth)
    start = max(0, min(first - _LEAD, len(text) - LENGTH))
    start = text.find(" ", start, first) + 1 or start if start else 0
    end = len(text)
    if end - start > LENGTH:
        end = text.rfind(" ", start, start + LENGTH)
        end = end if end > start else start + LENGTH
    before, after = ("… " if start else ""), (" …" if end < len(text) else "")
    shift = len(before) - start
    inside = [(a + shift, b + shift) for a, b, _ in word_places.spans if a >= start and b <= end]
    return Snippet(before + text[start:end] + after, apart(inside))


def apart(spans: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Spans that overlap as one: a word inside a term is marked once."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start < joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return tuple(joined)

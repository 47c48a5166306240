"""Says, for every writer of links, which words a link goes around, and what its preview shows."""

from __future__ import annotations

from kb.linking.cited import Cited
from kb.linking.resolving.index import Index
from kb.linking.zones.signs import BREAK, MARK, NO_TEXT

#: A preview shows at most this many provisions of a range.
_MOST_NAMED = 20


def stretch(view: str, start: int, end: int, at: int) -> tuple[int, int]:
    """The part of a span around `at` that no tag cuts, without blanks at its ends."""
    signs = (NO_TEXT, MARK, BREAK)
    first = last = at
    while first > start and view[first - 1] not in signs:
        first -= 1
    while last < end and view[last] not in signs:
        last += 1
    words = view[first:last]
    return first + len(words) - len(words.lstrip()), last - len(words) + len(words.rstrip())


def preview_data(cited: Cited, index: Index) -> str:
    """The value of `data-kodeks`: an edition and provisions of it, `rules-2017:27.B 27.C`.

    They are those that are cited, or the nearest to one that does not exist.
    """
    linked = cited.status == "linked"
    ids = index.provisions(cited)[:_MOST_NAMED] if linked else cited.nearest
    return f"{cited.edition}:{' '.join(map(str, ids))}" if ids else cited.edition


def preview_attributes(cited: Cited, index: Index) -> dict[str, str]:
    """The attributes that previews read: `data-kodeks`, and the code that a number may be of."""
    data = {"data-kodeks": preview_data(cited, index)}
    return {**data, "data-kodeks-doubt": cited.doubted} if cited.doubted else data

"""What every writer of links needs: which words one goes around, and what previews know of it."""

from __future__ import annotations

from kb.linking.cited import Cited
from kb.linking.resolving.index import Index
from kb.linking.zones.signs import BREAK, MARK, NO_TEXT

#: At most so many provisions of a range are named for the preview.
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
    """What `data-kodeks` says: the edition with what is cited, or what is nearest to it."""
    linked = cited.status == "linked"
    ids = index.provisions(cited)[:_MOST_NAMED] if linked else cited.nearest
    return f"{cited.edition}:{' '.join(map(str, ids))}" if ids else cited.edition

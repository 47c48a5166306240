"""Says where a link may stand in Markdown, so that the signs beside it keep their meaning."""

from __future__ import annotations

import re

from kb.linking.cited import DocumentSpan
from kb.linking.zones.emphasis import Flanks, flanks

#: Behind these signs a link would be an image, belong to the link before it, or be no link.
_BEFORE = frozenset("!]\\")
#: These signs would end the words of a link, or mean something in them.
_INSIDE = re.compile(r"[\[\]`<\\]")
_RUN = re.compile(r"\*+|_+|~+")
_MARKS = frozenset("*_~")


def setting(document: str, start: int, end: int) -> DocumentSpan | None:
    """What the link of these words goes around: them alone, or with the emphasis around them.

    None where a link would break what the author wrote: `Foul!Law 27`, `**27**B1`.

    >>> setting("see *Law 27*", 5, 11)
    DocumentSpan(start=5, end=11)
    >>> setting("(*Law 27*)", 2, 8)
    DocumentSpan(start=1, end=9)
    """
    if _INSIDE.search(document, start, end):
        return None
    for place in (DocumentSpan(start, end), _with_marks(document, start, end)):
        if place is None or document[place.start - 1 : place.start] in _BEFORE:
            continue
        if _as_before(document, place):
            return place
    return None


def _with_marks(document: str, start: int, end: int) -> DocumentSpan | None:
    """The words with the run of marks on both sides, if it is the same; else None."""
    first = _run_start(document, start)
    run = _RUN.match(document, end)
    if first == start or run is None or run[0] != document[first:start]:
        return None
    return DocumentSpan(first, run.end())


def _run_start(document: str, end: int) -> int:
    """Where the run of equal marks begins that ends at `end`."""
    start = end
    while start and document[start - 1] in _MARKS and document[start - 1] == document[end - 1]:
        start -= 1
    return start


def _as_before(document: str, place: DocumentSpan) -> bool:
    """Whether the marks beside a link, and at its edges, mean the same as without it."""
    start, end = place
    changed: list[tuple[Flanks, Flanks]] = []
    if (first := _run_start(document, start)) < start:
        changed.append((flanks(document, first, start), flanks(document, first, start, after="[")))
    if run := _RUN.match(document, end):
        after = flanks(document, end, run.end(), before=")")
        changed.append((flanks(document, end, run.end()), after))
    if run := _RUN.match(document, start):
        changed.append(
            (flanks(document, start, run.end()), flanks(document, start, run.end(), before="["))
        )
        last = _run_start(document, end)
        changed.append((flanks(document, last, end), flanks(document, last, end, after="]")))
    return all(was == will_be for was, will_be in changed)

"""Finds sections of statutes: 2. § (1), § 4 (F) (2) a), 13. § (1) 4. eset.

site/linker/sections.js does the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from kb.citations.grammar import compiled, grammar
from kb.citations.paths import Path
from kb.citations.recogniser import Citation, CitedPath

_SECTIONS = {name: compiled(pattern) for name, pattern in grammar().sections.items()}
#: No section has more labels than this: § 4 (F) (2) a) b).
_DEEPEST = 8


def sections(text: str, first: int, last: int) -> Iterator[Citation]:
    """The sections that a text cites between `first` and `last`, as a citation each.

    A list of labels gives a citation of several items: § 2 (1), (3).
    """
    for match in _SECTIONS["section"].finditer(text, first, last):
        number = match[1] or match[2]
        at = match.end()
        labels, end = _labels(text, at, last, (number,))
        start = match.start()
        items = [CitedPath(start, end, Path(labels, end, "absolute"))]
        while more := _SECTIONS["further"].match(text, end, last):
            begin = more.end()
            labels, stop = _labels(text, begin, last, ())
            if not labels:
                break
            whole = (*items[-1].path.labels[: len(items[-1].path.labels) - len(labels)], *labels)
            end = stop
            items.append(CitedPath(begin, end, Path(whole, end, "absolute")))
        yield Citation(start, end, tuple(items), "law", general=True)


def _labels(text: str, at: int, last: int, labels: tuple[str, ...]) -> tuple[tuple[str, ...], int]:
    """The labels with those that follow at `at`, and where these end."""
    while len(labels) < _DEEPEST and (match := _SECTIONS["label"].match(text, at, last)):
        label = next(group for group in match.groups() if group)
        labels, at = (*labels, label), match.end()
        if label.isupper() and (number := _SECTIONS["number"].match(text, at, last)):
            labels, at = (*labels, number[1]), number.end()
        if word := _SECTIONS["word"].match(text, at, last):
            at = word.end()
    if labels and (case := _SECTIONS["case"].match(text, at, last)):
        labels, at = (*labels, case[1]), case.end()
    return labels, at

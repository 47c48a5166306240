"""Finds what a print repeats on its pages: running heads, and numbers of pages."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

_LONGEST = 90
_FEWEST = 3
#: Pages are of one length: none is so many times as long as another.
_EVEN = 3


def running_lines(
    lines: Sequence[str], laws: frozenset[int], page_words: frozenset[str]
) -> dict[str, list[int]]:
    """Patterns of running heads, each with the lines (from 1) that it matches.

    A running head is a short line that stands three times at least, the same but for a number that
    grows. `laws` are lines that are known to be something else; `page_words` are the words that may
    stand alone with the number of a page: others (`Chapter 2`) are headings.
    """
    places: dict[str, list[int]] = defaultdict(list)
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text and number not in laws and len(text) <= _LONGEST:
            places[re.sub(r"[0-9]+", "\0", text)].append(number)
    return {
        _pattern(form): found
        for form, found in places.items()
        if len(found) >= _FEWEST
        and _is_running(form, found, [lines[number - 1] for number in found], page_words)
    }


def _pattern(form: str) -> str:
    """A regular expression for the lines of a form, as a person would write it."""
    return "[0-9]{1,3}".join(re.escape(part).replace("\\ ", " ") for part in form.split("\0"))


def _is_running(
    form: str, places: Sequence[int], printed: Sequence[str], page_words: frozenset[str]
) -> bool:
    """Whether lines of one form are heads of pages: by their one number, or because it has none."""
    words = form.replace("\0", "").strip(" .|/–-—")
    if form.count("\0") == 0:
        # The same words again and again, evenly: no sentence, and no item of a list.
        far = [b - a for a, b in pairwise(places)]
        even = len(far) >= _FEWEST and max(far) <= _EVEN * min(far)
        return (
            even and len(words) > 3 and words[:1].isupper() and not words.endswith((".", ";", ","))
        )
    numbers = [[int(one) for one in re.findall(r"[0-9]+", line)] for line in printed]
    grows = [a[0] < b[0] for a, b in pairwise(numbers)]
    near = [b[0] - a[0] <= 3 for a, b in pairwise(numbers)]
    is_label = re.match(r"\0[.)]|\(\0\)|\0\.\0", form) or (
        len(form.split()) == 2 and words.lower() not in page_words and words.isalpha()
    )
    return form.count("\0") <= 2 and not is_label and all(grows) and all(near)

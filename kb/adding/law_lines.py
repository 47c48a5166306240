"""Finds the lines with which the laws of a rulebook begin."""

from __future__ import annotations

from collections.abc import Sequence

from kb.adding.label_lines import LabelLine, longest_run

_LONGEST_TITLE = 100


def law_run(labelled: Sequence[LabelLine], decimals: bool) -> list[LabelLine]:
    """The lines with which the laws begin: the longest run 1, 2, 3… of one form.

    A word before the number tells most, then titles in capitals; a number alone may also count a
    list, so that it needs a title behind it.
    """
    families: dict[tuple[str, str], list[LabelLine]] = {}
    for line in labelled:
        if line.kind in ("worded", "number", "bare", "section"):
            families.setdefault(line.family, []).append(line)
    runs: list[tuple[float, list[LabelLine]]] = []
    for (kind, style), family in families.items():
        if kind == "section":
            runs.append((2, longest_run(family)))
        elif kind == "worded":
            runs.append((1 if style.startswith("#") else 2, longest_run(family)))
        elif kind in ("number", "bare"):
            runs.append((1.5, longest_run(line for line in family if _is_shouted(line.rest))))
            runs.append((1, longest_run(line for line in family if _is_title(line, decimals))))
    _, best = max(runs, key=lambda run: run[0] * len(run[1]), default=(0, []))
    return best


def _is_shouted(words: str) -> bool:
    return bool(words) and words == words.upper() and words != words.lower()


def _is_title(line: LabelLine, decimals: bool) -> bool:
    """Whether a numbered line can be the title of a law, which begins a paragraph at the margin."""
    ends = line.rest.endswith((".", ",", ";", ":"))
    begins = line.rest[:1].isupper() or not line.rest[:1].isalpha()
    short = 0 < len(line.rest) <= _LONGEST_TITLE
    return short and begins and not ends and (line.gap or decimals) and line.indent == 0

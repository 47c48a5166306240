"""Reads what a line begins with as a label: `9.2.1`, `Article 9:`, `B.`, `(a)`, `5. cikk`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kb.reading.source import PAGE_MARK

_WORD = r"[^\W\d_][^\W\d_]+\.?"
_REST = r"(?:\s+(?P<rest>\S.*)|\s*)$"
_BEHIND = r"(?:[.:)]|\s?[–—-](?=\s))?"

#: What a label at the start of a line can look like, by its kind; # in a style stands for it.
_FORMS = (
    ("section", re.compile(rf"\A(?P<before>§\s*)(?P<label>\d{{1,3}})(?P<after>\.?){_REST}")),
    ("section", re.compile(rf"\A(?P<label>\d{{1,3}})(?P<after>\.?\s*§\.?){_REST}")),
    (
        "numeral",
        re.compile(rf"\A(?P<before>{_WORD}\s+)(?P<label>[IVXL]+)(?P<after>{_BEHIND}){_REST}"),
    ),
    ("appendix", re.compile(rf"\A(?P<label>[A-Z](?:\.\d{{1,3}})+)(?P<after>[.:)]?){_REST}")),
    ("decimal", re.compile(rf"\A(?P<label>\d{{1,3}}(?:\.\d{{1,3}})+)(?P<after>[.:)]?){_REST}")),
    (
        "worded",
        re.compile(rf"\A(?P<before>{_WORD}\s+)(?P<label>\d{{1,3}})(?P<after>{_BEHIND}){_REST}"),
    ),
    ("worded", re.compile(rf"\A(?P<label>\d{{1,3}})(?P<after>\.?\s{_WORD}[.:]?){_REST}")),
    ("number", re.compile(rf"\A(?P<label>\d{{1,3}})(?P<after>[.):]){_REST}")),
    ("number", re.compile(rf"\A(?P<before>\()(?P<label>\d{{1,3}})(?P<after>\)){_REST}")),
    ("bare", re.compile(rf"\A(?P<label>\d{{1,3}})(?P<after>){_REST}")),
    ("roman", re.compile(rf"\A(?P<before>\(?)(?P<label>[ivx]{{1,6}})(?P<after>[.)]){_REST}")),
    ("letter", re.compile(rf"\A(?P<before>\(?)(?P<label>[A-Z])(?P<after>[.)]){_REST}")),
    ("small", re.compile(rf"\A(?P<before>\(?)(?P<label>[a-z])(?P<after>[.)]){_REST}")),
    # Letters that no id has: they are told, because no layout reads them.
    ("foreign", re.compile(rf"\A(?P<before>\(?)(?P<label>[^\W\d_a-zA-Z])(?P<after>[.)]){_REST}")),
)


@dataclass(frozen=True)
class LabelLine:
    """A way to read the beginning of a line as a label.

    `number` is the line, from 1; `gap` says that a blank line stands before it; `style` is the form
    with # for the label; `rest` are the words behind it, on the same line.
    """

    number: int
    indent: int
    gap: bool
    kind: str
    style: str
    label: str
    rest: str

    @property
    def family(self) -> tuple[str, str]:
        """What all labels of one level have in common."""
        return self.kind, self.style

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of a decimal label: 9, 2, 1."""
        return tuple(self.label.split("."))


def label_lines(lines: Sequence[str], skipped: frozenset[int]) -> Iterator[LabelLine]:
    """All ways to read the lines as labels, but for those with the numbers `skipped`."""
    gap = True
    for number, raw in enumerate(lines, 1):
        line = PAGE_MARK.sub("", raw)
        gap = gap or line != raw
        text = line.strip()
        if not text or number in skipped:
            gap = True
            continue
        indent = len(line) - len(line.lstrip())
        for kind, form in _FORMS:
            if match := form.match(text):
                found = match.groupdict()
                style = f"{found.get('before') or ''}#{found['after']}"
                label, rest = found["label"], found["rest"] or ""
                yield LabelLine(number, indent, gap, kind, style, label, rest)
        gap = False


def longest_run(lines: Iterable[LabelLine]) -> list[LabelLine]:
    """The longest run 1, 2, 3… among lines of a family; of equally long ones the last.

    A table of contents has the same run as the laws, and stands before them. A single number may
    be missing: the print slips, or its line looks like another.
    """
    pending = list(lines)
    best: list[LabelLine] = []
    for start, first in enumerate(pending):
        if first.label != "1":
            continue
        run = [first]
        for at, line in enumerate(pending[start + 1 :], start + 1):
            missing = int(line.label) - int(run[-1].label) - 1
            later = {one.label for one in pending[at:]} if missing == 1 else set()
            if missing == 0 or (missing == 1 and str(int(line.label) - 1) not in later):
                run.append(line)
        if len(run) >= len(best):
            best = run
    return best


def letters_of_lists(lines: Iterable[LabelLine], style: str) -> str:
    """The labels of the longest list with letters in this style, with blanks between: `а б в`."""
    best: list[str] = []
    current: list[str] = []
    for line in lines:
        if line.kind in ("small", "foreign") and line.style == style:
            if line.label in current:
                current = []
            current.append(line.label)
            best = max(best, [*current], key=len)
    return " ".join(best)


def unit_word(style: str) -> str:
    """The word of a style, without what only separates: `Article` of `Article #:`, "" of `#.`.

    >>> unit_word("Article #:"), unit_word("#. cikk"), unit_word("#.")
    ('Article', 'cikk', '')
    """
    found = re.search(_WORD, style)
    return found[0] if found else ""

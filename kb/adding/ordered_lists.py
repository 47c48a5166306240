"""Writes the numbers of HTML's ordered lists out: browsers print them, but the file has none."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from kb.core.ids import ROMAN

#: How a list counts, by its attribute `type`.
_COUNTING: dict[str, Callable[[int], str]] = {
    "1": str,
    "a": lambda number: _letters(number),
    "A": lambda number: _letters(number).upper(),
    "i": lambda number: _roman(number),
    "I": lambda number: _roman(number).upper(),
}
_WHOLE = re.compile(r"[+-]?[0-9]+")


def write_numbers(tree: Any) -> None:
    """Put in front of each item of an ordered list what a browser prints there: `3. `, `c. `.

    `tree` is a document of lxml and is changed: its ordered lists become plain blocks. `start`,
    `value`, `type` and `reversed` count; numbers that a style sheet makes up cannot be known.
    """
    for ordered in list(tree.iter("ol")):
        items = [item for item in ordered if item.tag == "li"]
        backwards = "reversed" in ordered.attrib
        number = _whole(ordered.get("start"), len(items) if backwards else 1)
        counted = _COUNTING.get(ordered.get("type", "1"), str)
        for item in items:
            number = _whole(item.get("value"), number)
            first = _first_block(item)
            first.text = f"{counted(number)}. {(first.text or '').lstrip()}"
            item.tag = "div"
            number += -1 if backwards else 1
        ordered.tag = "div"


def _first_block(item: Any) -> Any:
    """Where the words of an item begin: in itself, or in the paragraph that it begins with."""
    if (item.text or "").strip() or not len(item) or item[0].tag not in ("p", "div"):
        return item
    return item[0]


def _whole(written: str | None, default: int) -> int:
    return int(written) if written and _WHOLE.fullmatch(written.strip()) else default


def _letters(number: int) -> str:
    """The letters of a number: a, …, z, aa; the number itself where there are none.

    >>> _letters(2), _letters(28), _letters(0)
    ('b', 'ab', '0')
    """
    if number < 1:
        return str(number)
    out = ""
    while number:
        number, rest = divmod(number - 1, 26)
        out = chr(ord("a") + rest) + out
    return out


def _roman(number: int) -> str:
    return ROMAN[number] if 0 < number < len(ROMAN) else str(number)

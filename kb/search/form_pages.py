"""The forms of dictionaries, half a million, in compressed pages: a tenth of the room of a table.

A query asks for a few of them; a page is unpacked for each in some hundred-thousandths of a second.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

#: How many forms a page has at least.
_ROWS = 64


class FormRow(NamedTuple):
    """A form without its accents, its language, itself, and its terms with blanks between them."""

    folded: str
    language: str
    form: str
    terms: str


def pages(rows: Iterable[FormRow]) -> Iterator[tuple[str, bytes]]:
    """Forms in pages, each with the first of its forms without accents; they are in order.

    Forms that look alike without their accents stand on one page.
    """
    page: list[FormRow] = []
    for row in sorted(rows):
        if len(page) >= _ROWS and row.folded != page[-1].folded:
            yield page[0].folded, _packed(page)
            page = []
        page.append(row)
    if page:
        yield page[0].folded, _packed(page)


def rows_in(page: bytes, folded: str) -> list[FormRow]:
    """The forms of a page that are `folded` without their accents, in order."""
    lines = zlib.decompress(page).decode()
    found, begins = [], f"\n{folded}\t"
    at = lines.find(begins)
    while at >= 0:
        end = lines.index("\n", at + 1)
        _, language, form, terms = lines[at + 1 : end].split("\t")
        found.append(FormRow(folded, language, form or folded, terms))
        at = lines.find(begins, end)
    return found


def _packed(page: Iterable[FormRow]) -> bytes:
    """A line for each form, its own spelling only where it is another."""
    lines = (
        "\t".join((row.folded, row.language, row.form if row.form != row.folded else "", row.terms))
        for row in page
    )
    return zlib.compress("".join(f"\n{line}" for line in lines).encode() + b"\n", 9)

"""Writes Markdown for generated pages: front matter, tables, text with its signs escaped."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

#: What Markdown, or HTML in it, would read as something else.
_SIGNS = re.compile(r"([\\`*_{}\[\]<>|])")

_CODE = re.compile(r"(`[^`]*`)")


def page(title: str, description: str, parts: Iterable[str]) -> str:
    """A page with its front matter and its heading; parts are blocks of Markdown."""
    meta = {"title": title, "description": description}
    head = "\n".join(f"{key}: {json.dumps(value)}" for key, value in meta.items())
    return "\n\n".join((f"---\n{head}\n---", f"# {title}", *parts)) + "\n"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of cells that are Markdown already; "" where there are no rows."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    if not lines:
        return ""
    return "\n".join((f"| {' | '.join(heads)} |", f"|{' --- |' * len(heads)}", *lines))


def words(text: str) -> str:
    r"""Text in one line, in which only code between backticks is Markdown.

    >>> print(words("a <b>, as in `<b>`"))
    a \<b\>, as in `<b>`
    """
    pieces = _CODE.split(" ".join(text.split()))
    return "".join(
        code(piece.strip("`")) if at % 2 else _SIGNS.sub(r"\\\1", piece)
        for at, piece in enumerate(pieces)
    )


def code(text: str) -> str:
    """Text as code; "" stays what it is."""
    return f"`{text}`" if text else ""

"""HTML without what only weighs: blank lines and indents."""

from __future__ import annotations

import re

#: Without its end tag an element goes on to the end of the page.
_CODE = re.compile(r"(<pre[ >].*?(?:</pre>|\Z)|<textarea[ >].*?(?:</textarea>|\Z))", re.DOTALL)


def lean(html: str) -> str:
    """HTML without blank lines and indents; code, and what people may write, keeps its own."""
    pieces = (piece if at % 2 else _lines(piece) for at, piece in enumerate(_CODE.split(html)))
    return "\n".join(filter(None, pieces))


def _lines(html: str) -> str:
    return "\n".join(line.strip() for line in html.splitlines() if line.strip())

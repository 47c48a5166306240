"""Makes HTML smaller by taking out blank lines and indents."""

from __future__ import annotations

import re

#: Elements in which white space counts. One without an end tag goes on to the end of the page.
_CODE = re.compile(r"(<pre[ >].*?(?:</pre>|\Z)|<textarea[ >].*?(?:</textarea>|\Z))", re.DOTALL)


def lean(html: str) -> str:
    r"""HTML without blank lines and indents, except those inside of pre and textarea elements.

    >>> lean("<p>\n  27\n\n</p>")
    '<p>\n27\n</p>'
    """
    pieces = (piece if at % 2 else _lines(piece) for at, piece in enumerate(_CODE.split(html)))
    return "\n".join(filter(None, pieces))


def _lines(html: str) -> str:
    return "\n".join(line.strip() for line in html.splitlines() if line.strip())

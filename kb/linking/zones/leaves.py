"""What a line of Markdown may begin besides a paragraph: code, a heading, a rule, HTML, cells."""

from __future__ import annotations

import re
from typing import Final

from kb.linking.zones.inline import TAG
from kb.linking.zones.tags import names

FENCE = re.compile(r"(`{3,}+)[^`]*+\Z|(~{3,}+)")


HEADING = re.compile(r"#{1,6}+(?:[ \t]++|\Z)")


RULE = re.compile(r"(?:(?>(?:-[ \t]*+){3,})|(?>(?:_[ \t]*+){3,})|(?>(?:\*[ \t]*+){3,}))\Z")


_TAG_NAME = re.compile(r"</?+([A-Za-z][A-Za-z0-9-]*+)(?=[ \t]|/?+>|\Z)")


_RAW_TAG = re.compile(r"<(?:script|pre|style|textarea)(?=[ \t>]|\Z)", re.IGNORECASE | re.ASCII)


_DECLARATION = re.compile(r"<![A-Za-z]")


_BLOCK_TAGS = names(
    """
    address article aside base basefont blockquote body caption center col colgroup dd details
    dialog dir div dl dt fieldset figcaption figure footer form frame frameset head header hr html
    h1 h2 h3 h4 h5 h6 iframe legend li link main menu menuitem nav noframes ol optgroup option p
    param search section summary table tbody td tfoot th thead title tr track ul
    """
)


#: What ends a block of HTML that begins in some way; a blank line ends all others.
_RAW_END = re.compile(r"</(?:script|pre|style|textarea)>", re.IGNORECASE | re.ASCII)


_ENDS = {
    "<!--": re.compile(r"-->"),
    "<?": re.compile(r"\?>"),
    "<![CDATA[": re.compile(r"\]\]>"),
}


_DECLARATION_END = re.compile(">")


BLANK_LINE = re.compile(r"(?!)")


BLANKS: Final = " \t\r\n"


def starts_leaf(words: str) -> bool:
    """Whether words end a paragraph: those of a rule, a heading, code, HTML."""
    return bool(
        FENCE.match(words) or RULE.match(words) or HEADING.match(words) or html_until(words, True)
    )


def html_until(words: str, in_paragraph: bool) -> re.Pattern[str] | None:
    """What ends the HTML block that words begin; None where they begin none."""
    if not words.startswith("<"):
        return None
    if _RAW_TAG.match(words):
        return _RAW_END
    for opening, end in _ENDS.items():
        if words.startswith(opening):
            return end
    if _DECLARATION.match(words):
        return _DECLARATION_END
    name = _TAG_NAME.match(words)
    if name and name[1].lower() in _BLOCK_TAGS:
        return BLANK_LINE
    if in_paragraph or not name:
        return None
    tag = TAG.match(words)
    return BLANK_LINE if tag and not words[tag.end() :].strip(BLANKS) else None


def cells(words: str) -> list[tuple[int, int]]:
    """The cells of a row of a table; a backslash before a pipe makes it one of the words."""
    cells = []
    at = 1 if words.startswith("|") else 0
    while at < len(words):
        stop = words.find("|", at)
        while stop > 0 and words[stop - 1] == "\\":
            stop = words.find("|", stop + 1)
        stop = len(words) if stop < 0 else stop
        cells.append((at, stop))
        at = stop + 1
    return cells

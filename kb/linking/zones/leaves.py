"""The blocks other than paragraphs that a line of Markdown may begin, and the cells of tables."""

from __future__ import annotations

import re
from typing import Final

from kb.linking.zones.inline import TAG
from kb.linking.zones.tags import names

BLANKS: Final = " \t\r\n"
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


#: What ends each kind of HTML block: raw tags, what `_ENDS` lists by its beginning, declarations.
_RAW_END = re.compile(r"</(?:script|pre|style|textarea)>", re.IGNORECASE | re.ASCII)
_ENDS = {
    "<!--": re.compile(r"-->"),
    "<?": re.compile(r"\?>"),
    "<![CDATA[": re.compile(r"\]\]>"),
}
_DECLARATION_END = re.compile(">")
#: Stands for the blank line that ends all other HTML blocks; it matches in no line.
BLANK_LINE = re.compile(r"(?!)")


def starts_leaf(words: str) -> bool:
    """Whether the words begin a rule, a heading, fenced code or HTML, which ends a paragraph."""
    return bool(
        FENCE.match(words) or RULE.match(words) or HEADING.match(words) or html_until(words, True)
    )


def html_until(words: str, in_paragraph: bool) -> re.Pattern[str] | None:
    """The pattern that ends the HTML block which the words begin; None where they begin none.

    `in_paragraph` says that they follow a paragraph, which not every tag may interrupt.
    """
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
    """Where the cells of a table's row are; a pipe behind a backslash belongs to the words.

    >>> cells("|27B|C|")
    [(1, 4), (5, 6)]
    """
    spans = []
    at = 1 if words.startswith("|") else 0
    while at < len(words):
        stop = words.find("|", at)
        while stop > 0 and words[stop - 1] == "\\":
            stop = words.find("|", stop + 1)
        stop = len(words) if stop < 0 else stop
        spans.append((at, stop))
        at = stop + 1
    return spans

"""Reads what a document says of itself as data: front matter of Markdown, <meta> of HTML.

site/linker/dating/fields.js does the same in a browser.
"""

from __future__ import annotations

import re
from typing import Final

from kb.languages.letters import letters
from kb.linking.zones import Format
from kb.linking.zones.tags import pieces

FENCE: Final = "---"
#: Front matter and the head of a page are looked for in this many characters at the beginning.
_HEAD = 20_000
#: The attributes by which a <meta> says what it is about.
_NAMES = ("name", "property", "itemprop")
_LETTER = letters()["letter"]
#: Compiled when it is first used: `re` takes long for the letters of all scripts.
_FIELD = rf"([{_LETTER}][{_LETTER}_-]*)[ \t]*:[ \t]++(.+)"


def front_matter(document: str) -> dict[str, str]:
    """The plain `key: value` lines at the head of a Markdown file; {} if there are none."""
    lines = document.removeprefix("\ufeff").splitlines()
    if not lines or lines[0].rstrip() != FENCE:
        return {}
    fields: dict[str, str] = {}
    for line in lines[1:]:
        if line.rstrip() in (FENCE, "..."):
            return fields
        if match := re.fullmatch(_FIELD, line.rstrip()):
            fields[match[1].lower()] = _unquoted(match[2])
    return {}


def fields_of(document: str, format: Format) -> dict[str, str]:
    """What a document says of itself, by names in small letters; a plain text says nothing."""
    if format == "markdown":
        return front_matter(document)
    return _meta(document[:_HEAD]) if format == "html" else {}


def _meta(head: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    if "<meta" not in head.lower():
        return fields
    for piece in pieces(head):
        if piece.kind == "start" and piece.name == "meta":
            said = dict(reversed(piece.attributes))
            name = next((said[name] for name in _NAMES if name in said), "").strip().lower()
            if name and "content" in said:
                fields.setdefault(name, said["content"].strip())
    return fields


def _unquoted(value: str) -> str:
    """A value of front matter without the quotes that it may stand in."""
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] == "'":
        return value[1:-1].replace("''", "'")
    if len(value) > 1 and value[0] == value[-1] == '"':
        return re.sub(r'\\(["\\])', r"\1", value[1:-1])
    return value

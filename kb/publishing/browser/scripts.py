"""Scripts for browsers, joined from parts in JavaScript and the data that Python reads too."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from kb.citations.anchors import Patterns, StatuteNames, Unit
from kb.citations.grammar import Grammar
from kb.citations.phrases import Phrases
from kb.publishing.browser.site_files import site_file

_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_COMMENT = re.compile(r"^[ \t]*//[^\n]*\n|^[ \t]+", re.MULTILINE)


def joined(home: Path, data: dict[str, Any], parts: Sequence[str], first: str = "") -> bytes:
    """One script of parts below `home`/site, each after those that it needs; same bytes each time.

    Parts find the data as `DATA`. The script is all ASCII: a page that loads it may be in any
    encoding. `first` stands before all. Comments and indents are left out: they would only weigh.
    Raises `CorpusError` when a part is missing.
    """
    code = (_COMMENT.sub("", site_file(home, f"{part}.js")) for part in parts)
    body = "\n".join((f"const DATA = {_json(data)};", *code))
    return _ascii(f'{first}(() => {{\n"use strict";\n{body}}})();\n').encode("ascii")


def grammar_data(found: Grammar) -> dict[str, Any]:
    """The patterns of all languages as scripts have them."""
    plain = {field.name: _plain(getattr(found, field.name)) for field in fields(found)}
    return plain | {"forms": list(found.forms.values())}  # the first that fits is taken


def patterns_data(found: Patterns) -> dict[str, Any]:
    """How one language cites, as scripts have it."""
    return {field.name: _plain(getattr(found, field.name)) for field in fields(found)}


def _plain(value: Any) -> Any:
    match value:
        case frozenset():
            return sorted(value)
        case Phrases():
            return list(value.listed)
        case Unit() | StatuteNames():
            return {name: _plain(one) for name, one in vars(value).items()}
        case tuple():
            return [_plain(one) for one in value]
        case _:
            return value


def _json(value: object) -> str:
    """JSON as part of a script that may itself stand in a page."""
    written = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return written.replace("<", "\\u003c")


def _ascii(written: str) -> str:
    """Every other character as JavaScript escapes it."""
    return _BEYOND_ASCII.sub(lambda match: json.dumps(match[0])[1:-1], written)

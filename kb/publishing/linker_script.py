"""The linker as one script for browsers: site/linker/*.js, and the data that Python reads too."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

from kb.citations.anchors import Patterns, StatuteNames, Unit, patterns
from kb.citations.grammar import Grammar, grammar
from kb.citations.phrases import Phrases
from kb.errors import CorpusError
from kb.linking.index import Index
from kb.publishing.linker_words import words

#: Where the script is on the site, beside the clauses that it shows.
NAME = "linker/kodeks-linker.js"

#: The parts of the script, each after those that it needs.
FRAGMENTS = (
    "settings",
    "characters",
    "grammar",
    "phrases",
    "ids",
    "paths",
    "recogniser",
    "resolver",
    "surroundings",
    "sections",
    "islands",
    "find",
    "resolve",
    "addresses",
    "entities",
    "tags",
    "elements",
    "html",
    "emphasis",
    "inline",
    "blocks",
    "markdown",
    "view",
    "cite",
    "names",
    "texts",
    "marks",
    "dom",
    "clauses",
    "panel",
    "panel-style",
    "panel-frame",
    "preview",
    "page",
)

_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")


def script(home: Path, index: Index) -> bytes:
    """The script for the provisions of an index, the same bytes every time.

    It is all ASCII: a page that loads it may be in any encoding. Raises `CorpusError` when a part
    is missing below `home`.
    """
    parts = [
        f"const DATA = {_json(data(home, index))};",
        # A page may say lang="constructor", which every object has.
        "for (const known of [DATA.patterns, DATA.words]) Object.setPrototypeOf(known, null);",
        *(_fragment(home, name) for name in FRAGMENTS),
    ]
    body = "\n".join(parts)
    return _ascii(f'(() => {{\n"use strict";\n{body}}})();\n').encode("ascii")


def data(home: Path, index: Index) -> dict[str, Any]:
    """What the script knows: how every language cites, what can be cited, what readers are told."""
    return {
        "grammar": _grammar(grammar()),
        "patterns": {language: _patterns(one) for language, one in patterns().items()},
        "index": index.to_json(),
        "words": words(home),
    }


def _grammar(found: Grammar) -> dict[str, Any]:
    plain = {field.name: _plain(getattr(found, field.name)) for field in fields(found)}
    return plain | {"forms": list(found.forms.values())}  # the first that fits is taken


def _patterns(found: Patterns) -> dict[str, Any]:
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


def _fragment(home: Path, name: str) -> str:
    path = home / "site" / "linker" / f"{name}.js"
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise CorpusError(f"{path}: {error.strerror}", "Restore the file.") from None


def _ascii(written: str) -> str:
    """Every other character as JavaScript escapes it."""
    return _BEYOND_ASCII.sub(lambda match: json.dumps(match[0])[1:-1], written)

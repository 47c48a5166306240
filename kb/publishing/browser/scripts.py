"""Scripts for browsers: esbuild bundles ES modules below site/ with data from Python.

A module imports the data from "kodeks-data"; site/kodeks-data.d.ts says what is there. esbuild
comes from npm as one program and needs no Node to run.
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
from kb.linking.dating.date_words import DateWords

#: The name from which modules import the data.
DATA = "kodeks-data"

#: Where npm puts the program of esbuild, on Windows and on other systems.
_BUNDLER = ("node_modules/@esbuild/*/esbuild.exe", "node_modules/@esbuild/*/bin/esbuild")

_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")

#: A bundle becomes one classic script, in strict mode like the modules that it is made of. It is
#: all ASCII, since a page that loads it may be in any encoding. No file changes these settings.
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
    """Bundle one module and all that it imports, as `bundles` does."""
    return bundles(home, {"script": entry}, data)["script"]


def bundles(
    home: Path, entries: Mapping[str, str], data: Mapping[str, Any] | None = None
) -> dict[str, bytes]:
    """Bundle the modules `entries` in one run of esbuild: the same bytes every time.

    `entries` are paths, below `home` where they are not absolute, by the names of their scripts;
    the scripts are returned by the same names. `data` is what the modules find in "kodeks-data":
    every key at its top is an export of its own.

    Raises `BuildError` when esbuild is not installed, and when a module cannot be bundled because
    it is missing, is no JavaScript, or imports what is not there.
    """
    program = _bundler(home)
    with TemporaryDirectory() as directory:
        data_file = Path(directory) / "data.json"
        data_file.write_text(json.dumps(data or {}, sort_keys=True), encoding="utf-8")
        out = Path(directory) / "out"
        named = (f"{name}={entry}" for name, entry in entries.items())
        options = (*_OPTIONS, f"--alias:{DATA}={data_file}", f"--outdir={out}")
        command = [str(program), *named, *options]
        try:
            ran = subprocess.run(command, cwd=home, capture_output=True, text=True, check=False)
        except OSError as error:
            raise BuildError(f"{program}: {error.strerror}", "Run: make setup") from None
        if ran.returncode:
            raise BuildError(
                f"the scripts of the site cannot be bundled: {ran.stderr.strip()}",
                "Restore or correct the module that is named.",
            )
        scripts = {name: (out / f"{name}.js").read_text(encoding="utf-8") for name in entries}
        return {name: _ascii(script).encode("ascii") for name, script in scripts.items()}


def _ascii(script: str) -> str:
    """A script with escapes for what is not ASCII: esbuild leaves it in regular expressions."""
    return _BEYOND_ASCII.sub(lambda match: json.dumps(match[0])[1:-1], script)


def _bundler(home: Path) -> Path:
    """The program of esbuild for this machine; raises `BuildError` when there is none."""
    for pattern in _BUNDLER:
        for program in sorted(home.glob(pattern)):
            return program
    raise BuildError(
        f"{home / 'node_modules'}: the scripts of the site need esbuild from npm",
        "Run: make setup",
    )


def grammar_data(grammar: Grammar) -> dict[str, Any]:
    """The patterns of all languages, as scripts read them."""
    plain = {field.name: _plain(getattr(grammar, field.name)) for field in fields(grammar)}
    return plain | {"forms": list(grammar.forms.values())}  # in order: scripts take the first match


def dates_data(dates: DateWords) -> dict[str, Any]:
    """How dates are written in all languages, as scripts read them."""
    return {field.name: _plain(getattr(dates, field.name)) for field in fields(dates)}


def patterns_data(patterns: Patterns) -> dict[str, Any]:
    """The patterns of one language, as scripts read them."""
    return {field.name: _plain(getattr(patterns, field.name)) for field in fields(patterns)}


def _plain(value: Any) -> Any:
    """A value of patterns as JSON can have it."""
    match value:
        case frozenset():
            return sorted(value)
        case Phrases():
            return list(value.listed)
        case Unit() | StatuteNames():
            return {name: _plain(part) for name, part in vars(value).items()}
        case tuple():
            return [_plain(part) for part in value]
        case _:
            return value

"""Faults in JavaScript: those that Stryker's instrumenter finds (script_faults.mjs)."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from node import NODE

from mutants.mutant import Mutant, Planting

_SCRIPT = Path(__file__).with_suffix(".mjs")


def script_faults(tree: Path, files: Sequence[str]) -> Iterator[Planting]:
    """Every mutant of some scripts below a tree, each made when it is asked for."""
    command = [NODE, str(_SCRIPT), *files]
    answer = subprocess.run(command, cwd=tree, capture_output=True, check=True).stdout
    for found in json.loads(answer):
        yield partial(_planted, tree, found)


def _planted(tree: Path, found: dict[str, Any]) -> Mutant | None:
    """The mutant at some place; None where what comes out is no script, or the same."""
    before = (tree / found["file"]).read_text(encoding="utf-8")
    units = before.encode("utf-16-le")
    head, tail = units[: 2 * found["start"]], units[2 * found["end"] :]
    after = head.decode("utf-16-le") + found["replacement"] + tail.decode("utf-16-le")
    mutant = Mutant.of(found["file"], before, after)
    return mutant if mutant.diff and _is_script(after) else None


def _is_script(code: str) -> bool:
    """Whether Node can read it, as a module or as a part of a script."""
    with tempfile.NamedTemporaryFile("w", suffix=".mjs", encoding="utf-8") as file:
        file.write(code)
        file.flush()
        command = [NODE, "--check", file.name]
        return not subprocess.run(command, capture_output=True, check=False).returncode

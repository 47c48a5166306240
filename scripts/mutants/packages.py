"""What faults are planted in, and the tests that have to notice: packages.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_MAPPING = Path(__file__).parent / "packages.toml"


@dataclass(frozen=True)
class Package:
    """A part of the program; `sources` and `tests` are files below the repository."""

    name: str
    sources: tuple[str, ...]
    tests: tuple[str, ...]
    without: tuple[str, ...]
    slow: bool
    is_python: bool
    builds: bool


def packages(home: Path) -> dict[str, Package]:
    """The packages by name. Raises `SystemExit` where a glob finds nothing."""
    mapping = tomllib.loads(_MAPPING.read_text(encoding="utf-8"))
    return {
        name: Package(
            name,
            _files(home, name, table["sources"], _but(mapping, table)),
            _files(home, name, table["tests"]),
            tuple(table.get("without", ())),
            table.get("slow", False),
            table.get("language", "python") == "python",
            table.get("builds", False),
        )
        for name, table in mapping.items()
    }


def _but(mapping: dict[str, Any], table: dict[str, Any]) -> Sequence[str]:
    """The globs of what a package leaves to another."""
    globs: Sequence[str] = mapping[table["but"]]["sources"] if "but" in table else ()
    return globs


def _files(home: Path, name: str, globs: Sequence[str], but: Sequence[str] = ()) -> tuple[str, ...]:
    """The files of some globs, in their order, each once, without those of the globs `but`."""
    files: dict[str, None] = {}
    for glob in globs:
        paths = sorted(path.relative_to(home).as_posix() for path in home.glob(glob))
        if not paths:
            raise SystemExit(f"{_MAPPING}: [{name}] {glob} finds no file")
        files |= dict.fromkeys(paths)
    left_out = _files(home, name, but) if but else ()
    return tuple(path for path in files if path not in left_out)

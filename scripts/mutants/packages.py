"""What faults are planted in, and the tests that have to notice: packages.toml."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

_MAPPING = Path(__file__).parent / "packages.toml"


@dataclass(frozen=True)
class Package:
    """A part of the program; `sources` and `tests` are files below the repository."""

    name: str
    sources: tuple[str, ...]
    tests: tuple[str, ...]
    without: tuple[str, ...]
    is_python: bool
    builds: bool


def packages(home: Path) -> dict[str, Package]:
    """The packages by name. Raises `SystemExit` where a glob finds nothing."""
    found = {}
    for name, table in tomllib.loads(_MAPPING.read_text(encoding="utf-8")).items():
        found[name] = Package(
            name,
            _files(home, name, table["sources"]),
            _files(home, name, table["tests"]),
            tuple(table.get("without", ())),
            table.get("language", "python") == "python",
            table.get("builds", False),
        )
    return found


def _files(home: Path, name: str, globs: list[str]) -> tuple[str, ...]:
    """The files of some globs, in their order, each once."""
    files: dict[str, None] = {}
    for glob in globs:
        known = sorted(path.relative_to(home).as_posix() for path in home.glob(glob))
        if not known:
            raise SystemExit(f"{_MAPPING}: [{name}] {glob} finds no file")
        files |= dict.fromkeys(known)
    return tuple(files)

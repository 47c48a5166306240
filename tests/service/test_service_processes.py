"""Workers and the service itself come and go: killed, replaced, ended, started beside a wreck."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from kb.core.errors import ReadingError
from kb.search.database import FILE
from kb.storage.store import CURRENT, build_root
from support.faults import Build, Load, Question, Service, asked, flip, serving, store_of
from support.homes import REPOSITORY, edit_manifest, edit_source, without_line
from support.waiting import until

pytestmark = pytest.mark.slow


# --- killed ------------------------------------------------------------------------------------


def test_a_killed_worker_costs_only_what_it_had_in_hand_and_is_replaced(
    faulty_home: Path, first_build: Build
) -> None:
    with serving(faulty_home, workers=2) as service, Load(service.host, (first_build,)) as load:
        killed, other = service.answering()
        (new,) = service.kill(killed)
        until(lambda: new in service.said("request"), "the new worker answers")
        broken = len(load.broken)
        load.more()
        assert {*service.answering()} == {new, other}
    assert not load.wrong + load.failed, load
    assert len(load.broken) == broken <= load.clients, load


def test_a_worker_that_dies_while_it_is_asked_whether_it_lives_is_replaced_at_once(
    faulty_home: Path,
) -> None:
    with serving(faulty_home, workers=2) as service:
        stopped, other = service.answering()
        os.kill(stopped, signal.SIGSTOP)
        for _ in range(200):  # meanwhile it is asked, twice a second
            assert service.ask("/api/v1/health").status == 200
        assert service.kill(stopped)
        assert other in service.answering()


@pytest.mark.parametrize("workers", [1, 2])
def test_a_worker_that_was_stopped_is_replaced(faulty_home: Path, workers: int) -> None:
    with serving(faulty_home, workers=workers, hang=2) as service:
        stopped, *others = service.answering()
        os.kill(stopped, signal.SIGSTOP)
        until(lambda: stopped not in service.answering(), "it was ended")
        until(service.has_all_workers, "another is in its place")
        assert {*others} <= {*service.answering()}
        assert service.ask("/api/v1/health").status == 200


def test_a_service_whose_worker_is_stopped_ends_all_the_same(faulty_home: Path) -> None:
    with serving(faulty_home, hang=1, grace=0.5) as service:
        os.kill(*service.answering(), signal.SIGSTOP)
        service.end()
        assert not service.answering()


@pytest.mark.parametrize(
    "hangs", ["time.sleep(60)", "re.match('(a+)+$', 'a' * 64 + '!')"], ids=["loop", "lock"]
)
def test_a_worker_whose_loop_stands_still_ends_and_says_where_it_stood(hangs: str) -> None:
    program = f"""
import asyncio, re, time
from kb.service.watchdog import end_when_hung
async def main():
    watching = asyncio.create_task(end_when_hung(1.0))
    await asyncio.sleep(2.5)  # nothing happens to one whose loop goes round
    print("well", flush=True)
    def planted():
        {hangs}
    planted()
asyncio.run(main())
"""
    ended = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )
    assert ended.stdout == "well\n"
    assert ended.returncode == 1
    assert "in planted" in ended.stderr


def test_a_worker_that_starts_beside_a_damaged_build_answers_from_the_last_good_copy(
    faulty_home: Path, first_build: Build
) -> None:
    with serving(faulty_home, workers=2) as service, Load(service.host, (first_build,)) as load:
        flip(build_root(faulty_home) / CURRENT / FILE)
        killed, _ = service.answering()
        (new,) = service.kill(killed)
        until(lambda: new in service.said("request"), "the new worker answers")
        assert new in service.said(f"serving an older build, {first_build.store.fingerprint[:12]}")
        service.wait_until_refused(f"is damaged ({FILE})")
    assert not load.wrong + load.failed, load


def test_a_worker_that_starts_after_the_corpus_was_changed_says_what_the_others_say(
    faulty_home: Path, first_build: Build
) -> None:
    with serving(faulty_home, workers=2) as service, Load(service.host, (first_build,)) as load:
        edit_manifest(faulty_home, lambda toml: toml.replace('title = "', 'title = "Other '))
        new = service.kill(*service.answering())
        until(lambda: new <= {*service.said("request")}, "the new workers answer")
        service.wait_until_refused("of another corpus")
        load.more()
    assert not load.wrong + load.failed, load


def test_who_is_left_when_the_main_process_is_killed_ends_and_leaves_the_port(
    faulty_home: Path, first_build: Build
) -> None:
    with serving(faulty_home, workers=2) as service:
        service.process.kill()
        service.process.wait()
        until(lambda: not service.answering(), "the workers have ended")
        port = service.host.rpartition(":")[2]
        with serving(faulty_home, port=port) as again, Load(again.host, (first_build,)) as load:
            load.more()
    assert not load.wrong + load.failed + load.broken, load


# --- started beside a damaged build --------------------------------------------------------------


def test_a_service_that_starts_beside_a_damaged_build_makes_it_anew_first(
    faulty_home: Path, first_build: Build
) -> None:
    before = store_of(faulty_home)
    flip(before.directory / FILE)
    with serving(faulty_home) as service, Load(service.host, (first_build,)) as load:
        assert store_of(faulty_home).directory != before.directory
        assert store_of(faulty_home).damaged() is None
        assert service.ready()["status"] == "pass"
    assert not load.wrong + load.failed + load.broken, load


def test_where_none_can_be_made_it_serves_the_last_good_copy_and_says_so(
    faulty_home: Path, first_build: Build
) -> None:
    with serving(faulty_home) as service:
        assert service.ready()["status"] == "pass"
    flip(build_root(faulty_home) / CURRENT / FILE)
    edit_source(faulty_home, "bridge-1997_hr.txt", without_line(565))
    with serving(faulty_home) as service, Load(service.host, (first_build,)) as load:
        load.more()
        assert service.ready()["status"] == "warn"
        written = (faulty_home / "service.log").read_text(encoding="utf-8")
        assert "expected" in written
        assert "the last good build stays in use" in written
    assert not load.wrong + load.failed + load.broken, load


def test_where_there_is_no_good_copy_either_it_ends_with_the_exit_code_of_the_build(
    faulty_home: Path,
) -> None:
    flip(build_root(faulty_home) / CURRENT / FILE)
    edit_source(faulty_home, "bridge-1997_hr.txt", without_line(565))
    with serving(faulty_home) as service:
        assert not service.address
        assert service.process.wait() == ReadingError.exit_code


# --- ended and replaced --------------------------------------------------------------------------


@contextmanager
def half_asked(service: Service, question: Question) -> Iterator[socket.socket]:
    """A connection over which half of a request has gone."""
    host, port = service.host.split(":")
    with closing(socket.create_connection((host, int(port)), timeout=30)) as connection:
        head = (
            f"POST {question.path} HTTP/1.1\r\nhost: {service.host}\r\n"
            f"content-type: text/plain\r\ncontent-length: {len(question.body.encode())}\r\n\r\n"
        )
        connection.sendall(head.encode())
        connection.sendall(question.body.encode()[:10])
        yield connection


def rest_of(connection: socket.socket) -> bytes:
    """All that comes until the other side closes."""
    received = b""
    while more := connection.recv(65_536):
        received += more
    return received


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("workers", [1, 2])
def test_told_to_end_it_gives_the_answers_in_hand_takes_no_more_and_ends_well(
    workers: int, number: signal.Signals, faulty_home: Path, first_build: Build
) -> None:
    question = next(one for one in first_build.answers if one.method == "POST")
    with (
        serving(faulty_home, workers=workers) as service,
        half_asked(service, question) as slow,
        Load(service.host, (first_build,)) as load,
    ):
        load.more()
        load.stop()
        assert not load.wrong + load.failed + load.broken, load
        service.process.send_signal(number)
        until(lambda: service.said("Waiting for connections to close"), "it is ending")
        with pytest.raises(ConnectionRefusedError):
            asked(service.host, question)
        slow.sendall(question.body.encode()[10:])
        answer = rest_of(slow)
        assert answer.startswith(b"HTTP/1.1 200 OK")
        assert b"connection: close" in answer
        assert answer.endswith(first_build.answers[question])
        assert service.process.wait(30) == 0
        assert "Traceback" not in (faulty_home / "service.log").read_text(encoding="utf-8")


def test_a_slow_answer_is_waited_for_no_longer_than_the_grace_allows(
    faulty_home: Path, first_build: Build
) -> None:
    question = next(one for one in first_build.answers if one.method == "POST")
    with (
        serving(faulty_home, workers=2, grace=1, receive=600) as service,
        half_asked(service, question) as slow,
    ):
        until(lambda: service.ready()["status"] == "pass", "it answers")
        assert service.end() == 0
        assert b"200 OK" not in rest_of(slow)


def test_hup_replaces_the_workers_one_after_the_other_without_a_refused_request(
    faulty_home: Path, first_build: Build
) -> None:
    with serving(faulty_home, workers=2) as service, Load(service.host, (first_build,)) as load:
        before = {*service.answering()}
        service.process.send_signal(signal.SIGHUP)
        until(lambda: not before & {*service.answering()}, "all workers are others")
        until(service.has_all_workers, "there are two")
        load.more()
    assert not load.wrong + load.failed + load.broken, load

"""Rulings are linked in processes of their own: one that does not end is ended, and nobody else
notices.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from kb.service import linking_pool
from kb.service.linking_pool import _SHORT
from kb.service.settings import Settings
from support import hostile_links
from support.homes import REPOSITORY
from support.serving import API, Answer, ask
from support.waiting import until
from support.wire import Watched, Wire, assert_problem, head, watching

#: Bodies are short here, so that it takes few to fill the room that there is for them.
SETTINGS = Settings(port=0, level="error", rate="", answer=8.0, body=100_000)

LINK = f"POST {API}/link HTTP/1.1"
TEXT = "Content-Type: text/plain"


@pytest.fixture(scope="module")
def watched(site: Path) -> Iterator[Watched]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(linking_pool, "link", hostile_links.link)
        with watching(site.parents[1], SETTINGS) as one:
            yield one


@pytest.fixture
def service(watched: Watched) -> Iterator[str]:
    yield watched.address
    watched.assert_lives()


def sent(address: str, ruling: str, client: str = "203.0.113.7", query: str = "") -> Answer:
    """What a client gets for a ruling that comes by way of a proxy of ours."""
    body = ruling.encode()
    return ask(
        address, f"link{query}", "POST", body, content_type="text/plain", X_Forwarded_For=client
    )


def hanging() -> list[int]:
    """The processes that link and are at work: those that are children of this one."""
    found = []
    for pid in Path(f"/proc/{os.getpid()}/task").glob("*/children"):
        found += [int(child) for child in pid.read_text().split()]
    return [pid for pid in found if _is_working(pid)]


def _is_working(pid: int) -> bool:
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return b"linking_process" in command and state == "R"


# --- one that does not end -----------------------------------------------------------------------


@pytest.mark.slow
def test_a_ruling_that_never_ends_is_ended_and_nobody_else_waits(service: str) -> None:
    with ThreadPoolExecutor(4) as clients:
        bad = [clients.submit(sent, service, f"hang {n}", "198.51.100.7") for n in range(3)]
        until(hanging, "it is at work")
        for number in range(5):
            assert sent(service, f"Law 27B1(b), board {number}").status == 200
            assert ask(service, f"search?q=revoke+{number}").status == 200
            assert ask(service, "/hu/bridge-2017/27/").status == 200
            assert ask(service, "health").status == 200
        for one in bad:
            assert_problem(one.result(), 503)
    until(lambda: not hanging(), "its process has ended")
    assert sent(service, "Law 27").status == 200


@pytest.mark.slow
def test_long_rulings_of_others_wait_for_their_turn_and_not_for_ever(service: str) -> None:
    """A long one has the place of the long ones; those who wait have it when his time is over."""
    long = "hang " + "x" * _SHORT
    with ThreadPoolExecutor(2) as clients:
        bad = clients.submit(sent, service, long, "198.51.100.7")
        until(hanging, "it is at work")
        assert_problem(bad.result(), 503)
        assert sent(service, "Law 27 " + "x " * _SHORT, query="?to=json").status == 200


@pytest.mark.slow
def test_the_process_of_who_has_gone_is_ended(service: str) -> None:
    with Wire(service) as wire:
        wire.say(head(LINK, TEXT, "Content-Length: 4") + b"hang")
        until(hanging, "it is at work")
    until(lambda: not hanging(), "its process has ended")
    assert sent(service, "Law 27").status == 200


@pytest.mark.slow
def test_those_who_leave_while_they_wait_wait_no_more(service: str) -> None:
    """Hundreds come and go behind one that hangs: nobody is refused for them."""
    with ThreadPoolExecutor(4) as clients:
        bad = [clients.submit(sent, service, f"hang {n}", f"198.51.100.{n}") for n in range(2)]
        until(hanging, "it is at work")
        for number in range(600):
            with Wire(service) as wire:
                own = f"X-Forwarded-For: 198.51.100.{number % 200}"
                wire.say(head(LINK, TEXT, own, "Content-Length: 6") + b"Law 27")
        assert ask(service, "/hu/bridge-2017/27/").status == 200
        assert ask(service, "search?q=revoke").status == 200
        for one in bad:
            assert_problem(one.result(), 503)
    assert sent(service, "Law 27").status == 200


@pytest.mark.slow
def test_a_ruling_that_takes_too_much_memory_is_refused(service: str) -> None:
    answer = sent(service, "grow")
    assert_problem(answer, 413)
    assert sent(service, "Law 27").status == 200


@pytest.mark.slow
def test_a_process_that_dies_is_a_problem_of_its_ruling_alone(service: str) -> None:
    assert_problem(sent(service, "die"), 503)
    assert sent(service, "Law 27").status == 200


@pytest.mark.slow
def test_what_cannot_be_linked_is_said_as_it_always_was(service: str) -> None:
    answer = sent(service, "Law 27", query="?in=bridge-1066")
    assert_problem(answer, 404)
    assert answer.json["suggestions"]
    assert_problem(sent(service, "Law 27", query="?context=94Z"), 404)


@pytest.mark.slow
def test_a_process_that_nobody_ends_any_more_ends_by_itself() -> None:
    """Its service was killed: the limit of processor time that it got with its ruling is left."""
    program = (
        "from support import hostile_links as h\n"
        "h.link(None, h.LinkJob('hang', 'text', None, False, (), None, None, True, '', None),"
        " h.Limits(0.1, 300_000_000))"
    )
    paths = os.pathsep.join((str(REPOSITORY), str(REPOSITORY / "tests")))
    process = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program],
        env={**os.environ, "PYTHONPATH": paths},
        timeout=60,
        check=False,
    )
    assert process.returncode == -24  # SIGXCPU


# --- before anything is read ---------------------------------------------------------------------


@pytest.mark.slow
def test_what_is_too_much_is_refused_before_it_is_read(service: str) -> None:
    upload = head(LINK, TEXT, "Expect: 100-continue", "Content-Length: 100000")
    with ExitStack() as stack:
        wires = [stack.enter_context(Wire(service)) for _ in range(8)]
        for wire in wires:
            wire.say(upload)
            wire.wait_for_continue()
        ninth = stack.enter_context(Wire(service))
        ninth.say(upload)
        answer = ninth.answer()  # and no "100 Continue" before it
        assert_problem(answer, 503)
        assert answer is not None
        assert answer.headers["retry-after"] == "1"
    until(lambda: sent(service, "Law 27").status == 200, "there is room again")


@pytest.mark.slow
def test_one_client_has_only_a_part_of_the_room(service: str) -> None:
    def upload(client: str) -> bytes:
        own = (TEXT, "Expect: 100-continue", "Content-Length: 100000")
        return head(LINK, *own, f"X-Forwarded-For: {client}")

    with ExitStack() as stack:
        wires = [stack.enter_context(Wire(service)) for _ in range(4)]
        for wire in wires[:2]:
            wire.say(upload("198.51.100.7"))
            wire.wait_for_continue()
        wires[2].say(upload("198.51.100.7"))
        assert_problem(wires[2].answer(), 503)
        wires[3].say(upload("198.51.100.8"))
        wires[3].wait_for_continue()
    until(lambda: sent(service, "Law 27").status == 200, "there is room again")

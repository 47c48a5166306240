"""How often, how many at once, how long: what is too much is said, and costs nobody else."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from kb.service.app import _THREADS
from kb.service.routes import searching
from kb.service.server import running
from kb.service.settings import Settings
from support.homes import REPOSITORY
from support.serving import API, Answer, ask
from support.waiting import until
from support.wire import Watched, Wire, assert_problem, head, watching

QUIET = {"port": 0, "level": "error"}


@pytest.fixture
def serve(site: Path) -> Iterator[Callable[..., Watched]]:
    """Starts a service with settings; it has to live on through whatever a test does to it."""
    with ExitStack() as stack:
        started = []

        def start(**settings: Any) -> Watched:
            one = stack.enter_context(watching(site.parents[1], Settings(**QUIET | settings)))
            started.append(one)
            return one

        yield start
        for one in started:
            one.assert_lives()


def asked_by(client: str, address: str, path: str = "search?q=27") -> Answer:
    """What a client gets that comes by way of a proxy of ours."""
    return ask(address, path, X_Forwarded_For=client)


# --- how often ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def counting(site: Path) -> Iterator[str]:
    """Who asks it twice within an hour has asked too often; every test has clients of its own."""
    with running(site.parents[1], Settings(**QUIET, rate="1000/second;1/hour")) as address:
        yield address


@pytest.mark.slow
def test_who_asks_too_often_is_told_when_to_come_back_and_nobody_else(counting: str) -> None:
    assert asked_by("203.0.113.7", counting).status == 200
    refused = asked_by("203.0.113.7", counting)
    assert_problem(refused, 429)
    assert 1 <= int(refused.headers["retry-after"]) <= 3600
    assert refused.headers["access-control-allow-origin"] == "*"  # pages of others can read it
    assert asked_by("203.0.113.7", counting, "/id/bridge-2017/27").status == 429
    assert asked_by("203.0.113.8", counting).status == 200


@pytest.mark.slow
def test_pages_are_not_counted_nor_who_asks_whether_it_lives(counting: str) -> None:
    for _ in range(3):
        assert asked_by("203.0.113.9", counting, "/hu/").status == 200
        assert asked_by("203.0.113.9", counting, "/hu/nowhere/").status == 404
        assert asked_by("203.0.113.9", counting, "health").status == 200
    assert asked_by("203.0.113.9", counting).status == 200
    assert asked_by("203.0.113.9", counting).status == 429
    assert asked_by("203.0.113.9", counting, "/hu/").status == 200


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", True),
        ("2001:db8:0:2::1", "2001:db8:0:3::1", False),
        ("203.0.113.10", "::ffff:203.0.113.10", True),
        ("::ffff:203.0.113.11", "::ffff:203.0.113.12", False),
        ("203.0.113.13", "198.51.100.1, 203.0.113.13", True),
        ("203.0.113.14", "127.0.0.1, 203.0.113.14", True),
    ],
    ids=["one network", "two networks", "mapped", "two mapped", "made up", "loopback made up"],
)
def test_a_client_is_whom_the_proxy_says_and_his_network(
    counting: str, one: str, other: str, is_same: bool
) -> None:
    assert asked_by(one, counting).status == 200
    assert asked_by(other, counting).status == (429 if is_same else 200)


@pytest.mark.slow
def test_who_waits_as_long_as_he_is_told_is_answered_again(serve: Callable[..., Watched]) -> None:
    address = serve(rate="2/second").address
    answers = [asked_by("203.0.113.7", address).status for _ in range(20)]
    assert 429 in answers
    until(lambda: asked_by("203.0.113.7", address).status == 200, "he is answered again")


@pytest.mark.slow
def test_who_is_no_proxy_of_ours_is_not_believed(serve: Callable[..., Watched]) -> None:
    address = serve(rate="1/minute", proxies="192.0.2.1").address
    for _ in range(3):  # this machine itself is not counted, whatever it says
        assert asked_by("203.0.113.7", address).status == 200


# --- how many at once --------------------------------------------------------------------------


@pytest.mark.slow
def test_more_at_once_than_it_may_have_in_hand_are_told_so(serve: Callable[..., Watched]) -> None:
    address = serve(rate="", concurrency=3, receive=60).address
    upload = head(
        f"POST {API}/link HTTP/1.1",
        "Content-Type: text/plain",
        "Expect: 100-continue",
        "Content-Length: 7",
    )
    with ExitStack() as stack:
        wires = [stack.enter_context(Wire(address)) for _ in range(3)]
        for wire in wires:
            wire.say(upload)
            wire.wait_for_continue()
        for path in ("search?q=27", "ready", "/hu/"):
            refused = ask(address, path)
            assert_problem(refused, 503)
            assert refused.json["type"].endswith("/busy")
            assert refused.headers["retry-after"] == "1"
        assert ask(address, "health").status == 200
        for wire in wires:
            wire.say(b"Law 27B")
            answer = wire.answer()
            assert answer is not None
            assert answer.status == 200
    until(lambda: ask(address, "search?q=27").status == 200, "it has nothing in hand")


# --- how much at once --------------------------------------------------------------------------


@pytest.mark.slow
def test_who_sends_much_and_slowly_keeps_others_from_sending_much_but_not_a_little(
    serve: Callable[..., Watched],
) -> None:
    address = serve(rate="", body=100_000, receive=60).address

    def told(client: str, length: int) -> Answer:
        """What is said to a client who sends so much."""
        return ask(
            address,
            "link",
            "POST",
            b"Law 27B".ljust(length),
            Content_Type="text/plain",
            X_Forwarded_For=client,
        )

    with ExitStack() as stack:
        for number in range(9):
            wire = stack.enter_context(Wire(address))
            client = f"203.0.113.{number // 2}"
            text = ("Content-Type: text/plain", f"X-Forwarded-For: {client}")
            expecting = ("Expect: 100-continue", "Content-Length: 100000")
            wire.say(head(f"POST {API}/link HTTP/1.1", *text, *expecting))
            if number < 8:
                wire.wait_for_continue()
            else:  # refused before a byte of it has come
                answer = wire.answer()
                assert answer is not None
                assert_problem(answer, 503)
        assert told("198.51.100.1", 20_000).status == 503
        assert told("198.51.100.1", 16_000).status == 200
        assert ask(address, "search?q=27", X_Forwarded_For="203.0.113.0").status == 200
    until(lambda: told("198.51.100.1", 100_000).status == 200, "there is room again")


@pytest.mark.slow
def test_one_client_has_a_part_of_the_room(serve: Callable[..., Watched]) -> None:
    address = serve(rate="", body=100_000, receive=60).address
    post = f"POST {API}/link HTTP/1.1"
    own = ("Content-Type: text/plain", "X-Forwarded-For: 203.0.113.7", "Expect: 100-continue")
    with ExitStack() as stack:
        wires = [stack.enter_context(Wire(address)) for _ in range(3)]
        for wire in wires:  # one that is without an end counts as one of the longest
            wire.say(head(post, *own, "Transfer-Encoding: chunked"))
        for wire in wires[:2]:
            wire.wait_for_continue()
        answer = wires[2].answer()
        assert answer is not None
        assert_problem(answer, 503)


# --- how long ----------------------------------------------------------------------------------


class Held:
    """Searches that take until they are let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.let_go = threading.Event()
        self.at_work = self.most = 0
        self._lock = threading.Lock()
        self._search = searching._search
        monkeypatch.setattr(searching, "_search", self._slow)

    def _slow(self, *asked: Any) -> dict[str, Any]:
        with self._lock:
            self.at_work += 1
            self.most = max(self.most, self.at_work)
        self.let_go.wait(60)
        with self._lock:
            self.at_work -= 1
        return self._search(*asked)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    one = Held(monkeypatch)
    yield one
    one.let_go.set()
    until(lambda: one.at_work == 0, "all searches have come to their end")


@pytest.mark.slow
def test_what_takes_too_long_is_given_up_and_costs_no_more_threads(
    held: Held, serve: Callable[..., Watched]
) -> None:
    address = serve(rate="", answer=2).address
    with ThreadPoolExecutor(20) as clients:
        answers = [*clients.map(lambda one: ask(address, f"search?q=27+{one}"), range(20))]
    for one in answers:
        assert_problem(one, 503)
        assert one.json["type"].endswith("/busy")
        assert one.headers["retry-after"] == "1"
        assert "2 seconds" in one.json["detail"]
    assert held.most == held.at_work == _THREADS
    # What needs no thread, and what has threads of its own, is answered meanwhile.
    for path in ("ready", "laws/bridge-2017", "/hu/"):
        assert ask(address, path).status == 200
    assert ask(address, "link", "POST", b"Law 27B", content_type="text/plain").status == 200
    held.let_go.set()
    until(lambda: ask(address, "search?q=27+1").status == 200, "searches are answered again")


# --- many, and all of them right ---------------------------------------------------------------


def queries() -> list[str]:
    lines = (REPOSITORY / "tests/data/queries_dev.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["query"] for line in lines]


def rulings() -> list[str]:
    lines = (REPOSITORY / "tests/data/citations_dev.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["text"] for line in lines]


#: A request: method, path, body.
Asked = tuple[str, str, bytes | None]


def mixed(many: int) -> list[Asked]:
    """Requests of every kind, none of them twice."""
    ids = [f"{law}{letter}" for law in range(1, 94) for letter in ("", "A", "B1")]
    kinds: Sequence[Sequence[Asked]] = [
        [("GET", f"search?q={query.replace(' ', '+')}&lang=hu", None) for query in queries()],
        [("GET", f"suggest?q={query[:6].replace(' ', '+')}", None) for query in queries()],
        [("GET", f"provisions/{id}?lang=pl", None) for id in ids],
        [("POST", "link?to=json", text.encode()) for text in rulings()],
        [("GET", f"/hu/bridge-2017/{law}/", None) for law in range(1, 94)],
        [("GET", f"laws/bridge-1997/{law}", None) for law in range(1, 94)],
    ]
    return [asked for row in zip(*kinds, strict=False) for asked in row][:many]


def told(address: str, asked: Asked) -> tuple[int, bytes]:
    """What is answered, but for the id of the request."""
    method, path, body = asked
    answer = ask(address, path, method, body, content_type="text/plain", x_request_id="same")
    return answer.status, answer.body


@pytest.mark.slow
def test_a_hundred_clients_at_once_get_what_one_alone_gets(site: Path) -> None:
    """None of the answers is one that was remembered: those at once are asked for first."""
    requests = mixed(500)
    begin = threading.Barrier(100)

    def client(number: int) -> list[tuple[int, bytes]]:
        begin.wait()
        return [told(address, asked) for asked in requests[number::100]]

    with running(site.parents[1], Settings(**QUIET)) as address, ThreadPoolExecutor(100) as clients:
        found = [*clients.map(client, range(100))]
    with running(site.parents[1], Settings(**QUIET)) as address:
        for number, answers in enumerate(found):
            for asked, answer in zip(requests[number::100], answers, strict=True):
                assert answer[0] in (200, 404), asked
                assert answer == told(address, asked), asked


@pytest.mark.slow
def test_eight_threads_find_cite_and_link_what_one_does(site: Path) -> None:
    requests = mixed(6 * 90)
    with (
        running(site.parents[1], Settings(**QUIET)) as address,
        ThreadPoolExecutor(8) as threads,
    ):
        found = [*threads.map(lambda asked: told(address, asked), requests)]
    with running(site.parents[1], Settings(**QUIET)) as address:
        for asked, answer in zip(requests, found, strict=True):
            assert answer == told(address, asked), asked

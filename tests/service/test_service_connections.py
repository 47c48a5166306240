"""What is no HTTP, too slow, too long or never ends: an answer if there is anything to answer, and
the connection ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from kb.service.settings import Settings
from support.serving import API, ask
from support.wire import Watched, Wire, assert_problem, head, watching

#: Nobody waits long here for a request, or for an answer to be taken; bodies are short.
HASTY = Settings(port=0, level="info", rate="", receive=0.5, body=100_000, floor=50_000)

HEALTH = f"GET {API}/health HTTP/1.1"
OPEN_HEAD = head(HEALTH).removesuffix(b"\r\n")
LINK = f"POST {API}/link HTTP/1.1"
TEXT = "Content-Type: text/plain"
CHUNKS = head(LINK, TEXT, "Transfer-Encoding: chunked")

#: More than the buffers between two ends hold.
PLENTY = 1_000_000_000
TAKEN = 30_000_000

#: Requests for a page that is not small: their answers are more than buffers hold, too.
MANY = 60


@pytest.fixture(scope="module")
def watched(site: Path) -> Iterator[Watched]:
    with watching(site.parents[1], HASTY) as one:
        yield one


@pytest.fixture
def service(watched: Watched) -> Iterator[str]:
    yield watched.address
    watched.assert_lives()


@pytest.mark.slow
@pytest.mark.parametrize(
    "said",
    [
        b"hello\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # somebody begins with TLS
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"\x00" * 100,
        head(f"BREW {API}/health HTTP/1.1"),
        head(f"GET {API}/health HTTP/9.9"),
        head(f"GET {API}/health HTCPCP/1.0"),
        head(f"GET {API}/health HTTP/1.1 x"),
        head("GET api HTTP/1.1"),
        head("GET /h u HTTP/1.1"),
        head("GET /h\xfc HTTP/1.1"),
        head("GET /hu?\xff HTTP/1.1"),
        head(f"GET {API}/\x00 HTTP/1.1"),
        head("CONNECT evil.example:443 HTTP/1.1"),
        head(HEALTH, host=""),
        head(HEALTH, "Host: evil.example"),
        head(HEALTH, "X: a\x00b"),
        head(HEALTH, "X: a\nY: b"),
        head(HEALTH, "X: a\rY: b"),
        head(HEALTH, "X: a\r\n folded"),
        head(HEALTH, "X : a"),
        head(HEALTH, ": a"),
        head(HEALTH, "no colon"),
        head(HEALTH, "X\xfc: a"),
        head(LINK, TEXT, "Content-Length: 3", "Content-Length: 4") + b"27B1",
        head(LINK, TEXT, "Content-Length: 3", "Transfer-Encoding: chunked") + b"0\r\n\r\n",
        head(LINK, TEXT, "Content-Length: -3"),
        head(LINK, TEXT, "Content-Length: +3"),
        head(LINK, TEXT, "Content-Length: 3x") + b"27B",
        head(LINK, TEXT, f"Content-Length: {'9' * 50}"),
        head(LINK, TEXT, "Transfer-Encoding: cow") + b"27B",
        head(LINK, TEXT, "Transfer-Encoding: chunked, cow") + b"27B",
        CHUNKS + b"3\r\n27Bxx",
        CHUNKS + b"-3\r\n27B\r\n",
        CHUNKS + b"fffffffffffffffff\r\n27B",
    ],
    ids=lambda said: repr(said[:24]),
)
def test_what_is_no_http_is_refused_and_that_is_all(service: str, said: bytes) -> None:
    with Wire(service) as wire:
        wire.say(said)
        answer = wire.answer()
        assert_problem(answer, 400)
        assert answer is not None
        assert answer.headers["connection"] == "close"
        assert answer.headers["date"]
        assert wire.is_closed()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("said", "part"),
    [
        (b"GET /", b"a"),
        (OPEN_HEAD + b"X: ", b"a"),
        (OPEN_HEAD + b"X", b"a"),
        (OPEN_HEAD, b"X: a\r\n"),
        (b"", b"\r\n"),
    ],
    ids=["path", "value", "name", "headers", "blank lines"],
)
def test_a_head_without_end_is_refused_and_not_read_on(
    service: str, said: bytes, part: bytes
) -> None:
    with Wire(service) as wire:
        wire.say(said)
        assert wire.say_for_ever(part * 1000, PLENTY) < TAKEN
        assert_problem(wire.answer(), 431)
        assert wire.is_closed()


@pytest.mark.slow
def test_a_long_head_that_comes_at_once_is_refused_too(service: str) -> None:
    for long in (head(f"GET /{'a' * 65_600} HTTP/1.1"), head(HEALTH, f"X: {'a' * 65_600}")):
        with Wire(service) as wire:
            wire.say(long)
            assert_problem(wire.answer(), 431)
            assert wire.is_closed()
    with Wire(service) as wire:
        wire.say(head(HEALTH, f"X: {'a' * 60_000}"))
        answer = wire.answer()
        assert answer is not None
        assert answer.status == 200


@pytest.mark.parametrize(
    ("headers", "part"),
    [
        (("Content-Length: 99999999999",), b"27B " * 1000),
        (("Transfer-Encoding: chunked",), b"fa0\r\n" + b"27B " * 1000 + b"\r\n"),
    ],
    ids=["announced", "without end"],
)
@pytest.mark.parametrize("first", [LINK, "POST /hu/ HTTP/1.1", f"GET {API}/search?q=27 HTTP/1.1"])
def test_a_huge_body_is_refused_and_not_read_on(
    service: str, first: str, headers: tuple[str, ...], part: bytes
) -> None:
    with Wire(service) as wire:
        wire.say(head(first, TEXT, *headers))
        taken = wire.say_for_ever(part, PLENTY)
        assert taken < TAKEN
        answer = wire.answer()
        assert answer is not None
        if answer.status != 200:  # a search does not look at its body
            assert_problem(answer, 405 if "/hu/" in first and "chunked" in headers[0] else 413)
        assert wire.is_closed()


def test_nobody_sends_a_huge_body_who_asks_before(service: str) -> None:
    for length, status in ((3, 200), (100_001, 413)):
        with Wire(service) as wire:
            wire.say(head(LINK, TEXT, "Expect: 100-continue", f"Content-Length: {length}"))
            if status == 200:
                wire.wait_for_continue()
                wire.say(b"27B")
            answer = wire.answer()
            assert answer is not None
            assert answer.status == status


def test_a_body_of_just_the_longest_length_is_read(service: str) -> None:
    for length, status in ((HASTY.body, 200), (HASTY.body + 1, 413)):
        answer = ask(service, "link?to=json", "POST", b" " * length, Content_Type="text/plain")
        assert answer.status == status


def test_who_says_nothing_is_not_waited_for(service: str) -> None:
    with Wire(service) as wire:
        assert wire.is_closed()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("said", "part"),
    [
        pytest.param(b"GET /hu/", b"x", id="path", marks=pytest.mark.slow),
        pytest.param(OPEN_HEAD, b"X: a\r\n", id="headers"),
        pytest.param(head(LINK, TEXT, "Content-Length: 1000"), b"2", id="body"),
        pytest.param(CHUNKS, b"1\r\n2\r\n", id="chunks", marks=pytest.mark.slow),
        pytest.param(CHUNKS, b"0", id="chunk size", marks=pytest.mark.slow),
    ],
)
def test_what_comes_bit_by_bit_is_not_waited_for(service: str, said: bytes, part: bytes) -> None:
    with Wire(service) as wire:
        wire.say(said)
        wire.trickle(part)
        assert_problem(wire.answer(), 408)
        assert wire.is_closed()


@pytest.mark.parametrize("part", [b"\r\n", b"x"], ids=["blank lines", "a body that nobody wants"])
def test_bits_do_not_keep_a_connection_open_that_has_its_answer(service: str, part: bytes) -> None:
    with Wire(service) as wire:
        wire.say(head(HEALTH, "Content-Length: 1000") if part == b"x" else head(HEALTH))
        answer = wire.answer()
        assert answer is not None
        assert answer.status == 200
        wire.trickle(part)
        assert wire.is_closed()


@pytest.mark.slow
def test_who_does_not_take_his_answers_is_broken_off(watched: Watched, service: str) -> None:
    with Wire(service, receive_buffer=4096) as wire:
        wire.say(head("GET /hu/concepts/ HTTP/1.1") * MANY)
        watched.wait_for("an answer was taken too slowly")
        assert [wire.answer() for _ in range(MANY)][-1] is None


@pytest.mark.slow
def test_who_takes_them_slowly_gets_them_all(service: str, site: Path) -> None:
    page = site / "hu/concepts/index.html"
    with Wire(service, receive_buffer=4096) as wire:
        wire.say(head("GET /hu/concepts/ HTTP/1.1") * MANY)
        for _ in range(MANY):
            wire.pause()
            answer = wire.answer()
            assert answer is not None
            assert answer.body == page.read_bytes()


def test_who_hangs_up_is_no_defect(watched: Watched, service: str) -> None:
    for said in (
        head(LINK, TEXT, "Content-Length: 1000") + b"27B",
        CHUNKS + b"3\r\n27B",
        head(f"GET {API}/search?q=revoke HTTP/1.1") * 50,
        b"GET /",
    ):
        with Wire(service) as wire:
            wire.say(said)
    watched.wait_for("499")


def test_requests_in_one_breath_are_answered_in_their_order(service: str) -> None:
    laws = [str(number) for number in range(1, 41)]
    with Wire(service) as wire:
        wire.say(b"".join(head(f"GET {API}/laws/bridge-2017/{law} HTTP/1.1") for law in laws))
        found = [wire.answer() for _ in laws]
    assert [one.json["id"] for one in found if one] == laws


def test_what_comes_whole_before_nonsense_is_answered(service: str) -> None:
    with Wire(service) as wire:
        wire.say(head(f"GET {API}/laws/bridge-2017/27 HTTP/1.1") * 3 + b"nonsense\r\n\r\n")
        for _ in range(3):
            answer = wire.answer()
            assert answer is not None
            assert answer.json["id"] == "27"
        assert wire.is_closed()
    with Wire(service) as wire:
        wire.say(head(HEALTH))
        assert wire.answer() is not None
        wire.say(b"nonsense\r\n\r\n")
        assert_problem(wire.answer(), 400)
        assert wire.is_closed()


def test_who_would_like_another_protocol_is_answered_in_this_one(service: str) -> None:
    for protocol in ("websocket", "h2c", "TLS/1.0"):
        with Wire(service) as wire:
            for headers in (["Connection: Upgrade", f"Upgrade: {protocol}"], []):
                wire.say(head(HEALTH, *headers))
                answer = wire.answer()
                assert answer is not None
                assert answer.status == 200


def test_hundreds_who_say_nothing_stop_nobody(service: str) -> None:
    with ExitStack() as stack:
        for _ in range(300):
            stack.enter_context(Wire(service)).say(b"G")
        assert ask(service, "search?q=27").status == 200

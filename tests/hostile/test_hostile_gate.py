"""The gate against hostile input finds what is planted, and nothing where there is nothing.

What is planted costs little: half a second of a processor where it must be seen.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import cycle
from pathlib import Path

import pytest

from hostile import measuring, readers
from hostile.attack import Find, attack, minimal
from hostile.browser_scripts import scripts
from hostile.judging import excess
from hostile.limits import Allowance
from hostile.measuring import SIZES, Course, Sample, Step, Units, measured, one_more
from hostile.motifs import Motif
from hostile.routes import Route, Service
from hostile.strategies import LANGUAGES, Kind, drawn
from kb.core.errors import KodeksError
from support.homes import site_home

pytestmark = pytest.mark.slow  # only slow tests measure with it

#: A limit that nothing here reaches: what is found is found by how it grows.
WIDE = Allowance(1e6, 1e6, 1e9, 1e9, 1e9, 1e9)


@dataclass(frozen=True)
class Planted:
    """A function of a text, as something that reads."""

    work: Callable[[str], object]
    limit: Allowance = WIDE
    name: str = "planted"
    kind: Kind = "text"
    sizes: Sequence[int] = SIZES

    def courses(self, motif: Motif, stop: float, skip: Sequence[str]) -> list[Course]:
        def steps(text: str) -> Iterator[Step]:
            yield "read", lambda: self.work(text)

        given = Allowance()
        return measured(steps, motif.grown, given.budget, self.sizes, stop, skip)

    def allowance(self, step: str) -> Allowance:
        return self.limit

    def further(self) -> Planted:
        return replace(self, sizes=one_more(self.sizes))


def found(work: Callable[[str], object], limit: Allowance = WIDE, unit: str = "ab ") -> list[Find]:
    return attack(Planted(work, limit), Motif(unit), stop=1e9)


def kinds(finds: Sequence[Find]) -> set[str]:
    return {fault.kind for find in finds for fault in find.faults}


# --- what is wrong is found ----------------------------------------------------------------------


def quadratic(text: str) -> int:
    """Three times what must be reached to be found: a busy machine slows units down more."""
    return sum(text.count("z", at) for at in range(0, len(text), 5))


def test_what_takes_the_square_of_its_length_is_found() -> None:
    (find,) = found(quadratic)
    assert kinds([find]) == {"time"}
    assert "grows as n^" in str(find)
    assert "Motif('ab ')" in str(find)


def test_a_square_below_a_line_is_found() -> None:
    assert kinds(found(lambda text: (linear(text), quadratic(text)))) == {"time"}


def test_a_pattern_that_tries_everything_is_ended_and_found() -> None:
    (find,) = found(lambda text: re.fullmatch(r"(a+)+b", text), unit="a")
    assert kinds([find]) == {"time"}
    assert "not done" in str(find)


@dataclass(frozen=True, kw_only=True)
class Timed(Planted):
    """What takes so many units at three sizes, at four when it is read further: a row a time."""

    rows: Iterator[tuple[float, ...]]

    def courses(self, motif: Motif, stop: float, skip: Sequence[str]) -> list[Course]:
        del motif, stop, skip
        units = zip(one_more(SIZES)[-4:], next(self.rows), strict=False)
        samples = [Sample(size, cost) for size, cost in units]
        return [Course("read", samples)]

    def further(self) -> Timed:
        return self


@pytest.mark.parametrize(
    ("rows", "faulty"),
    [
        (((3, 15, 100), (10, 30, 100), (10, 30, 100)), 0),
        (((3, 27, 300), (10, 30, 100), (3, 27, 300)), 0),
        (((3, 27, 300), (4, 36, 400), (3, 27, 300)), 1),
        ((*((5, 15, 150),) * 3, (5, 15, 110, 530), (5, 15, 170, 530), (5, 15, 170, 530)), 0),
        ((*((5, 15, 150),) * 3, *((5, 15, 150, 1350),) * 3), 1),
    ],
    ids=[
        "one quiet moment for a short text",
        "a loud one for long texts",
        "a square",
        "a jump and a quiet moment when it is read further",
        "a square that begins late",
    ],
)
def test_growth_is_believed_when_most_measures_show_it(
    rows: tuple[tuple[float, ...], ...], faulty: int
) -> None:
    assert len(attack(Timed(len, rows=cycle(rows)), Motif("ab "))) == faulty


def test_memory_that_takes_the_square_is_found() -> None:
    finds = found(lambda text: len([text[at:] for at in range(0, len(text), 50)]))
    assert "memory" in kinds(finds)  # and time: it is copied


def test_more_memory_than_the_limit_is_found_though_it_be_in_proportion() -> None:
    finds = found(lambda text: len(bytearray(900 * len(text))), Allowance(memory_a_byte=100))
    assert kinds(finds) == {"memory"}


def test_memory_without_end_is_refused_by_the_machine_and_found() -> None:
    finds = found(lambda text: len(bytearray(3_000_000_000)))
    assert kinds(finds) == {"memory"}


def test_an_answer_that_is_longer_than_its_limit_is_found() -> None:
    finds = found(lambda text: text * 100, Allowance(answer_a_byte=50))
    assert kinds(finds) == {"answer"}
    assert found(lambda text: text * 10, Allowance(answer_a_byte=50)) == []


def test_a_defect_is_found_and_a_refusal_is_none() -> None:
    def defect(text: str) -> None:
        raise ValueError("planted")

    def refusal(text: str) -> None:
        raise KodeksError("too long")

    assert kinds(found(defect)) == {"error"}
    assert found(refusal) == []


def test_a_process_that_dies_is_found() -> None:
    assert kinds(found(lambda text: os._exit(3))) == {"error"}


def test_what_sleeps_is_ended_and_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "_SILENCE", 2.0)
    finds = found(lambda text: time.sleep(60))
    assert kinds(finds) == {"error"}
    assert "sleeps" in str(finds[0])


def test_what_is_found_is_made_smaller_until_nothing_can_be_left_out() -> None:
    def longer_with_a_bracket(text: str) -> str:
        return text * 100 if "[" in text else text

    target = Planted(longer_with_a_bracket, Allowance(answer_a_byte=50))
    (find,) = attack(target, Motif("ab [", prefix="x", language="hu"))
    assert minimal(find, target).motif == Motif("[")


# --- what is in order is not ---------------------------------------------------------------------


def linear(text: str) -> int:
    return sum(1 for sign in text for _ in range(4) if sign > "a")


def sorting(text: str) -> object:
    return sorted((str(hash((at, sign))) for at, sign in enumerate(text)))


@contextmanager
def busy_cores() -> Iterator[None]:
    """Other processes that keep every core busy, each for half a minute at most."""
    loop = "import time\nend = time.monotonic() + 30\nwhile time.monotonic() < end: pass"
    others = [
        subprocess.Popen([sys.executable, "-c", loop]) for _ in range(2 * (os.cpu_count() or 1))
    ]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


@pytest.mark.parametrize("work", [linear, sorting])
def test_what_takes_as_long_as_it_must_is_in_order(work: Callable[[str], object]) -> None:
    assert found(work) == []


@pytest.mark.parametrize("work", [linear, sorting])
def test_noise_is_no_fault(work: Callable[[str], object]) -> None:
    with busy_cores():
        assert found(work) == []


def test_noise_hides_no_fault() -> None:
    with busy_cores():
        assert kinds(found(quadratic)) == {"time"}


def test_what_was_slow_once_is_not_said(tmp_path: Path) -> None:
    mark = tmp_path / "was slow"

    def slow_once(text: str) -> object:
        if len(text) > 90_000 and not mark.exists():
            mark.touch()
            return [linear(text) for _ in range(20)]
        return linear(text)

    assert found(slow_once) == []
    assert mark.exists()


def test_what_is_slower_once_for_all_that_is_large_is_in_order() -> None:
    """As where a text and what is made of it have no room in the processor's cache any more."""
    assert found(lambda text: [linear(text) for _ in range(10 + 20 * (len(text) > 50_000))]) == []


def test_what_begins_to_grow_at_the_last_size_is_found() -> None:
    def late(text: str) -> object:
        return linear(text), quadratic(text[50_000:])

    assert kinds(found(late)) == {"time"}


@pytest.mark.parametrize("units", [(2.0, 1.0), (1.0, 2.0)])
def test_a_unit_is_what_it_was_when_the_machine_was_quicker(
    units: tuple[float, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    measured = iter(units)
    monkeypatch.setattr(measuring, "_unit", lambda times: next(measured))
    now = Units()
    assert now.of(0.5) == 0.5 / units[0]  # too short for more to matter
    assert now.of(10.0) == 10.0
    assert now.now == units[1]


def test_growth_is_told_from_noise() -> None:
    sizes = (3_000, 10_000, 30_000, 100_000)
    line = [(size, size / 100) for size in sizes]
    square = [(size, size**2 / 10**6) for size in sizes]
    assert excess(line, 1, 25) is None
    assert excess(square, 1, 25) == pytest.approx(2, abs=0.05)
    assert excess(square, 1, 1e9) is None  # too little to speak of
    assert excess([(3_000, 1), (100_000, 40)], 1, 25) is None


# --- motifs --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["text", "markdown", "html", "query", "term", "header", "address"])
def test_a_seed_gives_the_same_motifs_each_time_and_another_gives_others(kind: Kind) -> None:
    assert drawn(kind, 5, 6) == drawn(kind, 5, 6)
    assert len({*drawn(kind, 5, 6), *drawn(kind, 6, 6)}) > 8


def test_motifs_are_in_all_languages() -> None:
    assert {motif.language for motif in drawn("text", 1, 160)} == {*LANGUAGES}


def test_a_motif_is_as_long_as_it_is_asked_to_be_and_can_be_pasted() -> None:
    for kind in ("text", "markdown", "html", "query"):
        for motif in drawn(kind, 3, 20):
            assert eval(repr(motif), {"Motif": Motif}) == motif
            assert motif.grown(0) == ""
            for size in (1_000, 10_000):
                length = len(motif.grown(size).encode("utf-8", "surrogatepass"))
                assert 0.4 * size < length < 2 * size + 500, motif


def test_units_are_numbered_grow_and_nest() -> None:
    assert Motif("x{n} ").grown(9) == "x1 x2 x3 "
    assert Motif("{`}a").grown(9) == "`a``a```a"
    assert Motif("<b>", middle="27", closing="</b>").grown(16) == "<b><b>27</b></b>"


# --- routes and scripts --------------------------------------------------------------------------

_SERVICE = """
import sys, threading, time
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlsplit

def work(text):
    return sum(text.count("z", at) for at in range(0, len(text)))

class Answers(BaseHTTPRequestHandler):
    def do_GET(self):
        asked = urlsplit(self.path)
        text = parse_qs(asked.query).get("x", [""])[0]
        kind = asked.path.rpartition("/")[2]
        status = 200
        if kind == "square":
            work(text)
        if kind == "defect" and len(text) > 1000:
            status = 500
        if kind == "busy" and len(text) > 1000:
            status = 503
            threading.Thread(target=lambda: [work(text) for _ in range(3)]).start()
        body = text.encode() * (200 if kind == "long" else 1)
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *_):
        pass

HTTPServer(("127.0.0.1", int(sys.argv[-1])), Answers).serve_forever()
"""


@pytest.fixture(scope="module")
def planted_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    script = tmp_path_factory.mktemp("service") / "service.py"
    script.write_text(_SERVICE, encoding="utf-8")
    service = Service(command=[sys.executable, str(script)])
    yield service
    service.end()


@pytest.mark.parametrize(
    ("kind", "found"),
    [
        ("square", {"time"}),
        ("defect", {"error"}),
        ("busy", {"error"}),
        ("long", {"answer"}),
        ("fine", set()),
    ],
)
def test_what_is_wrong_with_a_route_is_found(
    kind: str, found: set[str], planted_service: Service
) -> None:
    route = Route(f"GET /{kind}", "query", "x", "query", planted_service)
    assert kinds(attack(route, Motif("a"))) == found


def test_what_is_wrong_with_a_script_is_found(
    built_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KODEKS_HOME", str(site_home(tmp_path / "home", built_home)))
    readers.built.cache_clear()
    (reader,) = [one for one in scripts(None) if one.name.endswith("html")]
    try:
        assert reader.courses(Motif("<b>Law 27</b> "), 5.0, ())[1].samples[1].answer > 0
        (none,) = [one for one in reader.courses(Motif("a"), 5.0, ["view html"]) if one.end] or [""]
        assert none == ""
        asked = reader.node.ask("cite html", "Law 27 " * 100_000, "en", 0.01)
        assert asked == "no end"
        assert reader.node.ask("nothing", "", "en", 5.0)["said"].startswith("error")
        told = reader.node.ask("cite html", "Law 27 " * 20_001, "en", 60.0)
        assert told["said"] == "refused: more than 20000 citations"
    finally:
        reader.node.close()
        readers.built.cache_clear()

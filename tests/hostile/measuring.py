"""What something costs as its input grows, measured in a process that may be killed.

Time is that of the processor, and is told in units: how often an ordinary linear work could have
been done meanwhile on this machine, under the load that is now. Nothing here reads a clock on the
wall but to end what sleeps.
"""

from __future__ import annotations

import ctypes
import gc
import json
import math
import os
import resource
import select
import signal
import time
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kb.core.errors import KodeksError

#: Lengths of inputs, in bytes; the first is what all inputs cost.
SIZES = (0, 1_000, 3_000, 10_000, 30_000, 100_000)


def one_more(sizes: Sequence[int]) -> tuple[int, ...]:
    """Some sizes, and one three times the last."""
    return (*sizes, 3 * sizes[-1])


#: What a process may take beside what it has, in bytes of addresses.
_MEMORY = 2_000_000_000
#: What is over so soon (in units) is done so often, and the quickest time counts.
_SHORT, _TIMES = 4.0, 3
#: Growing ends behind the size for which a step took so many units.
STOP = 100.0
#: What a time that is told by ticks may be wrong by, in seconds.
_TICKS = 0.02
#: But for one size more where a step of so many units grew as this power of the length at last:
#: what is linear in a step hides a square behind it.
_WORTH, _DOUBTFUL = 20.0, 1.18
#: Seconds on the wall in which a process must say that it is ready, and then anything at all: it
#: may share the machine with others.
_READY, _SILENCE = 120.0, 120.0

#: One step of a reader: its name, and what does it. What it gives is the answer: its length counts.
Step = tuple[str, Callable[[], object]]
#: What is done between two steps, to make them ready.
BETWEEN = "(between)"
#: The steps in which a text is read, each done when it is asked for.
Steps = Callable[[str], Iterator[Step]]


@dataclass(frozen=True)
class Once:
    """A work that can be done only once, as it changes what it works on."""

    work: Callable[[], object]

    def __call__(self) -> object:
        """Do it."""
        return self.work()


@dataclass(frozen=True)
class Sample:
    """What one input cost in one step: units of time, bytes of memory, bytes of the answer.

    `said` is why it was refused, "" if it was not.
    """

    size: int
    units: float
    memory: int = 0
    answer: int = 0
    said: str = ""


@dataclass
class Course:
    """What a step cost as its input grew; `end` is why it went no further, "" for no bad reason."""

    step: str
    samples: list[Sample] = field(default_factory=list)
    end: str = ""
    #: The size at which it ended badly, and the units that it had been given.
    at: int = 0
    given: float = 0.0


def linear_work() -> int:
    """What a unit of time is: a pass over a hundred thousand characters, each looked at."""
    seen = 0
    for sign in _TEXT:
        if sign != " ":
            seen += ord(sign)
    return seen


_TEXT = "Law 27B1(b) " * 8_333


class Units:
    """What seconds are in units, as quick as the machine is: that changes from moment to moment.

    A unit is measured before and behind all that takes longer, and the shorter one counts: what is
    told is rather too much than too little, and of several tries the least is believed.
    """

    def __init__(self) -> None:
        #: Seconds that a unit takes now.
        self.now = _unit(4)

    def of(self, seconds: float) -> float:
        """The units of what has just been measured."""
        before = self.now
        if seconds > before:
            self.now = _unit(2)
        return seconds / min(before, self.now)


def _unit(times: int) -> float:
    return min(_timed(linear_work)[0] for _ in range(times))


def _timed(work: Callable[[], object]) -> tuple[float, object]:
    before = _clock()
    answer = work()
    return _since(before), answer


def _clock() -> tuple[float, float, float]:
    """The processor's time of this thread, of the process, of children that have ended.

    While a timer is set the kernel tells that of the process by ticks only; all of ours is done in
    one thread.
    """
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.thread_time(), time.process_time(), children.ru_utime + children.ru_stime


def _since(before: tuple[float, float, float]) -> float:
    thread, process, children = (now - then for now, then in zip(_clock(), before, strict=True))
    return max(thread, process - _TICKS) + children


def measured(
    steps: Steps,
    grown: Callable[[int], str],
    budget: Callable[[int], float],
    sizes: Sequence[int] = SIZES,
    stop: float = STOP,
    skip: Container[str] = (),
) -> list[Course]:
    """The courses of all steps of a reader over inputs of some sizes, but of those to be skipped.

    `budget` says how many units a step may take for a size before it is killed. Growing ends behind
    the size for which a step took more than `stop` units.
    """
    out, into = os.pipe()
    child = os.fork()
    if not child:
        code = 1
        try:
            os.close(out)
            with os.fdopen(into, "w", encoding="utf-8") as tell:
                _run(steps, grown, budget, sizes, stop, skip, tell)
            code = 0
        finally:
            os._exit(code)  # nothing of the parent's is ended twice
    os.close(into)
    return _collected(child, out)


def _run(
    steps: Steps,
    grown: Callable[[int], str],
    budget: Callable[[int], float],
    sizes: Sequence[int],
    stop: float,
    skip: Container[str],
    tell: Any,
) -> None:
    """Measure and tell, a line of JSON each; in the child."""

    def say(**what: object) -> None:
        tell.write(json.dumps(what) + "\n")
        tell.flush()

    signal.signal(signal.SIGPROF, signal.SIG_DFL)  # ends the process, whatever it is doing
    gc.collect()
    gc.freeze()  # what the parent had is nobody's garbage here
    units = Units()
    say(start=BETWEEN, size=0, given=0.0)
    with suppress(OSError, ValueError):
        most = _status("VmSize") + _MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    told: dict[str, tuple[int, float]] = {}
    further = False
    for size in sizes:
        text = grown(size)
        length = len(text.encode("utf-8", "surrogatepass"))
        last, told = told, {}
        reading = steps(text)
        while True:
            # What stands between two steps is work, too, and may hang.
            signal.setitimer(signal.ITIMER_PROF, max(0.2, budget(length) * units.now))
            say(start=BETWEEN, size=length, given=budget(length))
            step = next(reading, None)
            if step is None:
                break
            name, work = step
            if name in skip:
                continue
            say(start=name, size=length, given=budget(length))
            sample = _sample(work, units, length)
            say(step=name, **sample)
            told[name] = (length, float(sample["units"]))
        signal.setitimer(signal.ITIMER_PROF, 0)
        dear = max((units for _, units in told.values()), default=0.0)
        if dear > stop and (further or not _is_doubtful(last, told)):
            break
        further = dear > stop


def _is_doubtful(
    last: Mapping[str, tuple[int, float]], told: Mapping[str, tuple[int, float]]
) -> bool:
    """Whether a step of some cost grew faster than in proportion from the size before."""
    for name, (size, units) in told.items():
        before, less = last.get(name, (0, 0.0))
        grew = 0 < before < size and less > 0 and units > _WORTH
        if grew and math.log(units / less) > _DOUBTFUL * math.log(size / before):
            return True
    return False


def _sample(work: Callable[[], object], units: Units, length: int) -> dict[str, Any]:
    before = _watch_memory()
    said, answer = "", None
    start = _clock()
    try:
        answer = work()
    except KodeksError as error:  # it said no, and why
        said = f"refused: {error.message}"[:200]
    except MemoryError:
        said = "memory"
    except Exception as error:
        said = f"error: {type(error).__name__}: {error}"[:200]
    seconds = _since(start)
    memory = max(0, _status("VmHWM") - before)
    if not said and seconds < _SHORT * units.now and not isinstance(work, Once):
        seconds = min(seconds, *(_timed(work)[0] for _ in range(_TIMES - 1)))
    return {
        "size": length,
        "units": units.of(seconds),
        "memory": memory,
        "answer": _length(answer),
        "said": said,
    }


def _length(answer: object) -> int:
    if isinstance(answer, str):
        return len(answer.encode("utf-8", "surrogatepass"))
    return len(answer) if isinstance(answer, bytes) else 0


def _status(name: str) -> int:
    """A size of this process as the kernel tells it, in bytes."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1]) * 1024
    return 0


def _watch_memory() -> int:
    """Forget how much memory there was at most so far; how much there is now, in bytes.

    What was freed and kept is given back first: what is taken of it again would not be seen.
    """
    with suppress(AttributeError, OSError):  # another C library has no such function
        ctypes.CDLL(None).malloc_trim(0)
    with suppress(OSError):  # then what is told grows, and never shrinks
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    return _status("VmRSS")


def _collected(child: int, out: int) -> list[Course]:
    """What the child tells; it is killed when it says nothing for too long."""
    courses: dict[str, Course] = {}
    begun: dict[str, Any] = {"start": BETWEEN, "size": 0, "given": 0.0}
    silent = False
    try:
        for row in _lines(out):
            if row is None:
                silent = True
                break
            if "start" in row:
                begun = row
                continue
            course = courses.setdefault(row.pop("step"), Course(begun["start"]))
            sample = Sample(**row)
            if sample.said == "memory" or sample.said.startswith("error"):
                course.end, course.at = sample.said, sample.size
            course.samples.append(sample)
            begun = {}
    finally:
        os.close(out)
        if silent:
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    if begun and (silent or os.WIFSIGNALED(status) or os.WEXITSTATUS(status)):
        course = courses.setdefault(begun["start"], Course(begun["start"]))
        course.at, course.given = begun["size"], begun["given"]
        killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF
        course.end = "sleeps" if silent else "no end" if killed else f"died ({status})"
    return [*courses.values()]


def _lines(out: int) -> Iterator[dict[str, Any] | None]:
    """Every line of a pipe as it comes; None when nothing comes."""
    rest, patience = b"", _READY
    while True:
        if not select.select([out], [], [], patience)[0]:
            yield None
            return
        piece, patience = os.read(out, 65_536), _SILENCE
        if not piece:
            return
        *whole, rest = (rest + piece).split(b"\n")
        for line in whole:
            yield json.loads(line)

"""The scripts of linker and search for browsers, run in Node: they need no page to read a text.

What walks through a page (site/linker/dom.js and what shows previews) is not here.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from node import NODE

from hostile.limits import READERS, USUAL, Allowance
from hostile.measuring import SIZES, Course, Sample, Units, one_more
from hostile.motifs import Motif
from hostile.readers import QUERY_SIZES, built
from hostile.strategies import Kind
from kb.publishing.browser import linker_script, search_script
from kb.publishing.browser.scripts import bundle
from kb.publishing.browser.search_shards import shards

_BENCH = Path(__file__).with_name("node_bench.js")
#: What the scripts of the site can do, for whoever asks them outside of a page.
_BROWSER = Path(__file__).parents[2] / "scripts/browser"
#: Seconds on the wall in which Node must be there.
_START = 60.0
#: What is over so soon (units) is done so often: the first times it is not yet compiled.
_SHORT, _TIMES = 20.0, 3
#: Megabytes that Node may have for what scripts make. Threads that wait for one another while they
#: collect garbage would take time of the processor, too, more or less of it; and so would room for
#: what is new that is widened while a text is read, as only long texts need that.
_OPTIONS = (
    "--max-old-space-size=700",
    "--single-threaded",
    "--expose-gc",
    "--min-semi-space-size=64",
    "--max-semi-space-size=64",
)


@cache
def _linker() -> bytes:
    """What of the linker reads text."""
    desk = built().desk
    home = desk.corpus.home
    return bundle(home, str(_BROWSER / "linker.js"), linker_script.data(home, desk.index))


@cache
def _search() -> bytes:
    """What of the worker of search answers."""
    found = built()
    corpus, store = found.desk.corpus, found.desk.store
    known = search_script.data(corpus, store, shards(corpus, store))
    return bundle(corpus.home, str(_BROWSER / "search.js"), known)


class Node:
    """A Node that has the scripts; it is started when it is asked, anew after it was killed."""

    def __init__(self, site: Path | None) -> None:
        self._site, self._process = site, None
        self._directory = tempfile.TemporaryDirectory()
        atexit.register(self.close)

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        folder = Path(self._directory.name)
        linker, search = folder / "linker.js", folder / "search.js"
        linker.write_bytes(_linker())
        scripts = [str(linker)]
        if self._site is not None:
            search.write_bytes(_search())
            scripts += [str(search), str(self._site)]
        self._process = subprocess.Popen(
            [NODE, *_OPTIONS, str(_BENCH), *scripts],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        if self._answer(_START, None) is None:
            raise RuntimeError("Node does not start")
        return self._process

    def ask(self, step: str, text: str, language: str, most: float) -> dict[str, Any] | str:
        """What Node says of a step; why it said nothing. It is killed after so many seconds."""
        process = self._started()
        question = json.dumps({"step": step, "text": text, "language": language})
        assert process.stdin is not None
        process.stdin.write(question.encode() + b"\n")
        process.stdin.flush()
        answer = self._answer(60 * most + 60, most)
        if answer is not None:
            return answer
        ended = process.poll() is not None
        self.end()
        return "memory" if ended else "no end"

    def _answer(self, patience: float, most: float | None) -> dict[str, Any] | None:
        process = self._process
        assert process is not None
        assert process.stdout is not None
        out = process.stdout.fileno()
        line = b""
        deadline = time.monotonic() + patience
        before = spent_by(process.pid)
        while not line.endswith(b"\n"):
            if select.select([out], [], [], 0.05)[0]:
                piece = os.read(out, 65_536)
                if not piece:
                    process.wait()
                    return None
                line += piece
                continue
            spent = spent_by(process.pid) - before
            if time.monotonic() > deadline or (most is not None and spent > most):
                return None
        found: dict[str, Any] = json.loads(line)
        return found

    def end(self) -> None:
        """Kill it."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                with suppress(OSError):
                    pipe.close()  # type: ignore[union-attr]
            self._process = None

    def close(self) -> None:
        """Kill it, and leave nothing on disk."""
        self.end()
        self._directory.cleanup()


def spent_by(pid: int) -> float:
    """Seconds that the processor worked for another process so far, all its threads."""
    try:
        return time.clock_gettime((~pid << 3) | 2)  # clock_getcpuclockid of Linux
    except OSError:
        return 0.0


@dataclass(frozen=True)
class Script:
    """Something that a script for browsers reads, as `Reader` for what Python reads."""

    name: str
    kind: Kind
    steps: tuple[str, ...]
    node: Node = field(repr=False)
    sizes: tuple[int, ...] = SIZES

    def courses(self, motif: Motif, stop: float, skip: Sequence[str]) -> list[Course]:
        """What its steps cost as a motif grows."""
        found = []
        for step in self.steps:
            if step in skip:
                continue
            # What is read for the first time is compiled: that is no part of the first size.
            self.node.ask(step, motif.grown(self.sizes[1]), motif.language, 10.0)
            found.append(self._course(step, motif, stop))
        return found

    def _course(self, step: str, motif: Motif, stop: float) -> Course:
        course = Course(step)
        units = Units()
        for size in self.sizes:
            text = motif.grown(size)
            length = len(text.encode("utf-8", "surrogatepass"))
            given = self.allowance(step).budget(length)
            for time_ in range(_TIMES):
                told = self.node.ask(step, text, motif.language, given * units.now)
                if isinstance(told, str):
                    course.end, course.at, course.given = told, length, given
                    return course
                cost = units.of(told["micros"] / 1e6)
                sample = Sample(length, cost, 0, told["answer"], told["said"])
                if not time_:
                    course.samples.append(sample)
                elif sample.units < course.samples[-1].units:
                    course.samples[-1] = sample
                if sample.said or sample.units > _SHORT:
                    break
            if course.samples[-1].said.startswith("error"):
                course.end, course.at = course.samples[-1].said, length
                break
            if course.samples[-1].units > stop:
                break
        return course

    def allowance(self, step: str) -> Allowance:
        """What a step may cost."""
        del step
        return READERS.get(self.name, USUAL)

    def further(self) -> Script:
        """The same for texts of one size more."""
        return replace(self, sizes=one_more(self.sizes))


def scripts(site: Path | None) -> list[Script]:
    """All that the scripts read; search with the shards of a built site."""
    # Search has a Node of its own: it knows much, all of which is gone through to collect garbage.
    node = Node(None)
    found = []
    for one in ("text", "markdown", "html"):
        steps = (f"view {one}", f"cite {one}")
        found.append(Script(f"view.js and linker.js {one}", one, steps, node))  # type: ignore[arg-type]
    found.append(Script("linker.js in all languages", "text", ("cite text in all",), node))
    if site is not None:
        steps = ("search", "suggest")
        found.append(Script("search.js", "query", steps, Node(site), QUERY_SIZES))
    return found

"""What tests of faults need: the real service in a home that may be broken, and clients that ask it
all the time and know every answer beforehand."""

from __future__ import annotations

import http.client
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

from kb.service.server import running
from kb.service.settings import Settings
from kb.storage.store import CURRENT, Store, build_root, current
from support.waiting import until

REPOSITORY = Path(__file__).resolve().parents[2]


#: Laws that can be asked for at once; so many of them are more than any question finds.
_MOST, _SPARE = 100, 50


class Question(NamedTuple):
    """A request whose answer is known; `is_new` makes the service work it out again and again."""

    method: str
    path: str
    body: str = ""
    is_new: bool = False

    def target(self, number: int) -> str:
        """Its address; by the number it asks for more or fewer laws, but for more than there are.

        An answer that was given is remembered for the same question only.
        """
        return f"{self.path}&limit={_MOST - number % _SPARE}" if self.is_new else self.path


_WORDS = ("nedostatan licit", "renons", "karta", "dvokod", "igra izvan reda", "licit", "27", "stol")

QUESTIONS = (
    *(Question("GET", f"/api/v1/search?q={quote(words)}&lang=hr", is_new=True) for words in _WORDS),
    *(Question("GET", f"/api/v1/provisions/{law}") for law in (1, 12, 27, 64)),
    Question("GET", "/api/v1/laws/bridge-1997/27"),
    Question("GET", "/api/v1/laws/bridge-1997"),
    Question("GET", "/api/v1/editions"),
    Question("GET", "/api/v1/texts"),
    Question("GET", "/api/v1/suggest?q=nedo&lang=hr"),
    Question("POST", "/api/v1/link?to=json", "Prema članu 27B1(b); vidi 64A i 95."),
)

#: Headers of every request: answers are not packed, and for a reader of one language.
_HEADERS = {"accept-language": "hr", "content-type": "text/plain"}

_PATIENCE = 120.0  # seconds

#: What the service says of a build that it does not use, and when there is none such any more.
_REFUSED, _IN_ORDER = "the new build is not used", "the build is in order"

#: Between two requests of a client; others use this machine too.
_BREATH = 0.005


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Build:
    """A version of the corpus: where it was built, and the answer to every question."""

    home: Path
    store: Store
    tags: frozenset[str]
    answers: dict[Question, bytes]


def copy_home(origin: Path, home: Path) -> Path:
    """A copy of a home, of which everything may be broken; nothing is being served there."""
    shutil.copytree(origin, home, symlinks=True, ignore=shutil.ignore_patterns("serving"))
    return home


def rightly_answered(home: Path) -> Build:
    """What the program answers from a build that nobody disturbs."""
    store = store_of(home)
    with running(home, Settings(port=0, level="error")) as address:
        host = urlsplit(address).netloc
        found = {question: asked(host, question) for question in QUESTIONS}
    assert {answer.status for answer in found.values()} == {200}
    tags = {answer.headers["etag"] for answer in found.values() if "etag" in answer.headers}
    return Build(home, store, frozenset(tags), {q: a.body for q, a in found.items()})


def asked(host: str, question: Question, number: int = 0) -> Answer:
    """The answer to a question over a connection of its own."""
    connection = http.client.HTTPConnection(host, timeout=_PATIENCE)
    try:
        return _asked(connection, question, number, {"connection": "close"})
    finally:
        connection.close()


def _asked(
    connection: http.client.HTTPConnection, question: Question, number: int, more: dict[str, str]
) -> Answer:
    method, body = question.method, question.body.encode() or None
    connection.request(method, question.target(number), body, _HEADERS | more)
    response = connection.getresponse()
    content = response.read()
    headers = {name.lower(): value for name, value in response.getheaders()}
    return Answer(response.status, headers, content)


# --- the service -----------------------------------------------------------------------------


@dataclass
class Service:
    """`kodeks serve` in a process of its own, and what it writes into its log."""

    home: Path
    workers: int
    process: subprocess.Popen[str]
    address: str = ""

    @property
    def host(self) -> str:
        return urlsplit(self.address).netloc

    def ask(self, path: str) -> Answer:
        """Ask once."""
        return asked(self.host, Question("GET", path))

    def ready(self) -> dict[str, Any]:
        """What the service says of itself; a problem when it is not ready."""
        found: dict[str, Any] = self.ask("/api/v1/ready").json()
        return found

    def log(self) -> list[dict[str, Any]]:
        """The lines of the log so far."""
        lines = (self.home / "service.log").read_text(encoding="utf-8").split("\n")[:-1]
        return [json.loads(line) for line in lines if line.startswith("{")]

    def said(self, words: str) -> list[int]:
        """The processes that wrote this into the log, each as often as it did."""
        return [line["process"] for line in self.log() if words in line["message"]]

    def answering(self) -> list[int]:
        """The processes that answer requests and are alive, by their ids."""
        started = dict.fromkeys(self.said("Application startup complete"))
        return [pid for pid in started if Path(f"/proc/{pid}/stat").exists() and not _is_dead(pid)]

    def kill(self, *workers: int) -> set[int]:
        """Kill workers and wait until others are in their place; those."""
        rest = {*self.answering()} - {*workers}
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        until(lambda: not {*workers} & {*self.answering()}, "the workers are dead")
        until(self.has_all_workers, "there are as many workers as before")
        return {*self.answering()} - rest

    def has_all_workers(self) -> bool:
        return len(self.answering()) == self.workers

    def serves(self, store: Store) -> bool:
        """Whether it is the build that every worker took up last."""
        last = self._last("serving build")
        wanted = f"serving build {store.fingerprint[:12]}"
        return all(last.get(pid) == wanted for pid in self.answering())

    def wait_for(self, store: Store) -> None:
        """Wait until every worker has taken a build up."""
        until(lambda: self.serves(store), f"every worker serves {store.fingerprint[:12]}")

    def wait_until_refused(self, *words: str) -> None:
        """Wait until every worker has said why it does not use a build: one of these."""
        until(
            lambda: {*self.answering()} <= {pid for one in words for pid in self.refusing(one)},
            f"every worker refuses a build: {' or '.join(words)}",
        )

    def wait_until_in_order(self) -> None:
        """Wait until no worker refuses a build any more."""
        until(lambda: not {*self.refusing()} & {*self.answering()}, "all builds are in order")
        until(lambda: self.ready()["status"] == "pass", "it is ready")

    def refusing(self, words: str = "") -> list[int]:
        """The processes whose last word on new builds was that they refuse one, for this reason."""
        last = self._last(_REFUSED, _IN_ORDER)
        return [pid for pid, said in last.items() if said.startswith(_REFUSED) and words in said]

    def _last(self, *beginnings: str) -> dict[int, str]:
        """The last that each process said of what begins so."""
        lines = (line for line in self.log() if line["message"].startswith(beginnings))
        return {line["process"]: line["message"] for line in lines}

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Tell it to end; its exit code."""
        self.process.send_signal(number)
        return self.process.wait(_PATIENCE)


def _is_dead(pid: int) -> bool:
    """Whether a process has ended and nobody has taken note yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").split()[2] == "Z"
    except OSError:
        return True


@contextmanager
def serving(home: Path, workers: int = 1, **settings: object) -> Iterator[Service]:
    """The service of a home, ready; it looks for builds all the time. Ends it if it runs still."""
    options = {"port": 0, "look": 0.1, "workers": workers, **settings}
    words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    with (home / "service.log").open("a", encoding="utf-8") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "kb.cli", "serve", *words],
            env=environment(home),
            cwd=REPOSITORY,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    service = Service(home, workers, process)
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("Serving on "):
                service.address = line.split()[-1]
                break
        if service.address:
            until(service.has_all_workers, "all workers have started")
        yield service
    finally:
        if process.poll() is None:
            service.end()
        for left in service.answering():
            os.kill(left, signal.SIGKILL)  # they would live longer than the tests
        process.communicate()


def environment(home: Path) -> dict[str, str]:
    """Where commands are to work."""
    return {**os.environ, "KODEKS_HOME": str(home), "COLUMNS": "200"}


def built(home: Path, *options: str, most: int | None = None) -> subprocess.CompletedProcess[str]:
    """`kodeks build`; `most` is how long a file may become, in bytes: then the disk is full."""
    return finished(building(home, *options, most=most))


def building(home: Path, *options: str, most: int | None = None) -> subprocess.Popen[str]:
    """`kodeks build`, begun."""
    process = subprocess.Popen(
        [sys.executable, "-m", "kb.cli", "build", *options],
        env=environment(home),
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    if most:
        limit_files(process.pid, most)
    return process


def limit_files(process: int, most: int = resource.RLIM_INFINITY) -> None:
    """Let no file of a process become longer: for longer ones the disk is full."""
    resource.prlimit(process, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


def finished(process: subprocess.Popen[str]) -> subprocess.CompletedProcess[str]:
    """What a process has said when it was through."""
    out, err = process.communicate(timeout=2 * _PATIENCE)
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def store_of(home: Path) -> Store:
    """The current build of a home."""
    store = current(home)
    assert store is not None
    return store


def put_in_place(store: Store, home: Path) -> None:
    """Make a whole build, made elsewhere, the current one of a home, as `kodeks build` would."""
    root = build_root(home)
    root.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(root / store.directory.name, ignore_errors=True)
    shutil.copytree(store.directory, root / store.directory.name)
    link = root / ".next"
    link.symlink_to(store.directory.name)
    if (root / CURRENT).is_dir() and not (root / CURRENT).is_symlink():
        shutil.rmtree(root / CURRENT)
    link.replace(root / CURRENT)


# --- the clients -----------------------------------------------------------------------------


@dataclass
class Load:
    """Clients that ask all the time and check every answer.

    `wrong` are answers that are not those of the build that they name, `failed` those that are no
    answers and not allowed, `broken` connections that ended before there was one.
    """

    host: str
    builds: tuple[Build, ...]
    allowed: frozenset[str] = frozenset()
    clients: int = 4
    wrong: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    told: Counter[str] = field(default_factory=Counter)
    _over: threading.Event = field(default_factory=threading.Event)
    _threads: list[threading.Thread] = field(default_factory=list)

    def __enter__(self) -> Load:
        for number in range(self.clients):
            thread = threading.Thread(target=self._go, args=(number,), daemon=True)
            thread.start()
            self._threads.append(thread)
        self.more()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Ask no more; what was asked has been answered."""
        self._over.set()
        for thread in self._threads:
            thread.join(_PATIENCE)

    @property
    def answers(self) -> int:
        """How many right answers there were."""
        return sum(count for name, count in self.told.items() if name.startswith("build"))

    def more(self, number: int = 40) -> None:
        """Wait for so many right answers more."""
        wanted = self.answers + number
        until(lambda: self.answers >= wanted, f"{number} more right answers; {self}")

    def more_from(self, build: Build) -> None:
        """Wait for another right answer from a build."""
        before = self.from_build(build)
        until(lambda: self.from_build(build) > before, f"somebody answers from a build; {self}")

    def from_build(self, build: Build) -> int:
        """How many right answers can only be from this build."""
        return self.told[f"build {self.builds.index(build)}"]

    def _go(self, number: int) -> None:
        """Be a client: every other one keeps its connection."""
        chance = random.Random(number)
        kept = http.client.HTTPConnection(self.host, timeout=_PATIENCE) if number % 2 else None
        asked_before = 0
        while not self._over.wait(_BREATH):
            question = chance.choice(QUESTIONS)
            once = chance.randrange(10**9)
            try:
                answer = (
                    _asked(kept, question, once, {}) if kept else asked(self.host, question, once)
                )
            except (http.client.HTTPException, OSError) as error:
                if kept:
                    kept.close()
                # A kept connection may be closed while one asks: every client asks once more then.
                if not (kept and asked_before):
                    self.broken.append(repr(error))
                asked_before = 0
                continue
            asked_before += 1
            self._judge(question, answer)
            if kept and answer.headers.get("connection") == "close":
                kept.close()
                asked_before = 0
        if kept:
            kept.close()

    def _judge(self, question: Question, answer: Answer) -> None:
        said = f"{question.target(0)}: {answer.status} {answer.body[:300]!r}"
        if answer.status != 200:
            kind = answer.json()["type"] if "problem" in answer.headers["content-type"] else ""
            self.told[kind] += 1
            if kind.rpartition("/")[2] not in self.allowed:
                self.failed.append(said)
            return
        tag = answer.headers.get("etag")
        of = [
            number
            for number, build in enumerate(self.builds)
            if (tag is None or tag in build.tags) and build.answers[question] == answer.body
        ]
        if not of:
            self.wrong.append(said)
        elif len(of) == 1:
            self.told[f"build {of[0]}"] += 1
        else:  # it has no tag, and other builds say the same
            self.told["build unknown"] += 1

    def __str__(self) -> str:
        return f"{dict(self.told)}, wrong {self.wrong[:3]}, failed {self.failed[:3]}, " + (
            f"broken {len(self.broken)}: {self.broken[:3]}"
        )


def flip(path: Path) -> None:
    """Change bytes all over a file, in place."""
    with path.open("r+b") as file:
        size = path.stat().st_size
        for at in range(size // 64, size, max(1, size // 64)):
            file.seek(at)
            byte = file.read(1)
            file.seek(at)
            file.write(bytes([byte[0] ^ 0xFF]))


def cut(path: Path) -> None:
    """Leave the first half of a file, in place."""
    os.truncate(path, path.stat().st_size // 2)


def overwrite(path: Path, other: Path) -> None:
    """Write what another file has over a file, in place."""
    with path.open("r+b") as file:
        file.write(other.read_bytes())
        file.truncate()

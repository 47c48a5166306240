"""What a service is asked, and asking it with autocannon (by way of `load.mjs`).

Queries and passages come from the judged sets, nothing of their judgement; rulings are those of the
site and passages put together; provisions are all of the first code.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from node import NODE
from servers import COLLECTION, REPOSITORY, TYPESENSE_HEADERS

from kb.corpus.corpus import Corpus
from kb.search.database import Database
from kb.storage.store import Store

DATA = REPOSITORY / "tests/data"
#: Passages are a sentence or two; so many make a ruling.
_PASSAGES = 12

#: A request as autocannon takes it: method, path, headers, body.
Request = dict[str, Any]
#: Words that somebody looks for, and the language they read.
Query = tuple[str, str]


# --- what is asked -------------------------------------------------------------------------------


def provisions(corpus: Corpus, store: Store) -> list[Request]:
    """Every provision of the code in all its languages."""
    texts = corpus.texts_of(corpus.lawbooks[0].edition)
    ids = dict.fromkeys(str(id) for text in texts for id in store.provisions(text.id))
    options = urlencode([("lang", text.language) for text in texts])
    return [_get(f"/api/v1/provisions/{quote(id)}?{options}") for id in ids]


def queries() -> list[Query]:
    """All judged queries but citations, which are looked up and not searched."""
    rows = [*_rows("queries_dev"), *_rows("queries_blind")]
    judged = ((row["query"], row["lang"]) for row in rows if row["kind"] != "citation")
    return [*dict.fromkeys(judged)]


def made_up(queries: Sequence[Query], number: int) -> list[Query]:
    """Queries that nobody asked: the beginning of one and the end of another of its language."""
    chance = random.Random(0)  # nothing secret
    invented: dict[Query, None] = {}
    while len(invented) < number:
        first, language = chance.choice(queries)
        other = chance.choice([words for words, spoken in queries if spoken == language])
        begun, ended = first.split(), other.split()
        words = [*begun[: len(begun) // 2 + 1], *ended[len(ended) // 2 :]]
        invented[" ".join(words), language] = None
    return [*invented]


def searches(queries: Sequence[Query]) -> list[Request]:
    return [
        _get(f"/api/v1/search?{urlencode({'q': words, 'lang': language, 'limit': 10})}")
        for words, language in queries
    ]


def rulings() -> list[Request]:
    """Rulings to be linked: those of the site, and judged passages as paragraphs of others."""
    paths = sorted((REPOSITORY / "site/rulings").glob("*.md"))
    documents = [(path.read_text(encoding="utf-8"), "") for path in paths]
    passages: dict[str, list[str]] = {}
    for row in [*_rows("citations_dev"), *_rows("citations_blind")]:
        passages.setdefault(row["lang"], []).append(row["text"])
    for language, texts in passages.items():
        for start in range(0, len(texts) - _PASSAGES + 1, _PASSAGES):
            documents.append(("\n\n".join(texts[start : start + _PASSAGES]), f"?lang={language}"))
    headers = {"Content-Type": "text/markdown; charset=utf-8"}
    return [
        {"method": "POST", "path": f"/api/v1/link{options}", "headers": headers, "body": text}
        for text, options in documents
    ]


def mixed(kinds: Sequence[tuple[int, Sequence[Request]]], rounds: int, seed: int) -> list[Request]:
    """So many of each kind a round, each kind over and over, in no order."""
    requests_mixed = [
        request for share, requests in kinds for request in islice(cycle(requests), share * rounds)
    ]
    random.Random(seed).shuffle(requests_mixed)  # nothing secret
    return requests_mixed


def typesense_searches(queries: Sequence[Query]) -> list[Request]:
    """The same queries as one begins with it: its own ranking and typos, ten of a page."""
    asked = {"query_by": "heading,body", "per_page": 10}
    return [
        _get(f"/collections/{COLLECTION}/documents/search?{urlencode({'q': words, **asked})}")
        | {"headers": TYPESENSE_HEADERS}
        for words, _ in queries
    ]


def records(database: Database) -> list[dict[str, str]]:
    """Every record that our search shows, as readers see it."""
    every = (
        passage
        for number in range(len(database.text_bits))
        for passage in database.passages(number)
    )
    passages = {f"{passage.text}:{passage.id}": passage for passage in every}
    return [
        {
            "id": id,
            "text": passage.text,
            "language": passage.text.rpartition("/")[2],
            "heading": passage.heading,
            "body": passage.body,
        }
        for id, passage in passages.items()
    ]


def _get(path: str) -> Request:
    return {"method": "GET", "path": path}


def _rows(name: str) -> Iterator[dict[str, Any]]:
    for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


# --- asking --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Load:
    """How to ask; what each field means stands in `load.mjs`."""

    connections: int
    seconds: float
    once: bool = False
    rate: int = 0
    window: float = 0


@dataclass(frozen=True)
class Answers:
    """What came back: times in milliseconds, `rate` a second; `tool` is processor seconds it had.

    `errors` are connections that failed and answers that took more than ten seconds. `windows` are
    the answers of some time apart, first to last.
    """

    requests: int
    p50: float | None
    p99: float | None
    max: float | None
    bytes: int
    seconds: float
    rate: float
    errors: int
    timeouts: int
    non2xx: int
    statuses: dict[str, Any]
    tool: float
    windows: list[dict[str, Any]]

    @property
    def failed(self) -> int:
        """Requests without an answer, or with one that is no success."""
        return self.errors + self.non2xx


@contextmanager
def asking(
    origin: str, requests: Sequence[Request], load: Load
) -> Iterator[subprocess.Popen[bytes]]:
    """The load tool at work, until the block is left; it prints what `answers` reads."""
    plan = {"origin": origin, "requests": requests, **asdict(load)}
    with tempfile.TemporaryFile() as file:
        file.write(json.dumps(plan).encode())
        file.seek(0)
        command = [NODE, str(Path(__file__).with_suffix(".mjs"))]
        process = subprocess.Popen(command, stdin=file, stdout=subprocess.PIPE)
        try:
            yield process
        finally:
            process.kill()
            process.wait()


def answers(process: subprocess.Popen[bytes]) -> Answers:
    """Waits for autocannon; ends the program when it fails, having said why."""
    output, _ = process.communicate()
    if process.returncode:
        sys.exit(f"The load tool ended with {process.returncode}")
    return Answers(**json.loads(output))


def ask(origin: str, requests: Sequence[Request], load: Load) -> Answers:
    with asking(origin, requests, load) as process:
        return answers(process)

"""Generated rulings, read as a library reads them; kept in build/ for the next trial."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
from generate_rulings.stories import ruling
from servers import REPOSITORY

from kb.core.process_pool import process_pool
from kb.corpus import manifest
from kb.library.ruling_document import RulingDocument
from kb.library.ruling_reader import RulingReader
from kb.storage.store import current

SEED = 7
_CHUNK = 100
_DECODER = msgspec.msgpack.Decoder(list[bytes])
_DOCUMENT = msgspec.msgpack.Decoder(RulingDocument)


class ReadRulings(NamedTuple):
    """Rulings that were read, and in how many seconds; 0 where they were kept from before."""

    documents: list[RulingDocument]
    seconds: float


def read_rulings(number: int, kept: Path | None = None) -> ReadRulings:
    """Make so many rulings and read them in all processes, unless they are kept in a file."""
    kept = kept or REPOSITORY / "build" / "library-trials" / f"{number}.msgpack"
    if kept.is_file():
        rows = _DECODER.decode(kept.read_bytes())[:number]
        return ReadRulings([*map(_DOCUMENT.decode, rows)], 0.0)
    began, rows = time.perf_counter(), []
    firsts = range(0, number, _CHUNK)
    with process_pool("reads rulings") as pool:
        for part in pool.map(read_some, firsts, (min(_CHUNK, number - one) for one in firsts)):
            rows += part
    seconds = time.perf_counter() - began
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_bytes(msgspec.msgpack.encode(rows))
    return ReadRulings([*map(_DOCUMENT.decode, rows)], seconds)


def read_some(first: int, number: int) -> list[bytes]:
    """Make and read some rulings, each packed."""
    made = (ruling(SEED, one) for one in range(first, first + number))
    read = (_reader().read(one.text.encode(), one.name, f"trial/{one.name}") for one in made)
    return [msgspec.msgpack.encode(one) for one in read]


@cache
def _reader() -> RulingReader:
    corpus = manifest.load()
    store = current(corpus.home)
    assert store, "there is no build: make build"
    return RulingReader.open(corpus, store)


def situations(documents: list[RulingDocument]) -> dict[str, str]:
    """What each ruling is about, by its id."""
    return {one.id: ruling(SEED, at).situation for at, one in enumerate(documents)}


def copies(lines: list[tuple[str, bytes]], times: int) -> Iterator[bytes]:
    """Records with new ids, so many times as many: the analysis of each is that of its first."""
    for turn in range(times):
        for id, line in lines:
            if turn:
                head = msgspec.json.encode({"id": f"{id}-{turn}", "name": f"{turn}"})[:-1]
                _, _, rest = line.partition(b',"marks"')
                yield head + b',"marks"' + rest
            else:
                yield line

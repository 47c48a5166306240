"""The task of linking a ruling, as it runs in a process that may be killed.

That process imports nothing else of the service, so that it starts fast and stays small.
"""

from __future__ import annotations

import json
import resource
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from kb.core.errors import BuildError
from kb.corpus import manifest
from kb.linking.documents.ruling import Ruling
from kb.linking.linker import cite, patterned
from kb.linking.resolving.index import Index
from kb.linking.ruling_output import DOCUMENTS, Linked, LinkingContext, LinksAs
from kb.linking.zones import Format
from kb.service import compression
from kb.service.integrity import discard_if, is_intact
from kb.storage.store import CORPUS, HeldStore, Signature, read_store

SCHEMA = "kodeks.linked/1"

#: A process that nobody ends any more, as who started it is gone, ends by itself after so many
#: seconds of a processor besides those it was given.
_SPARE = 2


class Build(NamedTuple):
    """A build that is being served: where its copy is and how that was when it was checked."""

    home: Path
    directory: Path
    written: Signature


class Limits(NamedTuple):
    """The limits of the task: seconds of processor time, bytes of memory."""

    seconds: float
    memory: int


class LinkJob(NamedTuple):
    """A ruling and the form in which it is wanted.

    `in_json` wants that inside of JSON, `takes_gzip` compressed.
    """

    document: str
    format: Format
    kind: LinksAs
    in_json: bool
    languages: tuple[str, ...]
    within: str | None
    context: str | None
    headings: bool
    base: str
    ui: str | None
    takes_gzip: bool = False


class LinkedOutput(NamedTuple):
    """The linked ruling in UTF-8, compressed if that was wanted and it is not short."""

    content: bytes
    is_compressed: bool


def link(build: Build, wanted: LinkJob, limits: Limits) -> LinkedOutput:
    """Link a ruling.

    Raises `KodeksError` as `kodeks link` does, `BuildError` when somebody wrote to the copy, and
    `MemoryError`. It may never return: the caller kills the process at its deadline.
    """
    _limit(limits)
    content = _linked(opened(build), wanted).encode()
    is_compressed = wanted.takes_gzip and len(content) >= compression.MINIMUM_SIZE
    return LinkedOutput(
        compression.compressed(content) if is_compressed else content, is_compressed
    )


def _linked(desk: LinkingContext, wanted: LinkJob) -> str:
    edition = desk.edition(wanted.within)
    about = desk.provision(wanted.context, edition) if wanted.context else None
    spoken = patterned(wanted.languages) if wanted.languages else ()
    ruling = Ruling("-", wanted.format, wanted.document)
    cited = cite(
        wanted.document, wanted.format, desk.index, spoken, edition.id, about, wanted.headings
    )
    linked = Linked.of(desk, ruling, cited, edition, wanted.base, wanted.ui)
    written = "".join(linked.written(wanted.kind, as_json=True, source=None))
    if not wanted.in_json or wanted.kind not in DOCUMENTS:
        return written
    answer = {
        "schema": SCHEMA,
        "document": written,
        "as": wanted.kind.value,
        "links": linked.listed(),
    }
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))


@lru_cache(maxsize=2)  # while a new build is taken up the old one is asked for too
def opened(build: Build) -> LinkingContext:
    """All that rulings need of a build, in memory; raises `BuildError` if it is not as it was."""
    with discard_if(lambda: not is_intact(build.directory, build.written)):
        return _read(build)


def _read(build: Build) -> LinkingContext:
    corpus = manifest.load(build.home, build.directory / CORPUS)
    found = read_store(build.directory)
    if found is None:
        raise BuildError("the index was removed", "It is being copied anew: ask again soon.")
    offered = replace(corpus, texts=tuple(text for text in corpus.published if text.export))
    shown = frozenset(text.id for text in offered.texts)
    store = HeldStore(found.directory, found.fingerprint, found.files, shown)
    desk = LinkingContext(offered, store, Index.of(corpus, store))
    for text in corpus.readable:
        for _ in store.records(text.id):
            break  # all are read with the first
        store.titles(text.edition)
    cite("Law 27", "markdown", desk.index)  # the words of all languages are read with the first
    return desk


def _limit(limits: Limits) -> None:
    """Limit this process from now on; a signal ends it when it takes too much processor time."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime + limits.seconds) + _SPARE
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, most))
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (limits.memory, most))

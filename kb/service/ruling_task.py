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
from kb.linking.linker import cite, patterned, read
from kb.linking.resolving.index import Index
from kb.linking.ruling_output import DOCUMENTS, Linked, LinkingContext, LinksAs
from kb.linking.zones import Format
from kb.service import compression
from kb.service.integrity import discard_if, is_intact
from kb.storage.store import CORPUS, HeldStore, Signature, read_store

SCHEMA = "kodeks.linked/1"

#: How many seconds of processor time a process may take beyond its limit. The service kills it
#: before that; this ends a process whose service has died.
_SPARE = 2


class Build(NamedTuple):
    """A build that is being served: its home, its copy, the signature of the copy when checked."""

    home: Path
    directory: Path
    written: Signature


class Limits(NamedTuple):
    """The limits of the task: seconds of processor time, bytes of memory."""

    seconds: float
    memory: int


class LinkJob(NamedTuple):
    """A ruling and the form in which it is wanted.

    With `in_json` the linked document comes inside of JSON, with `takes_gzip` it is compressed.
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
    """The linked ruling in UTF-8; compressed if that is wanted and it is not short."""

    content: bytes
    is_compressed: bool


def link(build: Build, job: LinkJob, limits: Limits) -> LinkedOutput:
    """Link a ruling.

    Raises `KodeksError` as `kodeks link` does, `BuildError` when somebody wrote to the copy, and
    `MemoryError`. It may never return, so the caller has to kill the process at a deadline.
    """
    _limit(limits)
    content = _linked(opened(build), job).encode()
    is_compressed = job.takes_gzip and len(content) >= compression.MINIMUM_SIZE
    return LinkedOutput(
        compression.compressed(content) if is_compressed else content, is_compressed
    )


def _linked(context: LinkingContext, job: LinkJob) -> str:
    edition = context.edition(job.within)
    about = context.provision(job.context, edition) if job.context else None
    languages = patterned(job.languages) if job.languages else ()
    ruling = Ruling("-", job.format, job.document)
    meant = edition.id if job.within else None
    found = read(job.document, job.format, context.index, languages, meant, about, job.headings)
    cited = found.cited
    linked = Linked.of(context, ruling, cited, found.edition, job.base, job.ui, found.dating)
    written = "".join(linked.written(job.kind, as_json=True, source=None))
    if not job.in_json or job.kind not in DOCUMENTS:
        return written
    answer = {
        "schema": SCHEMA,
        "document": written,
        "as": job.kind.value,
        "links": linked.listed(),
    }
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))


@lru_cache(maxsize=2)  # while a new build is taken up, the old one is needed too
def opened(build: Build) -> LinkingContext:
    """What linking needs of a build, in memory; raises `BuildError` if its copy has changed."""
    with discard_if(lambda: not is_intact(build.directory, build.written)):
        return _read(build)


def _read(build: Build) -> LinkingContext:
    corpus = manifest.load(build.home, build.directory / CORPUS)
    copy = read_store(build.directory)
    if copy is None:
        raise BuildError("the index was removed", "It is being copied anew: ask again soon.")
    offered = replace(corpus, texts=tuple(text for text in corpus.published if text.export))
    shown = frozenset(text.id for text in offered.texts)
    store = HeldStore(copy.directory, copy.fingerprint, copy.files, shown)
    context = LinkingContext(offered, store, Index.of(corpus, store))
    for text in corpus.readable:
        for _ in store.records(text.id):
            break  # the first record makes the store read all of them
        store.titles(text.edition)
    cite("Law 27", "markdown", context.index)  # makes the linker read the words of all languages
    return context


def _limit(limits: Limits) -> None:
    """Limit this process from now on; the system kills it if it takes too much processor time."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime + limits.seconds) + _SPARE
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, most))
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (limits.memory, most))

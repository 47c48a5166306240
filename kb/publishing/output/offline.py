"""The site without a network: the worker of the browser, and each language as one download.

The worker knows the site by digests: its own bytes have those of a table for each language, a
table has those of the files. So whatever comes from the network is known to be of the worker's
version of the site, or not to be.
"""

from __future__ import annotations

import hashlib
import json
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from kb.core.process_pool import process_pool
from kb.corpus.manifest import Corpus
from kb.publishing.browser.opensearch import NAME as OPENSEARCH
from kb.publishing.browser.pack import pack
from kb.publishing.browser.scripts import bundle
from kb.publishing.output.sitemaps import NAME as SITEMAP

#: Where the worker is: it answers for what stands below it.
WORKER = "sw.js"

#: The page that says what is there, below a language's directory: the first of its shell.
PAGE = "offline"

#: What lists the digests of the files of a language, or of what stands at the root.
TABLE = "offline.json"
_PACKS = "offline"
_PACK = "offline/{language}.pack"

#: The module that the worker is made of, with all that it imports.
_ENTRY = "site/offline/worker.js"

#: Pages that every reader of a language has after one visit, besides the first of each edition.
_WAYS = ("", "search/", "about/")

#: What clauses and search need stands at the root, in directories of these names.
_CLAUSES, _SEARCH = "linker", "search"

Files = dict[str, bytes]


def digest(content: bytes) -> str:
    """What a file is, in eight characters; site/offline/digest.js says the same."""
    return urlsafe_b64encode(hashlib.sha256(content).digest()[:6]).decode()


def put_offline(corpus: Corpus, directory: Path) -> None:
    """Write the worker, the tables and the packs into a site that is whole otherwise.

    Raises `BuildError` when the worker cannot be bundled.
    """
    codes = corpus.page_languages
    with process_pool("builds pages") as pool:  # packing is work for the processor
        known = dict(
            zip(codes, pool.map(partial(_language, corpus, directory), codes), strict=True)
        )
    table = _table(_read(directory, _root(corpus, directory)))
    (directory / TABLE).write_bytes(table)
    site = {"root": {"table": _entry(TABLE, table), "shell": []}, "languages": known}
    (directory / WORKER).write_bytes(worker(corpus.home, site))


def worker(home: Path, site: dict[str, Any]) -> bytes:
    """The worker for a site: other bytes whenever anything of the site is another.

    Its version is the digest of what it would be without one.
    """
    version = digest(bundle(home, _ENTRY, {"site": {"version": "", **site}}))
    return bundle(home, _ENTRY, {"site": {"version": version, **site}})


def _language(corpus: Corpus, directory: Path, language: str) -> dict[str, Any]:
    """Write the table and the pack of a language; what the worker has to know of them."""
    files = _read(directory, [directory / language])
    table_at, pack_at = f"{language}/{TABLE}", _PACK.format(language=language)
    for name in (table_at, f"{language}/{SITEMAP}", f"{language}/{OPENSEARCH}"):
        files.pop(name, None)
    table = _table(files)
    beside = _read(directory, (directory / name for name in (_CLAUSES, _SEARCH)))
    taken = files | {table_at: table}
    taken |= {path: beside[path] for path in beside if _goes(corpus, language, path)}
    packed = pack(sorted(taken.items()))
    (directory / _PACKS).mkdir(exist_ok=True)
    (directory / table_at).write_bytes(table)
    (directory / pack_at).write_bytes(packed)
    pages = sum(path.endswith("/") and not _leads_on(corpus, path) for path in files)
    return {
        "table": _entry(table_at, table),
        "pack": _entry(pack_at, packed) | {"bytes": len(packed), "pages": pages},
        "shell": list(_shell(corpus, language, files)),
    }


def _leads_on(corpus: Corpus, path: str) -> bool:
    """Whether a page only leads to the current edition of its work."""
    return path.split("/")[1] in corpus.lasting


def _root(corpus: Corpus, directory: Path) -> Iterator[Path]:
    """What stands at the root beside the languages, the worker and its own."""
    own = {WORKER, TABLE, _PACKS, *corpus.page_languages}
    return (path for path in directory.iterdir() if path.name not in own)


def _read(directory: Path, places: Iterable[Path]) -> Files:
    """The files of some places by their address below the site: a page has its directory's."""
    found = (p for place in places for p in (place.rglob("*") if place.is_dir() else (place,)))
    return {
        path.relative_to(directory).as_posix().removesuffix("index.html"): path.read_bytes()
        for path in sorted(found)
        if path.is_file()
    }


def _table(files: Files) -> bytes:
    digests = {path: digest(content) for path, content in files.items()}
    return json.dumps(digests, separators=(",", ":")).encode()


def _entry(path: str, content: bytes) -> dict[str, Any]:
    return {"path": path, "digest": digest(content)}


def _shell(corpus: Corpus, language: str, files: Files) -> Iterator[str]:
    """The page that says what is there, then what every page needs and the ways about."""
    yield f"{language}/{PAGE}/"
    editions = dict.fromkeys(f"{text.edition}/" for text in corpus.published)
    for way in (*_WAYS, *editions):
        if (path := f"{language}/{way}") in files:
            yield path
    for path in files:
        if path.startswith(f"{language}/assets/") or path.endswith(".webmanifest"):
            yield path


def _goes(corpus: Corpus, language: str, path: str) -> bool:
    """Whether a file of the root goes with a language that is taken along.

    Its own clauses do, and where an edition has none in it, all that the edition has, with the
    scripts beside them; of search, what is not another language's.
    """
    first, _, rest = path.partition("/")
    if first == _CLAUSES:
        edition, inside, rest = rest.partition("/")
        if not inside:
            return True
        own = {text.language for text in corpus.published if text.edition == edition}
        spoken = rest.partition("/")[0]
        return spoken in own and (spoken == language or language not in own)
    of, _, _ = rest.partition("-")
    return first == _SEARCH and of not in {*corpus.page_languages} - {language}

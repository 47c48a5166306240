"""The site without a network: the service worker, and each language as one download.

The worker knows the site by digests. Its own bytes have those of a table for each language, and a
table has those of the files. So the worker can tell whether a file from the network is of its own
version of the site.
"""

from __future__ import annotations

import hashlib
import json
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from kb.core.procedures import DECIDE
from kb.core.process_pool import process_pool
from kb.corpus.corpus import Corpus
from kb.publishing.browser.opensearch import NAME as OPENSEARCH
from kb.publishing.browser.pack import pack
from kb.publishing.browser.scripts import bundle
from kb.publishing.output.sitemaps import NAME as SITEMAP

#: The path of the worker. It stands at the root, since it serves only what is below it.
WORKER = "sw.js"

#: The page that lists what can be read offline, below the directory of a language.
PAGE = "offline"

#: The table with the digests of the files of a language, or of those at the root.
TABLE = "offline.json"
#: The directory of the packs, and the path of one.
_PACKS = "offline"
_PACK = "offline/{language}.pack"

#: The module that the worker begins with.
_ENTRY = "site/offline/worker.js"

#: Pages that the worker keeps on a first visit, besides the first page of each edition.
_WAYS = ("", f"{DECIDE}/", "search/", "about/")

#: The directories at the root with the files of clauses and of search, and with the words of the
#: procedures, which every pack has in the other languages: a ruling is shown to people of one.
_CLAUSES, _SEARCH = "linker", "search"

#: The contents of files by their addresses below the root of the site.
Files = dict[str, bytes]


def digest(content: bytes) -> str:
    """The digest of a file in eight characters; site/offline/digest.js makes the same."""
    return urlsafe_b64encode(hashlib.sha256(content).digest()[:6]).decode()


def put_offline(corpus: Corpus, directory: Path) -> None:
    """Write the worker, the tables and the packs into a site in which all else is complete.

    Raises `BuildError` when the worker cannot be bundled.
    """
    codes = corpus.page_languages
    with process_pool("builds pages") as pool:  # packing is work for the processor
        described = pool.map(partial(_language, corpus, directory), codes)
        languages = dict(zip(codes, described, strict=True))
    table = _table(_read(directory, _root(corpus, directory)))
    (directory / TABLE).write_bytes(table)
    site = {"root": {"table": _entry(TABLE, table), "shell": []}, "languages": languages}
    (directory / WORKER).write_bytes(worker(corpus.home, site))


def worker(home: Path, site: dict[str, Any]) -> bytes:
    """The script of the worker for a site; it changes whenever anything of the site does.

    Its version is the digest of the script without a version. Raises `BuildError` when it cannot
    be bundled.
    """
    version = digest(bundle(home, _ENTRY, {"site": {"version": "", **site}}))
    return bundle(home, _ENTRY, {"site": {"version": version, **site}})


def _language(corpus: Corpus, directory: Path, language: str) -> dict[str, Any]:
    """Write the table and the pack of a language; returns what the worker must know of them."""
    files = _read(directory, [directory / language])
    table_at, pack_at = f"{language}/{TABLE}", _PACK.format(language=language)
    for name in (table_at, f"{language}/{SITEMAP}", f"{language}/{OPENSEARCH}"):
        files.pop(name, None)
    table = _table(files)
    beside = _read(directory, (directory / name for name in (_CLAUSES, _SEARCH, DECIDE)))
    members = files | {table_at: table}
    members |= {path: beside[path] for path in beside if _is_packed(corpus, language, path)}
    packed = pack(sorted(members.items()))
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
    """The files and directories at the root, without those of the languages and of this module."""
    others = {WORKER, TABLE, _PACKS, *corpus.page_languages}
    return (path for path in directory.iterdir() if path.name not in others)


def _read(directory: Path, places: Iterable[Path]) -> Files:
    """The files at some places by their address below the site: a page has its directory's."""
    paths = (p for place in places for p in (place.rglob("*") if place.is_dir() else (place,)))
    return {
        path.relative_to(directory).as_posix().removesuffix("index.html"): path.read_bytes()
        for path in sorted(paths)
        if path.is_file()
    }


def _table(files: Files) -> bytes:
    digests = {path: digest(content) for path, content in files.items()}
    return json.dumps(digests, separators=(",", ":")).encode()


def _entry(path: str, content: bytes) -> dict[str, Any]:
    return {"path": path, "digest": digest(content)}


def _shell(corpus: Corpus, language: str, files: Files) -> Iterator[str]:
    """The files that the worker keeps on a first visit: first pages, scripts, styles, manifest."""
    yield f"{language}/{PAGE}/"
    editions = dict.fromkeys(f"{text.edition}/" for text in corpus.published)
    for way in (*_WAYS, *editions):
        if (path := f"{language}/{way}") in files:
            yield path
    for path in files:
        if path.startswith(f"{language}/assets/") or path.endswith(".webmanifest"):
            yield path


def _is_packed(corpus: Corpus, language: str, path: str) -> bool:
    """Whether a file of clauses or search belongs into the pack of a language.

    The words of procedures do in all languages but its own, whose pages have them. Of clauses, the
    scripts do, and those in the language; where an edition has none in it, those in all languages
    do. Of search, all does that is not another language's.
    """
    first, _, rest = path.partition("/")
    if first == DECIDE:
        return rest != f"{language}.json"
    if first == _CLAUSES:
        edition, inside, rest = rest.partition("/")
        if not inside:
            return True
        languages = {text.language for text in corpus.published if text.edition == edition}
        reader = rest.partition("/")[0]
        return reader in languages and (reader == language or language not in languages)
    shard, _, _ = rest.partition("-")
    return first == _SEARCH and shard not in {*corpus.page_languages} - {language}

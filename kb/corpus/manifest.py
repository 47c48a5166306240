"""Reads the manifest: which works, editions and texts there are, and what their files should be."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from kb.core.errors import CorpusError
from kb.corpus.corpus import ARTICLES, Corpus, Edition, Original, Text, Work
from kb.corpus.profile import LETTERED, read_profile
from kb.files.typed_toml import TomlTable, read_toml

MANIFEST = "corpus/corpus.toml"

SCHEMA = "kodeks.corpus/1"

_YEAR = re.compile(r"[0-9]{4}")
_ID = re.compile(r"[a-z]+(?:-[0-9a-z]+)*")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_HASH = "64 hexadecimal digits"
_LANGUAGE = re.compile(r"[a-z]{2}")
_LANGUAGES = "a two-letter BCP 47 code"


def find_home(start: Path | None = None) -> Path:
    """The directory with the corpus: $KODEKS_HOME, the nearest above `start`, or else our checkout.

    Raises `CorpusError` when there is none.
    """
    if named := os.environ.get("KODEKS_HOME"):
        if (Path(named) / MANIFEST).is_file():
            return Path(named).resolve()
        raise CorpusError(
            f"KODEKS_HOME is {named}, but {Path(named) / MANIFEST} does not exist",
            "Unset KODEKS_HOME or point it at a directory that contains corpus/corpus.toml.",
        )
    here = (start or Path.cwd()).resolve()
    for candidate in (here, *here.parents, Path(__file__).resolve().parents[2]):
        if (candidate / MANIFEST).is_file():
            return candidate
    raise CorpusError(
        f"no {MANIFEST} in {here} or above it",
        "Run kodeks inside the checkout, or set KODEKS_HOME to it.",
    )


def load(home: Path | None = None, path: Path | None = None) -> Corpus:
    """Read and check the manifest; raises `CorpusError` with file and place for every fault.

    `path` names a copy of the manifest, such as that of a build, to be read instead of the home's.
    """
    home = home or find_home()
    path = path or home / MANIFEST
    top = read_toml(path)
    if (schema := top.string("schema")) != SCHEMA:
        raise CorpusError(f"{path}: schema is {schema!r}, this version reads {SCHEMA!r}")
    works = tuple(_work(table) for table in top.tables("work"))
    editions = _with_profiles(works, [_edition(table) for table in top.tables("edition")])
    texts = tuple(_text(home, table) for table in top.tables("text"))
    corpus = Corpus(
        home,
        _day(top, "date"),
        works,
        editions,
        texts,
        top.optional("contents") or "",
        top.optional("about") or "",
        top.strings("examples", ()),
        tuple(home / folder for folder in top.strings("rulings", ())),
        home / names if (names := top.optional("redact")) else None,
    )
    top.done()
    _check_links(path, corpus)
    return corpus


def _work(table: TomlTable) -> Work:
    work = Work(
        _id(table),
        table.string("title"),
        table.strings("names", default=()),
        table.flag("term", default=False),
        table.strings("years", default=()),
        _since(table),
        read_profile(table),
        table.flag("default", default=False),
    )
    table.done()
    return work


def _since(table: TomlTable) -> dict[str, str]:
    years = table.optional_table("since")
    if years is None:
        return {}
    return {year: years.matching(year, _YEAR, "a year") for year in years}


def _with_profiles(works: Iterable[Work], editions: Sequence[Edition]) -> tuple[Edition, ...]:
    """The editions with the profile of their work; articles have that of the work they explain."""
    profiles = {work.id: work.profile for work in works}
    work_of = {edition.id: edition.work for edition in editions}
    return tuple(
        replace(edition, profile=profiles.get(work_of.get(about, edition.work), LETTERED))
        for edition in editions
        for about in [edition.about or ""]
    )


def _edition(table: TomlTable) -> Edition:
    edition = Edition(
        _id(table),
        table.string("work"),
        table.string("title"),
        _day_or_year(table, "effective"),
        table.optional("about"),
    )
    table.done()
    return edition


def _text(home: Path, table: TomlTable) -> Text:
    rights, source = table.table("rights"), table.table("source")
    edition, language = table.string("edition"), table.matching("language", _LANGUAGE, _LANGUAGES)
    if table.string("id") != f"{edition}/{language}":
        raise table.error("id", f"must be {edition}/{language}")
    reading, original = table.optional("reading"), table.optional_table("original")
    text = Text(
        id=table.string("id"),
        edition=edition,
        language=language,
        title=table.string("title"),
        publisher=table.string("publisher"),
        revision=table.string("revision"),
        effective=_day_or_year(table, "effective"),
        status=table.string("status"),
        publish=rights.flag("publish"),
        export=rights.flag("export"),
        rights_holder=rights.string("holder"),
        source=home / "corpus" / source.string("file"),
        sha256=source.matching("sha256", _SHA256, _HASH),
        layout=table.optional("layout"),
        reading=home / "corpus" / reading if reading else None,
        original=_original(home, original) if original else None,
    )
    for part in (table, rights, source):
        part.done()
    return text


def _original(home: Path, table: TomlTable) -> Original:
    file, sha256 = table.string("file"), table.matching("sha256", _SHA256, _HASH)
    table.done()
    return Original(home / "corpus" / file, sha256)


def _id(table: TomlTable) -> str:
    return table.matching("id", _ID, "small letters, digits and hyphens")


def _day(table: TomlTable, key: str) -> str:
    value = table.string(key)
    try:
        return date.fromisoformat(value).isoformat()
    except ValueError:
        raise table.error(key, f"must be an ISO date, not {value!r}") from None


def _day_or_year(table: TomlTable, key: str) -> str:
    """An ISO date, or a year where no more is known."""
    value = table.string(key)
    return value if _YEAR.fullmatch(value) else _day(table, key)


def _check_links(path: Path, corpus: Corpus) -> None:
    """Raise `CorpusError` unless ids are unique and works, editions and texts fit together."""
    for what, ids in (
        ("work", [work.id for work in corpus.works]),
        ("edition", [edition.id for edition in corpus.editions]),
        ("text", [text.id for text in corpus.texts]),
    ):
        twice = sorted({id for id in ids if ids.count(id) > 1})
        if twice:
            raise CorpusError(f"{path}: {what} {twice[0]} is there twice")
    if len(marked := [work.id for work in corpus.works if work.default]) > 1:
        raise CorpusError(f"{path}: {' and '.join(marked)} are both the default work")
    works = {work.id for work in corpus.works}
    editions = {edition.id for edition in corpus.editions}
    for edition in corpus.editions:
        if edition.work not in works:
            raise CorpusError(f"{path}: edition {edition.id} names no known work: {edition.work}")
        if edition.about is not None and edition.about not in editions:
            raise CorpusError(
                f"{path}: edition {edition.id} is about no known edition: {edition.about}"
            )
    for text in corpus.texts:
        if text.edition not in editions:
            raise CorpusError(f"{path}: text {text.id} names no known edition: {text.edition}")
        about = next(edition.about for edition in corpus.editions if edition.id == text.edition)
        if text.layout is not None and (text.layout in ARTICLES) != (about is not None):
            raise CorpusError(
                f"{path}: the layout {text.layout} of {text.id} and `about` of its edition go "
                "together: articles have both, a code has neither"
            )
        if (text.layout is None) != (text.reading is None):
            raise CorpusError(f"{path}: text {text.id} needs layout and reading both, or neither")

"""Reads how a series of articles in columns is printed: its print.toml and corrections.tsv.

They say in which order the languages stand, what a page has beside its columns, where each article
begins, and how lists are marked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from kb.files.typed_toml import TomlTable, read_toml
from kb.reading.corrections import ARTICLES, Corrections, load_corrections

_LANGUAGE = re.compile("[a-z]{2}")
_NEVER = "(?!)"


@dataclass(frozen=True)
class ArticleStart:
    """Where an article begins: the raw line of its title in each column, in their order.

    An untitled article begins with the heading of its first section.
    """

    lines: tuple[int, ...]
    titled: bool


@dataclass(frozen=True)
class SeriesPlan:
    """Everything that is known about the print of a series of articles.

    Patterns: `foot` matches a running foot, `arrow` the mark of a column that goes on, `end` the
    mark behind an article, `label` the name of a diagram, `diagram` a heading that is the caption
    of a diagram, `mark` the mark of a list item (group 1) with the blank after it. `suspended` are
    the words before which a hyphen stands for a part of a word (`Ansage- und Spielphase`).
    """

    directory: Path
    columns: tuple[str, ...]
    foot: re.Pattern[str]
    arrow: re.Pattern[str]
    end: re.Pattern[str]
    label: re.Pattern[str]
    diagram: re.Pattern[str]
    mark: re.Pattern[str]
    suspended: frozenset[str]
    articles: tuple[ArticleStart, ...]
    corrections: Corrections


def load_series(directory: Path) -> SeriesPlan:
    """Read the curated directory; raises `CorpusError` or `ReadingError` naming the fault."""
    raw = read_toml(directory / "print.toml")
    columns = raw.strings("columns")
    if not all(_LANGUAGE.fullmatch(code) for code in columns) or len({*columns}) < len(columns):
        raise raw.error("columns", "must be two-letter BCP 47 codes, each once")
    plan = SeriesPlan(
        directory=directory,
        columns=columns,
        foot=raw.pattern("foot", default=_NEVER),
        arrow=raw.pattern("arrow", default=_NEVER),
        end=raw.pattern("end", default=_NEVER),
        label=raw.pattern("label", default=_NEVER),
        diagram=raw.pattern("diagram", default=_NEVER),
        mark=raw.pattern("mark", 1),
        suspended=frozenset(raw.strings("suspended", default=())),
        articles=tuple(_start(table, len(columns)) for table in raw.tables("article")),
        corrections=load_corrections(directory, ARTICLES),
    )
    raw.done()
    return plan


def _start(raw: TomlTable, columns: int) -> ArticleStart:
    lines = raw.numbers("lines")
    if len(lines) != columns:
        raise raw.error("lines", f"must be one raw line for each of {columns} columns")
    start = ArticleStart(lines, raw.flag("titled", default=True))
    raw.done()
    return start

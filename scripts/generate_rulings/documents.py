"""Writes a ruling as a document: Markdown with front matter, HTML with <meta>, or plain text."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from generate_rulings.scenes import BOLD, PLAIN

#: What cells of a table of plain text have at least.
_CELL = 8


@dataclass(frozen=True)
class Grid:
    """A table: an auction, with the seats above it."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass
class Section:
    """A part of a ruling under a heading, which the first may lack."""

    heading: str
    blocks: list[str | Grid] = field(default_factory=list)


@dataclass(frozen=True)
class Told:
    """A ruling before it has a format: its title, its facts as data, and its parts.

    `lines` are the facts as people write them at the head of a plain text; `protected` are words
    that HTML ties to the number behind them.
    """

    language: str
    title: str
    fields: Mapping[str, str]
    lines: Sequence[str]
    sections: Sequence[Section]
    protected: Sequence[str]


def markdown(told: Told) -> str:
    """Markdown with front matter."""
    fields = "".join(f"{name}: {_quoted(value)}\n" for name, value in told.fields.items())
    parts = [f"---\n{fields}---\n" if fields else "", f"# {told.title}\n"]
    parts += _sections(told, "## {}\n".format, _markdown_block)
    return _joined(parts).replace(BOLD, "**").replace(PLAIN, "**")


def _sections(
    told: Told, heading: Callable[[str], str], block: Callable[[str | Grid], str]
) -> Iterator[str]:
    """The sections, each with its heading if it has one."""
    for section in told.sections:
        if section.heading:
            yield heading(section.heading)
        yield from map(block, section.blocks)


def _joined(parts: Sequence[str]) -> str:
    """The parts that there are, with an empty line between them."""
    return "\n".join(part for part in parts if part)


def _markdown_block(block: str | Grid) -> str:
    if isinstance(block, str):
        return f"{block}\n"
    rows = [block.head, ("---",) * len(block.head), *block.rows]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"' if any(sign in value for sign in ":\"'#") else value


def page(told: Told) -> str:
    """HTML with the facts in <meta>."""
    title = html.escape(told.title, quote=False)
    metas = "".join(
        f'<meta name="{name}" content="{html.escape(value)}">\n'
        for name, value in told.fields.items()
        if name not in ("title", "lang")
    )
    body: list[str] = []
    for section in told.sections:
        if section.heading:
            body.append(f"<h2>{html.escape(section.heading, quote=False)}</h2>")
        body += [_html_block(block) for block in section.blocks]
    text = "\n".join(body)
    text = _tied(tuple(told.protected)).sub(r"\1&nbsp;", text)
    text = text.replace(BOLD, "<strong>").replace(PLAIN, "</strong>")
    return (
        f'<!DOCTYPE html>\n<html lang="{told.language}">\n<head>\n<meta charset="utf-8">\n{metas}'
        f"<title>{title}</title>\n</head>\n<body>\n<h1>{title}</h1>\n{text}\n</body>\n</html>\n"
    )


@cache
def _tied(words: tuple[str, ...]) -> re.Pattern[str]:
    """The words that belong to the number behind them, with the blank between."""
    return re.compile(rf"({'|'.join(map(re.escape, words))}) (?=[0-9])")


def _html_block(block: str | Grid) -> str:
    if isinstance(block, str):
        return f"<p>{html.escape(block, quote=False)}</p>"
    head = "".join(f"<th>{cell}</th>" for cell in block.head)
    rows = "".join(
        f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>\n" for row in block.rows
    )
    return f"<table>\n<tr>{head}</tr>\n{rows}</table>"


def plain(told: Told) -> str:
    """Plain text, with the facts in its first lines."""
    parts = [f"{told.title}\n", "".join(f"{line}\n" for line in told.lines)]
    parts += _sections(told, lambda heading: f"{heading.upper()}\n", _plain_block)
    return _joined(parts).replace(BOLD, "").replace(PLAIN, "")


def _plain_block(block: str | Grid) -> str:
    if isinstance(block, str):
        return f"{block}\n"
    width = max(_CELL, *(len(cell) + 2 for row in (block.head, *block.rows) for cell in row))
    rows = (
        "".join(cell.ljust(width) for cell in row).rstrip() for row in (block.head, *block.rows)
    )
    return "".join(f"{row}\n" for row in rows)

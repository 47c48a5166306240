"""Reads rulings: their files and formats, their front matter, titles and lines."""

from __future__ import annotations

import os
import re
import sys
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from pathlib import Path, PurePath

from kb.linking.cited import Cited
from kb.linking.documents.front_matter import FENCE, front_matter
from kb.linking.documents.plain_text import unescaped
from kb.linking.limits import BadDocumentError
from kb.linking.zones import Format
from kb.linking.zones.elements import HEADINGS
from kb.linking.zones.tags import pieces

_FORMATS: dict[str, Format] = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
}
#: The suffixes of the files in a folder that count as rulings.
SUFFIXES = frozenset({*_FORMATS, ".txt"})

_HEADING = re.compile(r" {0,3}#{1,6}[ \t]++(.*)")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)[ \t]*")
_CODE_FENCE = re.compile(r" {0,3}(```|~~~)")
#: The elements that say what a page is called, by their tags.
_KINDS = {"title": "title", **dict.fromkeys(HEADINGS, "heading")}
#: The title of a document is looked for in this many characters at its beginning.
_HEAD = 20_000


def read_document(file: str) -> str:
    """The text of a file, or of standard input for `-`, with its line ends as they are.

    Raises `BadDocumentError` if it cannot be read or is not UTF-8.
    """
    try:
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return raw.decode("utf-8")
    except OSError as error:
        raise BadDocumentError(
            f"{file}: {error.strerror}", "Give a file, or - for input."
        ) from None
    except UnicodeDecodeError as error:
        raise BadDocumentError(
            f"{file}: not UTF-8 at byte {error.start}", "Save it as UTF-8."
        ) from None


def format_of(file: str) -> Format:
    """The format of a file by its name: Markdown, HTML, else plain text."""
    return _FORMATS.get(PurePath(file).suffix.lower(), "text")


@dataclass(frozen=True)
class Ruling:
    """A document and its format. `name` is what people are shown: its path, as they gave it."""

    name: str
    format: Format
    document: str

    @cached_property
    def front_matter(self) -> dict[str, str]:
        """The plain `key: value` lines at the head of a Markdown file; {} if there are none."""
        return front_matter(self.document) if self.format == "markdown" else {}

    @property
    def language(self) -> str | None:
        """The language that its front matter names, as two letters; None if it names none."""
        named = self.front_matter.get("lang", "").lower()
        return re.split("[-_]", named)[0] or None

    @cached_property
    def title(self) -> str:
        """Its title in the front matter, else its first heading, else the name of its file."""
        title = self.front_matter.get("title")
        if title is None and self.format == "markdown":
            title = _markdown_heading(self.document)
        elif title is None and self.format == "html":
            title = _html_heading(self.document)
        return " ".join((title or "").split()) or PurePath(self.name).name

    def line(self, offset: int) -> int:
        """The line, from 1, on which the character at an offset stands."""
        return bisect_right(self._line_starts, offset)

    @cached_property
    def _line_starts(self) -> list[int]:
        ends = accumulate(len(line) for line in self.document.split("\n"))
        return [0, *(end + number for number, end in enumerate(ends, start=1))]


def rulings_below(folder: Path, on_error: Callable[[BadDocumentError], None]) -> Iterator[Ruling]:
    """The rulings in a folder and in all folders below it, by path, except hidden ones.

    Names are relative to the folder. What cannot be read is left out, and `on_error` is called with
    the reason. Raises `BadDocumentError` if there is no such folder.
    """
    if not folder.is_dir():
        raise BadDocumentError(f"{folder}: not a folder", "Give the folder with the rulings.")

    def unreadable(error: OSError) -> None:
        on_error(BadDocumentError(f"{error.filename}: {error.strerror}"))

    found_paths: list[Path] = []
    for directory, folders, files in os.walk(folder, onerror=unreadable):
        folders[:] = (name for name in folders if not name.startswith("."))
        paths = (Path(directory, name) for name in files if not name.startswith("."))
        found_paths += [path for path in paths if path.suffix.lower() in SUFFIXES]
    for path in sorted(found_paths, key=lambda path: path.relative_to(folder).parts):
        if path.exists() and not path.is_file():
            on_error(BadDocumentError(f"{path}: not a file"))  # reading a pipe would never end
            continue
        try:
            document = read_document(str(path))
        except BadDocumentError as error:
            on_error(error)
        else:
            yield Ruling(path.relative_to(folder).as_posix(), format_of(path.name), document)


def _markdown_heading(document: str) -> str | None:
    """The words of the first heading, with `#` before it or underlined; None if there is none."""
    before, fence = "", None
    for line in _body(document[:_HEAD]):
        if match := _CODE_FENCE.match(line):
            fence = None if fence == match[1] else fence or match[1]
            before = ""
        elif fence:
            continue
        elif match := _HEADING.fullmatch(line):
            return _without_closing_marks(match[1])
        elif before and _UNDERLINE.fullmatch(line):
            return before
        else:
            before = line.strip()
    return None


def _without_closing_marks(words: str) -> str:
    """The words of a heading without the `##` that may close it; the sign of `C#` stays."""
    marked = words.rstrip(" \t")
    bare = marked.rstrip("#")
    closed = bare != marked and bare[-1:] in ("", " ", "\t")
    return bare.rstrip(" \t") if closed else words


def _body(document: str) -> list[str]:
    """The lines behind the front matter."""
    lines = document.removeprefix("\ufeff").splitlines()
    if lines and lines[0].rstrip() == FENCE:
        end = next((n for n, line in enumerate(lines[1:], 1) if line.rstrip() == FENCE), 0)
        return lines[end + 1 :]
    return lines


def _html_heading(document: str) -> str | None:
    """The words of the first heading of a page, else its title; None if it has neither."""
    head = document[:_HEAD]
    words: dict[str, str] = {}
    inside = ""
    raw = False  # whether what follows is the text of a title
    for piece in pieces(head):
        if piece.kind in ("start", "end"):
            kind = _KINDS.get(piece.name)
            if kind and piece.kind == "end":
                inside = ""
            elif kind and kind not in words:
                inside, words[kind] = kind, ""
            raw = piece.name == "title"
        elif inside and (piece.kind == "text" or (piece.kind == "raw" and raw)):
            words[inside] += unescaped(head[piece.start : piece.end])
    return next(filter(None, (words.get(kind, "").strip() for kind in ("heading", "title"))), None)


def reading_language(cited: Sequence[Cited], languages: Sequence[str]) -> str:
    """The one of `languages` in which most citations are; the first if none is in any of them."""
    counts = Counter(c.language for c in cited if c.language in languages)
    return max(languages, key=lambda language: counts[language])

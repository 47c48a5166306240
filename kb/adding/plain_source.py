"""Reads anybody's file - text, Markdown, HTML, DOCX - as the plain text that a source is.

The libraries for that are slow to import and belong to the extra `build`: each is imported where
it is used.
"""

from __future__ import annotations

import io
import re
import unicodedata
import warnings
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kb.adding.ordered_lists import write_numbers
from kb.core.errors import CorpusError

#: The largest file that is taken, and what a DOCX may have when it is unpacked, in bytes.
LARGEST = 20_000_000
LARGEST_UNPACKED = 100_000_000
#: The longest plain text, in bytes: the longest in the corpus is a hundredth of it.
LONGEST = 20_000_000

_MARK = b"\xef\xbb\xbf"
_PROLOG = re.compile(r"\A\s*<\?xml[^>]*\?>")
#: A numbered item of Markdown: with a backslash its number stays as it is written.
_NUMBERED = re.compile(r"^([ \t]*)([0-9]+)([.)])(?=[ \t])", re.MULTILINE)
_NO_TEXT = (
    "A scanned PDF has pictures of pages and no text: it needs OCR first (ocrmypdf, then "
    "pdftotext -layout), and every word of it a look."
)


class UnusableFileError(CorpusError):
    """A file from which no source can be made; the hint says what to do about it."""


@dataclass(frozen=True)
class PlainSource:
    """The plain text of a file, as bytes, and the file that it was made of.

    `original` is None where the file is plain text already, and is kept byte for byte. `changes`
    says what was done to the words of a file that is not, for people.
    """

    content: bytes
    suffix: str
    original: bytes | None = None
    changes: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the plain text, as the readers get them."""
        return tuple(self.content.decode().split("\n"))


def read_source(path: Path) -> PlainSource:
    """The plain text of a file, by its suffix.

    Raises `UnusableFileError` when it is no file, of no kind that is known, too large, broken,
    not UTF-8, or has no text.
    """
    suffix = path.suffix.lower()
    if not path.is_file():
        raise UnusableFileError(f"{path}: there is no such file")
    if (size := path.stat().st_size) > LARGEST:
        raise UnusableFileError(
            f"{path}: has {size} bytes, at most {LARGEST} are taken",
            "Take the text alone out of it: pictures make a file large.",
        )
    raw = path.read_bytes()
    if raw.startswith(b"%PDF"):
        raise UnusableFileError(
            f"{path}: is a PDF, of which the text is needed",
            f"Make it with: pdftotext -layout {path.name} {path.stem}.txt. {_NO_TEXT}",
        )
    if suffix not in _READERS:
        raise UnusableFileError(
            f"{path}: files of the kind {suffix or 'without a suffix'} are not read",
            f"Save it as one of these: {', '.join(_READERS)}.",
        )
    text = _READERS[suffix](path, raw)
    if not text.strip():
        raise UnusableFileError(f"{path}: there is no text in it", _NO_TEXT)
    source = _plain(text, suffix, raw)
    if len(source.content) > LONGEST:
        raise UnusableFileError(f"{path}: its text is longer than {LONGEST} bytes")
    return source


def _plain(text: str, suffix: str, raw: bytes) -> PlainSource:
    """The source that a text makes: its lines end with LF, its characters are in NFC."""
    changes = []
    if suffix not in _PLAIN:
        changes.append(f"its text was taken out of the {suffix[1:].upper()}")
        text = _tidied(text)
    elif raw.startswith(_MARK):
        changes.append("the byte order mark was taken out")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        changes.append("the ends of its lines are now LF alone")
    if "\f" in text:
        text = text.replace("\f", "\n")
        changes.append("page breaks are now blank lines")
    if not unicodedata.is_normalized("NFC", text):
        text = unicodedata.normalize("NFC", text)
        changes.append("letters with accents are now one character each (NFC)")
    original = raw if changes else None
    return PlainSource(text.encode(), suffix, original, tuple(changes))


def _tidied(text: str) -> str:
    """The lines of a converted file: no blanks at their ends, never two blank lines in a row."""
    lines = "\n".join(line.rstrip() for line in text.splitlines())
    return re.sub(r"\n\n\n+", "\n\n", lines).strip("\n") + "\n"


def _decoded(path: Path, raw: bytes) -> str:
    """The characters of a file in UTF-8; raises `UnusableFileError` that names its encoding."""
    try:
        return raw.removeprefix(_MARK).decode()
    except UnicodeDecodeError as error:
        from charset_normalizer import from_bytes

        likely = from_bytes(raw).best()
        name = likely.encoding.replace("_", "-") if likely else ""
        line = raw[: error.start].count(b"\n") + 1
        raise UnusableFileError(
            f"{path}:{line}: is not UTF-8" + (f"; it looks like {name}" if name else ""),
            f"Convert it with: iconv -f {name or 'ENCODING'} -t UTF-8 {path.name} > "
            f"{path.stem}-utf8{path.suffix}, and look whether its letters are right.",
        ) from None


def _from_markdown(path: Path, raw: bytes) -> str:
    """Markdown by way of HTML; line breaks stay, and lists have the numbers that are written."""
    markdown = _library(path, "markdown")
    written = _NUMBERED.sub(r"\1\2\\\3", _decoded(path, raw))
    return _words(path, markdown.markdown(written, extensions=["nl2br", "tables"]))


def _from_html(path: Path, raw: bytes) -> str:
    return _words(path, _decoded(path, raw))


def _words(path: Path, html: str) -> str:
    """The words of an HTML document, a block on lines of its own."""
    etree, parser = _library(path, "lxml.etree"), _library(path, "lxml.html")
    inscriptis = _library(path, "inscriptis")
    if not html.strip():
        return ""  # which the parser would call broken
    try:
        tree = parser.document_fromstring(_PROLOG.sub("", html))
    except (etree.LxmlError, ValueError) as error:
        raise UnusableFileError(f"{path}: cannot be read as HTML: {error}") from None
    write_numbers(tree)
    return str(inscriptis.Inscriptis(tree).get_text())


def _from_docx(path: Path, raw: bytes) -> str:
    """The words of a DOCX with the numbers that Word prints, a paragraph on a line of its own."""
    docx = _library(path, "docx_parser_converter")
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            unpacked = sum(member.file_size for member in archive.infolist())
        if unpacked > LARGEST_UNPACKED:
            raise UnusableFileError(
                f"{path}: has {unpacked} bytes when it is unpacked, at most {LARGEST_UNPACKED} "
                "are taken"
            )
        text = str(docx.docx_to_text(raw))
    except UnusableFileError:
        raise
    except Exception as error:  # whatever a broken file makes the library stumble over
        raise UnusableFileError(
            f"{path}: cannot be read as DOCX: {error}",
            "Open it in a word processor and save it as DOCX again, or as plain text.",
        ) from None
    return re.sub(r"(?m)^([^\t\n]{1,40})\t", r"\1 ", text)  # the tab behind a number


def _library(path: Path, name: str) -> Any:
    """A library of the extra `build`; raises `UnusableFileError` where it is not installed."""
    import importlib

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of theirs; ours are errors under test
            return importlib.import_module(name)
    except ModuleNotFoundError:
        raise UnusableFileError(
            f"{path}: {name.partition('.')[0]} is needed to read it and is not installed",
            "Run `make install`, or give plain text.",
        ) from None


#: The reader of each kind of file. Plain text is taken as it is.
_PLAIN = frozenset({".txt", ".text"})
_READERS: dict[str, Callable[[Path, bytes], str]] = {
    ".txt": _decoded,
    ".text": _decoded,
    ".md": _from_markdown,
    ".markdown": _from_markdown,
    ".html": _from_html,
    ".htm": _from_html,
    ".xhtml": _from_html,
    ".docx": _from_docx,
}

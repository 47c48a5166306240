"""Rulings on the site: our Markdown files, in which law numbers become links.

A ruling is a file in site/rulings with `title`, `lang`, `date` and, in one line, `summary` in its
front matter. It stays in its own language; its links lead to pages in the reader's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor
from markupsafe import Markup
from mkdocs.utils import meta

from kb.citations.anchors import patterns
from kb.core.errors import CorpusError
from kb.library.redaction import NOTHING, Redactor
from kb.linking.cited import Cited
from kb.linking.markdown.extension import LawLinks, PageReader
from kb.linking.resolving.index import Index
from kb.linking.writing.hover import Hover
from kb.linking.writing.sites import PublishedSite
from kb.linking.zones.signs import LAW_CLASS, UNKNOWN_CLASS

#: The directory of rulings below a home.
FOLDER = Path("site/rulings")

#: The way from the page of a ruling to the root of the site.
_ROOT = "../../.."

_HINT = "A ruling begins with title, lang, date (2025-10-07) and summary between lines of ---."


@dataclass(frozen=True)
class RulingFile:
    """A ruling as its file has it; `slug` is the name of the file and of the page."""

    slug: str
    title: str
    language: str
    day: date
    summary: str
    markdown: str


@dataclass(frozen=True)
class Shown:
    """A ruling for readers of one language.

    `cited` are the citations that are links or marked as unknown in `html`, in order; the anchor of
    the first is `citation-1`.
    """

    ruling: RulingFile
    html: Markup
    cited: tuple[Cited, ...]


def anchor(number: int) -> str:
    """The anchor of a citation on the page of its ruling; `number` counts from 1."""
    return f"citation-{number}"


def shown_rulings(
    folder: Path, index: Index, language: str, hover: Hover, redactor: Redactor = NOTHING
) -> Iterator[Shown]:
    """The rulings of a folder for readers of a language, by the names of their files.

    `hover` gives links their titles, `redactor` replaces names. Raises `CorpusError` as
    `read_ruling` does.
    """
    reader = PageReader(PublishedSite(_ROOT, language, index), hover)
    for path in sorted(folder.glob("*.md")):
        yield _shown(read_ruling(path, redactor), index, reader)


def read_ruling(path: Path, redactor: Redactor = NOTHING) -> RulingFile:
    """Read a ruling; raises `CorpusError` when it is not UTF-8 or its front matter is wrong."""
    try:
        markdown, head = meta.get_data(redactor.redacted(path.read_text(encoding="utf-8")))
    except UnicodeDecodeError as error:
        raise CorpusError(f"{path}: not UTF-8 at byte {error.start}", "Save it as UTF-8.") from None
    if missing := [key for key in ("title", "lang", "date", "summary") if not head.get(key)]:
        raise CorpusError(f"{path}: says no {', '.join(missing)}", _HINT)
    if not isinstance(head["date"], date):
        raise CorpusError(f"{path}: {head['date']!r} is no date", _HINT)
    if head["lang"] not in patterns():
        raise CorpusError(f"{path}: no citations are known in {head['lang']!r}", _HINT)
    title, summary = (" ".join(str(head[key]).split()) for key in ("title", "summary"))
    return RulingFile(path.stem, title, head["lang"], head["date"], summary, markdown)


def _shown(ruling: RulingFile, index: Index, reader: PageReader) -> Shown:
    markdown = Markdown(extensions=["tables", "fenced_code"])
    fields = {"date": ruling.day.isoformat()}
    linker = LawLinks(markdown, index, lambda _: reader, [ruling.language], fields=fields)
    markdown.treeprocessors.register(linker, "kodeks", LawLinks.PRIORITY)
    markdown.treeprocessors.register(_Anchors(markdown), "anchors", LawLinks.PRIORITY - 1)
    html = Markup(markdown.convert(ruling.markdown))  # noqa: S704 (our own files)
    return Shown(ruling, html, linker.cited)


class _Anchors(Treeprocessor):  # type: ignore[misc]  # Python-Markdown has no types
    """Gives each citation the anchor by which other pages lead to it."""

    def run(self, root: Element) -> None:
        citations = (e for e in root.iter() if e.get("class") in (LAW_CLASS, UNKNOWN_CLASS))
        for number, element in enumerate(citations, 1):
            element.set("id", anchor(number))

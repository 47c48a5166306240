"""The Python-Markdown extension `kodeks`, which makes links of law numbers on the pages of a site.

One line of configuration switches it on, in MkDocs, Pelican and whatever else calls
Python-Markdown: `markdown_extensions: [kodeks]`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor

from kb.core.errors import KodeksError
from kb.corpus import manifest
from kb.corpus.corpus import Corpus
from kb.languages.catalogue import load
from kb.linking.cited import Cited
from kb.linking.dating.dating import Dating, dating_of
from kb.linking.finding.find import find
from kb.linking.limits import short_enough
from kb.linking.linker import patterned
from kb.linking.markdown.tree import LinkElement, atomic, page_text, put
from kb.linking.resolving.index import BadIndexError, Index
from kb.linking.resolving.resolve import resolve
from kb.linking.writing.hover import Clauses, Hover, Names
from kb.linking.writing.marks import preview_attributes, stretch
from kb.linking.writing.sites import PublishedSite
from kb.linking.zones.signs import LAW_CLASS, MARK, UNKNOWN_CLASS
from kb.opening import open_store
from kb.storage.store import Store

_INDEX_HINT = "Download linker/index.json of a site that kodeks built, and name the file."


class BadOptionError(KodeksError):
    """An option of the extension that does not exist or has a bad value; exit code 2."""

    exit_code = 2

    def __str__(self) -> str:
        return f"{self.message}. {self.hint}" if self.hint else self.message


@dataclass(frozen=True)
class PageReader:
    """For whom a page is linked: the site with the laws in a language, and the titles of links."""

    site: PublishedSite
    hover: Hover


class LawLinks(Treeprocessor):  # type: ignore[misc]  # Python-Markdown has no types
    """Puts links around what a page cites.

    `reader` is called with the citations and says for whom the page is linked. `fields` are what
    the page says of itself as data, for a caller who took its front matter away. After a run
    `cited` has the citations of the page that became links or marks, in order.
    """

    #: It runs after all that changes the tree (Python-Markdown's last is 0, MkDocs' is -1), so that
    #: nobody checks our links, and none gets into the anchor of a heading.
    PRIORITY = -10

    def __init__(
        self,
        markdown: Markdown,
        index: Index,
        reader: Callable[[Sequence[Cited]], PageReader],
        languages: Sequence[str] = (),
        within: str | None = None,
        headings: bool = True,
        fields: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(markdown)
        self._index, self._reader = index, reader
        self._languages, self._within, self._headings = languages, within, headings
        self._fields = fields
        self._untouched = _Untouched(markdown)
        markdown.treeprocessors.register(self._untouched, "kodeks-untouched", _Untouched.PRIORITY)
        self.cited: tuple[Cited, ...] = ()

    def run(self, root: Element) -> None:
        """Link what exists, and mark what does not.

        Raises `BadDocumentError` for a page that is too long, or cites too much.
        """
        page = page_text(root, self.md, self._headings, self._untouched.texts)
        short_enough(page.view)
        located = find(
            page.view, self._languages, self._index.works, self._index.main(self._within)
        )
        view = page.view.replace(MARK, " ")
        cited = resolve(view, located, self._index, self._within, dating=self._dating(root, view))
        self.cited = tuple(c for c in cited if c.status in ("linked", "dangling"))
        reader = self._reader(self.cited)
        put(page, [_link(page.view, citation, reader) for citation in self.cited])

    def _dating(self, root: Element, view: str) -> Dating | None:
        """When the page was written; None where its numbers are said to be of an edition.

        Python-Markdown's extension `meta` takes the front matter away, and keeps it.
        """
        if self._within is not None:
            return None
        fields = self._fields
        if fields is None:
            meta = getattr(self.md, "Meta", {})
            fields = {str(name): " ".join(map(str, lines)) for name, lines in meta.items()}
        whole = view if self._headings else page_text(root, self.md).view
        return dating_of(fields, whole, self._index.codes)


class _Untouched(Treeprocessor):  # type: ignore[misc]  # Python-Markdown has no types
    """Remembers the texts that no extension may touch before Python-Markdown forgets them."""

    PRIORITY = 0.5

    texts: frozenset[tuple[Element, str]] = frozenset()

    def run(self, root: Element) -> None:
        """Take the texts of the tree."""
        self.texts = atomic(root)


def _link(view: str, cited: Cited, reader: PageReader) -> LinkElement:
    title = {"title": reader.hover.title(cited)}
    data = preview_attributes(cited, reader.site.index)
    if cited.status == "linked":
        address = {"href": reader.site.of(cited)}
        element = Element("a", {"class": LAW_CLASS, **address, **data, **title})
    else:
        element = Element("mark", {"class": UNKNOWN_CLASS, **title, **data})
    return LinkElement(*stretch(view, *cited.span, cited.core.start), element)


class KodeksExtension(Extension):  # type: ignore[misc]  # Python-Markdown has no types
    """Switches `LawLinks` on, with the options that a site gives.

    `lang` are the languages of the pages, by default all; `edition` is the one that a number
    belongs to when nothing says which. `index` is a file linker/index.json of a site that kodeks
    built; without it the build of $KODEKS_HOME or of the checkout is used. Raises `KodeksError` for
    a bad option.
    """

    def __init__(self, **options: Any) -> None:
        self.config: dict[str, list[Any]] = {
            "base": ["", "address of the site with the laws; nothing for one on the same host"],
            "ui": ["", "language of its pages to link to; else that of most citations"],
            "lang": ["", "language or languages of the pages: hu, or [hu, en]"],
            "edition": ["", "the edition that a number is of; else the current code"],
            "headings": [True, "whether headings get links"],
            "index": ["", "linker/index.json of such a site"],
        }
        super().__init__(**options)

    def setConfig(self, key: str, value: Any) -> None:  # noqa: N802 (Python-Markdown's name)
        """Set an option; raises `BadOptionError` if there is none such, or for a bad value."""
        if key not in self.config:
            options = ", ".join(self.config)
            raise BadOptionError(f"kodeks: there is no option {key!r}", f"Options: {options}.")
        wanted = (str, list, tuple) if key == "lang" else type(self.config[key][0])
        value = str(value) if isinstance(value, Path) else value
        if not isinstance(value, wanted):
            raise BadOptionError(f"kodeks: {key} cannot be {value!r}", self.config[key][1] + ".")
        self.config[key][0] = value

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        """Make `md` link its pages."""
        languages = patterned(_codes(self.getConfig("lang")))
        base, ui, file = (self.getConfig(key) for key in ("base", "ui", "index"))
        there = _Elsewhere.at(file, base, ui) if file else _Home.at(manifest.find_home(), base)
        within = self.getConfig("edition") or None
        if within:
            there.index.edition(within)
        if ui:
            there.reader(ui)

        def reader(cited: Sequence[Cited]) -> PageReader:
            counts = Counter(citation.language for citation in cited)
            return there.reader(ui or max(there.pages, key=lambda language: counts[language]))

        links = LawLinks(md, there.index, reader, languages, within, self.getConfig("headings"))
        md.treeprocessors.register(links, "kodeks", LawLinks.PRIORITY)


def makeExtension(**options: Any) -> KodeksExtension:  # noqa: N802 (Python-Markdown's name)
    """The extension, for a site that names it by this module instead of `kodeks`."""
    return KodeksExtension(**options)


@dataclass(frozen=True)
class _Elsewhere:
    """A site of which we have only the index; links lead to its pages in one language."""

    index: Index
    base: str
    pages: tuple[str, ...]

    @classmethod
    def at(cls, file: str, base: str, ui: str) -> _Elsewhere:
        if not ui:
            raise BadOptionError("kodeks: beside index there must be ui", "For example ui: hu.")
        path = Path(file)
        try:
            index = _read(path, path.stat().st_mtime_ns)
        except OSError as error:
            raise BadOptionError(f"kodeks: {file}: {error.strerror}", _INDEX_HINT) from None
        if ui not in index.pages:
            there = ", ".join(index.pages)
            raise BadOptionError(f"kodeks: the site has no pages in {ui!r}", f"It has {there}.")
        return cls(index, base, (ui,))

    def reader(self, language: str) -> PageReader:
        site = PublishedSite.at(self.base, language, self.index, self.pages)
        return PageReader(site, Names(self.index, load(language)))


@cache
def _read(path: Path, _changed: int) -> Index:
    """The index in a file; it is read again if the time of the file's last change is another."""
    try:
        return Index.from_json(json.loads(path.read_bytes()))
    except ValueError:
        raise BadIndexError(f"{path} is not JSON", _INDEX_HINT) from None


@dataclass(frozen=True, eq=False)
class _Home:
    """The site of a corpus and its build, from which titles get the words of the clauses too."""

    corpus: Corpus
    store: Store
    index: Index
    base: str

    @property
    def pages(self) -> tuple[str, ...]:
        """The languages of its pages."""
        return self.index.pages

    @classmethod
    @cache
    def at(cls, home: Path, base: str) -> _Home:
        corpus = manifest.load(home)
        store = open_store(corpus, lambda _: None)
        index = Index.of(corpus, store)
        return cls(corpus, store, index, base)

    @cache  # noqa: B019 (there is one home, and its words are read once)
    def reader(self, language: str) -> PageReader:
        site = PublishedSite.at(self.base, language, self.index, self.pages)
        catalogue = load(language, self.corpus.home)
        return PageReader(site, Clauses(self.corpus, self.store, self.index, catalogue))


def _codes(option: str | Sequence[str]) -> tuple[str, ...]:
    """The codes of languages in `hu, en`, or in such a list."""
    codes = option.split(",") if isinstance(option, str) else map(str, option)
    return tuple(code for code in map(str.strip, codes) if code)

"""Reads a built page back: its links, anchors, headings, and which words stand for which record."""

from __future__ import annotations

import hashlib
import pickle
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from posixpath import normpath
from urllib.parse import unquote, urlsplit

from kb.files.atomic import write_whole

VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}

#: What a page adds to the words of a text: the calls of notes, labels, remarks, ways back.
ADDED = {"kb-mark", "kb-extra"}

#: Links to what a page says of a term begin like this.
TERM = "#term-"

#: Other links that cite nothing: to what a scan reads.
CITES_NOTHING = {"kb-unsure"}

#: id, language, heading or body
Key = tuple[str, str, str]


@dataclass
class Built:
    """What a test wants to know of a page. `words` are those of the records, piece by piece.

    `plain` has what records say in plain words. `cited` has what is linked (or marked as leading
    nowhere) in a text: the record, its language, the address or None, the words.
    """

    path: str
    html: str
    language: str = ""
    ids: list[str] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)
    headings: list[int] = field(default_factory=list)
    words: dict[Key, list[str]] = field(default_factory=lambda: defaultdict(list))
    plain: dict[str, str] = field(default_factory=lambda: defaultdict(str))
    cells: dict[tuple[str, str], list[str]] = field(default_factory=lambda: defaultdict(list))
    texts: list[tuple[str, str]] = field(default_factory=list)
    names: list[tuple[str, str]] = field(default_factory=list)
    cited: list[tuple[str, str, str | None, str]] = field(default_factory=list)

    def said(self, id: str, language: str, part: str) -> str:
        """The words of a record in a language, its pieces joined."""
        pieces = (" ".join(piece.split()) for piece in self.words.get((id, language, part), ()))
        return " ".join(piece for piece in pieces if piece)

    @property
    def text(self) -> str:
        """All that the page says."""
        return " ".join(" ".join(words for words, _ in self.texts).split())


@dataclass(frozen=True)
class _Open:
    tag: str
    classes: frozenset[str]
    record: str
    language: str
    hidden: bool


class _Reader(HTMLParser):
    def __init__(self, page: Built) -> None:
        super().__init__()
        self.page = page
        self.stack = [_Open("", frozenset(), "", "", False)]
        self.key: Key | None = None
        self.told = ""
        self.depth = 0
        self.citing: tuple[str, str, str | None] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        above = self.stack[-1]
        found = {name: value or "" for name, value in attrs}
        classes = frozenset(found.get("class", "").split())
        if id := found.get("id"):
            self.page.ids.append(id)
        for name in ("href", "src"):
            if name in found:
                self.page.links.append((tag, found[name]))
        if tag == "html":
            self.page.language = found.get("lang", "")
        if len(tag) == 2 and tag[0] == "h" and tag[1].isdigit():
            self.page.headings.append(int(tag[1]))
        language = found.get("lang", above.language)
        for name in ("aria-label", "title", "alt"):
            if name in found:
                self.page.names.append((found[name], language))
        if tag in VOID:
            return
        record = found.get("data-resumes") or found.get("data-body") or above.record
        if id and tag != "table" and "kb-scan" not in classes:
            record = id
        hidden = above.hidden or tag in {"script", "style", "title"}
        self.stack.append(_Open(tag, classes, record, language, hidden))
        if "kb-words" in classes and any("kb-plain" in one.classes for one in self.stack):
            self.told = record
            self.depth = len(self.stack)
        elif "kb-words" in classes:
            heading = any(one.tag in {"h1", "h2", "h3", "h4"} for one in self.stack) or any(
                "kb-heading" in one.classes for one in self.stack
            )
            self.key = (record, language, "heading" if heading else "body")
            self.depth = len(self.stack)
            self.page.words[self.key].append("")
        elif tag in {"td", "th", "caption"} or "kb-table-note" in classes:
            self.page.cells[record, language].append("")
        self.citing = None
        dangling = "kb-dangling" in classes
        cites = "kb-mark" not in above.classes and not classes & CITES_NOTHING
        cites = cites and not found.get("href", "").startswith(TERM)
        if dangling or (tag == "a" and cites and self._in_text()):
            self.citing = (record, language, None if dangling else found["href"])

    def _in_text(self) -> bool:
        return self.key is not None or any("kb-locators" in one.classes for one in self.stack)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        assert self.stack[-1].tag == tag, f"{self.page.path}: </{tag}> closes {self.stack[-1]}"
        if (self.key or self.told) and len(self.stack) == self.depth:
            self.key = None
            self.told = ""
        self.stack.pop()

    def handle_data(self, data: str) -> None:
        here = self.stack[-1]
        if here.hidden:
            return
        if data.strip():
            self.page.texts.append((data, here.language))
        if self.citing:
            self.page.cited.append((*self.citing, data))
            self.citing = None
        added = any(one.classes & ADDED for one in self.stack[self.depth :])
        if self.told:
            self.page.plain[self.told] += data
        elif self.key and not added:
            self.page.words[self.key][-1] += data
        elif any(
            one.tag in {"td", "th", "caption"} or "kb-table-note" in one.classes
            for one in self.stack[-3:]
        ) and (cells := self.page.cells[here.record, here.language]):
            cells[-1] += data


def read_fragment(path: str, html: str) -> Built:
    """HTML as a test sees it."""
    page = Built(path, html)
    reader = _Reader(page)
    reader.feed(html)
    reader.close()
    return page


def read_page(root: Path, path: Path) -> Built:
    """A built page as a test sees it."""
    return read_fragment(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8"))


#: Pages that another reader has read are not taken for those of this one.
_READER_DIGEST = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:16]


class SitePages(Mapping[str, Built]):
    """The pages of a built site by their path, each read when it is first wanted.

    All can be asked for; those that are gone through are the ones that `crawled` takes. Reading all
    takes most of a minute: what one process of the tests has read is kept for the others.
    """

    def __init__(self, root: Path, crawled: Callable[[str], bool] = lambda path: True) -> None:
        self._root = root
        self._kept = root.with_name(f"pages-as-read-{_READER_DIGEST}")
        self._kept.mkdir(exist_ok=True)
        self._paths = sorted(path.relative_to(root).as_posix() for path in root.rglob("*.html"))
        self._crawled = [path for path in self._paths if crawled(path)]
        self._known = frozenset(self._paths)
        self._read: dict[str, Built] = {}

    def __getitem__(self, path: str) -> Built:
        if path not in self._read:
            if path not in self._known:
                raise KeyError(path)
            self._read[path] = self._once(path)
        return self._read[path]

    def _once(self, path: str) -> Built:
        kept = self._kept / f"{path.replace('/', ' ')}.pickle"
        if kept.is_file():
            page: Built = pickle.loads(kept.read_bytes())
            return page
        page = read_page(self._root, self._root / path)
        write_whole(kept, pickle.dumps(page))
        return page

    def __contains__(self, path: object) -> bool:
        return path in self._known

    def __iter__(self) -> Iterator[str]:
        return iter(self._crawled)

    def __len__(self) -> int:
        return len(self._crawled)


Pages = Mapping[str, Built]


def target(page: Built, url: str) -> tuple[str, str]:
    """The file below the site's root that a link means, and the anchor in it."""
    parts = urlsplit(url)
    path = unquote(parts.path)
    if not path:
        return page.path, unquote(parts.fragment)
    start = "" if path.startswith("/") else f"{page.path.rpartition('/')[0]}/"
    joined = normpath(f"/{start}{path}")
    file = f"{joined}/index.html" if path.endswith(("/", "..", ".")) else joined
    return normpath(file).lstrip("/"), unquote(parts.fragment)

"""Law numbers in somebody's ruling become links; numbers that do not exist are flagged."""

from __future__ import annotations

import html
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

from kb.citations.anchors import citation_name, patterns
from kb.citations.recogniser import recognise
from kb.citations.resolver import Resolver
from kb.citations.zones import Format, text_only
from kb.corpus import Edition
from kb.errors import KodeksError, NotFoundError
from kb.ids import ProvisionId
from kb.lookup import nearest_provisions

SCHEMA = "kodeks.links/1"
Markup = Literal["md", "html"]

#: The longest document that is linked, in characters.
LONGEST = 2_000_000


class BadDocumentError(KodeksError):
    """A document that cannot be linked: not UTF-8, or too long; exit code 2."""

    exit_code = 2


@dataclass(frozen=True)
class Link:
    """A citation in a document. Offsets are code points of the untouched document.

    `targets` are several for a range. Where `exists` is False one of them does not, and
    `nearest` are provisions that do.
    """

    start: int
    end: int
    quote: str
    language: str
    targets: tuple[ProvisionId, ...]
    exists: bool
    nearest: tuple[ProvisionId, ...]


class BadAddressError(KodeksError):
    """An address that no site can have; exit code 2."""

    exit_code = 2


@dataclass(frozen=True)
class Site:
    """Where the provisions of an edition are published: below `base`, for readers of `ui`."""

    base: str
    ui: str
    edition: Edition

    @classmethod
    def at(cls, base: str, ui: str, edition: Edition, languages: Sequence[str]) -> Site:
        """The site at an address that people gave, in one of its languages.

        Raises `BadAddressError` or `NotFoundError` with the languages that there are.
        """
        if not re.fullmatch(r"(?:https?://[^\s/]+)?(?:/.*)?", base):
            raise BadAddressError(
                f"{base!r} is not the address of a site",
                "Give https://…, a path that begins with /, or nothing.",
            )
        if ui not in languages:
            raise NotFoundError(f"the site has no pages in {ui!r}", list(languages))
        return cls(quote(base.rstrip("/"), safe="/:%"), ui, edition)

    def address(self, id: ProvisionId) -> str:
        """The permanent address of a provision: `/hu/bridge-2017/27/#27.B.1.b`."""
        anchor = f"#{id}" if id.depth > 1 else ""
        return f"{self.base}/{self.ui}/{self.edition.id}/{id.law}/{anchor}"


def read_document(file: str) -> str:
    """The text of a file, or of standard input for `-`.

    Raises `BadDocumentError` when it cannot be read or is not UTF-8.
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


def is_markdown(file: str) -> bool:
    """Whether a file's name says that it is Markdown."""
    return Path(file).suffix.lower() in (".md", ".markdown")


def patterned(languages: Sequence[str]) -> tuple[str, ...]:
    """The languages, all of which must have patterns; every language that has when none is named.

    Raises `NotFoundError` with those that there are.
    """
    for language in languages:
        if language not in patterns():
            raise NotFoundError(f"no citations are known in {language!r}", sorted(patterns()))
    return tuple(languages or patterns())


def reading_language(links: Sequence[Link], languages: Sequence[str]) -> str:
    """The language of pages to link to: that of most citations among those, or the first."""
    counts = Counter(link.language for link in links if link.language in languages)
    return max(languages, key=lambda language: counts[language])


def find_links(
    document: str,
    format: Format,
    provisions: Iterable[ProvisionId],
    languages: Sequence[str],
) -> list[Link]:
    """Every citation in a document that a reader may follow, in order, never overlapping.

    It is read in each of the languages. Where two see a citation at the same place the longer one
    counts, of equal ones that of the language in which the document has most. Raises
    `BadDocumentError` when the document is too long.
    """
    if len(document) > LONGEST:
        raise BadDocumentError(
            f"the document has {len(document)} characters, at most {LONGEST} are linked",
            "Split it.",
        )
    known = frozenset(provisions)
    resolver = Resolver(known, in_code=False)
    text = text_only(document, format)
    found = [
        (language, one)
        for language in languages
        for citation in recognise(text, language)
        for one in resolver.resolve(citation, None)
    ]
    near = cache(lambda missing: tuple(nearest_provisions(known, missing)[:1]))
    links: list[Link] = []
    read = Counter(language for language, _ in found)
    for language, one in sorted(found, key=lambda f: (f[1].start, -f[1].end, -read[f[0]])):
        if links and one.start < links[-1].end:
            continue
        missing = [target.id for target in one.targets if not target.exists]
        targets = tuple(target.id for target in one.targets)
        words = document[one.start : one.end]
        nearest = near(missing[0]) if missing else ()
        links.append(Link(one.start, one.end, words, language, targets, not missing, nearest))
    return links


def write_links(
    document: str, links: Sequence[Link], site: Site, output: Markup, plain: bool = False
) -> str:
    """The document with its links in it, every other character as it was.

    `output` says how a link is written; a number that does not exist is a `<mark>` with the
    nearest one in its title. A `plain` document is escaped when links are HTML; one that is not
    plain is Markdown or HTML already and stays as it is.
    """
    around = partial(html.escape, quote=False) if plain and output == "html" else str
    out, at = [], 0
    for link in links:
        out += [around(document[at : link.start]), _written(link, site, output)]
        at = link.end
    return "".join([*out, around(document[at:])])


def _written(link: Link, site: Site, output: Markup) -> str:
    words = html.escape(link.quote, quote=False) if output == "html" else link.quote
    if not link.exists:
        style = site.edition.style
        near = ", ".join(citation_name(id, link.language, style) for id in link.nearest)
        title = html.escape(f"✗ → {near}?" if near else "✗")
        return f'<mark class="kodeks-unknown" title="{title}">{words}</mark>'
    address = site.address(link.targets[0])
    if output == "md":
        return f"[{words}]({address})"
    return f'<a class="kodeks-law" href="{html.escape(address)}">{words}</a>'


def links_json(links: Sequence[Link], site: Site) -> dict[str, Any]:
    """What `kodeks link --to json` prints."""
    return {
        "schema": SCHEMA,
        "edition": site.edition.id,
        "links": [
            {
                "start": link.start,
                "end": link.end,
                "quote": link.quote,
                "language": link.language,
                "targets": [str(id) for id in link.targets],
                "exists": link.exists,
                "address": site.address(link.targets[0]) if link.exists else None,
                "nearest": [str(id) for id in link.nearest],
            }
            for link in links
        ],
    }

"""How big a built site is, and what one more law or language would add."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kb.core.ids import is_law
from kb.corpus.corpus import Corpus

#: Version of what `kodeks site --json` prints; kb/schemas/site.json describes it.
SCHEMA = "kodeks.site/1"

#: Bytes of files by their path below the site's root.
_Sizes = dict[Path, int]


@dataclass(frozen=True)
class LanguageSize:
    """The size of the site in one language, or, with "" as `language`, of all that has none.

    `laws` is how many of the `pages` have a number: laws, sections of a statute, articles, laws
    compared. `law_markup` is the bytes of their HTML, `markup` of that of all pages; `bytes` is the
    size of all files.
    """

    language: str
    pages: int
    laws: int
    markup: int
    law_markup: int
    bytes: int


@dataclass(frozen=True)
class Growth:
    """The sizes of the parts of a site, the root first, and its heaviest law page with its size."""

    parts: tuple[LanguageSize, ...]
    heaviest: str
    heaviest_bytes: int

    @property
    def pages(self) -> int:
        """The number of all pages."""
        return sum(part.pages for part in self.parts)

    @property
    def languages(self) -> tuple[LanguageSize, ...]:
        """The parts that are a language."""
        return tuple(part for part in self.parts if part.language)

    @property
    def law_pages(self) -> int:
        """The number of the pages of laws in all languages."""
        return sum(part.laws for part in self.parts)

    @property
    def law_bytes(self) -> int:
        """The mean bytes of HTML that a law takes in a language; 0 without any law."""
        return sum(part.law_markup for part in self.parts) // (self.law_pages or 1)

    @property
    def language_bytes(self) -> int:
        """The mean bytes of all files that a language adds; 0 without any language."""
        return sum(part.bytes for part in self.languages) // (len(self.languages) or 1)

    def to_json(self) -> dict[str, Any]:
        """The figures as kb/schemas/site.json describes them."""
        return {
            "schema": SCHEMA,
            "pages": self.pages,
            "parts": [
                {
                    "language": part.language or None,
                    "pages": part.pages,
                    "laws": part.laws,
                    "html": part.markup,
                    "bytes": part.bytes,
                }
                for part in self.parts
            ],
            "law_bytes": self.law_bytes,
            "language_bytes": self.language_bytes,
            "heaviest": {"page": self.heaviest, "bytes": self.heaviest_bytes},
        }


def growth(site: Path, corpus: Corpus) -> Growth:
    """Measure the built site of a corpus."""
    sizes = {
        path.relative_to(site): path.stat().st_size for path in site.rglob("*") if path.is_file()
    }
    laws = {path: size for path, size in sizes.items() if _is_law(path, corpus.lasting)}
    heaviest = max(laws, key=lambda path: laws[path], default=Path())
    codes = corpus.page_languages
    parts = tuple(_part(code, codes, sizes, laws) for code in ("", *codes))
    return Growth(parts, heaviest.parent.as_posix(), laws.get(heaviest, 0))


def _part(code: str, codes: Sequence[str], sizes: _Sizes, laws: _Sizes) -> LanguageSize:
    def below(files: _Sizes) -> _Sizes:
        first = {path: path.parts[0] for path in files}
        return {p: n for p, n in files.items() if code == (first[p] if first[p] in codes else "")}

    files, numbered = below(sizes), below(laws)
    pages = {path: size for path, size in files.items() if path.suffix == ".html"}
    return LanguageSize(
        code,
        len(pages),
        len(numbered),
        sum(pages.values()),
        sum(numbered.values()),
        sum(files.values()),
    )


def _is_law(path: Path, lasting: Collection[str]) -> bool:
    """Whether a file is a numbered page of an edition: `<language>/<edition>/<number>/index.html`.

    Pages in directories of `lasting` addresses only lead to others, and do not count.
    """
    return (
        len(path.parts) == 4
        and path.name == "index.html"
        and path.parts[1] not in lasting
        and is_law(path.parts[2])
    )

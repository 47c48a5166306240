"""Rulings of our own in five languages, and what the linker's tests make of rulings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kb.languages.catalogue import load
from kb.linking.cited import Cited
from kb.linking.documents.ruling import Ruling
from kb.linking.linker import cite
from kb.linking.resolving.index import Index
from kb.linking.writing.annotate import Output, annotated
from kb.linking.writing.annotations import annotation_page
from kb.linking.writing.hover import Hover, Names
from kb.linking.writing.sites import PublishedSite
from kb.linking.zones import Format

HUNGARIAN = """---
title: Elégtelen licit
---

# A tényállás

Dél a 27B1(b) pont szerint javíthatott volna; a 49–51. szakaszok
nem jönnek szóba. A 27B1(b) pontot a 94. szakasz nem érinti.
"""
POLISH = "Zgodnie z przepisem 16B3 i przepisem 12C1c.\n\nZob. też przepis 12.\n"
CROATIAN = "Prema čl. 50D iz 1997. i čl. 27B1 odluka stoji.\n"
GERMAN = "Nach § 64A2 TBR; § 12 der Turnierordnung gilt nicht.\n"
ENGLISH = "Under Law 16B1(a), Laws 49–51 and Law 94 the score stands. See point C.\n"
RULINGS = {"hu": HUNGARIAN, "pl": POLISH, "hr": CROATIAN, "de": GERMAN, "en": ENGLISH}


def site_at(index: Index, ui: str = "hu") -> PublishedSite:
    return PublishedSite.at("https://laws.example", ui, index, ["hu", "pl", "hr", "en"])


def ruling(words: str, format: Format = "markdown", name: str = "ruling.md") -> Ruling:
    return Ruling(name, format, words)


def names(index: Index) -> Names:
    return Names(index, load("en"))


def annotate(
    document: str,
    format: Format,
    cited: Sequence[Cited],
    site: PublishedSite,
    output: Output,
    hover: Hover | None = None,
) -> str:
    """The document with links in it: what `annotated` makes piece by piece."""
    return "".join(annotated(document, format, cited, site, output, hover))


def web_annotations(
    ruling: Ruling,
    cited: Sequence[Cited],
    index: Index,
    site: PublishedSite,
    names: Names,
    source: str | None = None,
) -> dict[str, Any]:
    """The page of the citations of a ruling that has some, of its two parts."""
    page, items = annotation_page(ruling, cited, index, site, names, source)
    return {**page, "items": [*items]}


def cited_in(words: str, index: Index, language: str, format: Format = "markdown") -> list[Cited]:
    return cite(words, format, index, [language])

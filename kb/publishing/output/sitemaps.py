"""Files for search engines: robots.txt, a sitemap for each part of the site, and their index.

The format is that of sitemaps.org, which names the same page in other languages beside each page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from kb.publishing.output.language_builds import DOCS
from kb.publishing.parts.alternates import alternates

#: The index of sitemaps at the root of the site, and the sitemap in the directory of each language.
NAME = "sitemap.xml"

#: The sitemap of the root alone.
ROOT_NAME = "sitemap-root.xml"

ROBOTS = "robots.txt"

_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
_LINKS = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"'


def sitemap(
    site: str,
    languages: Sequence[str],
    language: str,
    paths: Iterable[str],
    day: str,
    alone: Iterable[str] = (),
) -> str:
    """The sitemap of a language, of pages by their paths below its directory.

    `languages` are all of the site, `day` is when the pages last changed; `alone` are pages that
    are in no other language.
    """
    listed = ((f"{site}{language}/{path}", _links(site, languages, path), day) for path in paths)
    single = ((f"{site}{language}/{path}", "", day) for path in alone)
    return _pages([*listed, *single])


def plain_sitemap(addresses: Iterable[str], day: str) -> str:
    """A sitemap of pages, by their whole addresses, that are in one language only."""
    return _pages((address, "", day) for address in addresses)


def root_files(site: str, languages: Sequence[str], day: str) -> dict[str, bytes]:
    """The files for the root of the site by name: the index, the root's sitemap, robots.txt."""
    places = [ROOT_NAME, *(f"{part}/{NAME}" for part in (*languages, DOCS))]
    listed = "".join(
        f"<sitemap><loc>{escape(site + place)}</loc><lastmod>{day}</lastmod></sitemap>\n"
        for place in places
    )
    files = {
        NAME: f"{_HEAD}<sitemapindex {_SCHEMA}>\n{listed}</sitemapindex>\n",
        ROOT_NAME: _pages([(site, _links(site, languages, ""), day)]),
        ROBOTS: f"User-agent: *\nAllow: /\nSitemap: {site}{NAME}\n",
    }
    return {name: content.encode() for name, content in files.items()}


def _pages(pages: Iterable[tuple[str, str, str]]) -> str:
    """A sitemap of pages: the address of each, its links to other languages, the day."""
    listed = "".join(
        f"<url><loc>{escape(place)}</loc><lastmod>{day}</lastmod>\n{links}</url>\n"
        for place, links, day in pages
    )
    return f"{_HEAD}<urlset {_SCHEMA} {_LINKS}>\n{listed}</urlset>\n"


def _links(site: str, languages: Sequence[str], path: str) -> str:
    return "".join(
        f'<xhtml:link rel="alternate" hreflang="{page.language}" href="{escape(page.href)}"/>\n'
        for page in alternates(site, languages, path)
    )

"""Search engines find every page once, in its language, with the same page in all others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin
from xml.etree import ElementTree

import pytest
import yaml

from kb.core.addresses import EXAMPLE, VARIABLE, BadAddressError, site_address
from kb.corpus.corpus import Corpus
from kb.publishing.browser.linking_pages import linker_context
from kb.publishing.output.language_builds import DOCS
from kb.publishing.output.sitemaps import root_files
from kb.publishing.parts.language_site import language_site
from kb.publishing.parts.navigation import moved
from kb.storage.store import Store
from support.command import Kodeks
from support.homes import REPOSITORY

SITEMAPS = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
XHTML = "{http://www.w3.org/1999/xhtml}"
ALTERNATE = re.compile(r'<link rel="alternate ?" hreflang="([^"]+)" href="([^"]+)">')
CANONICAL = re.compile(r'<link rel="canonical" href="([^"]+)">')


@pytest.fixture(scope="module")
def heads(site: Path) -> dict[str, str]:
    """The head of every page by its path."""
    found = {}
    for path in site.rglob("*.html"):
        html = path.read_text(encoding="utf-8")
        found[path.relative_to(site).as_posix()] = html[: html.index("</head>")]
    return found


def address(path: str) -> str:
    return EXAMPLE + path.removesuffix("index.html")


def alternates(head: str) -> dict[str, str]:
    return dict(ALTERNATE.findall(head))


def is_moved(head: str) -> bool:
    return 'http-equiv="refresh"' in head


NOINDEX = '<meta name="robots" content="noindex">'


def listed_pages(heads: dict[str, str]) -> Iterator[tuple[str, str]]:
    for path, head in heads.items():
        if NOINDEX not in head:
            yield path, head


def test_every_page_names_its_own_address(heads: dict[str, str]) -> None:
    for path, head in listed_pages(heads):
        assert CANONICAL.findall(head) == [address(path)]


def test_a_lasting_address_names_the_page_that_it_leads_to(heads: dict[str, str]) -> None:
    found = {path: head for path, head in heads.items() if is_moved(head)}
    assert "en/bridge/27/index.html" in found
    for path, head in found.items():
        (led,) = re.findall(r'content="0; url=([^"]+)"', head)
        assert CANONICAL.findall(head) == [urljoin(address(path), led)]
        assert NOINDEX in head


def test_every_page_names_itself_in_all_languages_and_they_name_it(
    corpus: Corpus, heads: dict[str, str]
) -> None:
    known = {*corpus.page_languages, "x-default"}
    for path, head in heads.items():
        if path == "404.html" or path.startswith(f"{DOCS}/"):  # the documentation is English only
            assert not alternates(head)
            continue
        found = alternates(head)
        assert found.keys() == known, path
        language = path.partition("/")[0] if "/" in path else "x-default"
        assert found[language] == address(path), path
        for code, there in found.items():
            other = heads[there.removeprefix(EXAMPLE) + "index.html"]
            assert alternates(other) == found, (path, code)


def test_everybody_else_gets_english_and_the_choice_of_languages_at_the_root(
    heads: dict[str, str],
) -> None:
    law = alternates(heads["hu/bridge-2017/27/index.html"])
    assert law["x-default"] == law["en"] == f"{EXAMPLE}en/bridge-2017/27/"
    assert alternates(heads["hu/index.html"])["x-default"] == EXAMPLE


def test_what_is_not_there_is_no_page_to_be_found(heads: dict[str, str]) -> None:
    head = heads["404.html"]
    assert NOINDEX in head
    assert not CANONICAL.findall(head)


def listed(file: Path) -> dict[str, ElementTree.Element]:
    root = ElementTree.parse(file).getroot()
    found = {one.findtext(f"{SITEMAPS}loc") or "": one for one in root}
    assert len(found) == len(root), "each once"
    return found


def test_the_sitemaps_list_every_page_with_its_alternates_and_nothing_else(
    corpus: Corpus, site: Path, heads: dict[str, str]
) -> None:
    index = listed(site / "sitemap.xml")
    assert len(index) == 2 + len(corpus.page_languages)  # the root, the documentation
    pages: dict[str, ElementTree.Element] = {}
    for place, entry in index.items():
        assert entry.findtext(f"{SITEMAPS}lastmod") == corpus.date
        file = site / place.removeprefix(EXAMPLE)
        assert file.stat().st_size < 50_000_000
        found = listed(file)
        assert len(found) <= 50_000
        assert not pages.keys() & found.keys()
        pages |= found
    people = dict(listed_pages(heads))
    assert pages.keys() == {address(path) for path in people}
    for path, head in people.items():
        entry = pages[address(path)]
        assert entry.findtext(f"{SITEMAPS}lastmod") == corpus.date
        links = {one.get("hreflang"): one.get("href") for one in entry.iter(f"{XHTML}link")}
        assert links == alternates(head), path


def test_robots_are_told_where_the_sitemap_is(site: Path) -> None:
    lines = (site / "robots.txt").read_text("utf-8").splitlines()
    assert lines == ["User-agent: *", "Allow: /", f"Sitemap: {EXAMPLE}sitemap.xml"]


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ("https://laws.example", "https://laws.example/"),
        ("http://laws.example:8080/bridge", "http://laws.example:8080/bridge/"),
        (" https://laws.example/brydż/ ", "https://laws.example/bryd%C5%BC/"),
    ],
)
def test_an_address_of_a_site_ends_with_a_slash(given: str, found: str) -> None:
    assert site_address(given) == found


@pytest.mark.parametrize(
    "given",
    [
        "",
        "laws.example",
        "/bridge/",
        "ftp://laws.example/",
        "https://",
        "https://laws.example:bridge/",
        "https://laws.example/?ui=hu",
        "https://laws.example/#27",
        "https://me:secret@laws.example/",
        'https://laws.example/"><script>',
        "https://laws.example/a b/",
    ],
)
def test_what_is_no_address_of_a_site_is_refused(given: str) -> None:
    with pytest.raises(BadAddressError) as caught:
        site_address(given)
    assert "https://laws.example/" in str(caught.value.hint)


def test_the_command_refuses_it_before_anything_is_built(kodeks: Kodeks) -> None:
    assert kodeks("site", "--url", "laws.example") == BadAddressError.exit_code
    assert "is not the address of a site" in kodeks.err


def test_the_address_of_a_site_is_on_its_pages(corpus: Corpus, store: Store) -> None:
    own = "https://laws.example/bridge/"
    made = language_site(corpus, store, "pl", site=own)
    html = dict(moved(made))["bridge/27/index.html"]
    assert CANONICAL.findall(html) == [f"{own}pl/bridge-2017/27/"]
    assert all(there.startswith(own) for _, there in ALTERNATE.findall(html))
    assert f'src="{own}linker/' in linker_context(made)["tag"]
    files = root_files(own, ["pl", "en"], corpus.date)
    assert f"<loc>{own}pl/sitemap.xml</loc>" in files["sitemap.xml"].decode()
    assert files["robots.txt"].endswith(f"Sitemap: {own}sitemap.xml\n".encode())


def test_mkdocs_reads_the_address_where_the_command_puts_it() -> None:
    class Reader(yaml.SafeLoader):
        pass

    Reader.add_constructor("!ENV", lambda loader, node: loader.construct_sequence(node))
    settings = yaml.load((REPOSITORY / "mkdocs.yml").read_text("utf-8"), Reader)
    assert settings["site_url"] == [VARIABLE, EXAMPLE]

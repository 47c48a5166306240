"""The site without a network: after one visit, taken along whole, from version to version."""

from __future__ import annotations

import gzip
import json
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from posixpath import dirname, normpath
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route

from kb.corpus.corpus import Corpus
from kb.publishing.browser.pack import pack
from kb.publishing.output.offline import put_offline
from kb.publishing.output.site import site_directory
from kb.service.server import running
from support.serving import QUIET
from support.site_browsing import requests_of, visit
from support.site_reading import Pages
from support.waiting import until, wait_until

#: What the worker keeps, by the names of the caches.
KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    found[name] = (await cache.keys()).map(({ url }) => new URL(url).pathname.slice(1));
  }
  return found;
}"""


@pytest.fixture
def reader(browser: Browser, complaints: list[str]) -> Iterator[BrowserContext]:
    """A phone that notes what goes wrong on its pages."""
    with browser.new_context(viewport={"width": 360, "height": 740}) as context:
        context.on(
            "console",
            lambda said: (
                complaints.append(said.text) if said.type in ("error", "warning") else None
            ),
        )
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        yield context


def test_what_was_visited_once_opens_without_a_network(
    reader: BrowserContext, address: str, complaints: list[str]
) -> None:
    page = visit(reader, f"{address}hu/bridge-2017/27/?beside=pl")
    reader.set_offline(True)
    page.goto(f"{address}hu/bridge-2017/27/#27.B.1.b")
    assert page.locator('[id="27.B.1.b"]').is_visible()
    book = "getComputedStyle(document.documentElement).getPropertyValue('--kb-book')"
    assert "serif" in page.evaluate(book)  # the style sheet is here too
    page.goto(f"{address}hu/")  # so are the ways about, and what people leave out of an address
    assert page.locator("h1").inner_text() == "Kodeks"
    page.goto(f"{address}hu/bridge-2017/27")
    assert page.url == f"{address}hu/bridge-2017/27/"
    assert not complaints


@pytest.mark.slow
@pytest.mark.parametrize("language", ["it", "hu"])
def test_what_was_not_visited_shows_what_is_here_in_the_readers_language(
    language: str, reader: BrowserContext, address: str
) -> None:
    page = visit(reader, f"{address}{language}/bridge-2017/27/")
    reader.set_offline(True)
    page.goto(f"{address}{language}/bridge-2017/40/#40.A")
    assert page.get_attribute("html", "lang") == language
    held = page.locator(".kb-held a")
    held.first.wait_for()
    there = {link.get_attribute("href") for link in held.all()}
    assert f"{address}{language}/bridge-2017/27/" in there
    assert f"{address}{language}/bridge-2017/40/" not in there
    reader.set_offline(False)
    page.locator(".kb-again a").click()
    page.wait_for_url(f"{address}{language}/bridge-2017/40/#40.A")
    assert page.locator("h1").get_attribute("id") == "40"


def home(context: BrowserContext, address: str) -> Page:
    """The first page in Hungarian, with the button that takes it all along."""
    page = visit(context, f"{address}hu/")
    page.locator(".kb-take-take").wait_for()
    return page


@pytest.mark.slow
def test_a_language_is_one_download_of_the_stated_size(
    reader: BrowserContext, address: str, site: Path, complaints: list[str]
) -> None:
    page = home(reader, address)
    asked = requests_of(page)
    with page.expect_response("**/*.pack") as answer:
        page.locator(".kb-take-take").click()
    stated = page.locator(".kb-take-take").text_content() or ""
    page.locator(".kb-take-back").wait_for()
    size = len(answer.value.body())
    assert size == (site / "offline/hu.pack").stat().st_size
    assert f"{size / 1e6:.1f}".replace(".", ",") in stated
    assert asked == [f"{address}offline/hu.pack"]
    reader.set_offline(True)
    for path in (
        "bridge-2017/40/",
        "concepts/revoke/",
        "ulti-2017/13/",
        "bridge-1997/77/",
        "bridge/7/",
    ):
        page.goto(f"{address}hu/{path}")
        assert page.url.startswith(f"{address}hu/{path.replace('bridge/', 'bridge-2017/')}")
    clause = "fetch('/linker/bridge-2017/hu/27.json').then((found) => found.json())"
    assert page.evaluate(clause) == json.loads((site / "linker/bridge-2017/hu/27.json").read_text())
    page.goto(f"{address}hu/")
    page.locator(".kb-take-back").click()
    page.locator(".kb-take-take").wait_for()
    page.goto(f"{address}hu/bridge-2017/40/")
    assert page.locator("h1").get_attribute("id") == "offline"
    assert not complaints


def every_file(site: Path, *places: str) -> dict[str, bytes]:
    return {
        path.relative_to(site).as_posix().removesuffix("index.html"): path.read_bytes()
        for place in places
        for path in (site / place).rglob("*")
        if path.is_file()
    }


@pytest.mark.slow
def test_what_was_taken_along_is_the_site_byte_for_byte(
    reader: BrowserContext, address: str, site: Path
) -> None:
    page = home(reader, address)
    page.locator(".kb-take-take").click()
    page.locator(".kb-take-back").wait_for()
    reader.set_offline(True)
    digest = """async (paths) => {
      const found = {};
      for (const path of paths) {
        const bytes = await (await fetch(`/${path}`)).arrayBuffer();
        const add = (sum, one) => (sum * 31 + one) % 1000003;
        found[path] = [...new Uint8Array(bytes)].reduce(add, 7);
      }
      return found;
    }"""
    files = every_file(site, "hu", "linker/bridge-2017/hu", "linker/bridge-1997/hr")
    read = [path for path in sorted(files) if not path.endswith(".xml")]  # not for readers
    for path, found in page.evaluate(digest, read[::3]).items():
        total = 7
        for one in files[path]:
            total = (total * 31 + one) % 1000003
        assert found == total, path


def cut(route: Route) -> None:
    route.abort()


def half(route: Route) -> None:
    body = route.fetch().body()
    route.fulfill(body=body[: len(body) // 2], content_type="application/octet-stream")


@pytest.mark.slow
@pytest.mark.parametrize("spoil", [cut, half])
def test_of_a_download_that_breaks_nothing_is_kept(
    spoil: Callable[[Route], None], reader: BrowserContext, address: str
) -> None:
    page = home(reader, address)
    page.route("**/*.pack", spoil)
    page.locator(".kb-take-take").click()
    wait_until(page, "document.querySelector('.kb-take-status').textContent.length > 25")
    assert page.locator(".kb-take-take").is_visible()
    assert not any("pack" in path for paths in page.evaluate(KEPT).values() for path in paths)


@pytest.mark.slow
def test_a_device_without_room_says_so(browser: Browser, address: str) -> None:
    with browser.new_context() as context:
        context.add_init_script(
            "navigator.storage.estimate = async () => ({ quota: 1e6, usage: 999000 })"
        )
        page = home(context, address)
        full = page.locator(".kb-take").get_attribute("data-full")
        page.locator(".kb-take-take").click()
        wait_until(page, "document.querySelector('.kb-take-status').textContent.length > 25")
        assert page.locator(".kb-take-status").inner_text() == full


@pytest.mark.slow
def test_the_site_can_be_installed_in_every_language(
    reader: BrowserContext, address: str, site: Path
) -> None:
    for language in ("hu", "pl", "hr", "it", "fr", "de", "en"):
        found = json.loads((site / language / "manifest.webmanifest").read_text(encoding="utf-8"))
        assert found["lang"] == language
        assert found["display"] == "standalone"
        for icon in found["icons"]:
            path = (site / language / icon["src"]).resolve()
            if path.suffix == ".png":
                size = int.from_bytes(path.read_bytes()[16:20], "big")
                assert icon["sizes"] == f"{size}x{size}"
            else:
                assert path.is_file()
    page = visit(reader, f"{address}pl/")
    session = reader.new_cdp_session(page)
    against = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one["errorId"] for one in against] == ["in-incognito"]  # as every window of a test is
    read = session.send("Page.getAppManifest")
    assert (read["url"], read["errors"]) == (f"{address}pl/manifest.webmanifest", [])


def packed_paths(path: Path) -> set[str]:
    """What a pack holds."""
    content = path.read_bytes()
    end = 8 + int.from_bytes(content[4:8], "big")
    index = json.loads(gzip.decompress(content[8:end]))
    return {name for member in index["members"] for name, _ in member["files"]}


@pytest.mark.slow
@pytest.mark.parametrize("language", ["hu", "it"])
def test_whatever_a_page_asks_for_is_taken_along_with_it(
    language: str, site: Path, site_pages: Pages
) -> None:
    taken = packed_paths(site / f"offline/{language}.pack")
    for path in filter(re.compile(f"{language}/(?!bridge/|ulti/)").match, site_pages):
        assert path.removesuffix("index.html") in taken, path
        for tag, href in site_pages[path].links:
            wanted = normpath(f"{dirname(path)}/{urlsplit(href).path}")
            if tag in ("script", "img") or wanted.endswith((".css", ".json")):
                assert wanted in taken, f"{path}: {href}"


def test_a_pack_holds_what_is_no_text_and_what_looks_like_a_sign() -> None:
    files = [("a.png", b"\x89PNG\xff"), ("b/", "\ue000\nline".encode()), ("c/", b"one\ntwo\n")]
    packed = pack(files)
    assert packed == pack(files)
    index = int.from_bytes(packed[4:8], "big")
    assert packed[8 + index :].count(b"\x1f\x8b\x08") == 3


# --- from one version to the next ------------------------------------------------------------


@dataclass
class Served:
    """A small site that is served, and can become another version."""

    home: Path
    address: str
    corpus: Corpus

    def renew(self, edits: dict[str, Callable[[str], str]]) -> None:
        """Change files and bind the site anew."""
        root = site_directory(self.home)
        for name, edit in edits.items():
            path = root / name
            path.write_text(edit(path.read_text(encoding="utf-8")), encoding="utf-8")
        put_offline(self.corpus, root)


#: Of the whole site, what this needs: a few pages with what they ask for.
SMALL = (
    *("assets", "icons", "search", "hu/assets", "hu/offline"),
    *("hu/bridge-2017/27", "hu/bridge-2017/40"),
)
FILES = (
    *("index.html", "404.html", "linker/kodeks-previews.js"),
    *("hu/index.html", "hu/manifest.webmanifest"),
)


@pytest.fixture
def served(site: Path, tmp_path: Path, corpus: Corpus) -> Iterator[Served]:
    root = site_directory(tmp_path)
    for language in corpus.page_languages:
        (root / language).mkdir(parents=True)
    for name in SMALL:
        shutil.copytree(site / name, root / name, dirs_exist_ok=True)
    (root / "linker").mkdir()
    for name in FILES:
        shutil.copy(site / name, root / name)
    with running(tmp_path, QUIET) as served:
        one = Served(tmp_path, served, corpus)
        one.renew({})
        yield one


def marked(version: int) -> dict[str, Callable[[str], str]]:
    """A version whose pages and style sheet say which they are."""
    page = f'<div class="kb-page" data-version="{version}"'
    return {
        "hu/assets/kodeks.css": lambda css: f"{css}\n:root {{ --version: {version}; }}\n",
        **{
            f"hu/{path}index.html": lambda html: html.replace(
                '<div class="kb-page', page + ' data-old="', 1
            )
            for path in ("", "bridge-2017/27/", "bridge-2017/40/")
        },
    }


VERSIONS = """() => [
  document.querySelector("[data-version]").dataset.version,
  getComputedStyle(document.documentElement).getPropertyValue("--version").trim(),
]"""


@pytest.mark.slow
def test_a_page_is_of_one_version_and_the_old_one_goes(
    served: Served, reader: BrowserContext, complaints: list[str]
) -> None:
    served.renew(marked(1))
    page = visit(reader, f"{served.address}hu/bridge-2017/27/")
    assert page.evaluate(VERSIONS) == ["1", "1"]
    (old,) = page.evaluate(KEPT)
    served.renew(marked(2))
    # What is here is of the old version, what is not of the new one: each as a whole.
    page.goto(f"{served.address}hu/bridge-2017/40/")
    assert page.evaluate(VERSIONS) == ["2", "2"]
    assert "hu/bridge-2017/40/" not in page.evaluate(KEPT)[old]
    waiting = "navigator.serviceWorker.getRegistration().then((found) => Boolean(found.waiting))"
    wait_until(page, waiting)
    other = reader.new_page()  # a second window: the old version stays for both
    other.goto(f"{served.address}hu/bridge-2017/27/")
    assert other.evaluate(VERSIONS) == ["1", "1"]
    other.close()

    def goes_on() -> list[str]:
        for there in ("40/", "27/#27.B"):
            page.goto(f"{served.address}hu/bridge-2017/{there}")
            wait_until(page, "document.querySelector('[data-version]')")
        return list(page.evaluate(VERSIONS))

    # The only window goes on: the new version takes over between two pages. If the browser counts
    # the closed window still, or this one is slow to say that it leaves, between two later ones.
    until(lambda: goes_on() == ["2", "2"], "the new version takes over")
    assert page.url.endswith("#27.B")
    kept = page.evaluate(KEPT)
    assert old not in kept
    assert len(kept) == 1
    reader.set_offline(True)
    page.goto(f"{served.address}hu/")  # the ways about came along
    assert page.evaluate(VERSIONS) == ["2", "2"]
    assert not complaints

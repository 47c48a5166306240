"""Shared fixtures: the corpus that tests have, copies that they may break, and one whole build.

What stands in corpus/ beside what is pinned (`support.pinned`) is not in them, but for the tests of
this corpus's facts, which have fixtures of their own: tests/corpus/conftest.py.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from kb.build import build
from kb.concordance.occurrences import Concordance
from kb.corpus import manifest
from kb.corpus.corpus import Corpus
from kb.publishing.output.site import build_site, site_directory
from kb.search.asking.query import Searcher
from kb.service.server import running
from kb.storage.store import Store
from support.command import Kodeks
from support.faults import Build, copy_home, rightly_answered
from support.federations import DESK, PHONE, Federation, serve_federation, serve_laws
from support.homes import (
    REPOSITORY,
    copy_corpus,
    keep_texts,
    rename_law,
    site_home,
)
from support.hostile_works import hostile_home
from support.made_once import made_once
from support.ordering import in_turn
from support.serving import QUIET
from support.site_reading import Pages, SitePages
from support.texts import Read, read_all

# How long an example takes says something about the machine, not about the code. The same code is
# tried with the same examples, so that who did not break it does not see it broken; new ones are
# looked for by `make explore`.
hypothesis.settings.register_profile("kodeks", deadline=None, derandomize=True, database=None)
hypothesis.settings.register_profile(
    "explore", deadline=None, derandomize=False, max_examples=1000, print_blob=True
)
hypothesis.settings.load_profile("kodeks")

CHROMIUM = shutil.which("chromium")

#: Nothing of the browser's own may ask the network; as root it cannot have its sandbox.
ARGUMENTS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-first-run",
    *(["--no-sandbox"] if os.geteuid() == 0 else []),
]


@pytest.hookimpl(trylast=True)  # when those that are left out are gone
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if "PYTEST_XDIST_WORKER" in os.environ:
        items[:] = in_turn(items)


@pytest.fixture
def tmp_path(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Path]:
    """pytest's directory of a test, emptied when the test has passed: it may be a whole corpus.

    The directory stays, so that no other test is given the same path: there is much that is kept
    by path. (pytest's own way, `tmp_path_retention_policy`, removes it.)
    """
    failed = request.session.testsfailed
    yield tmp_path
    if request.session.testsfailed == failed:
        for left in tmp_path.glob("*"):  # a test may have removed it
            if left.is_dir() and not left.is_symlink():
                shutil.rmtree(left, ignore_errors=True)
            else:
                left.unlink(missing_ok=True)


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """What is pinned of the corpus, beside the sources of the site; not built."""
    return manifest.load(made_once(tmp_path_factory, "pinned", site_home))


@pytest.fixture(scope="session")
def texts(corpus: Corpus) -> dict[str, Read]:
    """Every text that has a reader, read once for the whole session."""
    return read_all(corpus)


@pytest.fixture(scope="session")
def hu(texts: dict[str, Read]) -> Read:
    return texts["bridge-2017/hu"]


@pytest.fixture(scope="session")
def pl(texts: dict[str, Read]) -> Read:
    return texts["bridge-2017/pl"]


@pytest.fixture(scope="session")
def hr(texts: dict[str, Read]) -> Read:
    return texts["bridge-1997/hr"]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A copy of the corpus that a test may break."""
    return copy_corpus(tmp_path / "home")


@pytest.fixture
def small_home(home: Path) -> Path:
    """A copy of the corpus whose manifest has the Croatian text only: quick to build."""
    keep_texts(home, "bridge-1997/hr")
    return home


@pytest.fixture
def code_home(home: Path) -> Path:
    """A copy of the corpus whose manifest has the two texts of the current code only."""
    keep_texts(home, "bridge-2017/hu", "bridge-2017/pl")
    return home


@pytest.fixture(scope="session")
def built_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the corpus, built once; tests must not change it."""
    return made_once(
        tmp_path_factory, "built", lambda home: build(manifest.load(copy_corpus(home)))
    )


@pytest.fixture(scope="session")
def store(built_home: Path) -> Store:
    found = build(manifest.load(built_home))
    assert not found.fresh
    return found.store


@pytest.fixture(scope="session")
def searcher(corpus: Corpus, store: Store) -> Searcher:
    return Searcher.open(corpus, store)


@pytest.fixture(scope="session")
def concordance(store: Store) -> Concordance:
    """The concordance of the pinned corpus, opened once."""
    return Concordance.open(store)


@pytest.fixture(scope="session")
def site(built_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of the site of the whole corpus; tests must not change it."""
    home = made_once(tmp_path_factory, "site", lambda home: build_site(site_home(home, built_home)))
    return site_directory(home)


@pytest.fixture(scope="session")
def site_pages(site: Path) -> Pages:
    """The pages of the site by their path.

    Of the pages of single concepts, tests go through the Hungarian ones only: a slow test does
    through all.
    """
    return SitePages(site, lambda path: not re.match(r"(?!hu)[a-z]{2}/concepts/[^i]", path))


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    with running(site.parents[1], QUIET) as served:
        yield served


@pytest.fixture(scope="session")
def hostile_built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The corpus with three made-up rulebooks beside it, built once; tests must not change it."""
    return made_once(
        tmp_path_factory, "hostile", lambda home: build(manifest.load(hostile_home(home)))
    )


@pytest.fixture(scope="session")
def hostile(hostile_built: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Corpus, Store]:
    """The corpus with these in a home that has the sources of the site, and its build."""
    home = tmp_path_factory.mktemp("hostile") / "home"
    corpus = manifest.load(site_home(home, hostile_built))
    found = build(corpus)
    assert not found.fresh
    return corpus, found.store


@pytest.fixture(scope="session")
def hostile_site(hostile_built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of the site of these; tests must not change it."""
    home = made_once(
        tmp_path_factory,
        "hostile-site",
        lambda home: build_site(site_home(home, hostile_built)),
    )
    return site_directory(home)


@pytest.fixture(scope="session")
def first_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Croatian code alone, built, with a site of one page; tests must not change it."""

    def make(home: Path) -> None:
        keep_texts(copy_corpus(home), "bridge-1997/hr")
        build(manifest.load(home))
        site_directory(home).mkdir()
        (site_directory(home) / "index.html").write_text("<!doctype html>", encoding="utf-8")

    return made_once(tmp_path_factory, "first-build", make)


@pytest.fixture(scope="session")
def first_build(first_home: Path) -> Build:
    """The same with what is answered from it."""
    return rightly_answered(first_home)


@pytest.fixture(scope="session")
def second_build(first_build: Build, tmp_path_factory: pytest.TempPathFactory) -> Build:
    """The same with another title of Law 27."""

    def make(home: Path) -> None:
        rename_law(copy_home(first_build.home, home))
        build(manifest.load(home))

    return rightly_answered(made_once(tmp_path_factory, "second-build", make))


@pytest.fixture
def faulty_home(first_home: Path, tmp_path: Path) -> Path:
    """A home with the first build, of which everything may be broken."""
    return copy_home(first_home, tmp_path / "home")


@pytest.fixture
def complaints() -> list[str]:
    """What went wrong while pages were looked at."""
    return []


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    assert CHROMIUM, "no browser for the tests: make chromium (apt-get install chromium)"
    expect.set_options(timeout=30_000)  # as long as all else of Playwright's waits
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def laws(corpus: Corpus, store: Store, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site with the linker and what it shows."""
    yield from serve_laws(REPOSITORY, corpus, store, tmp_path_factory.mktemp("laws"))


@pytest.fixture
def federation(laws: str) -> Iterator[Federation]:
    """Somebody's site whose pages have the linker's tag."""
    yield from serve_federation(laws)


@pytest.fixture
def desk(browser: Browser) -> Iterator[BrowserContext]:
    """A window with a mouse and a keyboard."""
    with browser.new_context(viewport=DESK) as context:
        yield context


@pytest.fixture
def answered(browser: Browser) -> Iterator[Page]:
    """A tab whose questions to the service a test answers; nothing serves the site offline."""
    with browser.new_context(viewport=DESK, service_workers="block") as context:
        yield context.new_page()


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    """A small window that is touched."""
    with browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True) as context:
        yield context


@pytest.fixture
def kodeks(
    built_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Kodeks:
    monkeypatch.setenv("KODEKS_HOME", str(built_home))
    monkeypatch.setenv("COLUMNS", "120")
    return Kodeks(monkeypatch, capsys)

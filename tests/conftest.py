"""Shared fixtures: the corpus as it is, a copy of it that tests may break, and one whole build."""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import hypothesis
import pytest
from command import Kodeks
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from faults import Build, copy_home, rightly_answered
from federations import DESK, PHONE, Federation, serve_federation, serve_laws
from kb import corpus as manifest
from kb.build import WORD_FORMS, build
from kb.corpus import Corpus
from kb.model import Reading, Record
from kb.publishing.site import build_site, site_directory
from kb.reading.read import read
from kb.search.query import Searcher
from kb.service.server import running
from kb.service.settings import Settings
from kb.store import Store
from site_reading import Pages, SitePages

# How long an example takes says something about the machine, not about the code. The same code is
# tried with the same examples, so that who did not break it does not see it broken; new ones are
# looked for by `make explore`.
hypothesis.settings.register_profile("kodeks", deadline=None, derandomize=True, database=None)
hypothesis.settings.register_profile(
    "explore", deadline=None, derandomize=False, max_examples=1000, print_blob=True
)
hypothesis.settings.load_profile("kodeks")

REPOSITORY = Path(__file__).resolve().parents[1]

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


#: How tests run the service: on a free port, without a line for each request.
QUIET = Settings(port=0, level="error")


@dataclass(frozen=True)
class Read:
    """A text as read, with its records by id."""

    reading: Reading
    by_id: dict[str, Record]

    def of_kind(self, *kinds: str) -> list[Record]:
        return [record for record in self.reading.records if record.kind in kinds]


@pytest.fixture(scope="session")
def corpus() -> Corpus:
    return manifest.load(REPOSITORY)


@pytest.fixture(scope="session")
def texts(corpus: Corpus) -> dict[str, Read]:
    """Every text that has a reader, read once for the whole session."""
    out = {}
    for text in corpus.readable:
        reading = read(text)
        out[text.id] = Read(reading, {str(record.id): record for record in reading.records})
    return out


@pytest.fixture(scope="session")
def hu(texts: dict[str, Read]) -> Read:
    return texts["bridge-2017/hu"]


@pytest.fixture(scope="session")
def pl(texts: dict[str, Read]) -> Read:
    return texts["bridge-2017/pl"]


@pytest.fixture(scope="session")
def hr(texts: dict[str, Read]) -> Read:
    return texts["bridge-1997/hr"]


def copy_corpus(home: Path) -> Path:
    """A home with the corpus of the repository, apart from its build."""
    shutil.copytree(REPOSITORY / "corpus", home / "corpus")
    keep_words(home)
    return home


def keep_words(home: Path) -> None:
    """Share with all homes what dictionaries say of words: loading them takes seconds."""
    kept = REPOSITORY / WORD_FORMS
    kept.mkdir(parents=True, exist_ok=True)
    (home / WORD_FORMS).parent.mkdir()
    (home / WORD_FORMS).symlink_to(kept)


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


def keep_texts(home: Path, *ids: str) -> None:
    """Take all other texts out of a home's manifest, and what only search needs: quick to build."""
    edit_manifest(home, lambda toml: kept(toml, "text", ids))
    for name in ("words", "situations"):
        shutil.rmtree(home / "corpus/curation" / name, ignore_errors=True)


def keep_areas(home: Path, *ids: str) -> None:
    """Take all other areas out of a home's lexicon: its site is quicker to build."""
    concepts = home / "corpus/curation/concepts"
    edit_file(concepts / "areas.toml", lambda toml: kept(toml, "area", ids))
    for path in concepts.glob("*.toml"):
        if path.stem not in ("areas", *ids):
            path.unlink()


def kept(toml: str, table: str, ids: Sequence[str]) -> str:
    """A TOML file with those of its [[tables]] that have these ids."""
    head, *tables = toml.split(f"[[{table}]]")
    wanted = [one for one in tables if any(f'id = "{id}"' in one for id in ids)]
    assert len(wanted) == len(ids)
    return head + "".join(f"[[{table}]]{one}" for one in wanted)


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A directory that takes long to make: one worker makes it, the others wait and share it.

    `make mutants` runs the same tests hundreds of times over: it names a directory
    (`KODEKS_TESTS_KEPT`) where what one run made is kept for the next.
    """
    own = factory.getbasetemp()
    root = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    if kept := os.environ.get("KODEKS_TESTS_KEPT"):
        root = Path(kept)
    with (root / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = root / f"{name}.done"
        if not done.exists():
            make(root / name)
            done.touch()
    return root / name


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


def site_home(home: Path, built: Path | None = None) -> Path:
    """A home with the site's sources; with the corpus and the build of a built home if given."""
    home.mkdir(parents=True, exist_ok=True)
    for name in ("site", "mkdocs.yml", "node_modules"):
        (home / name).symlink_to(REPOSITORY / name)
    (home / "corpus").symlink_to((built or REPOSITORY) / "corpus")
    if built:
        (home / "build").mkdir()
        (home / "build/kb").symlink_to(built / "build/kb")
    return home


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
def first_build(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """The Croatian code alone, built, with a site of one page; tests must not change it."""

    def make(home: Path) -> None:
        keep_texts(copy_corpus(home), "bridge-1997/hr")
        build(manifest.load(home))
        site_directory(home).mkdir()
        (site_directory(home) / "index.html").write_text("<!doctype html>", encoding="utf-8")

    return rightly_answered(made_once(tmp_path_factory, "first-build", make))


@pytest.fixture(scope="session")
def second_build(first_build: Build, tmp_path_factory: pytest.TempPathFactory) -> Build:
    """The same with another title of Law 27."""

    def make(home: Path) -> None:
        rename_law(copy_home(first_build.home, home))
        build(manifest.load(home))

    return rightly_answered(made_once(tmp_path_factory, "second-build", make))


def rename_law(home: Path) -> None:
    """Make the corpus of the first build that of the second."""
    edit_source(home, "bridge-1997_hr.txt", lambda text: text.replace("NEDOSTATAN", "NEDOVOLJAN"))


@pytest.fixture
def faulty_home(first_build: Build, tmp_path: Path) -> Path:
    """A home with the first build, of which everything may be broken."""
    return copy_home(first_build.home, tmp_path / "home")


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
def phone(browser: Browser) -> Iterator[BrowserContext]:
    """A small window that is touched."""
    with browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True) as context:
        yield context


Edit = Callable[[str], str]


def edit_source(home: Path, file: str, edit: Edit) -> None:
    """Change a source and its hash in the manifest, as a careless editor would."""
    path = home / "corpus/sources" / file
    before = path.read_bytes()
    after = edit(before.decode()).encode()
    assert after != before, "the edit changed nothing"
    path.write_bytes(after)
    edit_manifest(home, lambda text: text.replace(_sha(before), _sha(after)))


def edit_manifest(home: Path, edit: Edit) -> None:
    edit_file(home / manifest.MANIFEST, edit)


def edit_curation(home: Path, file: str, edit: Edit) -> Path:
    """Change a curated file of a text (`bridge-2017_pl/print.toml`); returns where it is."""
    path = home / "corpus/curation/reading" / file
    edit_file(path, edit)
    return path


def edit_file(path: Path, edit: Edit) -> None:
    before = path.read_text(encoding="utf-8")
    after = edit(before)
    assert after != before, "the edit changed nothing"
    path.write_text(after, encoding="utf-8")


def without_line(number: int) -> Edit:
    """Blanks one line, so that all other line numbers stay."""

    def edit(text: str) -> str:
        lines = text.split("\n")
        lines[number - 1] = ""
        return "\n".join(lines)

    return edit


def with_line(number: int, pattern: str, replacement: str) -> Edit:
    """Replaces in one line."""

    def edit(text: str) -> str:
        lines = text.split("\n")
        lines[number - 1] = re.sub(pattern, replacement, lines[number - 1])
        return "\n".join(lines)

    return edit


def _sha(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@pytest.fixture
def kodeks(
    built_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Kodeks:
    monkeypatch.setenv("KODEKS_HOME", str(built_home))
    monkeypatch.setenv("COLUMNS", "120")
    return Kodeks(monkeypatch, capsys)

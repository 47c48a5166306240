"""The documentation is true: its examples run, what it names is there, its reference is whole."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from kb.core.schemas import schemas
from kb.corpus.corpus import Corpus
from kb.documentation.commands import commands
from kb.documentation.docs_plugin import SOURCES, with_reachable_tables
from kb.documentation.formats import anchor
from kb.languages.catalogue import load
from kb.service.settings import settings_table
from support.command import Kodeks
from support.console import Example, examples
from support.homes import REPOSITORY
from support.reference import reference_files
from support.site_reading import Pages

DOCS = REPOSITORY / SOURCES
WRITTEN = {path.relative_to(DOCS).as_posix(): path for path in sorted(DOCS.rglob("*.md"))}
ENTRANCES = ("README.md", "CONTRIBUTING.md", "OPERATIONS.md", "corpus/README.md")
PAGES = [*(REPOSITORY / name for name in ENTRANCES), *WRITTEN.values()]

#: Commands that take long, do not end, or change the corpus: of them the options are checked, and
#: nothing is run.
NOT_RUN = {"build", "site", "serve", "new"}

#: What a page may take for granted in the directory where its examples run.
RULING = "By Law 27B1(b) the auction continues.\n"


every_page = pytest.mark.parametrize(
    "path", PAGES, ids=[path.relative_to(REPOSITORY).as_posix() for path in PAGES]
)


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def navigation() -> list[str]:
    """The pages of the documentation in the order of its menu."""

    def listed(nav: Any) -> list[str]:
        if isinstance(nav, str):
            return [nav]
        entries = nav.values() if isinstance(nav, dict) else nav
        return [page for entry in entries for page in listed(entry)]

    source = read(REPOSITORY / "mkdocs.yml").replace("!ENV", "")
    plugins = yaml.safe_load(source)["plugins"]
    (nav,) = (one["kodeks-docs"]["nav"] for one in plugins if "kodeks-docs" in one)
    return listed(nav)


# --- examples -------------------------------------------------------------------------------------


@pytest.mark.slow
@every_page
def test_what_an_example_shows_is_what_the_command_prints(
    path: Path, kodeks: Kodeks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "88")  # what a page shows without being scrolled
    shutil.copytree(REPOSITORY / "site/rulings", tmp_path / "rulings")
    (tmp_path / "ruling.md").write_text(RULING, encoding="utf-8")
    for example in examples(read(path)):
        name, *arguments = example.words
        if name == "cat":
            (tmp_path / arguments[0]).write_text("\n".join(example.shown) + "\n", encoding="utf-8")
        elif name == "kodeks" and arguments[0] in NOT_RUN:
            commands()[arguments[0]].make_context(arguments[0], arguments[1:])
        elif name == "kodeks":
            assert kodeks(*arguments) == 0, (example.line, kodeks.err)
            assert example.prints(kodeks.out), (example.line, kodeks.out)


def test_the_documentation_has_examples_of_every_command() -> None:
    shown = {one.words[1] for path in PAGES for one in examples(read(path)) if "kodeks" in one.line}
    generated = reference_files()["reference/commands.md"]
    assert {one.words[1] for one in examples(generated)} == set(commands())
    assert {"show", "search", "suggest", "glossary", "link", "citator", "report"} <= shown


def test_an_example_that_shows_something_else_is_noticed() -> None:
    example = Example("kodeks x", ("first", "…", "last"))
    assert example.prints("first\nsecond\nlast\n")
    assert example.prints("first\nlast\n")
    assert not example.prints("first\nsecond\n")
    assert not Example("kodeks x", ("first",)).prints("first\nsecond\n")


# --- what is named --------------------------------------------------------------------------------


@every_page
def test_files_that_a_page_names_are_in_the_repository(path: Path) -> None:
    folders = "corpus|kb|site|scripts|tests|requirements"
    for name in re.findall(rf"`((?:{folders})/[\w./*-]*)`", read(path)):
        assert any(REPOSITORY.glob(name.rstrip("/"))), name


@every_page
def test_links_between_files_lead_somewhere(path: Path) -> None:
    """What MkDocs checks of the pages of the site, also of what is read in the repository."""
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", read(path)):
        place = (path.parent / target).resolve()
        generated = f"{place}".removeprefix(f"{DOCS}/") in reference_files()
        assert place.is_file() or generated, target


def test_every_page_is_in_the_menu_and_says_what_it_is_about() -> None:
    generated = [name for name in reference_files() if name.endswith(".md")]
    assert sorted(navigation()) == sorted([*WRITTEN, *generated])
    for name, page in {**{n: read(p) for n, p in WRITTEN.items()}, **reference_files()}.items():
        if name.endswith(".md"):
            _, head, body = page.split("---\n", 2)
            meta = yaml.safe_load(head)
            assert set(meta) == {"title", "description"}, name
            assert body.count("\n# ") - body.count("\n# apt") - body.count("\n# su") >= 1, name
            assert meta["description"].endswith("."), name


def test_every_wing_is_described_and_every_change_leads_to_files() -> None:
    house = read(DOCS / "developers/index.md")
    for wing in (REPOSITORY / "kb").iterdir():
        if not wing.name.startswith("_"):
            assert f"`kb/{wing.name}`" in house, wing.name
    rows = re.findall(r"^\| (?!I want|---)([^|]+) \| ([^|]+) \|", changes(), re.MULTILINE)
    assert len(rows) >= 30
    for wanted, files in rows:
        assert "`" in files, wanted


def changes() -> str:
    return read(DOCS / "developers/changes.md")


def test_the_readme_is_short_and_has_small_pictures() -> None:
    readme = read(REPOSITORY / "README.md")
    assert len(readme.splitlines()) <= 80
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", readme)
    assert len(pictures) == 2
    for picture in pictures:
        assert (REPOSITORY / picture).stat().st_size < 150_000


# --- the reference --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", commands())
def test_the_reference_has_every_command_with_every_option(name: str) -> None:
    page = reference_files()["reference/commands.md"]
    section = page.partition(f"\n## kodeks {name}\n")[2].partition("\n## ")[0]
    command = commands()[name]
    assert command.help.split("\n\n")[0].split("`")[0] in section
    rows = [row for row in section.splitlines() if row.startswith("| `")]
    assert len(rows) == len(command.params)
    for parameter, row in zip(command.params, rows, strict=True):
        assert parameter.help.partition("[")[0].strip() in row.replace("\\", "")
        if parameter.opts[0].startswith("-"):
            assert f"`{', '.join((*parameter.opts, *parameter.secondary_opts))}" in row


def test_the_reference_has_every_exit_code() -> None:
    page = reference_files()["reference/commands.md"]
    codes = re.findall(r"^\| `(\d)` \| ([A-Z].+\.) \|$", page, re.MULTILINE)
    assert [code for code, _ in codes] == ["0", "1", "2", "3", "4", "5", "6"]


@pytest.mark.parametrize("name", schemas())
def test_the_reference_has_every_schema_with_every_field(name: str) -> None:
    page = reference_files()["reference/formats.md"]
    schema = schemas()[name]
    assert json.loads(reference_files()[f"reference/schemas/{name}.json"]) == schema
    for place in (anchor(name), *(anchor(name, key) for key in schema.get("$defs", {}))):
        assert f"{{: #{place} }}" in page
    section = page.partition(f"{{: #{name} }}")[2].partition("\n## ")[0]
    for field in fields(schema):
        assert re.search(rf"^\| `(?:\S+\.)?{re.escape(field)}` \|", section, re.MULTILINE), field


def fields(schema: Any) -> set[str]:
    """The names of all fields that a schema describes, however deep."""
    if isinstance(schema, list):
        return {name for one in schema for name in fields(one)}
    if not isinstance(schema, dict):
        return set()
    own = schema.get("properties")
    found = set(own) if isinstance(own, dict) and "properties" not in own.get("type", ()) else set()
    return found.union(*(fields(value) for key, value in schema.items() if key not in _EXAMPLES))


#: Parts of a schema whose keys are no fields, or are said in words.
_EXAMPLES = ("examples", "if", "then", "else")


def test_the_reference_has_every_setting_and_every_operation() -> None:
    files = reference_files()
    assert settings_table() in files["reference/settings.md"]
    for path, methods in json.loads(files["reference/openapi.json"])["paths"].items():
        for method in methods:
            assert f"`{method.upper()} {path}`" in files["reference/http-api.md"]


def test_the_keyboard_reaches_every_table_and_hears_what_it_is_about() -> None:
    html = '<h1 id="top">A</h1><h2 id="one">B</h2><table>x</table><table>y</table>'
    named = '<div class="kb-table" role="group" tabindex="0" aria-labelledby="one">'
    assert with_reachable_tables(html) == html.replace(
        "<table>", f'{named}<table class="kb-grid">'
    ).replace("</table>", "</table></div>")


# --- on the site ----------------------------------------------------------------------------------


def test_the_site_has_the_documentation_in_english(site: Path, site_pages: Pages) -> None:
    built = {path for path in site_pages if path.startswith("docs/")}
    places = (re.sub(r"(index)?\.md$", "", page) for page in navigation())
    assert built == {Path("docs", place, "index.html").as_posix() for place in places}
    for path in built:
        assert site_pages[path].language == "en"
    sitemap = read(site / "docs/sitemap.xml")
    assert sitemap.count("<loc>") == len(built)
    assert "docs/sitemap.xml" in read(site / "sitemap.xml")


def test_the_page_about_the_site_leads_to_the_documentation(
    corpus: Corpus, site_pages: Pages
) -> None:
    for language in corpus.page_languages:
        page = site_pages[f"{language}/about/index.html"]
        assert ("a", "../../docs/") in page.links
        said = load(language).gettext("Documentation")
        assert said in page.text

"""Rulebooks as unlike ours as can be have their pages, and the pages of ours are as without them.

Slow: they need a site of their own, which is built strictly.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from kb.corpus import manifest
from kb.corpus.corpus import Corpus
from kb.languages.catalogue import load
from kb.publishing.output.page_list import edition_pages
from kb.publishing.parts.language_site import language_site
from kb.storage.store import Store
from support.hostile_works import BRIC, DUEL, TAVLI, TEXTS, expected
from support.site_reading import Built, Pages, SitePages, target

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def works(hostile_built: Path) -> Corpus:
    return manifest.load(hostile_built)


@pytest.fixture(scope="module")
def pages(hostile_site: Path) -> Pages:
    return SitePages(hostile_site, lambda path: path.split("/")[1:2] != ["concepts"])


def edition_of(text: str) -> str:
    return text.partition("/")[0]


def page_of(pages: Pages, reader: str, text: str, provision: str) -> Built:
    """The page with a provision for readers of a language."""
    return pages[f"{reader}/{edition_of(text)}/{provision.partition('.')[0]}/index.html"]


def pages_of(pages: Pages, text: str) -> list[Built]:
    """All pages of the edition of a text, for all readers."""
    return [page for path, page in pages.items() if path.split("/")[1:2] == [edition_of(text)]]


# --- their pages ---------------------------------------------------------------------------------


def test_there_are_pages_in_every_language_that_a_text_is_in(works: Corpus, pages: Pages) -> None:
    assert {"ru", "el", "tr", "hu", "en"} <= {*works.page_languages}
    for reader in works.page_languages:
        assert f"{reader}/index.html" in pages
        assert ("a", f"{reader}/") in pages["index.html"].links
        for text in TEXTS:
            assert f"{reader}/{edition_of(text)}/index.html" in pages


@pytest.mark.parametrize("text", TEXTS)
def test_every_provision_has_its_place_and_its_words(
    text: str, works: Corpus, pages: Pages
) -> None:
    """Containers that have no line of their own have a place too."""
    language = text.partition("/")[2]
    for row in expected("provisions"):
        if row["text"] != text:
            continue
        id = row["id"]
        for reader in works.page_languages:
            page = page_of(pages, reader, text, id)
            assert id in page.ids, (reader, id)
            words = [page.said(id, language, part) for part in ("heading", "body")]
            if row["begins"] == "-":
                assert words == ["", ""], (reader, id)
            else:
                assert any(one.startswith(row["begins"]) for one in words), (reader, id, words)


@pytest.mark.parametrize("text", TEXTS)
def test_pages_are_whole_and_their_anchors_lead_to_one_place(text: str, pages: Pages) -> None:
    of_edition = pages_of(pages, text)
    assert len(of_edition) > 100
    for page in of_edition:
        assert [id for id, count in Counter(page.ids).items() if count > 1] == [], page.path
        assert page.headings.count(1) == 1, page.path
        steps = zip(page.headings, page.headings[1:], strict=False)
        assert all(after <= before + 1 for before, after in steps), (page.path, page.headings)


def test_every_link_of_theirs_leads_somewhere(hostile_site: Path, pages: Pages) -> None:
    """Of every kind, also those to them from the first pages."""
    first = [page for path, page in pages.items() if path.count("/") < 2]
    for page in [*first, *(page for text in TEXTS for page in pages_of(pages, text))]:
        for _, url in page.links:
            if url.startswith("data:"):
                continue
            file, anchor = target(page, url)
            assert (hostile_site / file).is_file(), (page.path, url)
            assert not anchor or anchor in pages[file].ids, (page.path, url)


@pytest.mark.parametrize(
    ("text", "reader", "id", "name"),
    [
        (DUEL, "ru", "9", "Статья 9"),
        (DUEL, "ru", "9.2", "Пункт 9.2"),
        (DUEL, "ru", "5.1.2.a", "Пункт 5.1.2(a)"),
        (DUEL, "ru", "A", "Приложение A"),
        (DUEL, "ru", "A.4.1", "Приложение A.4.1"),
        (DUEL, "en", "9", "Article 9"),
        (DUEL, "en", "9.2", "Article 9.2"),
        (DUEL, "en", "A.4.1", "Appendix A.4.1"),
        (DUEL, "hu", "9", "9. cikk"),
        (DUEL, "hu", "9.2", "9.2. cikk"),
        (DUEL, "hu", "A.4.1", "A.4.1 függelék"),
        (TAVLI, "el", "5", "Άρθρο 5"),
        (TAVLI, "el", "5.B.2", "Άρθρο 5B2"),
        (TAVLI, "en", "5.B.2.b.ii", "Article 5B2(b)(ii)"),
        (TAVLI, "hu", "5.B.2", "5B2 cikk"),
        (BRIC, "tr", "27", "Madde 27"),
        (BRIC, "tr", "27.B.1.b", "Madde 27B1(b)"),
        (BRIC, "en", "12.B", "Article 12B"),
        (BRIC, "hu", "12.B", "12B. cikk"),
    ],
)
def test_provisions_are_called_what_the_profile_says(
    text: str, reader: str, id: str, name: str, pages: Pages
) -> None:
    page = page_of(pages, reader, text, id)
    if "." in id:
        assert any(words.endswith(f", {name}") for words, _ in page.names), page.names
    else:
        assert any(words.strip() == name for words, _ in page.texts)
        assert f"<title>{name}" in page.html.replace("\n", " ")


@pytest.mark.parametrize("text", TEXTS)
def test_every_passage_says_its_language(text: str, works: Corpus, pages: Pages) -> None:
    """The words of the work its own; those of the site that of the reader, or English."""
    language = text.partition("/")[2]
    for row in expected("provisions"):
        if row["text"] != text or row["begins"] == "-":
            continue
        for reader in works.page_languages:
            page = page_of(pages, reader, text, row["id"])
            assert page.language == load(reader).spoken
            said = {spoken for words, spoken in page.texts if _begins(words.strip(), row["begins"])}
            assert said == {language}, (reader, row["id"])


@pytest.mark.parametrize("text", TEXTS)
def test_what_is_cited_inside_leads_to_its_place(text: str, works: Corpus, pages: Pages) -> None:
    language = text.partition("/")[2]
    known = {row["id"] for row in expected("provisions") if row["text"] == text}
    for row in expected("references"):
        if row["text"] != text:
            continue
        for reader in works.page_languages:
            page = page_of(pages, reader, text, row["from"])
            links = {
                target(page, address) if address else None
                for record, spoken, address, quote in page.cited
                if (record, spoken) == (row["from"], language) and quote in row["quote"]
            }
            [first, *others] = row["targets"].split()
            joined = "–" in row["quote"] or " ile " in row["quote"] or " έως " in row["quote"]
            for id in [first] if joined else [first, *others]:
                assert links & places_of(reader, text, id, known), (page.path, row, links)


def places_of(reader: str, text: str, id: str, known: set[str]) -> set[tuple[str, str] | None]:
    """The page and the anchor that a citation may lead to; None for what is not there."""
    if id not in known:
        return {None}
    law = id.partition(".")[0]
    page = f"{reader}/{edition_of(text)}/{law}/index.html"
    return {(page, id), (page, "")} if id == law else {(page, id)}


@pytest.mark.parametrize("reader", ["ru", "el", "tr"])
def test_readers_without_a_catalogue_have_pages(reader: str, pages: Pages) -> None:
    """In English where the site speaks; with the tabs, the search and the linker of all others."""
    for path in (
        "",
        "search/",
        "rulings/",
        "about/",
        "concepts/",
        "bridge-2017/27/",
        "duel-2025/A/",
    ):
        page = pages[f"{reader}/{path}index.html"]
        assert page.language == "en"
        assert load("en").gettext("Unofficial copy: the federation's text binds.") in page.text
        assert ("form", "") not in page.links
        assert 'class="kb-search"' in page.html


# --- the pages of ours ---------------------------------------------------------------------------


@pytest.mark.parametrize("reader", ["hu", "en"])
def test_laws_are_shown_as_without_them(
    reader: str, corpus: Corpus, store: Store, hostile: tuple[Corpus, Store]
) -> None:
    """Byte for byte, but for the menus around them."""
    shown, before = laws_shown(*hostile, reader), laws_shown(corpus, store, reader)
    assert len(shown) == 93 + 12
    for path, html in before.items():
        assert shown[path] == html, path
    assert shown.keys() == before.keys()


def laws_shown(corpus: Corpus, store: Store, reader: str) -> dict[str, str]:
    """What the pages of our laws say of them, by their path."""
    ours = language_site(corpus, store, reader)
    return {
        page.path: page.html
        for edition in ("bridge-2017", "ulti-2017")
        if (book := ours.book(edition))
        for page in edition_pages(ours, book)
        if page.path.rpartition("/")[2].removesuffix(".md").isdigit()
    }


def _begins(words: str, begins: str) -> bool:
    """Whether words are the first of a provision, up to the first link in it."""
    return words.startswith(begins) or (len(words) > 3 and begins.startswith(words))

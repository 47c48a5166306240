"""The rulings of folders on the site: where they are listed, how often, and their own pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kb.corpus.corpus import Corpus
from kb.publishing.browser.ruling_shards import ruling_shards
from kb.publishing.output.page_list import Page, decide_pages, edition_pages, ruling_pages
from kb.publishing.output.page_list import concept_pages as pages_of_concepts
from kb.publishing.parts.language_site import LanguageSite, language_site
from kb.storage.store import Store
from support.libraries import write_rulings

pytestmark = pytest.mark.slow

#: Twelve rulings in Croatian that each cite Law 13 twice, a day after the other.
_MANY = {
    f"hr/{day:02}.md": (
        f"---\ntitle: Trinaest karata {day}\nlang: hr\ndate: 2020-05-{day:02}\nbody: HBS\n---\n\n"
        "Prema članu 13A2 Direktor prilagođava rezultat. Vidi i član 13D, te opet član 13A2.\n"
        "\n## Odluka\n\nRezultat ostaje.\n"
    )
    for day in range(1, 13)
}
_HOSTILE = {
    "x.txt": (
        "<script>alert(1)</script> pod Law 13A\n\nLaw 13A1 <img src=x onerror=alert(1)> & so on.\n"
    )
}


@pytest.fixture(scope="module")
def shelved(corpus: Corpus, tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """The corpus with the rulings of support.libraries and the many as its own."""
    home = tmp_path_factory.mktemp("shelved")
    write_rulings(home / "rulings")
    write_rulings(home / "rulings", _MANY | _HOSTILE)
    return replace(corpus, home=home, rulings=(home / "rulings", home / "missing"))


@pytest.fixture(scope="module")
def polish(shelved: Corpus, store: Store) -> LanguageSite:
    return language_site(shelved, store, "pl")


def one(pages: Iterator[Page], path: str) -> str:
    return next(page.html for page in pages if page.path == path)


@pytest.fixture(scope="module")
def laws(polish: LanguageSite) -> dict[str, str]:
    book = polish.book("bridge-2017")
    assert book is not None
    return {
        page.path.split("/")[1].removesuffix(".md"): page.html
        for page in edition_pages(polish, book)
    }


def section(html: str) -> str:
    found = re.search(r'<section class="kb-cited-in".*?</section>', html, re.DOTALL)
    return found[0] if found else ""


def test_a_law_lists_the_newest_ten_each_once_and_leads_to_all(laws: dict[str, str]) -> None:
    said = section(laws["13"])
    assert '<span class="kb-span">13</span>' in said
    days = re.findall(r'datetime="2020-05-(\d\d)"', said)
    assert days == [f"{day:02}" for day in range(12, 2, -1)]
    assert said.count("<li>") == 10
    first = said[said.index("<li>") : said.index("</li>")]
    assert re.findall(r'href="#([^"]+)"', first) == ["13.A.2", "13.D"]
    assert 'href="../../rulings/?law=bridge-2017:13"' in said
    assert "Pokaż wszystkie 13 orzeczeń" in said


def test_a_ruling_is_named_in_its_language_with_what_was_decided(laws: dict[str, str]) -> None:
    said = section(laws["13"])
    assert re.search(
        r'<a href="\.\./\.\./\.\./hr/rulings/12-[0-9a-f]+/#citation-1" lang="hr"', said
    )
    assert (
        '<span class="kb-tag">chorwacki</span> <span class="kb-tag">Wynik utrzymany</span>' in said
    )


def test_the_dialog_of_a_clause_knows_how_many_rulings_cite_it(laws: dict[str, str]) -> None:
    kit = re.search(r'<template class="kb-clause-kit".*?>', laws["13"])
    assert kit is not None
    counts = kit[0].replace("&#34;", '"')
    assert '"13":13,"13.A":13,"13.A.1":1,"13.A.2":12,"13.D":12' in counts
    assert "Przywołany w %(num)d orzeczeniach" in counts
    assert "data-cited" not in laws["14"]
    assert "kb-clause-rulings" not in laws["14"]


def test_a_concept_shows_the_rulings_that_have_its_words_in_any_language(
    polish: LanguageSite,
) -> None:
    said = section(one(pages_of_concepts(polish), "concepts/penalty-card.md"))
    assert 'id="kb-rulings"' in said
    assert {*re.findall(r'hreflang="(..)"', said)} == {"en", "hr"}


def test_an_outcome_shows_the_rulings_that_cite_its_laws(polish: LanguageSite) -> None:
    html = one(decide_pages(polish), "decide/revoke-established.md")
    found = re.findall(r'<details class="kb-cited-in kb-of-outcome">.*?</details>', html, re.DOTALL)
    assert found
    assert all("Orzeczenia, które przywołują te przepisy" in one for one in found)
    assert any("renons-" in one for one in found)


def test_a_ruling_has_one_page_in_its_own_language(shelved: Corpus, store: Store) -> None:
    by_language = {
        code: [page for page in ruling_pages(language_site(shelved, store, code)) if page.alone]
        for code in ("pl", "it", "hr", "de")
    }
    assert {code: len(found) for code, found in by_language.items()} == {
        "pl": 2, "it": 1, "hr": 13, "de": 0,
    }  # fmt: skip
    page = by_language["it"][0]
    assert page.title == "Esitazione prima del contro"
    link = 'data-kodeks="bridge-2017:16.B.1" href="../../bridge-2017/16/#16.B.1" id="citation-1"'
    assert f'<a class="kodeks-law" {link}>' in page.html
    assert "Open Teams · EBL" in page.html


def test_a_ruling_of_a_folder_cannot_put_markup_on_the_site(shelved: Corpus, store: Store) -> None:
    html = next(
        p.html for p in ruling_pages(language_site(shelved, store, "en")) if "alert" in p.html
    )
    assert "<img" not in html
    assert "<script>" not in html
    assert "&lt;script&gt;alert(1)" in html


def test_the_page_of_all_has_the_newest_and_the_facts_with_counts(polish: LanguageSite) -> None:
    html = one(ruling_pages(polish), "rulings/index.md")
    assert "18 orzeczeń" in html
    assert html.count("<h2>") == 10
    assert '<option value="bridge-2017:13" data-name="Przepis 13">Przepis 13 (13)</option>' in html
    assert '<option value="hr" data-name="chorwacki">chorwacki (13)</option>' in html
    assert '<option value="2021" data-name="2021">2021 (1)</option>' in html
    assert 'data-name="HBS">HBS (12)' in html
    assert "data-service" not in html


def test_more_rulings_than_a_site_has_pages_for_are_left_to_the_service(
    shelved: Corpus, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kb.publishing.parts.site_library.MOST", 5)
    monkeypatch.setattr("kb.publishing.browser.ruling_shards.MOST", 5)
    site = language_site(shelved, store, "hr")
    made = {page.path: page.html for page in ruling_pages(site)}
    assert [*made] == ["rulings/index.md", "linker/index.md"]
    assert "18 odluka" in made["rulings/index.md"]
    assert "data-service" in made["rulings/index.md"]
    assert ruling_shards(shelved, store).files == {}
    book = site.book("bridge-2017")
    assert book is not None
    said = section(one(edition_pages(site, book), "bridge-2017/13.md"))
    assert '<span class="kb-span">13</span>' in said
    assert re.search(r'href="\.\./\.\./rulings/\?id=\d\d-[0-9a-f]+"', said)


def test_the_shards_are_the_same_every_time_and_have_no_text(shelved: Corpus, store: Store) -> None:
    first, second = ruling_shards(shelved, store), ruling_shards(shelved, store)
    assert first == second
    assert {"rulings", "rulings-c", "rulings-hr", "rulings-it", "rulings-w"} <= first.names.keys()
    assert not any(b"Prema" in content for content in first.files.values())


def test_names_are_replaced_on_the_site_too(corpus: Corpus, store: Store, tmp_path: Path) -> None:
    write_rulings(tmp_path / "site/rulings", {
        "a.md": (
            "---\ntitle: Jane Doe\nlang: en\ndate: 2020-01-01\nsummary: Of Jane Doe.\n---\n\n"
            "Jane Doe, Law 13A.\n"
        ),
        "b.txt": "A ruling about Jane Doe\n\nJane Doe said that Law 13A of the laws is meant.\n",
    })  # fmt: skip
    (tmp_path / "names.txt").write_text("Jane Doe => N.\n", encoding="utf-8")
    folder = tmp_path / "site/rulings"
    named = replace(corpus, home=tmp_path, rulings=(folder,), redact=tmp_path / "names.txt")
    site = language_site(named, store, "en")
    html = "".join(page.html + page.title for page in ruling_pages(site))
    assert "N., <a" in html
    assert "Jane" not in html
    assert not any(b"Jane" in content for content in ruling_shards(named, store).files.values())

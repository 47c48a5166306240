"""The pages say what the records say, word for word, in every language of the site."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from kb.core.stored_records import DefinitionRecord, RuleRecord, StoredRecord
from kb.corpus.corpus import Corpus, Text
from kb.publishing.output.page_list import pages
from kb.publishing.parts.book import page_of
from kb.publishing.parts.language_site import language_site
from kb.publishing.parts.site_library import SiteLibrary
from kb.storage.store import Store
from support.site_reading import Built, Pages

LANGUAGES = ("hu", "pl", "hr", "it", "fr", "de", "en")


@pytest.fixture(scope="module")
def records(corpus: Corpus, store: Store) -> list[tuple[Text, StoredRecord]]:
    return [(text, record) for text in corpus.published for record in store.records(text.id)]


def page_for(pages: Pages, language: str, text: Text, record: StoredRecord) -> Built:
    page = page_of(record)
    return pages[f"{language}/{text.edition}/{f'{page}/' if page else ''}index.html"]


def anchor(page: Built, text: Text, id: str) -> str:
    """The id on the page, with the language before it where another text has the plain one."""
    apart = f"{text.language}:{id}"
    return apart if apart in page.ids else id


def test_the_site_has_the_languages_of_the_texts_and_of_the_catalogues(
    corpus: Corpus, site_pages: Pages
) -> None:
    spoken, rest = corpus.page_languages[:6], corpus.page_languages[6:]
    assert spoken == LANGUAGES[:6]
    assert "en" in rest
    assert "en" not in {text.language for text in corpus.published}
    for language in LANGUAGES:
        assert f"{language}/index.html" in site_pages


@pytest.mark.parametrize(
    "language",
    ["hr", *(pytest.param(one, marks=pytest.mark.slow) for one in LANGUAGES if one != "hr")],
)
def test_every_record_stands_on_its_page_word_for_word(
    language: str, site_pages: Pages, records: list[tuple[Text, StoredRecord]]
) -> None:
    for text, record in records:
        page = page_for(site_pages, language, text, record)
        id = anchor(page, text, record.id)
        assert id in page.ids, (page.path, record.id)
        heading = record.headword if isinstance(record, DefinitionRecord) else record.heading
        where = (page.path, record.id, text.id)
        assert page.said(id, text.language, "heading") == (heading or ""), where
        assert page.said(id, text.language, "body") == record.body, where


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_table_stands_cell_for_cell(
    language: str, site_pages: Pages, records: list[tuple[Text, StoredRecord]]
) -> None:
    seen = 0
    for text, record in records:
        if not isinstance(record, RuleRecord) or not record.table:
            continue
        page = page_for(site_pages, language, text, record)
        expected: list[str] = []
        for table in record.table:
            expected += [table.caption] if table.caption else []
            expected += [cell.text for row in table.rows for cell in row]
            expected += [table.note] if table.note else []
        assert page.cells[record.id, text.language] == expected, (page.path, record.id)
        seen += 1
    assert seen == 9


def test_words_that_resume_stand_after_the_children(site_pages: Pages) -> None:
    for language in LANGUAGES:
        html = site_pages[f"{language}/bridge-2017/69/index.html"].html
        child = html.index('id="69.B.2"')
        assert html.index('id="69.B"') < child < html.index('data-resumes="69.B"')
        assert "data-resumes" in site_pages[f"{language}/bridge-2017/71/index.html"].html


def test_what_one_text_lacks_is_shown_as_a_gap(site_pages: Pages) -> None:
    page = site_pages["hu/bridge-2017/16/index.html"]
    assert "16.C.3" in page.ids
    assert not page.said("16.C.3", "hu", "body")
    assert page.said("16.C.3", "pl", "body")
    row = page.html[page.html.index('id="16.C.3"') :]
    assert "ebben a szövegben nincs" in row[: row.index('class="kb-provision')]


@pytest.mark.parametrize(("language", "first"), [("hu", "hu"), ("pl", "pl"), ("hr", "hu")])
def test_the_readers_language_comes_first(language: str, first: str, site_pages: Pages) -> None:
    page = site_pages[f"{language}/bridge-2017/27/index.html"]
    columns = [key[1] for key in page.words if key[0] == "27.B.1.b"]
    assert columns[0] == first
    assert sorted(columns) == ["hu", "pl"]


def test_slips_of_the_print_are_told_in_the_readers_language(site_pages: Pages) -> None:
    text = site_pages["pl/bridge-2017/78/index.html"].text
    assert "W druku: 200–2240 , poprawnie: 2000–2240" in text
    assert "zgubiono zero" in text


def test_notes_are_called_and_lead_back_to_every_place(site_pages: Pages) -> None:
    page = site_pages["pl/bridge-2017/76/index.html"]
    targets = [url for tag, url in page.links if tag == "a"]
    assert targets.count("#note.76.1") == 2 + 3  # in Hungarian, in Polish
    for anchor in ("#76.A.1", "#76.C.1", "#76.D"):
        assert anchor in targets
    elsewhere = site_pages["hr/bridge-1997/51/index.html"]
    assert "note.50.1" in elsewhere.ids  # called here too: nobody should have to leave the page
    assert ("a", "../50/#50.D.2.a") in elsewhere.links


@pytest.mark.slow
def test_a_text_that_may_not_be_published_is_on_no_page(corpus: Corpus, store: Store) -> None:
    def withheld(text: Text) -> Text:
        return replace(text, publish=text.publish and text.language == "pl")

    without = replace(corpus, texts=tuple(map(withheld, corpus.texts)))
    assert without.page_languages[0] == "pl"  # the others by their catalogues
    pressed = replace(language_site(without, store, "pl"), library=SiteLibrary())  # they are ours
    made = {page.path: page.html for page in pages(pressed)}
    assert "bridge-2017/27.md" in made
    assert not any(path.startswith("bridge-1997") for path in made)
    # The lexicon has words of all languages, but of these texts neither definitions nor places.
    concepts = {path: made.pop(path) for path in [*made] if path.startswith("concepts/")}
    foreign = re.compile(r'<(?!button type="button" data-language=)[^>]*lang="(?:hu|hr)"')
    assert not any(map(foreign.search, made.values()))  # but the names of languages to choose
    for path, html in concepts.items():
        assert '<p lang="hu">' not in html, path
        assert '<p lang="hr">' not in html, path
        assert not re.search(r'href="[./]*bridge-1997', html), path
    assert "kb-missing" not in made["bridge-2017/27.md"]

"""What every page owes its reader: its language, its standing, a clear outline, little weight."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kb.core.source_language import SOURCE_LANGUAGE
from kb.corpus.corpus import Corpus
from kb.languages.catalogue import load
from kb.publishing.output.growth import growth
from kb.publishing.output.language_builds import DOCS
from kb.publishing.output.page_list import Page
from support.schemas import validator
from support.site_reading import Pages

HEAVIEST_LAW = 100_000  # bytes of HTML


def is_law(path: str) -> bool:
    parts = path.split("/")
    return len(parts) == 4 and parts[1] in ("bridge-2017", "bridge-1997") and parts[2].isdigit()


def test_there_is_a_page_per_law_edition_and_language(corpus: Corpus, site_pages: Pages) -> None:
    laws = [path for path in site_pages if is_law(path)]
    assert len(laws) == 93 * 2 * len(corpus.page_languages)


def test_pages_of_laws_articles_and_comparisons_are_light(corpus: Corpus, site: Path) -> None:
    kinds = set()
    for path in site.glob("*/*/*/index.html"):
        if path.parts[-2].isdigit():
            assert path.stat().st_size < HEAVIEST_LAW, path
            kinds.add(path.parts[-3])
    assert {edition.id for edition in corpus.editions} < kinds
    assert "bridge-1997_bridge-2017" in kinds


def test_what_the_site_weighs_is_measured_as_it_is(corpus: Corpus, site: Path) -> None:
    found = growth(site, corpus)
    assert found.pages == sum(part.pages for part in found.parts)
    assert [part.language for part in found.parts] == ["", *corpus.page_languages]
    assert sum(part.bytes for part in found.parts) == sum(
        path.stat().st_size for path in site.rglob("*") if path.is_file()
    )
    laws = {part.laws for part in found.languages}
    assert laws == {93 * 3 + 12 + 10}, "two codes and their comparison, Ulti, the articles"
    heaviest = site / found.heaviest / "index.html"
    assert heaviest.stat().st_size == found.heaviest_bytes < HEAVIEST_LAW
    validator("site").validate(found.to_json() | {"directory": str(site)})


@pytest.mark.slow
def test_every_page_says_whose_text_binds_and_which_revision_it_shows(
    corpus: Corpus, site_pages: Pages
) -> None:
    for path, page in site_pages.items():
        first = path.partition("/")[0]
        language = SOURCE_LANGUAGE if first == DOCS else first
        if language not in corpus.page_languages:  # the root and its 404 speak all languages
            for code in corpus.page_languages:
                notice = load(code).gettext("Unofficial copy: the federation's text binds.")
                assert " ".join(notice.split()) in page.text, path
            continue
        catalogue = load(language)
        notice = (
            "Unofficial copy: the printed magazine binds, and in matters of law the law."
            if path.split("/")[1] == "irregularities"
            else "Unofficial copy: the federation's text binds."
        )
        notice = catalogue.gettext(notice)
        assert " ".join(notice.split()) in page.text, path
        edition = path.split("/")[1]
        revisions = {
            catalogue.gettext(text.revision)
            for text in corpus.published
            if text.edition == edition or edition not in {t.edition for t in corpus.published}
        }
        assert any(revision in page.text for revision in revisions), path


def test_law_pages_name_language_edition_publisher_and_status(site_pages: Pages) -> None:
    text = site_pages["pl/bridge-2017/27/index.html"].text
    for said in (
        "Międzynarodowe Prawo Brydżowe 2017",
        "węgierski",
        "2017, z przepisami 73 i 89 w brzmieniu z 2024 roku",
        "PZBS",
        "kopia nieoficjalna: wiążący jest tekst federacji",
    ):
        assert said in text


@pytest.mark.slow
def test_old_codes_say_so_first(site_pages: Pages) -> None:
    for language, said in (("hu", "Már nem hatályos."), ("hr", "Više ne vrijedi.")):
        for path, page in site_pages.items():
            if path.startswith(f"{language}/bridge-1997/"):
                assert said in page.text, path
                assert page.html.index("kb-superseded") < page.html.index("<h1"), path
            elif path.startswith(f"{language}/bridge-2017/"):
                assert "kb-superseded" not in page.html, path


@pytest.mark.slow
def test_every_page_is_in_its_language(corpus: Corpus, site_pages: Pages) -> None:
    for path, page in site_pages.items():
        first = path.partition("/")[0]
        assert page.language == (first if first in corpus.page_languages else "en"), path


@pytest.mark.slow
def test_every_passage_is_marked_with_its_language(corpus: Corpus, site_pages: Pages) -> None:
    known = set(corpus.page_languages)
    for path, page in site_pages.items():
        # A comparison has texts of two editions; old words stand in for a language that lacks new.
        editions = path.split("/")[1].split("_") if "/" in path else []
        texts = {t.language for t in corpus.published if t.edition in editions}
        if path.startswith("hr/bridge-2017/"):
            texts.add("hr")
        for (id, language, _), pieces in page.words.items():
            if path.endswith(("bridge-2017/index.html", "bridge-1997/index.html")):
                assert language in known, (path, id)
            elif any(pieces):
                assert language in texts, (path, id, language)


@pytest.mark.slow
def test_the_title_of_a_window_is_escaped_once(site_pages: Pages) -> None:
    for path, page in site_pages.items():
        title = page.html.partition("<title>")[2].partition("</title>")[0]
        assert not re.search(r"&amp;(?:#|[a-z]+;)", title), path


@pytest.mark.slow
def test_headings_begin_with_one_and_skip_no_level(site_pages: Pages) -> None:
    for path, page in site_pages.items():
        assert page.headings[:1] == [1], path
        assert page.headings.count(1) == 1, path
        for above, below in zip(page.headings, page.headings[1:], strict=False):
            assert below <= above + 1, (path, page.headings)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("hu/bridge-2017/index.html", "93 szakasz, 745 pont és 67 fogalom"),
        ("pl/bridge-2017/index.html", "93 przepisy, 745 punktów i 67 pojęć"),
        ("hr/bridge-1997/index.html", "93 člana, 511 točaka i 55 pojmova"),
        ("hr/bridge-2017/index.html", "Pripreme za igru"),
        ("hr/bridge-2017/index.html", "A VERSENYTOKOK"),
        ("pl/bridge-2017/subject-index/index.html", "Fałszywy renons"),
        ("hu/bridge-2017/glossary/index.html", "Adjusted Score"),
        ("pl/bridge-1997/examples/index.html", "POGREŠNO OBJAŠNJENJE"),
        ("hu/bridge-2017/preface/index.html", "Portland Club"),
        ("index.html", "hrvatski"),
        ("404.html", "Nie ma tu takiej strony."),
    ],
)
def test_pages_say_it_in_the_words_of_the_reader(path: str, said: str, site_pages: Pages) -> None:
    assert said in site_pages[path].text


def test_provisions_are_named_as_their_readers_cite_them(site_pages: Pages) -> None:
    for language, name in (
        ("hu", "27B1(b) pont"),
        ("pl", "przepis 27B1(b)"),
        ("hr", "član 27B1(b)"),
    ):
        assert (name, language) in site_pages[f"{language}/bridge-2017/27/index.html"].names


def test_a_title_is_words_to_the_frame_not_markup(site_pages: Pages) -> None:
    page = Page("x.md", 'A <b>"bid"</b>', "<script>", "x", "<p>x</p>")
    assert 'title: "A &lt;b&gt;&quot;bid&quot;&lt;/b&gt;"' in page.markdown
    assert 'description: "&lt;script&gt;"' in page.markdown
    shown = site_pages["it/irregularities/7/index.html"].html
    assert "<title>Parte 7: La renonce" in shown


@pytest.mark.parametrize(
    ("page", "first", "second"),
    [
        ("it/irregularities/8", "8.5.4", "8.5.5"),  # (i) and (ii) are alike
        ("fr/irregularities/8", "fr:8.5.4", "fr:8.5.5"),
        ("de/irregularities/8", "de:8.5.4", "de:8.5.5"),
        ("it/irregularities/9", "9.6.3", "9.6.4"),  # one that lost its mark, and a dash
        ("fr/irregularities/5", "fr:5.2.4", "fr:5.2.5"),
    ],
)
def test_items_alike_are_in_one_list(page: str, first: str, second: str, site_pages: Pages) -> None:
    html = site_pages[f"{page}/index.html"].html
    between = html[html.index(f'id="{first}"') : html.index(f'id="{second}"')]
    assert "<ul" not in between
    assert "</ul>" not in between


def test_items_below_an_item_are_a_list_in_it(site_pages: Pages) -> None:
    html = site_pages["it/irregularities/8/index.html"].html
    between = html[html.index('id="8.5.3"') : html.index('id="8.5.4"')]
    assert between.count("<ul") == 1

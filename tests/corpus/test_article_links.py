"""What the articles explain: the curated links, what becomes of them, and of bad ones."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kb import cli
from kb.build import build
from kb.core.errors import KodeksError, NotFoundError, ReadingError
from kb.core.stored import to_json
from kb.core.stored_records import SectionRecord
from kb.corpus import manifest
from kb.corpus.manifest import Corpus
from kb.publishing.output.page_list import pages
from kb.publishing.parts.language_site import language_site
from kb.records.alignment import edition_header, edition_records
from kb.records.article_parts import parts, whole_sections
from kb.records.lookup import find
from kb.records.report import report
from kb.search.asking.query import Searcher
from kb.storage.store import Store, current
from support.homes import REPOSITORY, Edit, copy_corpus, edit_file, edit_manifest, keep_texts
from support.schemas import validator
from support.site_reading import Pages

CURATION = REPOSITORY / "corpus/curation/articles/irregularities"
LANGUAGES = ("it", "fr", "de")


@pytest.fixture(scope="module")
def sections(store: Store) -> dict[str, dict[str, SectionRecord]]:
    return {
        code: {
            r.id: r for r in store.records(f"irregularities/{code}") if isinstance(r, SectionRecord)
        }
        for code in LANGUAGES
    }


def rows(name: str) -> list[dict[str, str]]:
    head, *lines = (CURATION / name).read_text(encoding="utf-8").splitlines()
    return [dict(zip(head.split("\t"), line.split("\t"), strict=True)) for line in lines]


@pytest.mark.parametrize(
    ("section", "law"),
    [
        ("1.4", "90.B"),  # offences subject to procedural penalties
        ("2.1", "23.A"),  # comparable calls
        ("3.7", "50.B"),  # minor penalty card
        ("4.1", "16"),  # the article names it
        ("5.5", "75.C"),  # mistaken call
        ("6.3", "54"),  # opening lead out of turn
        ("7.3", "63.A"),  # the revoke is established
        ("7.6", "64"),
        ("8.9", "71"),  # concession cancelled
        ("9.6", "20.F.5"),
        ("10.5", "12.C"),
    ],
)
def test_a_section_is_about_the_law_that_a_director_would_name(
    section: str, law: str, sections: dict[str, dict[str, SectionRecord]]
) -> None:
    for code in LANGUAGES:
        first = sections[code][section].explains[0]
        assert (first.provision, first.weight) == (f"bridge-2017:{law}", "primary")


def test_every_section_has_one_primary_law_and_reasons(
    sections: dict[str, dict[str, SectionRecord]],
) -> None:
    links = 0
    for id, section in sections["it"].items():
        explains = section.explains
        assert [one.weight for one in explains].count("primary") == 1, id
        assert all(len(one.why.split()) >= 2 for one in explains), id
        assert explains == sections["fr"][id].explains == sections["de"][id].explains
        links += len(explains)
    assert links == len(rows("links.tsv")) > 250


def test_what_an_article_says_and_the_law_does_not_is_remarked_on(
    sections: dict[str, dict[str, SectionRecord]],
) -> None:
    said = {
        (id, code): [one.remark for one in section.differences]
        for code in LANGUAGES
        for id, section in sections[code].items()
    }
    assert any("no such yardsticks" in one for one in said["2.1", "it"])
    assert any("20F2" in one for one in said["5.3", "de"])
    assert not any("20F2" in one for one in said["5.3", "it"])  # only the German errs there
    assert sum(map(len, said.values())) == sum(
        len(row["places"].split("|")) for row in rows("remarks.tsv")
    )


def test_each_language_has_its_own_words_for_what_is_remarked_on(
    corpus: Corpus, store: Store, sections: dict[str, dict[str, SectionRecord]]
) -> None:
    raw = corpus.text("irregularities/it").lines()
    for code in LANGUAGES:
        inside = parts(store.records(f"irregularities/{code}"))
        for id, section in sections[code].items():
            for one in section.differences:
                assert one.printed in " ".join(raw[one.line - 1].split())
                own = [section, *inside[id]]
                assert any(span.line == one.line for part in own for span in part.spans), one


def test_an_edition_of_articles_is_joined_by_section(corpus: Corpus, store: Store) -> None:
    texts = [text for text in corpus.readable if text.edition == "irregularities"]
    records = [*edition_records(store, texts)]
    header = edition_header("irregularities", len(records))
    assert (header["edition"], header["records"]) == ("irregularities", 74)
    checked = validator("edition")
    for record in records:
        checked.validate(json.loads(to_json(record)))
        assert set(record.wording) == {*LANGUAGES}
    by_id = {record.id: record for record in records}
    assert by_id["7"].wording["de"].heading == "Das Revoke"
    assert by_id["7.3"].parts
    assert by_id["7.3"].parts["it"][0].body.startswith("La renonce diventa consumata")
    assert by_id["4.1"].cites == dict.fromkeys(LANGUAGES, ("bridge-2017:16",))
    assert by_id["6.2"].wording["fr"].heading is None


@pytest.mark.parametrize(
    ("words", "language", "section"),
    [
        ("renonce consumata", "it", "7.3"),
        ("licite paragonabili", "it", "2.1"),
        ("carte pénalisée mineure", "fr", "3.7"),
        ("carte penalisee mineure", "fr", "3.7"),
        ("concession annulée", "fr", "8.9"),
        ("Nebenstrafkarte", "de", "3.7"),
        ("der vergessene Trumpf", "de", "8.7"),
        ("explicationerronée", "fr", "5.2"),  # as printed, glued
        ("attribuito attriibuito", "it", "7.7"),
        ("Ermessensspielraum", "de", "10.4"),  # glued in print
    ],
)
def test_search_finds_the_section(
    words: str, language: str, section: str, corpus: Corpus, searcher: Searcher
) -> None:
    texts = [text for text in corpus.readable if text.language == language]
    found = [result.id for result in searcher.search(words, texts, [language]).results]
    assert section in found[:3]
    assert all(id.count(".") == 1 for id in found)  # sections, not their paragraphs


def test_a_number_alone_is_never_a_section(
    corpus: Corpus, store: Store, searcher: Searcher
) -> None:
    found = searcher.search("7", corpus.readable).results
    assert {result.edition for result in found} == {"bridge-2017", "ulti-2017"}
    assert {one.edition.id for one in find(corpus, store, "7")} == {"bridge-2017"}
    with pytest.raises(NotFoundError, match="no lawbook in it") as error:
        find(corpus, store, "7", ("it",))
    assert error.value.suggestions == ["hr", "hu", "pl"]
    assert {one.edition.id for one in find(corpus, store, "7.3")} == {"ulti-2017"}
    with pytest.raises(NotFoundError) as error:
        find(corpus, store, "8.8")
    assert "irregularities/it:8.8" in error.value.suggestions


def test_a_section_is_shown_by_its_full_id(corpus: Corpus, store: Store) -> None:
    [found] = find(corpus, store, "irregularities/fr:7.3")
    assert [name for name, _ in found.rows][:2] == ["7.3", "7.3.1"]
    [everywhere] = find(corpus, store, "irregularities:7.3")
    assert [text.language for text in everywhere.texts] == [*LANGUAGES]


def test_sections_are_searched_whole(store: Store) -> None:
    records = [*store.records("irregularities/it")]
    inside = parts(records)
    for section in whole_sections(records):
        if section.kind == "section":
            assert section.body == " ".join(one.body for one in inside[section.id])
    assert sum(map(len, inside.values())) + 74 == len(records)


def test_the_report_covers_the_articles(corpus: Corpus, store: Store) -> None:
    texts = [text for text in corpus.readable if text.edition == "irregularities"]
    findings = report(store, texts)
    by_kind = {kind: [f for f in findings if f.kind == kind] for kind in {f.kind for f in findings}}
    assert [f.id for f in by_kind["heading"]] == ["6.2"]
    assert "lacking" not in by_kind
    assert "dangling" not in by_kind
    assert len(by_kind["differs"]) == len(rows("remarks.tsv"))
    guesses = {
        row["section"]
        for row in rows("links.tsv")
        if (row["weight"], row["confidence"]) == ("primary", "low")
    }
    assert {f.id for f in by_kind["doubtful"]} == guesses
    assert any("0.6" in f.what and f.id == "10.5" for f in by_kind["number"])


# --- pages ---------------------------------------------------------------------------------------


def test_a_law_lists_the_sections_that_explain_it(site_pages: Pages) -> None:
    page = site_pages["it/bridge-2017/63/index.html"]
    assert ("a", "../../irregularities/7/#7.3") in page.links
    start = page.html.index('id="explained"')
    shown = page.html[start:]
    assert shown.index("Parte 7 · ") < shown.index("La renonce deve essere consumata")
    assert start < page.html.index('id="63.A"')  # who has no lawbook reads this first
    hungarian = site_pages["hu/bridge-2017/63/index.html"]
    assert ("a", "../../irregularities/7/#7.3") in hungarian.links
    assert hungarian.html.index('id="63.A"') < hungarian.html.index('id="explained"')
    old = site_pages["hu/bridge-1997/63/index.html"]
    assert 'id="explained"' not in old.html


def test_guesses_are_not_listed_as_explanations(site_pages: Pages, store: Store) -> None:
    guesses = {
        (row["section"], row["provision"].partition(".")[0])
        for row in rows("links.tsv")
        if row["confidence"] == "low"
    }
    listed = {
        (row["section"], row["provision"].partition(".")[0])
        for row in rows("links.tsv")
        if row["confidence"] != "low"
    }
    assert guesses - listed
    for section, law in guesses - listed:
        page = site_pages[f"de/bridge-2017/{law}/index.html"]
        assert (
            "a",
            f"../../irregularities/{section.partition('.')[0]}/#{section}",
        ) not in page.links


@pytest.mark.parametrize("language", ["hu", *LANGUAGES])
def test_a_section_leads_to_its_laws(language: str, site_pages: Pages) -> None:
    for row in rows("links.tsv"):
        article = row["section"].partition(".")[0]
        links = {
            url for _, url in site_pages[f"{language}/irregularities/{article}/index.html"].links
        }
        id = row["provision"]
        law = id.partition(".")[0]
        if id == law:
            assert f"../../bridge-2017/{id}/" in links
        elif law.isdigit():
            assert f"../../bridge-2017/{law}/#{id}" in links
        else:
            assert any(
                url.startswith("../../bridge-2017/") and url.endswith(f"#{id}") for url in links
            )


def test_remarks_are_in_the_readers_language_with_their_laws_as_links(site_pages: Pages) -> None:
    page = site_pages["de/irregularities/2/index.html"]
    start = page.html.index('class="kb-difference"')
    remark = page.html[start : page.html.index("</p>", start)]
    assert 'href="../../bridge-2017/23/#23.A.1"' in remark
    assert "yardstick" not in page.html


def test_a_citation_in_an_article_leads_to_the_code(site_pages: Pages) -> None:
    page = site_pages["fr/irregularities/4/index.html"]
    assert ("fr:4.1.1", "fr", "../../bridge-2017/16/", "article 16") in page.cited


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_readers_language_comes_first(language: str, site_pages: Pages) -> None:
    page = site_pages[f"{language}/irregularities/7/index.html"]
    order = [key[1] for key in page.words if key[0] == "7.3"]
    assert order[0] == language
    assert sorted(order) == sorted(LANGUAGES)


# --- what people get wrong -----------------------------------------------------------------------


@contextmanager
def restored(path: Path) -> Iterator[str]:
    """The text of a file, which is put back whatever is done to it."""
    before = path.read_text(encoding="utf-8")
    try:
        yield before
    finally:
        path.write_text(before, encoding="utf-8")


def refused(home: Path, name: str, edit: Edit) -> str:
    """What a build says of an edit; what was built before stays in use."""
    path = home / "corpus/curation/articles/irregularities" / name
    before = current(home)
    with restored(path):
        edit_file(path, edit)
        with pytest.raises(KodeksError) as error:
            build(manifest.load(home))
    assert current(home) == before
    assert not [one for one in (home / "build/kb").iterdir() if one.name.startswith(".current-")]
    assert str(path) in error.value.message
    return f"{error.value.message} {error.value.hint or ''}"


@pytest.fixture(scope="module")
def articles_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the articles and the code that they are about, built."""
    home = copy_corpus(tmp_path_factory.mktemp("articles") / "home")

    keep_texts(home, "bridge-2017/pl", "irregularities/it")
    build(manifest.load(home))
    return home


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "row", "said"),
    [
        ("links.tsv", "7.3\t94\tfurther\thigh\twhy not", "94 does not exist in bridge-2017"),
        ("links.tsv", "7.3\t63.Z\tfurther\thigh\twhy not", "63.Z does not exist in bridge-2017"),
        ("links.tsv", "7.30\t63\tfurther\thigh\twhy not", "there is no section '7.30'"),
        ("links.tsv", "7.3\t63.A\tfurther\thigh\tagain", "7.3 is linked to 63.A twice"),
        ("links.tsv", "7.3\t62\tprimary\thigh\ttoo", "7.3 needs one primary link"),
        ("links.tsv", "7.3\t62\tmain\thigh\twhy", "unknown weight 'main'"),
        ("links.tsv", "7.3\t62\tfurther\tsure\twhy", "unknown confidence 'sure'"),
        ("links.tsv", "7.3\t62\tfurther\thigh\t", "say in a few words why"),
        ("links.tsv", "7.3\t62\tfurther\thigh", "4 columns, expected 5"),
        ("remarks.tsv", "7.3\tit 3595 not there\tSee Law 63.", "does not have 'not there'"),
        ("remarks.tsv", "7.3\tit 3314 L’obbligo\tSee Law 63.", "line 3314 of section 7.3 in it"),
        ("remarks.tsv", "7.3\tpl 3595 queste due\tSee Law 63.", "there is no text in 'pl'"),
        ("remarks.tsv", "7.3\tit x queste due\tSee Law 63.", "'it x queste due' is no place"),
        ("remarks.tsv", "7.3\tit 3595 queste due\t", "the remark must not be empty"),
        ("remarks.tsv", "7.3\tit 3595 queste due\tSee Law 63Z.", "Law 63Z does not exist"),
        (
            "remarks.tsv",
            "7.3\tit 3595 queste due | it 3595 precise\tSee Law 63.",
            "7.3 has this remark twice in it",
        ),
    ],
)
def test_a_link_or_remark_that_does_not_fit_is_told_with_its_line(
    name: str, row: str, said: str, articles_home: Path
) -> None:
    path = articles_home / "corpus/curation/articles/irregularities" / name
    number = path.read_text(encoding="utf-8").count("\n") + 1
    message = refused(articles_home, name, lambda text: f"{text}{row}\n")
    assert said in message
    assert f"{path}:{number}:" in message


def test_a_section_without_a_law_is_told(articles_home: Path) -> None:
    message = refused(
        articles_home,
        "links.tsv",
        lambda text: "".join(
            line for line in text.splitlines(keepends=True) if not line.startswith("8.9\t")
        ),
    )
    assert "section 8.9 is linked to no provision" in message


def test_an_edition_about_nothing_known_is_told(home: Path) -> None:
    edit_manifest(home, lambda text: text.replace('about = "bridge-2017"', 'about = "bridge-2027"'))
    with pytest.raises(KodeksError, match="irregularities is about no known edition: bridge-2027"):
        manifest.load(home)


def test_links_need_the_header(articles_home: Path) -> None:
    path = articles_home / "corpus/curation/articles/irregularities/links.tsv"
    with restored(path) as before:
        path.write_text(before.replace("why", "reason", 1), encoding="utf-8")
        with pytest.raises(ReadingError, match="the columns must be section, provision, weight"):
            build(manifest.load(articles_home))


@pytest.mark.parametrize("name", ["links.tsv", "remarks.tsv"])
def test_a_curated_file_that_is_missing_is_told(name: str, articles_home: Path) -> None:
    path = articles_home / "corpus/curation/articles/irregularities" / name
    with restored(path):
        path.unlink()
        with pytest.raises(KodeksError, match=f"{name}: No such file"):
            build(manifest.load(articles_home))


def test_a_language_may_be_taken_out_of_the_manifest(articles_home: Path, store: Store) -> None:
    kept = current(articles_home)
    assert kept is not None
    for own, whole in zip(
        kept.records("irregularities/it"), store.records("irregularities/it"), strict=True
    ):
        if not (isinstance(whole, SectionRecord) and whole.differences):
            assert own == whole


def test_articles_need_a_code_and_a_code_has_none(home: Path) -> None:
    edit_manifest(home, lambda text: text.replace('about = "bridge-2017"\n', ""))
    with pytest.raises(KodeksError, match="articles have both, a code has neither"):
        manifest.load(home)


@pytest.mark.slow
def test_articles_are_whole_where_their_code_may_not_be_published(articles_home: Path) -> None:

    def unpublished(text: str) -> str:
        head, code, articles = text.split("[[text]]")
        code = code.replace("publish = true", "publish = false")
        return "[[text]]".join([head, code, articles])

    with restored(articles_home / "corpus/corpus.toml"):
        edit_manifest(articles_home, unpublished)
        corpus = manifest.load(articles_home)
        made = {page.path: page for page in pages(language_site(corpus, build(corpus).store, "it"))}
    part = made["irregularities/7.md"].html
    assert "La renonce diventa consumata" in part
    assert "63A" not in re.sub(r"<p class=.kb-difference.*?</p>", "", part)
    assert "bridge-2017" not in part


def test_rulings_may_cite_the_code_that_articles_are_about(
    built_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ruling = built_home.parent / "ruling.txt"
    ruling.write_text("Si veda l’articolo 63A.", encoding="utf-8")
    monkeypatch.setenv("KODEKS_HOME", str(built_home))
    monkeypatch.setattr(sys, "argv", ["kodeks", "link", str(ruling), "--in", "irregularities"])
    with pytest.raises(SystemExit):
        cli.main()
    assert '(/it/bridge-2017/63/#63.A "' in capsys.readouterr().out

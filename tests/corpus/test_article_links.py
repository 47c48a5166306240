"""What the articles explain: the curated links, and what becomes of them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from kb import cli
from kb.core.errors import NotFoundError
from kb.core.stored import to_json
from kb.core.stored_records import SectionRecord
from kb.corpus.corpus import Corpus
from kb.records.alignment import edition_header, edition_records
from kb.records.article_parts import parts, whole_sections
from kb.records.lookup import find
from kb.records.report import report
from kb.search.asking.query import Searcher
from kb.storage.store import Store
from support.homes import REPOSITORY
from support.schemas import validator
from support.texts import tsv

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
    assert links == len(tsv(CURATION / "links.tsv")) > 250


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
        len(row["places"].split("|")) for row in tsv(CURATION / "remarks.tsv")
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
    texts = corpus.texts_of("irregularities")
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
    with pytest.raises(NotFoundError, match="bridge-1997 has no text in it") as error:
        find(corpus, store, "7", ("it",), "bridge-1997")
    assert error.value.suggestions == ["hr"]
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
    texts = corpus.texts_of("irregularities")
    findings = report(store, texts)
    by_kind = {kind: [f for f in findings if f.kind == kind] for kind in {f.kind for f in findings}}
    assert [f.id for f in by_kind["heading"]] == ["6.2"]
    assert "lacking" not in by_kind
    assert "dangling" not in by_kind
    assert len(by_kind["differs"]) == len(tsv(CURATION / "remarks.tsv"))
    guesses = {
        row["section"]
        for row in tsv(CURATION / "links.tsv")
        if (row["weight"], row["confidence"]) == ("primary", "low")
    }
    assert {f.id for f in by_kind["doubtful"]} == guesses
    assert any("0.6" in f.what and f.id == "10.5" for f in by_kind["number"])


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

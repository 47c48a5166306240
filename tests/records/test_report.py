"""The report finds by itself what a translator must look at."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.build import build
from kb.core.errors import CorpusError
from kb.core.orders import merge_orders
from kb.corpus import manifest
from kb.corpus.corpus import Corpus
from kb.curation.chapters import chapters
from kb.records.alignment import align
from kb.records.findings import KINDS, Finding
from kb.records.report import report, unclaimed
from kb.storage.store import Store
from support.homes import edit_curation, edit_source


@pytest.fixture(scope="module")
def findings(corpus: Corpus, store: Store) -> list[Finding]:
    return report(store, corpus.readable)


def of_kind(findings: list[Finding], kind: str) -> dict[str, Finding]:
    return {finding.id: finding for finding in findings if finding.kind == kind}


def test_it_finds_the_provision_that_hungarian_lacks(findings: list[Finding]) -> None:
    lacking = of_kind(findings, "lacking")
    assert [id for id in lacking if id[0].isdigit()] == ["16.C.3"]
    assert lacking["16.C.3"].what == "not in bridge-2017/hu"
    (place,) = lacking["16.C.3"].places
    assert (place.text, place.line) == ("bridge-2017/pl", 844)
    assert place.words is not None
    assert place.words.startswith("Jeżeli sędzia stwierdzi")
    assert of_kind(findings, "list")["16.C"].what == "bridge-2017/hu: 2; bridge-2017/pl: 3"


def test_it_lists_what_of_a_scan_was_not_simply_read(findings: list[Finding]) -> None:
    unsure = [finding for finding in findings if finding.kind == "unsure"]
    assert len(unsure) == 36 + 5
    (twice,) = [one for one in unsure if one.places[0].words == "ppal"]
    assert twice.id == "line 657"  # it is in no record: the OCR has read a line twice
    assert "taken for nothing" in twice.what
    (negation,) = [one for one in unsure if one.id == "13.3.1" and "'='" in one.what]
    assert "read as '[nem]' (inferred, by hand, confidence low)" in negation.what
    assert negation.places[0].line == 668
    cells = of_kind(findings, "cell")
    assert cells["bid.54"].what == "serial damaged ('34')"
    assert cells["bid.8"].what == "precedence inferred, components inferred, total inferred"
    assert "bid.1" not in cells


def test_it_sums_up_the_ledger_of_a_scan(findings: list[Finding]) -> None:
    restored = [finding for finding in findings if finding.kind == "restored"]
    numbers = [int(one.what.split()[0]) for one in restored]
    assert sum(numbers) == 1862
    assert {one.id for one in restored} == {
        *("accent", "blank", "inferred", "joined", "letter", "mark", "noise", "unreadable")
    }
    assert all("by hand" in one.what or "by script" in one.what for one in restored)


def test_it_finds_the_labels_that_polish_misprints(findings: list[Finding]) -> None:
    misprints = of_kind(findings, "misprint")
    assert {"67.B.1.a", "67.B.1.b"} <= set(misprints)
    assert "printed '(b)', recte '(a)'" in misprints["67.B.1.a"].what
    assert misprints["67.B.1.a"].places[0].line == 2605


@pytest.mark.parametrize(
    ("kind", "target", "text", "times"),
    [
        ("dangling", "86.D", "bridge-2017/hu", 1),
        ("dangling", "23.A", "bridge-1997/hr", 12),
        ("dangling", "23.B", "bridge-1997/hr", 3),
        ("locator", "16.A.3", "bridge-2017/pl", 1),
        ("locator", "70.D.3", "bridge-2017/pl", 2),
        ("locator", "73.B.2", "bridge-2017/pl", 1),
    ],
)
def test_it_finds_what_does_not_exist(
    findings: list[Finding], kind: str, target: str, text: str, times: int
) -> None:
    found = [f for f in findings if f.kind == kind and f.what == f"{target} does not exist"]
    assert [f.places[0].text for f in found] == [text] * times
    assert all(f.places[0].line and f.places[0].words for f in found)


@pytest.mark.parametrize(
    ("id", "what"),
    [
        ("23.C", "bridge-2017/hu: 30.B.1.b.ii; bridge-2017/pl: 30.B.1.b.i"),
        ("note.15.2", "bridge-2017/hu: 86.D; bridge-2017/pl: 86.B"),
        ("50", "bridge-2017/hu: 57; bridge-2017/pl: 57.A"),
        ("63.B", "bridge-2017/hu: 62.D"),
    ],
)
def test_it_finds_where_the_languages_cite_differently(
    findings: list[Finding], id: str, what: str
) -> None:
    assert of_kind(findings, "reference")[id].what == what


def test_it_finds_the_number_that_lost_a_zero(findings: list[Finding]) -> None:
    finding = of_kind(findings, "number")["78.B"]
    assert finding.what == "bridge-2017/hu: 200; bridge-2017/pl: 2000"
    assert [place.line for place in finding.places] == [4315, 3130]


def test_a_place_is_a_line_and_the_words_on_it(findings: list[Finding]) -> None:
    hungarian, polish = of_kind(findings, "number")["77"].places
    assert hungarian.words == "Teljesített GÉMÉRT mansban 300"
    assert polish.line == 3055
    symbols = of_kind(findings, "symbol")["77"]
    assert symbols.places[1].words == "Jeżeli atutami są: ♣ ♦ ♥ ♠"
    (lacks, cites) = of_kind(findings, "reference")["27.C"].places
    assert lacks.words.startswith("Idő előtti helyesbítés")
    assert cites.words == "punktu B"


def test_words_that_belong_to_nothing_are_listed(home: Path) -> None:
    edit_curation(
        home, "bridge-2017_hu/print.toml", lambda text: text.replace("from = 1\n", "from = 8\n", 1)
    )
    found = unclaimed([manifest.load(home).text("bridge-2017/hu")])
    assert [finding.places[0].line for finding in found] == [1, 3, 5, 7]
    assert found[0].places[0].words.startswith("Más szellemi sportokkal ellentétben")
    assert not unclaimed([manifest.load(home).text("bridge-2017/pl")])


@pytest.mark.slow
def test_a_heading_in_one_language_only_is_found(code_home: Path) -> None:
    edit_source(
        code_home,
        "bridge-2017_pl.txt",
        lambda text: text.replace(
            "Akceptacja odzywki niewystarczającej", "Akceptacja odzywki niewystarczającej:", 1
        ),
    )
    corpus = manifest.load(code_home)
    texts = corpus.texts_of("bridge-2017")
    assert "27.A" in of_kind(report(build(corpus).store, texts), "heading")


def test_an_edition_in_one_language_is_compared_with_no_other(findings: list[Finding]) -> None:
    croatian = {finding.kind for finding in findings if finding.edition == "bridge-1997"}
    assert croatian == {"misprint", "dangling", "corresponds"}  # the last with another edition


@pytest.mark.slow
def test_changed_figures_are_found(code_home: Path) -> None:
    edit_source(code_home, "bridge-2017_pl.txt", lambda text: text.replace("60%", "70%", 1))
    edit_source(code_home, "bridge-2017_hu.txt", lambda text: text.replace("40%", "45%", 1))
    corpus = manifest.load(code_home)
    built = build(corpus).store
    texts = corpus.texts_of("bridge-2017")
    assert {"12.C.2.a", "12.C.2.c"} <= {*of_kind(report(built, texts), "percentage")}


def test_findings_come_in_the_order_of_the_kinds(findings: list[Finding]) -> None:
    order = list(KINDS)
    kinds = [order.index(finding.kind) for finding in findings]
    assert kinds == sorted(kinds)


def test_records_of_an_edition_are_joined_by_id(corpus: Corpus, store: Store) -> None:
    texts = corpus.texts_of("bridge-2017")
    rows = {row.id: row for row in align(store, texts)}
    provisions = [row for row in rows.values() if row.kind in ("law", "provision")]
    assert len(provisions) == 838
    assert [row.id for row in provisions if len(row.wording) == 1] == ["16.C.3"]
    assert [row.id for row in provisions][:4] == ["1", "1.A", "1.B", "1.C"]
    order = list(rows)
    assert order.index("16.C.2") < order.index("16.C.3") < order.index("16.D")


def test_texts_of_two_editions_are_never_joined(corpus: Corpus, store: Store) -> None:
    with pytest.raises(ValueError, match="editions"):
        align(store, corpus.readable)


def test_orders_are_merged_where_they_differ() -> None:
    assert merge_orders([["1", "2", "3"], ["0", "1", "2", "2a", "2b", "3", "4"]]) == [
        "0", "1", "2", "2a", "2b", "3", "4",
    ]  # fmt: skip


def test_chapters_are_ours_in_seven_languages_where_no_text_prints_them(
    corpus: Corpus, store: Store
) -> None:
    found = chapters(corpus, store, "bridge-2017")
    assert all(chapter.ours for chapter in found)
    assert [law for c in found for law in c.laws] == [*map(str, range(1, 94))]
    for chapter in found:
        assert set(chapter.titles) == {"hu", "pl", "hr", "it", "fr", "de", "en"}


def test_printed_chapters_nest_as_printed(corpus: Corpus, store: Store) -> None:
    found = {chapter.id: chapter for chapter in chapters(corpus, store, "bridge-1997")}
    assert found["chapter.5.part.2.section.4"].parent == "chapter.5.part.2"
    assert found["chapter.5.part.2.section.4"].laws[0] == "28"
    assert found["chapter.5"].laws[-1] == "40"
    assert not any(chapter.ours for chapter in found.values())
    assert "chapter.1" not in found  # definitions: no law in it


def test_a_law_in_no_chapter_is_an_error(home: Path, store: Store) -> None:
    path = home / "corpus/curation/chapters/bridge-2017.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("laws = [1, 8]", "laws = [1, 7]"), encoding="utf-8")
    with pytest.raises(CorpusError, match="look at 8"):
        chapters(manifest.load(home), store, "bridge-2017")

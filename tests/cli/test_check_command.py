"""kodeks check: what readers let pass, and works that cannot be told apart."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from conftest import made_once

from kb.build import build
from kb.core.errors import CorpusError
from kb.corpus import manifest
from kb.corpus.distinguishing import alike
from kb.reading.numbered import LABEL, gaps
from kb.records.text_check import KINDS, CheckFinding, check
from kb.storage.store import Store
from support.command import Kodeks
from support.decimal_books import EN, ENGLISH, RU, add_hops, english, line_of, records_of
from support.homes import edit_manifest
from support.schemas import SCHEMAS, validator

#: A print file that knows no numbers below the articles: all of them become prose.
LETTERED = """\
laws = 3

[[section]]
from = 1
reader = "front"
id = "preface"

[[section]]
from = 5
reader = "laws"

[labels]
law = ["Article #:"]
paragraphs = true
"""

#: The source with articles only: what follows them is another book's.
ARTICLES = ENGLISH.split("Appendix A.")[0]


def unbuilt() -> Store:
    raise CorpusError("nothing is built here", "Build it.")


def found(home: Path, *ids: str) -> list[CheckFinding]:
    """The findings about texts but for their citations."""
    corpus = manifest.load(home)
    texts = [corpus.text(id) for id in ids]
    return [f for f in check(corpus, texts, unbuilt).findings if f.kind != "unbuilt"]


# --- findings -----------------------------------------------------------------------------------


def test_clauses_that_were_read_as_prose_are_listed_with_their_lines(home: Path) -> None:
    add_hops(home, ("en", ARTICLES, LETTERED, ""), layout="outline")
    *findings, heading = found(home, "hops-2020/en")
    assert {finding.kind for finding in findings} == {"prose"}
    assert (heading.kind, heading.words) == ("heading", "GENERAL RULES")
    labels = " ".join(finding.what.split("'")[1] for finding in findings)
    assert labels == "1.1 1.1.1 1.1.2 1.2 1.5 2.1.1 2.1.2 a) b) c) 2.2.1 3.1 3.2"
    assert findings[0].line == line_of(ARTICLES, "1.1 ")
    assert findings[0].file == "corpus/sources/hops-2020_en.txt"
    assert findings[0].words == "1.1 The board has forty fields."


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("* 1a) Each has nine.", "1a)"),
        ("+ 1e1) Each has nine.", "1e1)"),
        ("o 1e1a) Each has nine.", "1e1a)"),
        ("-  3. Each has nine.", "3."),
        ("• (a) each has nine.", "(a)"),
        ("1a1 Each has nine.", "1a1"),
        ("A5b) Each has nine.", "A5b)"),
    ],
)
def test_labels_behind_bullets_and_of_mixed_kinds_are_listed(
    home: Path, line: str, label: str
) -> None:
    source = ARTICLES.replace("1.1 The", f"{line}\n1.1 The")
    add_hops(home, ("en", source, LETTERED, ""), layout="outline")
    (first, *_) = found(home, "hops-2020/en")
    assert (first.kind, first.line, first.words) == (
        "prose",
        line_of(source, line),
        " ".join(line.split()),
    )
    assert first.what == f"{label!r} begins a line of its words"


def test_words_and_measures_are_no_labels() -> None:
    for line in ("3x3x3 are nine.", "* each has nine.", "- 2017.", "AB", "12B1) says."):
        assert not LABEL.match(line)


def test_a_heading_in_capitals_that_was_read_as_words_is_listed(home: Path) -> None:
    layout = EN[2].replace("GENERAL RULES", "OTHER RULES").replace("from = 3", "from = 5")
    source = ENGLISH.replace("Article 3:", "RULES OF COMPETITION\n\nArticle 3:")
    source = source.replace("Each field", "NO OTHER FIELD. Each field").replace(
        "gate.", "gate\nOF A"
    )
    add_hops(home, ("en", source, layout, EN[3].replace("10\t", "11\t")))
    findings = found(home, "hops-2020/en")
    assert [(f.kind, f.id, f.words) for f in findings] == [
        ("heading", "preface.2", "GENERAL RULES"),
        ("heading", "2.2.1", "RULES OF COMPETITION"),
    ]
    assert "[[chapter]]" in KINDS["heading"].todo


def test_a_line_that_a_correction_settles_is_not_listed(home: Path) -> None:
    row = f"{line_of(ARTICLES, '1.5')}\tprose\t1.5\t1\ta factor\n"
    head = "line\tkind\tprinted\tofficial\treason\n"
    add_hops(home, ("en", ARTICLES, LETTERED, head + row), layout="outline")
    assert not [f for f in found(home, "hops-2020/en") if "'1.5'" in f.what]


def test_where_a_reader_stops_is_a_finding_with_what_to_do(home: Path) -> None:
    source = ENGLISH.replace("3.2 Both", "3.4 Both")
    add_hops(home, ("en", source, *EN[2:]), RU)
    (finding,) = found(home, "hops-2020/en", "hops-2020/ru")
    assert (finding.kind, finding.of) == ("stopped", "hops-2020/en")
    assert finding.line == line_of(source, "3.4")
    assert "expected one of the labels 3.2" in finding.what
    assert "corrections.tsv" in finding.what


def test_words_that_belong_to_nothing_are_listed(home: Path) -> None:
    layout = EN[2].replace("from = 1", "from = 2")
    add_hops(home, ("en", ENGLISH, layout, EN[3]))
    (finding,) = found(home, "hops-2020/en")
    assert (finding.kind, finding.line) == ("unclaimed", 1)
    assert finding.words.startswith("The rules of Hops")


def test_lists_that_begin_late_or_have_a_hole_are_gaps(tmp_path: Path) -> None:
    records = [
        record
        for id, record in records_of(english(tmp_path)).items()
        if id not in ("1.1.1", "2.1.2.b", "3.1", "A")
    ]
    assert [(gap.found, gap.expected) for gap in gaps(records)] == [
        ("1.1.2", "1.1.1"),
        ("2.1.2.c", "2.1.2.b"),
        ("3.2", "3.1"),
        ("B", "A"),
    ]


def test_a_gap_that_a_correction_settles_is_not_listed(home: Path) -> None:
    source = ENGLISH.replace("3.2 Both", "3.4.2 Both")
    row = f"{line_of(source, '3.4.2')}\tgap\t3.4.2\t3.4.2\trepealed\n"
    add_hops(home, ("en", source, EN[2], EN[3] + row))
    assert not found(home, "hops-2020/en")


def test_a_build_that_fails_is_a_finding(home: Path) -> None:
    add_hops(home, EN)
    corpus = manifest.load(home)
    (finding,) = check(corpus, [corpus.text("hops-2020/en")], unbuilt).findings
    assert finding.kind == "unbuilt"
    assert "nothing is built here. Build it." in finding.what


# --- works --------------------------------------------------------------------------------------


OTHER = """
[[work]]
id = "leaps"
title = "Rules of Leaps"
numbering = "{numbering}"
{names}
{units}
"""


def pairs(home: Path, numbering: str, names: str = "", units: str = "") -> list[tuple[str, str]]:
    """What makes the works of a home alike, when this one is added to hops."""
    add_hops(home, EN)
    more = OTHER.format(numbering=numbering, names=names, units=units)
    edit_manifest(home, lambda text: text + more)
    return [(" ".join(pair.works), pair.why) for pair in alike(manifest.load(home))]


def test_works_that_share_a_name_are_alike(home: Path) -> None:
    assert pairs(home, "decimal", 'names = ["Hops", "leaps"]') == [
        ("hops leaps", "both are called 'hops'")
    ]


def test_a_nameless_work_with_the_same_numbers_and_words_is_alike(home: Path) -> None:
    units = '[work.units.en]\nbefore = ["article"]'
    assert pairs(home, "decimal", units=units) == [
        (
            "hops leaps",
            "both have decimal numbers called article in en, and leaps has no name",
        )
    ]


def test_works_without_names_are_alike(home: Path) -> None:
    add_hops(home, EN)
    more = OTHER.format(numbering="decimal", names="", units="")
    edit_manifest(home, lambda text: text.replace('names = ["hops"]\n', "") + more)
    (pair,) = alike(manifest.load(home))
    assert pair.why == "both have decimal numbers, and neither has a name"


@pytest.mark.parametrize(
    ("numbering", "names", "units"),
    [
        ("statute", 'names = ["leaps"]', ""),
        ("decimal", 'names = ["leaps"]', ""),
        ("decimal", "", '[work.units.en]\nbefore = ["rule"]'),
    ],
)
def test_works_that_differ_in_numbers_names_or_words_are_not_alike(
    home: Path, numbering: str, names: str, units: str
) -> None:
    assert pairs(home, numbering, names, units) == []


# --- the command --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hops_home(tmp_path_factory: pytest.TempPathFactory, first_home: Path) -> Path:
    """A built home with the Croatian code and both texts of Hops; one of them cites in vain."""

    def make(home: Path) -> None:
        shutil.copytree(first_home, home, symlinks=True)
        source = ENGLISH.replace("Article 1 says.", "Article 1 says.\nSee Article 7.")
        add_hops(home, ("en", source, *EN[2:]), RU)
        build(manifest.load(home))

    return made_once(tmp_path_factory, "hops", make)


@pytest.fixture
def in_hops(kodeks: Kodeks, hops_home: Path, monkeypatch: pytest.MonkeyPatch) -> Kodeks:
    monkeypatch.setenv("KODEKS_HOME", str(hops_home))
    return kodeks


def test_a_text_without_a_fault_ends_with_0(in_hops: Kodeks) -> None:
    assert in_hops("check", "hops-2020/ru") == 0
    assert in_hops.out.splitlines() == [
        "hops-2020/ru: 18 provisions, without a line of their own: 2.1, A.2",
        "Nothing to look at.",
    ]


def test_an_unknown_text_is_not_found(in_hops: Kodeks) -> None:
    assert in_hops("check", "hops-2020/fr") == 3
    assert in_hops("check", "leaps") == 3


def test_findings_end_with_1_and_stand_under_their_kind(in_hops: Kodeks) -> None:
    assert in_hops("check", "hops") == 1
    assert "dangling: 1 (cites a provision that does not exist)" in in_hops.out
    assert "corpus/sources/hops-2020_en.txt:20  hops-2020/en:2.2.1  7 does not exist" in in_hops.out
    assert "1 to look at." in in_hops.out
    assert "\x1b[" not in in_hops.out
    assert in_hops("--color", "always", "check", "hops") == 1
    assert "\x1b[" in in_hops.out
    assert in_hops("check", "hops", "--json") == 1
    validator("check").validate(json.loads(in_hops.out))


def test_the_json_is_as_its_schema_says(in_hops: Kodeks) -> None:
    printed = in_hops.json("check", "hops-2020/ru")
    validator("check").validate(printed)
    schema = SCHEMAS["check"]
    assert schema["properties"]["findings"]["items"]["properties"]["kind"]["enum"] == [*KINDS]
    assert printed["counts"] == dict.fromkeys(KINDS, 0)

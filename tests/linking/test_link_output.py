"""What a ruling cites, as JSON and as a table of authorities."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from kb.core.ids import ProvisionId
from kb.corpus.corpus import Corpus
from kb.languages.catalogue import load
from kb.linking.cited import Cited, DocumentSpan
from kb.linking.documents.ruling import reading_language
from kb.linking.linker import cite
from kb.linking.resolving.index import Index
from kb.linking.rulings.authorities import ProvisionTitles, authorities, authorities_json
from kb.linking.rulings.authorities_table import authorities_table
from kb.linking.writing.citation_json import links, links_json, links_lines
from kb.storage.store import Store
from support.rulings import (
    CROATIAN,
    GERMAN,
    HUNGARIAN,
    POLISH,
    RULINGS,
    cited_in,
    ruling,
    site_at,
)
from support.schemas import validator


@pytest.fixture(scope="module")
def index(corpus: Corpus, store: Store) -> Index:
    return Index.of(corpus, store)


@pytest.fixture(scope="module")
def titles(corpus: Corpus, store: Store) -> dict[str, ProvisionTitles]:
    return {code: ProvisionTitles(corpus, store, code) for code in ("hu", "pl", "hr", "en")}


@pytest.mark.parametrize("language", RULINGS)
def test_the_citations_of_a_ruling_are_json_that_fits_its_schema(
    index: Index, language: str
) -> None:
    words = RULINGS[language]
    found = cited_in(words, index, language)
    assert len(found) >= 2
    site = site_at(index)
    printed = links_json(*links(ruling(words), found, index, index.default, site))
    validator("links").validate(json.loads(json.dumps(printed)))
    header, *rows = map(
        json.loads,
        links_lines(*links(ruling(words), found, index, index.default, site), len(found)),
    )
    for line in (header, *rows):
        validator("links").validate(line)
    assert rows == printed["citations"]
    assert header == {**printed, "citations": len(rows)}
    for row in rows:
        assert words[row["start"] : row["end"]] == row["quote"]
        assert words[: row["start"]].count("\n") + 1 == row["line"]
        assert row["start"] <= row["core"][0] < row["core"][1] <= row["end"]


def rows_of(index: Index, language: str) -> dict[str, dict[str, Any]]:
    words = RULINGS[language]
    found = cited_in(words, index, language)
    printed = links_json(*links(ruling(words), found, index, index.default, site_at(index)))
    return {row["quote"]: row for row in printed["citations"]}


def test_a_citation_has_its_path_its_ids_and_where_it_leads(index: Index) -> None:
    rows = rows_of(index, "hu")
    one = rows["27B1(b) pont"]
    assert (one["path"], one["targets"]) == ("27B1(b)", ["bridge-2017:27.B.1.b"])
    assert one["address"] == "https://laws.example/hu/bridge-2017/27/#27.B.1.b"
    several = rows["49–51. szakaszok"]
    assert several["path"] == "49–51"
    assert several["targets"] == [{"from": "bridge-2017:49", "to": "bridge-2017:51"}]
    assert several["address"] == "https://laws.example/hu/bridge-2017/49/"
    missing = rows["94. szakasz"]
    assert (missing["status"], missing["reason"]) == ("dangling", "no-provision")
    assert (missing["nearest"], missing["address"]) == (["bridge-2017:93"], None)


def test_an_older_citation_says_where_that_stands_today_and_leads_there(index: Index) -> None:
    one = rows_of(index, "hr")["čl. 50D"]
    assert (one["edition"], one["targets"]) == ("bridge-1997", ["bridge-1997:50.D"])
    assert one["now"] == ["bridge-2017:50.D"]
    assert one["address"] == "https://laws.example/hu/bridge-2017/50/#50.D"


def test_another_regulation_is_named_and_has_no_ids_of_ours(index: Index) -> None:
    one = rows_of(index, "de")["§ 12"]
    assert (one["status"], one["path"], one["targets"]) == ("foreign", "12", [])
    assert "turnierordnung" in one["owner"].lower()
    assert one["address"] is None


def test_an_edition_that_is_not_here_is_named_by_its_year(index: Index) -> None:
    words = "Law 27B1"
    absent = Cited(
        DocumentSpan(0, 8), DocumentSpan(4, 8), words, "en", 0, "dangling", "no-edition", 0.9,
        "2007", (ProvisionId.parse("27B1"),),
    )  # fmt: skip
    printed = links_json(*links(ruling(words), [absent], index, index.default, site_at(index)))
    validator("links").validate(json.loads(json.dumps(printed)))
    (row,) = printed["citations"]
    assert (row["edition"], row["path"], row["targets"]) == ("2007", "27B1", [])


def table_of(
    words: str,
    language: str,
    ui: str,
    index: Index,
    corpus: Corpus,
    titles: dict[str, ProvisionTitles],
) -> str:
    one = ruling(words)
    found = authorities(one, cited_in(words, index, language), index, corpus, titles[ui])
    validator("authorities").validate(json.loads(json.dumps(authorities_json(found, index))))
    return "".join(authorities_table(found, index, site_at(index, ui), load(ui)))


def test_a_table_of_authorities_has_what_is_cited_in_the_order_of_the_book(
    index: Index, corpus: Corpus, titles: dict[str, ProvisionTitles]
) -> None:
    table = table_of(HUNGARIAN, "hu", "hu", index, corpus, titles)
    base = "https://laws.example/hu/bridge-2017"
    rows = [line for line in table.splitlines() if "](" in line]
    assert rows == [
        f"| **[27. szakasz]({base}/27/)** | **ELÉGTELEN BEMONDÁS** |  | 2 |",
        f"| [27B1(b) pont]({base}/27/#27.B.1.b) |  | 7, 8 | 2 |",
        f"| **[49. szakasz]({base}/49/)** | **EGY ELLENJÁTÉKOS LAPJÁNAK KIMUTATÁSA** | 7 | 1 |",
        f"| **[50. szakasz]({base}/50/)** | **RENDELKEZÉS BÜNTETŐLAPPAL** | 7 | 1 |",
        f"| **[51. szakasz]({base}/51/)** | **KÉT VAGY TÖBB BÜNTETŐLAP** | 7 | 1 |",
    ]
    assert table.splitlines()[0].endswith(": Elégtelen licit")
    assert table.splitlines()[-1].startswith("- “94. szakasz”, ")
    assert table.splitlines()[-1].endswith("93. szakasz")


def test_titles_are_in_the_readers_language_whatever_the_rulings(
    index: Index, corpus: Corpus, titles: dict[str, ProvisionTitles]
) -> None:
    table = table_of(POLISH, "pl", "en", index, corpus, titles)
    assert table.startswith("# Table of authorities: ruling.md\n\n## Laws of Duplicate Bridge 2017")
    (law,) = (line for line in table.splitlines() if "[Law 12]" in line)
    assert "Discretionary powers" in law or "adjusted" in law.lower()
    assert law.endswith("| 3 | 2 |")
    assert "[Law 12C1(c)]" in table


def test_an_older_editions_provisions_stand_apart_with_where_they_are_today(
    index: Index, corpus: Corpus, titles: dict[str, ProvisionTitles]
) -> None:
    table = table_of(CROATIAN, "hr", "hr", index, corpus, titles)
    _, current, older = re.split(r"\n## .*\n", table)
    assert "27B1" in current
    assert "50D" not in current
    base = "https://laws.example/hr"
    assert f"[član 50D]({base}/bridge-1997/50/#50.D)" in older
    assert f"[član 50D]({base}/bridge-2017/50/#50.D)" in older
    assert "**POSTUPAK S KAZNENOM KARTOM**" in older
    english = table_of(CROATIAN, "hr", "en", index, corpus, titles)
    assert "**POSTUPAK S KAZNENOM KARTOM (Croatian)**" in english


def test_other_regulations_have_a_list_of_their_own(
    index: Index, corpus: Corpus, titles: dict[str, ProvisionTitles]
) -> None:
    table = table_of(GERMAN, "de", "en", index, corpus, titles)
    assert "\n## Other regulations\n\n- “§ 12”, line 1; " in table
    assert "[Law 12]" not in table


def test_words_of_a_ruling_cannot_break_its_table(
    index: Index, corpus: Corpus, titles: dict[str, ProvisionTitles]
) -> None:
    hostile = "---\ntitle: <script>|*[x](y)\n---\n\nLaw\n94\n"
    table = table_of(hostile, "en", "en", index, corpus, titles)
    assert r"\<script\>\|\*\[x\](y)" in table.splitlines()[0]
    assert "“Law 94”, line 5; the nearest is Law 93" in table


def test_a_ruling_that_cites_nothing_has_a_table_that_says_so(
    index: Index, corpus: Corpus, titles: dict[str, ProvisionTitles]
) -> None:
    assert "Nothing is cited." in table_of("# Facts\n", "en", "en", index, corpus, titles)


def test_pages_in_the_rulings_own_language_are_linked_where_there_are_any(index: Index) -> None:
    found = cite("po članku 90A i članu 16B3", "text", index, ["hr"])
    assert reading_language(found, ["hu", "pl", "hr"]) == "hr"
    assert reading_language([], ["hu", "pl", "hr"]) == "hu"

"""First links: numbers in rulings lead to the clause; what is no citation stays as it is."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import REPOSITORY
from kb.citations.anchors import patterns
from kb.citations.zones import text_only
from kb.corpus import Corpus, Edition
from kb.errors import NotFoundError
from kb.ids import ProvisionId
from kb.linking import (
    LONGEST,
    BadAddressError,
    BadDocumentError,
    Link,
    Site,
    find_links,
    links_json,
    patterned,
    read_document,
    reading_language,
    write_links,
)
from kb.store import Store

CODE = Edition("bridge-2017", "bridge", "Laws", "2017")
SITE = Site("https://laws.example", "pl", CODE)


@pytest.fixture(scope="module")
def provisions(store: Store) -> frozenset[ProvisionId]:
    return frozenset([*store.provisions("bridge-2017/hu"), *store.provisions("bridge-2017/pl")])


def links(
    document: str, provisions: frozenset[ProvisionId], language: str, format: str = "text"
) -> list[Link]:
    return find_links(
        document, "markdown" if format == "markdown" else "text", provisions, [language]
    )


RULINGS = [
    ("en", "Laws 16B3 and 12C1(b); no PP under L90.",
     [("Laws 16B3", "16.B.3"), ("12C1(b)", "12.C.1.b"), ("L90", "90")]),
    ("en", "Under Law\n21B1(a) it stands.", [("Law\n21B1(a)", "21.B.1.a")]),
    ("en", "See Laws 49-51 and Law 50 B.", [("Laws 49-51", "49 50 51"), ("Law 50 B", "50.B")]),
    ("en", "decided under 70D1", [("70D1", "70.D.1")]),
    ("en", "Laws 27B1 and 2, 9", [("Laws 27B1", "27.B.1"), ("2", "27.B.2"), ("9", "9")]),
    ("en", "Laws 40B, E and 12", [("Laws 40B", "40.B"), ("12", "12")]),
    ("en", "Laws 27B and Z", [("Laws 27B", "27.B")]),
    ("en", "Laws 12C1(e) and (b)", [("Laws 12C1(e)", "12.C.1.e"), ("(b)", "12.C.1.b")]),
    ("en", "Law 72B(1) and Law 12(C)(1)(e)", [("Law 72B(1)", "72.B.1"),
     ("Law 12(C)(1)(e)", "12.C.1.e")]),
    ("en", "Fine of $20 under Law 27, and $30", [("Law 27", "27")]),
    ("hu", "A 12. szakasz C1. pontja", [("12. szakasz C1. pontja", "12.C.1")]),
    ("hu", "A 27. § B) pontja", [("27. § B) pontja", "27.B")]),
    ("pl", "punkt C1 przepisu 12", [("punkt C1 przepisu 12", "12.C.1")]),
    ("hr", "stav B1 člana 27", [("stav B1 člana 27", "27.B.1")]),
    ("hu", "a 19A1 vagy a 19B1 pont", [("19A1", "19.A.1"), ("19B1 pont", "19.B.1")]),
    ("hu", "Az 53–56. szakaszok", [("53–56. szakaszok", "53 54 55 56")]),
    ("hu", "az 54A-t olvasta fel", [("54A", "54.A")]),
    ("hu", "A 25.§ alapján", [("25.§", "25")]),
    ("hu", "a 27B1.pont és a 31.szakasz", [("27B1.pont", "27.B.1"), ("31.szakasz", "31")]),
    ("pl", "wg P12C1c, kara z P90", [("P12C1c", "12.C.1.c"), ("P90", "90")]),
    ("pl", "przepisów 62B1 i 62C1", [("przepisów 62B1", "62.B.1"), ("62C1", "62.C.1")]),
    ("pl", "art. 57A MPB", [("art. 57A", "57.A")]),
    ("hr", "članove 16B3 i 12C1(b)", [("članove 16B3", "16.B.3"), ("12C1(b)", "12.C.1.b")]),
    ("hr", "Prema čl. 21B1(a)", [("čl. 21B1(a)", "21.B.1.a")]),
    ("hr", "po članku 90A", [("članku 90A", "90.A")]),
]  # fmt: skip


@pytest.mark.parametrize(("language", "ruling", "expected"), RULINGS)
def test_a_number_leads_to_its_clause(
    provisions: frozenset[ProvisionId], language: str, ruling: str, expected: list[tuple[str, str]]
) -> None:
    found = links(ruling, provisions, language)
    assert [(one.quote, " ".join(map(str, one.targets))) for one in found] == expected
    assert all(one.exists for one in found)


@pytest.mark.parametrize(
    ("language", "ruling"),
    [
        ("en", "We lost 27-16; board 12 was 4H doubled, table 7B; section 12, paragraph 3."),
        ("en", "page 16, p. 27, Rule of 18, 12.30 pm, 10h30, 3x3, 16x9, seat 12c3, 2026-11-21"),
        ("en", "1C-P-1H-P; 2S-X-P; law27@x.org, law27.org, #law27, /law27/, C:\\law27, Law27.pdf"),
        ("hu", "3C-re emelt; 2D-t licitált; 1S-re kontra; a 7B-ben ülő"),
        ("pl", "p. 5, p5, strona p12, Przepisy 2017"),
        ("hu", "A 12. fordulót 2018. 05. 27-én játsszák a 3. teremben; 100 pont; a 3. pont."),
        ("pl", "Wygrali 64:27, w rozdaniu 12 grali 4 piki, 20 punktów."),
        ("hr", "Bord 12 na stolu 16 odigran je 4 herc, 27 poena; oba člana para."),
    ],
)
def test_what_is_no_citation_is_not_linked(
    provisions: frozenset[ProvisionId], language: str, ruling: str
) -> None:
    assert links(ruling, provisions, language) == []


@pytest.mark.parametrize(
    ("ruling", "nearest"),
    [
        ("Law 94", "93"),
        ("Law 16A3", "16.A.2"),
        ("Law 100", "93"),
        ("Law 999999", "93"),
        ("Law 27B9", "27.B"),
    ],
)
def test_a_number_that_does_not_exist_is_flagged_with_the_nearest(
    provisions: frozenset[ProvisionId], ruling: str, nearest: str
) -> None:
    (found,) = links(ruling, provisions, "en")
    assert not found.exists
    assert [str(id) for id in found.nearest] == [nearest]
    written = write_links(ruling, [found], SITE, "md")
    assert "<mark" in written
    assert "href" not in written
    assert "](" not in written


def test_markdown_keeps_its_code_links_and_marks(provisions: frozenset[ProvisionId]) -> None:
    source = (
        "---\ntitle: Law 1\n---\n# Law 27\n\nSee *Law 41C*, `Law 12C1`, [Law 16](https://x.example/16)"
        ' <a href="x">Law 8</a> and https://x.example/Law7.\n\n    Law 10\n\n```\nLaw 11\n```\n\n'
        "> quoted Law\n> 16B\n\n| a | Law 15 |\n|---|---|\n| b | c |\n"
    )
    found = links(source, provisions, "en", "markdown")
    assert [one.quote for one in found] == ["Law 27", "Law 41C", "Law\n> 16B", "Law 15"]
    written = write_links(source, found, SITE, "md")
    assert "*[Law 41C](https://laws.example/pl/bridge-2017/41/#41.C)*" in written
    assert "`Law 12C1`, [Law 16](https://x.example/16)" in written


@pytest.mark.parametrize(
    "run", ["*", "_", "~", "`", "[", "](", "![a]", "![a](", "> ", "<a ", "1., ", "Law 27 "]
)
def test_no_markdown_takes_minutes(provisions: frozenset[ProvisionId], run: str) -> None:
    """Twenty thousand stars in a row took Tree-sitter's inline grammar most of a minute."""
    source = run * 20_000 + " Law 27"
    found = links(source, provisions, "en", "markdown")
    in_code = run in "~`"  # a fence
    assert {one.quote for one in found} == (set() if in_code else {"Law 27"})


def test_plain_text_as_html_is_escaped(provisions: frozenset[ProvisionId]) -> None:
    ruling = 'a <script>alert("Law 27")</script> & Law 16B'
    written = write_links(ruling, links(ruling, provisions, "en"), SITE, "html", plain=True)
    assert "<script" not in written
    assert written.endswith(
        '&amp; <a class="kodeks-law" href="https://laws.example/pl/bridge-2017/16/#16.B">'
        "Law 16B</a>"
    )


class Words(HTMLParser):
    """The words of an HTML document without its tags."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.words = ""

    def handle_data(self, data: str) -> None:
        self.words += data


PIECES = [
    "Law 27B1(b)",
    "Laws 49-51",
    "Law 94",
    "przepis 12C1b",
    " ",
    "\n",
    "<b>",
    "&",
    '"',
    "*x*",
    ".",
]


@given(st.lists(st.sampled_from(PIECES)).map("".join))
def test_links_taken_out_of_markdown_leave_what_was_there(
    provisions: frozenset[ProvisionId], document: str
) -> None:
    found = find_links(document, "text", provisions, ["en", "pl"])
    written = write_links(document, found, SITE, "md")
    without = re.sub(r"\[([^\]]*)\]\(https://laws\.example/[^)]*\)", r"\1", written)
    assert re.sub(r"<mark [^>]*>(.*?)</mark>", r"\1", without) == document
    assert len(found) == written.count("](https://laws.example/") + written.count("<mark")


@given(st.lists(st.sampled_from(PIECES)).map("".join))
def test_links_change_no_character_of_a_plain_text(
    provisions: frozenset[ProvisionId], document: str
) -> None:
    found = links(document, provisions, "en")
    written = write_links(document, found, SITE, "html", plain=True)
    reader = Words()
    reader.feed(written)
    reader.close()
    assert reader.words == document


@given(st.text())
def test_text_that_may_be_linked_stands_where_it_stood(document: str) -> None:
    for format in ("text", "markdown"):
        masked = text_only(document, "markdown" if format == "markdown" else "text")
        assert len(masked) == len(document)
        assert all(a in (b, "\0", " ") for a, b in zip(masked, document, strict=True))


def test_a_link_that_the_document_defines_elsewhere_stays(
    provisions: frozenset[ProvisionId],
) -> None:
    source = "See [Law 27] and [Law 16].\n\n[Law 27]: https://x.example/27\n"
    assert [one.quote for one in links(source, provisions, "en", "markdown")] == ["Law 16"]


@pytest.mark.parametrize("base", ["javascript:alert(1)", "x", "laws.example", "ftp://x"])
def test_an_address_that_no_site_has_is_refused(base: str) -> None:
    with pytest.raises(BadAddressError):
        Site.at(base, "hu", CODE, ["hu", "pl"])


def test_addresses_are_quoted_and_languages_checked() -> None:
    site = Site.at("https://laws.example/a b)](x/", "hu", CODE, ["hu"])
    assert site.address(ProvisionId.parse("27B")) == (
        "https://laws.example/a%20b%29%5D%28x/hu/bridge-2017/27/#27.B"
    )
    with pytest.raises(NotFoundError):
        Site.at("", "../x", CODE, ["hu", "pl"])


def test_pages_in_the_rulings_own_language_are_linked_where_there_are_any(
    provisions: frozenset[ProvisionId],
) -> None:
    found = find_links("po članku 90A i članu 16B3", "text", provisions, patterned(()))
    assert reading_language(found, ["hu", "pl", "hr"]) == "hr"
    assert reading_language([], ["hu", "pl", "hr"]) == "hu"


def test_a_ruling_may_mix_languages(provisions: frozenset[ProvisionId]) -> None:
    ruling = "Law 27B1(b), przepis 12C1b, a 16C szakasz, član 26B"
    found = find_links(ruling, "text", provisions, patterned(()))
    assert [one.language for one in found] == ["en", "pl", "hu", "hr"]
    assert set(patterned(())) == set(patterns())
    with pytest.raises(NotFoundError):
        patterned(("xx",))


def test_links_follow_their_schema(provisions: frozenset[ProvisionId]) -> None:
    schema = json.loads((REPOSITORY / "kb/schemas/links.json").read_text(encoding="utf-8"))
    found = links("Law 27, Law 94, Laws 49-51", provisions, "en")
    jsonschema.Draft202012Validator(schema).validate(
        json.loads(json.dumps(links_json(found, SITE)))
    )


def test_what_cannot_be_read_or_is_too_long_says_why(
    provisions: frozenset[ProvisionId], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("rulings")
    with pytest.raises(BadDocumentError, match="No such file"):
        read_document(str(folder / "none.md"))
    bad = folder / "bad.md"
    bad.write_bytes(b"Law \xff 27")
    with pytest.raises(BadDocumentError, match="not UTF-8 at byte 4"):
        read_document(str(bad))
    with pytest.raises(BadDocumentError, match="at most"):
        links("x" * (LONGEST + 1), provisions, "en")


def test_sections_of_a_statute_are_linked_and_named_as_such(corpus: Corpus, store: Store) -> None:
    ruling = "A 2. § szerint; 12. § nincs."
    links = find_links(ruling, "text", store.provisions("ulti-2017/hu"), ["hu"])
    site = Site("", "hu", corpus.edition("ulti-2017"))
    written = write_links(ruling, links, site, "md")
    assert written.startswith("A [2. §](/hu/ulti-2017/2/) szerint; ")
    assert 'title="✗ → 11. §?"' in written

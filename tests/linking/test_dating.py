"""When a document was written, and what that says of its numbers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from babel import Locale
from markdown import Markdown

from kb.citations.portability import check
from kb.corpus.corpus import Corpus
from kb.linking.cited import Cited
from kb.linking.dating.date_words import date_words
from kb.linking.dating.dates import dates_in, tokens_of
from kb.linking.dating.dating import Dating, dating
from kb.linking.documents.ruling import Ruling
from kb.linking.linker import read
from kb.linking.resolving.index import Index
from kb.linking.ruling_output import Linked, LinkingContext, LinksAs
from kb.linking.writing.annotate import annotated, remove
from kb.linking.zones import Format, text_only
from kb.storage.store import Store
from support.homes import REPOSITORY
from support.rulings import site_at
from support.schemas import validator

CODES = {"1987": 1987, "1997": 1997, "2007": 2008, "2017": 2017}
LANGUAGES = ("hu", "pl", "hr", "it", "fr", "de", "en")


@pytest.fixture(scope="module")
def index(corpus: Corpus, store: Store) -> Index:
    return Index.of(corpus, store)


def dated(document: str, format: Format = "text") -> Dating | None:
    return dating(document, format, text_only(document, format), CODES)


def year(document: str, format: Format = "text") -> int | None:
    found = dated(document, format)
    return found.year if found else None


# --- dates ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_of_a_month_is_known(language: str) -> None:
    months = date_words().months
    for context in ("format", "stand-alone"):
        for width in ("wide", "abbreviated"):
            for number, name in Locale(language).months[context][width].items():
                assert number in months[name.lower().rstrip(".")], name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_day_of_the_week_may_stand_before_a_date(language: str) -> None:
    for name in Locale(language).days["format"]["wide"].values():
        assert year(f"{name}, 12.5.2003") == 2003


def test_the_patterns_of_dates_are_portable() -> None:
    words = date_words()
    for pattern in (words.token, *words.forms):
        check(pattern)


@pytest.mark.parametrize(
    "line",
    [
        "8 March 2003", "MARCH 8, 2003", "8th of March, 2003", "Mar. 8th, 2003", "2003 March 8",
        "8. März 2003", "8. Maerz 2003", "8 mars 2003", "1er mars 2003", "8 marzo 2003",
        "1º marzo 2003", "8 marca 2003 r.", "8. ožujka 2003.", "2003. március 8.",
        "2003. márc. 8-án", "2003-03-08", "2003. 03. 08.", "2003/03/08", "8. 3. 2003.", "8.3.2003",
        "08/03/2003", "3/28/2003", "8-3-2003", "8. III. 2003", "28.3.03", "8-Mar-2003",
        "Sat Mar 8 09:30:00 2003", "Sat Mar 8 09:30:00 CET 2003", "8 Mar 09:30 2003",
        "March 2003", "marzo del 2003", "rujan 2003.", "29 February 2004 and 8 March 2003",
    ],
)  # fmt: skip
def test_a_day_is_read_in_every_form(line: str) -> None:
    assert [date.year for date in dates_in(tokens_of(line))][-1] == 2003


@pytest.mark.parametrize(
    "line",
    [
        "31 February 2003", "31. 4. 2003", "29. 2. 2003", "0. 3. 2003", "12. 13. 2003",
        "13/13/2003", "2003-13-01", "2003. 02. 30.", "8 March 2091", "8 March 1812", "45 May 2003",
        "1.2.3", "8.12.3", "1.2.60", "27:16", "27B1", "12. XIII. 2003", "10.1.2.5.3", "3-1-2",
    ],
)  # fmt: skip
def test_a_day_that_cannot_be_is_no_date(line: str) -> None:
    assert not [*dates_in(tokens_of(line))]


@pytest.mark.parametrize(
    "line",
    [
        "Appeals Committee, Kansas City, Spring NABC 2003",
        "Minutes of the meeting held on 8 March 2003",
        "Column by A. Writer, March 2003", "March 8 - 10, 2003", "8./9. März 2003 in Ulm",
        "Beschluss v. 8.3.2003", "Turnierleiterbrief 1/2003",
        "Verfasst am 8. März 2003 von A. Meier",
        "Décision du 8 mars 2003", "Mise à jour : 08/03/2003", "Riunione dell'8 marzo 2003",
        "Orzeczenie z dnia 8.03.2003", "Odluka žirija od 8. ožujka 2003.",
        "Objavljeno 8.3.2003. u 9:30",
        "Kelt: Eger, 2003. március hó 8. napján", "Jelentés - 2003. március 8-10.",
        "8 March 2003 at 9.30 am", "Sobota, 8 marca 2003, godz. 10", "dimanche 8 mars 2003 à 14h",
    ],
)  # fmt: skip
def test_a_date_stands_behind_places_persons_and_the_names_of_documents(line: str) -> None:
    assert year(f"{line}\n\nLaw 27") == 2003


# --- which date is that of the document ----------------------------------------------------------


def test_what_a_document_says_as_data_counts_first() -> None:
    assert year("---\ndate: 2003-03-08\n---\n\nLyon, 2 May 2019\n", "markdown") == 2003
    assert year("---\ndatum: '8. März 2003'\n---\n\n# 2019\n", "markdown") == 2003
    meta = '<meta content="2003-03-08T09:30:00Z" property="article:published_time">'
    assert year(f"{meta}<h1>12.5.2019</h1>", "html") == 2003
    assert year("---\ndate: never\n---\n\nLyon, 2 May 2019\n", "markdown") == 2019


def test_of_several_dates_in_the_head_the_newest_counts_and_the_end_only_without_them() -> None:
    assert year("8 March 2003\n\nRevision\n12 May 2011\n\nLaw 27") == 2011
    assert year("8 March 2003\n\n" + "Law 27 is read.\n" * 30 + "\nLyon, 2 May 2019") == 2003
    assert year("Law 27 is read.\n" * 30 + "\nLyon, 2 May 2019") == 2019


def test_of_a_thread_the_newest_mail_counts() -> None:
    thread = "Date: Sun, 1 Aug 2004 10:34:29 +1000\n" + "Law 27.\n" * 50
    assert year(thread) == 2004
    assert year(f"{thread}\n> Sent: 3 May 2002\n\nDate: 4 June 2018\n") == 2018


@pytest.mark.parametrize("heading", ["# ", "## "])
def test_a_date_may_stand_in_a_heading(heading: str) -> None:
    assert year(f"{heading}Żywiec, 8 marca 2003\n\nPrzepis 27", "markdown") == 2003


@pytest.mark.parametrize(
    "title",
    [
        "Appeals Casebook, Lille 1998", "Protokoll 4/1998", "Compte rendu, Lille 1998",
        "Bollettino n. 3 - 1998", "Biuletyn nr 4/1998", "Bilten 3, Pula 1998.",
        "A zsűri döntései, 1998", "(z biuletynu nr 4, Sława 1998) Sędzia przypomina",
    ],
)  # fmt: skip
def test_a_title_of_a_document_may_have_the_year_alone(title: str) -> None:
    assert year(f"{title}\n\nLaw 27") == 1998


@pytest.mark.parametrize(
    "text",
    [
        "Our club was founded on 8 March 1998.", "Since 8 March 1998 we play on Mondays.",
        "Copyright 1998\n\nLaw 27", "© 8 March 1998", "The Gambling Act 2005 is silent.",
        "Born 4 May 1951, he knows Law 27.", "Statutes, amended 4 May 1998", "Law 27, 1998 or so",
        "Gegründet am 8.3.1998", "Gesetz vom 8. März 1998", "Ab 1.1.1998 gilt das.",
        "Loi du 1er juillet 1998", "Fondé le 8 mars 1998", "Depuis le 8 mars 1998, tout va bien.",
        "Legge 16 dicembre 1998, n. 398.", "Fondato l'8 marzo 1998", "Statuto del 8/3/1998",
        "Ustawa z dnia 8 marca 1998 r.", "Założony 8 marca 1998", "Rodzony 4 V 1951 gracz",
        "Zakon od 8. ožujka 1998.", "Osnovan 8. ožujka 1998.", "Statut, 8. ožujka 1998.",
        "Alapítva: 1998. március 8.", "1998. március 8-án alakultunk.", "Törvény, 1998. március 8.",
        "1933, 1935, 1943, 1949, 1963, 1975, 1987, 1997", "In 1998 it was so.",
        "https://club.example/1998/03/08/", "Menton 1998",
    ],
)  # fmt: skip
def test_a_date_of_something_else_dates_nothing(text: str) -> None:
    assert dated(text) is None


@pytest.mark.parametrize(
    ("text", "code", "stated"),
    [
        ("MPB'97\n\nPrzepis 27", "1997", True),
        ("Codice di Gara 1997\n\nArt. 27", "1997", True),
        ("Code international de bridge, édition 2007\n\nLoi 7", "2007", True),
        ("TBR 2007\n\n§ 27", "2007", True),
        ("Kodeks iz 1997.\n\nČlan 27", "1997", False),
        ("1997-es szabálykönyv\n\nA 27. szakasz", "1997", True),
        ("The 1997 Laws\n\nLaw 27", "1997", True),
        ("Wersja HTML MPB 1997; przepis 27", "1997", False),
        ("---\nedition: bridge-1997\n---\n\nLaw 27", "1997", True),
    ],
)
def test_the_code_that_a_document_names_in_its_head_is_its_code(
    text: str, code: str, stated: bool
) -> None:
    found = dated(text, "markdown")
    assert found is not None
    assert (found.code, found.source, found.is_stated) == (code, "code", stated)


@pytest.mark.parametrize(
    "text",
    [
        "The 1997 Laws and the 2007 Laws\n\nLaw 27",
        "The 1997 Law 27 and Law 28",
        "Our teacher said that the 1997 code was shorter than this one.\n\nLaw 27",
        "Bulletin, Menton\n\nLaw 27 of the 2007 code",
        "U kodeksu iz 2007. to je bio čl. 16D2.",
    ],
)
def test_a_code_that_a_text_only_speaks_of_is_not_its_code(text: str) -> None:
    assert dated(text) is None


def test_a_current_date_goes_before_an_old_code_and_the_current_code_before_an_old_date() -> None:
    found = dated("The 1997 Laws\n12 May 2019\n\nLaw 27")
    assert found is not None
    assert found.code == "2017"
    found = dated("Laws of Bridge 2017\n12 May 2012\n\nLaw 27")
    assert found is not None
    assert found.code == "2017"


def test_a_code_is_that_of_a_year_from_which_on_it_was_in_force() -> None:
    in_force = {
        year: found.code for year in (1996, 1997, 2007, 2008, 2016, 2017, 2026)
        if (found := dated(f"Lyon, 2 May {year}"))
    }  # fmt: skip
    assert in_force == {
        1996: "1987", 1997: "1997", 2007: "1997", 2008: "2007",
        2016: "2007", 2017: "2017", 2026: "2017",
    }  # fmt: skip


# --- what that says of numbers -------------------------------------------------------------------


def rows() -> list[dict[str, Any]]:
    lines = (REPOSITORY / "tests/data/citations_old.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def shown(cited: list[Cited]) -> list[dict[str, Any]]:
    return [
        {"quote": one.quote, "edition": one.edition, "doubted": one.doubted}
        for one in cited
        if one.status in ("linked", "dangling")
    ]


@pytest.mark.parametrize("any_language", [False, True])
def test_no_number_of_an_old_ruling_leads_silently_to_todays_code(
    index: Index, any_language: bool
) -> None:
    """The gate: no link misleads silently, and no ruling of today has a warning."""
    silent, warned, links = [], [], 0
    for row in rows():
        languages = [] if any_language else [row["lang"]]
        found = read(row["text"], row["format"], index, languages)
        links += len(row["links"]) if row["kind"] == "old" else 0
        for one in found.cited:
            newest = one.edition == index.default.id
            if row["kind"] == "old" and one.status == "linked" and newest and not one.doubted:
                silent.append((row["id"], one.quote))
            if row["kind"] != "old" and one.doubted:
                warned.append((row["id"], one.quote))
        if not any_language:
            assert shown(found.cited) == row["links"], row["id"]
            assert (found.dating and found.dating.year) == row["dated"], row["id"]
            assert (found.dating and found.dating.code) == row["code"], row["id"]
    assert (silent, warned) == ([], [])
    assert links >= 50


OLD = "Memphis, March 8, 2003\n\nLaw 72B1, Law 27 and Law 80E; the 1997 Law 25B, the 2017 Law 25B."


def test_where_a_number_of_the_old_code_stands_today_is_said(index: Index) -> None:
    found = read(OLD, "text", index, ["en"])
    said = [(one.quote, one.doubted, [*map(str, one.then)]) for one in found.cited]
    assert said == [
        ("Law 72B1", "1997", ["72.C"]),
        ("Law 27", "1997", ["27"]),
        ("Law 80E", "1997", ["80.B.2.e"]),
        ("Law 25B", None, []),
        ("Law 25B", None, []),
    ]
    assert found.doubted


def test_who_says_of_which_code_the_numbers_are_gets_no_warning(index: Index) -> None:
    for within, edition in (("bridge-2017", "bridge-2017"), ("bridge-1997", "bridge-1997")):
        found = read(OLD, "text", index, ["en"], within)
        assert found.dating is None
        assert not found.doubted
        assert found.cited[0].edition == edition


def test_the_year_of_the_date_is_no_edition_of_the_number_behind_it(index: Index) -> None:
    (found,) = read("Split, 12.5.2007. Po članu 25B", "text", index, ["hr"]).cited
    assert (found.status, found.doubted) == ("linked", "1997")
    (found,) = read("Split, 12.5.2004. U kodeksu iz 2007. čl. 25B", "text", index, ["hr"]).cited
    assert (found.reason, found.doubted) == ("no-edition", None)


def test_titles_marks_and_lists_say_the_doubt_and_can_be_taken_out(index: Index) -> None:
    found = read(OLD, "text", index, ["en"]).cited
    html = "".join(annotated(OLD, "text", found, site_at(index), "html"))
    assert html.count('data-kodeks-doubt="1997"') == 3
    assert html.count("⚠ ") == 3
    assert remove(html, "html") == OLD
    listed = "".join(annotated(OLD, "text", found, site_at(index), "text"))
    assert listed.count("⚠") == 3
    assert remove(listed, "text") == OLD


@pytest.mark.parametrize("wanted", LinksAs)
def test_every_output_says_the_doubt(
    corpus: Corpus, store: Store, index: Index, wanted: LinksAs
) -> None:
    found = read(OLD, "text", index, ["en"])
    desk = LinkingContext(corpus, store, index)
    ruling = Ruling("old.txt", "text", OLD)
    linked = Linked.of(desk, ruling, found.cited, found.edition, "", "hu", found.dating)
    written = "".join(linked.written(wanted, as_json=True, source=None))
    assert "1997" in written
    assert "⚠" in written or '"doubted": "1997"' in written
    for name in ("json", "annotations", "authorities"):
        if wanted == name:
            validator("links" if name == "json" else name).validate(json.loads(written))


def test_an_old_page_of_a_site_has_the_doubt_on_its_links(tmp_path: Path, index: Index) -> None:
    file = tmp_path / "index.json"
    file.write_text(json.dumps(index.to_json()), encoding="utf-8")
    options = {"kodeks": {"index": str(file), "ui": "de", "lang": "de"}}

    def page(words: str, *extensions: str) -> str:
        made = Markdown(extensions=["kodeks", *extensions], extension_configs=options)
        return str(made.convert(words))

    assert 'data-kodeks-doubt="1997"' in page("Ulm, den 8.3.2003\n\n§ 72 B 1 sagt es.")
    assert 'data-kodeks-doubt="1997"' in page("date: 2003-03-08\n\n§ 72 B 1 sagt es.", "meta")
    assert "doubt" not in page("Ulm, den 8.3.2023\n\n§ 72 B 1 sagt es.")


def test_an_index_without_codes_dates_nothing(index: Index) -> None:
    raw = index.to_json()
    assert Index.from_json(raw).codes == index.codes
    del raw["codes"]
    old = Index.from_json(raw)
    assert not read(OLD, "text", old, ["en"]).doubted

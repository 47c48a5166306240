"""Citations in rulings: what is one, what it means, what only looks like one."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.citations.anchors import patterns
from kb.citations.recogniser import recognise
from kb.core.errors import NotFoundError
from kb.core.ids import ProvisionId
from kb.corpus.corpus import Corpus
from kb.linking.cited import Cited
from kb.linking.finding.candidates import candidate_stretches
from kb.linking.finding.find import find
from kb.linking.resolving.index import BadIndexError, Index
from kb.linking.resolving.resolve import resolve
from kb.linking.zones import text_only
from kb.storage.store import Store
from support.pinned import LANGUAGES


@pytest.fixture(scope="module")
def index(corpus: Corpus, store: Store) -> Index:
    return Index.of(corpus, store)


def cited(
    index: Index,
    ruling: str,
    *languages: str,
    within: str | None = None,
    context: str | None = None,
) -> list[Cited]:
    here = ProvisionId.parse(context) if context else None
    view = text_only(ruling, "text")
    return resolve(view, find(view, languages, index.works), index, within, here)


def told(one: Cited) -> str:
    """A citation in one line: what is quoted, what is meant, in which edition if not the newest."""
    where = "" if one.edition == "bridge-2017" else f" {one.edition}"
    status = "" if one.status == "linked" else f" {one.status}"
    return f"{one.quote} = {'–'.join(map(str, one.targets))}{where}{status}"


MEANT = [
    ("en", "Laws 16B3 and 12C1(b); no PP under L90.",
     ["Laws 16B3 = 16.B.3", "12C1(b) = 12.C.1.b", "L90 = 90"]),
    ("en", "See Laws 49-51, Law 50 B and Law 68 to Law 70.",
     ["Laws 49-51 = 49–51", "Law 50 B = 50.B", "Law 68 to Law 70 = 68–70"]),
    ("en", "Laws 20F1-3 and Law 12 C 1 (e)(i)",
     ["Laws 20F1-3 = 20.F.1–20.F.3", "Law 12 C 1 (e)(i) = 12.C.1.e.i"]),
    ("en", "Law 80B2i is a letter, Law 12C1(e)(i) a numeral", ["Law 80B2i = 80.B.2.i",
     "Law 12C1(e)(i) = 12.C.1.e.i"]),
    ("en", "Law 20.F.5.A", ["Law 20.F.5.A = 20.F.5.a"]),
    ("en", "the breach of Law 73-C-1", ["Law 73-C-1 = 73.C.1"]),
    ("en", "Law 12C2(a) and (b)", ["Law 12C2(a) = 12.C.2.a", "(b) = 12.C.2.b"]),
    ("en", "paragraph B1(b) of Law 16", ["paragraph B1(b) of Law 16 = 16.B.1.b"]),
    ("en", "Law 81C3 applies; ibid., C5, too", ["Law 81C3 = 81.C.3", "ibid., C5 = 81.C.5"]),
    ("en", "Law 25. Section A covers it", ["Law 25 = 25", "A = 25.A"]),
    ("en", "under 16B, see 70D1, and (72C)", ["16B = 16.B", "70D1 = 70.D.1", "72C = 72.C"]),
    ("en", "Which? (a) 61B3 (b) 62A (c) 64A1",
     ["61B3 = 61.B.3", "62A = 62.A", "64A1 = 64.A.1"]),
    ("en", "Laws 64A1, 2 and 3; Laws 27B1 and 2, 9",
     ["Laws 64A1 = 64.A.1", "2 = 64.A.2", "3 = 64.A.3 dangling", "Laws 27B1 = 27.B.1",
      "2 = 27.B.2", "9 = 9"]),
    ("en", "Laws 12C1 and 1A", ["Laws 12C1 = 12.C.1", "1A = 1.A"]),
    ("en", "1997 Law 25B (2017 Law 25A)", ["Law 25B = 25.B bridge-1997", "Law 25A = 25.A"]),
    ("en", "In 2021 Law 16B was breached", ["Law 16B = 16.B"]),
    ("en", "Laws 7 and 12, 16 boards", ["Laws 7 = 7", "12 = 12"]),
    ("hu", "a 21. § B 1 (a) pontja", ["21. § B 1 (a) pontja = 21.B.1.a"]),
    ("hu", "a 28–32. §-ok és a 25.§", ["28–32. §-ok = 28–32", "25.§ = 25"]),
    ("hu", "A 20F szakasz 2. és 3. pontját", ["20F szakasz 2 = 20.F.2", "3. pontját = 20.F.3"]),
    ("pl", "art. 12 ust. C pkt 1 lit. b", ["art. 12 ust. C pkt 1 lit. b = 12.C.1.b"]),
    ("pl", "przepisem 16B1(a), P23, art. 25A MPB",
     ["przepisem 16B1(a) = 16.B.1.a", "P23 = 23", "art. 25A = 25.A"]),
    ("hr", "Prema članovima 30, 31 ili 32", ["članovima 30 = 30", "31 = 31", "32 = 32"]),
    ("hr", "čl. 58\nB2, potom čl.\n57A", ["čl. 58\nB2 = 58.B.2", "čl.\n57A = 57.A"]),
    ("it", "l'Articolo 27 del Codice di Gara, paragrafo B3",
     ["Articolo 27 del Codice di Gara, paragrafo B3 = 27.B.3"]),
    ("it", "Articoli dal 28 al 30", ["Articoli dal 28 al 30 = 28–30"]),
    ("it", "L'art. 81C; dei punti 3 e 5", ["art. 81C = 81.C", "3 = 81.C.3", "5 = 81.C.5"]),
    ("fr", "Loi 16 C 2 et Code, art 9", ["Loi 16 C 2 = 16.C.2", "art 9 = 9"]),
    ("fr", "voir LOI 70, point C.", ["LOI 70 = 70", "C = 70.C"]),
    ("fr", "la loi 9 B 1 a), l'art. 12 C 2 a) et b)",
     ["loi 9 B 1 a) = 9.B.1.a", "art. 12 C 2 a) = 12.C.2.a", "b) = 12.C.2.b"]),
    ("fr", "(L.63.A.1) et L 41 C", ["L.63.A.1 = 63.A.1", "L 41 C = 41.C"]),
    ("de", "§§ 40 B, E; 75 A, C TBR",
     ["§§ 40 B = 40.B", "75 A = 75.A", "C = 75.C"]),
    ("de", "Abschnitt B 2 des § 27 und Regel 40B",
     ["Abschnitt B 2 des § 27 = 27.B.2", "Regel 40B = 40.B"]),
]  # fmt: skip


@pytest.mark.parametrize(("language", "ruling", "expected"), MEANT)
def test_a_citation_means_what_players_mean_by_it(
    index: Index, language: str, ruling: str, expected: list[str]
) -> None:
    assert [told(one) for one in cited(index, ruling, language)] == expected


@pytest.mark.parametrize(("language", "ruling", "expected"), MEANT)
def test_the_language_need_not_be_told(
    index: Index, language: str, ruling: str, expected: list[str]
) -> None:
    if len(ruling) > 40:  # a few words may be of several languages
        spans = [(one.quote, one.targets) for one in cited(index, ruling, language)]
        assert [(one.quote, one.targets) for one in cited(index, ruling)] == spans


@pytest.mark.parametrize(
    ("language", "ruling"),
    [
        ("en", "We lost 27-16; board 12 was 4H doubled, table 7B; section 12, paragraph 3."),
        ("en", "page 16, p. 27, Rule of 18, 12.30 pm, 10h30, 3x3, 16x9, seat 12k3, 2026-11-21"),
        ("en", "1C-P-1H-P; 2S-X-P; law27@x.org, law27.org, #law27, /law27/, C:\\law27, Law27.pdf"),
        ("en", "16B1_notes.docx, by-law 16, room 12B, call 555 1627, 70% of 27, 16°"),
        ("hu", "3C-re emelt; 2D-t licitált; 1S-re kontra; a 7B-ben ülő; a 12B teremben"),
        ("hu", "A 12. fordulót 2018. 05. 27-én játsszák a 3. teremben; 100 pont; a 3. pont."),
        ("pl", "p. 5, p5, strona p12, Przepisy 2017, pokój 27B, 27 maja o 16.30"),
        ("hr", "Bord 12 na stolu 16 odigran je 4 herc, 27 poena; oba člana para."),
        ("it", "Board 12, tavolo 7, 27 punti; la regola dell'11; 4♥ contrato"),
        ("fr", "27 points, donne 12, ligne 3B, le 16 mai à 14 h 30"),
        ("de", "12. Board, 4 Herz minus 1, 27:16 IMP, Seite 16, Zimmer 12B"),
    ],
)
def test_what_is_no_citation_is_not_linked(index: Index, language: str, ruling: str) -> None:
    for languages in ([language], []):
        assert not [one for one in cited(index, ruling, *languages) if one.status == "linked"]


OTHERS = [
    ("hu", "A szövetség alapszabályának 12. §-a a közgyűlésről szól.", ["12. §-a"]),
    ("pl", "Zgodnie z § 12 Regulaminu Zawodów PZBS drużyna liczy do 6 osób.", ["§ 12"]),
    ("hr", "Prema članku 22. Statuta i članku 7. stavku 2. Zakona o udrugama",
     ["članku 22", "članku 7. stavku 2"]),
    ("it", "L'art. 12 dello Statuto della federazione riguarda l'assemblea.", ["art. 12"]),
    ("fr", "l'article 6 du RGPD ; l'effacement résulte de l'article 17.",
     ["article 6", "article 17"]),
    ("de", "Nach §12 TO sind Vertreter zulässig; die Sportordnung sagt in § 16 dasselbe.",
     ["§12", "§ 16"]),
    ("de", "§ 12 BGB und § 14 C der geltenden Ligaordnung", ["§ 12", "§ 14 C"]),
    ("en", "Article 6(1)(f) GDPR; Law 36 of the MCC code; in football Law 11",
     ["Article 6", "Law 36", "Law 11"]),
]  # fmt: skip


@pytest.mark.parametrize(("language", "ruling", "quotes"), OTHERS)
def test_what_other_rules_say_is_told_and_not_linked(
    index: Index, language: str, ruling: str, quotes: list[str]
) -> None:
    found = cited(index, ruling, language)
    assert [one.quote for one in found] == quotes
    assert all(one.status == "foreign" and one.owner for one in found)


def test_our_code_may_be_cited_beside_other_rules(index: Index) -> None:
    ruling = "Pozvao se na čl. 14 Statuta HBS-a, a odluka stoji na čl. 80B2(f) Kodeksa."
    assert [told(one) for one in cited(index, ruling, "hr")] == [
        "čl. 14 = 14 foreign",
        "čl. 80B2(f) = 80.B.2.f",
    ]


@pytest.mark.parametrize(
    ("ruling", "missing", "nearest"),
    [
        ("Law 94", "94", "93"),
        ("Law 16A3", "16.A.3", "16.A.2"),
        ("as 16A3 says", "16.A.3", "16.A.2"),
        ("Law 999999", "999999", "93"),
        ("Laws 92-95", "95", "93"),
    ],
)
def test_a_wrong_number_is_flagged_with_the_nearest(
    index: Index, ruling: str, missing: str, nearest: str
) -> None:
    (found,) = cited(index, ruling, "en")
    assert (found.status, found.reason) == ("dangling", "no-provision")
    assert missing in map(str, found.targets)
    assert [str(id) for id in found.nearest] == [nearest]


EDITIONS = [
    ("en", "the 1997 Law 25B and Law 25B", "bridge-1997", "bridge-2017"),
    ("en", "Law 26B of the 1997 Laws, compare Law 26B", "bridge-1997", "bridge-2017"),
    ("de", "nach § 12 C 3 (Fassung von 1997), heute in § 12 C 1", "bridge-1997", "bridge-2017"),
    ("hu", "Az 1997. évi kiadás 72B1 pontja, ma a 72C pont", "bridge-1997", "bridge-2017"),
    ("pl", "przepis 25B MPB'97, dziś przepis 25A", "bridge-1997", "bridge-2017"),
    ("de", "§ 25 B TBR ’97, heute § 25 A", "bridge-1997", "bridge-2017"),
    ("it", "l'art. 16 dell'11 marzo e l'art. 25B", "bridge-2017", "bridge-2017"),
    ("hr", "U kodeksu iz 2007. to je bio čl. 16D2, a sada čl. 16C2", "2007", "bridge-2017"),
    ("it", "Nell'edizione 2007 l'art. 27B1; oggi dall'art. 23A", "2007", "bridge-2017"),
]


@pytest.mark.parametrize(("language", "ruling", "first", "second"), EDITIONS)
def test_a_year_says_which_edition_is_meant(
    index: Index, language: str, ruling: str, first: str, second: str
) -> None:
    found = cited(index, ruling, language)
    assert [one.edition for one in found] == [first, second]
    assert found[1].status == "linked"
    assert found[0].status == ("dangling" if first == "2007" else "linked")


def test_what_an_older_edition_says_is_found_where_it_stands_today(index: Index) -> None:
    (found,) = cited(index, "1997 Law 75D2", "en")
    assert (found.reason, found.edition) == ("older", "bridge-1997")
    assert found.now
    assert found.now[0] in index.editions["bridge-2017"].provisions


def test_a_year_without_an_edition_says_nothing(index: Index) -> None:
    (found,) = cited(index, "In 1997, Law 25B was applied wrongly", "en")
    assert found.edition == "bridge-2017"


ULTI = [
    ("hu", "Az ultiban a 2. § (1) írja le az emelést.", ["2. § (1) = 2.1"]),
    ("hu", "Ulti: 4. § (F) (2) a), 13. § (1) 4. eset", ["4. § (F) (2) a) = 4.F.2.a",
     "13. § (1) 4. eset = 13.1.4"]),
    ("de", "Beim Ulti gelten § 4 F 2 und § 10 (4)", ["§ 4 F 2 = 4.F.2", "§ 10 (4) = 10.4"]),
    ("hu", "Az ulti 12. §-a", ["12. §-a = 12 dangling"]),
]  # fmt: skip


@pytest.mark.parametrize(("language", "ruling", "expected"), ULTI)
def test_sections_are_those_of_ulti_where_the_game_is_named(
    index: Index, language: str, ruling: str, expected: list[str]
) -> None:
    found = cited(index, ruling, language)
    assert all(one.edition == "ulti-2017" for one in found)
    assert [told(one).replace(" ulti-2017", "") for one in found] == expected


def test_a_paragraph_may_speak_of_both_games(index: Index) -> None:
    found = cited(index, "Az ulti 2. § (1); a bridzsben a 27B1 pont.", "hu")
    assert [one.edition for one in found] == ["ulti-2017", "bridge-2017"]


def test_a_document_may_be_about_a_law(index: Index) -> None:
    assert [told(one) for one in cited(index, "see B1(b) above", "en", context="27")] == [
        "B1(b) = 27.B.1.b"
    ]
    assert [one.status for one in cited(index, "Section B of it", "en")] == ["ambiguous"]
    (found,) = cited(index, "a fenti 1. pont", "hu", context="27.B.1.a")
    assert str(found.targets[0]) == "27.B.1"


def test_another_edition_may_be_the_one_that_is_meant(index: Index) -> None:
    (found,) = cited(index, "čl. 25B2", "hr", within="bridge-1997")
    assert (found.edition, str(found.targets[0])) == ("bridge-1997", "25.B.2")
    with pytest.raises(NotFoundError, match="no edition"):
        cited(index, "Law 1", "en", within="bridge-2007")


def test_a_ruling_may_mix_languages(index: Index) -> None:
    ruling = "Law 27B1(b). Zob. przepis 12C1b. Lásd a 16C szakaszt. Vidi član 26B."
    found = cited(index, ruling)
    assert [str(one.targets[0]) for one in found] == ["27.B.1.b", "12.C.1.b", "16.C", "26.B"]
    assert [one.language for one in found[1:]] == ["pl", "hu", "hr"]


PIECES = [
    "Law 27B1(b)", "Laws 49-51", "przepis 12C1b", "a 16C szakasz", "§ 12", "TBR", "der Satzung",
    "ibid., B2", "B1", "(b)", "1997", "ulti", "2. § (1)", ",", ";", " ", "\n", "\n\n", "\x00",
    "\x1d", "é", "54A-t", "art. 12 ust. C pkt 1 lit. b", "of the", "27", "Code", "😀",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=14).map(" ".join))
def test_spans_are_in_order_and_quote_the_document(index: Index, ruling: str) -> None:
    at = 0
    for one in cited(index, ruling):
        assert at <= one.span.start <= one.core.start < one.core.end <= one.span.end
        assert one.quote == ruling[one.span.start : one.span.end]
        assert (one.status == "linked") <= bool(one.targets)
        assert 0 < one.confidence <= 1
        at = one.span.end


@given(st.lists(st.sampled_from(PIECES), max_size=14).map(" ".join) | st.text())
def test_nothing_is_lost_by_reading_only_islands(text: str) -> None:
    """What one language sees in the whole text, it sees in the stretches that are asked."""
    for language in ("en", "hu", "de"):
        whole = [one for one in recognise(text, language, weak=True) if one.items]
        pieces = [
            one
            for start, end, _ in candidate_stretches(text, [language])
            for one in recognise(text, language, start, end, weak=True)
            if one.items
        ]
        lettered = [
            one for one in whole if any(sign.isdecimal() for sign in text[one.start : one.end])
        ]
        assert [one for one in lettered if one not in pieces] == []


def test_the_index_is_the_same_after_a_journey_as_json(index: Index) -> None:
    again = Index.from_json(json.loads(json.dumps(index.to_json())))
    assert again.to_json() == index.to_json()
    ruling = "Az ulti 2. § (1); 1997 Law 25B; Law 94"
    assert cited(again, ruling) == cited(index, ruling)


@pytest.mark.parametrize(
    "raw", [None, 1, [], {}, {"schema": "x"}, {"schema": "kodeks.index/2", "editions": [{}]}]
)
def test_what_is_no_index_is_refused(raw: object) -> None:
    with pytest.raises(BadIndexError):
        Index.from_json(raw)


@pytest.mark.slow
@pytest.mark.parametrize(
    "run",
    ["Law 27 ", "27B1", "(", "((a)", "§ ", "1,", "B1 ", "ibid. ", "Law 27, ", "a b c ", "1997 "],
)
def test_no_text_takes_minutes(index: Index, run: str) -> None:
    ruling = run * (60_000 // len(run)) + " Law 16B"
    assert cited(index, ruling, "en")[-1].quote.endswith("16B")


def test_every_language_has_words_for_what_stands_around(index: Index) -> None:
    for language in LANGUAGES:
        words = patterns()[language]
        assert words.codes, language
        assert words.others, language
        assert words.counted, language

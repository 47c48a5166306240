"""Definitions, the English–Hungarian glossary and the Polish index."""

from __future__ import annotations

import pytest

from support.texts import Read


def test_a_definition_has_term_english_and_words(hu: Read, pl: Read, hr: Read) -> None:
    for read, term in ((hu, "Hívás"), (pl, "Wyjście"), (hr, "ATAKA")):
        record = read.by_id["def.lead"]
        assert (record.term, record.english) == (term, "Lead")
        assert term not in record.body
    assert hu.by_id["def.psychic-call"].headword == (
        "Blöff licit (vagy egyszerűen csak blöff, Psychic Call)"
    )
    assert pl.by_id["def.international-matchpoint"].body.startswith("Jednostka stosowana")


def test_a_term_defined_twice_keeps_two_ids(hu: Read, hr: Read) -> None:
    assert (hu.by_id["def.deal"].term, hu.by_id["def.deal-2"].term) == ("Osztás", "Játszma")
    assert (hu.by_id["def.board"].term, hu.by_id["def.board-2"].term) == ("Tok", "Leosztás")
    assert (hr.by_id["def.lead"].term, hr.by_id["def.lead-2"].term) == ("ATAKA", "IZLAZ")


@pytest.mark.parametrize(
    ("text", "id", "senses"),
    [
        ("bridge-2017/hu", "def.dummy", 2),
        ("bridge-2017/hu", "def.adjusted-score", 2),
        ("bridge-2017/hu", "def.artificial-call", 3),
        ("bridge-2017/hu", "def.session", 0),  # "a 4., 12C2, és a 91. szakasz" is no sense
        ("bridge-2017/pl", "def.deal", 4),
        ("bridge-2017/pl", "def.turn", 2),
        ("bridge-1997/hr", "def.play", 4),
        ("bridge-1997/hr", "def.board", 2),
    ],
)
def test_senses_are_told_apart(texts: dict[str, Read], text: str, id: str, senses: int) -> None:
    assert len(texts[text].by_id[id].senses) == senses


def test_a_merged_entry_names_the_terms_it_merges(pl: Read) -> None:
    assert [sense.english for sense in pl.by_id["def.turn"].senses] == ["Turn", "Rotation"]
    assert pl.by_id["def.deal"].senses[2].body == "Pudełko rozdaniowe opisane w przepisie 2."


def test_senses_make_up_the_body(texts: dict[str, Read]) -> None:
    for read in texts.values():
        for record in read.of_kind("definition"):
            if record.senses:
                assert record.body.endswith(" ".join(sense.body for sense in record.senses))


def test_the_glossary_pairs_english_with_hungarian(hu: Read) -> None:
    pairs = {r.english: r.body for r in hu.of_kind("glossary")}
    assert len(pairs) == 57
    assert pairs["Revoke"] == "Színvétés"
    assert pairs["Opponent"] == "ellenfél"
    assert pairs["International Match Point (IMP)"] == "Nemzetközi meccspont"
    assert pairs["LHO (Left Hand Opponent)"] == "BOE (Bal oldali ellenfél)"
    assert pairs["Play 2-4."] == "Lejátszás"


def test_the_index_has_its_locators(pl: Read) -> None:
    entries = pl.of_kind("index")
    assert len(entries) == 834
    places = [locator for entry in entries for locator in entry.locators]
    sections = {"introduction", "definitions"}
    provisions = [p for p in places if p.target[:1].isdigit()]
    assert len(provisions) == pytest.approx(870, abs=25)
    assert not [p for p in places if p.target == "definitions"]
    for place in places:
        assert place.dangling or place.target in pl.by_id or place.target in sections


def test_stale_locators_are_kept_and_marked(pl: Read) -> None:
    dangling = {p.target for r in pl.of_kind("index") for p in r.locators if p.dangling}
    assert dangling == {"16.A.3", "70.D.3", "73.B.2"}


def test_entries_stand_under_their_headword(pl: Read) -> None:
    by_words = {(r.body, r.lines[0]): r for r in pl.of_kind("index")}
    visible = by_words["Widoczna", 3777]  # the headword Karta goes on over the page
    assert visible.parent is not None
    assert pl.by_id[visible.parent].body == "Karta"
    assert [p.target for p in visible.locators] == ["def.visible-card"]
    dummy = by_words["Dziadek", 3669]
    assert dummy.parent is None
    assert [p.target for p in dummy.locators] == ["def.dummy"]


def test_places_in_an_index_may_be_notes_and_wrap(pl: Read) -> None:
    by_line = {r.lines[0]: r for r in pl.of_kind("index")}
    assert [p.target for p in by_line[3652].locators] == ["note.70.1"]
    assert [p.target for p in by_line[4216].locators] == ["20.B", "note.20.2"]
    wrapped = by_line[4034]
    assert wrapped.lines == (4034, 4036)
    assert [p.target for p in wrapped.locators] == [
        "17.D.1",
        "20.F.4",
        "20.F.5.b.ii",
        "40.B.2.b",
        "40.B.2.c.ii",
        "41",
    ]
    assert by_line[3648].see == ("Zrzeczenie",)

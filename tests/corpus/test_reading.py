"""The three lawbooks as a rules expert knows them: counts, labels, headings, where words end."""

from __future__ import annotations

import pytest

from kb.core.ids import ProvisionId
from support.texts import Read


def provisions(text: Read) -> set[str]:
    return {str(record.id) for record in text.of_kind("law", "provision")}


def body(text: Read, id: str) -> str:
    return text.by_id[id].body


def heading(text: Read, id: str) -> str | None:
    return text.by_id[id].heading


@pytest.mark.parametrize(
    ("text", "all_provisions", "notes", "definitions"),
    [
        ("bridge-2017/hu", 837, 29, 66),
        ("bridge-2017/pl", 838, 32, 62),
        ("bridge-1997/hr", 604, 25, 55),
    ],
)
def test_nothing_is_missing_and_nothing_is_spurious(
    texts: dict[str, Read], text: str, all_provisions: int, notes: int, definitions: int
) -> None:
    read = texts[text]
    assert len(provisions(read)) == all_provisions
    assert len(read.of_kind("law")) == 93
    assert len(read.of_kind("note")) == notes
    assert len(read.of_kind("definition")) == definitions


def test_hungarian_and_polish_differ_by_one_provision(hu: Read, pl: Read) -> None:
    assert provisions(pl) - provisions(hu) == {"16.C.3"}
    assert provisions(hu) - provisions(pl) == set()


def test_the_levels_have_their_numbers(hu: Read, hr: Read) -> None:
    def at_depth(read: Read, depth: int) -> int:
        return sum(ProvisionId.parse(id).depth == depth for id in provisions(read))

    assert at_depth(hu, 2) == 275
    assert at_depth(hr, 2) == 250
    # sources.md counts 215 labels at the third level of the Croatian text.
    assert at_depth(hr, 3) == 215


@pytest.mark.slow
@pytest.mark.parametrize("text", ["bridge-2017/hu", "bridge-2017/pl", "bridge-1997/hr"])
def test_every_provision_has_its_parent_and_the_one_before(
    texts: dict[str, Read], text: str
) -> None:
    ids = {ProvisionId.parse(id) for id in provisions(texts[text])}
    for id in ids:
        assert id.parent is None or id.parent in ids
        siblings = [other for other in ids if other.parent == id.parent and other != id]
        assert any(other.next_sibling() == id for other in siblings) or (
            id == (id.parent.first_child() if id.parent else ProvisionId(("1",)))
        )


@pytest.mark.parametrize("text", ["bridge-2017/hu", "bridge-2017/pl"])
def test_records_stand_in_the_order_of_the_book(texts: dict[str, Read], text: str) -> None:
    records = texts[text].reading.records
    assert [r.spans[0] for r in records] == sorted(r.spans[0] for r in records)
    ids = [r.id for r in texts[text].of_kind("law", "provision")]
    assert all(isinstance(id, ProvisionId) for id in ids)
    assert ids == sorted(ids)  # type: ignore[type-var]


# --- Hungarian ---------------------------------------------------------------------------------


def test_titles_over_two_lines_are_one(hu: Read) -> None:
    assert heading(hu, "46") == "AZ ASZTAL LAPJÁNAK HIÁNYOS VAGY ÉRVÉNYTELEN MEGNEVEZÉSE"
    assert heading(hu, "54") == "SZÍNÉVEL FELFELÉ VÉGREHAJTOTT SORON KÍVÜLI INDÍTÓ KIJÁTSZÁS"
    assert heading(hu, "15") == "HELYTELEN LAP VAGY TOK"
    assert body(hu, "15") == ""


def test_labels_stacked_on_a_line_are_each_a_provision(hu: Read, pl: Read) -> None:
    assert body(hu, "9.B.1") == ""
    assert body(hu, "9.B.1.a").startswith("Mihelyt egy szabálytalanságra felhívták")
    assert body(hu, "80.B.2.g.i").startswith("Intézkedni arról")
    assert body(pl, "80.B.2.g") == ""
    assert body(pl, "80.B.2.g.i") == "Powołanie pomocników potrzebnych sędziemu."


def test_the_letter_i_after_h_is_no_roman(hu: Read, pl: Read) -> None:
    assert body(hu, "80.B.2.i").startswith("A verseny lefolyásához megfelelő körülményeket")
    assert body(pl, "80.B.2.i").startswith("Ustalenie regulaminu przeprowadzania zawodów")
    assert "80.B.2.h.i" not in hu.by_id


def test_letters_with_text_have_no_heading(hu: Read, pl: Read) -> None:
    for law, letters in {"22": "AB", "35": "ABCD", "56": "AB", "71": "AB", "89": "ABCD"}.items():
        for letter in letters:
            assert heading(hu, f"{law}.{letter}") is None
            assert heading(pl, f"{law}.{letter}") is None


def test_a_heading_may_end_with_a_full_stop_in_polish(pl: Read) -> None:
    assert heading(pl, "75.A") == "Błąd powodujący przekazanie nielegalnej informacji."
    assert body(pl, "75.A").startswith("Niezależnie od tego")


def test_the_only_numbers_with_headings_are_in_law_86(hu: Read, pl: Read) -> None:
    for read in (hu, pl):
        with_heading = [
            str(r.id) for r in read.of_kind("provision") if r.heading and str(r.id).count(".") == 2
        ]
        assert with_heading == ["86.B.1", "86.B.2"]
    assert heading(hu, "86.B.1") == "Egyetlen eredmény"


def test_hungarian_and_polish_agree_on_what_has_a_heading(hu: Read, pl: Read) -> None:
    for id in provisions(hu) & provisions(pl):
        assert (heading(hu, id) is None) == (heading(pl, id) is None), id


def test_words_after_a_list_belong_to_the_parent(hu: Read, pl: Read) -> None:
    for read, id, words in (
        (hu, "69.B", "Az eredményt újra meg kell állapítani"),
        (hu, "71", "Az eredményt újra meg kell állapítani"),
        (pl, "69.B", "Wynik rozdania ulega zmianie"),
        (pl, "71", "Wynik rozdania ulega zmianie"),
    ):
        record = read.by_id[id]
        assert record.resumes is not None
        assert record.body[record.resumes :].startswith(words)
        assert record.body[record.resumes - 1] == " "
    assert body(hu, "69.B.2").endswith("ha a játék folytatódik.")
    assert sum(r.resumes is not None for r in hu.of_kind("law", "provision")) == 2


def test_false_labels_are_words(hu: Read, pl: Read) -> None:
    assert body(hu, "25.B.2").endswith("(és a 26. szakasz alkalmazandó).")
    assert body(pl, "1.A").endswith("10, 9, 8, 7, 6, 5, 4, 3, 2.")
    assert body(hu, "12.C.2.d").endswith(
        "a fenti a), illetve b) pontokban előírttól eltérő eredményt kapjon."
    )


def test_odd_labels_are_read_and_remarked(hu: Read, pl: Read) -> None:
    assert heading(hu, "38.A") == "Nem játszható le"
    assert heading(hu, "44.B") == "Hozzávetések egy ütéshez"
    assert heading(pl, "7.D") == "Odpowiedzialność za zachowanie procedury"
    for read, id, printed, recte in (
        (hu, "38.A", "A", "A."),
        (hu, "44.B", "B..", "B."),
        (pl, "7.D", "D. D.", "D."),
        (pl, "67.B.1.a", "(b)", "(a)"),
        (pl, "67.B.1.b", "(c)", "(b)"),
    ):
        (remark,) = read.by_id[id].remarks
        assert (remark.printed, remark.recte) == (printed, recte)
        assert remark.reason
    assert "67.B.1.c" not in pl.by_id
    assert body(pl, "67.B.1.a").startswith("Jeżeli wykraczający ma kartę w kolorze wyjścia")


def test_law_89_has_its_2024_wording(hu: Read, pl: Read) -> None:
    assert body(hu, "89.A") == "Szabálysértés:"
    assert body(pl, "89.A") == "Wykroczeniem jest:"
    assert {"89.A.4", "89.D.3"} <= provisions(hu)


def test_words_broken_at_a_real_hyphen_are_joined(hu: Read) -> None:
    assert "mindegyik csoportba egy–egy közös" in body(hu, "def.suit")
    assert "vegye fel az összes többlet-lapot, a kijátszott" in body(hu, "67.B.2.a")


def test_symbols_have_their_unicode_characters(hu: Read, pl: Read) -> None:
    assert "pikk (♠), kőr (♥), káró (♦), treff (♣)" in body(hu, "1.A")
    assert "pik (♠), kier (♥), karo (♦), trefl (♣)" in body(pl, "1.A")
    assert "osztásnál – hacsak a tornavezető másként nem rendelkezik – mindkét" in body(hu, "6.C")


def test_pages_are_those_printed(hu: Read, pl: Read, hr: Read) -> None:
    assert hu.by_id["34"].page == 33  # the foot "33" follows it
    assert hu.by_id["35"].page == 34
    assert pl.by_id["def.adjusted-score"].page == 10  # its running head says so
    assert pl.by_id["85"].page == 62
    assert {record.page for record in hr.reading.records} == {None}


# --- Polish ------------------------------------------------------------------------------------


def test_double_spaced_romans_are_whole(pl: Read) -> None:
    assert body(pl, "12.C.1.e.i") == (
        "Strona wykraczająca otrzymuje wynik, który zostałby orzeczony jako sprostowanie jej "
        "wykroczenia."
    )
    assert body(pl, "56.B").endswith("i ma zastosowanie przepis 50D.")


def test_a_provision_goes_on_over_the_page(pl: Read, hu: Read) -> None:
    assert body(pl, "63.B").endswith("lewę z fałszywym renonsem utrzymuje się bez zmian.")
    assert body(hu, "51.B.2.c").startswith("Ha egy ellenjátékosnak egynél több színben")
    assert body(hu, "51.B.2.c").endswith("ameddig van büntetőlap az asztalon.")


# --- Croatian ----------------------------------------------------------------------------------


def test_depth_gives_the_label(hr: Read) -> None:
    assert heading(hr, "5.A") == "Početna Pozicija"
    assert heading(hr, "43.B.2.b") == "Pitati izvođača u vezi s renonsom"
    assert heading(hr, "25.B.2.b.ii") == "Zamijeniti drugim govorom"
    assert body(hr, "81.C.11").startswith("organizatora izvjestiti o rezultatima")


def test_bullets_take_the_next_label(hr: Read) -> None:
    assert body(hr, "9.A.2.b.i").startswith("Mrtvac ne smije ukazati na nepravilnost")
    assert body(hr, "9.A.2.b.ii").startswith("Mrtvac smije pokušati spriječiti izvođača")
    assert body(hr, "14.B.1.b").startswith("Ako je karta nađena negdje drugdje")


def test_a_label_line_is_a_heading_only_above_something(hr: Read) -> None:
    assert heading(hr, "12.C.3") is None
    assert body(hr, "12.C.3").startswith("Ukoliko Zona ne odredi drugačije")
    assert heading(hr, "74.B.1") is None
    assert heading(hr, "9.A.2") == "Tokom igre"
    assert body(hr, "9.A.2") == ""


def test_no_blank_is_left_where_a_marker_stood(hr: Read) -> None:
    assert "sadrži neispravan broj karata, a igrač" in body(hr, "13")


def test_the_last_clause_ends_where_the_first_note_begins(hr: Read) -> None:
    assert body(hr, "93.C").endswith("mogu biti prenesene nacionalnom forumu.")
    assert body(hr, "note.13.1").startswith("kada su tri lista ispravna")


def test_chapters_are_numbered_by_place(hr: Read, hu: Read, pl: Read) -> None:
    chapters = [r for r in hr.of_kind("chapter") if str(r.id).count(".") == 1]
    assert [str(r.id) for r in chapters] == [f"chapter.{n}" for n in range(1, 12)]
    assert heading(hr, "chapter.4") == "OPĆA PRAVILA U POGLEDU NEPRAVILNOSTI"
    twice = hr.by_id["chapter.5.part.1.section.2"]
    assert twice.heading == "ZAVRŠETAK LICITACIJE"
    assert twice.remarks[0].printed == "ODSJEK I"
    assert heading(hr, "chapter.6.part.3") == "NEPRAVILNI IZLAZI I IGRE"
    assert not hu.of_kind("chapter")
    assert not pl.of_kind("chapter")


def test_worked_examples_stand_apart_from_what_frames_them(hr: Read) -> None:
    assert [str(r.id) for r in hr.of_kind("example")] == ["example.1", "example.2"]
    assert heading(hr, "example.1") == "POGREŠNO OBJAŠNJENJE"
    assert body(hr, "example.2").endswith("niti je to dužan uraditi kasnije.")
    assert body(hr, "examples.1").startswith("U oba slučaja što slijede")
    assert body(hr, "examples.2").startswith("U oba primjera, South")


def test_front_matter_comes_in_paragraphs(hu: Read, pl: Read) -> None:
    assert len([r for r in pl.of_kind("front") if str(r.id).startswith("introduction")]) == 8
    assert body(pl, "introduction.6").startswith("Utrzymano ustalone użycie określenia „może”")
    assert body(hu, "introduction.7").startswith("A kétségek elkerülése érdekében")
    assert body(hu, "preface.16") == "Ton Kooijman (elnök)"

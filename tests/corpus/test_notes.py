"""Notes: each has its words, and every place that calls it."""

from __future__ import annotations

import pytest

from support.texts import Read


@pytest.mark.parametrize(
    ("text", "note", "marker", "anchors"),
    [
        ("bridge-2017/hu", "note.13.1", "*", ("13",)),
        ("bridge-2017/hu", "note.15.2", "**", ("15.B",)),
        ("bridge-2017/hu", "note.41.3", "***", ("41.B", "41.C")),
        ("bridge-2017/hu", "note.50.1", "*", ("50.D.2.a",)),
        ("bridge-2017/hu", "note.51.1", "*", ("51.B.1.a", "51.B.1.b", "51.B.2.a")),
        ("bridge-2017/hu", "note.70.1", "*", ("70.C.3", "70.D.1", "70.D.2", "70.E.1")),
        ("bridge-2017/hu", "note.74.1", "*", ("74.C.5",)),
        ("bridge-2017/hu", "note.86.1", "*", ("86.B.2",)),
        ("bridge-2017/pl", "note.13.1", "2", ("13",)),
        ("bridge-2017/pl", "note.15.2", "4", ("15.B",)),
        ("bridge-2017/pl", "note.18.1", "†", ("18.A",)),
        ("bridge-2017/pl", "note.20.3", "†", ("20.F.5.a",)),
        ("bridge-2017/pl", "note.78.1", "†", ("78.A",)),
        ("bridge-2017/pl", "note.76.1", "24", ("76.A.1", "76.C.1", "76.D")),
        ("bridge-2017/pl", "note.51.1", "15", ("51.B.1.a", "51.B.1.b", "51.B.2.a", "51.B.2.b")),
        ("bridge-1997/hr", "note.13.1", "1", ("13",)),
        ("bridge-1997/hr", "note.40.1", "12", ("40.E.2",)),
        ("bridge-1997/hr", "note.50.1", "15", ("50.D.2.a", "51.B.2.a", "51.B.2.b")),
        ("bridge-1997/hr", "note.69.1", "20", ("69.B", "70.C.3", "70.D", "70.E", "71.C")),
        ("bridge-1997/hr", "note.93.1", "25", ("93.B.1", "93.B.2", "93.B.3")),
    ],
)
def test_a_note_knows_all_its_anchors(
    texts: dict[str, Read], text: str, note: str, marker: str, anchors: tuple[str, ...]
) -> None:
    record = texts[text].by_id[note]
    assert (record.marker, record.anchors) == (marker, anchors)


@pytest.mark.parametrize("text", ["bridge-2017/hu", "bridge-2017/pl", "bridge-1997/hr"])
def test_anchors_and_provisions_name_each_other(texts: dict[str, Read], text: str) -> None:
    read = texts[text]
    called = {(str(r.id), note) for r in read.reading.records for note in r.notes}
    anchored = {(anchor, str(r.id)) for r in read.of_kind("note") for anchor in r.anchors}
    assert called == anchored
    for record in read.of_kind("law", "provision"):
        assert tuple(dict.fromkeys(mark.note for mark in record.marks)) == record.notes


def test_marks_say_where_a_note_is_called(hu: Read, pl: Read) -> None:
    (mark,) = hu.by_id["6.D.2"].marks
    assert hu.by_id["6.D.2"].body[: mark.offset].endswith("rendezett kártyacsomagból")
    (mark,) = pl.by_id["86.B.2"].marks
    assert mark.field == "heading"
    assert pl.by_id["86.B.2"].heading == "Uzyskano wiele wyników przy jednym lub wielu stołach"
    assert len(pl.by_id["50.D.2.a"].marks) == 2  # Nakazać13 albo zakazać13
    assert [m.note for m in pl.by_id["20.F.5.a"].marks] == ["note.20.3", "note.20.3"]


def test_the_same_note_has_the_same_id_in_both_translations(hu: Read, pl: Read) -> None:
    only_polish = {"note.18.1", "note.20.3", "note.78.1"}  # added by the Polish federation
    ids_hu = {str(r.id) for r in hu.of_kind("note")}
    ids_pl = {str(r.id) for r in pl.of_kind("note")}
    assert ids_pl - ids_hu == only_polish
    assert ids_hu - ids_pl == set()


def test_no_marker_is_left_in_the_words(texts: dict[str, Read]) -> None:
    for read in texts.values():
        for record in read.of_kind("law", "provision"):
            assert "*" not in (record.heading or "") + record.body
            assert "†" not in (record.heading or "") + record.body
    assert "kart2" not in str(texts["bridge-2017/pl"].by_id["13"].heading)


def test_numbers_that_are_no_markers_stay(pl: Read, hr: Read) -> None:
    assert "b.1. ili b.2. gore" in hr.by_id["25.B.2.c"].body
    assert "punktu 2c lub 2d" in pl.by_id["16.D.3"].body
    assert "13 karata" in hr.by_id["7.B.1"].body


def test_a_note_between_provisions_is_in_neither(pl: Read) -> None:
    assert pl.by_id["14.A.3"].body.endswith("zawierała wszystkie swoje karty.")
    assert pl.by_id["note.13.1"].body == (
        "Niniejszy przepis ma zastosowanie, gdy przynajmniej jedna ręka zawiera więcej niż 13 "
        "kart. Przepis 14 ma zastosowanie dla przypadków związanych z niekompletną talią."
    )

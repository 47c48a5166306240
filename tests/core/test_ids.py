"""Ids are values: they parse from what people write, print the same, and know their place."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.core.errors import InvalidIdError
from kb.core.ids import ROMAN, FullId, NamedId, ProvisionId, parse_id, slug

letters = st.sampled_from("ABCDEFGHIJKL")
numbers = st.integers(1, 40).map(str)
smalls = st.sampled_from("abcdefghijklm")
romans = st.sampled_from(ROMAN[1:])
paths = st.builds(
    lambda law, rest, depth: ProvisionId((law, *rest[: depth - 1])),
    st.integers(1, 99).map(str),
    st.tuples(letters, numbers, smalls, romans),
    st.integers(1, 5),
)
numbered = st.lists(numbers, min_size=2, max_size=4).map(lambda p: ProvisionId(tuple(p)))


@pytest.mark.parametrize(
    ("written", "id"),
    [
        ("27.B.1.b", "27.B.1.b"),
        ("27B1b", "27.B.1.b"),
        ("27B1(b)", "27.B.1.b"),
        ("27 B 1 (b)", "27.B.1.b"),
        ("12 C 1 (e)(i)", "12.C.1.e.i"),
        ("12C1ei", "12.C.1.e.i"),
        ("40B2a(iii)", "40.B.2.a.iii"),
        ("80B2gii", "80.B.2.g.ii"),
        ("80B2i", "80.B.2.i"),
        ("50d2a", "50.D.2.a"),
        ("20.F.5.A", "20.F.5.a"),
        ("81C10", "81.C.10"),
        ("67", "67"),
        ("10.3.f", "10.3.f"),
        ("4.F.2.a.a", "4.F.2.a.a"),
        ("13.1.4", "13.1.4"),
    ],
)
def test_what_people_write_is_one_id(written: str, id: str) -> None:
    assert str(ProvisionId.parse(written)) == id


@pytest.mark.parametrize(
    "written",
    [
        "",
        "B1",
        "27B1(iii)",
        "027",
        "0",
        "27BB",
        "27B1bb2",
        "27.",
        "27B1b!",
        "27(B",
        "1NT",
        "27B0",
        "12C1(e)(q1)",
        "1234",
        "27B1b1",
        "²7",
        "२७",
    ],
)
def test_what_is_no_provision_is_refused(written: str) -> None:
    with pytest.raises(InvalidIdError) as caught:
        ProvisionId.parse(written)
    assert "27.B.1.b" in str(caught.value.hint)


@given(paths)
def test_every_form_of_a_path_leads_back_to_it(id: ProvisionId) -> None:
    spaced = " ".join(f"({part})" if i > 2 else part for i, part in enumerate(id.parts))
    for form in (str(id), id.display, spaced, "".join(id.parts)):
        assert ProvisionId.parse(form) == id


@given(numbered)
def test_numbered_paths_round_trip(id: ProvisionId) -> None:
    assert ProvisionId.parse(str(id)) == id
    assert id.display == str(id)


@given(st.text(max_size=30))
def test_any_text_is_an_id_or_refused(text: str) -> None:
    try:
        id = parse_id(text)
    except InvalidIdError:
        return
    assert parse_id(str(id)) == id


@given(paths)
def test_up_and_down_agree(id: ProvisionId) -> None:
    for ancestor in id.ancestors():
        assert ancestor < id
        assert str(id).startswith(f"{ancestor}.")
    if id.parent:
        assert id.parent.child(id.label) == id
        assert id in id.parent.children([id, id.law])
    assert id.depth == 1 + len(list(id.ancestors()))


@given(paths)
def test_siblings_follow_each_other(id: ProvisionId) -> None:
    following = id.next_sibling()
    if following is not None:
        assert id < following
        assert following.parent == id.parent
    first = id.first_child()
    if first is not None:
        assert id < first
        assert following is None or first < following


@given(st.lists(paths, max_size=20))
def test_order_is_total_and_that_of_the_book(ids: list[ProvisionId]) -> None:
    ordered = sorted(ids)
    assert all(not later < earlier for earlier, later in pairwise(ordered))
    ids.reverse()
    assert sorted(ids) == ordered


def test_the_book_is_ordered_by_value_not_by_letter() -> None:
    book = [
        "2",
        "9.A",
        "9.A.2",
        "9.A.10",
        "10",
        "12.C.1.e",
        "12.C.1.e.ii",
        "12.C.1.e.iv",
        "12.C.1.e.v",
        "12.C.1.e.ix",
        "12.C.1.f",
        "12.C.2",
    ]
    ids = [ProvisionId.parse(one) for one in reversed(book)]
    assert [str(id) for id in sorted(ids)] == book


def test_a_label_that_is_no_numeral_has_a_place_too() -> None:
    written = ["12.C.1.e.ii", "12.C.1.e.iiv", "12.C.1.e.xxxxx"]  # Law 12C1(e)(iiv) to (xxxxx)
    ids = [ProvisionId(tuple(one.split("."))) for one in reversed(written)]
    assert [str(id) for id in sorted(ids)] == written


def test_children_are_direct_and_in_order() -> None:
    among = [ProvisionId.parse(one) for one in ("27.B.10", "27.B.2", "27.B.2.a", "27.C", "27")]
    assert ProvisionId.parse("27B").children(among) == [
        ProvisionId.parse("27B2"),
        ProvisionId.parse("27B10"),
    ]


def test_display_is_what_people_write() -> None:
    assert ProvisionId.parse("27.B.1.b").display == "27B1(b)"
    assert ProvisionId.parse("12.C.1.e.i").display == "12C1(e)(i)"
    assert ProvisionId.parse("27").law == ProvisionId.parse("27B1").law


@pytest.mark.parametrize(
    "id",
    [
        "chapter.4",
        "chapter.5.part.1.section.2",
        "preface.3",
        "introduction.5",
        "example.1",
        "def.adjusted-score",
        "def.lead-2",
        "note.13.1",
        "glossary.12",
        "index.301",
        "bid.29",
        "article.7",
        "index-note.1",
    ],
)
def test_every_named_id_of_the_design_round_trips(id: str) -> None:
    parsed = parse_id(id)
    assert isinstance(parsed, NamedId)
    assert str(parsed) == id


@pytest.mark.parametrize(
    "id", ["def", "def.", "def.Alert", ".1", "note.13.", "chapter 4", "note..1"]
)
def test_a_malformed_named_id_is_refused(id: str) -> None:
    with pytest.raises(InvalidIdError):
        parse_id(id)


@pytest.mark.parametrize(
    ("full", "edition", "language"),
    [
        ("bridge-2017:27.B.1.b", "bridge-2017", None),
        ("bridge-2017/pl:def.alert", "bridge-2017", "pl"),
        ("irregularities/it:7.3.2", "irregularities", "it"),
    ],
)
def test_full_ids_round_trip(full: str, edition: str, language: str | None) -> None:
    parsed = FullId.parse(full)
    assert (parsed.edition, parsed.language, str(parsed)) == (edition, language, full)


@pytest.mark.parametrize("full", ["27", "bridge-2017/pol:27", ":27", "bridge-2017:", "Bridge:27"])
def test_a_malformed_full_id_is_refused(full: str) -> None:
    with pytest.raises(InvalidIdError):
        FullId.parse(full)


def test_a_slug_is_the_english_term() -> None:
    assert slug("Adjusted score") == "adjusted-score"
    assert slug("Follow suit") == "follow-suit"

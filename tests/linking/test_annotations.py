"""What a ruling cites as W3C Web Annotations: the words of the Recommendation hold."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.core.ids import ProvisionId
from kb.corpus.corpus import Corpus
from kb.linking.cited import Cited, DocumentSpan
from kb.linking.documents.plain_text import Plain
from kb.linking.resolving.index import Index
from kb.linking.ruling_output import Linked, LinkingContext, LinksAs
from kb.storage.store import Store
from support.rulings import (
    CROATIAN,
    ENGLISH,
    GERMAN,
    RULINGS,
    cited_in,
    names,
    ruling,
    site_at,
    web_annotations,
)
from support.schemas import validator


@pytest.fixture(scope="module")
def index(corpus: Corpus, store: Store) -> Index:
    return Index.of(corpus, store)


@pytest.mark.parametrize("language", RULINGS)
def test_annotations_fit_the_recommendation(index: Index, language: str) -> None:
    words = RULINGS[language]
    found = cited_in(words, index, language)
    page = web_annotations(ruling(words), found, index, site_at(index), names(index))
    validator("annotations").validate(json.loads(json.dumps(page)))
    assert page["partOf"]["total"] == len(page["items"]) == len(found)
    ids = [one["id"] for one in page["items"]]
    assert len({*ids, page["id"], page["partOf"]["id"]}) == len(ids) + 2
    for one, annotation in zip(found, page["items"], strict=True):
        position, quoted = annotation["target"]["selector"]
        start, end = position["start"], position["end"]
        assert words[start:end] == quoted["exact"] == one.quote
        assert words[:start].endswith(quoted["prefix"])
        assert words[end:].startswith(quoted["suffix"])
        flagged = annotation["body"][0].get("type") == "TextualBody"
        assert flagged == (one.status != "linked")


def test_annotations_are_the_same_for_the_same_ruling_and_others_for_another(index: Index) -> None:
    found = cited_in(ENGLISH, index, "en")
    site = site_at(index)

    def page(words: str, source: str | None = None) -> dict[str, Any]:
        return web_annotations(ruling(words), found, index, site, names(index), source)

    assert page(ENGLISH) == page(ENGLISH)
    named = page(ENGLISH, "https://club.example/7.html")
    changed = page(f"{ENGLISH} ")
    for other in (named, changed):
        assert other["id"] != page(ENGLISH)["id"]
        assert other["items"][0]["id"] != page(ENGLISH)["items"][0]["id"]
        assert uuid.UUID(other["id"]).version == 5
    assert named["items"][0]["target"]["source"] == "https://club.example/7.html"


def test_a_range_is_annotated_with_its_first_and_last_law_and_an_old_one_with_todays(
    index: Index,
) -> None:
    page = web_annotations(
        ruling(ENGLISH), cited_in(ENGLISH, index, "en"), index, site_at(index), names(index)
    )
    bodies = {
        one["target"]["selector"][1]["exact"]: [body.get("id") for body in one["body"]]
        for one in page["items"]
    }
    base = "https://laws.example/hu/bridge-2017"
    assert bodies["Laws 49–51"] == [f"{base}/49/", f"{base}/51/"]
    old = web_annotations(
        ruling(CROATIAN), cited_in(CROATIAN, index, "hr"), index, site_at(index), names(index)
    )
    assert [body["id"] for body in old["items"][0]["body"]] == [f"{base}/50/#50.D"]


def test_what_is_no_link_is_annotated_with_the_reason(index: Index) -> None:
    said = []
    for words, language in ((ENGLISH, "en"), (GERMAN, "de")):
        found = cited_in(words, index, language)
        page = web_annotations(ruling(words), found, index, site_at(index), names(index))
        bodies = [body for one in page["items"] for body in one["body"]]
        said += [body["value"] for body in bodies if "value" in body]
        assert {body["language"] for body in bodies if "value" in body} == {"en"}
    assert [words.lower() for words in said] == [
        "there is no such provision. the nearest: law 93",
        "this is of another regulation: turnierordnung",
    ]


def test_a_ruling_that_cites_nothing_is_an_empty_collection(
    corpus: Corpus, store: Store, index: Index
) -> None:
    """The Recommendation has no empty pages."""
    desk = LinkingContext(corpus, store, index)
    linked = Linked.of(desk, ruling("# None\n"), [], index.default, "https://laws.example", "en")
    found = json.loads("".join(linked.written(LinksAs.annotations, False, None)))
    validator("annotations").validate(found)
    assert (found["type"], found["label"], found["total"]) == ("AnnotationCollection", "None", 0)


def test_a_name_of_a_file_is_an_address(index: Index) -> None:
    found = cited_in(ENGLISH, index, "en")

    def source(name: str) -> str:
        page = web_annotations(
            ruling(ENGLISH, name=name), found, index, site_at(index), names(index)
        )
        return str(page["items"][0]["target"]["source"])

    assert source("döntések/1 é.md") == "d%C3%B6nt%C3%A9sek/1%20%C3%A9.md"
    assert source("-").startswith("urn:uuid:")


PAGES = [
    ("<p>Law <b>27B1</b>", "Law 27B1"),
    ("a &amp; b &sect;&nbsp;27 &#167;&#xa7; &lt", "a & b §\xa027 §§ <"),
    ("<!-- Law 1 --><p title='a>b' x=\"<\">c</p>", "c"),
    ("a < b, 1<2 <3", "a < b, 1<2 <3"),
    ("<script>if (a<b) '<p>'</script >x", "if (a<b) '<p>'x"),
    ("<STYLE>a<b</style>x<!DOCTYPE html>y", "a<bxy"),
    ("<p title=it's>Law 27's", "Law 27's"),
    ("x<!-- never closed", "x"),
    ("x<a href='never closed", "x"),
    ("<title>A &amp; B</title>", "A & B"),
    ("x<script>never closed", "xnever closed"),
    ("<?php x ?>y</p", "y"),
]


@pytest.mark.parametrize(("document", "words"), PAGES)
def test_the_text_of_a_page_is_what_its_reader_sees(document: str, words: str) -> None:
    assert Plain.of(document, "html").text == words


@given(st.lists(st.sampled_from([*"<>&;\"'=/!- aP", "Law 27", "<b>", "&amp;", "<script>"])))
def test_places_in_the_text_of_a_page_go_up_and_keep_its_words(pieces: list[str]) -> None:
    document = "".join(pieces)
    plain = Plain.of(document, "html")
    places = [plain.place(offset) for offset in range(len(document) + 1)]
    assert places == sorted(places)
    assert places[0] == 0
    assert places[-1] == len(plain.text)
    for offset, char in enumerate(document):
        if places[offset] < places[offset + 1] and char not in "&;":
            assert plain.text[places[offset]] in (char, "&")


@pytest.mark.slow
@pytest.mark.parametrize("run", ["<a ", "<!--", "<", "&", "&a", "<a x='", "</", "<script>"])
def test_the_text_of_no_page_takes_minutes(run: str) -> None:
    assert len(Plain.of(run * 200_000, "html").text) <= len(run) * 200_000


def test_positions_in_a_page_are_those_of_its_text(index: Index) -> None:
    page = "<title>T</title><p>A&nbsp;case: Law <b>27B1</b>(b), <i>Law 16&shy;B</i>.</p>"
    found = [
        Cited(DocumentSpan(32, 50), DocumentSpan(36, 50), page[32:50], "en", 0, "linked",
              "announced", 0.9, "bridge-2017", (ProvisionId.parse("27B1b"),))
    ]  # fmt: skip
    assert page[32:50] == "Law <b>27B1</b>(b)"
    items = web_annotations(ruling(page, "html"), found, index, site_at(index), names(index))[
        "items"
    ]
    position, quoted = items[0]["target"]["selector"]
    assert quoted["exact"] == "Law 27B1(b)"
    assert quoted["prefix"] == "TA\xa0case: "
    assert quoted["suffix"].startswith(", Law 16\xadB.")
    assert (position["start"], position["end"]) == (9, 20)

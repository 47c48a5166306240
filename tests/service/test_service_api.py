"""The API: what it says of the laws is what the library says, in the reader's language."""

from __future__ import annotations

import gzip
import json
import re
from functools import cache
from typing import Any
from urllib.parse import quote, urlencode
from xml.etree import ElementTree

import jsonschema
import pytest

from kb.core.stored import to_json
from kb.corpus.corpus import Corpus
from kb.records.lookup import find
from kb.search.asking.query import Searcher
from kb.storage.store import Store
from support.schemas import REGISTRY, SCHEMAS, validator
from support.serving import API, ask


@cache
def shape(name: str) -> jsonschema.Draft202012Validator:
    """The validator of a shape that the service alone has."""
    own = {"$ref": f"{SCHEMAS['service']['$id']}#/$defs/{name}"}
    return jsonschema.Draft202012Validator(own, registry=REGISTRY)


#: An address for each kind of answer, with its shape.
ANSWERS = [
    ("laws/bridge-2017?limit=3", "laws"),
    ("laws/bridge-2017/27", "law"),
    ("laws/ulti-2017/13?lang=hu", "law"),
    ("records/bridge-2017/27.B.1.b", "record"),
    ("records/bridge-2017/def.alert", "record"),
    ("records/bridge-1997/25.B", "record"),
    ("editions", "editions"),
    ("editions/bridge-1997", "edition_of_a_work"),
    ("texts", "texts"),
    ("texts/bridge-2017/pl", "text"),
    ("texts/bridge-2017/pl/records?limit=50&offset=700", "text_records"),
    ("texts/bridge-1997/hr/references", "text_references"),
    ("concepts?term=exposed+card", "concepts"),
    ("concepts/revoke", "concept"),
    ("glossary?lang=hu&lang=pl&area=play", "glossary_table"),
    ("definitions/bridge-2017", "edition_records"),
    ("articles", "articles"),
    ("articles/irregularities/7", "article"),
    ("ulti/bids", "edition_records"),
    ("ulti/cases", "edition_records"),
    ("health", "health"),
    ("ready", "readiness"),
    ("version", "version"),
    ("problems", "problems"),
    ("problems/not-found", "problem_kind"),
    ("opensearch/suggestions?q=revo&lang=en", "opensearch_suggestions"),
]


@pytest.mark.parametrize(("path", "name"), ANSWERS)
def test_every_answer_has_its_published_shape(address: str, path: str, name: str) -> None:
    answer = ask(address, path)
    assert answer.status == 200
    shape(name).validate(answer.json)


@pytest.mark.parametrize(
    "reference", ["27.B.1.b", "27B1b", "Law 27B1(b)", "27B1(b). szakasz", "przepis 27B1(b)"]
)
def test_a_provision_is_found_by_id_and_by_any_citation(
    address: str, corpus: Corpus, store: Store, reference: str
) -> None:
    answer = ask(address, f"provisions/{quote(reference)}", accept_language="pl").json
    validator("show").validate(answer)
    (found,) = answer["found"]
    (right,) = find(corpus, store, "27.B.1.b")
    own = json.loads(to_json(right.to_dict()))
    assert {key: found[key] for key in own} == own
    assert found["page"] == "/pl/bridge-2017/27/#27.B.1.b"
    assert found["name"] == "przepis 27B1(b)"
    assert {one["id"] for one in found["concepts"]} >= {"insufficient-bid", "comparable-call"}


def test_a_provision_knows_what_stands_around_it(address: str) -> None:
    (found,) = ask(address, "provisions/bridge-2017:27.B.1.b").json["found"]
    row = found["relations"]["rows"]["27.B.1.b"]
    assert "bridge-2017:23.A" in {one["target"] for one in row["cites"]}
    assert any(one["edition"] == "bridge-1997" for one in row["counterparts"])
    law = ask(address, "laws/bridge-2017/27").json
    assert law["previous"] == "26"
    assert law["next"] == "28"
    assert law["explained_in"]


def test_a_croatian_gets_the_words_of_the_older_code_that_correspond(address: str) -> None:
    (found,) = ask(address, "provisions/27B?lang=hr").json["found"]
    words = found["forebears"]["bridge-1997/hr"]["records"]["27.B"]
    assert words
    assert all(record["text"] == "bridge-1997/hr" for record in words)


def test_what_is_not_there_comes_with_the_nearest(address: str) -> None:
    answer = ask(address, "provisions/27Z", accept_language="hu")
    assert answer.status == 404
    assert answer.media_type == "application/problem+json"
    shape("problem").validate(answer.json)
    assert "27D" in answer.json["suggestions"]
    assert answer.json["title"] == "Nincs ilyen"
    assert answer.headers["content-language"] == "hu"
    assert ask(address, answer.json["type"]).json["status"] == 404


@pytest.mark.parametrize("query", ["színvétés", "fałszywy renons", "27B1b", "exposed card"])
def test_search_finds_what_the_command_finds(
    address: str, corpus: Corpus, searcher: Searcher, query: str
) -> None:
    answer = ask(address, f"search?{urlencode({'q': query, 'lang': 'hu'})}").json
    validator("search").validate(answer)
    right = searcher.search(query, corpus.published, ("hu",), 10)
    assert [(one["edition"], one["id"]) for one in answer["results"]] == [
        (one.edition, one.id) for one in right.results
    ]
    pages = [hit["page"] for one in answer["results"][:3] for hit in one["hits"]]
    assert pages
    for page in pages:
        assert ask(address, page).status == 200


def test_each_law_that_is_found_has_the_pages_of_what_leads_to_it(address: str) -> None:
    answer = ask(address, "search?q=revoke&lang=en").json
    validator("search").validate(answer)
    (law,) = [one for one in answer["results"] if one["id"] == "64"]
    assert law["procedures"][0] == {
        "id": "revoke-established",
        "title": "Revoke, noticed later",
        "language": "en",
        "page": "/en/decide/revoke-established/",
    }
    for one in answer["results"]:
        for procedure in one["procedures"]:
            assert ask(address, procedure["page"]).status == 200
    ulti = ask(address, "search?q=renonsz+ultiban&lang=en").json["results"]
    assert ulti
    assert not any(one["procedures"] for one in ulti)


def test_what_is_suggested_of_what_happened_has_a_page(address: str) -> None:
    answer = ask(address, "suggest?q=revoke&lang=en").json
    validator("suggest").validate(answer)
    places = [one["place"] for one in answer["suggestions"] if one["kind"] == "procedure"]
    assert "bridge-2017:decide.revoke-established" in places
    _, names, _, pages = ask(address, "opensearch/suggestions?q=revoke&lang=en").json
    page = dict(zip(names, pages, strict=True))["Revoke, noticed later"]
    assert page == "/en/decide/revoke-established/"
    assert all(ask(address, one).status == 200 for one in pages)


def test_the_pages_of_a_search_are_the_whole_of_it(address: str) -> None:
    def laws(path: str) -> list[tuple[str, str]]:
        answer = ask(address, path)
        found = [
            (one["edition"], one["id"]) for one in answer.json["results"] if one["kind"] == "law"
        ]
        onward = answer.json["next"]
        assert ("link" in answer.headers) is (onward is not None)
        return found + (laws(onward) if onward and len(found) else [])

    whole = laws(f"{API}/search?q=card&in=bridge-2017&limit=100&lang=en")
    assert len(whole) > 20
    assert laws(f"{API}/search?q=card&in=bridge-2017&limit=7&lang=en") == whole


def test_a_list_leads_on_to_its_end(address: str) -> None:
    path: str | None = f"{API}/texts/ulti-2017/hu/records?limit=100"
    ids = []
    while path:
        answer = ask(address, path).json
        ids += [one["id"] for one in answer["items"]]
        path = answer["next"]
    assert len(ids) == len(set(ids)) == answer["total"]


# --- rights --------------------------------------------------------------------------------------


def test_words_that_may_not_be_exported_are_in_no_answer(
    address: str, corpus: Corpus, store: Store
) -> None:
    withheld = [text for text in corpus.published if not text.export]
    assert withheld
    words = {
        record.body
        for text in withheld
        for record in store.records(text.id)
        if len(record.body) > 60
    }
    sample = sorted(words)[::12]
    assert len(sample) > 30
    paths = [
        *(f"search?{urlencode({'q': ' '.join(one.split()[:3]), 'limit': 30})}" for one in sample),
        *(f"articles/irregularities/{number}" for number in range(1, 11)),
        *(
            "articles",
            "concepts?limit=100",
            "suggest?q=revoke",
            "provisions/27",
            "laws/bridge-2017/45",
        ),
    ]
    sections = 0
    for path in paths:
        answer = ask(address, path)
        assert answer.status == 200
        said = json.dumps(answer.json, ensure_ascii=False)
        assert not [one for one in sample if one[-40:] in said], path
        sections += said.count('"withheld": true')
    assert sections  # articles are found all the same
    for path in (
        "texts/irregularities/it/records",
        "texts/irregularities/fr/references",
        "provisions/irregularities/de:7.3",
        "records/irregularities/7.3",
        "laws/irregularities/7",
        "provisions/7.3?in=irregularities",
    ):
        answer = ask(address, path)
        assert (answer.status, answer.json["type"]) == (403, f"{API}/problems/not-exported")
        assert "/irregularities/" in answer.json["hint"]


# --- what HTTP has -------------------------------------------------------------------------------


def test_an_answer_that_the_client_has_is_not_sent_again(address: str) -> None:
    first = ask(address, "laws/bridge-2017/27", accept_language="hu")
    tag = first.headers["etag"]
    again = ask(address, "laws/bridge-2017/27", accept_language="hu", if_none_match=tag)
    assert (again.status, again.body, again.headers["etag"]) == (304, b"", tag)
    other = ask(address, "laws/bridge-2017/27", accept_language="pl", if_none_match=tag)
    assert other.status == 200
    assert "Accept-Language" in other.headers["vary"]
    # Other builds of a corpus have its date too: it says nothing of what the client has.
    dated = ask(address, "laws/bridge-2017/27", if_modified_since=first.headers["last-modified"])
    assert dated.status == 200
    assert ask(address, "laws/bridge-2017/27", if_none_match='"other"').status == 200
    assert ask(address, "laws/bridge-2017/Z", if_none_match="*").status == 404


def test_the_date_of_an_answer_is_that_of_the_corpus(address: str, corpus: Corpus) -> None:
    year, _, day = corpus.date.split("-")
    assert re.search(
        rf"\b{day} \w+ {year} 00:00:00 GMT", ask(address, "texts").headers["last-modified"]
    )


def test_answers_are_compressed_for_who_wants_it(address: str) -> None:
    plain = ask(address, "laws/bridge-2017/27")
    packed = ask(address, "laws/bridge-2017/27", accept_encoding="gzip")
    assert packed.headers["content-encoding"] == "gzip"
    assert len(packed.body) < len(plain.body) / 2
    assert gzip.decompress(packed.body) == plain.body


def test_head_is_get_without_a_body(address: str) -> None:
    got, head = (ask(address, "provisions/27B", method) for method in ("GET", "HEAD"))
    assert head.body == b""
    assert head.headers["content-length"] == str(len(got.body))
    assert head.headers["etag"] == got.headers["etag"]


def test_pages_of_other_sites_may_ask(address: str) -> None:
    asked = {
        "origin": "https://club.example",
        "access_control_request_method": "POST",
        "access_control_request_headers": "content-type",
    }
    answer = ask(address, "link", "OPTIONS", **asked)
    assert answer.status == 200
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "POST" in answer.headers["access-control-allow-methods"]
    page = ask(address, "/hu/bridge-2017/27/", origin="https://club.example")
    assert "access-control-allow-origin" not in page.headers


def test_an_id_leads_to_the_page_or_to_the_json(address: str) -> None:
    page = ask(address, "/id/bridge-2017/27.B.1.b", accept_language="hu", accept="text/html")
    assert (page.status, page.headers["location"]) == (303, "/hu/bridge-2017/27/#27.B.1.b")
    assert b'id="27.B.1.b"' in ask(address, "/hu/bridge-2017/27/").body
    data = ask(address, "/id/bridge-2017/27B1b", accept="application/json")
    assert data.status == 303
    assert ask(address, data.headers["location"]).json["found"][0]["id"] == "27.B.1.b"
    assert ask(address, "/id/bridge-2017/27.Z").status == 404
    assert ask(address, "/id/bridge-2018/27").status == 404
    assert ask(address, "/id/bridge-2017/bridge-1997:27").status == 404
    definition = ask(address, "/id/bridge-2017/def.alert", accept_language="pl")
    assert definition.headers["location"] == "/pl/bridge-2017/definitions/#def.alert"


def test_every_problem_is_told_in_the_language_of_the_reader(address: str) -> None:
    english = ask(address, "problems", accept_language="en").json["problems"]
    for language in ("hu", "pl", "hr", "it", "fr", "de"):
        own = ask(address, "problems", accept_language=language).json["problems"]
        assert [one["type"] for one in own] == [one["type"] for one in english]
        for one, other in zip(own, english, strict=True):
            assert one["title"] != other["title"]


def test_a_browser_can_search_from_its_bar(address: str) -> None:
    names = {"o": "http://a9.com/-/spec/opensearch/1.1/"}
    answer = ask(address, "/hu/opensearch.xml")
    assert answer.media_type == "application/opensearchdescription+xml"
    document = ElementTree.fromstring(answer.body.decode())
    urls = {one.attrib["type"]: one.attrib["template"] for one in document.findall("o:Url", names)}
    search = urls["text/html"].replace("{searchTerms}", "revoke")
    assert search.startswith(address)
    assert ask(address, search.removeprefix(address[:-1])).status == 200
    suggest = urls["application/x-suggestions+json"].replace("{searchTerms}", "sz%C3%ADnv")
    typed, found, _, places = ask(address, suggest.removeprefix(address[:-1])).json
    assert typed == "színv"
    assert "színvétés" in found
    assert all(ask(address, place).status == 200 for place in places)
    head = ask(address, "/hu/bridge-2017/27/").body.decode()
    assert 'rel="search"' in head


def test_the_page_about_the_api_has_all_of_it_and_nothing_from_elsewhere(address: str) -> None:
    document = ask(address, "openapi.json").json
    page = ask(address, "docs")
    html = page.body.decode()
    for path, methods in document["paths"].items():
        for operation in methods.values():
            assert f'id="{operation["operationId"]}"' in html
            assert path in html
    assert not re.search(r"""(src|href)=["'](https?:)?//""", html)
    assert "<script" not in html
    examples: list[Any] = re.findall(r'For example <a href="([^"]+)"', html)
    assert len(examples) > 25
    for example in examples:
        assert ask(address, example.replace("&amp;", "&")).status in (200, 303), example

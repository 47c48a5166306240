"""The linker over HTTP: a ruling in, the same with links out."""

from __future__ import annotations

import json

import pytest

from kb.corpus.corpus import Corpus
from kb.linking.documents.ruling import Ruling
from kb.linking.linker import cite
from kb.linking.resolving.index import Index
from kb.linking.ruling_output import Linked, LinkingContext, LinksAs
from kb.service import compression
from kb.storage.store import Store
from support.homes import REPOSITORY
from support.schemas import validator
from support.serving import Answer, ask

RULINGS = sorted((REPOSITORY / "site/rulings").glob("*.md"))


def send(address: str, document: str, media_type: str = "text/markdown", query: str = "") -> Answer:
    return ask(address, f"link{query}", "POST", document.encode(), content_type=media_type)


@pytest.fixture(scope="module")
def desk(corpus: Corpus, store: Store) -> LinkingContext:
    return LinkingContext(corpus, store, Index.of(corpus, store))


@pytest.mark.parametrize("path", RULINGS, ids=lambda path: path.stem)
def test_a_ruling_gets_the_links_that_the_command_gives_it(
    address: str, desk: LinkingContext, path: object
) -> None:
    document = str(path.read_text(encoding="utf-8"))  # type: ignore[attr-defined]
    cited = cite(document, "markdown", desk.index)
    ruling = Ruling("-", "markdown", document)
    linked = Linked.of(desk, ruling, cited, desk.index.default, "", None)
    answer = send(address, document)
    assert answer.status == 200
    assert answer.media_type == "text/markdown"
    assert answer.body.decode() == "".join(linked.written(LinksAs.md, False, None))
    assert answer.headers["cache-control"] == "no-store"


def test_json_in_is_json_out_with_every_citation(address: str) -> None:
    body = {"document": "See Law 27B1(b), and 94A.", "format": "text"}
    answer = send(address, json.dumps(body), "application/json", "?lang=en&ui=hu").json
    assert "/hu/bridge-2017/27/#27.B.1.b" in answer["document"]
    validator("links").validate(answer["links"])
    assert [one["status"] for one in answer["links"]["citations"]] == ["linked", "dangling"]


@pytest.mark.parametrize(
    ("to", "schema"),
    [("json", "links"), ("authorities", "authorities"), ("annotations", "annotations")],
)
def test_what_is_cited_can_be_had_alone(address: str, to: str, schema: str) -> None:
    answer = send(address, "Law 64A2 and Law 12C1(e).", query=f"?to={to}")
    validator(schema).validate(answer.json)


def test_who_takes_it_compressed_gets_it_so_from_where_it_was_linked(address: str) -> None:
    ruling = ("Law 27B1(b), 94A. " * 100).encode()
    headers = {"content_type": "text/plain", "accept_encoding": "gzip"}
    plain = ask(address, "link", "POST", ruling, content_type="text/plain")
    found = ask(address, "link", "POST", ruling, **headers)
    assert found.headers["content-encoding"] == "gzip"
    for answer in (plain, found):
        assert "accept-encoding" in answer.headers["vary"].lower()
    # What compresses other answers, where all others wait for it, writes the time into them.
    assert found.body == compression.compressed(plain.body)
    short = ask(address, "link", "POST", b"Law 27", **headers)
    assert "content-encoding" not in short.headers


def test_html_comes_back_for_saving_and_never_runs_here(address: str) -> None:
    page = "<script>alert(1)</script><p>Law 27B</p>"
    answer = send(address, page, "text/html")
    assert answer.body.decode().startswith("<script>alert(1)</script><p><a ")
    assert answer.headers["content-disposition"].startswith("attachment")
    assert "sandbox" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_html_does_not_become_markdown(address: str) -> None:
    answer = send(address, "<p>Law 27B</p>", "text/html", "?to=md")
    assert (answer.status, answer.media_type) == (400, "application/problem+json")


def test_links_lead_to_the_site_that_one_names(address: str) -> None:
    answer = send(address, "Law 27B", query="?base=https://laws.example/bridge&ui=pl")
    assert "(https://laws.example/bridge/pl/bridge-2017/27/#27.B " in answer.body.decode()
    assert send(address, "Law 27B", query="?base=javascript:alert(1)").status == 422


def test_an_older_number_leads_to_where_it_stands_today(address: str) -> None:
    answer = send(address, "čl. 25B", query="?lang=hr&in=bridge-1997&to=json").json
    (cited,) = answer["citations"]
    assert cited["edition"] == "bridge-1997"
    assert cited["now"]


@pytest.mark.parametrize(
    ("body", "media_type", "status"),
    [
        (b"\xff\xfe", "text/plain", 400),
        (b"Law 27", "application/pdf", 415),
        (b"Law 27", "text/plain; charset=iso-8859-2", 415),
        (b'{"document": 27}', "application/json", 422),
        (b'{"document": "Law 27", "format": "pdf"}', "application/json", 422),
        (b'{"document": ', "application/json", 422),
    ],
)
def test_what_is_no_ruling_is_refused(
    address: str, body: bytes, media_type: str, status: int
) -> None:
    answer = ask(address, "link", "POST", body, content_type=media_type)
    assert (answer.status, answer.media_type) == (status, "application/problem+json")

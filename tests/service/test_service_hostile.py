"""Whatever anybody sends: a problem that says no more than it should, and the service goes on."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.publishing.browser.opensearch import NAME as DESCRIPTION
from kb.service.settings import Settings
from support.serving import API, Answer, ask
from support.wire import Watched, Wire, assert_problem, head, watching

TEXT = "Content-Type: text/plain"
#: Where answers to a procedure are given.
DECIDE = "procedures/bridge-2017/claim?answers="

MARKUP = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def watched(site: Path) -> Iterator[Watched]:
    with watching(site.parents[1], Settings(port=0, level="error", rate="")) as one:
        yield one


@pytest.fixture
def service(watched: Watched) -> Iterator[str]:
    yield watched.address
    watched.assert_lives()


def send(address: str, body: bytes, media_type: str, query: str = "") -> Answer:
    return ask(address, f"link{query}", "POST", body, Content_Type=media_type)


@pytest.mark.slow
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'"27B"',
        b"null",
        b"NaN",
        b"\xff\xfe",
        b'{"document": 27}',
        b'{"document": ["27B"]}',
        b'{"document": "27B", "format": "pdf"}',
        b'{"document": "27B", "more": 1}',
        b'{"document": "27B", "document": 27}',
        b'{"document": "\\ud800"}',
        b'{"document": "\xed\xa0\x80"}',
        b'{"document": "27B"',
        b"[" * 100_000,
        b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
        b'{"document": ' + b"9" * 10_000 + b"}",
    ],
    ids=lambda body: body[:30].decode("latin-1"),
)
def test_what_is_no_document_in_json_is_refused(service: str, body: bytes) -> None:
    assert_problem(send(service, body, "application/json"), 400, 422)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("media_type", "status"),
    [
        ("text/plain; charset=iso-8859-2", 415),
        ("text/plain; charset=utf-16", 415),
        ("application/json; charset=utf-7", 415),
        ("application/xml", 415),
        ("multipart/form-data; boundary=x", 415),
        ("text/plain;;;=", 200),
        (f"text/{MARKUP}", 415),
        ("", 415),
    ],
)
def test_only_documents_in_utf_8_are_read(service: str, media_type: str, status: int) -> None:
    answer = send(service, b"27B", media_type)
    assert answer.status == status
    if status != 200:
        assert_problem(answer, status)


def test_what_is_no_utf_8_is_told_where(service: str) -> None:
    answer = send(service, b"27B \xff", "text/plain")
    assert_problem(answer, 400)
    assert "byte 4" in answer.json["detail"]


def test_a_document_comes_back_with_every_odd_character_it_had(service: str) -> None:
    odd = "27B\x00 \u202e\ufeff\u2028\r\n\x85\U0001f0a1\x1b[31m\v 94A"
    answer = send(service, odd.encode(), "text/plain", "?to=text")
    assert answer.status == 200
    assert answer.body.decode().startswith(odd)


def test_a_thousand_faults_are_not_all_told(service: str) -> None:
    many = {f"{MARKUP}{number}" * 20: number for number in range(1000)}
    answer = send(service, json.dumps(many).encode(), "application/json")
    assert_problem(answer, 422)
    assert len(answer.body) < 10_000
    answer = ask(service, f"search?q=27{'&lang=zzz' * 5000}")
    assert_problem(answer, 422)
    assert len(answer.body) < 10_000


@pytest.mark.parametrize(
    "query",
    [
        *(f"limit={number}" for number in ("-1", "0", "1e9", "NaN", "0x10", "9" * 4000, "", "1;2")),
        *(f"offset={number}" for number in ("-1", "1e400", "100001", "%F0%9D%9F%99x")),
        "lang=hu%00",
        "lang=HU",
        "lang=" + "h" * 60_000,
        "in=" + "x" * 61,
        f"q={'27 ' * 700}",
        "q=",
        "q=%20%09%0a",
    ],
)
def test_a_value_that_cannot_be_is_refused(service: str, query: str) -> None:
    asked = query if query.startswith("q=") else f"q=27&{query}"
    assert_problem(ask(service, f"search?{asked}"), 422)


@pytest.mark.parametrize(
    "words",
    [
        "%00",
        "27%00B",
        "%ED%A0%80",
        "%C0%AF",
        "%FF%FE",
        "%0d%0aX-Evil:%201",
        "%E2%80%AE27",
        "%F4%90",
    ],
)
@pytest.mark.parametrize(
    "path", ["search?q=", "suggest?q=", "provisions/", "concepts?term=", DECIDE]
)
def test_odd_characters_find_nothing_or_what_stands_beside_them(
    service: str, path: str, words: str
) -> None:
    answer = ask(service, f"{path}{words}")
    assert "x-evil" not in answer.headers
    if answer.status != 200:
        assert_problem(answer, 400, 404, 422)


def test_ten_thousand_parameters_are_passed_over(service: str) -> None:
    answer = ask(service, f"search?q=revoke&limit=1{'&a=1' * 10_000}")
    assert answer.status == 200
    assert "a=1" not in answer.headers["link"]
    assert len(answer.json["next"]) < 100


@pytest.mark.parametrize(
    "path",
    [
        "/../../corpus/corpus.toml",
        "/hu/../../../kb/current/manifest.json",
        "/..%2f..%2fcorpus/corpus.toml",
        "/%2e%2e/%2e%2e/corpus/corpus.toml",
        "/%252e%252e/corpus/corpus.toml",
        "/..%5c..%5ccorpus%5ccorpus.toml",
        "/..\\..\\corpus\\corpus.toml",
        "/%c0%ae%c0%ae/corpus/corpus.toml",
        "/hu/.",
        "/hu/./",
        "/hu//bridge-2017/27/",
        "/.git/config",
        "/index.html%00.png",
        "/%00",
        "//etc/passwd",
        "//evil.example/hu",
        "/%2fevil.example/hu",
        "/\\evil.example/hu",
        "/hu/index.html/",
        "/hu%0d%0aX-Evil:%201",
        "/hu%3Fx",
        f"/{MARKUP}",
        "/%",
        "/%zz%",
        "/" + "a" * 60_000,
        "/a" * 30_000,
        "/~root/",
        "/hu;x=1/",
    ],
    ids=lambda path: path[:40],
)
def test_a_path_leads_nowhere_but_to_pages(service: str, site: Path, path: str) -> None:
    with Wire(service) as wire:
        wire.say(head(f"GET {path} HTTP/1.1"))
        answer = wire.answer()
    assert answer is not None
    assert answer.status == 404
    assert answer.body == (site / "404.html").read_bytes()
    assert not {"x-evil", "location"} & {*answer.headers}


def test_a_redirect_stays_with_us_and_keeps_its_query(service: str) -> None:
    for query in ("?q=1", "?//evil.example", "?%0d%0aX-Evil:1", '?"<>|^`', "?a?b#c"):
        with Wire(service) as wire:
            wire.say(head(f"GET /hu{query} HTTP/1.1"))
            answer = wire.answer()
        assert answer is not None
        assert answer.status == 301
        assert answer.headers["location"].startswith("/hu/?")
        assert "x-evil" not in answer.headers


@pytest.mark.parametrize(
    "header",
    [
        f"X-Request-ID: {MARKUP}",
        "X-Request-ID: " + "a" * 65,
        "X-Request-ID: a b",
        f"Accept-Language: {MARKUP}",
        "Accept-Language: " + "hu;q=0.1," * 5000,
        "Accept-Language: hu;q=NaN, pl;q=1e999, " + "*" * 1000,
        f"Accept: {MARKUP}",
        f'If-None-Match: "{MARKUP}", W/"',
        "If-Modified-Since: Mon, 99 Foo 999999 99:99:99 GMT",
        f"Origin: https://{MARKUP}",
        "Range: bytes=0-0,99999999999-",
        "X-Forwarded-For: " + "1.2.3.4," * 5000,
        f"X-Forwarded-For: {MARKUP}",
        f"X-Forwarded-Proto: {MARKUP}",
        "Cookie: " + "a=b;" * 5000,
        "Authorization: Basic !!!!",
        "Accept-Encoding: " + "gzip;q=0," * 3000,
        "Content-Encoding: gzip",
        "Transfer-Encoding: chunked\r\nTrailer: X",
    ],
    ids=lambda header: header[:40],
)
def test_a_header_is_taken_for_what_it_is_or_for_nothing(service: str, header: str) -> None:
    with Wire(service) as wire:
        body = b"0\r\nX: 1\r\n\r\n" if "chunked" in header else b""
        wire.say(head(f"GET {API}/provisions/27Z HTTP/1.1", header) + body)
        answer = wire.answer()
    assert_problem(answer, 404)
    assert answer is not None
    assert MARKUP not in str(answer.headers) + answer.body.decode()
    assert answer.headers["content-language"] in ("en", "hu", "pl")
    assert len(answer.headers["x-request-id"]) == 32


@pytest.mark.parametrize("host", [MARKUP, "evil.example/x", "a@b", "a b", "x:99999999", "[::1"])
def test_a_host_that_is_none_is_not_repeated(service: str, host: str) -> None:
    for path in (f"/hu/{DESCRIPTION}", f"{API}/laws/bridge-2017?limit=1", "/hu"):
        with Wire(service) as wire:
            wire.say(head(f"GET {path} HTTP/1.1", host=host))
            answer = wire.answer()
        assert answer is not None
        assert answer.status in (200, 301)
        assert host not in answer.body.decode() + str(answer.headers)


@pytest.mark.parametrize(
    "path",
    [
        f"search?q={MARKUP}",
        f"suggest?q={MARKUP}",
        f"opensearch/suggestions?q={MARKUP}",
        f"concepts?term={MARKUP}",
        f"provisions/{MARKUP}",
        f"laws/{MARKUP}/27",
        f"procedures/{MARKUP}",
        f"procedures/bridge-2017/{MARKUP}",
        f"{DECIDE}{MARKUP}",
        f"problems/{MARKUP}",
        f"search?q=27&lang={MARKUP}",
        f"search?q=27&in={MARKUP}",
        f"/id/bridge-2017/{MARKUP}",
        f"/api/{MARKUP}",
    ],
)
def test_markup_comes_back_as_data_or_not_at_all(service: str, path: str) -> None:
    answer = ask(service, path)
    assert answer.media_type.endswith("json")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in answer.headers["content-security-policy"]


def test_the_page_about_the_api_repeats_nothing(service: str) -> None:
    assert ask(service, f"docs?q={MARKUP}").body == ask(service, "docs").body


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "PURGE", "LOCK"])
def test_nothing_can_be_done_but_to_read(service: str, method: str) -> None:
    for path in (f"{API}/search?q=27", f"{API}/link", "/hu/", "/id/bridge-2017/27"):
        answer = ask(service, path, method, b"x")
        assert_problem(answer, 405)
        assert answer.headers["allow"] in ("GET", "POST", "GET, HEAD")


@pytest.mark.parametrize(
    "path", ["", "x", "v2/search", "v1/search/", "v1/link/x", "v1/../v1/ready"]
)
def test_an_address_of_the_api_that_there_is_not_is_a_problem(service: str, path: str) -> None:
    assert_problem(ask(service, f"/api/{path}"), 404)


@pytest.mark.parametrize("edition", ["nowhere", "..", ".", "%2e%2e%5c", "bridge-2017%00", "\u202e"])
@pytest.mark.parametrize(
    "path",
    [
        "editions/{}",
        "laws/{}",
        "laws/{}/27",
        "records/{}/27",
        "definitions/{}",
        "texts/{}/hu",
        "texts/{}/hu/records",
        "texts/{}/hu/references",
        "articles/{}/7",
        "provisions/{}:27",
        "/id/{}/27",
    ],
)
def test_an_edition_that_there_is_not_is_looked_for_nowhere(
    service: str, path: str, edition: str
) -> None:
    assert_problem(ask(service, path.format(edition)), 404)


# --- how it is sent and how it is taken ----------------------------------------------------------


@pytest.mark.parametrize("coding", ["gzip", "br", "Deflate", "identity, gzip", "nonsense"])
def test_a_body_in_a_coding_that_is_not_read_is_refused(address: str, coding: str) -> None:
    packed = gzip.compress(b"Law 27")
    answer = ask(
        address, "link", "POST", packed, content_type="text/plain", content_encoding=coding
    )
    assert_problem(answer, 415)
    assert answer.headers["accept-encoding"] == "identity"


@pytest.mark.parametrize("coding", ["gzip, chunked", "gzip", "identity", "chunked, chunked"])
def test_a_transfer_coding_that_is_not_read_is_refused(address: str, coding: str) -> None:
    with Wire(address) as wire:
        coded = head(f"POST {API}/link HTTP/1.1", TEXT, f"Transfer-Encoding: {coding}")
        wire.say(coded + b"6\r\nLaw 27\r\n0\r\n\r\n")
        assert_problem(wire.answer("POST"), 400)


@pytest.mark.parametrize("path", ["/hu/bridge-2017/27/", f"{API}/laws/bridge-2017/27"])
@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip", "gzip"),
        ("br, gzip;q=0.2", "gzip"),
        ("*", "gzip"),
        ("GZIP", "gzip"),
        ("gzip;q=0", None),
        ("gzip; q=0.0, br", None),
        ("*;q=0", None),
        ("gzip;q=0, *", None),
        ("identity", None),
        ("br", None),
        ("gzipped", None),
        ("", None),
    ],
)
def test_who_does_not_take_what_is_compressed_gets_it_as_it_is(
    address: str, path: str, accepted: str, coding: str | None
) -> None:
    answer = ask(address, path, accept_encoding=accepted)
    assert answer.status == 200
    assert answer.headers.get("content-encoding") == coding
    assert "accept-encoding" in answer.headers["vary"].lower()
    body = gzip.decompress(answer.body) if coding else answer.body
    assert body == ask(address, path).body


def test_what_a_client_says_of_its_address_is_for_no_cache(address: str) -> None:
    answer = ask(address, f"/hu/{DESCRIPTION}", host="evil.example")
    assert answer.headers["cache-control"] == "no-store"


def test_a_pack_is_given_as_it_is_and_whole(address: str, site: Path) -> None:
    answer = ask(address, "/offline/hu.pack", accept_encoding="gzip")
    assert "content-encoding" not in answer.headers
    assert answer.body == (site / "offline/hu.pack").read_bytes()
    again = ask(address, "/offline/hu.pack", if_none_match=answer.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    head_alone = ask(address, "/offline/hu.pack", "HEAD")
    assert head_alone.headers["content-length"] == str(len(answer.body))


def test_what_leads_on_in_a_list_is_no_longer_than_a_list_may_ask(address: str) -> None:
    """A route that takes no languages does not look at them; what leads on repeats only codes."""
    asked = "&".join(["lang=hu"] * 50 + [f"lang={'x' * 500}"] * 50)
    answer = ask(address, f"definitions/bridge-2017?limit=1&{asked}")
    assert answer.status == 200
    assert answer.headers["link"].count("lang=hu") == 10
    assert len(answer.headers["link"]) < 300

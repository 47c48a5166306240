"""The headers of every answer by its address: what a browser may do with it, who may read it."""

from __future__ import annotations

import pytest

from kb.service.headers import SecurityHeaders, added
from kb.service.settings import Settings

HTTPS, HTTP = "https://kodeks.example", "http://127.0.0.1:8000"
PAGES = ["/", "/hu/bridge-2017/27/", "/search/kodeks-search.js", "/apis/", "/idea/"]
DATA = ["/api/v1/search", "/id/bridge-2017/27"]
SHARED = ["/linker/kodeks-linker.js", "/linker/hu/27.json"]


def headers(url: str, path: str) -> dict[str, str]:
    found = SecurityHeaders(Settings(url=url)).of(path)
    return {name.decode(): value.decode() for name, value in found}


@pytest.mark.parametrize("path", [*PAGES, *DATA, *SHARED])
def test_only_who_is_seen_by_https_tells_browsers_to_stay_with_it(path: str) -> None:
    """A browser that heard it over plain HTTP by mistake could not come back for two years."""
    assert headers(HTTPS, path)["strict-transport-security"] == "max-age=63072000"
    assert "strict-transport-security" not in headers(HTTP, path)
    assert "strict-transport-security" not in headers("", path)


@pytest.mark.parametrize("path", [*PAGES, *DATA, *SHARED])
def test_nothing_is_put_in_a_frame_or_taken_for_another_kind_of_file(path: str) -> None:
    found = headers(HTTPS, path)
    assert found["x-frame-options"] == "DENY"
    directives = [one.strip() for one in found["content-security-policy"].split(";")]
    assert "frame-ancestors 'none'" in directives
    assert found["x-content-type-options"] == "nosniff"
    assert found["cross-origin-opener-policy"] == "same-origin"
    assert "microphone=()" in found["permissions-policy"]


@pytest.mark.parametrize("path", PAGES)
def test_pages_are_read_by_no_other_site(path: str) -> None:
    found = headers(HTTPS, path)
    assert "access-control-allow-origin" not in found
    assert found["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize("path", [*DATA, *SHARED])
def test_data_and_what_previews_show_are_read_by_every_site(path: str) -> None:
    found = headers(HTTPS, path)
    assert found["access-control-allow-origin"] == "*"
    assert "ETag" in found["access-control-expose-headers"]
    assert found["cross-origin-resource-policy"] == "cross-origin"


@pytest.mark.parametrize("path", DATA)
def test_data_that_is_opened_as_a_page_may_do_nothing(path: str) -> None:
    policy = headers(HTTPS, path)["content-security-policy"]
    assert policy.startswith("default-src 'none'")
    assert "sandbox" in policy


def test_an_answer_keeps_its_own_headers() -> None:
    own = [(b"Content-Security-Policy", b"default-src 'self'"), (b"etag", b"x")]
    more = [(b"content-security-policy", b"default-src 'none'"), (b"x-frame-options", b"DENY")]
    assert added(own, more) == [*own, more[1]]

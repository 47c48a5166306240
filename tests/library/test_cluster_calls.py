"""Calls to a cluster: from node to node, in time, and without a word of the key."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

import httpx
import pytest

import kb.library.engines.cluster_calls as cluster_calls
from kb.library.cluster_address import cluster_address
from kb.library.cluster_errors import (
    ClusterAnswerError,
    ClusterError,
    ClusterKeyError,
    ClusterMissesError,
    ClusterUnreachableError,
)
from kb.library.engines.cluster_calls import ClusterCalls

KEY = "topsecret-0123456789"
Answering = Callable[[httpx.Request], httpx.Response]


def calls(answering: Answering, hosts: str = "one,two,three") -> ClusterCalls:
    address = cluster_address(f"typesense://{KEY}@{hosts}")
    return ClusterCalls(address, httpx.MockTransport(answering))


def found(_: httpx.Request) -> httpx.Response:
    return httpx.Response(200, json={"results": [{"found": 1, "hits": []}]})


def test_every_request_has_the_key_in_a_header_and_nowhere_else() -> None:
    seen: list[httpx.Request] = []

    def answering(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return found(request)

    calls(answering).searches([{"q": "*"}])
    assert seen[0].headers["X-TYPESENSE-API-KEY"] == KEY
    assert KEY not in f"{seen[0].url}{seen[0].content!r}"


def test_where_a_node_is_down_the_next_is_asked() -> None:
    seen: list[str] = []

    def answering(request: httpx.Request) -> httpx.Response:
        seen.append(request.url.host)
        if request.url.host == "one":
            raise httpx.ConnectError("refused", request=request)
        if request.url.host == "two":
            return httpx.Response(503, json={"message": "Not Ready or Lagging"})
        return found(request)

    asked = calls(answering)
    assert asked.searches([{"q": "*"}])[0]["found"] == 1
    assert seen == ["one", "two", "three"]
    asked.searches([{"q": "*"}])
    assert seen[3:] == ["three"], "those that failed rest for a while"


@pytest.mark.parametrize("status", [401, 403])
def test_a_wrong_key_is_told_once_and_not_shown(status: int) -> None:
    seen: list[str] = []

    def answering(request: httpx.Request) -> httpx.Response:
        seen.append(request.url.host)
        return httpx.Response(status, json={"message": f"the key {KEY} is wrong"})

    with pytest.raises(ClusterKeyError) as caught:
        calls(answering).searches([{"q": "*"}])
    assert "one:8108, two:8108, three:8108 refuses the key" in caught.value.message
    assert "KODEKS_LIBRARY" in (caught.value.hint or "")
    assert len(seen) == 1


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (httpx.Response(400, json={"message": f"bad {KEY}"}), ClusterAnswerError),
        (httpx.Response(200, text=f"no JSON {KEY}"), ClusterAnswerError),
        (httpx.Response(200, json={"results": [{"error": f"no {KEY}"}]}), ClusterAnswerError),
        (httpx.Response(200, json={"results": [{"code": 404, "error": "x"}]}), ClusterMissesError),
        (httpx.Response(500, text=f"broken {KEY}"), ClusterUnreachableError),
    ],
)
def test_no_error_and_no_log_has_the_key(
    answer: httpx.Response, kind: type[ClusterError], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    asked = calls(
        lambda _: httpx.Response(answer.status_code, content=answer.content, headers=answer.headers)
    )
    with pytest.raises(kind) as caught:
        asked.searches([{"q": "*"}])
    error = caught.value
    assert KEY not in f"{error}{error.hint}{error!r}{error.__cause__!r}{caplog.text}"
    assert error.__context__ is None or error.__suppress_context__
    assert KEY not in f"{asked.address}{asked.address!r}"


def test_all_tries_together_take_no_longer_than_one_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cluster_calls, "ASKING", 0.3)
    limits: list[float] = []

    def hanging(request: httpx.Request) -> httpx.Response:
        limits.append(request.extensions["timeout"]["read"])
        time.sleep(limits[-1] / 2)
        raise httpx.ReadTimeout("hangs", request=request)

    asked = calls(hanging)
    with pytest.raises(ClusterUnreachableError) as caught:
        asked._call(lambda: asked._client.multi_search.perform({"searches": []}, {}), 0.3)
    assert sum(limits) / 2 <= 0.3  # so long it slept
    assert "it takes too long" in caught.value.message
    assert limits == sorted(limits, reverse=True)
    assert limits[0] <= 0.3


def test_what_is_written_waits_for_a_cluster_without_a_leader(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cluster_calls, "_PAUSE", 0.01)
    left = [503] * 9

    def answering(request: httpx.Request) -> httpx.Response:
        if left:
            return httpx.Response(left.pop(), json={"message": "no leader"})
        return httpx.Response(200, text='{"success":true}\n{"success":true}')

    calls(answering).put("c", [b'{"id":"a"}', b'{"id":"b"}'])
    assert not left


@pytest.mark.parametrize(
    "said", ['{"success":true}', '{"success":true}\n{"success":false,"error":"no room"}']
)
def test_a_ruling_that_was_not_taken_is_an_error(said: str) -> None:
    with pytest.raises(ClusterAnswerError):
        calls(lambda _: httpx.Response(200, text=said)).put("c", [b'{"id":"a"}', b'{"id":"b"}'])


def test_patience_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_calls, "PATIENCE", 0.05)
    with pytest.raises(ClusterUnreachableError):
        calls(lambda _: httpx.Response(503, json={})).drop("c")


def test_the_health_of_each_node_is_told() -> None:
    def answering(request: httpx.Request) -> httpx.Response:
        assert "X-TYPESENSE-API-KEY" not in request.headers
        if request.url.host == "one":
            raise httpx.ConnectError("refused", request=request)
        return httpx.Response(200, json={"ok": request.url.host == "two"})

    expected = {"one:8108": False, "two:8108": True, "three:8108": False}
    assert calls(answering).health() == expected

"""Calls to a Typesense cluster by its own client: bounded in time, from node to node, no secrets.

The client goes on with another node where one fails. What it lacks is here: one limit of time for
all its tries together, errors that say what to do and have no key, no proxy of the environment (all
that is sent goes to the cluster alone), and patience while a cluster chooses a new leader.
"""

from __future__ import annotations

import logging
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any, Final, TypeVar

import httpx
import msgspec
import typesense
from typesense import exceptions

from kb.library.cluster_address import ClusterAddress, ClusterNode
from kb.library.cluster_errors import (
    ClusterAnswerError,
    ClusterError,
    ClusterKeyError,
    ClusterMissesError,
    ClusterUnreachableError,
)

T = TypeVar("T")

# It would write a line for each request.
logging.getLogger("httpx").setLevel(logging.WARNING)

#: Seconds until a node must have taken a connection; for all tries of a question; for those of
#: something that is written; and how long is waited for a cluster that writes nothing.
CONNECT, ASKING, WRITING, PATIENCE = 1.0, 5.0, 60.0, 120.0
#: Seconds between tries, and after which a node that failed is asked again.
_AGAIN, _RESTED = 0.05, 5
#: Seconds between tries of something written, the first and the longest.
_PAUSE, _LONG_PAUSE = 0.25, 4.0
#: So many searches go in one request at most (Typesense takes 50 unless it is told otherwise).
MOST_SEARCHES: Final = 50

_NO_COLLECTION = 404
_DENIED = (exceptions.RequestUnauthorized, exceptions.RequestForbidden)
_GONE = (
    exceptions.ServerError,
    exceptions.ServiceUnavailable,
    exceptions.HTTPStatus0Error,
    exceptions.Timeout,
    httpx.HTTPError,
)


class _BoundedTransport(httpx.BaseTransport):
    """Lets no request take longer than what is left of the time of its call."""

    def __init__(self, inner: httpx.BaseTransport) -> None:
        self._inner = inner
        self._until = threading.local()

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """All requests of this thread in the block together take no longer; the least counts."""
        before: float | None = getattr(self._until, "end", None)
        end = time.monotonic() + seconds
        self._until.end = end if before is None else min(before, end)
        try:
            yield
        finally:
            self._until.end = before

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        end: float | None = getattr(self._until, "end", None)
        left = ASKING if end is None else end - time.monotonic()
        if left <= 0:
            raise httpx.ReadTimeout("no time is left", request=request)
        bounded = {"connect": min(CONNECT, left), "read": left, "write": left, "pool": left}
        request.extensions = {**request.extensions, "timeout": bounded}
        return self._inner.handle_request(request)

    def close(self) -> None:
        self._inner.close()


class ClusterCalls:
    """What is asked of a cluster; one for each process, for any number of threads.

    Every call raises a `ClusterError`: `ClusterUnreachableError` where no node answers in time,
    `ClusterKeyError`, or `ClusterAnswerError` with what the cluster says.
    """

    def __init__(
        self, address: ClusterAddress, transport: httpx.BaseTransport | None = None
    ) -> None:
        """Calls to a cluster; `transport` is what requests go through, the network unless given."""
        self.address = address
        inner = transport or httpx.HTTPTransport(
            limits=httpx.Limits(max_connections=100, max_keepalive_connections=20)
        )
        self._transport = _BoundedTransport(inner)
        plain = {"accept-encoding": "identity"}  # to pack an answer takes longer than to send it
        self._http = httpx.Client(transport=self._transport, trust_env=False, headers=plain)
        weakref.finalize(self, self._http.close)
        nodes = [
            {"protocol": one.protocol, "host": one.host, "port": one.port} for one in address.nodes
        ]
        settings: Any = {
            "api_key": address.key,
            "nodes": nodes,
            "num_retries": len(nodes),
            "retry_interval_seconds": _AGAIN,
            "healthcheck_interval_seconds": _RESTED,
        }
        self._client: Any = typesense.Client(settings, http_client=self._http)

    def close(self) -> None:
        """Close all connections."""
        self._http.close()

    def together(self) -> AbstractContextManager[None]:
        """All that a thread asks in the block takes no longer than one question may."""
        return self._transport.within(ASKING)

    # --- asking ----------------------------------------------------------------------------------

    def searches(self, searches: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """The answers to some searches, which one node gives at one moment."""
        # The client changes what it is given.
        asked = {"searches": [dict(one) for one in searches]}
        answer = self._call(lambda: self._client.multi_search.perform(asked, {}))
        results: list[dict[str, Any]] = answer["results"]
        for one in results:
            if one.get("code") == _NO_COLLECTION:
                raise ClusterMissesError(self.address.shown)
            if "error" in one or "found" not in one:
                raise self._answered(str(one.get("error", "an answer without results")))
        return results

    def collection(self, name: str) -> dict[str, Any] | None:
        """What is known of a collection; None if there is none."""
        found: dict[str, Any] | None = self._found(self._client.collections[name].retrieve)
        return found

    def alias(self, name: str) -> str | None:
        """The collection that an alias stands for; None if there is no such alias."""
        found: dict[str, Any] | None = self._found(self._client.aliases[name].retrieve)
        return found["collection_name"] if found else None

    def exported(self, collection: str, fields: str) -> Iterator[dict[str, Any]]:
        """Some fields of all that a collection has."""
        options = {"include_fields": fields}
        documents = self._client.collections[collection].documents
        lines: str = self._call(lambda: documents.export(options), WRITING)
        for line in lines.split("\n"):
            if line:
                yield msgspec.json.decode(line)

    def health(self) -> dict[str, bool]:
        """Which nodes say that they are well, and have the last that was written."""
        with ThreadPoolExecutor(len(self.address.nodes)) as pool:
            well = pool.map(self._is_well, self.address.nodes)
            return {node.shown: one for node, one in zip(self.address.nodes, well, strict=True)}

    def _is_well(self, node: ClusterNode) -> bool:
        try:
            with self._transport.within(CONNECT):
                answer = self._http.get(f"{node.url}/health")  # it wants no key
                return answer.status_code == 200 and bool(answer.json()["ok"])
        except (httpx.HTTPError, ValueError, KeyError, TypeError):
            return False

    # --- writing ---------------------------------------------------------------------------------

    def create(self, schema: Mapping[str, Any]) -> None:
        """Make a collection, if there is none of its name."""
        self._patiently(lambda: self._made(schema))

    def _made(self, schema: Mapping[str, Any]) -> None:
        with suppress(exceptions.ObjectAlreadyExists):
            self._client.collections.create(dict(schema))

    def drop(self, name: str) -> None:
        """Take a collection away, if it is there."""
        collection = self._client.collections[name]
        self._patiently(lambda: self._or_none(collection.delete))

    def names(self) -> list[str]:
        """The names of all collections."""
        rows: list[dict[str, Any]] = self._call(self._client.collections.retrieve)
        return [row["name"] for row in rows]

    def point(self, alias: str, collection: str) -> None:
        """Let an alias stand for a collection."""
        wanted = {"collection_name": collection}
        self._patiently(lambda: self._client.aliases.upsert(alias, wanted))

    def put(self, collection: str, records: Sequence[bytes]) -> None:
        """Put records in, each a line of JSON, in place of those with their ids.

        Returns when most nodes have them all. Raises `ClusterAnswerError` with the first that the
        cluster does not take.
        """
        lines, documents = b"\n".join(records), self._client.collections[collection].documents
        said: str = self._patiently(lambda: documents.import_(lines, {"action": "upsert"}))
        answers = [msgspec.json.decode(line) for line in said.split("\n") if line]
        if len(answers) != len(records):
            raise self._answered(f"{len(answers)} answers for {len(records)} rulings")
        if wrong := [one for one in answers if one.get("success") is not True]:
            raise self._answered(
                f"{len(wrong)} rulings are refused, one as {wrong[0].get('error')}"
            )

    def remove(self, collection: str, condition: str) -> None:
        """Take out what a filter lets through."""
        documents = self._client.collections[collection].documents
        self._patiently(lambda: documents.delete({"filter_by": condition}))

    def _patiently(self, make: Callable[[], T]) -> T:
        """Write something that may be written twice; a cluster without a leader is waited for."""
        end, pause = time.monotonic() + PATIENCE, _PAUSE
        while True:
            try:
                return self._call(make, WRITING)
            except ClusterUnreachableError:
                if time.monotonic() + pause > end:
                    raise
            time.sleep(pause)
            pause = min(2 * pause, _LONG_PAUSE)

    # --- errors ----------------------------------------------------------------------------------

    def _found(self, make: Callable[[], T]) -> T | None:
        return self._call(lambda: self._or_none(make))

    def _or_none(self, make: Callable[[], T]) -> T | None:
        try:
            return make()
        except exceptions.ObjectNotFound:
            return None

    def _call(self, make: Callable[[], T], seconds: float = ASKING) -> T:
        try:
            with self._transport.within(seconds):
                return make()
        except _DENIED:
            raise ClusterKeyError(self.address.shown) from None
        except _GONE as error:
            raise ClusterUnreachableError(self.address.shown, self._reason(error)) from None
        except (exceptions.TypesenseClientError, ValueError, KeyError, TypeError) as error:
            raise self._answered(self._reason(error)) from None

    def _answered(self, said: str) -> ClusterError:
        return ClusterAnswerError(self.address.shown, said.replace(self.address.key, "…"))

    def _reason(self, error: Exception) -> str:
        """What went wrong, in which the key would be masked if it were there."""
        if isinstance(error, httpx.HTTPError):
            return _KINDS.get(type(error), type(error).__name__)
        return f"{error}".replace(self.address.key, "…")


#: Why there was no answer, by the error of the connection.
_KINDS: Final[Mapping[type[Exception], str]] = {
    httpx.ConnectError: "nobody takes a connection",
    httpx.ConnectTimeout: "nobody takes a connection in time",
    httpx.ReadTimeout: "it takes too long",
    httpx.WriteTimeout: "it takes too long",
    httpx.ReadError: "the connection broke off",
    httpx.WriteError: "the connection broke off",
    httpx.RemoteProtocolError: "the connection broke off",
}

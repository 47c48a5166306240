"""Asking the service over HTTP, as a program does."""

from __future__ import annotations

import http.client
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit

from kb.service.settings import Settings

API = "/api/v1"

#: How tests run the service: on a free port, without a line for each request.
QUIET = Settings(port=0, level="error")


@dataclass(frozen=True)
class Answer:
    """What came back: status, headers by their names in small letters, body."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def media_type(self) -> str:
        return self.headers.get("content-type", "").partition(";")[0]


def ask(
    address: str,
    path: str,
    method: str = "GET",
    body: bytes | None = None,
    **headers: str,
) -> Answer:
    """Ask a service; `accept_language="hu"` is a header. A path is below the API unless from /."""
    host = urlsplit(address).netloc
    connection = http.client.HTTPConnection(host, timeout=60)
    try:
        target = path if path.startswith("/") else f"{API}/{path}"
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, quote(target, safe="/?&=%:;,+()#"), body, named)
        answer = connection.getresponse()
        own: Mapping[str, str] = {name.lower(): value for name, value in answer.getheaders()}
        return Answer(answer.status, dict(own), answer.read())
    finally:
        connection.close()

"""Checks the head of a request (its first line and its headers), where uvicorn is too lenient."""

from __future__ import annotations

from kb.service.headers import Headers
from kb.service.problems import ProblemError

#: The longest head of a request, in bytes.
LONGEST_HEAD = 65_536

#: The problem with which requests are answered that uvicorn cannot read.
NO_HTTP = ProblemError("bad-request", "this is not HTTP as it should be")
TOO_LONG = ProblemError(
    "head-too-large", f"the first line and the headers have at most {LONGEST_HEAD} bytes"
)
_NO_HOST = ProblemError("bad-request", "a request names one host")
_NO_CODING = ProblemError("bad-request", "bodies come as they are, whole or chunked")


def head_problem(version: str, url: bytes, headers: Headers) -> ProblemError | None:
    """The problem to answer with, or None if the head is well; names of headers are lower-case."""
    hosts = [value for name, value in headers if name == b"host"]
    if len(hosts) != 1 and version == "1.1":
        return _NO_HOST
    if len(url) + sum(len(name) + len(value) for name, value in headers) > LONGEST_HEAD:
        return TOO_LONG
    codings = [value.lower() for name, value in headers if name == b"transfer-encoding"]
    return None if codings in ([], [b"chunked"]) else _NO_CODING

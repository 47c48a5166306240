"""Problem documents (RFC 9457). Their kinds differ by what a client can do about the error."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from itertools import islice
from typing import Any

from kb.core.errors import InvalidIdError, KodeksError, NotFoundError, PlacedError
from kb.languages.catalogue import Catalogue
from kb.library.cluster_errors import ClusterError
from kb.linking.limits import BadDocumentError
from kb.search.asking.query import BadQueryError
from kb.service.headers import DATA_POLICY
from kb.service.served_build import JsonAnswer, WithheldError, encoded

log = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"

#: The address below which each kind of problem is explained.
TYPES = "/api/v1/problems/"

#: The HTTP status of each kind.
STATUS: dict[str, HTTPStatus] = {
    "bad-request": HTTPStatus.BAD_REQUEST,
    "not-exported": HTTPStatus.FORBIDDEN,
    "not-found": HTTPStatus.NOT_FOUND,
    "wrong-method": HTTPStatus.METHOD_NOT_ALLOWED,
    "too-slow": HTTPStatus.REQUEST_TIMEOUT,
    "too-large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "head-too-large": HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    "wrong-media-type": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    "invalid": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too-many": HTTPStatus.TOO_MANY_REQUESTS,
    "defect": HTTPStatus.INTERNAL_SERVER_ERROR,
    "busy": HTTPStatus.SERVICE_UNAVAILABLE,
    "not-ready": HTTPStatus.SERVICE_UNAVAILABLE,
}

#: After how many seconds the client may try again, for kinds that pass.
RETRY = {"busy": 1, "not-ready": 5, "too-many": 1}


#: How many faults of a request are listed, and how many characters of a name are shown.
_MOST, _LONGEST_NAME = 20, 60


def titles(catalogue: Catalogue) -> dict[str, str]:
    """The title of each kind of problem in a language."""
    _ = catalogue.gettext
    return {
        "bad-request": _("This cannot be understood"),
        "not-exported": _("This may be read on the site, but not exported"),
        "not-found": _("There is no such thing"),
        "wrong-method": _("This cannot be done here"),
        "too-slow": _("The request did not come in time"),
        "too-large": _("The request is too long"),
        "head-too-large": _("The request is too long"),
        "wrong-media-type": _("This kind of content is not read here"),
        "invalid": _("A value is not as it should be"),
        "too-many": _("Too many requests"),
        "defect": _("Something went wrong here"),
        "busy": _("There is too much to do right now"),
        "not-ready": _("There is nothing to answer from yet"),
    }


@dataclass
class ProblemError(Exception):
    """Raised to answer with a problem. `more` has members beyond those of the RFC."""

    kind: str
    detail: str
    more: dict[str, Any] | None = None
    headers: dict[str, str] | None = None


def of_error(error: KodeksError) -> ProblemError:
    """The problem for a `KodeksError`: its class decides, else its exit code."""
    kind = next((kind for of, kind in _KINDS if isinstance(error, of)), None)
    if kind is None:
        kind = {2: "bad-request", 3: "not-found"}.get(error.exit_code)
    if isinstance(error, ClusterError):  # nor where a cluster is
        log.error("the library of rulings: %s", error)
        hint = "Ask again soon; everything but rulings is answered as always."
        return ProblemError("not-ready", "the library of rulings cannot be reached", {"hint": hint})
    if kind is None:  # something is wrong with our files; clients are not told where they are
        log.error("not ready: %s", error)
        return ProblemError("not-ready", "there is no build to answer from")
    more: dict[str, Any] = {}
    if error.hint:
        more["hint"] = error.hint
    if isinstance(error, NotFoundError | PlacedError) and error.suggestions:
        more["suggestions"] = error.suggestions
    if isinstance(error, PlacedError):
        more |= {"fault": error.fault, "position": error.position, "length": error.length}
    return ProblemError(kind, error.message, more)


def invalid(faults: Iterable[tuple[str, Sequence[object], str]]) -> ProblemError:
    """The problem of a request with wrong values; it lists the first of them.

    Each fault is the place of the value ("query", "body"), the parts of its name, and what is wrong
    with it. The values themselves are not repeated.
    """
    errors = [
        {"in": place, "name": ".".join(map(str, name))[:_LONGEST_NAME], "message": message}
        for place, name, message in islice(faults, _MOST)
    ]
    names = ", ".join(dict.fromkeys(error["name"] for error in errors if error["name"]))
    return ProblemError("invalid", f"not as it should be: {names or 'body'}", {"errors": errors})


#: The kind of problem for each class of errors. An id that nothing can have is simply not found.
_KINDS: tuple[tuple[type[KodeksError], str], ...] = (
    (WithheldError, "not-exported"),
    (InvalidIdError, "not-found"),
    (NotFoundError, "not-found"),
    (BadQueryError, "bad-request"),
    (BadDocumentError, "bad-request"),
)


def document(problem: ProblemError, catalogue: Catalogue, request: str = "") -> JsonAnswer:
    """A problem as JSON; `request` is the id of the request in the log."""
    status = STATUS[problem.kind]
    instance = {"instance": f"urn:kodeks:request:{request}"} if request else {}
    return {
        "type": f"{TYPES}{problem.kind}",
        "title": titles(catalogue)[problem.kind],
        "status": int(status),
        "detail": problem.detail,
        **instance,
        **(problem.more or {}),
    }


def headers(problem: ProblemError) -> dict[str, str]:
    """The headers of a problem: no caching, when to try again, and its own."""
    retry = {"retry-after": str(RETRY[problem.kind])} if problem.kind in RETRY else {}
    always = {"cache-control": "no-store", "content-security-policy": DATA_POLICY}
    return {**always, **retry, **(problem.headers or {})}


def answer(
    problem: ProblemError, catalogue: Catalogue, language: str, request: str = ""
) -> tuple[int, dict[str, str], bytes]:
    """The HTTP response for a problem, in a language: status, headers, body."""
    content = {"content-type": MEDIA_TYPE, "content-language": language}
    body = encoded(document(problem, catalogue, request))
    return int(STATUS[problem.kind]), headers(problem) | content, body

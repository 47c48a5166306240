"""Security headers of every answer (HSTS, CORP, content security policy and others)."""

from __future__ import annotations

from kb.service.settings import Settings

Headers = list[tuple[bytes, bytes]]

#: Where answers are data, not pages: the API and the permalinks.
DATA = ("/api/", "/id/")

#: What pages of other sites may read: data, and the clauses that previews show.
FOR_OTHERS = (*DATA, "/linker/")

_ALWAYS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

#: The policy for data: a browser that shows it as a page lets it do nothing.
DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox"

#: The part of the policy of pages that only a header can set; the rest is in the page itself
#: (kb.publishing.parts.policy).
_PAGE_POLICY = "frame-ancestors 'none'"

#: CORS for what pages of other sites may read. It is sent even if no Origin asks for it, because a
#: cache gives the same answer to everybody.
_ANYBODY = {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "ETag, Link, Retry-After, X-Request-ID, Content-Language",
    "cross-origin-resource-policy": "cross-origin",
}

#: HSTS for two years. It is sent only where clients reach the service by HTTPS.
_HTTPS_ONLY = ("strict-transport-security", "max-age=63072000")


class SecurityHeaders:
    """The security headers for each kind of address: pages, data, and what others may read."""

    def __init__(self, settings: Settings) -> None:
        always = dict(_ALWAYS)
        if settings.url.startswith("https://"):
            always |= [_HTTPS_ONLY]
        self._data = _encoded(always | _ANYBODY | {"content-security-policy": DATA_POLICY})
        page = always | {"content-security-policy": _PAGE_POLICY}
        self._page = _encoded(page | {"cross-origin-resource-policy": "same-origin"})
        self._shared = _encoded(page | _ANYBODY)

    def of(self, path: str) -> Headers:
        """The security headers of the answer to a path."""
        if path.startswith(DATA):
            return self._data
        return self._shared if path.startswith(FOR_OTHERS) else self._page


def added(headers: Headers, more: Headers) -> Headers:
    """The headers, and those of `more` that are not among them; `more` has lower-case names."""
    names = {name.lower() for name, _ in headers}
    return [*headers, *(header for header in more if header[0] not in names)]


def _encoded(headers: dict[str, str]) -> Headers:
    return [(name.encode(), value.encode()) for name, value in headers.items()]

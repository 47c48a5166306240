"""Security headers of every answer (HSTS, CORP, content security policy and others)."""

from __future__ import annotations

from kb.service.settings import Settings

Headers = list[tuple[bytes, bytes]]

#: Where answers are data, not pages: the API and the lasting addresses.
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

#: An answer of the API is no page: as one it may do nothing.
DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox"

#: A page says the rest itself (kb.publishing.parts.policy); this cannot be said in a page.
_PAGE_POLICY = "frame-ancestors 'none'"

#: Also without being asked by a page: what a cache keeps is for all.
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
        self._data = _encoded(
            always
            | _ANYBODY
            | {
                "content-security-policy": DATA_POLICY,
            }
        )
        page = always | {"content-security-policy": _PAGE_POLICY}
        self._page = _encoded(page | {"cross-origin-resource-policy": "same-origin"})
        self._shared = _encoded(page | _ANYBODY)

    def of(self, path: str) -> Headers:
        """The security headers of the answer to a path."""
        if path.startswith(DATA):
            return self._data
        return self._shared if path.startswith(FOR_OTHERS) else self._page


def added(own: Headers, more: Headers) -> Headers:
    """The headers with those of `more` that are not among them."""
    have = {name.lower() for name, _ in own}
    return [*own, *(one for one in more if one[0] not in have)]


def _encoded(headers: dict[str, str]) -> Headers:
    return [(name.encode(), value.encode()) for name, value in headers.items()]

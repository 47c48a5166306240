"""The content security policy of a page: what it may load, and which inline scripts it may run.

It stands in the page itself, so that it holds on every server. It allows nothing from another host,
no evaluation of strings, and no inline scripts and styles but those of the page, by their hashes.
"""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache

from kb.core.errors import BuildError

_HEAD = "<head>"
#: An inline script or style; one without an end tag goes on to the end of the page.
_INLINE = re.compile(r"<(script|style)\b([^>]*+)(?:>(.*?)(?:</\1>|\Z)|\Z)", re.DOTALL)
_TYPE = re.compile(r"""\stype=["']?([^"'\s>]+)""")
_SOURCE = re.compile(r"\ssrc=")

#: The types of script elements that browsers run; elements of other types are data.
_RUN = frozenset({"", "module", "text/javascript"})

#: What every page allows besides its inline scripts and styles.
_ALLOWED = (
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
)


def with_policy(html: str) -> str:
    """Put the policy of a page at the beginning of its head.

    Raises `BuildError` for a page without a head.
    """
    before, head, after = html.partition(_HEAD)
    if not head:
        raise BuildError("a page has no head for its content security policy")
    meta = f'\n<meta http-equiv="Content-Security-Policy" content="{policy(html)}">'
    return f"{before}{head}{meta}{after}"


def policy(html: str) -> str:
    """The policy of a page.

    >>> policy("<p>Law 27</p>")[:54]
    "default-src 'none'; script-src 'self'; style-src 'self"
    """
    hashes: dict[str, dict[str, None]] = {"script": {}, "style": {}}
    for tag, attributes, content in _INLINE.findall(html):
        if tag == "style" or _is_run(attributes):
            hashes[tag][_hash(content)] = None
    scripts, styles = (" ".join(("'self'", *of_tag)) for of_tag in hashes.values())
    first = ("default-src 'none'", f"script-src {scripts}", f"style-src {styles}")
    return "; ".join((*first, *_ALLOWED))


def _is_run(attributes: str) -> bool:
    """Whether browsers run the content of a script element with these attributes."""
    kind = _TYPE.search(attributes)
    return not _SOURCE.search(attributes) and (kind[1] if kind else "") in _RUN


@cache
def _hash(content: str) -> str:
    digest = hashlib.sha256(content.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"

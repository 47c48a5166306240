"""The absolute addresses of pages: for search engines, and for people who copy them.

Links inside the site are relative: it works below any address, and with none.
"""

from __future__ import annotations

from urllib.parse import SplitResult, quote, urlsplit, urlunsplit

from kb.core.errors import KodeksError

#: Where a site stands as long as nobody says where: a name that is kept for examples (RFC 2606).
EXAMPLE = "https://laws.example/"

#: The environment variable that says where the site is going to stand; mkdocs.yml reads it.
VARIABLE = "KODEKS_URL"


class BadAddressError(KodeksError):
    """An address that no site can have; exit code 2."""

    exit_code = 2


def site_address(given: str) -> str:
    """The address of a site as people give it, with a slash at its end.

    Raises `BadAddressError` for anything but http(s)://host/path.

    >>> site_address("https://laws.example/bridge")
    'https://laws.example/bridge/'
    """
    parts = _split(given.strip())
    if parts is None or parts.query or parts.fragment or "@" in parts.netloc:
        raise BadAddressError(
            f"{given!r} is not the address of a site",
            "Give it as https://laws.example/ or https://laws.example/bridge/.",
        )
    path = quote(parts.path.rstrip("/"), safe="/%~+:")
    return urlunsplit((parts.scheme, parts.netloc, f"{path}/", "", ""))


def _split(given: str) -> SplitResult | None:
    """The parts of an address of the web; None for any other."""
    try:
        parts = urlsplit(given)
        _ = parts.port  # raises where that is no number
    except ValueError:
        return None
    odd = not parts.hostname or any(one.isspace() or one in "<>\"'" for one in given)
    return None if odd or parts.scheme not in ("http", "https") else parts

"""The addresses of a site, of its pages, and of the places on them.

They are permanent: `/<language>/<edition>/27/#27.B.1.b` for a provision, `/<language>/concepts/…/`
for a concept, `/id/<edition>/<id>` for whatever has an id. Links inside the site are relative, so
that it works below any address; search engines, and people who copy a link, need absolute ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import SplitResult, quote, urlsplit, urlunsplit

from kb.core.errors import KodeksError
from kb.core.procedures import DECIDE

#: The address that a site is built for when no setting names one; RFC 2606 reserves such names
#: for examples.
EXAMPLE = "https://laws.example/"

#: The directory of the pages of rulings, below that of a language.
RULINGS = "rulings"

#: The environment variable with the address that the site will have; mkdocs.yml reads it.
VARIABLE = "KODEKS_URL"


class BadAddressError(KodeksError):
    """An address that no site can have; exit code 2."""

    exit_code = 2


def site_address(given: str) -> str:
    """Check the address of a site and return it with a slash at its end.

    Raises `BadAddressError` for anything but http(s)://host/path.

    >>> site_address("https://laws.example/rules")
    'https://laws.example/rules/'
    """
    parts = _split(given.strip())
    if parts is None or parts.query or parts.fragment or "@" in parts.netloc:
        raise BadAddressError(
            f"{given!r} is not the address of a site",
            "Give it as https://laws.example/ or https://laws.example/rules/.",
        )
    path = quote(parts.path.rstrip("/"), safe="/%~+:")
    return urlunsplit((parts.scheme, parts.netloc, f"{path}/", "", ""))


def _split(given: str) -> SplitResult | None:
    """The parts of an http or https address; None for anything else."""
    try:
        parts = urlsplit(given)
        _ = parts.port  # raises where that is no number
    except ValueError:
        return None
    odd = not parts.hostname or any(sign.isspace() or sign in "<>\"'" for sign in given)
    return None if odd or parts.scheme not in ("http", "https") else parts


@dataclass(frozen=True)
class Place:
    """Where something stands in an edition on the site.

    `page` is the page of the edition, "" for its first page; `anchor` is the anchor there. A law
    and its page have the same name, and a link to the law needs no anchor.
    """

    page: str
    anchor: str

    def below(self, root: str) -> str:
        """The address, where `root` is that of the edition's first page.

        >>> Place("27", "27.B.1.b").below("/xx/rules-2017/")
        '/xx/rules-2017/27/#27.B.1.b'
        """
        page = page_below(root, self.page)
        return page if self.anchor == self.page else f"{page}#{self.anchor}"

    def href(self, from_page: str) -> str:
        """The address relative to another page of the edition."""
        if self.page == from_page:
            return f"#{self.anchor}"
        return self.below("../" if from_page else "")


def page_below(root: str, page: str) -> str:
    """The address of a page, where `root` is that of the first page beside it, whose name is "".

    >>> page_below("../concepts/", "revoke"), page_below("../concepts/", "")
    ('../concepts/revoke/', '../concepts/')
    """
    return f"{root}{page}/" if page else root


def href(from_page: str, to_page: str) -> str:
    """The address of a page of an edition, relative to another page of it.

    >>> href("27", "16"), href("27", ""), href("", "16")
    ('../16/', '../', '16/')
    """
    return page_below("../" if from_page else "", to_page) or "./"


def edition_root(base: str, language: str, edition: str) -> str:
    """The address of the first page of an edition, for readers of a language."""
    return f"{base}/{language}/{edition}/"


def concept_page(root: str, concept: str) -> str:
    """The address of the page of a concept, where `root` leads to the pages of a language."""
    return f"{root}concepts/{concept}/"


def procedure_page(root: str, procedure: str) -> str:
    """The address of the page of a procedure, where `root` leads to the pages of a language."""
    return f"{root}{DECIDE}/{procedure}/"


def ruling_page(root: str, ruling: str) -> str:
    """The address that opens a ruling of a service, where `root` leads to a language's pages."""
    return f"{root}{RULINGS}/?id={ruling}"


def permalink(base: str, edition: str, id: str) -> str:
    """The address that leads to a page or to JSON, whichever the client wants."""
    return f"{base}/id/{edition}/{id}"

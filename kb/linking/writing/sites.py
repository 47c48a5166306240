"""The addresses at which provisions are published, to which citations lead."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

from kb.core.addresses import BadAddressError, Place, edition_root
from kb.core.errors import NotFoundError
from kb.core.ids import ProvisionId
from kb.linking.cited import Cited
from kb.linking.resolving.index import Index

_BASE = re.compile(r"(?:https?://[^\s/]+)?(?:/.*)?")


@dataclass(frozen=True)
class PublishedSite:
    """The site with the provisions of an index: below the address `base`, in the language `ui`."""

    base: str
    ui: str
    index: Index

    @classmethod
    def at(cls, base: str, ui: str, index: Index, languages: Sequence[str]) -> PublishedSite:
        """The site at an address that a person gave, in one of its languages.

        Raises `BadAddressError` for a bad address, `NotFoundError` for another language.
        """
        if not _BASE.fullmatch(base):
            raise BadAddressError(
                f"{base!r} is not the address of a site",
                "Give https://…, a path that begins with /, or nothing.",
            )
        if ui not in languages:
            raise NotFoundError(f"the site has no pages in {ui!r}", list(languages))
        return cls(quote(base.rstrip("/"), safe="/:%"), ui, index)

    def address(self, edition: str, id: ProvisionId) -> str:
        """The permanent address of a provision: `/xx/rules-2017/27/#27.B.1.b`."""
        root = edition_root(self.base, self.ui, edition)
        return Place(str(id.law), str(id)).below(root)

    def of(self, cited: Cited) -> str:
        """The address to which a linked citation leads."""
        return self.address(*leads_to(cited, self.index))


def leads_to(cited: Cited, index: Index) -> tuple[str, ProvisionId]:
    """The edition and provision that a linked citation leads to; a range leads to its beginning.

    A citation of an older edition leads to where the provision stands today; to the older edition
    if it does not stand anywhere today.
    """
    edition = index.editions[cited.edition]
    newest = index.newest(edition.work)
    if cited.now and newest:
        return newest.id, cited.now[0]
    return edition.id, cited.targets[0]

"""Checks files of the site against the digests that were written when the site was built.

kb.publishing.output.offline writes the tables of digests for browsers. A file that they do not list
is not checked.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping

from kb.publishing.output.offline import TABLE, digest

#: Gives the content of a file of the site by its name; None where there is none.
Content = Callable[[str], bytes | None]


class SiteDigests:
    """Remembers which files were found to be as they should, by what tells them from others."""

    def __init__(self) -> None:
        self._checked: dict[str, Hashable] = {}
        self._tables: dict[str, tuple[bytes, Mapping[str, str]]] = {}

    def is_checked(self, name: str, identity: Hashable) -> bool:
        """Whether this very file was found as it should be."""
        return self._checked.get(name) == identity

    def fits(self, name: str, identity: Hashable, content: bytes, of: Content) -> bool:
        """Whether a file has the digest that its table has of it, or its table has none."""
        first, _, rest = name.partition("/")
        table = self._table(f"{first}/{TABLE}", of) if rest else None
        if table is None:
            table = self._table(TABLE, of)
        expected = (table or {}).get(name.removesuffix("index.html"))
        if expected is not None and expected != digest(content):
            return False
        self._checked[name] = identity
        return True

    def _table(self, name: str, of: Content) -> Mapping[str, str] | None:
        """A table of the site as it is now; None where there is none, {} for what is no table."""
        content = of(name)
        if content is None:
            return None
        known, found = self._tables.get(name, (b"", {}))
        if known != content:
            try:
                read = json.loads(content)
            except ValueError:
                read = None
            found = read if isinstance(read, dict) else {}
            self._tables[name] = content, found
        return found

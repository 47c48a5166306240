"""Checks files of the site against the digests that were written when the site was built.

kb.publishing.output.offline writes the tables of digests for browsers. A file that they do not list
is not checked.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping

from kb.publishing.output.offline import TABLE, digest

#: A function that returns the content of a file of the site by its name, or None without one.
Content = Callable[[str], bytes | None]


class SiteDigests:
    """Remembers which files had the right digest.

    The `identity` of a file (inode and times) shows whether it is still the same.
    """

    def __init__(self) -> None:
        self._checked: dict[str, Hashable] = {}
        self._tables: dict[str, tuple[bytes, Mapping[str, str]]] = {}

    def is_checked(self, name: str, identity: Hashable) -> bool:
        """Whether this very file had the right digest before."""
        return self._checked.get(name) == identity

    def fits(self, name: str, identity: Hashable, content: bytes, of: Content) -> bool:
        """Whether a file has the digest that its table lists, or is not listed there.

        The table is that of the first folder of the path, else that of the whole site.
        """
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
        """A table of digests as it is on disk now; None without one, {} if it cannot be read."""
        content = of(name)
        if content is None:
            return None
        parsed_from, table = self._tables.get(name, (b"", {}))
        if parsed_from != content:
            try:
                parsed = json.loads(content)
            except ValueError:
                parsed = None
            table = parsed if isinstance(parsed, dict) else {}
            self._tables[name] = content, table
        return table

"""The scripts of the site's own pages: bundles of the modules in site/assets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kb.publishing.browser.scripts import bundles

#: Where the modules are below the home, and the bundles below the directory of each language.
_MODULES, _PUBLISHED = "site/assets", "assets"

#: What pages load, by the names of the modules that the bundles begin with: what they may load
#: alone, or earlier or later than the rest. Every other module there is part of some bundle.
ENTRIES = (
    "beside",
    "not-found",
    "offline",
    "page",
    "search-client",
    "search-page",
    "tongues",
)


def page_scripts(home: Path) -> Iterator[tuple[str, bytes]]:
    """Each bundle with where it is published.

    Raises `BuildError` when a module cannot be bundled.
    """
    made = bundles(home, {name: f"{_MODULES}/{name}.js" for name in ENTRIES})
    for name, content in made.items():
        yield f"{_PUBLISHED}/{name}.js", content

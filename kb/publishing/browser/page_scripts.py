"""The scripts of the site's own pages: bundles of the modules in site/assets."""

from __future__ import annotations

from pathlib import Path

from kb.publishing.browser.scripts import bundles

#: The modules that the bundles begin with: a page may load one bundle without the others, or at
#: another time. Every other module in site/assets is part of some bundle.
ENTRIES = (
    "beside",
    "concordance",
    "decide",
    "not-found",
    "offline",
    "page",
    "rulings",
    "search-client",
    "search-page",
    "tongues",
)


def page_scripts(home: Path) -> dict[str, bytes]:
    """Each bundle by its path below the directory of a language.

    Raises `BuildError` when a module cannot be bundled.
    """
    return bundles(home, {f"assets/{name}.js": f"site/assets/{name}.js" for name in ENTRIES})

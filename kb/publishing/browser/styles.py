"""The look of the site as one style sheet: site/styles/*.css, one file a part of the pages."""

from __future__ import annotations

from pathlib import Path

from kb.publishing.browser.site_files import site_file

#: Where the style sheet is on the site.
NAME = "assets/kodeks.css"

#: The parts in their order: what comes later wins. Paper comes last.
PARTS = (
    "colours",
    "frame",
    "ways",
    "headings",
    "law",
    "articles",
    "editions",
    "beside",
    "clause",
    "tables",
    "scans",
    "notes",
    "lists",
    "concepts",
    "search",
    "rulings",
    "docs",
    "offline",
    "print",
)


def style_sheet(home: Path) -> bytes:
    """All parts joined; raises `CorpusError` when one is missing below `home`."""
    return "\n".join(site_file(home, f"styles/{name}.css") for name in PARTS).encode()

"""The style sheet of the site, joined from site/styles, where each part of pages has a file."""

from __future__ import annotations

from pathlib import Path

from kb.publishing.browser.site_files import site_file

#: The path of the style sheet on the site.
NAME = "assets/kodeks.css"

#: The files in their order. Where two say something else of an element, the later one holds, so
#: that paper comes last.
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
    "concordance",
    "rulings",
    "decide",
    "docs",
    "offline",
    "print",
)


def style_sheet(home: Path) -> bytes:
    """Join all files; raises `CorpusError` when one is missing below `home`."""
    return "\n".join(site_file(home, f"styles/{name}.css") for name in PARTS).encode()

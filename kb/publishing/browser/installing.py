"""The site as an application: a manifest for each language, and the words of its download."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kb.core.errors import CorpusError
from kb.languages.catalogue import Catalogue
from kb.publishing.browser.site_files import site_file

#: The path of the manifest below the directory of its language.
MANIFEST = "manifest.webmanifest"

#: The directory of the icons at the root of the site; scripts/icons.py makes them of
#: site/assets/kodeks.svg.
ICONS = "icons"

#: The style sheet below site/ that the colours are read from.
_PALETTE = "styles/colours.css"

_COLOUR = r"{name}:\s*(#[0-9a-f]{{3,8}});"


@dataclass(frozen=True)
class Colours:
    """Colours of the window that shows the site: its bar when light or dark, and its background."""

    light: str
    dark: str
    ground: str


def colours(home: Path) -> Colours:
    """Read the colours from the style sheet; raises `CorpusError` when it has none."""
    css = site_file(home, _PALETTE)
    bars = re.findall(_COLOUR.format(name="--md-primary-fg-color"), css)
    grounds = re.findall(_COLOUR.format(name="--md-default-bg-color"), css)
    if len(bars) < 2 or not grounds:
        raise CorpusError(
            f"{home}/site/{_PALETTE}: no --md-primary-fg-color or --md-default-bg-color"
            " for both schemes",
            "The manifest and the window of the site take their colours from there.",
        )
    return Colours(bars[0], bars[1], grounds[0])


def manifest(catalogue: Catalogue, description: str, window: Colours) -> bytes:
    """The web application manifest of a language, as JSON; `description` says what is there."""
    return json.dumps(
        {
            "id": "./",
            "name": "Kodeks",
            "short_name": "Kodeks",
            "description": description,
            "lang": catalogue.spoken,
            "dir": "ltr",
            "start_url": "./",
            "scope": "../",
            "display": "standalone",
            "theme_color": window.light,
            "background_color": window.ground,
            "icons": [
                _icon("icon-192.png", "192x192", "image/png", "any"),
                _icon("icon-512.png", "512x512", "image/png", "any"),
                _icon("maskable-512.png", "512x512", "image/png", "maskable"),
                _icon("icon.svg", "any", "image/svg+xml", "any"),
            ],
        },
        ensure_ascii=False,
        indent=1,
    ).encode()


def download_messages(_: Callable[[str], str]) -> dict[str, str]:
    """The messages of the button that downloads a language, by the names of data attributes."""
    return {
        "take": _("Take it along (%(size)s, pages: %(pages)s)"),
        "going": _("Fetching …"),
        "held": _("The whole lawbook is on this device: it opens without a network."),
        "removed": _("Removed from this device."),
        "stopped": _("Stopped. Nothing was kept."),
        "broken": _("The connection broke. Nothing was kept: try again."),
        "full": _("There is no room for it on this device. Nothing was kept."),
        "other": _("The site has just been renewed: open this page again, then try again."),
    }


def _icon(name: str, sizes: str, kind: str, purpose: str) -> dict[str, str]:
    return {"src": f"../{ICONS}/{name}", "sizes": sizes, "type": kind, "purpose": purpose}

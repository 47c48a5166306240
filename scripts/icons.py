"""The icons of the installed site, drawn from site/assets/kodeks.svg: run it when that changes.

The drawing's first shape is its ground. A maskable icon has it from edge to edge, with the rest
within the circle that every system leaves.
"""

from __future__ import annotations

import re
from pathlib import Path

from chromium import chromium
from playwright.sync_api import Browser

_HOME = Path(__file__).resolve().parents[1]
_DRAWING = _HOME / "site/assets/kodeks.svg"
_ICONS = _HOME / "site/icons"

#: How much of a maskable icon's width the drawing takes.
_WITHIN = 0.72


def main() -> None:
    drawing = _DRAWING.read_text(encoding="utf-8")
    _ICONS.mkdir(exist_ok=True)
    with chromium() as browser:
        for size in (192, 512):
            _draw(browser, drawing, size, _ICONS / f"icon-{size}.png")
        _draw(browser, _maskable(drawing), 512, _ICONS / "maskable-512.png")
    (_ICONS / "icon.svg").write_text(drawing, encoding="utf-8")


def _draw(browser: Browser, drawing: str, size: int, target: Path) -> None:
    page = browser.new_page(viewport={"width": size, "height": size})
    css = f"body{{margin:0}}svg{{display:block;width:{size}px;height:{size}px}}"
    page.set_content(f"<style>{css}</style>{drawing}")
    page.screenshot(path=target, omit_background=True)
    page.close()


def _maskable(drawing: str) -> str:
    """The same with its ground in all of the square and the rest smaller."""
    box = re.search(r'viewBox="0 0 (\d+) \1"', drawing)
    ground = re.search(r'<rect[^>]*fill="(#[0-9a-f]+)"[^>]*/>', drawing)
    if not box or not ground:
        raise SystemExit(f"{_DRAWING}: a square viewBox and a <rect> as ground expected")
    width = int(box[1])
    left = width * (1 - _WITHIN) / 2
    inside = drawing.partition(ground[0])[2].removesuffix("\n").removesuffix("</svg>")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {width}">'
        f'<rect width="{width}" height="{width}" fill="{ground[1]}"/>'
        f'<g transform="translate({left} {left}) scale({_WITHIN})">{inside}</g></svg>'
    )


if __name__ == "__main__":
    main()

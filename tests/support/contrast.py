"""Whether words stand out from their ground (WCAG 1.4.3): 4.5 to 1, 3 to 1 for large ones."""

from __future__ import annotations

from playwright.sync_api import Locator


def faint_texts(root: Locator, strictly: bool = False) -> list[str]:
    """The texts within an element that stand out too little from the nearest opaque ground.

    `strictly` asks 4.5 to 1 of large texts too, and a ground and some colour of all.
    """
    texts: list[str] = root.evaluate(_FAINT, strictly)
    return texts


def shown_texts(root: Locator) -> int:
    """How many texts within an element are shown."""
    return int(root.evaluate(_SHOWN))


_FAINT = """(root, strictly) => {
  const parse = (color) => color.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => {
    const f = (v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b);
  };
  const ground = (it) => {
    for (; it; it = it.parentElement) {
      const c = parse(getComputedStyle(it).backgroundColor);
      if (c.length < 4 || c[3] === 1) return c;
    }
    return strictly ? undefined : [255, 255, 255];
  };
  const faint = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const it = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !it.checkVisibility()) continue;
    if (it.closest("script, style, .md-select__inner, [hidden], .md-skip")) continue;
    const style = getComputedStyle(it);
    let c = parse(style.color);
    const g = ground(it);
    let alpha = c.length > 3 ? c[3] : 1;
    for (let up = it; up; up = up.parentElement) alpha *= parseFloat(getComputedStyle(up).opacity);
    if (alpha === 0 && !strictly) continue;
    c = c.slice(0, 3).map((v, i) => v * alpha + g[i] * (1 - alpha));
    const [high, low] = [light(c), light(g)].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    const size = parseFloat(style.fontSize);
    const large = !strictly && (size >= 24 || (size >= 18.66 && parseInt(style.fontWeight) >= 700));
    if (ratio < (large ? 3 : 4.5))
      faint.push(`${walker.currentNode.data.trim().slice(0, 40)} ${ratio.toFixed(2)}`);
  }
  return [...new Set(faint)];
}"""

_SHOWN = """root => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let texts = 0;
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (data.trim() && parentElement.checkVisibility()) texts += 1;
  }
  return texts;
}"""

"""What the linker in a browser says of documents, and whether the one in Python says the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page

from kb.core.ids import ProvisionId
from kb.linking.cited import Cited
from kb.linking.linker import cite
from kb.linking.resolving.index import Index
from kb.linking.zones import Format

#: A text, what it is, in which languages it is read, the provision that it is about.
Case = tuple[str, Format, Sequence[str], str | None]

_CITE = """cases => cases.map(([text, format, languages, context]) =>
  kodeksLinker.cite(text, { format, languages, context }).map((one) => {
    const points = (...offsets) => kodeksLinker.codePoints(text, offsets);
    const [start, end] = points(one.start, one.end);
    return { ...one, start, end, core: points(...one.core) };
  }))"""


def told_in_browser(page: Page, cases: Sequence[Case]) -> list[list[dict[str, Any]]]:
    """What a page with `kodeksLinker` says of each text, in code points."""
    told: list[list[dict[str, Any]]] = page.evaluate(_CITE, [*cases])
    return told


def as_in_browser(one: Cited) -> dict[str, Any]:
    """A citation as the linker in a browser has it."""
    return {
        "start": one.span.start,
        "end": one.span.end,
        "core": [*one.core],
        "quote": one.quote,
        "language": one.language,
        "paragraph": one.paragraph,
        "status": one.status,
        "reason": one.reason,
        "confidence": one.confidence,
        "edition": one.edition,
        "targets": [*map(str, one.targets)],
        "nearest": [*map(str, one.nearest)],
        "now": [*map(str, one.now)],
        "owner": one.owner,
        "relative": one.relative,
        "doubted": one.doubted,
        "then": [*map(str, one.then)],
    }


def disagreements(page: Page, index: Index, cases: Sequence[Case]) -> list[str]:
    """The cases of which the two do not say the same, with what each says."""
    found = []
    for case, browser in zip(cases, told_in_browser(page, cases), strict=True):
        text, format, languages, context = case
        about = ProvisionId.parse(context) if context else None
        python = [*map(as_in_browser, cite(text, format, index, languages, None, about))]
        if python != browser:
            found.append(f"{text!r} ({format}, {languages}, {context}): {python} != {browser}")
    return found

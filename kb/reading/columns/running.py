"""Joins the lines of a column to running words; words broken at line ends become whole again.

No letter is added, dropped or changed: only blanks, hyphens, and bullets printed for hyphens are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.core.read_records import LineStart
from kb.core.record_parts import Span
from kb.reading.columns.series_layout import SeriesPlan
from kb.reading.corrections import Correction
from kb.reading.source import Source, SourceWords

#: A word broken at the end of its line. Some breaks are printed with a bullet.
_BROKEN = re.compile(r"\w[-•]$")
#: A hyphen that stands in the middle of a line because an earlier print broke the word there.
_LEFT_BEHIND = re.compile(r"(?<=\w)- (?=(\w+))")
_SLASH = re.compile(r"\w/$")

#: The kinds of corrections that become remarks of a record.
REMARKED = ("slip", "glued", "broken")


def running_words(source: Source, plan: SeriesPlan, spans: Sequence[Span]) -> SourceWords:
    """The words of spans in order, and where in them each raw line begins."""
    out = ""
    starts: list[LineStart] = []
    above: Span | None = None
    for span in spans:
        words = _line(source, plan, span)
        if above is not None:
            out = _before(plan, out, above, span, words)
        starts.append(LineStart(len(out), span.line))
        out += words
        above = span
    return SourceWords(out, [], tuple(starts))


def _line(source: Source, plan: SeriesPlan, span: Span) -> str:
    """The words of one line, glued ones parted as the curation says."""
    words = source.words([span])
    for glued in plan.corrections.all_at(span.line, "glued"):
        words = words.replace(glued.printed, glued.official)
    return _LEFT_BEHIND.sub(lambda match: _kept(plan, match[1]), words)


def _kept(plan: SeriesPlan, following: str) -> str:
    """What becomes of a hyphen and a blank in a line, by the word that follows them.

    Both stay where the hyphen stands for a part of a word (`Ansage- und Spielphase`).
    """
    if following in plan.suspended:
        return "- "
    return "" if following[0].islower() else "-"


def _before(plan: SeriesPlan, out: str, above: Span, span: Span, words: str) -> str:
    """The words so far, ready for those of the next line: with a blank or without their hyphen."""
    if above.line == span.line:
        return out
    if broken := plan.corrections.at(above.line, "broken"):
        _check_broken(plan, broken, words)
        return out
    end = out[-2:]
    if _SLASH.search(end):
        return out
    if not _BROKEN.search(end):
        return f"{out} "
    first = re.match(r"\w*", words)
    assert first is not None
    if first[0] in plan.suspended:
        return f"{out} "
    whole = words[:1].islower() and not plan.corrections.at(above.line, "compound")
    return out[:-1] if whole else out


def _check_broken(plan: SeriesPlan, broken: Correction, words: str) -> None:
    """Raise `ReadingError` unless the next line goes on with the word that the curation names."""
    if not words.startswith(broken.official.removeprefix(broken.printed)):
        raise plan.corrections.error(
            broken,
            f"the line after {broken.line} does not go on with {broken.official!r}",
            f"It reads {words[:40]!r}.",
        )


def check_words(plan: SeriesPlan) -> None:
    """Raise `ReadingError` at a correction that changes anything but blanks and hyphens."""
    for correction in plan.corrections.rows:
        fault = None
        kind, printed, official = correction.kind, correction.printed, correction.official
        if kind == "glued" and (
            official.replace(" ", "") != printed.replace(" ", "") or "  " in printed
        ):
            fault = f"{official!r} is not {printed!r} with other blanks"
        elif kind == "broken" and not official.startswith(printed):
            fault = f"{official!r} does not begin with {printed!r}"
        elif kind == "compound" and not _BROKEN.search(printed):
            fault = f"{printed!r} does not end in a hyphen"
        if fault:
            hint = "Letters are never changed: a misspelt word is a slip, which stays."
            raise plan.corrections.error(correction, fault, hint)

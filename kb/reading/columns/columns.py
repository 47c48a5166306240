"""Pages of columns that were flattened into one stream: which line is in which language.

The columns of a page follow each other in a fixed order, and a page may have several such bands.
A language detector gives each line its evidence; the order decides where a line says little.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from kb.core.errors import CorpusError
from kb.core.read_records import LayoutClaim
from kb.core.record_parts import Span
from kb.reading.columns.series_layout import SeriesPlan
from kb.reading.source import Line, Source, non_blank, printed_lines

if TYPE_CHECKING:
    from lingua import LanguageDetector

#: The evidence a detector may give against a language, as a probability: a short line of names
#: and numbers can look like anything.
_LEAST = 1e-3

#: What a step to the next column costs, in units of that evidence: more than half a line's worth,
#: so that one odd line opens no column, and a lone caption between two others still does.
_STEP = 4.0

_BULLET = "•"
#: What parts the pieces of a caption in all languages.
_PARTING = f" {_BULLET} "


@dataclass(frozen=True)
class ColumnLine:
    """A printed line of one column: its words without arrows and end marks.

    `spans` are more than one where an end mark stands within; `gap` counts the blank lines above
    it; `top` says that a column, a band or a page begins with it, `page` on which page of the file
    it is. A caption that stands across all columns is a line of each: `shared` says so.
    """

    spans: tuple[Span, ...]
    text: str
    gap: int
    top: bool
    page: int
    shared: bool = False

    @property
    def number(self) -> int:
        """The raw line."""
        return self.spans[0].line

    def part(self, start: int, end: int | None = None) -> ColumnLine:
        """The words between two offsets of `text`, as a line."""
        end = len(self.text) if end is None else end
        spans, at = [], 0
        for span in self.spans:
            length = span.end - span.start
            first, last = max(start - at, 0), min(end - at, length)
            if first < last:
                spans.append(Span(span.line, span.start + first, span.start + last))
            at += length
        return replace(self, spans=tuple(spans), text=self.text[start:end])


@dataclass(frozen=True)
class SplitColumns:
    """A file taken apart: the lines of each language in order, and what is in no column."""

    lines: dict[str, tuple[ColumnLine, ...]]
    layout: tuple[LayoutClaim, ...]


@dataclass
class _Printed:
    """A printed line before its language is known."""

    spans: tuple[Span, ...]
    text: str
    gap: int
    page: int
    opens_band: bool

    @property
    def number(self) -> int:
        return self.spans[0].line


def split_columns(source: Source, plan: SeriesPlan) -> SplitColumns:
    """The lines of each language of the plan, and the claims of everything else.

    Raises `ReadingError` at a curated line of a language that the plan does not have.
    """
    lines, layout = printed_lines(source, 1, None)
    printed = _printed(source, plan, lines, layout)
    captions = _captions(printed, plan, layout)
    rest = [line for line in printed if line.number not in captions]
    owners = dict(zip((line.number for line in rest), _owners(source, plan, rest), strict=True))
    streams: dict[str, list[ColumnLine]] = {code: [] for code in plan.columns}
    last: tuple[int, str] = (0, "")
    for line in printed:
        if line.number in captions:
            for code, span in captions[line.number]:
                text = source.slice(span)
                streams[code].append(ColumnLine((span,), text, line.gap, True, line.page, True))
            last = (line.page, "")
            continue
        code = owners[line.number]
        top = last != (line.page, code)
        last = (line.page, code)
        streams[code].append(ColumnLine(line.spans, line.text, line.gap, top, line.page))
    columns = {code: _without_quotes(stream, layout, plan) for code, stream in streams.items()}
    return SplitColumns(columns, tuple(sorted(layout, key=lambda claim: claim.span)))


def _printed(
    source: Source, plan: SeriesPlan, lines: Sequence[Line], layout: list[LayoutClaim]
) -> list[_Printed]:
    """The lines with words in them; feet, arrows, end marks and diagram labels are claimed."""
    found: list[_Printed] = []
    above, page = 0, None
    for line in lines:
        if plan.foot.fullmatch(line.text.strip()):
            _claim(layout, "running foot", line.span())
            above, page = line.number, None  # what follows begins anew, as on a new page
            continue
        start, end = 0, len(line.text.rstrip())
        if arrow := plan.arrow.match(line.text, line.indent):
            _claim(layout, "arrow", line.span(0, arrow.end()))
            start = arrow.end()
        arrows = plan.arrow.finditer(line.text, start)
        if arrow := next((one for one in arrows if one.end() >= end), None):
            _claim(layout, "arrow", line.span(arrow.start(), end))
            end = arrow.start()
        span = line.span(start, end)
        if span is None or not source.slice(span).strip(f" {_BULLET}"):
            _claim(layout, "end mark", span)
            continue
        gap, above = line.number - above - 1, line.number
        if plan.label.fullmatch(source.slice(span)):
            _claim(layout, "diagram label", span)
            continue
        spans = _without_end_mark(source, plan, span, layout)
        text = "".join(map(source.slice, spans))
        found.append(_Printed(spans, text, gap, line.page or 0, opens_band=line.page != page))
        page = line.page
    return found


def _claim(layout: list[LayoutClaim], rule: str, span: Span | None) -> None:
    """Claim a span, if there is one."""
    if span is not None:
        layout.append(LayoutClaim(rule, span))


def _without_end_mark(
    source: Source, plan: SeriesPlan, span: Span, layout: list[LayoutClaim]
) -> tuple[Span, ...]:
    """A line's words; the mark behind an article, which may stand within the last, is claimed."""
    mark = plan.end.search(source.slice(span))
    if mark is None:
        return (span,)
    first, last = span.start + mark.start(), span.start + mark.end()
    _claim(layout, "end mark", non_blank(span.line, mark[0], first))
    words = Span(span.line, span.start, first), Span(span.line, last, span.end)
    return tuple(one for one in words if one.start < one.end)


def _captions(
    printed: list[_Printed], plan: SeriesPlan, layout: list[LayoutClaim]
) -> dict[int, list[tuple[str, Span]]]:
    """Captions in all languages at once: bullets part it into as many pieces as there are columns.

    Such a caption may run over several lines. Gives the pieces by raw line.
    """
    found: dict[int, list[tuple[str, Span]]] = {}
    at = 0
    while at < len(printed):
        lines = [printed[at]]
        while (
            _goes_on(lines[-1])
            and len(lines) < len(plan.columns)
            and at + len(lines) < len(printed)
        ):
            lines.append(printed[at + len(lines)])
        pieces = [piece for line in lines for piece in _pieces(line.spans[0], line.text)]
        if len(pieces) == len(plan.columns) > 1:
            for line in lines:
                found[line.number] = []
                bullets = (i for i, char in enumerate(line.text) if char == _BULLET)
                for start in (line.spans[0].start + i for i in bullets):
                    span = Span(line.number, start, start + 1)
                    layout.append(LayoutClaim("shared caption", span))
            for code, piece in zip(plan.columns, pieces, strict=True):
                found[piece.line].append((code, piece))
            at += len(lines)
            if at < len(printed):
                printed[at].opens_band = True
        else:
            at += 1
    return found


def _goes_on(line: _Printed) -> bool:
    return line.text.endswith(f" {_BULLET}")


def _pieces(span: Span, text: str) -> list[Span]:
    """What stands between the free-standing bullets of a line."""
    found, start = [], 0
    for piece in f"{text} ".split(_PARTING):
        if own := non_blank(span.line, piece, span.start + start):
            found.append(own)
        start += len(piece) + len(_PARTING)
    return found


def _owners(source: Source, plan: SeriesPlan, lines: Sequence[_Printed]) -> list[str]:
    """The language of each line: the likeliest way through the columns of every page in order.

    (Viterbi: from line to line one stays in a column or goes on to a later one; each column passed
    costs a step. Every page, and what stands below a shared caption, begins anew.)
    """
    codes = plan.columns
    best: list[float] = []
    ways: list[list[int]] = []
    for line, chances in zip(lines, confidences([line.text for line in lines], codes), strict=True):
        evidence = _curated(source, plan, line) or [
            math.log(max(chance, _LEAST)) for chance in chances
        ]
        if line.opens_band:
            last = best.index(max(best)) if best else 0
            above = best[last] if best else 0.0
            before = [(above - _STEP * column, last) for column in range(len(codes))]
        else:
            before = [
                max(
                    (best[at] - _STEP * ((column - at) % len(codes)), at)
                    for at in range(len(codes))
                )
                for column in range(len(codes))
            ]
        best = [score + own for (score, _), own in zip(before, evidence, strict=True)]
        ways.append([column for _, column in before])
    column = best.index(max(best)) if best else 0
    owners = []
    for way in reversed(ways):
        owners.append(codes[column])
        column = way[column]
    return owners[::-1]


def _curated(source: Source, plan: SeriesPlan, line: _Printed) -> list[float] | None:
    """The evidence of a line whose language a person has settled; None for all others."""
    correction = plan.corrections.at(line.number, "column")
    if correction is None:
        return None
    if correction.official not in plan.columns:
        raise source.error(line.number, f"there is no column in {correction.official!r}")
    return [0.0 if code == correction.official else -math.inf for code in plan.columns]


def confidences(texts: Sequence[str], codes: tuple[str, ...]) -> list[tuple[float, ...]]:
    """How likely a detector holds each of the languages for each line; they add up to 1."""
    found = _detector(codes).compute_language_confidence_values_in_parallel([*texts])
    by_code = [{v.language.iso_code_639_1.name.lower(): v.value for v in one} for one in found]
    return [tuple(one[code] for code in codes) for one in by_code]


@cache
def _detector(codes: tuple[str, ...]) -> LanguageDetector:
    # Imported when a text in columns is read: nothing else needs it or its models.
    from lingua import IsoCode639_1, LanguageDetectorBuilder

    known = []
    for code in codes:
        if not hasattr(IsoCode639_1, code.upper()):
            raise CorpusError(f"the language detector does not know {code!r}: no such column")
        known.append(getattr(IsoCode639_1, code.upper()))
    return LanguageDetectorBuilder.from_iso_codes_639_1(*known).build()


#: A pull quote stands off by at least so many blank lines, has so many lines at most, and so many
#: words at least.
_QUOTE_GAP, _QUOTE_LINES, _QUOTE_WORDS = 3, 6, 4


def _without_quotes(
    stream: Sequence[ColumnLine], layout: list[LayoutClaim], plan: SeriesPlan
) -> tuple[ColumnLine, ...]:
    """A column without its pull quotes: lines set apart that repeat words of their own column.

    A curated line is none.
    """
    kept: list[ColumnLine] = []
    at = 0
    while at < len(stream):
        end = at + 1
        while end < len(stream) and not stream[end].top and stream[end].gap < _QUOTE_GAP:
            end += 1
        block = stream[at:end]
        apart = stream[at].gap >= _QUOTE_GAP and len(block) <= _QUOTE_LINES
        if apart and not plan.corrections.settles(stream[at].number) and _repeats(stream, at, end):
            layout += [LayoutClaim("pull quote", span) for line in block for span in line.spans]
        else:
            kept += block
        at = end
    return tuple(kept)


def _repeats(stream: Sequence[ColumnLine], start: int, end: int) -> bool:
    page = stream[start].page
    words = [w for line in stream[start:end] for w in line.text.split() if w[:1].isalpha()]
    others = [line for line in (*stream[:start], *stream[end:]) if line.page == page]
    return len(words) >= _QUOTE_WORDS and _letters(stream[start:end]) in _letters(others)


def _letters(lines: Sequence[ColumnLine]) -> str:
    """The letters alone, in small: hyphens and line ends do not count."""
    return "".join(char for line in lines for char in line.text.lower() if char.isalpha())

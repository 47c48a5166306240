"""Decides which line is in which language on pages whose columns were flattened into one stream.

The columns of a page follow each other in a fixed order, and a page may have several such bands.
A language detector says how likely each language is for a line; where a line is too short to tell,
the order of the columns decides.
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

#: No language is held less probable than this for a line, whatever the detector says: a short
#: line of names and numbers can look like any language.
_LEAST = 1e-3

#: What a step to the next column costs, in natural logarithms of probabilities: so much that one
#: odd line opens no column, and so little that a lone caption between two others still does.
_STEP = 4.0

_BULLET = "•"
#: What stands between the languages of a caption that is printed across all columns.
_PARTING = f" {_BULLET} "


@dataclass(frozen=True)
class ColumnLine:
    """A printed line of one column: its words without arrows and end marks.

    It has several `spans` where an end mark stands within it. `gap` counts the blank lines above
    it. `top` says that a column, a band or a page begins with it. `page` counts the pages of the
    file. A caption across all columns is a line of each of them, and is `shared`.
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
    """The lines with words; running feet, arrows, end marks and diagram labels become claims."""
    printed: list[_Printed] = []
    above, page = 0, None
    for line in lines:
        if plan.foot.fullmatch(line.text.strip()):
            _claim(layout, "running foot", line.span())
            above, page = line.number, None  # the next line opens a band, as on a new page
            continue
        start, end = 0, len(line.text.rstrip())
        if arrow := plan.arrow.match(line.text, line.indent):
            _claim(layout, "arrow", line.span(0, arrow.end()))
            start = arrow.end()
        arrows = plan.arrow.finditer(line.text, start)
        if arrow := next((match for match in arrows if match.end() >= end), None):
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
        printed.append(_Printed(spans, text, gap, line.page or 0, opens_band=line.page != page))
        page = line.page
    return printed


def _claim(layout: list[LayoutClaim], rule: str, span: Span | None) -> None:
    """Claim a span, if there is one."""
    if span is not None:
        layout.append(LayoutClaim(rule, span))


def _without_end_mark(
    source: Source, plan: SeriesPlan, span: Span, layout: list[LayoutClaim]
) -> tuple[Span, ...]:
    """A line's words without the end mark of an article, which becomes a claim.

    There are two spans when the mark stands within the line.
    """
    mark = plan.end.search(source.slice(span))
    if mark is None:
        return (span,)
    first, last = span.start + mark.start(), span.start + mark.end()
    _claim(layout, "end mark", non_blank(span.line, mark[0], first))
    words = Span(span.line, span.start, first), Span(span.line, last, span.end)
    return tuple(part for part in words if part.start < part.end)


def _captions(
    printed: list[_Printed], plan: SeriesPlan, layout: list[LayoutClaim]
) -> dict[int, list[tuple[str, Span]]]:
    """The captions that are printed across all columns, in all languages one after the other.

    Such a caption has bullets between its pieces, one piece for each column, and may run over
    several lines. Returns the language and the span of each piece, by raw line.
    """
    by_line: dict[int, list[tuple[str, Span]]] = {}
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
                by_line[line.number] = []
                bullets = (i for i, char in enumerate(line.text) if char == _BULLET)
                for start in (line.spans[0].start + i for i in bullets):
                    span = Span(line.number, start, start + 1)
                    layout.append(LayoutClaim("shared caption", span))
            for code, piece in zip(plan.columns, pieces, strict=True):
                by_line[piece.line].append((code, piece))
            at += len(lines)
            if at < len(printed):
                printed[at].opens_band = True
        else:
            at += 1
    return by_line


def _goes_on(line: _Printed) -> bool:
    return line.text.endswith(f" {_BULLET}")


def _pieces(span: Span, text: str) -> list[Span]:
    """The spans between the free-standing bullets of a line."""
    spans, start = [], 0
    for piece in f"{text} ".split(_PARTING):
        if piece_span := non_blank(span.line, piece, span.start + start):
            spans.append(piece_span)
        start += len(piece) + len(_PARTING)
    return spans


def _owners(source: Source, plan: SeriesPlan, lines: Sequence[_Printed]) -> list[str]:
    """The language of each line: the likeliest way through the columns of every page in order.

    This is the Viterbi algorithm. From line to line the way stays in a column or goes on to a later
    one, and each column that it passes costs a step. It begins anew on every page and below every
    shared caption.
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
        best = [score + weight for (score, _), weight in zip(before, evidence, strict=True)]
        ways.append([column for _, column in before])
    column = best.index(max(best)) if best else 0
    owners = []
    for way in reversed(ways):
        owners.append(codes[column])
        column = way[column]
    return owners[::-1]


def _curated(source: Source, plan: SeriesPlan, line: _Printed) -> list[float] | None:
    """The evidence, by column, of a line whose language a person has settled; None for others."""
    correction = plan.corrections.at(line.number, "column")
    if correction is None:
        return None
    if correction.official not in plan.columns:
        raise source.error(line.number, f"there is no column in {correction.official!r}")
    return [0.0 if code == correction.official else -math.inf for code in plan.columns]


def confidences(texts: Sequence[str], codes: tuple[str, ...]) -> list[tuple[float, ...]]:
    """For each text the probability of each language, in the order of `codes`; the sum is 1."""
    measured = _detector(codes).compute_language_confidence_values_in_parallel([*texts])
    by_code = [
        {v.language.iso_code_639_1.name.lower(): v.value for v in values} for values in measured
    ]
    return [tuple(chances[code] for code in codes) for chances in by_code]


@cache
def _detector(codes: tuple[str, ...]) -> LanguageDetector:
    # Imported only when a text in columns is read: nothing else needs lingua and its large models.
    from lingua import IsoCode639_1, LanguageDetectorBuilder

    iso_codes = []
    for code in codes:
        if not hasattr(IsoCode639_1, code.upper()):
            raise CorpusError(f"the language detector does not know {code!r}: no such column")
        iso_codes.append(getattr(IsoCode639_1, code.upper()))
    return LanguageDetectorBuilder.from_iso_codes_639_1(*iso_codes).build()


#: A pull quote has at least so many blank lines above it, at most so many lines, and at least so
#: many words.
_QUOTE_GAP, _QUOTE_LINES, _QUOTE_WORDS = 3, 6, 4


def _without_quotes(
    stream: Sequence[ColumnLine], layout: list[LayoutClaim], plan: SeriesPlan
) -> tuple[ColumnLine, ...]:
    """A column without its pull quotes: lines that stand off and repeat words of their column.

    Pull quotes become claims. A line that the curation settles is never taken for one.
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
    """Whether lines of a column repeat enough words that stand elsewhere in it on the page."""
    page = stream[start].page
    words = [w for line in stream[start:end] for w in line.text.split() if w[:1].isalpha()]
    others = [line for line in (*stream[:start], *stream[end:]) if line.page == page]
    return len(words) >= _QUOTE_WORDS and _letters(stream[start:end]) in _letters(others)


def _letters(lines: Sequence[ColumnLine]) -> str:
    """The letters of lines in lower case, without hyphens, blanks and line ends."""
    return "".join(char for line in lines for char in line.text.lower() if char.isalpha())

"""Reads articles in columns: makes records of one language of a series."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from kb.core.errors import CorpusError
from kb.core.ids import ProvisionId
from kb.core.read_records import LayoutClaim, Reading, ReadRecord
from kb.core.record_parts import Kind, Remark, Span
from kb.corpus.corpus import Text
from kb.reading.columns.article_blocks import ArticleBlock, ArticleParts, read_column
from kb.reading.columns.columns import ColumnLine, SplitColumns, split_columns
from kb.reading.columns.running import REMARKED, check_words, running_words
from kb.reading.columns.series_layout import SeriesPlan, load_series
from kb.reading.corrections import SETTLED
from kb.reading.source import Source, claimed, merge


def read_columned(text: Text, source: Source, directory: Path) -> Reading:
    """Read one language of articles printed in columns; what the others have is layout to it.

    Raises `CorpusError` when the print has no column in that language, `ReadingError` with file
    and line when print and curation do not fit, or the languages differ in their sections.
    """
    plan = load_series(directory)
    if text.language not in plan.columns:
        raise CorpusError(
            f"{text.id}: {plan.directory / 'print.toml'} has no column in {text.language!r}"
        )
    plan.corrections.check(source)
    check_words(plan)
    columns, by_language = _read_columns(source, plan)
    records = tuple(_ColumnRecords(text.id, source, plan).of(by_language[text.language]))
    layout = (*columns.layout, *_others(text.language, columns.lines))
    return claimed(source, text.id, records, layout)


@lru_cache(maxsize=1)
def _read_columns(
    source: Source, plan: SeriesPlan
) -> tuple[SplitColumns, dict[str, list[ArticleParts]]]:
    """All columns of a file with their articles, kept because the texts of one file share them."""
    columns = split_columns(source, plan)
    by_language = {}
    applied: set[int] = set()
    for at, code in enumerate(plan.columns):
        by_language[code], rows = read_column(source, plan, at, columns.lines[code])
        applied |= rows
    _check_sections(source, by_language)
    for correction in plan.corrections.rows:
        if correction.kind in SETTLED and correction.row not in applied:
            raise plan.corrections.error(
                correction,
                f"line {correction.line} is no line of an article's text",
                "It is layout, or part of a title or heading: take the row out.",
            )
    return columns, by_language


class _ColumnRecords:
    """Makes records of the articles of one language, in the order in which they are printed."""

    def __init__(self, text: str, source: Source, plan: SeriesPlan) -> None:
        self.text, self.source, self.plan = text, source, plan

    def of(self, articles: Sequence[ArticleParts]) -> Iterator[ReadRecord]:
        """Every record in the order of the articles."""
        for article in articles:
            inside = [span for section in article.sections for span in section.spans]
            yield self._headed(article.id, "article", article.title, inside)
            for section in article.sections:
                record = self._headed(section.id, "section", section.heading, section.spans)
                yield replace(record, missing="diagram") if section.diagram else record
                for number, block in enumerate(section.blocks, 1):
                    yield self._block(section.id.child(str(number)), block)

    def _headed(
        self, id: ProvisionId, kind: Kind, heading: Sequence[Span], inside: Sequence[Span]
    ) -> ReadRecord:
        """An article or a section: its heading, if any, and the extent of what it contains."""
        words = running_words(self.source, self.plan, heading)
        lines = [span.line for span in (*heading, *inside)]
        return ReadRecord(
            self.text,
            id,
            kind,
            words.text or None,
            "",
            merge(heading, self.source),
            None,
            remarks=self._remarks(heading),
            heading_lines=words.starts,
            extent=(min(lines), max(lines)),
        )

    def _block(self, id: ProvisionId, block: ArticleBlock) -> ReadRecord:
        words = running_words(self.source, self.plan, block.spans)
        return ReadRecord(
            self.text,
            id,
            block.kind,
            None,
            words.text,
            merge([block.mark, *block.spans], self.source),
            None,
            remarks=self._remarks(block.spans),
            marker=self.source.slice(block.mark) if block.mark else None,
            body_lines=words.starts,
        )

    def _remarks(self, spans: Sequence[Span]) -> tuple[Remark, ...]:
        return self.plan.corrections.remarks(self.source, spans, *REMARKED)


def _others(language: str, lines: dict[str, tuple[ColumnLine, ...]]) -> Iterator[LayoutClaim]:
    """The claims of all lines in other languages, which are layout to this one."""
    for code, stream in lines.items():
        if code != language:
            yield from (
                LayoutClaim(f"column {code}", span) for line in stream for span in line.spans
            )


def _check_sections(source: Source, by_language: dict[str, list[ArticleParts]]) -> None:
    """Raise `ReadingError` unless an article has as many sections in every language."""
    for versions in zip(*by_language.values(), strict=True):
        if len({len(article.sections) for article in versions}) == 1:
            continue
        counts = ", ".join(
            f"{code} {len(article.sections)}"
            for code, article in zip(by_language, versions, strict=True)
        )
        raise source.error(
            versions[0].sections[0].spans[0].line,
            f"article {versions[0].id} has sections in different numbers: {counts}",
            "; ".join(_headings(source, article) for article in versions),
        )


def _headings(source: Source, article: ArticleParts) -> str:
    """The headings of an article with their lines, for a person to see which is missing."""
    return ", ".join(
        f"{section.heading[0].line} {source.slice(section.heading[0])[:30]!r}"
        for section in article.sections
        if section.heading
    )

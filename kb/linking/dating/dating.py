"""Says when a document was written, and of which code its numbers may be therefore.

The rules, the first that finds something counts: 1. what the document says of itself as data (front
matter, `<meta>`), 2. the date in its first lines, of several the newest, and in a thread of mails
the newest of all, 3. the year in its title, 4. the date in its last lines. A code named in the head
goes before all dates but a current one. site/linker/dating/dating.js does the same in a browser.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from kb.linking.dating.date_words import date_words
from kb.linking.dating.datelines import datelines, title_year
from kb.linking.dating.dates import dates_in, tokens_of, years_in
from kb.linking.dating.lines import DatableLine, head, mail_lines, tail
from kb.linking.dating.named_code import NamedCode, named_code
from kb.linking.documents.front_matter import fields_of
from kb.linking.zones import Format

#: Where a document says when it was written, or which code it is of.
DateSource = Literal["data", "code", "dateline", "title", "end"]

#: In so many first lines the year may stand alone.
_TITLE_LINES = 3


class Dating(NamedTuple):
    """When a document was written, and what that says of its numbers.

    `year` is that of the document, None where only a code is named; `quote` are the words that say
    it, from `start` on. `code` is the year of the code that was in force then, or that is named.
    `is_stated` says that the document names it as a title does, so that its numbers are of it
    without doubt.
    """

    year: int | None
    code: str
    source: DateSource
    start: int
    quote: str
    is_stated: bool = False

    @property
    def end(self) -> int:
        """Where the words end that say it."""
        return self.start + len(self.quote)


class _Found(NamedTuple):
    """A date of a document, and where it stands."""

    year: int
    source: DateSource
    start: int
    quote: str


def dating(document: str, format: Format, view: str, codes: Mapping[str, int]) -> Dating | None:
    """When a document was written; None where nothing says so.

    `view` is that of the document with its headings. `codes` has for the year of each code from
    which year on it was in force.
    """
    return dating_of(fields_of(document, format), view, codes)


def dating_of(fields: Mapping[str, str], view: str, codes: Mapping[str, int]) -> Dating | None:
    """The same for a document that says `fields` of itself as data, by names in small letters."""
    if not codes:
        return None
    lines = head(view)
    named = _field_code(fields, codes) or named_code(lines, codes.keys())
    found = next(_found(fields, lines, view, named is None), None)
    newest = max(codes)
    current = found is not None and _in_force(found.year, codes) == newest
    if named and (named.year == newest or not current):
        year = found.year if found else None
        return Dating(year, named.year, "code", named.start, named.quote, named.is_title)
    if found is None:
        return None
    return Dating(found.year, _in_force(found.year, codes), *found[1:])


def _in_force(year: int, codes: Mapping[str, int]) -> str:
    """The code that was in force in a year; the first of all for a year before that."""
    before = [code for code, since in codes.items() if since <= year]
    return max(before) if before else min(codes)


def _field_code(fields: Mapping[str, str], codes: Mapping[str, int]) -> NamedCode | None:
    """The code that front matter names: `edition: rules-1997`."""
    for name, value in fields.items():
        if name in date_words().code_fields:
            years = [str(year) for _, year in years_in(tokens_of(value)) if str(year) in codes]
            if len(years) == 1:
                return NamedCode(0, value, years[0], True)
    return None


def _found(
    fields: Mapping[str, str], lines: Sequence[DatableLine], view: str, titled: bool
) -> Iterator[_Found]:
    """The dates of a document, those of the first rule first; of titles only if they are `titled`.

    The year in a title that names a code is that of the code.
    """
    for name, value in fields.items():
        if name in date_words().date_fields:
            tokens = tokens_of(value)
            years = [date.year for date in dates_in(tokens)]
            years = years or [year for _, year in years_in(tokens)][:1]
            if years:
                yield _Found(years[0], "data", 0, value)
    yield from _newest("dateline", [*_in_head(lines, view)])
    for line in lines[:_TITLE_LINES] if titled else ():
        if date := title_year(line):
            quote = line.text[date.start : date.end]
            yield _Found(date.year, "title", line.start + date.start, quote)
    yield from _newest("end", [*_in_lines("end", tail(view))])


def _in_head(lines: Sequence[DatableLine], view: str) -> Iterator[_Found]:
    yield from _in_lines("dateline", lines)
    last = lines[-1].start + len(lines[-1].text) if lines else 0
    if next(mail_lines(view[:last]), None) is None:
        return
    for line in mail_lines(view):
        for date in dates_in(tokens_of(line.text)):
            quote = line.text[date.start : date.end]
            yield _Found(date.year, "dateline", line.start + date.start, quote)


def _in_lines(source: DateSource, lines: Sequence[DatableLine]) -> Iterator[_Found]:
    for line in lines:
        for date in datelines(line, last=source == "end"):
            quote = line.text[date.start : date.end]
            yield _Found(date.year, source, line.start + date.start, quote)


def _newest(source: DateSource, found: Sequence[_Found]) -> Iterator[_Found]:
    """The newest of some dates, if there is one."""
    if found:
        yield max(found, key=lambda date: date.year)._replace(source=source)

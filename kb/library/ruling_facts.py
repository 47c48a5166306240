"""What a ruling is: title, date, language, event, body, edition, decision.

Each is taken from what the ruling says of itself as data, else from a labelled line at its head
(Event: Spring Cup), else it is derived; `derived` says which were not given, and how they were
found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from kb.languages.stemming import fold, lower_case
from kb.library.analysis import RulingAnalyser
from kb.library.fact_words import decision_finder, fact_words
from kb.library.ruling_dates import full_date
from kb.library.ruling_document import RulingFacts
from kb.linking.dating.date_words import date_words
from kb.linking.dating.dating import Dating
from kb.linking.documents.front_matter import fields_of
from kb.linking.documents.plain_text import unescaped
from kb.linking.documents.ruling import Ruling
from kb.linking.resolving.index import Index
from kb.linking.zones.tags import pieces

#: How long the label of a line and what stands behind it are at most.
_LABEL, _VALUE = 24, 160
#: A name of a body or an event stands in the second of so many lines at the earliest.
_NAMING_LINES, _NAME = 6, 90
_SENTENCE_ENDS, _AROUND = (".", "!", "?"), ",;()\"“”„'"
#: The longest heading of a decision, and how much below it is read for what was decided.
_HEADING, _DECIDED, _SHOWN = 40, 1500, 240
#: Where no heading tells, so many last characters are read for what was decided.
_ENDING = 500
#: The longest title that a first line may be.
_TITLE = 150
_LANGUAGE = re.compile(r"([a-z]{2})(?:[-_].*)?")
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_SENTENCE_END = re.compile(r"[.!?](?= )")
#: The beginning of a page is read for its language.
_PAGE_HEAD = 2000

#: How facts were found that are not given.
LINE, HEADING, FIRST_LINE, FILE, WORDS = "a line", "heading", "first line", "file name", "its words"
FOLDER, DATE, CURRENT = "folder", "date", "current code"
#: What the sources of dates are called where they are derived.
_SOURCES = {"dateline": "first lines", "title": "title", "end": "last lines", "code": "named code"}


@dataclass(frozen=True)
class _SaidFacts:
    """What a ruling says of itself: by the name of the fact the words, and where they stand."""

    words: dict[str, str]
    lines: frozenset[str]

    def how(self, name: str) -> str | None:
        """How a fact was found that is among these; None where it is given as data."""
        return LINE if name in self.lines else None


def facts_of(
    ruling: Ruling,
    text: str,
    first: Sequence[str],
    dating: Dating | None,
    index: Index,
    analyser: RulingAnalyser,
) -> RulingFacts:
    """The facts of a ruling; `text` are its words, a paragraph a line, `dating` is when it is of.

    Its name is the path below its library; `first` are its first lines.
    """
    given = _given(ruling, first)
    derived: dict[str, str] = {}

    def known(name: str, value: str | None, how: str | None) -> str | None:
        if value and how:
            derived[name] = how
        return value or None

    title = known("title", *_title(ruling, given, first)) or PurePosixPath(ruling.name).name
    language = known("language", *_language(ruling, given, f"{title}\n{text}", analyser))
    date = known("date", *_date(ruling, given, dating))
    body = known("body", *_body(ruling, given))
    edition = known("edition", *_edition(dating, index))
    decided = _decided(text)
    decision = known("decision", *_decision(given, decided or text[-_ENDING:], language))
    return RulingFacts(
        title,
        date,
        language,
        known("event", given.words.get("event"), given.how("event")),
        body,
        edition,
        decision,
        _first_sentences(decided) or None,
        derived,
    )


def data_of(ruling: Ruling) -> dict[str, str]:
    """What a document says of itself as data; a plain text may have front matter as well."""
    if ruling.format == "html":
        return {key: unescaped(said) for key, said in fields_of(ruling.document, "html").items()}
    return fields_of(ruling.document, "markdown")


def _given(ruling: Ruling, first: Sequence[str]) -> _SaidFacts:
    words: dict[str, str] = {}
    for key, value in data_of(ruling).items():
        name = "date" if key in date_words().date_fields else fact_words().field(key)
        if name and value.strip():
            words.setdefault(name, " ".join(value.split()))
    lines: set[str] = set()
    for name, value in (*_labelled(first), *_naming(first)):
        if name not in words:
            words[name] = value
            lines.add(name)
    return _SaidFacts(words, frozenset(lines))


def _labelled(first: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The labelled lines at the head of a text."""
    for line in first:
        label, colon, value = line[: _LABEL + _VALUE].partition(":")
        value = value.strip()
        if not colon or len(label) > _LABEL or not value or len(value) >= _VALUE:
            continue
        key = lower_case(label.strip())
        name = "date" if key in date_words().date_fields else fact_words().field(key)
        if name:
            yield name, value


def _naming(first: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The short lines at the head of a text that are the name of a body or an event."""
    for line in first[1:_NAMING_LINES]:
        if ":" in line or len(line) > _NAME or line[-1:] in _SENTENCE_ENDS:
            continue
        words = [word.strip(_AROUND) for word in lower_case(line).split()]
        for name, phrases in fact_words().naming.items():
            if any(phrases.at(words, at) for at in range(len(words)) if words[at]):
                yield name, line.strip()
                break


def _title(ruling: Ruling, given: _SaidFacts, first: Sequence[str]) -> tuple[str, str | None]:
    if title := given.words.get("title"):
        return title, given.how("title")
    if ruling.format != "text" and ruling.title != PurePosixPath(ruling.name).name:
        return ruling.title, HEADING
    if ruling.format == "text" and first and len(first[0]) <= _TITLE:
        return first[0], FIRST_LINE
    return PurePosixPath(ruling.name).stem, FILE


def _language(
    ruling: Ruling, given: _SaidFacts, words: str, analyser: RulingAnalyser
) -> tuple[str | None, str | None]:
    for said, how in (
        (given.words.get("language", ""), given.how("language")),
        (_of_page(ruling), None),
    ):
        if match := _LANGUAGE.fullmatch(said.strip().lower()):
            return match[1], how
    return analyser.language(words), WORDS


def _of_page(ruling: Ruling) -> str:
    """The language that the first element of a page names."""
    if ruling.format != "html":
        return ""
    for piece in pieces(ruling.document[:_PAGE_HEAD]):
        if piece.kind == "start" and piece.name == "html":
            return dict(piece.attributes).get("lang", "")
    return ""


def _date(
    ruling: Ruling, given: _SaidFacts, dating: Dating | None
) -> tuple[str | None, str | None]:
    if date := full_date(given.words.get("date", "")):
        return date, given.how("date")
    if dating is not None and dating.year is not None and dating.source != "data":
        written = full_date(dating.quote) or ""
        date = written if written.startswith(str(dating.year)) else str(dating.year)
        return date, _SOURCES.get(dating.source)
    for part in reversed(PurePosixPath(ruling.name).parts):
        if _YEAR.match(part) and (date := full_date(part)):
            return date, FILE
    return None, None


def year_of_path(path: str) -> str | None:
    """The year with which a file or a folder of a path begins, the nearest to the file."""
    found = (_YEAR.match(part) for part in reversed(PurePosixPath(path).parts))
    return next((match[0] for match in found if match), None)


def _body(ruling: Ruling, given: _SaidFacts) -> tuple[str | None, str | None]:
    """Who ruled; a folder in a library is named after whose rulings it has, or after a year."""
    if body := given.words.get("body"):
        return body, given.how("body")
    folders = PurePosixPath(ruling.name).parts[:-1]
    named = next((part for part in folders if not part[:1].isdigit()), None)
    return named, FOLDER


def _edition(dating: Dating | None, index: Index) -> tuple[str | None, str | None]:
    """The edition that its numbers are of; one that is not here is named by its year."""
    if not index.has_default:
        return None, None
    if dating is None:
        return index.default.id, CURRENT
    edition = index.of_year(dating.code)
    how = None if dating.is_stated else DATE
    return edition.id if edition else dating.code, how


def _decided(text: str) -> str:
    """The words below the last heading of a decision: on appeal that is the one that counts.

    They are "" where there is no such heading.
    """
    lines = text.split("\n")
    for at in range(len(lines) - 1, -1, -1):
        if len(lines[at]) <= _HEADING and _is_heading(lines[at]):
            return "\n".join(lines[at + 1 :])[:_DECIDED].strip()
    return ""


def _is_heading(line: str) -> bool:
    plain = lower_case(line.strip().rstrip(":.").lstrip("0123456789.) "))
    return plain in fact_words().headings


def _decision(
    given: _SaidFacts, decided: str, language: str | None
) -> tuple[str | None, str | None]:
    said = given.words.get("decision", "")
    if said:
        kind = fact_words().named.get(fold(said).replace(" ", "-"))
        if kind is None and " " in said:
            kind = _kind(said, language)
        return kind or said[:_VALUE], given.how("decision")
    return _kind(decided, language), WORDS


def _kind(words: str, language: str | None) -> str | None:
    """What is decided, by the first words that tell it."""
    finder = decision_finder(language) if language else None
    found = finder.find(words) if finder and words else []
    return found[0].concepts[0] if found else None


def _first_sentences(decided: str) -> str:
    """The beginning of a decision: whole sentences as far as they fit."""
    line = decided.split("\n", 1)[0]
    if len(line) <= _SHOWN:
        return line
    ends = [match.end() for match in _SENTENCE_END.finditer(line, 0, _SHOWN)]
    return line[: ends[-1]] if ends else line[: line.rfind(" ", 0, _SHOWN)] + " …"

"""Finds out what each law is called in every language: in its text, in another edition, or by us.

The title in the text itself comes first. A language that has only another edition takes the title
from there, where the correspondence says that the law is the same. For languages in which no text
gives a title, corpus/curation/titles/<edition>/<language>.tsv has short ones in our own words.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kb.core.errors import ReadingError
from kb.core.nearest import nearest_hint
from kb.core.orders import merge_orders
from kb.core.read_records import Reading, ReadRecord
from kb.core.titles import LawTitle
from kb.corpus.corpus import Corpus, Text
from kb.curation.edition_directories import edition_directories, language_of
from kb.files.typed_tsv import read_tsv

_DIRECTORY = "corpus/curation/titles"
_COLUMNS = ("law", "title")

#: The titles of an edition: law → language → title.
TitlesByLaw = dict[str, dict[str, LawTitle]]


def law_titles(corpus: Corpus, readings: Sequence[Reading]) -> dict[str, TitlesByLaw]:
    """The titles of the laws of every edition that was read, by edition.

    Raises `ReadingError` with file and line for a title that is not needed or is of no law,
    `CorpusError` for a file or directory that is not named after a language or an edition. Laws
    without any title are no error: the report lists them.
    """
    for _ in edition_directories(corpus, _DIRECTORY):
        pass  # one that is named after no edition is an error, though nothing is read from it
    editions = dict.fromkeys(corpus.text(reading.text).edition for reading in readings)
    return {edition: _of_edition(corpus, edition, readings) for edition in editions}


def _of_edition(corpus: Corpus, edition: str, readings: Sequence[Reading]) -> TitlesByLaw:
    titles: TitlesByLaw = {}
    texts: list[tuple[Text, list[ReadRecord]]] = []
    others: list[tuple[Text, list[ReadRecord]]] = []
    for reading in readings:
        text = corpus.text(reading.text)
        laws = [record for record in reading.records if record.kind == "law"]
        (texts if text.edition == edition else others).append((text, laws))
    for law in merge_orders([str(record.id) for record in laws] for _, laws in texts):
        titles[law] = {}
    for text, laws in texts:
        for record in laws:
            if record.heading:
                titles[str(record.id)][text.language] = LawTitle(record.heading, text.id)
    for text, laws in others:
        for record in laws:
            law = _same(record, edition)
            if law in titles and record.heading:
                titles[law].setdefault(text.language, LawTitle(record.heading, text.id))
    for path in sorted((corpus.home / _DIRECTORY / edition).glob("*")):
        _add_ours(path, titles)
    return titles


def _same(record: ReadRecord, edition: str) -> str:
    """The law of an edition that is the same as one of another; "" where it differs."""
    places = (c for c in record.counterparts if c.edition == edition and c.relation == "same")
    return next((place.provision or "" for place in places), "")


def _add_ours(path: Path, titles: TitlesByLaw) -> None:
    """Add our own titles in the language that a file is named after."""
    language = language_of(path)
    needed = {law: by_language.get(language) for law, by_language in titles.items()}
    done: set[str] = set()
    for line, (law, title) in read_tsv(path, _COLUMNS, required=True):
        if law not in needed:
            raise ReadingError(path, line, f"there is no law {law!r}", nearest_hint(law, needed))
        if given := needed[law]:
            raise ReadingError(
                path,
                line,
                f"law {law} has a title in {language}: {given.words!r}, from {given.origin}",
                "Take the row out.",
            )
        if law in done:
            raise ReadingError(path, line, f"a second title for law {law}")
        if not title.strip():
            raise ReadingError(path, line, f"law {law} needs a title")
        done.add(law)
        titles[law][language] = LawTitle(title, None)

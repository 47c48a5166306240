"""What each law is called in every language: by its text, by that of another edition, or by us.

corpus/curation/titles/<edition>/<language>.tsv has short titles in our own words for languages in
which no text gives one. A text's own title goes before all; in a language that has only another
edition, its title serves where the correspondence says that the law is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kb.core.errors import CorpusError, ReadingError
from kb.core.nearest import nearest_hint
from kb.core.orders import merge_orders
from kb.core.read_records import Reading, ReadRecord
from kb.core.titles import LawTitle
from kb.corpus.manifest import Corpus, Text
from kb.files.typed_tsv import read_tsv

_DIRECTORY = "corpus/curation/titles"
_COLUMNS = ("law", "title")

#: The titles of an edition: law → language → title.
TitlesByLaw = dict[str, dict[str, LawTitle]]


def law_titles(corpus: Corpus, readings: Sequence[Reading]) -> dict[str, TitlesByLaw]:
    """The titles of the laws of every edition that was read, by edition.

    Raises `ReadingError` with file and line for a title that is not needed or of no law,
    `CorpusError` for a file or directory that is not named after a language or an edition. What
    has no title at all is for the report to say.
    """
    for path in sorted((corpus.home / _DIRECTORY).glob("*")):
        if path.name not in {edition.id for edition in corpus.editions}:
            raise CorpusError(f"{path}: there is no edition {path.name!r}", "See corpus.toml.")
    editions = dict.fromkeys(corpus.text(reading.text).edition for reading in readings)
    return {edition: _of_edition(corpus, edition, readings) for edition in editions}


def _of_edition(corpus: Corpus, edition: str, readings: Sequence[Reading]) -> TitlesByLaw:
    found: TitlesByLaw = {}
    own: list[tuple[Text, list[ReadRecord]]] = []
    others: list[tuple[Text, list[ReadRecord]]] = []
    for reading in readings:
        text = corpus.text(reading.text)
        laws = [record for record in reading.records if record.kind == "law"]
        (own if text.edition == edition else others).append((text, laws))
    for law in merge_orders([str(record.id) for record in laws] for _, laws in own):
        found[law] = {}
    for text, laws in own:
        for record in laws:
            if record.heading:
                found[str(record.id)][text.language] = LawTitle(record.heading, text.id)
    for text, laws in others:
        for record in laws:
            law = _same(record, edition)
            if law in found and record.heading:
                found[law].setdefault(text.language, LawTitle(record.heading, text.id))
    for path in sorted((corpus.home / _DIRECTORY / edition).glob("*")):
        _add_ours(path, found)
    return found


def _same(record: ReadRecord, edition: str) -> str:
    """The law of an edition that is the same as one of another; "" where it differs."""
    same = (c for c in record.counterparts if c.edition == edition and c.relation == "same")
    return next((one.provision or "" for one in same), "")


def _add_ours(path: Path, found: TitlesByLaw) -> None:
    """Add our own titles in the language that a file is named after."""
    language = path.stem
    if path.suffix != ".tsv" or len(language) != 2:
        raise CorpusError(f"{path}: not named after a language", "Name it <language>.tsv.")
    needed = {law: titles.get(language) for law, titles in found.items()}
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
        found[law][language] = LawTitle(title, None)

"""All steps of a build: reads every text of the corpus, writes its records and indexes them.

The new build takes the place of the old one only when it is whole.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.citations.checking import check_patterns
from kb.citations.references import CitedCode, references
from kb.concordance.indexed_words import CONCORDANCE, write_concordance
from kb.concordance.worded_records import documents_of
from kb.core.concepts import LexiconHeader, Mention
from kb.core.errors import ReadingError
from kb.core.ids import ProvisionId
from kb.core.plain import PlainText
from kb.core.procedures import Procedures
from kb.core.progress import Progress, silent
from kb.core.read_records import Reading
from kb.core.titles import TitlesOfLaw
from kb.corpus.corpus import Corpus, Text, verify
from kb.corpus.manifest import MANIFEST
from kb.curation.concepts.everyday import read_everyday
from kb.curation.concepts.lexicon import Lexicon, lexicon
from kb.curation.concepts.mentions import mentions
from kb.curation.concepts.situations import read_situations
from kb.curation.copied import Sources
from kb.curation.correspondence import correspond
from kb.curation.explanations import explain
from kb.curation.plain import plain_words
from kb.curation.plain_terms import check_terms
from kb.curation.procedures.reading import read_procedures
from kb.curation.titles import TitlesByLaw, law_titles
from kb.files.atomic import locked
from kb.reading.read import read
from kb.search.building.indexing import Material, write_search
from kb.storage.store import (
    CONCEPTS_SCHEMA,
    CORPUS,
    MENTIONS_SCHEMA,
    PLAIN_SCHEMA,
    TITLES_SCHEMA,
    Store,
    build_root,
    current,
    fingerprint,
)
from kb.storage.writing import (
    new_build,
    unwritable,
    write_concepts,
    write_lines,
    write_manifest,
    write_reading,
    write_references,
)

#: Where a home keeps the answers of dictionaries about its words, from build to build.
WORD_FORMS = "build/words"


@dataclass(frozen=True)
class BuildResult:
    """What a build did: `fresh` is False when nothing had changed."""

    store: Store
    fresh: bool
    readings: tuple[Reading, ...] = ()


def build(corpus: Corpus, force: bool = False, progress: Progress = silent) -> BuildResult:
    """Build the corpus unless the current build is whole and of this very corpus and code.

    The new build takes the place of the old one only when every file is written; whatever
    fails before (a faulty source, a full disk) leaves the old one in use. Raises `KodeksError`.
    """
    for text in corpus.texts:
        verify(text)
    root = build_root(corpus.home)
    mark = fingerprint(corpus.home)
    store = current(corpus.home)
    if store and not force and store.stale(mark) is None:
        return BuildResult(store, fresh=False)  # nothing is written: build/ may be read-only
    check_patterns()
    with locked(root, unwritable):  # a second build waits, and then finds its work done
        store = current(corpus.home)
        if store and not force and store.stale(mark) is None:
            return BuildResult(store, fresh=False)  # somebody else built it while we waited
        with new_build(root, mark, keep=store.directory.name if store else "") as directory:
            readings = _steps(corpus, directory, progress)
            write_manifest(directory, mark)
        fresh = current(corpus.home)
        assert fresh is not None  # it has just been swapped in
        return BuildResult(fresh, fresh=True, readings=readings)


def _steps(corpus: Corpus, directory: Path, progress: Progress) -> tuple[Reading, ...]:
    """All that a build does, in order: read, add curation, find citations and terms, index."""
    texts = corpus.readable
    total = len(texts) + 3
    shutil.copyfile(corpus.home / MANIFEST, directory / CORPUS)
    readings = []
    for done, text in enumerate(texts):
        progress(f"reading {text.id}", done, total)
        readings.append(_read_whole(text))
    readings = correspond(corpus, explain(corpus, readings))
    for text, reading in zip(texts, readings, strict=True):
        write_reading(directory, reading)
        cited = references(
            reading,
            text.language,
            _cited(corpus, text, readings),
            corpus.edition(text.edition).profile,
        )
        write_references(directory, text.id, cited)
    titles = law_titles(corpus, readings)
    for edition, of_edition in titles.items():
        write_titles(directory, edition, of_edition)
    sources = Sources(corpus, readings)
    plain = plain_words(corpus, readings, sources)
    procedures = read_procedures(corpus, readings, sources)
    for edition in titles:
        write_plain(directory, edition, plain.get(edition, []))
        write_procedures(directory, procedures.get(edition, Procedures.none(edition)))
    progress("finding terms", len(texts), total)
    concepts = lexicon(corpus, readings)
    write_lexicon(directory, concepts)
    check_terms(corpus, plain, concepts)
    for text, reading in zip(texts, readings, strict=True):
        finder = concepts.finder(text.id, text.language)
        write_mentions(directory, text.id, [*mentions(reading, finder)])
    progress("indexing", len(texts) + 1, total)
    senses, situations = read_everyday(corpus.home), read_situations(corpus, readings)
    material = Material(corpus, readings, titles, concepts, senses, situations, plain, procedures)
    write_search(directory, material, corpus.home / WORD_FORMS)
    progress("writing the concordance", len(texts) + 2, total)
    write_concordance(directory / CONCORDANCE, documents_of(corpus, readings, plain))
    progress("done", total, total)
    return tuple(readings)


def _read_whole(text: Text) -> Reading:
    """The reading of a text; raises `ReadingError` when words of the source are in no record."""
    reading = read(text)
    if reading.unclaimed:
        raise ReadingError(
            text.source,
            reading.unclaimed[0].line,
            "these words belong to nothing",
            f"scripts/ingest.py {text.id} lists all such lines.",
        )
    return reading


def _cited(corpus: Corpus, text: Text, readings: Sequence[Reading]) -> CitedCode | None:
    """What an article cites: the code that it is about, in any language; None for a code itself."""
    about = corpus.edition(text.edition).about
    if about is None:
        return None
    codes = {code.id for code in corpus.texts_of(about)}
    records = (r for reading in readings if reading.text in codes for r in reading.records)
    return CitedCode(about, frozenset(r.id for r in records if isinstance(r.id, ProvisionId)))


def write_titles(directory: Path, edition: str, titles: TitlesByLaw) -> None:
    """Write what the laws of an edition are called, one law a line, below a directory."""
    header = {"schema": TITLES_SCHEMA, "edition": edition, "laws": len(titles)}
    rows = (TitlesOfLaw(law, by_language) for law, by_language in titles.items())
    write_lines(directory, "titles", edition, header, rows)


def write_plain(directory: Path, edition: str, rows: Sequence[PlainText]) -> None:
    """Write what the provisions of an edition say in plain words as JSON Lines."""
    header = {"schema": PLAIN_SCHEMA, "edition": edition, "texts": len(rows)}
    write_lines(directory, "plain", edition, header, rows)


def write_procedures(directory: Path, procedures: Procedures) -> None:
    """Write the procedures of an edition as JSON Lines below a directory."""
    header, rows = procedures.header, procedures.by_id.values()
    write_lines(directory, "procedures", header.edition, header, rows)


def write_lexicon(directory: Path, lexicon: Lexicon) -> None:
    """Write the concepts, one a line, below a directory; the header has languages and areas."""
    header = LexiconHeader(
        CONCEPTS_SCHEMA,
        len(lexicon.concepts),
        lexicon.languages,
        lexicon.free_order,
        {code: forms.stored() for code, forms in lexicon.forms.items()},
        lexicon.areas,
    )
    write_concepts(directory, header, lexicon.concepts)


def write_mentions(directory: Path, text: str, rows: Sequence[Mention]) -> None:
    """Write where a text mentions concepts as JSON Lines below a directory."""
    header = {"schema": MENTIONS_SCHEMA, "text": text, "mentions": len(rows)}
    write_lines(directory, "mentions", text, header, rows)

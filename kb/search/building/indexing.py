"""Makes what is searched of what was read: the table of forms, the documents, their evidence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.core.ids import NamedId
from kb.core.plain import PlainText, spoken
from kb.core.procedures import DECIDE, Procedures
from kb.core.read_records import Reading
from kb.corpus.corpus import Corpus
from kb.curation.concepts.everyday import EverydaySense
from kb.curation.concepts.lexicon import Lexicon
from kb.curation.concepts.situations import Situation
from kb.curation.titles import TitlesByLaw
from kb.languages.letters import TOKEN
from kb.languages.stemming import fold, lower_case
from kb.records import searchable as fields
from kb.search.building.documents import Analyser, Documents, lexical_words, places
from kb.search.building.morphology import morphologies
from kb.search.building.tables import write_database
from kb.search.building.wordforms import WordForms, word_forms
from kb.search.database import FILE, Ending, Name, NameKind

#: Situations with more characters are stories: they are searched, and not suggested. Nor is what
#: happened in a procedure if it takes more: its title is.
_LONGEST_SUGGESTED = 60


@dataclass(frozen=True)
class Material:
    """All that is searched: what was read from a corpus, and what people curated besides."""

    corpus: Corpus
    readings: Sequence[Reading]
    titles: Mapping[str, TitlesByLaw]
    lexicon: Lexicon
    senses: Sequence[EverydaySense]
    situations: Sequence[Situation]
    plain: Mapping[str, Sequence[PlainText]]
    procedures: Mapping[str, Procedures]


def write_search(directory: Path, material: Material, kept: Path | None = None) -> None:
    """Write the database into a directory.

    `kept` is the directory that keeps the answers of dictionaries from build to build.
    """
    lexicon, senses = material.lexicon, material.senses
    forms = form_tables(material, kept)
    documents = Documents(
        material.corpus,
        material.readings,
        material.titles,
        lexicon,
        material.situations,
        material.plain,
        Analyser(lexicon, senses, forms),
    )
    ordered = documents.in_order()
    write_database(
        directory / FILE,
        forms,
        {language: lexical_words(lexicon, senses, language) for language in forms},
        ordered,
        (document.evidence.terms() for document in ordered),
        documents.passages,
        names(material.titles, lexicon, material.situations, material.procedures),
        endings(material.procedures),
        [reading.text for reading in material.readings],
    )


def names(
    titles: Mapping[str, TitlesByLaw],
    lexicon: Lexicon,
    situations: Iterable[Situation],
    procedures: Mapping[str, Procedures],
) -> Iterator[Name]:
    """What laws and concepts are called, the situations and procedures, for suggestions."""
    for edition, laws in titles.items():
        for law, by_language in laws.items():
            for code, title in by_language.items():
                origin, place = title.origin or "", f"{edition}:{law}"
                yield _name(code, "law", edition, law, title.words, place, origin)
    for concept in lexicon.concepts:
        concept_places = places(concept)
        for code, words in concept.words.items():
            for word in words if concept_places else ():
                yield _name(code, "concept", "", concept.id, word.text, concept_places[0])
    for situation in situations:
        if len(situation.words) > _LONGEST_SUGGESTED:
            continue
        edition, id = situation.edition, situation.provisions[0]
        yield _name(
            situation.language, "situation", edition, id, situation.words, f"{edition}:{id}"
        )
    for edition, of_edition in procedures.items():
        opening = [(one.id, says) for one in of_edition.opening() for says in one.words.items()]
        for key in ("title", "entry"):
            for id, (code, says) in opening:
                if key == "title" or len(says[key]) <= _LONGEST_SUGGESTED:
                    place = f"{edition}:{NamedId(DECIDE, id)}"
                    yield _name(code, "procedure", edition, id, says[key], place)


def endings(procedures: Mapping[str, Procedures]) -> Iterator[Ending]:
    """The laws that procedures cover, and the provisions that their steps cite."""
    for edition, of_edition in procedures.items():
        for rank, one in enumerate(of_edition.opening()):
            for ids, covers in ((one.covers, True), (one.decided_by, False)):
                for id in dict.fromkeys(ids):
                    yield Ending(edition, id, covers, rank, one.id)


def _name(
    language: str, kind: NameKind, edition: str, id: str, name: str, place: str, origin: str = ""
) -> Name:
    return Name(language, kind, edition, id, name, fold(name), origin, place)


def form_tables(material: Material, kept: Path | None = None) -> dict[str, WordForms]:
    """The form → term table of every language that there are words in."""
    words: dict[str, set[str]] = defaultdict(set)

    def take(language: str, text: str) -> None:
        words[language].update(TOKEN.findall(lower_case(text, language)))

    for reading in material.readings:
        language = material.corpus.text(reading.text).language
        for record in reading.records:
            stored = record.stored()
            take(language, f"{fields.title(stored) or ''} {fields.words(stored)}")
            for remark in record.remarks:
                take(language, f"{remark.printed} {remark.recte}")
    for laws in material.titles.values():
        for by_language in laws.values():
            for language, title in by_language.items():
                take(language, title.words)
    for plain in material.plain.values():
        for told in plain:
            for language, plain_words in told.words.items():
                take(language, spoken(plain_words))
    for concept in material.lexicon.concepts:
        for language, concept_words in concept.words.items():
            take(language, " ".join(word.text for word in concept_words))
    for sense in material.senses:
        for language, meant in sense.words.items():
            take(language, " ".join(meant))
    for situation in material.situations:
        take(situation.language, situation.words)
    in_dictionaries = morphologies(words, kept)
    return {
        language: word_forms(
            of_language, language, in_dictionaries[language], material.lexicon.forms.get(language)
        )
        for language, of_language in sorted(words.items())
    }

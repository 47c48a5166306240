"""What a language of the corpus has not: all works without it, some of it less well."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kb.citations.anchors import patterns
from kb.corpus.corpus import Corpus
from kb.curation.concepts.everyday import read_everyday
from kb.languages.catalogue import catalogues
from kb.languages.collation import has_alphabet
from kb.languages.stemming import algorithms
from kb.search.building.morphology import has_dictionary
from kb.search.database import FILE, Database
from kb.search.stopwords import stop_words
from kb.storage.store import Store

#: What a language may have, and what is done without it.
PARTS = {
    "catalogue": "words of the site (they are English)",
    "citations": "patterns of citations",
    "concepts": "words of the lexicon",
    "everyday": "everyday words",
    "situations": "situations",
    "stop-words": "stop words",
    "stemmer": "stemmer (words are compared as they are)",
    "dictionary": "dictionary of forms",
    "alphabet": "alphabet of its own (words stand in Unicode's order)",
}


@dataclass(frozen=True)
class LanguageLacks:
    """The parts, by their names in `PARTS`, that a language lacks, in that order."""

    language: str
    parts: tuple[str, ...]


def lacking(corpus: Corpus, store: Store, languages: Iterable[str]) -> list[LanguageLacks]:
    """What each of these languages lacks, in their order; languages that lack nothing too."""
    header, _ = store.concepts()
    database = Database(store.directory / FILE)
    everyday = {code for sense in read_everyday(corpus.home) for code in sense.words}
    have: dict[str, Callable[[str], bool]] = {
        "catalogue": {*catalogues(corpus.home)}.__contains__,
        "citations": patterns().__contains__,
        "concepts": header.languages.__contains__,
        "everyday": everyday.__contains__,
        "situations": lambda code: any(n.kind == "situation" for n in database.names(code)),
        "stop-words": stop_words().__contains__,
        "stemmer": algorithms().__contains__,
        "dictionary": has_dictionary,
        "alphabet": has_alphabet,
    }
    return [
        LanguageLacks(code, tuple(part for part in PARTS if not have[part](code)))
        for code in dict.fromkeys(languages)
    ]

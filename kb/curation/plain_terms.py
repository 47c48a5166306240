"""Checks that plain words call things by the words of the lexicon: same concept, same word.

A concept that governs or defines a provision need not be named where the provision is told. But
what all other languages name there, by a word that the lexicon has for it, the last one names too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from kb.core.concepts import Concept
from kb.core.errors import ReadingError
from kb.core.ids import FullId
from kb.core.plain import PlainText, shown
from kb.corpus.corpus import Corpus
from kb.curation.concepts.lexicon import Lexicon
from kb.curation.plain import line_of, plain_file


def check_terms(corpus: Corpus, plain: Mapping[str, Sequence[PlainText]], lexicon: Lexicon) -> None:
    """Raise `ReadingError` for a text that has no word for what all other languages name there."""
    own: dict[tuple[str, str], list[Concept]] = defaultdict(list)
    for concept in lexicon.concepts:
        for place in map(FullId.parse, (*concept.governed_by, *concept.defined_by)):
            own[place.edition, str(place.local)].append(concept)
    for edition, texts in plain.items():
        text = corpus.texts_of(edition)[0].id
        finders = {
            language: lexicon.finder(text, language)
            for language in dict.fromkeys(code for told in texts for code in told.words)
        }
        for told in texts:
            concepts = [concept for id in told.tells for concept in own[edition, id]]
            named = {
                language: finders[language].standing(shown(words)) if concepts else set()
                for language, words in told.words.items()
            }
            for concept in concepts:
                silent = [code for code, names in named.items() if concept.id not in names]
                if len(silent) == 1 < len(named) - 1:
                    path = plain_file(corpus, edition, silent[0])
                    words = ", ".join(word.text for word in concept.words.get(silent[0], ()))
                    raise ReadingError(
                        path,
                        line_of(path, told.id),
                        f"{told.id} has no word for {concept.id!r}, as all other languages have",
                        f"The lexicon has: {words}.",
                    )

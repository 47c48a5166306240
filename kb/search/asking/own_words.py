"""The database as a browser has it: the words of our texts, without what dictionaries add."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from pathlib import Path

from kb.languages.stemming import fold
from kb.search.database import Database, KnownWord
from kb.search.form_pages import FormRow

#: How many forms must share an ending for it to count, and how many letters must stand before it.
_OFTEN, _SHORTEST = 3, 4

#: The endings of a language, and its terms by how they are written without accents.
_Learnt = tuple[set[str], dict[str, tuple[str, ...]]]


class OwnWords(Database):
    """A database of the forms that stand in texts and concepts, of some languages or all.

    A word that it lacks is read with an ending that other forms have, as a compound, as a typo, or
    by its beginning. `senses` says whether everyday senses are known.
    """

    def __init__(
        self, path: Path, languages: Collection[str] | None = None, senses: bool = True
    ) -> None:
        super().__init__(path)
        self._languages = languages
        self._senses = senses
        self._endings: dict[str, _Learnt] = {}

    def own_rows(self, folded: str) -> list[FormRow]:
        """The forms of the languages that are known."""
        return [row for row in super().own_rows(folded) if self._knows(row.language)]

    def further_rows(self, _: str, /) -> list[FormRow]:
        """None: dictionaries are not known."""
        return []

    def stems(self, word: str, language: str) -> tuple[str, ...]:
        """The terms that an unknown word is made of by adding an ending that other words have.

        Of several such terms the longest counts. No stemmer is used: browsers have none.
        """
        if not self._knows(language):
            return ()
        endings, terms = self._learnt(language)
        plain = fold(word)
        for end in range(len(plain), _SHORTEST - 1, -1):
            if plain[end:] in endings and plain[:end] in terms:
                return terms[plain[:end]]
        return ()

    def words(self, term: str, language: str) -> Sequence[KnownWord]:
        """The words of concepts, and of senses where they are known."""
        known_words = super().words(term, language) if self._knows(language) else []
        return [word for word in known_words if self._senses or word.target.startswith("c:")]

    def vocabulary(self, language: str) -> tuple[list[str], list[str]]:
        """The words of a language; none of one that is not known."""
        return super().vocabulary(language) if self._knows(language) else ([], [])

    def _knows(self, language: str) -> bool:
        return self._languages is None or language in self._languages

    def _learnt(self, language: str) -> _Learnt:
        """The endings that forms add to their terms, and the terms by how they are folded."""
        if language not in self._endings:
            times: Counter[str] = Counter()
            terms: dict[str, set[str]] = defaultdict(set)
            for form, form_terms in self.own_forms(language).items():
                plain = fold(form)
                for term in form_terms:
                    terms[fold(term)].add(term)
                    if plain.startswith(fold(term)):
                        times[plain[len(fold(term)) :]] += 1
            self._endings[language] = (
                {ending for ending, often in times.items() if often >= _OFTEN},
                {folded: tuple(sorted(alike)) for folded, alike in terms.items()},
            )
        return self._endings[language]

"""Words that nobody knows, mended: the nearest word of our texts and concepts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kb.languages.stemming import fold
from kb.search.database import Database

#: How many letters a word must have for one slip to be mended, and for two.
_ONE, _TWO = 4, 9
#: How many first letters kin must have in common, and which share of the word they must be; how
#: much kin count.
_BEGINNING, _SHARED, _KIN = 5, 0.6, 0.8


class Mend(NamedTuple):
    """A word that may be meant, its language, and how alike it is (1: the same but for accents)."""

    form: str
    language: str
    likeness: float


def mended(database: Database, word: str, languages: Sequence[str]) -> list[Mend]:
    """The words nearest to an unknown one; of two as near, that of the likelier language.

    One letter too many, too few, wrong or swapped with the next; two in a long word.
    """
    plain = fold(word)
    slips = 0 if len(plain) < _ONE else 1 if len(plain) < _TWO else 2
    if not slips:
        return []
    # Imported only here: seldom needed, and slow to import.
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    best: list[tuple[float, int, Mend]] = []
    for rank, code in enumerate(languages):
        forms, folded = database.vocabulary(code)
        near = process.extract(plain, folded, scorer=OSA.distance, score_cutoff=slips, limit=5)
        for _, distance, at in near:
            first = 0 if folded[at][:1] == plain[:1] else 1  # slips are rare in a first letter
            likeness = 1 - distance / len(plain)
            best.append((distance + 0.5 * first + 0.3 * rank, at, Mend(forms[at], code, likeness)))
    return [mend for *_, mend in sorted(best)]


def kin(database: Database, word: str, languages: Sequence[str]) -> list[Mend]:
    """Words that begin as an unknown one does, for most of it: psychisch, psychique; paravános.

    Those that share the most letters, in the first language that has some.
    """
    # Imported only here: seldom needed, and slow to import.
    from rapidfuzz import process
    from rapidfuzz.distance import Prefix

    plain = fold(word)
    shortest = max(_BEGINNING, round(len(plain) * _SHARED))
    for code in languages:
        forms, folded = database.vocabulary(code)
        near = process.extract(
            plain, folded, scorer=Prefix.similarity, score_cutoff=shortest, limit=5
        )
        if near:
            _, shared, at = max(near, key=lambda row: (row[1], -len(row[0])))
            return [Mend(forms[at], code, shared / len(plain) * _KIN)]
    return []

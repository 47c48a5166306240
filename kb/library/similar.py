"""Which terms of a ruling tell what it is about: what it cites, its concepts, its rarest words."""

from __future__ import annotations

from collections.abc import Callable
from heapq import nlargest
from math import log

from kb.library.ruling_document import CITES, OWN, RulingDocument, law_of
from kb.library.seam import WantedWord
from kb.search.passages import places_of

#: How much a citation, a concept and another word count beside each other; a whole law counts less
#: than the provision in it that is cited.
_CITED, _WHOLE_LAW, _CONCEPT, _WORD = 2.5, 0.7, 1.0, 0.3
#: So many terms of each kind are compared at most.
_MOST_CITED, _MOST_CONCEPTS, _MOST_WORDS = 20, 20, 15
#: The sign of concepts, and that of everyday senses, which say too little.
_OF_CONCEPT, _OF_SENSE = "c:", "s:"


def telling(
    document: RulingDocument, frequency: Callable[[str], int], total: int
) -> list[WantedWord]:
    """The terms that tell most of a ruling, each as a wanted word.

    `frequency` is in how many of the `total` rulings a term is. What is in no other says nothing.
    """
    offsets = places_of(document.marks)
    counts = {term: len(places) // 2 for term, places in offsets.items()}
    cited = {f"{CITES}{id}": _CITED for one in document.cites for id in one.now}
    for one in document.cites:
        for id in one.now:
            cited.setdefault(f"{CITES}{law_of(id)}", _WHOLE_LAW * _CITED)
    of_kind: list[tuple[dict[str, float], int]] = [(cited, _MOST_CITED)]
    for of_it, weight, most in (
        (lambda term: term.startswith(_OF_CONCEPT), _CONCEPT, _MOST_CONCEPTS),
        (_is_word, _WORD, _MOST_WORDS),
    ):
        of_kind.append(({term: weight for term in counts if of_it(term)}, most))
    wanted: list[WantedWord] = []
    for terms, most in of_kind:
        worth: dict[str, float] = {}
        for term, weight in terms.items():
            others = frequency(term)
            if 1 < others <= max(2, total // 2):
                worth[term] = weight * (1 + log(counts.get(term, 1))) * log(1 + total / others)
        best = nlargest(most, worth, key=lambda term: (worth[term], term))
        wanted += (WantedWord(term, {term: terms[term]}) for term in best)
    return wanted


def _is_word(term: str) -> bool:
    return not term.startswith((CITES, _OF_CONCEPT, _OF_SENSE, OWN))

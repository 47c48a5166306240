"""Says whether a weak citation is one, by what else its paragraph and its document say.

16B, 25a and Legge 40 are citations where laws are talked of, and elsewhere numbers of rooms, or of
laws of a state. site/linker/probable.js does the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from kb.citations.anchors import patterns
from kb.citations.grammar import compiled, grammar
from kb.citations.recogniser import small_words
from kb.linking.cited import FoundCitation
from kb.linking.finding.counts import counted, unnamed

_SURROUNDINGS = {name: compiled(pattern) for name, pattern in grammar().surroundings.items()}
_PARAGRAPH_END = _SURROUNDINGS["paragraph_end"]
_ACT, _ACT_YEAR = _SURROUNDINGS["act"], _SURROUNDINGS["act_year"]
_NUMBERED_ACT = _SURROUNDINGS["numbered_act"]

#: How many labels the path of a law and a letter has: 12C.
_LETTER = 2


class CitedLaws:
    """What a document says of laws: the numbers of those that each paragraph surely cites."""

    def __init__(self, view: str, citations: Sequence[FoundCitation]) -> None:
        self.view = view
        self.by_paragraph: dict[int, set[str]] = {}
        self._talked: dict[tuple[int, str], bool] = {}
        for located in citations:
            citation = located.citation
            if citation.weak or located.owner or located.own:
                continue
            for item in (*citation.items, *([citation.base] if citation.base else ())):
                if item.path.kind == "absolute" or citation.unit == "law":
                    laws = self.by_paragraph.setdefault(located.paragraph, set())
                    laws.add(item.path.labels[0])

    def talked(self, paragraph: int, language: str) -> bool:
        """Whether a paragraph has words by which one hears that laws are talked of."""
        key = (paragraph, language)
        if key not in self._talked:
            start = self._ends[paragraph - 1] if paragraph else 0
            words = small_words(self.view[start : self._ends[paragraph]])
            self._talked[key] = patterns()[language].talk.last(words) is not None
        return self._talked[key]

    @cached_property
    def _ends(self) -> list[int]:
        """Where the paragraphs end."""
        return [*(match.start() for match in _PARAGRAPH_END.finditer(self.view)), len(self.view)]


def probable(located: FoundCitation, evidence: CitedLaws) -> bool:
    """Whether a weak citation is one.

    It is if it goes deep (12c1c), or if its law is surely cited in the paragraph, or if another law
    is and no word says that it is something else: and 55A, but not room 55A. Where laws are talked
    of, or only other paragraphs cite one, not every word does: isn't 25a right?
    """
    citation, view, language = located.citation, evidence.view, located.language
    path = citation.items[0].path
    laws = evidence.by_paragraph.get(located.paragraph, ())
    if citation.unit == "law":
        return _may_be_law(located, evidence)
    if len(path.labels) > _LETTER or path.kind == "relative" or path.labels[0] in laws:
        return True
    if citation.unit is not None:
        return False
    if laws and not evidence.talked(located.paragraph, language):
        return unnamed(view, citation, language)
    return _is_told(located, evidence) and unnamed(view, citation, language, loosely=True)


def _is_told(located: FoundCitation, evidence: CitedLaws) -> bool:
    """Whether the document cites a law, or the paragraph talks of laws."""
    return bool(evidence.by_paragraph) or evidence.talked(located.paragraph, located.language)


def _may_be_law(located: FoundCitation, evidence: CitedLaws) -> bool:
    """Whether a word that mostly means a state's law means one of ours: Legge 40, zakon 27B.

    It does if letters follow, or where laws are talked of, unless the number is that of an act:
    legge n. 40, legge 40/2004, legge 20 maggio 1970.
    """
    citation, view = located.citation, evidence.view
    item, words = citation.items[0], patterns()[located.language]
    is_act = (
        _NUMBERED_ACT.search(view, citation.start, citation.end)
        or _ACT.match(view, citation.end)
        or _ACT_YEAR.match(view, citation.end)
        or counted(view, item, len(view), words)
    )
    if is_act or located.year:
        return False
    return any(label.isupper() for label in item.path.labels) or _is_told(located, evidence)

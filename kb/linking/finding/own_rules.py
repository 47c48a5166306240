"""Says whether a document is a regulation itself, so that the sections that head its parts are its.

`Diese TO gilt für alle Turniere` says that `§ 1: Geltungsbereich` at the beginning of a line is of
the TO. site/linker/own-rules.js does the same.
"""

from __future__ import annotations

from kb.citations.anchors import patterns_of
from kb.citations.grammar import compiled, grammar
from kb.citations.recogniser import Citation, small_words
from kb.linking.finding.surroundings import Side, is_bare, ours

_LETTER = compiled(grammar().lexemes["sign_of_word"])
_LINE_START = compiled(grammar().surroundings["line_start"])

#: How far behind "this" the name of the regulation may begin, in words, and what is read for that.
_WORDS, _NEAR = 2, 60
#: How many characters before a heading are looked at for the end of the line before.
_BEFORE = 12


class OwnRules:
    """What the view of a document calls itself, in each language; it is looked up once."""

    def __init__(self, view: str) -> None:
        self._view = view
        self._names: dict[str, str | None] = {}

    def owner(self, citation: Citation, language: str, right: Side) -> str | None:
        """The regulation that the document is, if this citation is one of its headings."""
        if not citation.general or citation.weak or not is_bare(citation):
            return None
        before = self._view[max(0, citation.start - _BEFORE) : citation.start]
        if citation.start <= _BEFORE:
            before = "\n" + before
        if not _LINE_START.search(before) or ours(right, patterns_of(language)):
            return None
        if language not in self._names:
            self._names[language] = self._name(language)
        return self._names[language]

    def _name(self, language: str) -> str | None:
        """The name behind the first "this" that has one: diese TO, il presente regolamento."""
        words, small = patterns_of(language), self._view.lower()
        for this in sorted(words.this):
            at = small.find(this)
            while at >= 0:
                end = at + len(this)
                is_word = not (at and _LETTER.match(small, at - 1)) and not _LETTER.match(
                    small, end
                )
                said = small_words(small[end : end + _NEAR])[: _WORDS + 2] if is_word else []
                for index in range(min(_WORDS, len(said))):
                    other = words.others.at(said, index)
                    if other > words.codes.at(said, index):
                        return " ".join(said[index : index + other])
                at = small.find(this, end)
        return None

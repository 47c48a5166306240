"""Finds what the words of a work make a citation: Article 9.2(a), статьи 3.8–3.10, Madde 12B.

A language's patterns (kb.citations.recogniser) know how the default work is cited. Every other work
brings its own words (kb.corpus.profile), in any language and script, and its own numbering. A
number is a citation of it if such a word stands beside it. site/linker/works.js does the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from kb.citations.anchors import patterns
from kb.citations.grammar import compiled, grammar
from kb.citations.paths import Path, scan
from kb.citations.recogniser import Citation, CitedPath
from kb.corpus.profile import Numbering, Profile

_WORKS = {name: compiled(pattern) for name, pattern in grammar().works.items()}
_ANCHOR, _LETTER, _JOINED, _LABELS = (
    _WORKS[name] for name in ("anchor", "sign", "joined", "labels")
)
_DECIMAL, _APPENDIX, _BEHIND, _PART, _LETTER_ALONE = (
    _WORKS[name] for name in ("decimal", "appendix", "behind", "part", "label_alone")
)

#: The blanks that may stand between a word and its number, and how many.
_BLANKS, _MOST_BLANKS = " \t\n\u00a0\u202f\u0001", 6
#: No list has more items than this, nor more than so many joiners between two of them.
_LONGEST, _MOST_JOINERS = 60, 2
#: The sign that `İ` leaves behind in small letters.
_DOT = "\u0307"
_ALIKE = str.maketrans({**grammar().alike})


class WorkCitation(NamedTuple):
    """A citation of a work by its own words.

    `decimal` says that a number of it is of several numbers (9.2), `tells` that it tells its work
    by that, or by a word that no other has. Its citation is `general` where a ruling needs to say
    more: beside a word that others use too, and for an appendix as a whole (Appendix A).
    """

    work: str
    language: str
    citation: Citation
    decimal: bool
    tells: bool


@dataclass(frozen=True, eq=False)
class WorkWords:
    """The words of one work beside its numbers, each with the language that it is of.

    `before` stand before a number, `appendix` before that of an appendix, `after` behind one;
    `joiners` between the items of a list, `ranges` between the ends of a range, `counted` behind a
    number that counts things. `shared` are those that others use too, so that a bare number beside
    one may be of another work.
    """

    id: str
    numbering: Numbering
    before: Mapping[str, str]
    appendix: Mapping[str, str]
    after: Mapping[str, str]
    joiners: frozenset[str]
    ranges: frozenset[str]
    counted: frozenset[str]
    shared: frozenset[str]

    @property
    def is_lettered(self) -> bool:
        """Whether its provisions have letters below their numbers."""
        return self.numbering == "lettered"

    def citations(self, text: str) -> Iterator[WorkCitation]:
        """The citations of this work in a text, in order, none overlapping."""
        at = 0
        for match in _ANCHOR.finditer(text):
            if match.start() < at or (match.start() and _is_glued(text, match.start())):
                continue
            if found := self._at(text, match.start(), at):
                yield found
                at = found.citation.end

    def _at(self, text: str, start: int, first: int) -> WorkCitation | None:
        """The citation whose first number begins at `start`; its word is not before `first`.

        None where none begins.
        """
        is_letter = not text[start].isdecimal()
        items = self._items(text, start)
        if not items:
            return None
        words = [self.appendix] if is_letter else [self.before]
        if is_letter and _is_decimal(items[0].path):
            words.append(self.before)  # Article A.4.1; but a single capital is also a word
        word = next((found for one in words if (found := _before(text, start, first, one))), None)
        end = items[-1].end
        if word is None:
            word = _after(text, end, self.appendix if is_letter else self.after)
            if word is None:
                return None
            end = word.end
            if len(items) == 1 and (part := self._part(text, items[0], end)):
                items, end = [part], part.end
        decimal = any(_is_decimal(item.path) for item in items)
        shared = word.text in self.shared
        general = shared or (is_letter and not decimal)
        begin = min(word.start, start)
        citation = Citation(begin, end, tuple(items), "law", general=general)
        return WorkCitation(self.id, word.language, citation, decimal, decimal or not shared)

    def _items(self, text: str, start: int) -> list[CitedPath]:
        """The paths of a list that begins at `start`, with its ranges."""
        path = self._path(text, start)
        items = [CitedPath(start, path.end, path)] if path and not self._counts(text, path) else []
        while items and len(items) < _LONGEST:
            before = items[-1]
            ranged, begin = self._joint(text, before.end)
            following = self._path(text, begin) or _label(text, begin, before)
            if begin == before.end or following is None:
                break
            if _is_decimal(following) < _is_decimal(before.path) or self._counts(text, following):
                break  # 9.2 and 3 players
            if ranged and before.last is None:
                items[-1] = before._replace(end=following.end, last=following)
            else:
                items.append(CitedPath(begin, following.end, following))
        return items

    def _counts(self, text: str, path: Path) -> bool:
        """Whether a number counts things of the game: 64 squares."""
        match = _BEHIND.match(text, path.end) if len(path.labels) == 1 else None
        return match is not None and _small(match[1]) in self.counted

    def _joint(self, text: str, at: int) -> tuple[bool, int]:
        """Whether what joins two items makes them a range, and where it ends; at once for nothing.

        A comma and a word may stand together: 5.1, 5.2, or 5.4.
        """
        for _ in range(_MOST_JOINERS):
            joint = _JOINED.match(text, at)
            word = _small(joint[1]) if joint else ""
            if joint is None or not (word in self.ranges or word in self.joiners):
                break
            at = joint.end()
            if word in self.ranges:
                return True, at
        return False, at

    def _path(self, text: str, at: int) -> Path | None:
        """The path of labels of this work that begins at a place; None where none does."""
        if at >= len(text):
            return None
        if self.is_lettered:
            piece = text[at : at + _FAR].translate(_ALIKE) if text[at].isdecimal() else ""
            path = scan(piece, 0) if piece else None
            return path and Path(path.labels, at + path.end, "absolute")
        shape = _DECIMAL if text[at].isdecimal() else _APPENDIX
        match = shape.match(text, at)
        if match is None:
            return None
        labels = tuple(label.translate(_ALIKE) for label in _LABELS.findall(match[0]))
        return Path(labels, match.end(), "absolute")

    def _part(self, text: str, law: CitedPath, at: int) -> CitedPath | None:
        """A law with a part of it behind: 12. maddenin B fıkrası."""
        match = _PART.match(text, at)
        if match is None or law.last is not None:
            return None
        word = _after(text, match.end(), self.after)
        if word is None:
            return None
        labels = (*law.path.labels, *_LABELS.findall(match[0].translate(_ALIKE)))
        return CitedPath(law.start, word.end, Path(labels, word.end, "absolute"))


class _SaidWord(NamedTuple):
    """A word of a work in a text, in small letters."""

    text: str
    language: str
    start: int
    end: int


#: The longest word before a number, the longest path, in characters.
_NEAR, _FAR = 40, 80


def _is_glued(text: str, start: int) -> bool:
    """Whether a number goes on with what stands before it: a word, a decimal, an address."""
    before = text[start - 1]
    if before == ".":
        return text[start - 2 : start - 1].isdecimal()  # 9.2, but Art.9
    return before in ",:/#@_-–" or before.isdecimal() or _LETTER.match(before) is not None


def _is_decimal(path: Path) -> bool:
    """Whether a path begins with two labels, of which the second is a number: 9.2, A.4."""
    return len(path.labels) > 1 and path.labels[1].isdecimal()


def _label(text: str, at: int, before: CitedPath) -> Path | None:
    """A letter in brackets that takes the place of the one before it: 4.3(a)–(c)."""
    match = _LETTER_ALONE.match(text, at)
    if match is None or before.path.labels[-1].isdecimal():
        return None
    labels = (*before.path.labels[:-1], match[1].translate(_ALIKE))
    return Path(labels, match.end(), "absolute")


def _before(text: str, start: int, first: int, words: Mapping[str, str]) -> _SaidWord | None:
    """The longest of the words that stands right before a number."""
    end = start
    while end > first and start - end < _MOST_BLANKS and text[end - 1] in _BLANKS:
        end -= 1
    head = text[max(first, end - _NEAR) : end]
    for word in words:
        said = head[-len(word) :]
        if _small(said) == word and not _LETTER.match(head[-len(word) - 1 : -len(word)] or " "):
            if end == start and _LETTER.match(word[-1]):
                return None  # article9
            return _SaidWord(word, words[word], end - len(said), end)
    return None


def _after(text: str, end: int, words: Mapping[str, str]) -> _SaidWord | None:
    """The word of these that stands right behind a number: 9.2. cikk, 12. madde."""
    match = _BEHIND.match(text, end)
    word = _small(match[1]) if match else ""
    if match is None or word not in words:
        return None
    return _SaidWord(word, words[word], match.start(1), match.end(1))


def _small(word: str) -> str:
    """A word in small letters, İ as i."""
    return word.lower().replace(_DOT, "")


@dataclass(frozen=True)
class Works:
    """The works of a corpus that are cited by words of their own."""

    words: tuple[WorkWords, ...]

    @classmethod
    def of(cls, profiles: Mapping[str, Profile]) -> Works:
        """The works with these profiles, by id; one without words beside its numbers has none."""
        used = {id: _own_words(profile) for id, profile in profiles.items()}
        having = [id for id, own in used.items() if own and not profiles[id].is_statute]
        common = _words_of_patterns() if having else frozenset()
        words = (
            _words(id, profiles[id], common.union(*(used[other] for other in used if other != id)))
            for id in having
        )
        return cls(tuple(words))

    def telling(self, text: str) -> list[WorkCitation]:
        """The citations of which the text itself tells the work."""
        return [one for one in self.citations(text) if one.tells]

    def citations(self, text: str) -> list[WorkCitation]:
        """The citations of all works in a text; those of two works may overlap."""
        return [found for words in self.words for found in words.citations(text)]


@cache
def _words_of_patterns() -> frozenset[str]:
    """All words that the patterns of languages have for laws and their parts."""
    units = (unit for cited in patterns().values() for unit in cited.units)
    return frozenset(form for unit in units for form in (*unit.forms, *unit.plurals))


def _own_words(profile: Profile) -> frozenset[str]:
    """All words of a work that stand beside its numbers."""
    return frozenset(
        word
        for units in profile.units.values()
        for word in (*units.before, *units.after, *units.appendix_before)
    )


def _words(id: str, profile: Profile, others: frozenset[str]) -> WorkWords:
    """The words of a work; `others` are those of other works and of the patterns of languages."""
    # A word of several languages is of the one in which nothing else is read.
    spoken = sorted(profile.units.items(), key=lambda one: (one[0] in patterns(), one[0]))
    before = _by_word((word, code) for code, units in spoken for word in units.before)
    appendix = _by_word((word, code) for code, units in spoken for word in units.appendix_before)
    after = _by_word((word, code) for code, units in spoken for word in units.after)
    cited = [patterns()[code] for code, _ in spoken if code in patterns()]
    joiners = {word for units in profile.units.values() for word in units.joiners}
    ranges = {word for units in profile.units.values() for word in units.ranges}
    counted = frozenset(word for units in profile.units.values() for word in units.counted)
    return WorkWords(
        id,
        profile.numbering,
        before,
        appendix,
        after,
        frozenset((*_JOINERS, *joiners)).union(*(words.joiners for words in cited)),
        frozenset((*_RANGES, *ranges)).union(*(words.ranges for words in cited)),
        counted,
        frozenset((*before, *appendix, *after)) & others,
    )


#: The signs between the items of a list, and between the ends of a range, in any language.
_JOINERS, _RANGES = (",", ";", "&", "/"), ("-", "–", "—")


def _by_word(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The language of each word, the longest word first."""
    first: dict[str, str] = {}
    for word, code in pairs:
        first.setdefault(word, code)
    return {word: first[word] for word in sorted(first, key=lambda word: (-len(word), word))}

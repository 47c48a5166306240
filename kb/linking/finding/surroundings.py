"""Reads the clause around a citation: which regulation it is of.

site/linker/surroundings.js does the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from kb.citations.anchors import Patterns
from kb.citations.grammar import compiled, grammar
from kb.citations.recogniser import Citation, small_words
from kb.linking.zones.signs import MARK

_SURROUNDINGS = {name: compiled(pattern) for name, pattern in grammar().surroundings.items()}
_WORD = _SURROUNDINGS["word"]
_CLAUSE_END = _SURROUNDINGS["clause_end"]
_ASIDE = _SURROUNDINGS["aside"]
_ACRONYM = _SURROUNDINGS["acronym"]
_YEAR = _SURROUNDINGS["year"]
_DASH, _CAPITALS = _SURROUNDINGS["dash"], _SURROUNDINGS["capitals"]

#: A citation of another regulation has at most this many labels: a number, a letter (article 41 B).
_SHALLOW = 2
#: A comma or bracket right before a citation is among this many characters.
_BRACKET = 2
#: How many characters before and after a citation are looked at.
_BEFORE, _AFTER = 100, 60
#: How many times further the text is read if there are marks in it, which are then left out.
_WITH_MARKS = 20
#: Between a citation and the name behind it so many connecting words may stand, and so many others.
_LINKS, _TELLING = 3, 2
#: Among how many words before a citation a name is looked for, and behind it that of a game.
_IN_CLAUSE, _TO_GAME = 8, 4


@dataclass(frozen=True)
class Side:
    """The clause on one side of a citation: its text, and its words in small letters."""

    text: str
    words: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Side:
        """A side from its text."""
        return cls(text, tuple(small_words(text)))

    @property
    def has_year(self) -> bool:
        """Whether a year stands in it."""
        return _YEAR.search(self.text) is not None


def before(text: str, start: int, first: int) -> Side:
    """The clause before `start`, not further back than `first`."""
    piece = text_before(text, start, _BEFORE, first)
    ends = [match.end() for match in _CLAUSE_END.finditer(piece)]
    return Side.of(piece[ends[-1] :] if ends else piece)


def after(text: str, end: int, last: int) -> Side:
    """The clause after `end`, not further than `last`."""
    piece = text_after(text, end, last)
    if piece.startswith("."):
        piece = " " + piece[1:]  # članku 22. Statuta
    match = _CLAUSE_END.search(piece)
    return Side.of(piece[: match.start()] if match else piece)


def text_before(text: str, start: int, length: int, first: int = 0) -> str:
    """The last `length` characters before `start`, none before `first`; marks are left out."""
    near = text[max(first, start - length) : start]
    if MARK not in near:
        return near
    return text[max(first, start - _WITH_MARKS * length) : start].replace(MARK, "")[-length:]


def text_after(text: str, end: int, last: int) -> str:
    """The first `_AFTER` characters from `end` on, none from `last` on; marks are left out."""
    near = text[end : min(last, end + _AFTER)]
    if MARK not in near:
        return near
    return text[end : min(last, end + _WITH_MARKS * _AFTER)].replace(MARK, "")[:_AFTER]


def behind(text: str, end: int, count: int) -> int:
    """The place in `text` behind the first `count` characters from `end` on that are no marks."""
    for _ in range(count):
        while text[end] == MARK:
            end += 1
        end += 1
    return end


def owner(
    citation: Citation, left: Side, right: Side, words: Patterns, shouted: bool = False
) -> str | None:
    """The other regulation that a citation is of, as the clause names it; None for our code.

    A name that follows decides (§ 12 der Satzung), else one right before (alapszabályának 12.
    §-a). One further back counts only for a bare number with a word of any statute (die Satzung
    sagt in § 16). In a line in capitals (`shouted`) no capitals are an abbreviation.
    """
    if citation.general or any(words.named.at(right.words, at) for at in range(len(right.words))):
        named = _game(right, words) or _named(right, words, citation.general, shouted)
    else:
        named = None
    match named:
        case str(name):
            return name
        case True:
            return None
    near = left.words[-_IN_CLAUSE - 1 :]
    if words.named.last(near) is None:
        return None
    if (game := words.other_games.last(near)) is not None:
        return near[-game - 1]
    ours, others = words.codes.last(near), words.others.last(near)
    if others is None or (ours is not None and ours <= others):
        return None
    if not citation.general and words.shared.last(near) == others:
        return None
    far = citation.general and (is_bare(citation) or (others <= _TELLING and may_go_on(citation)))
    beside = far or (others == 0 and not _ASIDE.search(left.text[-_BRACKET:]))
    return near[-others - 1] if beside else None


def _game(right: Side, words: Patterns) -> str | None:
    """The other game that is named right after a citation: przepis 11 gry w piłkę nożną."""
    for at in range(min(len(right.words), _TO_GAME + 1)):
        if length := words.other_games.at(right.words, at):
            return " ".join(right.words[at : at + length])
    return None


def ours(right: Side, words: Patterns) -> bool:
    """Whether our own code is named after a citation."""
    return _named(right, words, general=False) is True


def may_go_on(citation: Citation) -> bool:
    """Whether a citation may be of the same other regulation as the one before it."""
    return citation.general and all(len(item.path.labels) <= _SHALLOW for item in citation.items)


def is_bare(citation: Citation) -> bool:
    """Whether a citation has no capital letters, so that it may be of another regulation."""
    items = (*citation.items, *([citation.base] if citation.base else ()))
    return not any(label.isupper() for item in items for label in item.path.labels)


def is_shouted(text: str, citation: Citation) -> bool:
    """Whether the words that announce a citation are in capitals: ART. 45 CARTA GIOCATA."""
    spoken = text[citation.start : citation.items[0].start]
    return spoken.isupper() and len(spoken.strip(" .")) > 1


def _named(right: Side, words: Patterns, general: bool, shouted: bool = False) -> str | bool | None:
    """The name of the other regulation that follows; True where our code follows, else None.

    Labels may stand between (§ 4 Nr. 22 b), and two words that say more of the regulation (der
    neuen Satzung). An unknown abbreviation is the name of another: § 12 BGB, Law 36 of the MCC
    code. A name that our code shares with others (the rule book) is that of another only behind a
    word that any statute uses.
    """
    following, tied, unknown = right.words, False, 0
    for at, word in enumerate(following):
        if at > _LINKS + unknown:
            return None
        ours, other = words.codes.at(following, at), words.others.at(following, at)
        if other > ours and (general or words.shared.at(following, at) < other):
            return " ".join(following[at : at + other])
        if ours or other:
            return True
        if is_link(word, words) or word in words.this:
            tied = True
            continue
        of_code = at + 1 < len(following) and words.codes.at(following, at + 1) > 0
        may_be_named = of_code or (general and unknown == 0)
        if may_be_named and not shouted and (name := _acronym(right, at)):
            return name
        unknown += 1
        if not tied or unknown > _TELLING:
            return None
    return None


def _acronym(side: Side, at: int) -> str | None:
    """The word at `at`, as it is written, if it is the abbreviation of a regulation.

    It is none behind a dash (Art. 45 – CARTA), nor before a long word in capitals: § 27 ZU
    NIEDRIGES GEBOT.
    """
    found = list(_WORD.finditer(side.text))
    word: str = found[at][0]
    if side.words[at] in grammar().neutral or not _ACRONYM.match(word):
        return None
    following = found[at + 1][0] if at + 1 < len(found) else ""
    is_title = _DASH.search(side.text[: found[at].start()]) or _CAPITALS.match(following)
    return None if is_title else word


def is_link(word: str, words: Patterns) -> bool:
    """Whether a word connects a name with a number; a single letter is the rest of one (l'art.)."""
    if len(word) == 1:
        return True
    return word.rstrip(".") in words.of or word in words.fillers

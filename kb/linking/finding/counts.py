"""Tells numbers of laws from those of things that are counted or numbered: 27 points, room 12B.

site/linker/counts.js does the same.
"""

from __future__ import annotations

from kb.citations.anchors import Patterns, patterns
from kb.citations.grammar import compiled, grammar
from kb.citations.paths import Path
from kb.citations.recogniser import Citation, CitedPath, small_words
from kb.linking.finding.surroundings import is_link, text_after, text_before

_SURROUNDINGS = grammar().surroundings
_WORD, _SUIT = compiled(_SURROUNDINGS["word"]), compiled(_SURROUNDINGS["suit"])
_LETTER = compiled(grammar().lexemes["sign_of_word"])

#: How many characters before and after a citation are looked at.
_NEAR = 60
#: What stands between a label and a number that is no label of its path.
_APART = " \u00a0"
#: What ends a sentence or a line before it.
_ENDING = ".!?:…"


def counted(text: str, item: CitedPath, last: int, words: Patterns) -> bool:
    """Whether the number of an item counts things, and is not a law's: 27 points."""
    if item.path.kind != "number" or item.last is not None:
        return False
    return _counts(text, item.end, last, words)


def without_count(text: str, item: CitedPath, last: int, words: Patterns) -> CitedPath:
    """An item without a number at its end that stands apart and counts things: 16B 2 players."""
    label = item.path.labels[-1]
    end = item.end - len(label)
    if len(item.path.labels) == 1 or item.last is not None or not label.isdigit():
        return item
    if text[end - 1] not in _APART or not _counts(text, item.end, last, words):
        return item
    while text[end - 1] in _APART:
        end -= 1
    return item._replace(end=end, path=Path(item.path.labels[:-1], end, item.path.kind))


def _counts(text: str, end: int, last: int, words: Patterns) -> bool:
    """Whether the number that ends at `end` counts what is named behind it."""
    piece = text_after(text, end, last).lstrip(" \u00a0-")
    if _SUIT.match(piece):
        return True
    following = small_words(piece) if _WORD.match(piece) else []
    return bool(following and words.counted.at(following))


def unnamed(text: str, citation: Citation, language: str, loosely: bool = False) -> bool:
    """Whether no noun beside a path says that it is something else: room 12B, a 12B terem.

    Any word before it may be such a noun, unless it is a cue; `loosely`, only a name and a word for
    what is counted or numbered.
    """
    words = patterns()[language]
    earlier = text_before(text, citation.start, _NEAR).rstrip()
    left = small_words(earlier)
    beside = bool(left) and _LETTER.match(earlier, len(earlier) - 1) is not None
    if beside and not (is_link(left[-1], words) or left[-1] in words.joiners):
        is_noun = _is_name(earlier) or words.counted.at(left, len(left) - 1) > 0
        if not loosely or is_noun:
            return words.cues.last(left) == 0
    following = small_words(text_after(text, citation.end, len(text)))
    return not (following and words.counted.at(following))


def _is_name(text: str) -> bool:
    """Whether the last word of a text has capitals that no beginning sentence gives it."""
    *_, word = _WORD.finditer(text)
    ahead = text[: word.start()].rstrip()
    is_initialism = len(word[0]) > 1 and word[0].isupper()
    is_first = ahead == "" or ahead[-1] in _ENDING
    return is_initialism or (word[0][0].isupper() and not is_first)

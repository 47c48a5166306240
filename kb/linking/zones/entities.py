"""Character references (`&nbsp;`, `&sect;`, `&#8211;`) in HTML and Markdown."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from kb.linking.zones.signs import NO_TEXT

_REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_LONGEST = 33
#: The signs beside letters and digits that a law's number may have: 12C1(e), 20.F.5.
IN_NUMBERS = frozenset("().")
#: A word can be recognised by this many letters before a reference: szakasz&aacute;t.
_STEM = 3


def decoded(text: str) -> str:
    """The text with each reference replaced by its character and blanks, of the same length.

    That does not work for letters and digits: the blanks would make two words of one, and another
    number of a number. A word with such a reference in it is masked, up to the word's end; only if
    three letters or more stand before the reference, these stay.

    >>> decoded("Law&nbsp;27"), decoded("5.&#167; szakasz&aacute;t &#50;7B1").replace(NO_TEXT, "_")
    ('Law      27', '5.§      szakasz_________ ________')
    """
    return "".join(_decoded(text)) if "&" in text else text


def _decoded(text: str) -> Iterator[str]:
    done = 0
    for reference in _REFERENCE.finditer(text):
        start, end = reference.span()
        if start < done:
            continue
        character = character_of(reference)
        if is_word(character):
            start, end = word_begins(text, start, done), _ends(text, start)
            yield text[done:start] + NO_TEXT * (end - start)
        else:
            yield text[done:start] + character.ljust(end - start)
        done = end
    yield text[done:]


def character_of(reference: re.Match[str]) -> str:
    """What a reference stands for; the reference itself for a sign of more than one character."""
    character = html.unescape(reference[0])
    if len(character) == 1:
        return " " if character.isspace() else character
    return character if is_word(character) else reference[0]


def is_word(characters: str) -> bool:
    """Whether the characters of a reference are letters or digits, and so part of a word."""
    return characters.isalnum()


def word_begins(text: str, start: int, first: int) -> int:
    """Where to mask from, not before `first`, a word with a reference for a letter at `start`.

    That is where the word begins, or `start` where enough letters to recognise it stand before.
    """
    at = start
    while at > first and text[at - 1].isalpha():
        at -= 1
    if start - at >= _STEM:
        return start
    while at > first and (text[at - 1].isalnum() or text[at - 1] in IN_NUMBERS):
        at -= 1
    return at


def _ends(text: str, start: int) -> int:
    """Where the word ends: behind its last letter, digit, reference to one, or closing bracket."""
    at = end = start
    while at < len(text):
        if text[at] == "&":
            reference = _REFERENCE.match(text, at, at + _LONGEST)
            if reference is None or not is_word(character_of(reference)):
                break
            at = end = reference.end()
        elif text[at].isalnum():
            at = end = at + 1
        elif text[at] in IN_NUMBERS:
            at += 1
            end = at if text[at - 1] == ")" else end
        else:
            break
    return end


def whole(document: str, end: int) -> int:
    """The end of a span, moved behind the reference or the word that it would cut in two.

    >>> whole("5. &sect; is", 4), whole("27. szakasz&aacute;t is", 11)
    (9, 20)
    """
    if end and document[end - 1] == "&":
        match = _REFERENCE.match(document, end - 1, end + _LONGEST)
        return match.end() if match and character_of(match) != match[0] else end
    if document.startswith("&", end) and document[end - 1 : end].isalpha():
        match = _REFERENCE.match(document, end, end + _LONGEST)
        if match and is_word(character_of(match)):
            return _ends(document, end)
    return end

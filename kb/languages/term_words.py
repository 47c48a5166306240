"""The words of terms as they are compared: abbreviations are no words in small letters."""

from __future__ import annotations

from kb.languages.letters import TOKEN
from kb.languages.stemming import lower_case


def tokens_of(word: str) -> tuple[str, ...]:
    """The words of a term as they are compared: in lower case, abbreviations as they are.

    >>> tokens_of("MI Kontra")
    ('MI', 'kontra')
    """
    return tuple(
        token if is_abbreviation(token) else lower_case(token) for token in TOKEN.findall(word)
    )


def is_abbreviation(token: str) -> bool:
    """Whether a word is an abbreviation, which lower case does not match: `MI` is not `mi`."""
    return len(token) > 1 and token.isupper()

"""Takes words apart that no text has: compounds (Hauptstrafkarte, ultibukás), prefixed verbs."""

from __future__ import annotations

from collections.abc import Iterator

from kb.search.database import Database
from kb.search.word_parts import WordParts, word_parts

#: The longest word that is taken apart; a longer one that nobody knows is not read any closer.
LONGEST_WORD = 60
_MOST_PARTS = 3
#: At least so many letters must be left of a word without its prefix.
_LEFT = 4


def split(database: Database, word: str, language: str) -> list[str]:
    """The parts of an unknown word that are words of our texts; [] where it has none.

    As few parts as possible; a prefix is left out.
    """
    parts = word_parts().get(language, WordParts())
    if len(word) > LONGEST_WORD:
        return []
    return _compound(database, word, language, parts) or _without_prefix(
        database, word, language, parts
    )


def _compound(database: Database, word: str, language: str, parts: WordParts) -> list[str]:
    best: dict[int, list[str]] = {0: []}
    for start in range(len(word) if parts.links else 0):
        if start not in best or len(best[start]) >= _MOST_PARTS:
            continue
        for end in range(start + parts.shortest, len(word) + 1):
            if end - start < len(word) and _is_known(database, word[start:end], language):
                for after in _after(word, end, parts):
                    taken = [*best[start], word[start:end]]
                    if after not in best or len(taken) <= len(best[after]):
                        best[after] = taken
    return best.get(len(word), [])


def _after(word: str, end: int, parts: WordParts) -> Iterator[int]:
    """The places at which the next part may begin."""
    if end == len(word):
        yield end
        return
    for link in parts.links:
        if word.startswith(link, end) and len(word) - end - len(link) >= parts.shortest:
            yield end + len(link)


def _without_prefix(database: Database, word: str, language: str, parts: WordParts) -> list[str]:
    longest_first = sorted(parts.prefixes, key=len, reverse=True)
    left = (word[len(prefix) :] for prefix in longest_first if word.startswith(prefix))
    kept = (rest for rest in left if len(rest) >= _LEFT and _is_known(database, rest, language))
    return [*kept][:1]


def _is_known(database: Database, part: str, language: str) -> bool:
    return any(form.language == language for form in database.form(part))

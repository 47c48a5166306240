"""Measure our plain words: how many there are in each language, and how easy they are to read.

Where a text of the edition is in the language, the words that they tell stand beside them. LIX
(Björnsson: words in a sentence, and the share of words of more than six letters) needs no
syllables and is used for all languages; smaller is easier. The other formula is the usual one of
its language: Flesch (en), Amstad (de), Kandel and Moles (fr), Gulpease (it), of which more is
easier, and Gunning's fog with words of four syllables (pl), of which less is. Other
languages have none that is usual. Syllables are counted where a word may be hyphenated.

Example: scripts/plain_words.py
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import pyphen

from kb.core.plain import shown
from kb.corpus import manifest
from kb.corpus.corpus import Corpus
from kb.opening import open_store
from kb.storage.store import Store

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_SENTENCE_END = re.compile(r"[.!?;:]+(?=\s|$)|\n+")
_LONG = 6


@cache
def _hyphens(language: str) -> pyphen.Pyphen:
    return pyphen.Pyphen(lang="en_US" if language == "en" else language)


@cache
def _syllables(word: str, language: str) -> int:
    return len(_hyphens(language).positions(word)) + 1


@dataclass(frozen=True)
class Counted:
    """A text with its sentences, words, letters, and syllables by word."""

    sentences: int
    words: int
    long: int
    letters: int
    syllables: tuple[int, ...]

    @classmethod
    def of(cls, texts: list[str], language: str) -> Counted:
        """Count what stands in texts."""
        sentences = [
            words
            for text in texts
            for sentence in _SENTENCE_END.split(text)
            if (words := _WORD.findall(sentence))
        ]
        words = [word for sentence in sentences for word in sentence]
        return cls(
            len(sentences),
            len(words),
            sum(len(word) > _LONG for word in words),
            sum(map(len, words)),
            tuple(_syllables(word, language) for word in words),
        )

    @property
    def per_sentence(self) -> float:
        """Words in a sentence."""
        return self.words / self.sentences

    @property
    def per_word(self) -> float:
        """Syllables in a word."""
        return sum(self.syllables) / self.words

    @property
    def lix(self) -> float:
        """Björnsson's readability index."""
        return self.per_sentence + 100 * self.long / self.words


FORMULAS: dict[str, tuple[str, Callable[[Counted], float]]] = {
    "en": ("Flesch", lambda c: 206.835 - 1.015 * c.per_sentence - 84.6 * c.per_word),
    "de": ("Amstad", lambda c: 180 - c.per_sentence - 58.5 * c.per_word),
    "fr": ("Kandel–Moles", lambda c: 207 - 1.015 * c.per_sentence - 73.6 * c.per_word),
    "it": ("Gulpease", lambda c: 89 + (300 * c.sentences - 10 * c.letters) / c.words),
    "pl": (
        "fog",
        lambda c: 0.4 * (c.per_sentence + 100 * sum(n >= 4 for n in c.syllables) / c.words),
    ),
}


def rows(corpus: Corpus, store: Store) -> Iterator[tuple[str, str, str, Counted]]:
    """Edition, language, whose words, and what is counted in them."""
    for edition in dict.fromkeys(text.edition for text in corpus.readable):
        told = [*store.plain(edition)]
        texts = {text.language: text for text in corpus.texts_of(edition)}
        for language in dict.fromkeys(code for one in told for code in one.words):
            words = [shown(one.words[language]) for one in told]
            yield edition, language, "plain words", Counted.of(words, language)
            if text := texts.get(language):
                records = store.by_id(text.id)
                covered = (id for one in told for id in one.covers)
                bodies = [records[id].body or "" for id in covered if id in records]
                yield edition, language, "wording", Counted.of(bodies, language)


def main() -> None:
    """Print a row for each edition and language."""
    corpus = manifest.load()
    store = open_store(corpus, print)
    print("edition      lang whose        words sentences words/sentence   LIX  usual formula")
    for edition, language, whose, found in rows(corpus, store):
        usual = ""
        if language in FORMULAS:
            name, formula = FORMULAS[language]
            usual = f"{name} {formula(found):.0f}"
        print(
            f"{edition:12} {language:4} {whose:11} {found.words:7,} {found.sentences:9,} "
            f"{found.per_sentence:14.1f} {found.lix:5.0f}  {usual}"
        )


if __name__ == "__main__":
    main()

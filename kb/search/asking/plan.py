"""The query plan: what a query asks for, free of any engine; every step can be shown.

A query is cut into words; the languages that it may be in are guessed from them; each word is
brought to its index terms, mended where no language knows it, and joined by the concepts and
everyday senses that it stands for.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import itemgetter
from typing import Literal, NamedTuple

import msgspec

from kb.languages.letters import WORD
from kb.languages.notation import notation
from kb.languages.stemming import lower_case
from kb.languages.term_words import is_abbreviation
from kb.search.asking.compounds import LONGEST_WORD, split
from kb.search.asking.story import clauses_of
from kb.search.asking.typos import kin, mended
from kb.search.database import Database, KnownForm, KnownWord

#: How a word of a query was read: as a known form, by its stem alone, as a compound, as a typing
#: error, as the beginning of a known word, as a stop word, as a card, call or seat; or it stayed
#: unknown.
WordReading = Literal["known", "stem", "compound", "typo", "kin", "stop", "notation", "unknown"]

#: How many words of a query are read at most.
MOST_WORDS = 1000
#: How many words that nobody knows are mended at most: each is compared with every word there is.
_MOST_MENDED = 40

#: When languages are guessed: for how much of a word the reader's own language counts, and a stop
#: word.
_READER, _STOP = 0.6, 0.6
#: How much a corrected word counts for the language in which it was corrected.
_MENDED = 0.3
#: A language with less than this share of the best one is not a language of the query.
_SHARE = 0.45
_MOST_LANGUAGES = 3
#: How much a term counts that fits only without accents; and one that fits by its stem alone.
_FOLDED, _STEM = 0.85, 0.8
#: How much an everyday sense counts beside the word itself; what several words name together.
_SENSE, _PHRASE = 0.15, 0.9


#: A query with more wanted words than these tells a story.
_FEW = 5

#: The readings of words that nobody knows.
_STRANGE = frozenset({"typo", "kin", "unknown"})

#: Words with these readings are not searched.
_UNWANTED = frozenset({"stop", "notation"})


class Alternative(NamedTuple):
    """An index term that a word may stand for, and how much it counts."""

    term: str
    weight: float


class QueryWord(msgspec.Struct, frozen=True):
    """A word of a query: as typed, as it is read, what it may stand for, and where it begins."""

    typed: str
    reading: WordReading
    read_as: str
    alternatives: tuple[Alternative, ...] = ()
    start: int = 0

    @property
    def is_wanted(self) -> bool:
        """Whether it is searched: it is neither a stop word nor notation."""
        return self.reading not in _UNWANTED

    @property
    def terms(self) -> dict[str, float]:
        """The index terms with their weights."""
        return {alternative.term: alternative.weight for alternative in self.alternatives}


class Phrase(msgspec.Struct, frozen=True):
    """Words that name a concept or sense together; `words` are their places in the plan."""

    text: str
    words: tuple[int, ...]
    target: str
    language: str


@dataclass(frozen=True)
class Steps:
    """The steps of a plan that can be switched off, to see what each is worth."""

    languages: bool = True
    concepts: bool = True
    senses: bool = True
    typos: bool = True
    compounds: bool = True
    stops: bool = True
    notation: bool = True


#: All steps.
EVERYTHING = Steps()


@dataclass(frozen=True)
class Plan:
    """What a query asks for. `languages` are those that it may be in, the likeliest first.

    `clauses` are the places of its parts in the text: what happened, who did it, what is asked.
    """

    words: tuple[QueryWord, ...]
    phrases: tuple[Phrase, ...]
    languages: tuple[tuple[str, float], ...]
    text: str = ""
    clauses: tuple[tuple[int, int], ...] = ()

    @cached_property
    def wanted(self) -> list[QueryWord]:
        """The words that are neither stop words nor notation, known or not."""
        return [word for word in self.words if word.is_wanted]

    @property
    def spoken(self) -> list[str]:
        """The languages that it is in for all that is known: those with the greatest share."""
        return [code for code, share in self.languages if share == self.languages[0][1]]

    @property
    def is_story(self) -> bool:
        """Whether it has so many clauses or words that one asks which of them led where."""
        return len(self.clauses) > 1 or len(self.wanted) > _FEW

    @property
    def mended(self) -> dict[str, str]:
        """The words that were corrected, by their form as typed."""
        return {word.typed: word.read_as for word in self.words if word.reading == "typo"}


@dataclass
class _Read:
    """A word while it is read: its terms by language, each with its weight."""

    typed: str
    read_as: str
    reading: WordReading = "unknown"
    terms: dict[str, dict[str, float]] = field(default_factory=dict)
    confidence: float = 1.0
    start: int = 0


def normalised(query: str) -> str:
    """A query in NFC, in which runs of blanks and control characters are one blank.

    >>> normalised("  fałszywy   renons ")
    'fałszywy renons'
    """
    plain = "".join(
        " " if unicodedata.category(char)[0] in "CZ" else char
        for char in unicodedata.normalize("NFC", query)
    )
    return " ".join(plain.split())


def plan(database: Database, query: str, reader: str | None, steps: Steps = EVERYTHING) -> Plan:
    """Plan a query that is no citation; `reader` is the language of the reader, if it is known."""
    typed = [*WORD.finditer(query)][:MOST_WORDS]
    notated = _notated(query, typed) if steps.notation else frozenset()
    words = [word[0] for word in typed]
    forms_of_words = [
        [] if number in notated else database.form(lower_case(word))
        for number, word in enumerate(words)
    ]
    if steps.languages:
        languages = _guess(words, forms_of_words, reader, database.stop_words)
    else:
        languages = _all(forms_of_words)
    shouted = query.isupper() and len(typed) > 1
    codes = [code for code, _ in languages]
    reads: list[_Read] = []
    strange = 0
    for number, (match, forms) in enumerate(zip(typed, forms_of_words, strict=True)):
        word = match[0]
        if strange == _MOST_MENDED:
            steps = replace(steps, typos=False)
        if number in notated:
            of_word = [_Read(word, lower_case(word), "notation")]
        else:
            of_word = [*_read(database, word, forms, codes, shouted, steps)]
            strange += of_word[0].reading in _STRANGE
        for read in of_word:
            read.start = match.start()
        reads += of_word
    languages = _reordered(languages, reads)
    targets = _targets(database, reads, steps)
    planned = tuple(_word(read, targets, number) for number, read in enumerate(reads))
    phrases = tuple(phrase for phrase, _ in targets if len(phrase.words) > 1)
    return Plan(planned, phrases, languages, query, tuple(clauses_of(query)))


def _notated(query: str, typed: Sequence[re.Match[str]]) -> frozenset[int]:
    """Which words are cards, calls and seats; none where nothing else is asked."""
    places = [(0, 0), *notation().places(query)]
    seats = notation().seats
    within = frozenset(
        number
        for number, word in enumerate(typed)
        if word[0].lower() in seats
        or word.start() < places[bisect_right(places, word.start(), key=itemgetter(0)) - 1][1]
    )
    return within if len(within) < len(typed) else frozenset()


def _all(forms_of_words: Sequence[Sequence[KnownForm]]) -> tuple[tuple[str, float], ...]:
    codes = {form.language for forms in forms_of_words for form in forms}
    return tuple((code, 1.0) for code in sorted(codes))


def _guess(
    typed: Sequence[str],
    forms_of_words: Sequence[Sequence[KnownForm]],
    reader: str | None,
    stop_words: Mapping[str, frozenset[str]],
) -> tuple[tuple[str, float], ...]:
    """The languages that know the words of a query, the likeliest first, and their share.

    A word that few languages know says more; stop words say which language it is.
    """
    points: dict[str, float] = defaultdict(float)
    if reader:
        points[reader] = _READER
    for word, forms in zip(typed, forms_of_words, strict=True):
        lowered = lower_case(word)
        knowing = {form.language: 1.0 if form.own and form.exact else 0.7 for form in forms}
        for code, stops in stop_words.items():
            if lowered in stops:
                knowing[code] = _STOP
        for code, value in knowing.items():
            points[code] += value / len(knowing) ** 0.5
    best = max(points.values(), default=0.0)
    likely = sorted(points, key=lambda code: (-points[code], code))
    kept = [code for code in likely if points[code] >= _SHARE * best][:_MOST_LANGUAGES]
    if reader and reader not in kept:
        kept.append(reader)
    return tuple((code, round(points[code] / best, 2) if best else 1.0) for code in kept)


def _reordered(
    languages: tuple[tuple[str, float], ...], reads: Sequence[_Read]
) -> tuple[tuple[str, float], ...]:
    """Order the languages again: a mended word speaks for the language that it was mended in."""
    for_it = [code for read in reads if read.reading == "typo" for code in read.terms]
    share = {code: value + _MENDED * for_it.count(code) for code, value in languages}
    best = max(share.values(), default=1.0)
    ordered = sorted(share.items(), key=lambda row: -row[1])
    return tuple((code, round(value / best, 2)) for code, value in ordered)


def _read(
    database: Database,
    word: str,
    forms: Sequence[KnownForm],
    languages: Sequence[str],
    shouted: bool,
    steps: Steps,
) -> Iterator[_Read]:
    """Read a word by what the languages of the query know of it; a compound gives several words."""
    lowered = lower_case(word)
    abbreviation = is_abbreviation(word) and not shouted
    if steps.stops and not abbreviation and _stops(lowered, forms, languages, database.stop_words):
        yield _Read(word, lowered, "stop")
        return
    terms = _known(forms, languages)
    if terms:
        yield _Read(word, lowered, "known", terms)
        return
    if len(lowered) > LONGEST_WORD and not forms:
        yield _Read(word, lowered)
        return
    stems = _stems(database, lowered, languages)
    if stems:
        yield _Read(word, lowered, "stem", stems)
        return
    if forms:  # known, in a language that the rest of the query is not in
        yield _Read(word, lowered, "known", _known(forms, [form.language for form in forms]))
        return
    for code in languages if steps.compounds else ():
        if parts := split(database, lowered, code):
            for part in parts:
                yield _Read(word, part, "compound", _known(database.form(part), [code]))
            return
    yield _mended(database, word, languages) if steps.typos else _Read(word, lowered)


def _mended(database: Database, word: str, languages: Sequence[str]) -> _Read:
    """Read an unknown word as the known one that is nearest, by its letters or by how it begins."""
    lowered = lower_case(word)
    near = mended(database, lowered, languages)
    for mend in (near or kin(database, lowered, languages))[:1]:
        forms = database.form(mend.form)
        if _stops(mend.form, forms, [mend.language], database.stop_words):
            return _Read(word, mend.form, "stop")
        terms = _known(forms, [mend.language])
        return _Read(word, mend.form, "typo" if near else "kin", terms, mend.likeness)
    return _Read(word, lowered)


def _stops(
    word: str,
    forms: Sequence[KnownForm],
    languages: Sequence[str],
    stop_words: Mapping[str, frozenset[str]],
) -> bool:
    """Whether the likeliest language that knows a word knows it as a stop word."""
    knowing = {form.language for form in forms if form.own and form.exact}
    for code in languages:
        if word in stop_words.get(code, ()):
            return True
        if code in knowing:
            return False
    return False


def _known(forms: Sequence[KnownForm], languages: Sequence[str]) -> dict[str, dict[str, float]]:
    """The terms of a form by language; those that fit only without accents count less."""
    by_language: dict[str, dict[str, float]] = {}
    for form in forms:
        if form.language in languages:
            terms = dict.fromkeys(form.exact, 1.0)
            for term in form.folded:
                terms.setdefault(term, _FOLDED)
            by_language[form.language] = terms
    return by_language


def _stems(database: Database, word: str, languages: Sequence[str]) -> dict[str, dict[str, float]]:
    by_language = {code: database.stems(word, code) for code in languages}
    return {code: dict.fromkeys(terms, _STEM) for code, terms in by_language.items() if terms}


def _targets(
    database: Database, reads: Sequence[_Read], steps: Steps
) -> list[tuple[Phrase, KnownWord]]:
    """Find the words of concepts and senses in a query, the longest first.

    Their parts must stand side by side, in any order; stop words between them are passed over.
    """
    if not (steps.concepts or steps.senses):
        return []
    places = [number for number, read in enumerate(reads) if read.reading not in _UNWANTED]
    said: dict[str, set[str]] = defaultdict(set)
    for number in places:
        for code, terms in reads[number].terms.items():
            said[code].update(terms)
    by_place: dict[tuple[tuple[int, ...], str], tuple[Phrase, KnownWord]] = {}
    known: dict[tuple[str, str], list[KnownWord]] = {}
    for at, number in enumerate(places):
        for code, terms in reads[number].terms.items():
            for term in terms:
                if (term, code) not in known:
                    known[term, code] = [
                        word
                        for word in database.words(term, code)
                        if not any(map(said[code].isdisjoint, word.content))
                        and (steps.concepts if word.target.startswith("c:") else steps.senses)
                    ]
                for word in known[term, code]:
                    parts = word.content
                    if is_abbreviation(word.word) and reads[number].read_as != lower_case(
                        word.word
                    ):
                        continue  # an abbreviation has no forms: nije, of biti, is no BIT
                    for start in range(max(0, at - len(parts) + 1), at + 1):
                        window = places[start : start + len(parts)]
                        if len(window) == len(parts) and _match(reads, window, parts, code):
                            text = " ".join(reads[place].typed for place in window)
                            phrase = Phrase(text, tuple(window), word.target, code)
                            by_place.setdefault((phrase.words, phrase.target), (phrase, word))
    return sorted(
        by_place.values(), key=lambda row: (-len(row[0].words), row[0].words, row[0].target)
    )


def _match(
    reads: Sequence[_Read], window: Sequence[int], parts: Sequence[frozenset[str]], code: str
) -> bool:
    """Whether the words at these places are the parts, in any order."""
    left = [reads[place].terms.get(code, {}).keys() for place in window]
    for part in parts:
        for number, terms in enumerate(left):
            if not part.isdisjoint(terms):
                del left[number]
                break
        else:
            return False
    return True


def _word(
    read: _Read,
    targets: Sequence[tuple[Phrase, KnownWord]],
    number: int,
) -> QueryWord:
    """A word with all terms that it may stand for, each with the highest weight that it has."""
    weights = {
        f"{code}:{term}": weight * read.confidence
        for code, terms in read.terms.items()
        for term, weight in terms.items()
    }
    meant = [
        phrase for phrase, word in targets if number in phrase.words and word.word == read.typed
    ]
    if meant and is_abbreviation(read.typed):  # MI means that and nothing else
        targets, weights = [(phrase, word) for phrase, word in targets if phrase in meant], {}
    for phrase, _ in targets:
        if number in phrase.words:
            weight = 1.0 if phrase.target.startswith("c:") else _SENSE
            weight *= read.confidence * (_PHRASE if len(phrase.words) > 1 else 1.0)
            weights[phrase.target] = max(weights.get(phrase.target, 0.0), weight)
    alternatives = sorted(
        (Alternative(term, round(weight, 3)) for term, weight in weights.items()),
        key=lambda alternative: (-alternative.weight, alternative.term),
    )
    return QueryWord(read.typed, read.reading, read.read_as, tuple(alternatives), read.start)

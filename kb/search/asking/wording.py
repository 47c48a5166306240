"""Found records as readers see them: in their language if there is one, and where they matched."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kb.corpus.corpus import Text
from kb.search.asking.snippets import Snippet, WordPlaces, places, snippet
from kb.search.database import Database, FoundDocument
from kb.search.passages import Passage

#: The reader's language is shown alone if its wording has this share of the best one's value.
_AS_GOOD = 0.7


@dataclass(frozen=True)
class ShownWording:
    """A record in one language: its heading and the part of its words that was found.

    `id` is that of the record in this text: in an older edition it may be another. `plain` says
    that these are our plain words; `text` then names the edition and the language.
    """

    text: str
    language: str
    id: str
    heading: Snippet | None
    body: Snippet
    plain: bool = False


@dataclass(frozen=True)
class WantedWords:
    """The words of a plan by the terms that each may stand for, and what each is worth."""

    terms: Sequence[Iterable[str]]
    worth: Sequence[float]
    _spoken: dict[str, list[list[str]]] = field(default_factory=dict, repr=False, compare=False)

    def spoken(self, language: str) -> Sequence[Sequence[str]]:
        """The terms without those of other languages, which no passage in a language has.

        A term of a language begins with its two letters, that of a concept or sense with one.
        """
        if language not in self._spoken:
            self._spoken[language] = [
                [term for term in terms if term.find(":") != len(language) or term[:2] == language]
                for terms in self.terms
            ]
        return self._spoken[language]


@dataclass(frozen=True)
class Seen:
    """A passage with where the query's words stand in it, and what these are worth."""

    passage: Passage
    language: str
    heading: WordPlaces
    body: WordPlaces
    value: float


class WordingChooser:
    """Shows documents in the languages of a reader, the first that there is.

    `readers` are these languages; plain words in others are not looked at.
    """

    def __init__(
        self,
        database: Database,
        texts: Sequence[Text],
        wanted: WantedWords,
        readers: Sequence[str],
    ) -> None:
        self._database, self._wanted, self._readers = database, wanted, readers
        self._seen: dict[int, list[Seen]] = {}
        self._texts = frozenset(text.id for text in texts)

    def seen(self, document: FoundDocument) -> list[Seen]:
        """The passages of a document with their matches: its own, plain words, older editions'.

        Texts that are not searched are left out, unless they alone have the document, and so are
        plain words where only some of the texts that have it are searched.
        """
        if document.number not in self._seen:
            told = self._readers if self._texts.issuperset(document.texts) else ()
            passages = self._database.passages(document.number, told)
            inside = [one for one in passages if one.plain or one.text in self._texts]
            self._seen[document.number] = [*map(self._look, inside or passages)]
        return self._seen[document.number]

    def _look(self, passage: Passage) -> Seen:
        language = _language(passage)
        word_places = places(passage.marks, self._wanted.spoken(language))
        heading, body = word_places.cut(len(passage.heading) + 1)
        value = sum(self._wanted.worth[word] for word in word_places.words)
        return Seen(passage, language, heading, body, value)

    def near(self, document: FoundDocument) -> float:
        """What the words are worth that stand together somewhere in a document."""
        worth = self._wanted.worth
        return max(
            (
                max(passage.heading.densest(worth)[0], passage.body.densest(worth)[0])
                for passage in self.seen(document)
            ),
            default=0.0,
        )

    def shown(self, document: FoundDocument) -> tuple[ShownWording, ShownWording | None]:
        """The wording to show; and another language's, if there is one that matched much better.

        The first is in the first of the readers' languages that has the document, or else in that
        of the document's first passage; in a language a wording of today goes before plain words,
        and these before a wording of an older edition. The other is in a language of the readers
        too, if they have any.
        """
        seen = self.seen(document)
        languages = {passage.language for passage in seen}
        language = next((code for code in self._readers if code in languages), seen[0].language)
        in_language = max(
            (one for one in seen if one.language == language),
            key=lambda one: (_standing(one.passage, document), one.value),
        )
        best = max(
            (one for one in seen if one.language in self._readers),
            key=lambda one: one.value,
            default=in_language,
        )
        if in_language.value >= _AS_GOOD * best.value:
            return self._worded(in_language), None
        return self._worded(in_language), self._worded(best)

    def _worded(self, seen: Seen) -> ShownWording:
        passage, worth = seen.passage, self._wanted.worth
        heading = snippet(passage.heading, seen.heading, worth) if passage.heading else None
        body = snippet(passage.body, seen.body, worth)
        return ShownWording(
            passage.text, seen.language, passage.id, heading, body, bool(passage.plain)
        )


def _language(passage: Passage) -> str:
    """The language of a passage."""
    return passage.text.partition("/")[2]


def _standing(passage: Passage, document: FoundDocument) -> int:
    """How well a passage stands for a document: older words, our plain words, its own wording."""
    return 1 if passage.plain else 2 * (passage.text.partition("/")[0] == document.edition)

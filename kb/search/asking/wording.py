"""Found records as readers see them: in their language if there is one, and where they matched."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from kb.corpus.corpus import Text
from kb.search.asking.snippets import Snippet, WordPlaces, places, snippet
from kb.search.database import Database, FoundDocument
from kb.search.passages import ShownPassage

#: The reader's language is shown alone if its wording has this share of the best one's value.
_AS_GOOD = 0.7


class ShownWording(msgspec.Struct, frozen=True):
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


class WantedWords:
    """The words of a plan: what each is worth, and which of them each term may stand for."""

    def __init__(self, terms: Iterable[Iterable[str]], worth: Sequence[float]) -> None:
        self.worth = worth
        self.by_term: dict[str, list[int]] = {}
        for number, of_word in enumerate(terms):
            for term in of_word:
                self.by_term.setdefault(term, []).append(number)


class Seen(msgspec.Struct):
    """A passage with what those words of a query are worth that stand in it, and where they stand.

    The places are counted as in `kb.search.passages.Passage`, as if the body followed the heading.
    They are looked up for the few passages of which somebody asks.
    """

    passage: ShownPassage
    wanted: WantedWords
    value: float
    _cut: tuple[WordPlaces, WordPlaces] | None = None

    def cut(self) -> tuple[WordPlaces, WordPlaces]:
        """The places in the heading, and those in the body."""
        if self._cut is None:
            whole = places(self.passage.places, self.wanted.by_term)
            self._cut = whole.cut(len(self.passage.heading) + 1)
        return self._cut


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
            passages = [
                one
                for one in self._database.passages(document.number)
                if not one.plain or one.language in told
            ]
            inside = [one for one in passages if one.plain or one.text in self._texts]
            self._seen[document.number] = [*map(self._look, inside or passages)]
        return self._seen[document.number]

    def _look(self, passage: ShownPassage) -> Seen:
        by_term, worth = self._wanted.by_term, self._wanted.worth
        words = {word for term in passage.places.keys() & by_term.keys() for word in by_term[term]}
        return Seen(passage, self._wanted, sum(worth[word] for word in sorted(words)))

    def near(self, document: FoundDocument) -> float:
        """What the words are worth that stand together somewhere in a document."""
        worth, best = self._wanted.worth, 0.0
        for seen in sorted(self.seen(document), key=_value, reverse=True):
            if seen.value <= best:  # nowhere in it are there more, nor in those behind it
                break
            best = max(best, *(part.densest(worth)[0] for part in seen.cut()))
        return best

    def shown(self, document: FoundDocument) -> tuple[ShownWording, ShownWording | None]:
        """The wording to show; and another language's, if there is one that matched much better.

        The first is in the first of the readers' languages that has the document, or else in that
        of the document's first passage; in a language a wording of today goes before plain words,
        and these before a wording of an older edition. The other is in a language of the readers
        too, if they have any.
        """
        seen = self.seen(document)
        languages = {one.passage.language for one in seen}
        usual = seen[0].passage.language
        language = next((code for code in self._readers if code in languages), usual)
        in_language = max(
            (one for one in seen if one.passage.language == language),
            key=lambda one: (_standing(one.passage, document), one.value),
        )
        best = max(
            (one for one in seen if one.passage.language in self._readers),
            key=_value,
            default=in_language,
        )
        if in_language.value >= _AS_GOOD * best.value:
            return self._worded(in_language), None
        return self._worded(in_language), self._worded(best)

    def _worded(self, seen: Seen) -> ShownWording:
        passage, worth = seen.passage, self._wanted.worth
        in_heading, in_body = seen.cut()
        heading = snippet(passage.heading, in_heading, worth) if passage.heading else None
        body = snippet(passage.body, in_body, worth)
        return ShownWording(
            passage.text, passage.language, passage.id, heading, body, passage.plain
        )


def _value(seen: Seen) -> float:
    return seen.value


def _standing(passage: ShownPassage, document: FoundDocument) -> int:
    """How well a passage stands for a document: older words, our plain words, its own wording."""
    return 1 if passage.plain else 2 * (passage.text.partition("/")[0] == document.edition)

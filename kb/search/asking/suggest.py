"""What to offer somebody who is still typing: numbers, titles, procedures, concepts, situations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from kb.citations.anchors import display_name
from kb.citations.whole import whole_citation, whole_of_work
from kb.citations.works import Works
from kb.core.ids import ProvisionId
from kb.corpus.corpus import Corpus, Text
from kb.languages.stemming import fold
from kb.search.asking.plan import normalised
from kb.search.asking.scope import CITABLE
from kb.search.database import Database, Name

#: Version of the JSON that `kodeks suggest` prints; kb/schemas/suggest.json describes it.
SCHEMA = "kodeks.suggest/1"

#: The longest beginning that is looked at, in characters.
LONGEST = 100

#: How alike (of 100) a name must be to what was typed, if that has at least so many letters.
_ALIKE, _SHORTEST_ALIKE = 70, 4
#: What goes first where several begin so.
_ORDER = {"law": 0, "procedure": 1, "concept": 2, "situation": 3}


@dataclass(frozen=True)
class Suggestion:
    """What may be meant: a name of a kind, and the full id of the provision that it leads to.

    A procedure leads to itself: `rules-2017:decide.claim` is the id of one.
    `detail` is what the law of a cited provision is called.
    """

    kind: Literal["citation", "law", "procedure", "concept", "situation"]
    name: str
    place: str
    detail: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The suggestion as `--json` prints it."""
        return {
            "kind": self.kind,
            "name": self.name,
            "place": self.place,
            "detail": self.detail or None,
        }


def suggest(
    corpus: Corpus,
    database: Database,
    typed: str,
    texts: Sequence[Text],
    language: str,
    limit: int = 8,
) -> list[Suggestion]:
    """Up to `limit` suggestions in a language, the likeliest first; typos are forgiven.

    Names that begin as typed go first, then those of which a word does, then those that are alike.
    """
    words = normalised(typed[:LONGEST])
    folded = fold(words)
    if not folded:  # accents alone, too
        return []
    editions = [
        edition
        for edition in dict.fromkeys(text.edition for text in texts)
        if not corpus.superseded(corpus.edition(edition))
    ]
    suggestions = [*_citations(corpus, database, words, editions, language)]
    named = (
        Suggestion(name.kind, name.name, name.place)
        for name in dict.fromkeys(_named(database, language, folded))
        if name.place.split(":")[0] in editions
    )
    return [*suggestions, *named][:limit]


def _citations(
    corpus: Corpus, database: Database, words: str, editions: Sequence[str], language: str
) -> Iterator[Suggestion]:
    """The provision that the words cite, and what it contains."""
    own = whole_of_work(words, Works.of(corpus.profiles))
    id = own[1] if own else whole_citation(words)
    if id is None:
        return
    named = [e for e in editions if own is None or corpus.edition(e).work == own[0]]
    found = {edition: _below(database, edition, str(id)) for edition in named}
    having = [edition for edition, ids in found.items() if ids]
    rivals = corpus.rivals(having)
    for edition in (edition for edition in having if edition not in rivals):
        profile = corpus.edition(edition).profile
        title = database.titles(edition, str(id.law)).get(language)
        for cited in found[edition]:
            name = display_name(str(cited), language, profile)
            yield Suggestion("citation", name, f"{edition}:{cited}", title.name if title else "")


def _below(database: Database, edition: str, id: str) -> list[ProvisionId]:
    """A provision, and what stands right below it, in the order of the book."""
    return sorted(
        ProvisionId.parse(candidate)
        for candidate in database.ids(edition, CITABLE)
        if candidate == id or candidate.rpartition(".")[0] == id
    )


def _named(database: Database, language: str, wanted: str) -> Iterator[Name]:
    """What is called so, the likeliest first; the same name may come again."""

    def order(name: Name) -> tuple[bool, int, int]:
        return not name.folded.startswith(wanted), _ORDER[name.kind], len(name.name)

    yield from sorted(database.names(language, wanted.split()), key=order)
    if len(wanted) >= _SHORTEST_ALIKE:
        yield from database.names_like(language, wanted, _ALIKE)

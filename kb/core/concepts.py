"""The concepts and where texts mention them, as the build writes them."""

from __future__ import annotations

from kb.core.record_parts import Field
from kb.core.stored import Stored


class ConceptWord(Stored, frozen=True):
    """A word, and the full id of a record of ours where it stands; None where it is usage."""

    text: str
    place: str | None


class Concept(Stored, frozen=True):
    """A thing that players have words for. Places are full ids.

    `words` has the preferred one first in each language; `gloss` says in a language without a word
    what it is. `gathers` are the entries of the books (definitions, glossary pairs, headwords of an
    index) that are about it. `earlier` is where older editions have what defines and governs it.
    """

    id: str
    area: str
    defined_by: tuple[str, ...]
    governed_by: tuple[str, ...]
    gathers: tuple[str, ...]
    words: dict[str, tuple[ConceptWord, ...]]
    gloss: dict[str, str]
    earlier: tuple[str, ...] = ()


class Area(Stored, frozen=True):
    """A part of the lexicon: its titles by language, the edition it cites, the texts it is of."""

    id: str
    titles: dict[str, str]
    edition: str
    texts: tuple[str, ...]


class FormPairs(Stored, frozen=True):
    """Pairs of an inflected form and a word: forms of it, and those that only look like one."""

    related: tuple[tuple[str, str], ...]
    unrelated: tuple[tuple[str, str], ...]


class LexiconHeader(Stored, frozen=True):
    """The first line of the concepts: how many there are, the languages of their words, the areas.

    In the languages of `free_order` the two words of a term may change places.
    """

    schema: str
    concepts: int
    languages: tuple[str, ...]
    free_order: tuple[str, ...]
    forms: dict[str, FormPairs]
    areas: tuple[Area, ...]


class Mention(Stored, frozen=True, rename={"source": "in"}):
    """A term in a field of a record, by its offsets there, and the concepts that it may mean.

    `source`, which JSON calls `in`, is the id of the record. There are several concepts where one
    word names several things: the words themselves do not say which.
    """

    source: str
    field: Field
    start: int
    end: int
    concepts: tuple[str, ...]

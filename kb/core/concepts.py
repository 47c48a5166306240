"""The concepts and where texts mention them, as the build writes them."""

from __future__ import annotations

from kb.core.record_parts import Field
from kb.core.stored import Stored


class ConceptWord(Stored, frozen=True):
    """A word, and the full id of a record of ours where it stands; None where it is usage."""

    text: str
    place: str | None


class Concept(Stored, frozen=True):
    """A thing that players have words for. All places are full ids.

    `words` has the words by language, the preferred one first; for a language without a word,
    `gloss` explains the concept. `gathers` are the entries of the books (definitions, glossary
    pairs, headwords of an index) that are about it. `earlier` are the places of older editions
    that correspond to those in `defined_by` and `governed_by`.
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
    """A part of the lexicon: titles by language, the edition it cites, the texts it belongs to."""

    id: str
    titles: dict[str, str]
    edition: str
    texts: tuple[str, ...]


class FormPairs(Stored, frozen=True):
    """Pairs of an inflected form and a word: its real forms, and those that only look like one."""

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

    `source`, which JSON calls `in`, is the id of the record. It has several concepts when the term
    names several things and does not itself show which is meant.
    """

    source: str
    field: Field
    start: int
    end: int
    concepts: tuple[str, ...]

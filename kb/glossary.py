"""The glossary: concepts by what people call them, in the order of a language's dictionary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rapidfuzz import fuzz, process

from kb.collation import sort_key
from kb.errors import NotFoundError
from kb.stemming import fold, stems
from kb.store import Store

#: Version of the JSON that `kodeks glossary` prints; kb/schemas/glossary.json describes it.
SCHEMA = "kodeks.glossary/1"

#: The language of the ids.
_SLUGS_IN = "en"

#: How alike two words must be written for one to be suggested for the other.
_ALIKE = 70
_SUGGESTED = 5


@dataclass(frozen=True)
class Glossary:
    """The concepts with the languages that their words are in, and the areas in their order.

    Concepts and areas are as `build/kb/current/concepts.jsonl` has them.
    """

    languages: tuple[str, ...]
    areas: tuple[dict[str, Any], ...]
    concepts: tuple[dict[str, Any], ...]

    def of_area(self, area: str) -> Glossary:
        """The concepts of an area; raises `NotFoundError` where there is none of this name."""
        names = [one["id"] for one in self.areas]
        if area not in names:
            raise NotFoundError(f"there is no area {area!r}", names)
        chosen = tuple(one for one in self.concepts if one["area"] == area)
        return Glossary(self.languages, self.areas, chosen)

    def sorted_in(self, language: str) -> list[dict[str, Any]]:
        """The concepts by their name in a language, in the order of its dictionary."""
        return sorted(self.concepts, key=lambda one: sort_key(name(one, language)[0], language))

    def called(self, term: str, languages: Sequence[str]) -> list[dict[str, Any]]:
        """The concepts that a term is a word for, in any of these languages, or is the id of.

        First words that are written so, accents or not; else those it is an inflected form of, or
        else a part of. Raises `NotFoundError` with the nearest words.
        """
        wanted = " ".join(term.split())
        for fits in (_is_word, _is_form, _is_part):
            found = [
                concept
                for concept in self.concepts
                if concept["id"] == wanted.lower()
                or any(
                    fits(wanted, word["text"], language)
                    for language in languages
                    for word in concept["words"].get(language, ())
                )
            ]
            if found:
                return found
        raise NotFoundError(f"the glossary has no {term!r}", self._nearest(fold(wanted), languages))

    def _nearest(self, wanted: str, languages: Sequence[str]) -> list[str]:
        words = {
            word["text"]: fold(word["text"])
            for concept in self.concepts
            for language in languages
            for word in concept["words"].get(language, ())
        }
        near = process.extract(
            wanted, words, scorer=fuzz.ratio, limit=_SUGGESTED, score_cutoff=_ALIKE
        )
        return [word for _, _, word in near]


def glossary(store: Store) -> Glossary:
    """The glossary of a build; an empty one where its corpus has no concepts."""
    header, concepts = store.concepts()
    return Glossary(tuple(header["languages"]), tuple(header["areas"]), tuple(concepts))


def preferred(concept: dict[str, Any], language: str) -> str | None:
    """The word for a concept that a language's readers get first; None where it has none."""
    words = concept["words"].get(language)
    return str(words[0]["text"]) if words else None


def name(concept: dict[str, Any], language: str) -> tuple[str, str]:
    """What a concept goes by for readers of a language, and the language of that.

    It is the preferred word there, else that of the first language that has one.
    """
    for code in (language, *concept["words"]):
        if word := preferred(concept, code):
            return word, code
    return str(concept["id"]), _SLUGS_IN


def _is_word(wanted: str, word: str, _language: str) -> bool:
    return fold(wanted) == fold(word)


def _is_form(wanted: str, word: str, language: str) -> bool:
    """Whether each word of a term is a form of its counterpart in another."""
    forms, words = wanted.split(), word.split()
    return len(forms) == len(words) and all(
        not {*stems(form, language)}.isdisjoint(stems(one, language))
        for form, one in zip(forms, words, strict=True)
    )


def _is_part(wanted: str, word: str, _language: str) -> bool:
    """Whether a term is a word, or words, of a longer one."""
    return f" {fold(wanted)} " in f" {fold(word)} "

"""Says which works of a corpus cannot be told apart in other people's texts, and by what they are.

A number in a ruling belongs to a work whose name stands beside it, or whose words and kind of
number it has; the default work has the rest. Two works that share all of these are one to the
linker.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from kb.corpus.corpus import Corpus, Work
from kb.corpus.profile import UnitWords


@dataclass(frozen=True)
class Alike:
    """Two works that cannot be told apart: their ids, what they share, and what to do about it."""

    works: tuple[str, str]
    why: str
    todo: str


def alike(corpus: Corpus) -> Iterator[Alike]:
    """Every two works of law that cannot be told apart, in the order of the manifest.

    A work about the game of another (articles) is none of them: nobody cites it by number.
    """
    about = {edition.work for edition in corpus.editions if edition.about}
    works = [work for work in corpus.works if work.id not in about]
    for one, other in combinations(works, 2):
        if why := _shared(one, other, corpus.default_work):
            yield Alike((one.id, other.id), *why)


def _shared(one: Work, other: Work, default: Work) -> tuple[str, str] | None:
    """What two works share that should tell them apart, and what to do; None if nothing."""
    names, others = (_names(work) for work in (one, other))
    if both := sorted(names & others):
        listed = ", ".join(repr(name) for name in both)
        return (
            f"both are called {listed}",
            "Keep such a name in `names` of one of them; give the other what only it is called.",
        )
    if one.profile.numbering != other.profile.numbering:
        return None
    numbering = f"both have {one.profile.numbering} numbers"
    if not names and not others:
        return (
            f"{numbering}, and neither has a name",
            "Give each of them `names`: what people call it and its game.",
        )
    nameless = next((work for work, of in ((one, names), (other, others)) if not of), None)
    if nameless is None or nameless.id == default.id:
        return None  # the other one is named where it is meant, and the rest is the default's
    units = _same_units(one, other)
    if units is None:
        return None
    return (
        f"{numbering} {units}, and {nameless.id} has no name",
        f"Give {nameless.id} `names`, or words of its own for its provisions in [work.units].",
    )


def _names(work: Work) -> set[str]:
    return {name.casefold() for name in work.names}


def _same_units(one: Work, other: Work) -> str | None:
    """The words that two works share for their provisions; None if each language tells them apart.

    A work without words of its own has those of the language.
    """
    units, others = one.profile.units, other.profile.units
    languages = sorted(units.keys() | others.keys())
    if not languages:
        return "with the same words for them"
    for language in languages:
        words, of_other = (_words(of.get(language)) for of in (units, others))
        if not words and not of_other:
            return f"with the usual words for them in {language}"
        if shared := sorted(words & of_other):
            return f"called {', '.join(shared)} in {language}"
    return None


def _words(units: UnitWords | None) -> set[str]:
    return {*units.before, *units.after} if units else set()

"""One motif against one reader: what is wrong, measured again before it is said."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from hostile.judging import Fault, faults, quickest, told
from hostile.limits import Allowance
from hostile.measuring import STOP, Course
from hostile.motifs import Motif
from hostile.strategies import Kind

#: So many steps of a reader may hang before it is given up.
_HANGING = 4
#: How often a fault is measured in all before it is believed by somebody who looks at it himself.
_TIMES = 3
#: And in a test, which nobody looks at. Beside others that use much memory the same answer takes
#: twice as long for a minute at a time, and most of all for the largest texts.
TIMES_IN_TESTS = 12


class Target(Protocol):
    """Something that reads: what it reads, how its steps are measured, what they may cost."""

    @property
    def name(self) -> str:
        """What people call it."""

    @property
    def kind(self) -> Kind:
        """What it reads."""

    def courses(self, motif: Motif, stop: float, skip: Sequence[str]) -> list[Course]:
        """What its steps cost as a motif grows; those that hang are skipped the next time."""

    def allowance(self, step: str) -> Allowance:
        """What a step may cost."""

    def further(self) -> Target:
        """The same, read at one size more."""


@dataclass(frozen=True)
class Find:
    """What is wrong, where, and for which input."""

    target: str
    step: str
    motif: Motif
    faults: tuple[Fault, ...]
    told: str

    def __str__(self) -> str:
        """A line for people, with a motif that can be pasted."""
        why = "; ".join(fault.words for fault in self.faults)
        return f"{self.target}: {self.step}: {self.motif!r}: {why} [{self.told}]"


def attack(target: Target, motif: Motif, stop: float = STOP, times: int = _TIMES) -> list[Find]:
    """What is wrong with a reader of a motif, and stays wrong when it is measured so many times.

    What only grows too fast is read at one size more in the end: beside others the largest text may
    be the first that does not stay in the processor's cache, and a square goes on growing. That is
    measured anew and more than once too before it is believed.
    """
    found = _believed(target, motif, stop, times)
    if found and all(
        fault.grows for one in found for fault in faults(one, target.allowance(one.step))
    ):
        again = _believed(target.further(), motif, math.inf, _TIMES)
        suspects = {one.step for one in found}
        found = [one for one in again if one.step in suspects]
    return [
        Find(
            target.name,
            one.step,
            motif,
            tuple(faults(one, target.allowance(one.step))),
            told(one.samples[-4:]),
        )
        for one in found
    ]


def _believed(target: Target, motif: Motif, stop: float, times: int) -> list[Course]:
    """The courses, the quickest of so many, that are at fault and were so most of the times.

    As soon as nothing is suspected any more, nothing is measured any more.
    """
    found = _once(target, motif, stop, ())
    measured = [found]
    suspects = [one for one in found if faults(one, target.allowance(one.step))]
    while suspects and len(measured) < times:
        measured.append(_once(target, motif, stop, ()))
        again = {one.step: one for one in measured[-1]}
        quick = [quickest(one, again[one.step]) for one in suspects if one.step in again]
        suspects = [one for one in quick if faults(one, target.allowance(one.step))]
    return [one for one in suspects if _mostly_faulty(one.step, measured, target)]


def _mostly_faulty(step: str, measured: Sequence[Sequence[Course]], target: Target) -> bool:
    """Whether most of a step's courses are at fault, each taken for itself.

    The least of every size are not of one moment: a short text meets a quiet one sooner than a long
    text does, and among the quickest of many courses what is linear can look steep.
    """
    courses = [one for courses in measured for one in courses if one.step == step]
    faulty = [one for one in courses if faults(one, target.allowance(step))]
    return 2 * len(faulty) > len(courses)


def _once(target: Target, motif: Motif, stop: float, skip: Sequence[str]) -> list[Course]:
    """The courses of all steps, also of those behind one that hangs."""
    found: dict[str, Course] = {}
    skipped = [*skip]
    for _ in range(_HANGING):
        for course in target.courses(motif, stop, skipped):
            if course.step not in found or len(course.samples) > len(found[course.step].samples):
                found[course.step] = course
            if course.end and course.step not in skipped:
                found[course.step] = course
        hanging = [name for name, one in found.items() if _hangs(one) and name not in skipped]
        if not hanging:
            break
        skipped += hanging
    return [*found.values()]


def _hangs(course: Course) -> bool:
    return bool(course.end) and course.at not in {one.size for one in course.samples}


def minimal(find: Find, target: Target, tries: int = 24) -> Find:
    """The find with as little of its motif as shows the same kind of fault in the same step."""
    kinds = {fault.kind for fault in find.faults}
    best = find
    for _ in range(tries):
        for less in _less(best.motif):
            tries -= 1
            same = [
                one
                for one in attack(target, less)
                if one.step == find.step and kinds & {fault.kind for fault in one.faults}
            ]
            if same or tries < 0:
                break
        else:
            return best
        if tries < 0:
            return best
        best = same[0]
    return best


def _less(motif: Motif) -> Iterator[Motif]:
    """The motif without one of its parts, then with half, a quarter, … of its unit cut out."""
    for name in ("prefix", "suffix", "middle", "closing"):
        if getattr(motif, name):
            yield replace(motif, **{name: ""})
    if motif.language != "en":
        yield replace(motif, language="en")
    width = len(motif.unit) // 2
    while width:
        for start in range(0, len(motif.unit), width):
            rest = motif.unit[:start] + motif.unit[start + width :]
            if rest:
                yield replace(motif, unit=rest)
        width //= 2


def attacked(
    targets: Sequence[Target],
    drawn: Callable[[Target], Sequence[Motif]],
    tell: Callable[[Find], None],
    stop: float = STOP,
) -> Iterator[Find]:
    """All that is wrong with some targets of the motifs drawn for each, told as it is found."""
    for target in targets:
        for motif in drawn(target):
            for find in attack(target, motif, stop):
                tell(find)
                yield find

"""Whether what was measured grows faster than n·log n, or is more than it may be."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from hostile.limits import Allowance
from hostile.measuring import Course, Sample

#: Less time (units) and memory (bytes) than this says nothing about growth; a course that never
#: gets as far as this is not worth a word.
_NOISE_UNITS, _FLOOR_UNITS = 1.0, 25.0
_NOISE_BYTES, _FLOOR_BYTES = 6_000_000, 48_000_000

#: How much steeper than n·log n a line through the last three sizes may be, and one through two.
_STEEPER, _STEEPER_OF_TWO = 0.28, 0.36
#: And how much steeper it must be between the last two: what jumps once and is linear behind it has
#: left what the processor keeps at hand.
_GOES_ON = 0.12


@dataclass(frozen=True)
class Fault:
    """What is wrong with a course: of which kind it is, and in words."""

    kind: str
    words: str
    #: Whether a cost grows too fast, and is not too high at one size.
    grows: bool = False


def faults(course: Course, allowed: Allowance) -> list[Fault]:
    """All that is wrong with a course."""
    return [*_ends(course), *_too_dear(course, allowed), *_too_steep(course)]


def _ends(course: Course) -> list[Fault]:
    if not course.end:
        return []
    if course.end == "no end":
        words = f"not done after {course.given:.0f} units at {course.at} bytes"
        return [Fault("time", words)]
    kind = "memory" if course.end == "memory" else "error"
    return [Fault(kind, f"{course.end} at {course.at} bytes")]


def _too_dear(course: Course, allowed: Allowance) -> list[Fault]:
    """What is more than its limit, though it be linear: the worst of each kind."""
    found = {}
    for one in course.samples:
        for kind, value, most in (
            ("time", one.units, allowed.units(one.size)),
            ("memory", one.memory, allowed.memory(one.size)),
            ("answer", one.answer, allowed.answer(one.size)),
        ):
            if value > most:
                words = f"{kind} {value:.0f} of at most {most:.0f} at {one.size} bytes"
                found[kind] = Fault(kind, words)
    return [*found.values()]


def _too_steep(course: Course) -> list[Fault]:
    found = []
    answered = [one for one in course.samples if not one.said]
    time = excess(_beside_fixed(answered, "units"), _NOISE_UNITS, _FLOOR_UNITS)
    if time is not None:
        found.append(Fault("time", f"time grows as n^{time:.1f}: {told(answered)}", True))
    memory = excess(_beside_fixed(answered, "memory"), _NOISE_BYTES, _FLOOR_BYTES)
    if memory is not None:
        found.append(Fault("memory", f"memory grows as n^{memory:.1f}: {told(answered)}", True))
    return found


def told(samples: Sequence[Sample]) -> str:
    """What was measured, size by size."""
    return ", ".join(
        f"{one.size / 1000:.3g} kB {one.units:.3g} u {one.memory / 1e6:.0f} MB" for one in samples
    )


def _beside_fixed(samples: Sequence[Sample], what: str) -> list[tuple[int, float]]:
    """Sizes with what they cost beside what nothing costs."""
    fixed = next((float(getattr(one, what)) for one in samples if not one.size), 0.0)
    return [(one.size, getattr(one, what) - fixed) for one in samples if one.size]


def excess(points: Sequence[tuple[int, float]], noise: float, floor: float) -> float | None:
    """The exponent with which a cost grows, if that is steeper than n·log n; else None.

    What is below `noise` counts as that much, and what never reaches `floor` is nothing at all.
    """
    last = [(size, max(cost, noise)) for size, cost in points][-3:]
    if len(last) < 2 or last[-1][1] < floor:
        return None
    for some, more in ((last, _STEEPER), (last[-2:], _STEEPER_OF_TWO)):
        if some[-1][0] < 2 * some[0][0]:
            continue
        found = slope(some)
        goes_on = slope(last[-2:]) > _usual(last[-2:]) + _GOES_ON
        if goes_on and found > _usual(some) + more:
            return found
    return None


def _usual(points: Sequence[tuple[int, float]]) -> float:
    """The exponent that n·log n has between these sizes."""
    return slope([(size, size * math.log(size)) for size, _ in points])


def slope(points: Sequence[tuple[int, float]]) -> float:
    """The exponent of the power law nearest to some points (least squares of their logarithms)."""
    across = [math.log(size) for size, _ in points]
    up = [math.log(cost) for _, cost in points]
    middle, height = sum(across) / len(across), sum(up) / len(up)
    above = sum((x - middle) * (y - height) for x, y in zip(across, up, strict=True))
    return above / sum((x - middle) ** 2 for x in across)


def quickest(one: Course, other: Course) -> Course:
    """Of two courses of the same step the less of every size; it ended badly when both did."""
    both = {sample.size: sample for sample in one.samples}
    for sample in other.samples:
        known = both.get(sample.size, sample)
        units, memory = min(known.units, sample.units), min(known.memory, sample.memory)
        both[sample.size] = replace(sample, units=units, memory=memory)
    worse = one if one.end and other.end else Course(one.step)
    samples = [sample for _, sample in sorted(both.items())]
    return replace(worse, samples=samples)

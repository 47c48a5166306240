"""Whether a pattern is linear: in one match, and when it is searched for from every place.

A search tries the pattern at each place of a text. Where one try is in a loop, another begins in
the middle of what the loop has read, and both can fail after it, every place may cost the rest of
the text. This is the ambiguity of `.*` before the pattern (Weber and Seidl again). A loop in which
the match may end, whatever follows, does no harm: the search goes on behind what it has read.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from kb.citations.ambiguity import refuse_growth, refuse_many
from kb.citations.automaton import Automaton
from kb.citations.dialect import PatternError
from regexps.positions import Positions, Way, positions
from regexps.tree import Part


def refuse_slow(pattern: str, tree: Part, searched: bool, fills_unset: bool = False) -> None:
    """Raise `PatternError` for a pattern that takes more than linear time on some text.

    `searched` says that it is looked for from every place, not matched at one.
    """
    places = positions(pattern, tree, fills_unset)
    refuse_growth(places.automaton)
    refuse_many(places.automaton)
    if searched:
        _refuse_restarts(places)


def _refuse_restarts(places: Positions) -> None:
    """Refuse a loop in which, on some text, one match can be while another begins."""
    safe = _safe(places)
    # What a failing match has read behind its last safe position is lost: no more than one loop.
    lasting = [
        [way for way in after if position not in safe and way.to not in safe and not way.counted]
        for position, after in enumerate(places.ways)
    ]
    edges = [[(way.to, way.letters) for way in after] for after in lasting]
    automaton = places.automaton
    unsafe = Automaton(automaton.pattern, automaton.places, automaton.masks, edges, [])
    for circle in unsafe.circles():
        within = set(circle)
        for position in circle:
            word = _word(places, lasting, within, position)
            if word is not None:
                loop = automaton.loop(position)
                why = f"a search is begun anew at each {word!r} of a run that {loop} reads"
                hint = "Say what stands before it, let it not fail, or scan without a pattern."
                raise PatternError(automaton.pattern, 0, why, hint)


def _safe(places: Positions) -> set[int]:
    """Positions after which a match is sure to end well, sooner or later, whatever follows."""
    masks = places.automaton.masks
    ends: dict[int, int] = {}
    for at, on in places.ends:
        if on.sure and not masks[at] & ~on.before:
            ends[at] = ends.get(at, 0) | on.after
    every = places.all | places.end
    safe = set(range(1, len(masks)))
    while True:
        good = {
            position
            for position in safe
            if not every
            & ~reduce(
                or_,
                (way.letters for way in places.ways[position] if way.sure and way.to in safe),
                ends.get(position, 0),
            )
        }
        if good == safe:
            return safe
        safe = good


def _word(places: Positions, lasting: list[list[Way]], within: set[int], at: int) -> str | None:
    """A word that leads from a position back to it, and from a new start to it; None for none."""
    each = [1 << bit for bit in range(places.all.bit_length()) if places.all >> bit & 1]
    signs = {1 << bit: sign for bit, sign in enumerate(places.examples)}
    for before in each:
        # The state: where the new match is (0: not begun), the old one, the letter read last.
        todo: list[tuple[int, int, int]] = [(0, at, before)]
        came: dict[tuple[int, int, int], tuple[tuple[int, int, int], int] | None] = {todo[0]: None}
        while todo:
            state = todo.pop()
            new, old, last = state
            for way in lasting[old]:
                if way.to not in within:
                    continue
                for letter in each:
                    if not way.letters & letter:
                        continue
                    if new:
                        after = [to.to for to in places.ways[new] if to.letters & letter]
                    else:
                        after = [
                            to.to
                            for to in places.begins
                            if to.letters & letter and to.before & last
                        ]
                        after.append(0)
                    for to in after:
                        # The letter matters before the new match begins, and at the word's end.
                        reached = (to, way.to, letter)
                        if reached in came:
                            continue
                        came[reached] = (state, letter)
                        if to == way.to == at and letter == before:
                            return _spelt(came, reached, signs)
                        todo.append(reached)
    return None


def _spelt(
    came: dict[tuple[int, int, int], tuple[tuple[int, int, int], int] | None],
    state: tuple[int, int, int],
    signs: dict[int, int],
) -> str:
    word = ""
    while (step := came[state]) is not None:
        state, letter = step
        word = chr(signs[letter]) + word
    return word

"""The gate by hand: as many seeds as one likes, and what was found before."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

from hostile import examples, readers
from hostile.attack import Find, Target, attack, minimal
from hostile.motifs import Motif
from hostile.strategies import drawn


def main() -> None:
    """Attack; exit code 1 when something was found."""
    parser = argparse.ArgumentParser(prog="make hostile", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--seeds", type=int, default=3, help="how many; 0: what is known alone")
    parser.add_argument("--known", action="store_true", help="also what was found before")
    parser.add_argument("--motifs", type=int, default=1, help="for each target and seed")
    parser.add_argument("--only", default="", help="targets in whose name this stands")
    parser.add_argument("--minimal", action="store_true", help="make what is found smaller")
    options = parser.parse_args()
    found: list[Find] = []
    started = time.monotonic()

    def go(target: Target, motifs: Sequence[Motif]) -> None:
        for motif in motifs:
            for find in attack(target, motif):
                less = minimal(find, target) if options.minimal else find
                found.append(less)
                print(less, flush=True)

    targets: list[Target] = [one for one in readers.ALL if options.only in one.name]
    if options.known:
        for target in targets:
            go(target, examples.KNOWN[target.kind])
    for seed in range(options.seed, options.seed + options.seeds):
        for number, target in enumerate(targets):
            go(target, drawn(target.kind, 1000 * seed + number, options.motifs))
        spent = time.monotonic() - started
        print(f"seed {seed}: {len(found)} finds so far, {spent:.0f} s", file=sys.stderr, flush=True)
    sys.exit(bool(found))


main()

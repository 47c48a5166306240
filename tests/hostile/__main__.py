"""The gate by hand: as many seeds as one likes, and what was found before."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence

from hostile.attack import Find, Target, attack, minimal
from hostile.motifs import Motif
from hostile.targets import Targets


def main() -> None:
    """Attack; exit code 1 when something was found."""
    parser = argparse.ArgumentParser(prog="make hostile", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--seeds", type=int, default=3, help="how many; 0: what is known alone")
    parser.add_argument("--known", action="store_true", help="also what was found before")
    parser.add_argument("--motifs", type=int, default=1, help="for each target and seed")
    parser.add_argument("--only", default="", help="targets in whose name this stands")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--part", help=argparse.SUPPRESS)  # of which process: 1/2
    parser.add_argument("--minimal", action="store_true", help="make what is found smaller")
    options = parser.parse_args()
    if options.part is None and options.jobs > 1:
        sys.exit(_in_parts(options.jobs))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # what was started is ended, too
    found: list[Find] = []
    started = time.monotonic()

    def go(target: Target, motifs: Sequence[Motif]) -> None:
        for motif in motifs:
            for find in attack(target, motif):
                less = minimal(find, target) if options.minimal else find
                found.append(less)
                print(less, flush=True)

    part, parts = map(int, (options.part or "1/1").split("/"))
    with Targets(options.only) as targets:
        if options.known:
            for target, motifs in targets.known()[part - 1 :: parts]:
                go(target, motifs)
        for seed in range(options.seed, options.seed + options.seeds):
            for target, motifs in targets.drawn(seed, options.motifs)[part - 1 :: parts]:
                go(target, motifs)
            spent = time.monotonic() - started
            told = f"seed {seed}, part {part} of {parts}: {len(found)} finds so far, {spent:.0f} s"
            print(told, file=sys.stderr, flush=True)
    sys.exit(bool(found))


def _in_parts(jobs: int) -> int:
    """The same in several processes, each with some of the targets; 1 when something was found."""
    command = [sys.executable, "-W", "ignore", "-m", "hostile", *sys.argv[1:]]
    parts = [
        subprocess.Popen([*command, "--part", f"{part}/{jobs}"]) for part in range(1, jobs + 1)
    ]
    return max(part.wait() for part in parts)


main()

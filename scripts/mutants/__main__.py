"""Plants small faults in the code and says which of them no test notices.

Of each package (scripts/mutants/packages.toml) a sample of mutants is tried: one small fault each,
with the tests that reach its line, until one fails. The score is the share that a test noticed,
of those that change what the program does (scripts/mutants/equivalent.toml names others, as far
as somebody read them).

    make mutants PACKAGE=search SAMPLE=60 SEED=1
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from mutants.mutant import Mutant, Planting
from mutants.packages import Package, packages
from mutants.python_faults import faults
from mutants.python_trial import PythonTrial
from mutants.script_faults import script_faults
from mutants.script_trial import Scripts, ScriptTrial
from mutants.tree import ROOT, Forks, copied, digest, kept, only_one
from mutants.trial import Outcome

SCHEMA = "kodeks.mutants/1"

_EQUIVALENT = Path(__file__).parent / "equivalent.toml"


def main() -> None:
    """Read what is asked, try mutants, report."""
    arguments = _arguments()
    alone = only_one()
    tree = copied()
    known = packages(tree)
    names = arguments.package or [*known]
    if strange := [name for name in names if name not in known]:
        raise SystemExit(f"there is no package {strange[0]}: {', '.join(known)}")
    mark = digest(tree, "kb", "tests", "corpus", "site")
    reports = []
    for name in names:
        report = _tried(known[name], arguments, tree, mark)
        reports.append(report)
        if not arguments.json:
            _print(report)
    if arguments.json:
        print(json.dumps({"schema": SCHEMA, "packages": reports}, indent=1, ensure_ascii=False))
    alone.close()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser("make mutants", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--package", action="append", help="one of them (again for more); all")
    parser.add_argument("--sample", type=int, default=60, help="mutants of each; 0 for all")
    parser.add_argument("--seed", type=int, default=1, help="another one gives another sample")
    parser.add_argument("--file", default="", help="only files whose path has this in it")
    parser.add_argument(
        "--again", action="store_true", help="try only what no test noticed the last time"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    return parser.parse_args()


def _tried(
    package: Package, arguments: argparse.Namespace, tree: Path, mark: str
) -> dict[str, Any]:
    """Try a sample of a package's mutants; what the report says of it."""
    started = time.monotonic()
    plantings = [*_faults(package, tree, arguments.file)]
    chosen = _sample(plantings, arguments.sample, arguments.seed)
    before = _last(package.name) if arguments.again else {}
    equivalent = tomllib.loads(_EQUIVALENT.read_text(encoding="utf-8"))["mutant"]
    tried = []
    builds = kept(tree)
    with Forks(tree, builds) as forks:
        trial: PythonTrial | ScriptTrial
        if package.is_python:
            trial = PythonTrial(package, forks, tree, mark)
        else:
            trial = ScriptTrial(package, forks, tree, Scripts(tree, builds))
        for number, mutant in enumerate(chosen, 1):
            outcome = before.get((mutant.file, mutant.diff)) or trial.of(mutant)
            tried.append(_row(mutant, outcome, equivalent))
            said = f"{number}/{len(chosen)} {mutant.file}:{mutant.line} {outcome.kind}"
            print(f"{package.name} {said} {outcome.seconds:.1f} s", file=sys.stderr, flush=True)
            if not outcome.is_noticed:
                print(mutant.diff, file=sys.stderr, flush=True)
    report = _report(package.name, tried) | {
        "places": len(plantings),
        "seed": arguments.seed,
        "seconds": round(time.monotonic() - started),
        "tried": tried,
    }
    (ROOT / f"{package.name}.json").write_text(
        json.dumps(report, indent=1, ensure_ascii=False), encoding="utf-8"
    )
    return report


def _last(name: str) -> dict[tuple[str, str], Outcome]:
    """What a test noticed the last time, by file and diff."""
    path = ROOT / f"{name}.json"
    rows = json.loads(path.read_text(encoding="utf-8"))["tried"] if path.exists() else []
    found = {}
    for row in rows:
        outcome = Outcome(row["outcome"], row["by"], row["tests"], row["seconds"])
        if outcome.is_noticed:
            found[row["file"], row["diff"]] = outcome
    return found


def _faults(package: Package, tree: Path, part: str) -> Iterator[Planting]:
    """The faults that can be planted in the files of a package whose paths have `part` in them."""
    files = [file for file in package.sources if part in file]
    if not package.is_python:
        yield from script_faults(tree, files)
        return
    for file in files:
        yield from faults(file, (tree / file).read_text(encoding="utf-8"))


def _sample(plantings: Iterable[Planting], size: int, seed: int) -> list[Mutant]:
    """So many mutants by chance, the same for the same seed; all where there are no more."""
    shuffled = [*plantings]
    random.Random(seed).shuffle(shuffled)
    written = (mutant for planting in shuffled if (mutant := planting()))
    return [*islice(written, size or None)]


def _row(mutant: Mutant, outcome: Outcome, equivalent: list[dict[str, str]]) -> dict[str, Any]:
    kind: str = outcome.kind
    why = next((one["why"] for one in equivalent if _is_same(one, mutant)), "")
    if why and not outcome.is_noticed:
        kind = "equivalent"
    row = {"file": mutant.file, "line": mutant.line, "outcome": kind, "diff": mutant.diff}
    row |= {"by": outcome.by, "tests": outcome.tests, "seconds": outcome.seconds}
    return row | ({"why": why} if kind == "equivalent" else {})


def _is_same(one: dict[str, str], mutant: Mutant) -> bool:
    """Whether this is the mutant that somebody read: files may move, lines may shift."""
    return Path(mutant.file).name == one["file"] and mutant.diff.strip() == one["diff"].strip()


def _report(name: str, tried: list[dict[str, Any]]) -> dict[str, Any]:
    counts = Counter(row["outcome"] for row in tried)
    noticed = counts["killed"] + counts["timeout"]
    counted = len(tried) - counts["equivalent"]
    return {
        "package": name,
        "score": round(100 * noticed / counted, 1) if counted else None,
        "sample": len(tried),
        "outcomes": dict(counts),
    }


def _print(report: dict[str, Any]) -> None:
    outcomes = ", ".join(f"{count} {kind}" for kind, count in sorted(report["outcomes"].items()))
    print(
        f"\n{report['package']}: {report['score']} % noticed, of {report['sample']} tried", end=""
    )
    print(
        f" ({outcomes}) of {report['places']} places; seed {report['seed']}, {report['seconds']} s"
    )
    for row in sorted(report["tried"], key=lambda row: (row["file"], row["line"])):
        if row["outcome"] in ("survived", "unreached"):
            print(f"\n{row['file']}:{row['line']} {row['outcome']} ({row['tests']} tests)")
            print(row["diff"])


if __name__ == "__main__":
    main()

"""Makes rulings up, in every language that the data has; the same for the same seed.

Example: PYTHONPATH=scripts python -m generate_rulings --number 10000 --seed 7 rulings
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from generate_rulings.reading import facts
from generate_rulings.stories import Ruling, ruling


def truth(made: Ruling) -> dict[str, Any]:
    """What is true of a ruling: its facts, its situation, and what it cites.

    `laws` are the provisions that are cited and exist, each once; `citations` are all in their
    order, with the ends of a range, and with what is wrong with them, if anything is. `said` are
    the facts that the ruling says of itself as data.
    """
    laws = (law for one in made.cited if one.fault != "nowhere" for law in one.laws)
    return {
        "id": made.id,
        "file": made.name,
        "language": made.language,
        "date": made.day.isoformat(),
        "body": made.body,
        "event": made.event,
        "decision": made.decision,
        "situation": made.situation,
        "edition": facts().edition.replace("%", made.code),
        "laws": [*dict.fromkeys(laws)],
        "citations": [one._asdict() for one in made.cited],
        "said": [*made.fields],
    }


def row(made: Ruling) -> dict[str, Any]:
    """A ruling as a line of a stream: its text, and the facts that it says of itself as data."""
    return {"id": made.id, "file": made.name, "fields": made.fields, "text": made.text}


def main() -> None:
    parser = argparse.ArgumentParser(prog="generate_rulings", description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", help="where the files go, 1,000 a folder")
    parser.add_argument("--number", type=int, default=1000, help="how many rulings")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--jsonl", type=Path, help="write them as lines of JSON too")
    parser.add_argument("--truth", type=Path, help="write what is true of each, a line of JSON")
    parser.add_argument("--names", type=Path, help="write the names of the people in them, a line")
    options = parser.parse_args()
    if not (options.folder or options.jsonl or options.truth or options.names):
        parser.error("give a folder, or a file behind --jsonl, --truth or --names")
    began, names = time.perf_counter(), set[str]()
    with ExitStack() as stack:
        streams = [
            (stack.enter_context(path.open("w", encoding="utf-8")), made_of)
            for path, made_of in ((options.jsonl, row), (options.truth, truth))
            if path
        ]
        for number in range(options.first, options.first + options.number):
            made = ruling(options.seed, number)
            if options.folder:
                _write(options.folder, made)
            for stream, made_of in streams:
                stream.write(f"{json.dumps(made_of(made), ensure_ascii=False)}\n")
            names.update(made.people)
    if options.names:
        options.names.write_text("".join(f"{name}\n" for name in sorted(names)), encoding="utf-8")
    seconds = time.perf_counter() - began
    print(
        f"{options.number} rulings in {seconds:.1f} s, {options.number / seconds:.0f} a second",
        file=sys.stderr,
    )


def _write(folder: Path, made: Ruling) -> None:
    path = folder / made.name
    if not path.parent.is_dir():
        path.parent.mkdir(parents=True)
    path.write_bytes(made.text.encode())


if __name__ == "__main__":
    main()

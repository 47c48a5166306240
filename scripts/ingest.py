#!/usr/bin/env python3
"""The reading step alone: raw texts → records, without an index.

    .venv/bin/python scripts/ingest.py                  every text that has a reader
    .venv/bin/python scripts/ingest.py TEXT             one text
    .venv/bin/python scripts/ingest.py --out DIR        JSON Lines there, not in build/ingest

Prints what was found and what is left over; exit code 1 when anything is.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from kb.core.errors import KodeksError
from kb.corpus import manifest
from kb.reading.read import read
from kb.storage.writing import write_reading


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("texts", nargs="*", metavar="TEXT", help="edition/language …; all if none")
    parser.add_argument("--out", type=Path, help="directory for the JSON Lines")
    options = parser.parse_args(arguments)
    try:
        corpus = manifest.load()
        chosen = [corpus.text(id) for id in options.texts] or list(corpus.readable)
        out = options.out or corpus.home / "build" / "ingest"
        left_over = 0
        for number, text in enumerate(chosen, 1):
            print(f"[{number}/{len(chosen)}] reading {text.id}", file=sys.stderr)
            reading = read(text)
            write_reading(out, reading)
            kinds = Counter(record.kind for record in reading.records)
            print(text.id, *(f"{count} {kind}" for kind, count in sorted(kinds.items())), sep="\t")
            for span in reading.unclaimed:
                print(f"{text.source}:{span.line}: belongs to nothing", file=sys.stderr)
            left_over += len(reading.unclaimed)
    except OSError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KodeksError as error:
        print(f"error: {error.message}", error.hint or "", sep="\n", file=sys.stderr)
        return error.exit_code
    return int(left_over > 0)


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Read a bad scan: propose what its tokens are, and keep the ledger of a text.

    scripts/ledger.py propose TEXT > reading.tsv    # a first reading, by dictionary
    scripts/ledger.py read TEXT > reading.tsv       # the reading as the ledger has it
    scripts/ledger.py write TEXT reading.tsv        # puts a reading into the ledger

A reading has a line of the scan in a row: its number, a tab, its tokens. A person reads every line
and mends the tokens in it: `∅` is noise, `⌒` belongs to the word before it, `_` is a lost blank.
`write` keeps the confidence and the remark of what is read as before; new rows are of high
confidence, made by script where `propose` has the very reading. The old ledger stays until the new
one is whole. A text must have `reading` in the manifest; its confusions.tsv says what its OCR makes
of letters.
"""

from __future__ import annotations

import argparse
import itertools
import math
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import simplemma

from kb.core.errors import CorpusError, KodeksError, ReadingError
from kb.corpus import manifest
from kb.corpus.corpus import Text
from kb.files.atomic import write_whole
from kb.files.typed_toml import read_text
from kb.reading.scan.ledger import (
    HEADER,
    JOINED,
    LEDGER,
    NOISE,
    Change,
    kind_of,
    load_confusions,
    load_ledger,
    raw_tokens,
)
from kb.reading.source import Source

_MARKS = {NOISE: "∅", JOINED: "⌒"}
_BLANK = "_"
_WORD = re.compile(r"[^\W_](?:.*[^\W_])?")
_ROW = re.compile(r"([1-9][0-9]*)\t(\S+(?: \S+)*)")

#: A token with more readings than this is left to the reader.
_MOST = 4096


class Proposer:
    """Proposes words of a language, those that other texts of the corpus have before all others."""

    def __init__(self, language: str, confusions: dict[str, str], texts: list[Text]) -> None:
        self.language, self.confusions = language, confusions
        words = (w for text in texts for line in text.lines() for w in re.findall(r"\w+", line))
        self.counts = Counter(word.lower() for word in words)

    def propose(self, raw: str) -> str:
        """The best-known word that the OCR may have made a token of; the token if none is known."""
        match = _WORD.search(raw)
        if match is None:
            return raw
        choices = list(self._choices(match[0]))
        if math.prod(map(len, choices)) > _MOST:
            return raw
        best = max(map("".join, itertools.product(*choices)), key=self._weight)
        return raw.replace(match[0], best) if self._weight(best) else raw

    def _choices(self, word: str) -> Iterator[tuple[str, ...]]:
        at = 0
        while at < len(word):
            piece = word[at : at + 2] if word[at : at + 2] in self.confusions else word[at]
            yield (piece, *self.confusions.get(piece, ""))
            at += len(piece)

    def _weight(self, word: str) -> int:
        """How well known a word is; 0 for none."""
        lowered = word.lower()
        return 2 * self.counts[lowered] + simplemma.is_known(lowered, lang=self.language)


def rows(path: Path, source: Source, old: dict[tuple[int, int], Change], proposer: Proposer) -> str:
    """A ledger from a reading; raises `ReadingError` unless it has every token of every line."""
    reading = readings(path)
    changed = ["\t".join(HEADER)]
    for line in range(1, len(source.lines) + 1):
        tokens = [*raw_tokens(source, line)]
        row, words = reading.pop(line, (1, []))
        if words and len(words) != len(tokens):
            why = f"line {line} has {len(tokens)} tokens on the scan, here {len(words)}"
            raise ReadingError(path, row, why)
        if not words and any((line, token.number) in old for token in tokens):
            raise ReadingError(path, 1, f"line {line} is missing, which the ledger changes")
        for token, word in zip(tokens, words, strict=False):
            if word == token.raw:
                continue
            mark = next((kind for kind, sign in _MARKS.items() if sign == word), None)
            corrected = "" if mark else word.replace(_BLANK, " ")
            kind = mark or kind_of(token.raw, corrected)
            change = old.get((line, token.number))
            if change and (change.corrected, change.kind) == (corrected, kind):
                by, confidence, remark = change.by, change.confidence, change.remark
            else:
                by = "script" if proposer.propose(token.raw) == corrected else "hand"
                confidence, remark = "high", ""
            cells = (line, token.number, token.raw, corrected, kind, by, confidence, remark)
            changed.append("\t".join(map(str, cells)))
    if reading:
        line, (row, _) = min(reading.items())
        raise ReadingError(path, row, f"the scan has no line {line}")
    return "\n".join(changed) + "\n"


def readings(path: Path) -> dict[int, tuple[int, list[str]]]:
    """The lines of a reading by number, each with its row and its tokens."""
    by_line: dict[int, tuple[int, list[str]]] = {}
    for row, line in enumerate(read_text(path).splitlines(), 1):
        match = _ROW.fullmatch(line)
        if match is None or int(match[1]) in by_line:
            raise ReadingError(path, row, "give, once, the number of a line, a tab, its tokens")
        by_line[int(match[1])] = (row, match[2].split(" "))
    return by_line


def shown(change: Change | None, raw: str) -> str:
    """A token as a reading writes it."""
    if change is None:
        return raw
    return _MARKS.get(change.kind, change.corrected.replace(" ", _BLANK))


def run(command: str, name: str, reading: Path | None) -> None:
    corpus = manifest.load()
    text = corpus.text(name)
    if text.reading is None:
        raise CorpusError(f"{name} has no curated directory", "Give it `reading` in the manifest.")
    source = Source(text.source, text.lines())
    others = [t for t in corpus.texts if t.language == text.language and t.id != text.id]
    proposer = Proposer(text.language, load_confusions(text.reading), others)
    path = text.reading / LEDGER
    changes = load_ledger(text.reading).changes if path.exists() else {}
    if reading:
        write_whole(path, rows(reading, source, changes, proposer).encode())
        return
    for number in range(1, len(source.lines) + 1):
        words = [
            proposer.propose(token.raw)
            if command == "propose"
            else shown(changes.get((number, token.number)), token.raw)
            for token in raw_tokens(source, number)
        ]
        if words:
            print(number, " ".join(words), sep="\t")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("propose", "read", "write"):
        command = commands.add_parser(name)
        command.add_argument("text")
        if name == "write":
            command.add_argument("reading", type=Path)
    arguments = parser.parse_args()
    try:
        run(arguments.command, arguments.text, getattr(arguments, "reading", None))
    except KodeksError as error:
        print(f"error: {error.message}", error.hint or "", sep="\n", file=sys.stderr)
        sys.exit(error.exit_code)


if __name__ == "__main__":
    main()

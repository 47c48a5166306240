#!/usr/bin/env python3
"""Read a bad scan: propose what its tokens are, and keep the ledger of a text.

    scripts/ledger.py propose ulti-2017/hu > reading.tsv    # a first reading, by dictionary
    scripts/ledger.py read ulti-2017/hu > reading.tsv       # the reading as the ledger has it
    scripts/ledger.py write ulti-2017/hu reading.tsv        # the ledger of a reading

A reading has a line of the scan in a row: its number, a tab, its tokens. A person reads every line
and mends the tokens in it: `∅` is noise, `⌒` belongs to the word before it, `_` is a lost blank.
`write` keeps confidences and remarks of what is read as before; new rows are of high confidence.
"""

from __future__ import annotations

import itertools
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import simplemma

from kb import corpus as manifest
from kb.corpus import Text
from kb.reading.ledger import JOINED, LEDGER, NOISE, Change, kind_of, load_ledger, raw_tokens
from kb.reading.source import Source

_NOISE, _JOINED, _BLANK = "∅", "⌒", "_"
_HEADER = "line\ttoken\traw\tcorrected\tkind\tby\tconfidence\tremark"
_WORD = re.compile(r"[^\W_](?:.*[^\W_])?")

#: What the OCR makes of letters: what it has, and what may have been printed for it.
_CONFUSIONS = {
    "ii": ("ü", "ű", "üí"),
    "il": ("ű",),
    "a": ("á",),
    "e": ("é",),
    "i": ("í", "ü"),
    "o": ("ó", "ö", "ő"),
    "u": ("ú", "ü", "ű"),
    "é": ("ó", "ő", "á"),
    "d": ("ó", "ő", "á", "ö"),
    "6": ("ó", "ö", "ő"),
    "0": ("o", "ö", "ő"),
    "1": ("l",),
    "4": ("á",),
    "¢": ("é", "ó"),
    "€": ("é",),
    "{": ("ü",),
    "O": ("ö", "ő"),
    "l": ("ő",),
}
#: A token with more places than this to choose at is left to the reader.
_MOST = 4096


class Dictionary:
    """The words of a language, those that the corpus has before all others."""

    def __init__(self, language: str, texts: list[Text]) -> None:
        self.language = language
        words = (w for text in texts for line in text.lines() for w in re.findall(r"\w+", line))
        self.counts = Counter(word.lower() for word in words)

    def weight(self, word: str) -> int:
        """How well known a word is; 0 for none."""
        lowered = word.lower()
        known = simplemma.is_known(lowered, lang=self.language)
        return 2 * self.counts[lowered] + known


def propose(raw: str, dictionary: Dictionary) -> str:
    """The best-known word that the OCR may have made a token of; the token where none is known."""
    match = _WORD.search(raw)
    if match is None:
        return raw
    choices = list(_choices(match[0]))
    size = 1
    for options in choices:
        size *= len(options)
    if size > _MOST:
        return raw
    words = ("".join(picked) for picked in itertools.product(*choices))
    best = max(words, key=dictionary.weight)
    return raw if not dictionary.weight(best) else raw.replace(match[0], best)


def _choices(word: str) -> Iterator[tuple[str, ...]]:
    at = 0
    while at < len(word):
        size = 2 if word[at : at + 2] in _CONFUSIONS else 1
        piece = word[at : at + size]
        yield (piece, *_CONFUSIONS.get(piece, ()))
        at += size


def write(text: Text, source: Source, reading: Path, dictionary: Dictionary) -> Iterator[str]:
    """The rows of a ledger, from a reading."""
    assert text.reading is not None
    known = load_ledger(text.reading).changes if (text.reading / LEDGER).exists() else {}
    yield _HEADER
    for row in reading.read_text(encoding="utf-8").splitlines():
        number, _, words = row.partition("\t")
        line, tokens = int(number), words.split(" ")
        for raw, word in zip(raw_tokens(source, line), tokens, strict=True):
            if word == raw.raw:
                continue
            corrected = "" if word in (_NOISE, _JOINED) else word.replace(_BLANK, " ")
            kind = JOINED if word == _JOINED else kind_of(raw.raw, corrected)
            by = "script" if propose(raw.raw, dictionary) == corrected else "hand"
            old = known.get((line, raw.number))
            same = old is not None and (old.corrected, old.kind) == (corrected, kind)
            rest = (old.confidence, old.remark) if old and same else ("high", "")
            cells = (line, raw.number, raw.raw, corrected, kind, by, *rest)
            yield "\t".join(map(str, cells))


def shown(change: Change | None, raw: str) -> str:
    """A token as a reading writes it."""
    if change is None:
        return raw
    marks = {NOISE: _NOISE, JOINED: _JOINED}
    return marks.get(change.kind, change.corrected.replace(" ", _BLANK))


def main() -> None:
    command, name, *rest = sys.argv[1:] or ["", ""]
    if command not in ("propose", "read", "write") or len(rest) != (command == "write"):
        sys.exit(__doc__)
    corpus = manifest.load()
    text = corpus.text(name)
    source = Source(text.source, text.lines())
    others = [t for t in corpus.texts if t.language == text.language and t.id != text.id]
    dictionary = Dictionary(text.language, others)
    if command == "write":
        print("\n".join(write(text, source, Path(rest[0]), dictionary)))
        return
    assert text.reading is not None
    changes = load_ledger(text.reading).changes if command == "read" else {}
    for number in range(1, len(source.lines) + 1):
        tokens = [*raw_tokens(source, number)]
        words = [
            shown(changes.get((number, token.number)), token.raw)
            if command == "read"
            else propose(token.raw, dictionary)
            for token in tokens
        ]
        if words:
            print(number, " ".join(words), sep="\t")


if __name__ == "__main__":
    main()

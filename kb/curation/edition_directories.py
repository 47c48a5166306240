"""Where people curate by edition, there is a directory for each edition and for nothing else.

What is in it has the name of a language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from kb.core.errors import CorpusError
from kb.corpus.corpus import Corpus

_LANGUAGE = re.compile("[a-z]{2}")


def edition_directories(corpus: Corpus, below: str) -> Iterator[Path]:
    """The directories below one of the home, in the order of their names, which are editions.

    Raises `CorpusError` at one that is named after no edition of the corpus.
    """
    editions = {edition.id for edition in corpus.editions}
    for path in sorted((corpus.home / below).glob("*")):
        if path.name not in editions:
            raise CorpusError(f"{path}: there is no edition {path.name!r}", "See corpus.toml.")
        yield path


def language_of(path: Path, suffix: str = ".tsv") -> str:
    """The language that a file with a suffix, or a directory with "", is named after.

    Raises `CorpusError` when it is named after none.
    """
    if path.suffix != suffix or not _LANGUAGE.fullmatch(path.stem):
        raise CorpusError(f"{path}: not named after a language", f"Name it <language>{suffix}.")
    return path.stem

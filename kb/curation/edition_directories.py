"""Where people curate by edition, there is a directory for each edition and for nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kb.core.errors import CorpusError
from kb.corpus.manifest import Corpus


def edition_directories(corpus: Corpus, below: str) -> Iterator[Path]:
    """The directories below one of the home, in the order of their names, which are editions.

    Raises `CorpusError` at one that is named after no edition of the corpus.
    """
    editions = {edition.id for edition in corpus.editions}
    for path in sorted((corpus.home / below).glob("*")):
        if path.name not in editions:
            raise CorpusError(f"{path}: there is no edition {path.name!r}", "See corpus.toml.")
        yield path

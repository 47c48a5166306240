"""Opening the current build; it is built first when it is missing, damaged or out of date."""

from __future__ import annotations

from collections.abc import Callable

from kb.core.errors import KodeksError
from kb.core.progress import Progress, silent
from kb.corpus.corpus import Corpus
from kb.storage.hashes import KeptHashes
from kb.storage.store import CURRENT, Store, build_root, current, fingerprint

#: Where a home keeps the hashes of its files from command to command.
HASHES = "build/hashes.json"

#: Called with a sentence that the user should see.
Notify = Callable[[str], None]


def open_store(corpus: Corpus, notify: Notify, progress: Progress = silent) -> Store:
    """Return the store of a build that is whole and of this corpus and code.

    When there is none, the corpus is built first, and `notify` is told why. When building fails,
    the last good build stays in use and `notify` is told so; a damaged build is never opened.
    Raises `KodeksError`.
    """
    store = current(corpus.home)
    if store is not None:
        hashes = KeptHashes(corpus.home / HASHES)
        reason = store.stale(fingerprint(corpus.home, hashes.of), hashes.of)
        hashes.save()
        if reason is None:
            return store
    elif (build_root(corpus.home) / CURRENT).is_symlink():
        reason = "The build's manifest is damaged or of another version"
    else:
        reason = "There is no build yet"
    notify(f"{reason}; building")
    from kb.build import build  # imported only here: seldom needed, and slow to import

    try:
        return build(corpus, progress=progress).store
    except KodeksError as error:
        if store is None or store.damaged() is not None:
            raise
        notify(f"{error.message}; the last good build stays in use")
        return store

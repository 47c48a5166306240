"""Opening a build for reading: current, whole, and made anew first where it is not."""

from __future__ import annotations

from collections.abc import Callable

from kb.core.errors import KodeksError
from kb.core.progress import Progress, silent
from kb.corpus.manifest import Corpus
from kb.storage.store import CURRENT, Store, build_root, current, fingerprint

#: Called with a sentence that the user should see.
Notify = Callable[[str], None]


def open_store(corpus: Corpus, notify: Notify, progress: Progress = silent) -> Store:
    """A store that may be read: current, whole, and rebuilt first when it is not.

    Says through `notify` why it rebuilds. When a rebuild is impossible the last good build
    stays in use with a warning; a damaged one is never opened. Raises `KodeksError`.
    """
    store = current(corpus.home)
    if store is not None:
        reason = store.stale(fingerprint(corpus.home))
        if reason is None:
            return store
    elif (build_root(corpus.home) / CURRENT).is_symlink():
        reason = "The build's manifest is damaged or of another version"
    else:
        reason = "There is no build yet"
    notify(f"{reason}; building")
    from kb.build import build  # all that reads texts: seldom needed, and slow to import

    try:
        return build(corpus, progress=progress).store
    except KodeksError as error:
        if store is None or store.damaged() is not None:
            raise
        notify(f"{error.message}; the last good build stays in use")
        return store

"""The library of rulings that a command is about: its option, and bringing it up to date."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kb.cli.shared import Consoles, open_built
from kb.cli.terminal.progress_bar import patient_progress
from kb.corpus.corpus import Corpus

if TYPE_CHECKING:  # imported when a command reads a library: no other has need of it
    from kb.library.library import RulingLibrary
    from kb.library.updating import LibraryUpdate

LibraryOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--library",
        help="A folder of rulings (Markdown, HTML, text), with all below it. Repeatable; those of "
        "corpus.toml unless given.",
    ),
]


def updated_library(
    corpus: Corpus,
    library: Sequence[Path] | None,
    redact: Path | None = None,
    no_redact: bool = False,
    anew: bool = False,
) -> tuple[LibraryUpdate, RulingLibrary]:
    """The library, brought up to date; files that cannot be read are named on standard error."""
    from kb.library.folders import LibraryFolder
    from kb.library.library import RulingLibrary, library_folders
    from kb.library.library_setting import LibrarySetting
    from kb.library.state import LibraryPlace
    from kb.library.updating import Updater

    setting = LibrarySetting.of_environment()
    named = library or [corpus.home / folder for folder in setting.folders]
    given = [LibraryFolder.of(path, corpus.home) for path in named]
    place = LibraryPlace(corpus.home, library_folders(corpus, given), setting.cluster)
    store = open_built(corpus)
    names = redact.absolute() if redact else None
    if names is None and not no_redact:
        names = place.names_to_replace(corpus.redact)
    with patient_progress(Consoles.err) as report:
        done = Updater(place, corpus, store, names, report).update(anew)
    for one in done.unreadable:
        Consoles.err.print(f"left out: {one.file}: {one.reason}", style="yellow", soft_wrap=True)
    return done, RulingLibrary.open(corpus, store, place)

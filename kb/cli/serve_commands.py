"""The command that serves: the site and the API in one process, or in several."""

from __future__ import annotations

import inspect
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from typing import Annotated, Any

import typer

from kb.cli.shared import Consoles, app
from kb.corpus import manifest
from kb.corpus.corpus import Corpus
from kb.service.settings import SettingInfo, Settings, variable
from kb.storage.store import current, fingerprint


def serve(**given: Any) -> None:
    """Serve the built site, and the API under /api/v1.

    For this machine alone, unless --host says so. An index that is missing or damaged is built
    first. It ends in good order on Ctrl-C and SIGTERM. Every setting is a variable of the
    environment too; the documentation (/docs/operators/) tells more.

    Example: kodeks serve --port 8080   ·   kodeks serve --host 0.0.0.0 --workers 2
    """
    from kb.service.server import serve as run

    settings = Settings.read(given)
    corpus = manifest.load()
    with _ended_by(signal.SIGINT, signal.SIGTERM):
        _bring_up_to_date(corpus, settings)
        _index_rulings(corpus, settings)
        run(corpus.home, settings, lambda address: Consoles.out.print(f"Serving on {address}"))


@contextmanager
def _ended_by(*signals: signal.Signals) -> Iterator[None]:
    """End with exit code 0 on these signals; uvicorn passes them on when it has stopped."""

    def end(*_: object) -> None:
        raise SystemExit(0)

    before = {number: signal.signal(number, end) for number in signals}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _bring_up_to_date(corpus: Corpus, settings: Settings) -> None:
    """Build what is missing, old or damaged, in a process of its own.

    A build takes four times the memory of the service, which would keep it. If it fails, the last
    good one is served, or the service's own copy of it; where there is neither, this ends with the
    exit code of the build.
    """
    from kb.service.snapshot import copies, copies_directory, damage

    store = current(corpus.home)
    if store is not None and store.stale(fingerprint(corpus.home)) is None:
        return
    done = subprocess.run([sys.executable, "-m", "kb.cli", "build"], env=_at(corpus), check=False)
    if done.returncode == 0:
        return
    is_whole = store is not None and damage(store) is None
    if not is_whole and not copies(copies_directory(corpus.home, settings.run)):
        raise typer.Exit(done.returncode)
    Consoles.err.print("the last good build stays in use", style="yellow")


def _index_rulings(corpus: Corpus, settings: Settings) -> None:
    """Bring the index of the library up to date, in a process of its own too.

    If that fails, the last good one is served.
    """
    from kb.library.library_setting import LibrarySetting

    if settings.library:
        named = LibrarySetting.of(settings.library)  # of a cluster the command reads by itself
        options = [word for one in named.folders for word in ("--library", str(corpus.home / one))]
        command = [sys.executable, "-m", "kb.cli", "rulings", "index", *options]
        subprocess.run(command, env=_at(corpus), check=False)


def _at(corpus: Corpus) -> dict[str, str]:
    """The environment of a command that is to work in the same home."""
    return os.environ | {"KODEKS_HOME": str(corpus.home)}


def _options() -> list[inspect.Parameter]:
    """An option for each setting; what is left out is taken from the environment."""
    options = []
    for setting in fields(Settings):
        default = f", {setting.default} unless given" if setting.default not in (None, "") else ""
        text = f"{SettingInfo.of(setting).description} [dim]{variable(setting.name)}{default}[/dim]"
        option = Annotated[str | None, typer.Option(f"--{setting.name}", help=text)]
        options.append(
            inspect.Parameter(
                setting.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=option
            )
        )
    return options


# Typer reads a command's options from its signature; the settings say what they are.
serve.__signature__ = inspect.Signature(_options())  # type: ignore[attr-defined]
serve.__annotations__ = {one.name: one.annotation for one in _options()}
app.command()(serve)

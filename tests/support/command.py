"""The command `kodeks`, run in the process of the tests."""

from __future__ import annotations

import json
import sys

import pytest

from kb import cli
from kb.cli.terminal import progress_bar as progress


class Kodeks:
    """Runs the command in this process: exit code, output and messages."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys
        self.out = self.err = ""
        # What it says must not hang on how fast the machine is: no test is long work here.
        monkeypatch.setattr(progress, "_PATIENCE", 3600.0)

    def __call__(self, *arguments: str) -> int:
        self._monkeypatch.setattr(sys, "argv", ["kodeks", *arguments])
        code: int | str | None = 0
        try:
            cli.main()
        except SystemExit as stop:
            code = stop.code
        self.out, self.err = self._capsys.readouterr()
        return int(code or 0)

    def json(self, *arguments: str) -> dict[str, object]:
        assert self(*arguments, "--json") == 0, self.err
        found: dict[str, object] = json.loads(self.out)
        return found

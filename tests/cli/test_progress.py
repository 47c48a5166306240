"""Long work says how far it is; short work says nothing."""

from __future__ import annotations

import time

import pytest

from kb.cli.terminal import progress_bar as progress
from kb.cli.terminal.console import Terminal


def test_short_work_says_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", 60.0)  # short, however slow the machine
    with progress.patient_progress(Terminal(stderr=True)) as step:
        step("reading", 0, 2)
        step("writing", 1, 2)
    assert capsys.readouterr().err == ""


def test_long_work_says_what_it_is_at_although_it_takes_no_further_step(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", 0.0)
    said = ""
    with progress.patient_progress(Terminal(stderr=True)) as step:
        step("reading", 0, 2)
        for _ in range(1000):
            said += capsys.readouterr().err
            if said:
                break
            time.sleep(0.01)
        step("writing", 1, 2)
    assert said == "[0/2] reading\n"
    assert capsys.readouterr().err == "[1/2] writing\n"

"""The service asks nobody for anything, whatever the environment would have it report."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from kb.service.app import create_api
from kb.service.settings import Settings
from support.faults import Build
from support.homes import REPOSITORY
from support.loops import played

_TESTS = REPOSITORY / "tests"
_ALONE = _TESTS / "support/alone"

#: What makes FastAPI, and whatever else knows OpenTelemetry, report to somebody.
REPORTING = {
    "FASTAPI_OTEL_AUTO_CONFIGURE": "true",
    "OTEL_EXPORTER_OTLP_ENDPOINT": "http://192.0.2.1:4318",
    "OTEL_TRACES_EXPORTER": "otlp",
    "OTEL_METRICS_EXPORTER": "otlp",
    "OTEL_LOGS_EXPORTER": "otlp",
}


def alone(tmp_path: Path, *arguments: object, **environment: str) -> tuple[dict[str, Any], str]:
    """What is reported from where there is no network, and what was tried there."""
    tried = tmp_path / "tried"
    tried.touch()
    path = os.pathsep.join(map(str, (_ALONE, _TESTS, REPOSITORY)))
    done = subprocess.run(
        [sys.executable, _ALONE / "alone.py", *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": path, "KODEKS_TRIED": str(tried), **environment},
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1]), tried.read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("environment", [{}, REPORTING], ids=["as it is", "told to report"])
def test_it_serves_and_takes_up_builds_without_asking_anybody(
    faulty_home: Path, second_build: Build, tmp_path: Path, environment: dict[str, str]
) -> None:
    report, tried = alone(
        tmp_path,
        "serve",
        faulty_home,
        second_build.home,
        KODEKS_HOME=str(faulty_home),
        **environment,
    )
    assert {*report["answers"].values()} == {200}, report
    assert report["code"] == 0
    assert tried == ""
    if (counted := report["counted"]) is not None:
        # Every connection that was begun is one of ours to it.
        assert counted == {"connections": report["asked"], "datagrams": 0, "unreachable": 0}


@pytest.mark.slow
def test_whoever_asked_somebody_would_be_noticed(tmp_path: Path) -> None:
    report, tried = alone(tmp_path, "reach")
    events = [line.split()[0] for line in tried.splitlines()]
    assert events == ["socket.connect", "socket.getaddrinfo", "socket.sendto", "subprocess.Popen"]
    if report["counted"] is not None:
        assert report["counted"]["unreachable"] > 0


def test_fastapi_would_report_if_it_was_left_to_itself(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    for name, value in REPORTING.items():
        monkeypatch.setenv(name, value)

    def warnings(app: FastAPI) -> list[str]:
        """What is logged of telemetry while an application starts and ends."""
        caplog.clear()
        events = iter(("startup", "shutdown"))

        async def receive() -> dict[str, str]:
            return {"type": f"lifespan.{next(events)}"}

        async def send(message: Any) -> None:
            assert message["type"].endswith(".complete"), message

        played(lambda: app({"type": "lifespan", "state": {}}, receive, send))
        return [line for line in caplog.messages if "telemetry" in line]

    assert len(warnings(FastAPI())) == 1  # it cannot: what sends is not installed
    assert warnings(create_api(tmp_path, Settings())) == []

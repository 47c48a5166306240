"""What an operator reads and takes is true: the pages, the unit, the container, the proxies."""

from __future__ import annotations

import json
import logging
import os
import re
import resource
import shlex
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from kb.documentation.commands import commands
from kb.publishing.output.site import site_directory
from kb.service.app import create_api
from kb.service.builds import Builds
from kb.service.logs import LineFormatter, PlainFormatter
from kb.service.openapi_document import openapi
from kb.service.problems import STATUS
from kb.service.settings import PREFIX, Settings, settings_table
from support.homes import REPOSITORY, site_home
from support.reference import reference_files
from support.serving import ask

PAGES = sorted((REPOSITORY / "site/docs/operators").glob("*.md"))
#: All that is written for operators.
PAGE = "\n".join(path.read_text(encoding="utf-8") for path in PAGES)
DEPLOY = REPOSITORY / "scripts/deploy"

#: What the command line can do, by name.
COMMANDS = commands()

#: Variables that are no settings of the service: where things are, and what pages say.
OTHERS = {"KODEKS_HOME", "KODEKS_CORRECTIONS"}


def deployed(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The rows of the tables below a heading, cell by cell."""
    section = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S)
    assert section, heading
    lines = [line for line in section[1].splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def check_settings(environ: Mapping[str, str]) -> Settings:
    """The settings that variables make; all that begin like settings must be some."""
    known = {*Settings().environment(), f"{PREFIX}RUN", *OTHERS}
    assert {name for name in environ if name.startswith(PREFIX)} <= known
    return Settings.read({}, environ)


def parse(command: list[str]) -> dict[str, object]:
    """What the command line makes of a command: its options, or an error."""
    assert Path(command[0]).name == "kodeks"
    _, name, *options = command
    assert name == "serve"
    return dict(COMMANDS[name].make_context(name, options).params)


# --- the page -------------------------------------------------------------------------------------


def test_the_reference_has_the_table_of_settings_as_the_program_writes_it() -> None:
    assert "](../reference/settings.md)" in PAGE
    assert settings_table() in reference_files()["reference/settings.md"]


def test_the_page_lists_every_answer_that_is_a_refusal_with_its_status() -> None:
    listed = {row[1].strip("`"): row[0] for row in rows("Refusals")[2:]}
    assert listed == {kind: str(int(status)) for kind, status in STATUS.items()}


def test_commands_files_and_headings_that_the_page_names_exist() -> None:
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.M))
    assert set(re.findall(r"(?:`|\$ |&& )make ([a-z]+(?:-[a-z]+)*)", PAGE)) <= targets
    assert set(re.findall(r"(?:`|/)kodeks ([a-z]+)", PAGE)) <= set(COMMANDS)
    assert set(re.findall(r"python (scripts/\w+\.py)", PAGE)) == {"scripts/audit.py"}
    generated = reference_files()
    for page in PAGES:
        for target in re.findall(r"\]\(([^)]+)\)", page.read_text(encoding="utf-8")):
            file, _, anchor = target.partition("#")
            place = (page.parent / file).resolve()
            text = generated.get(place.relative_to(PAGES[0].parents[1]).as_posix())
            text = text or place.read_text(encoding="utf-8")
            headings = re.findall(r"^#+ (.+)$", text, re.M)
            anchors = {re.sub(r"[^\w -]", "", one).lower().replace(" ", "-") for one in headings}
            assert not anchor or anchor in anchors, target
    for path in re.findall(r"(?:/opt/kodeks/|`|-f )(scripts/deploy/[\w./-]+)", PAGE):
        assert (REPOSITORY / path).is_file()


def test_every_variable_that_the_page_or_a_file_names_is_a_setting() -> None:
    files = [PAGE, *(path.read_text(encoding="utf-8") for path in DEPLOY.iterdir())]
    named = {one for text in files for one in re.findall(r"\bKODEKS_[A-Z]+", text)}
    check_settings(dict.fromkeys(named - {*Settings().environment(), f"{PREFIX}RUN"}, ""))
    assert {f"{PREFIX}URL", f"{PREFIX}PROXIES"} <= named


def test_the_lines_of_the_log_that_the_page_shows_are_such_lines() -> None:
    (shown,) = re.findall(r"^\{.*\}$", PAGE, re.M)
    (plain,) = re.findall(r"^[\d-]+ [\d:,]+ INFO .*$", PAGE, re.M)
    facts = json.loads(shown)
    record = logging.makeLogRecord({**facts, "msg": "request", "levelname": "INFO"})
    assert list(json.loads(LineFormatter().format(record))) == list(facts)
    written = PlainFormatter().format(record)
    assert re.findall(r" (\w+)=", written) == re.findall(r" (\w+)=", plain)
    told = {name for row in rows("The log") for name in re.findall(r"`(\w+)`", row[0])}
    assert set(facts) <= told


def test_messages_that_the_page_explains_are_written_somewhere() -> None:
    ours = "".join(path.read_text(encoding="utf-8") for path in (REPOSITORY / "kb").rglob("*.py"))
    log = [row[0] for row in rows("The log") if "…" in row[0] or " " in row[0].strip("`")]
    trouble = [row[0] for row in rows("What to do when …")]
    said = [one for cell in (*log, *trouble) for one in re.findall(r"`([^`]+)`", cell)]
    mine = [one.partition("…")[0].strip() for one in said if one[0].islower() and " " in one]
    assert len(mine) > 6
    assert [one for one in mine if one not in ours] == []


# --- the unit -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def unit() -> dict[str, list[str]]:
    """The options of the unit, with all their values."""
    found: dict[str, list[str]] = {}
    for line in deployed("kodeks.service").splitlines():
        if line and line[0] not in "#[":
            name, _, value = line.partition("=")
            found.setdefault(name, []).append(value)
    return found


def test_the_unit_starts_the_program_with_settings_that_it_takes(
    unit: dict[str, list[str]],
) -> None:
    environ = dict(one.split("=", 1) for one in unit["Environment"])
    settings = check_settings(environ)
    command = shlex.split(unit["ExecStart"][0])
    parse(command)
    assert command[0] == f"{environ['KODEKS_HOME']}/.venv/bin/kodeks"
    assert str(settings.run) == f"%C/{unit['CacheDirectory'][0]}"
    assert unit["ProtectSystem"] == ["strict"]


def test_the_unit_waits_for_answers_in_hand_and_reloads_without_a_gap(
    unit: dict[str, list[str]],
) -> None:
    settings = check_settings(dict(one.split("=", 1) for one in unit["Environment"]))
    assert float(unit["TimeoutStopSec"][0]) > settings.grace + settings.hang
    assert unit["KillSignal"] == ["SIGTERM"]
    assert "-HUP $MAINPID" in unit["ExecReload"][0]
    assert settings.workers > 1
    assert unit["Restart"] == ["always"]


# --- the container --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def instructions() -> list[tuple[str, str]]:
    """The instructions of the container file, continued lines joined."""
    text = re.sub(r"^#.*\n", "", deployed("Containerfile"), flags=re.M).replace("\\\n", " ")
    lines = [line.split(None, 1) for line in text.splitlines() if line.strip()]
    return [(name, value) for name, value in lines]


def test_the_container_is_made_of_plain_images_and_names_no_registry(
    instructions: list[tuple[str, str]],
) -> None:
    images = [value.split()[0] for name, value in instructions if name == "FROM"]
    assert len(images) == 2
    (base,) = [value for name, value in instructions if name == "ARG" and "BASE" in value]
    assert re.fullmatch(r"BASE=[a-z]+:[\w.-]+", base)
    assert {*images} == {"$BASE"}  # who builds says which, by its digest
    assert not re.search(r"https?://(?!laws\.example|127\.0\.0\.1)", deployed("Containerfile"))


def test_what_the_container_copies_is_there_and_all_that_a_fingerprint_covers(
    instructions: list[tuple[str, str]],
) -> None:
    copies = [value.split() for name, value in instructions if name == "COPY"]
    for *sources, _ in (one for one in copies if not one[0].startswith("--from")):
        assert [one for one in sources if not (REPOSITORY / one).exists()] == []
    kept = {one[1] for one in copies if one[0].startswith("--from")}
    home = dict(environment(instructions))["KODEKS_HOME"]
    assert {f"{home}/corpus", f"{home}/requirements/runtime.txt", f"{home}/build/kb"} <= kept
    assert f"{home}/{site_directory(Path()).as_posix()}" in kept


def environment(instructions: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    for name, value in instructions:
        if name == "ENV":
            for one in value.split():
                key, _, own = one.partition("=")
                yield key, "" if own.startswith("$") else own


def test_the_container_runs_as_nobody_special_with_settings_that_the_program_takes(
    instructions: list[tuple[str, str]],
) -> None:
    settings = check_settings(dict(environment(instructions)))
    last = dict(instructions)
    assert settings.host == "0.0.0.0"
    assert str(settings.port) == last["EXPOSE"]
    assert int(last["USER"]) > 1000
    parse(json.loads(last["ENTRYPOINT"]))
    asked = re.search(r"'(/api/v1/\w+)'", last["HEALTHCHECK"])
    assert asked
    assert asked[1] in openapi(create_api(REPOSITORY, Settings()))["paths"]
    assert f"install -d -m 0700 -o kodeks -g kodeks {settings.run}" in deployed("Containerfile")


@pytest.mark.slow
def test_what_the_service_imports_is_locked_for_running() -> None:
    lock = (REPOSITORY / "requirements/runtime.txt").read_text(encoding="utf-8")
    locked = {one.lower() for one in re.findall(r"^([\w.-]+)==", lock, re.M)}
    script = """
import sys
from importlib.metadata import packages_distributions
import kb.build, kb.cli.main, kb.cli.serve_commands, kb.service.server, kb.service.app
known = packages_distributions()
tops = {name.partition(".")[0] for name in sys.modules}
print(*{one.lower().replace("_", "-") for top in tops for one in known.get(top, ())})
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=REPOSITORY
    )
    used = {*done.stdout.split()} - {"kodeks"}
    assert "fastapi" in used
    assert used - locked <= {"setuptools", "pip"}


# --- proxies --------------------------------------------------------------------------------------


def test_proxies_ask_where_the_service_listens_and_let_it_say_what_is_too_much() -> None:
    settings = Settings()
    where = f"{settings.host}:{settings.port}"
    for name, longest, patience in (
        ("nginx.conf", r"client_max_body_size (\d+)m", r"proxy_read_timeout (\d+)s"),
        ("Caddyfile", r"max_size (\d+)MB", r"response_header_timeout (\d+)s"),
    ):
        text = deployed(name)
        assert where in text
        (megabytes,), (seconds,) = re.findall(longest, text), re.findall(patience, text)
        assert int(megabytes) * 1_000_000 > settings.body
        assert int(seconds) > settings.answer


# --- the program ----------------------------------------------------------------------------------


def test_another_program_on_disk_is_named_even_if_its_build_cannot_be_read(tmp_path: Path) -> None:
    builds = Builds(tmp_path, Settings(), code="that of yesterday")
    assert not builds.look()
    assert str(builds.refused).startswith("the program on disk is another")


@pytest.mark.slow
def test_more_may_be_connected_than_a_shell_lets_files_be_open(
    built_home: Path, tmp_path: Path
) -> None:
    home = site_home(tmp_path / "home", built_home)
    site = site_directory(home)
    site.mkdir()
    (site / "index.html").write_text("<!doctype html>")
    few = 64
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    process = subprocess.Popen(
        [sys.executable, "-m", "kb.cli", "serve", "--port", "0", "--receive", "60"],
        env=os.environ | {"KODEKS_HOME": str(home), "KODEKS_RUN": str(tmp_path / "run")},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (few, most)),
    )
    idle = []
    try:
        assert process.stdout
        address = process.stdout.readline().split()[-1]
        host, port = address.removeprefix("http://").rstrip("/").split(":")
        while ask_alive(address) != 200:
            time.sleep(0.05)
        for _ in range(3 * few):
            one = socket.create_connection((host, int(port)))
            one.sendall(b"GET / HT")
            idle.append(one)
        assert ask_alive(address) == 200
    finally:
        for one in idle:
            one.close()
        process.terminate()
        process.communicate()


def ask_alive(address: str) -> int:
    return ask(address, "health").status

"""What an operator sets, and what the log tells."""

from __future__ import annotations

import json
import logging
import logging.config
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.service.logs import LineFormatter, PlainFormatter, log_config
from kb.service.negotiation import wanted_language, wants_page
from kb.service.server import running
from kb.service.settings import BadSettingError, Settings, settings_table, variable
from support.serving import QUIET, Answer, ask
from support.waiting import until


def test_an_option_goes_before_the_environment_and_that_before_the_default() -> None:
    environ = {"KODEKS_PORT": "9000", "KODEKS_RATE": ""}
    assert Settings.read({}, environ).port == 9000
    assert Settings.read({"port": "9001"}, environ).port == 9001
    assert Settings.read({"port": None}, environ).port == 9000
    assert Settings.read({}, environ).rate == ""
    assert Settings.read({}, {}) == Settings()


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("port", "70000", "65,535"),
        ("port", "http", "a number"),
        ("workers", "0", "from 1"),
        ("answer", "nan", "a number"),
        ("rate", "often", "600/minute"),
        ("url", "laws.example", "https://"),
        ("log", "xml", "json"),
    ],
)
def test_a_setting_that_cannot_be_says_what_it_may_be(name: str, value: str, said: str) -> None:
    with pytest.raises(BadSettingError, match=said) as caught:
        Settings.read({}, {variable(name): value})
    assert variable(name) in caught.value.message
    assert caught.value.hint


def test_a_worker_reads_the_settings_that_its_parent_was_given() -> None:
    settings = Settings(port=9, workers=2, url="https://laws.example/", run=Path("/run/kodeks"))
    assert Settings.read({}, settings.environment()) == settings


def test_the_table_has_every_setting() -> None:
    table = settings_table()
    for one in fields(Settings):
        assert f"| `--{one.name}` | `{variable(one.name)}` |" in table


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("hu", "hu"),
        ("pl-PL,pl;q=0.9,en;q=0.8", "pl"),
        ("ja, hr;q=0.2, hu;q=0.1", "hr"),
        ("hu;q=0, pl;q=0.1", "pl"),
        ("*", "en"),
        ("hu;q=abc, de", "de"),
        ("DE-AT", "de"),
    ],
)
def test_a_reader_gets_the_language_that_he_likes_best(header: str | None, language: str) -> None:
    assert wanted_language(header, ("hu", "pl", "hr", "de", "en")) == language


@given(st.text(max_size=200))
def test_any_header_gets_a_language_that_there_is(header: str) -> None:
    assert wanted_language(header, ("hu", "pl")) in ("hu", "pl", "en")
    assert wants_page(header) in (True, False)


# --- the log -------------------------------------------------------------------------------------


class Lines(logging.Handler):
    """Keeps what is logged, which may come a moment after the answer."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    def line_of(self, answer: Answer) -> logging.LogRecord:
        """The line of the request that got this answer."""
        id = answer.headers["x-request-id"]
        until(lambda: id in map(_request, self.records), f"the request {id} is in the log")
        return next(record for record in self.records if _request(record) == id)


def _request(record: logging.LogRecord) -> object:
    """The id of the request that a line is about."""
    return getattr(record, "request", None)


@pytest.fixture(scope="module")
def logged(site: Path) -> Iterator[tuple[str, Lines]]:
    """A service that logs everything, and what it logs."""
    lines = Lines()
    with running(site.parents[1], replace(QUIET, level="info")) as address:
        log = logging.getLogger("kodeks.requests")
        log.handlers = [lines]
        yield address, lines
    logging.config.dictConfig(log_config(QUIET))


@pytest.mark.slow
def test_a_request_is_one_line_without_query_or_address(logged: tuple[str, Lines]) -> None:
    address, lines = logged
    answer = ask(address, "search?q=secretword&lang=hu", x_request_id="proxy-7")
    record = lines.line_of(answer)
    line = LineFormatter().format(record)
    found = json.loads(line)
    assert answer.headers["x-request-id"] == found["request"] == "proxy-7"
    assert (found["method"], found["path"], found["status"]) == ("GET", "/api/v1/search", 200)
    assert found["bytes"] == len(answer.body)
    assert found["level"] == "INFO"
    for formatter in (LineFormatter(), PlainFormatter()):
        said = formatter.format(record)
        assert "secretword" not in said
        assert "127.0.0.1" not in said


@pytest.mark.slow
def test_nobody_can_make_up_a_line_of_the_log(logged: tuple[str, Lines]) -> None:
    address, lines = logged
    answer = ask(address, "/api/v1/x%0A%7B%22level%22:%22ERROR%22", x_request_id="a b")
    assert answer.status == 404
    assert answer.headers["x-request-id"] != "a b"
    for formatter in (LineFormatter(), PlainFormatter()):
        assert "\n" not in formatter.format(lines.line_of(answer))

"""The log: a line for each event on standard error, as JSON or as text. Nothing else is written."""

from __future__ import annotations

import logging
import sys
from typing import Any

from pythonjsonlogger.core import RESERVED_ATTRS
from pythonjsonlogger.json import JsonFormatter

from kb.service.settings import Settings

_FIELDS = ("request", "method", "path", "status", "ms", "bytes")


class PlainFormatter(logging.Formatter):
    """Writes an event as a line of text, with values of clients quoted: nobody can forge a line."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(process)d %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """The line, with the fields of a request at its end."""
        fields = [f"{name}={getattr(record, name)!r}" for name in _FIELDS if hasattr(record, name)]
        return " ".join((super().format(record), *fields))


class LineFormatter(JsonFormatter):
    """Writes an event as a line of JSON: time, level, process, message, fields of a request."""

    def __init__(self) -> None:
        super().__init__(
            "%(asctime)s %(levelname)s %(process)d %(message)s",
            rename_fields={"asctime": "time", "levelname": "level"},
            json_ensure_ascii=False,
            reserved_attrs=[*RESERVED_ATTRS, "color_message"],
        )


def log_config(settings: Settings) -> dict[str, Any]:
    """The configuration of the standard library's logging, for our loggers and uvicorn's."""
    is_text = settings.log == "text" or (settings.log == "auto" and sys.stderr.isatty())
    formatter = PlainFormatter if is_text else LineFormatter
    level = settings.level.upper()
    logger: dict[str, Any] = {"handlers": ["lines"], "level": level, "propagate": False}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": f"{__name__}.{formatter.__name__}"}},
        "handlers": {"lines": {"class": "logging.StreamHandler", "formatter": "lines"}},
        "loggers": dict.fromkeys(("kb", "kodeks", "uvicorn.error"), logger),
    }

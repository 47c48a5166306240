"""What an operator can set: by option (`--port`), else by environment (`KODEKS_PORT`).

The command line imports this for its help, so it must not import anything slow at the top.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import Field, asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from kb.core.errors import KodeksError
from kb.library.cluster_address import BadClusterAddressError, is_cluster, masked
from kb.library.library_setting import LibrarySetting

#: What the names of environment variables begin with.
PREFIX = "KODEKS_"


class BadSettingError(KodeksError):
    """Raised for a setting with a value that is not allowed; exit code 2."""

    exit_code = 2


@dataclass(frozen=True)
class SettingInfo:
    """The description of a setting, and the function that reads its value."""

    description: str
    read: Callable[[str], Any] = str

    @staticmethod
    def of(field: Field[Any]) -> SettingInfo:
        """The information on a field of `Settings`."""
        info: SettingInfo = field.metadata["setting"]
        return info


def _setting(
    default: Any, description: str, read: Callable[[str], Any] = str, shown: bool = True
) -> Any:
    """A field; one with a secret in it is not `shown` where settings are."""
    return field(default=default, repr=shown, metadata={"setting": SettingInfo(description, read)})


def _number(kind: type[int] | type[float], low: float, high: float) -> Callable[[str], Any]:
    """A reader of numbers from `low` to `high`, both included."""

    def read(words: str) -> int | float:
        try:
            value = kind(words)
        except ValueError:
            value = None
        if value is None or not low <= value <= high:
            raise ValueError(f"it is a number from {low:,} to {high:,}")
        return value

    return read


def _one_of(*choices: str) -> Callable[[str], str]:
    def read(words: str) -> str:
        if words not in choices:
            raise ValueError(f"it is one of {', '.join(choices)}")
        return words

    return read


def _rate(words: str) -> str:
    from limits import parse_many

    try:
        return words if not words or parse_many(words) else ""
    except ValueError:
        raise ValueError("it is written as 600/minute, or 20/second;600/minute") from None


def _address(words: str) -> str:
    from kb.core.addresses import BadAddressError, site_address

    try:
        return site_address(words) if words else ""
    except BadAddressError as error:
        raise ValueError("it is written as https://laws.example/") from error


def _library(words: str) -> str:
    try:
        LibrarySetting.of(words)
    except BadClusterAddressError as error:
        raise ValueError(f"{error.message}; {error.hint}") from None
    return words


_DAY = 86_400


@dataclass(frozen=True)
class Settings:
    """All settings with their defaults; sizes are bytes, times seconds."""

    host: str = _setting("127.0.0.1", "Address to listen on; 0.0.0.0 is every one.")
    port: int = _setting(8000, "Port to listen on; 0 takes any free one.", _number(int, 0, 65_535))
    workers: int = _setting(
        1, "Processes that answer; they share one index on disk.", _number(int, 1, 64)
    )
    url: str = _setting(
        "", "Where the world sees it, https://…: answers name it. Empty: paths only.", _address
    )
    proxies: str = _setting(
        "127.0.0.1", "Proxies whose X-Forwarded-For and -Proto are believed, with commas between."
    )
    rate: str = _setting(
        "600/minute",
        "Requests to the API from one address, in each worker; empty: any number. This machine "
        "itself is not counted.",
        _rate,
    )
    concurrency: int = _setting(
        512,
        "Requests that a worker has in hand at once; more get 503.",
        _number(int, 1, 100_000),
    )
    linkers: int = _setting(
        2,
        "Processes that link short rulings, in each worker; two more link longer and long ones.",
        _number(int, 1, 64),
    )
    memory: int = _setting(
        250_000_000,
        "Memory of a process that links; a ruling that takes more gets 413.",
        _number(int, 100_000_000, 16_000_000_000),
    )
    body: int = _setting(
        1_000_000,
        "Longest body of a request; a longer one gets 413.",
        _number(int, 1000, 20_000_000),
    )
    receive: float = _setting(
        10.0, "Time in which a request must have come whole; else 408.", _number(float, 0.1, 600)
    )
    answer: float = _setting(15.0, "Time an answer may take; else 503.", _number(float, 0.1, 600))
    floor: int = _setting(
        2000,
        "Bytes a second of an answer that a client must take at least; else it is broken off.",
        _number(int, 1, 1_000_000),
    )
    untaken: int = _setting(
        32_000_000,
        "Bytes of answers that wait to be taken, in each worker; then the slowest are broken off.",
        _number(int, 1_000_000, 1_000_000_000),
    )
    hang: float = _setting(
        10.0,
        "A worker that does nothing for so long is ended, and another takes its place.",
        _number(float, 1, 600),
    )
    grace: float = _setting(
        20.0, "Time for answers in hand when it is told to end.", _number(float, 0, 600)
    )
    fresh: int = _setting(
        300, "How long caches may keep an answer unasked.", _number(int, 0, 365 * _DAY)
    )
    library: str = _setting(
        "",
        "Folders of rulings that the API searches, with commas between; corpus: those of "
        "corpus.toml. Empty: none. kodeks rulings index brings their index up to date. "
        "typesense://KEY@host1,host2,host3 in the variable, not the option: a cluster has them.",
        _library,
        shown=False,
    )
    look: float = _setting(
        2.0, "How often it looks whether there is a new build.", _number(float, 0.1, _DAY)
    )
    run: Path | None = _setting(  # noqa: RUF009  # makes a field, as the others do
        None,
        "Directory for its own copy of the index; build/serving below the home unless given.",
        Path,
    )
    log: str = _setting(
        "auto",
        "How a line of the log is written: json, text, or auto: text on a terminal, else json.",
        _one_of("auto", "json", "text"),
    )
    level: str = _setting(
        "info",
        "From what weight on it is written: debug, info, warning (no requests) or error.",
        _one_of("debug", "info", "warning", "error"),
    )

    @classmethod
    def read(
        cls, given: Mapping[str, Any] | None = None, environ: Mapping[str, str] = os.environ
    ) -> Settings:
        """The settings that were given, else those of the environment, else the defaults.

        Raises `BadSettingError` for a value that is not allowed.
        """
        values: dict[str, Any] = {}
        for setting in fields(cls):
            name = setting.name
            words = (given or {}).get(name)
            if words is not None and is_cluster(str(words)):
                raise BadSettingError(
                    f"--{name} has a key in it, which everybody on this machine can read there",
                    f"Put the address into the environment, as {variable(name)}.",
                )
            words = environ.get(variable(name)) if words is None else str(words)
            if words is None:
                continue
            info = SettingInfo.of(setting)
            try:
                values[name] = info.read(words.strip())
            except ValueError as error:
                raise BadSettingError(
                    f"--{name} ({variable(name)}) cannot be {masked(words)!r}: {error}",
                    info.description,
                ) from None
        return cls(**values)

    def environment(self) -> dict[str, str]:
        """The settings as environment variables, which worker processes read."""
        return {variable(k): str(value) for k, value in asdict(self).items() if value is not None}


def variable(name: str) -> str:
    """The environment variable of a setting.

    >>> variable("port")
    'KODEKS_PORT'
    """
    return f"{PREFIX}{name.upper()}"


def settings_table() -> str:
    """All settings as a Markdown table, which the documentation shows."""
    lines = ["| option | variable | default | what it says |", "| --- | --- | --- | --- |"]
    for setting in fields(Settings):
        name, default = setting.name, setting.default
        shown = "" if default in (None, "") else f"`{default}`"
        description = SettingInfo.of(setting).description
        lines.append(f"| `--{name}` | `{variable(name)}` | {shown} | {description} |")
    return "\n".join(lines) + "\n"

"""Reads TOML that people wrote: every fault in it is an error that names file, line and key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, KeysView, Mapping
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from kb.core.errors import CorpusError

if TYPE_CHECKING:
    from kb.files.toml_lines import KeyPath

#: The end of a message of the standard library's parser, which says where a file is not valid.
_AT = re.compile(r" \(at (?:line ([0-9]+), column [0-9]+|end of document)\)$")

#: The name of a pattern in another one.
_NAME = re.compile(r"\{([a-z_]+)\}")


def read_text(path: Path) -> str:
    """The text of a UTF-8 file; raises `CorpusError` when it cannot be read or is not UTF-8."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise CorpusError(f"{path}: not UTF-8 at byte {error.start}") from None
    except OSError as error:
        raise CorpusError(f"{path}: {error.strerror}", "Restore the file.") from None


def read_toml(path: Path) -> TomlTable:
    """A TOML file as a table; raises `CorpusError` when it is missing or malformed."""
    source = read_text(path)
    try:
        return TomlTable(path, "", tomllib.loads(source), source)
    except tomllib.TOMLDecodeError as error:
        at = _AT.search(str(error))
        line = f":{at[1] or source.count(chr(10)) + 1}" if at else ""
        raise CorpusError(f"{path}{line}: not valid TOML: {error}") from None


class TomlTable:
    """A TOML table that says where it is when something in it is missing, mistyped or unknown."""

    def __init__(
        self, path: Path, where: str, raw: dict[str, Any], source: str, place: KeyPath = ()
    ) -> None:
        self.path, self.where, self._raw = path, where, raw
        self._source, self._place = source, place
        self._asked: set[str] = set()

    def __iter__(self) -> Iterator[str]:
        return iter(self._raw)

    def string(self, key: str, default: str | None = None) -> str:
        """A non-empty string; required unless there is a default."""
        if default is not None and not self._has(key):
            return default
        value: str = self._take(key, str, "a string")
        if not value:
            raise self.error(key, "must not be empty")
        return value

    def optional(self, key: str) -> str | None:
        """A non-empty string, or None when the key is not there."""
        return self.string(key) if self._has(key) else None

    def flag(self, key: str, default: bool | None = None) -> bool:
        """True or false; required unless there is a default."""
        if default is not None and not self._has(key):
            return default
        value: bool = self._take(key, bool, "true or false")
        return value

    def number(self, key: str, default: int | None = None, least: int = 0) -> int:
        """A whole number, not less than `least`; required unless there is a default."""
        if default is not None and not self._has(key):
            return default
        value = self._take(key, int, "a whole number")
        if isinstance(value, bool) or value < least:
            raise self.error(key, f"must be a whole number from {least}")
        return int(value)

    def strings(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """A list of strings; where there is a default it may be left out, or be empty."""
        return self._list(key, str, "strings", default)

    def words(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """A list of single words; where there is a default it may be left out, or be empty."""
        words = self.strings(key, default)
        if not all(re.fullmatch(r"\w+", word) for word in words):
            raise self.error(key, "must be a list of single words")
        return words

    def numbers(self, key: str, default: tuple[int, ...] | None = None) -> tuple[int, ...]:
        """A list of whole numbers; where there is a default it may be left out, or be empty."""
        return self._list(key, int, "whole numbers", default)

    def bounds(self, key: str, what: str, most: int | None = None) -> tuple[int, int]:
        """A list of two numbers, the first and the last of something, from 1 to at most `most`."""
        numbers = self.numbers(key)
        end = max(numbers) if most is None else most
        if len(numbers) != 2 or not 1 <= numbers[0] <= numbers[1] <= end:
            raise self.error(key, f"must be the first and the last {what}")
        return numbers[0], numbers[1]

    def pattern(
        self, key: str, groups: int | str = 0, default: str | None = None
    ) -> re.Pattern[str]:
        """A regular expression with at least so many groups, or with a group of this name."""
        try:
            pattern = re.compile(self.string(key, default))
        except re.error as error:
            raise self.error(key, f"is no regular expression: {error}") from None
        lacks = (
            groups not in pattern.groupindex if isinstance(groups, str) else pattern.groups < groups
        )
        if lacks:
            raise self.error(key, f"needs the group {groups}")
        return pattern

    def matching(self, key: str, pattern: re.Pattern[str], what: str) -> str:
        """A string that matches a pattern; `what` describes it in the message."""
        value = self.string(key)
        if not pattern.fullmatch(value):
            raise self.error(key, f"must be {what}, not {value!r}")
        return value

    def one_of(self, key: str, choices: set[str], default: str | None = None) -> str:
        """A string out of a set; required unless there is a default."""
        value = self.string(key, default)
        if value not in choices:
            raise self.error(key, f"must be one of {', '.join(sorted(choices))}, not {value!r}")
        return value

    def table(self, key: str) -> TomlTable:
        """A table below this one."""
        raw = self._take(key, dict, "a table")
        return TomlTable(self.path, self._below(key), raw, self._source, (*self._place, key))

    def optional_table(self, key: str) -> TomlTable | None:
        """A table below this one, or None when it is not there."""
        return self.table(key) if self._has(key) else None

    def tables(self, key: str, required: bool = True) -> list[TomlTable]:
        """The tables that are written as [[key]]; at least one if `required`."""
        if not required and not self._has(key):
            return []
        out = []
        for number, row in enumerate(self._take(key, list, f"written as [[{key}]]"), 1):
            if not isinstance(row, dict):
                raise self.error(key, f"must be written as [[{key}]]")
            name = row.get("id", f"number {number}")
            place = (*self._place, key, number - 1)
            out.append(TomlTable(self.path, f"[[{key}]] {name}", row, self._source, place))
        return out

    def keys(self) -> KeysView[str]:
        """The keys that are there, in the order of the file."""
        return self._raw.keys()

    def items(self) -> dict[str, str]:
        """A table whose every value is a string, in the order of the file."""
        return {key: self.string(key) for key in self._raw}

    def filled(self, parts: Mapping[str, str] = MappingProxyType({})) -> dict[str, str]:
        """Its patterns; a name in braces stands for a pattern above it, or else for a part."""
        named = dict(parts)
        patterns: dict[str, str] = {}
        for name, pattern in self.items().items():
            patterns[name] = named[name] = _NAME.sub(lambda match: named[match[1]], pattern)
        return patterns

    def every(self) -> tuple[str, ...]:
        """The strings of all its lists, each once, as where each list has those of a language."""
        return tuple(dict.fromkeys(chain.from_iterable(self.lists().values())))

    def lists(self) -> dict[str, tuple[str, ...]]:
        """Its lists by key, as where each list has the words of a language."""
        return {key: self.strings(key) for key in self._raw}

    def done(self) -> None:
        """Raise `CorpusError` for a key that was never asked for: misspelt or without meaning."""
        unknown = sorted(set(self._raw) - self._asked)
        if unknown:
            raise self.error(unknown[0], "is not known here")

    def error(
        self, key: str, why: str, hint: str | None = None, item: int | None = None
    ) -> CorpusError:
        """An error about a key of this table, or about an item (from 0) of the list there."""
        line = self._line(key, item)
        return CorpusError(f"{self.path}:{line}: {self._below(key)} {why}", hint)

    def _line(self, key: str, item: int | None) -> int:
        """The line of an item or a key, or of the table that lacks it."""
        # Imported only here: seldom needed, and slow to import.
        from kb.files.toml_lines import lines_of

        lines = lines_of(self._source)
        place: KeyPath = (*self._place, key)
        wanted = place if item is None else (*place, item)
        around = (wanted[:length] for length in range(len(wanted), 0, -1))
        return next((lines[place] for place in around if place in lines), 1)

    def _below(self, key: str) -> str:
        return f"{self.where}: {key}" if self.where and key else self.where or key

    def _has(self, key: str) -> bool:
        """Whether a key is there; from now on it counts as known."""
        self._asked.add(key)
        return key in self._raw

    def _take(self, key: str, kind: type, what: str) -> Any:
        if not self._has(key):
            raise self.error(key, "is missing")
        if not isinstance(self._raw[key], kind):
            raise self.error(key, f"must be {what}")
        return self._raw[key]

    def _list(
        self, key: str, kind: type, what: str, default: tuple[Any, ...] | None
    ) -> tuple[Any, ...]:
        if default is not None and not self._has(key):
            return default
        values = self._take(key, list, f"a list of {what}")
        if not all(isinstance(v, kind) and not isinstance(v, bool) for v in values):
            raise self.error(key, f"must be a list of {what}")
        if not values and default is None:
            raise self.error(key, f"must be a list of {what} that is not empty")
        return tuple(values)

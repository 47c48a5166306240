"""The base class of all rows of a build, and how they are written as JSON.

Every row of a build is an object of a class of kb/core. Whoever reads a row back gets an object of
the class that wrote it. msgspec makes these classes and checks each row against them as it reads.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec


class Stored(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of a build, or a part of one."""

    def plain(self) -> dict[str, Any]:
        """The object as JSON has it, its keys in the order in which they are written."""
        fields: dict[str, Any] = msgspec.to_builtins(self)
        return fields


def plain(value: object) -> dict[str, Any]:
    """The hook by which `json.dumps(…, default=plain)` writes stored objects at any depth."""
    if isinstance(value, Stored):
        return value.plain()
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


def to_json(value: object) -> str:
    """A value as a line of JSON Lines has it, without the end of the line."""
    return json.dumps(value, ensure_ascii=False, default=plain)


def compact_json(value: object) -> str:
    """A value as JSON without blanks, as browsers get it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

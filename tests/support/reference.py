"""The reference of the documentation, as it is published from this repository."""

from __future__ import annotations

from functools import cache

from kb.documentation import reference
from support.homes import REPOSITORY


@cache
def reference_files() -> dict[str, str]:
    """The generated pages and data by their path below the documentation; they are made once."""
    return reference.reference_files(REPOSITORY)

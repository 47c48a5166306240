"""The JSON schemas of everything that Kodeks prints or answers as JSON: the files of kb/schemas."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

Schema = dict[str, Any]


@cache
def schemas() -> dict[str, Schema]:
    """All schemas by the name of their file, read once; whoever reads them must not change them."""
    paths = sorted(Path(__file__).parents[1].glob("schemas/*.json"))
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in paths}

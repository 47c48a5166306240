"""The letters of all scripts as classes for patterns, from letters.toml, and what a word is."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from kb.files.typed_toml import read_toml

LETTERS = Path(__file__).with_name("letters.toml")


@cache
def letters() -> MappingProxyType[str, str]:
    """What stands between [ and ] for a `letter`, an `upper` one, the `opening` of a sentence.

    `mark` is what else may stand in a word.
    """
    return MappingProxyType(read_toml(LETTERS).filled())


_MARK = letters()["mark"]
#: A word as it is searched: letters and digits, with their marks. As in site/search/words.js.
#: Some signs are in both classes: each loop keeps what it has read, so that there is one way.
WORD: Final = re.compile(rf"[^\W_]++(?:[{_MARK}]++[^\W_]*+)*")
#: The same, in which _ is a letter.
TOKEN: Final = re.compile(rf"\w[\w{_MARK}]*")

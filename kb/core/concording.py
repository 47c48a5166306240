"""What may be asked of a concordance. It stands here so that commands need not import Whoosh."""

from __future__ import annotations

from typing import Final, Literal

#: The edition that the rulings of a library are of in a concordance, and their kind.
RULINGS: Final = "rulings"
RULING: Final = "ruling"

#: The most rulings that a library may have for its words to be in the concordance: their index
#: takes ten times the room of their words, and is held in memory.
MOST_CONCORDED: Final = 3000

#: The longest query, in characters.
LONGEST: Final = 2000

#: How many characters of context there are on each side: at least, at most, unless asked for.
NARROWEST, WIDEST, USUAL = 10, 200, 60

#: What lines may be sorted by: their place in the books, the words to the left or to the right.
Order = Literal["place", "left", "right"]

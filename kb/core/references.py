"""What a text cites, as the build writes it."""

from __future__ import annotations

from typing import Literal

from kb.core.stored import Stored


class CitedItem(Stored, frozen=True):
    """One path inside a reference, or a range: what to link. Offsets as in `Reference`.

    The first and the last also cover the words around their path (`Law 27`, `72C szakaszok`).
    """

    start: int
    end: int
    targets: tuple[str, ...]
    dangling: bool


class Reference(Stored, frozen=True, rename={"source": "from"}):
    """A place in a text that cites provisions of its own edition.

    `source`, which JSON calls `from`, is the id of the citing record; `start` and `end` are
    code-point offsets of the quote in its `field`. `line` is the raw line of the first cited
    number. `relative` says that the meaning depends on the place, `dangling` that the edition lacks
    one of the targets.
    """

    source: str
    line: int
    quote: str
    targets: tuple[str, ...]
    relative: bool
    dangling: bool
    field: Literal["heading", "body"]
    start: int
    end: int
    items: tuple[CitedItem, ...]

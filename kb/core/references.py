"""What a text cites, as the build writes it."""

from __future__ import annotations

from typing import Literal

from kb.core.stored import Stored

#: Version of the JSON Lines that `kodeks references` prints; kb/schemas/references.json describes
#: it.
REFERENCES_SCHEMA = "kodeks.references/1"


class CitedItem(Stored, frozen=True):
    """One path of labels in a reference, or a range of them: what becomes one link.

    Its offsets are in the same field as those of the `Reference`. The first and the last item of a
    reference also cover the words around their path (`Law 27`, `72C szakaszok`).
    """

    start: int
    end: int
    targets: tuple[str, ...]
    dangling: bool


class Reference(Stored, frozen=True, rename={"source": "from"}):
    """A place in a text that cites provisions: of its own edition, or of the code it is about.

    `source`, which JSON calls `from`, is the id of the citing record; `start` and `end` are the
    offsets of the quote in its `field`, in code points. `line` is the raw line of the first number
    that is cited. `relative` says that it depends on the place what is meant ("this law"),
    `dangling` that one of the targets does not exist.
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

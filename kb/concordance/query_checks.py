"""What may follow what in a query: the checks that Whoosh's parser does not make.

It takes what it cannot read for words; people want to be told where the slip is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from kb.core.errors import PlacedError
from kb.core.nearest import nearest

#: What phrases stand in, of any country: any of these opens one, and any closes it.
QUOTES: Final = '"„“”‟«»'

#: How deep brackets may stand in each other, and how many words (and values of fields) a query has.
DEEPEST, MOST = 20, 50

#: A word or phrase, a field before one, a bracket, NOT, AND or OR, a quote without its other.
Sort = Literal["words", "field", "open", "close", "not", "between", "quote"]


@dataclass(frozen=True)
class Piece:
    """A piece of a query: what it is, where it stands, its text."""

    sort: Sort
    start: int
    length: int
    text: str = ""

    @property
    def ends(self) -> bool:
        """Whether the query, or what stands in brackets, may end after it."""
        return self.sort in ("words", "close")


class _Checks:
    """The checks of one query."""

    def __init__(self, written: str, fields: Sequence[str]) -> None:
        self._written, self._fields = written, fields
        self._opened: list[Piece] = []
        self._before: Piece | None = None
        self._words = 0

    def see(self, piece: Piece) -> None:
        """Check the next piece; raises `PlacedError`."""
        before = self._before
        begins = before is None or before.sort == "open"
        if before and before.sort == "field":
            self._value(before, piece)
        match piece.sort:
            case "quote":
                raise self._fault("quote", "this quote has no other that closes it", piece)
            case "field" if piece.text not in self._fields:
                raise self._unknown(piece)
            case "open":
                self._opened.append(piece)
                if len(self._opened) > DEEPEST:
                    message = f"at most {DEEPEST} brackets may stand in each other"
                    raise self._fault("deep", message, piece)
            case "close":
                if not self._opened:
                    raise self._fault("closing", "this bracket closes none", piece)
                if begins:
                    message = "there is nothing in these brackets"
                    raise self._fault("hollow", message, self._opened[-1])
                self._is_complete()
                self._opened.pop()
            case "between":
                if begins:
                    message = f"{piece.text} stands between words: none is before it"
                    raise self._fault("before", message, piece)
                self._is_complete()
            case "not" if before and before.sort == "not":
                raise self._fault("twice", "NOT stands twice here", piece)
            case "words":
                self._words += 1
                if self._words > MOST:
                    raise self._fault("words", f"at most {MOST} words are looked for", piece)
        self._before = piece

    def end(self) -> None:
        """Check that the query may end here; raises `PlacedError`."""
        last = self._before
        if last is None:
            hint = "Type a word, or a phrase in quotes."
            raise PlacedError("empty", "the query is empty", self._written, 0, 1, hint)
        if self._opened:
            raise self._fault("opening", "this bracket is not closed", self._opened[-1])
        if last.sort == "field":
            raise self._no_value(last)
        if not last.ends:
            raise self._fault("after", f"nothing stands after {last.text}", last)

    def _fault(
        self,
        fault: str,
        message: str,
        piece: Piece,
        hint: str | None = None,
        names: Sequence[str] = (),
    ) -> PlacedError:
        at = piece.start, piece.length
        return PlacedError(fault, message, self._written, *at, hint, names)

    def _is_complete(self) -> None:
        """Check that what comes before an operator or a closing bracket is complete."""
        before = self._before
        if before and not before.ends:
            raise self._fault("after", f"nothing stands after {before.text}", before)

    def _value(self, field: Piece, piece: Piece) -> None:
        """Check that a value follows a field, right behind its colon."""
        if piece.start > field.start + field.length or piece.sort not in ("words", "open"):
            raise self._no_value(field)

    def _no_value(self, field: Piece) -> PlacedError:
        message = f"a value must stand right behind {field.text}:"
        hint = f"For example {field.text}:… or {field.text}:(… OR …)."
        return self._fault("value", message, field, hint)

    def _unknown(self, piece: Piece) -> PlacedError:
        near = nearest(piece.text, self._fields)
        names = [*near, *(name for name in self._fields if name not in near)]
        hint = f"There are: {', '.join(names)}. Words with a colon stand in quotes."
        return self._fault("field", f"there is no field {piece.text!r}", piece, hint, names)


def check_pieces(pieces: Sequence[Piece], written: str, fields: Sequence[str]) -> None:
    """Check the pieces of a query, which may name these fields; raises `PlacedError`."""
    checks = _Checks(written, fields)
    for piece in pieces:
        checks.see(piece)
    checks.end()

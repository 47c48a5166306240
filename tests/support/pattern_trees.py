"""Patterns that grow at random, each with a reader that counts in how many ways it reads a text."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import product

from hypothesis import strategies as st


@dataclass
class Reading:
    """A text read in every way at once: how many readings stand where, how many signs were read."""

    text: str
    signs: int = 0


@dataclass(frozen=True)
class Tree:
    """A pattern, written and read on its own: nothing here knows the module that is tested."""

    written: str
    kind: str
    parts: tuple[Tree, ...] = ()
    least: int = 1
    most: int | None = 1
    letters: frozenset[str] = field(default=frozenset())

    def read(self, at: Counter[int], reading: Reading) -> Counter[int]:
        """From where how many readings come to where how many go on, as an engine tries them."""
        if self.kind == "sign":
            after = {i + 1: n for i, n in at.items() if reading.text[i : i + 1] in self.letters}
            reading.signs += sum(after.values())
            return Counter(after)
        if self.kind == "row":
            for part in self.parts:
                at = part.read(at, reading)
            return at
        if self.kind == "choice":
            return sum((part.read(at, reading) for part in self.parts), Counter())
        if self.kind == "look":
            wanted = self.written.startswith("(?=")
            return Counter(
                {
                    i: n
                    for i, n in at.items()
                    if bool(self.parts[0].read(Counter({i: n}), reading)) is wanted
                }
            )
        found: Counter[int] = Counter()
        turn = 0
        while at:
            assert turn <= len(reading.text) + 3, "an empty loop was let through"
            if turn >= self.least:
                found += at
            if turn == self.most:
                break
            at = self.parts[0].read(at, reading)
            turn += 1
        return found


def sign(letters: str) -> Tree:
    one = letters if len(letters) == 1 else f"[{letters}]"
    return Tree(one, "sign", letters=frozenset(letters))


def row(*parts: Tree) -> Tree:
    return Tree("".join(part.written for part in parts), "row", parts)


def choice(*parts: Tree) -> Tree:
    return Tree(f"(?:{'|'.join(part.written for part in parts)})", "choice", parts)


def look(part: Tree, sign: str = "=") -> Tree:
    return Tree(f"(?{sign}{part.written})", "look", (part,))


def repeat(part: Tree, least: int, most: int | None) -> Tree:
    short = {(0, None): "*", (1, None): "+", (0, 1): "?"}.get((least, most))
    written = short or f"{{{least},{'' if most is None else most}}}"
    return Tree(f"(?:{part.written}){written}", "repeat", (part,), least, most)


BOUNDS = [(0, None), (1, None), (0, 1), (0, 2), (1, 2), (2, 2), (2, None), (0, 3), (2, 5)]
SIGNS = st.sampled_from(["a", "b", "ab"]).map(sign)


def grown(trees: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    """Pieces around pieces; loops and choices often, for there it is where ways part."""
    several = st.lists(trees, min_size=2, max_size=3)
    loops = st.builds(lambda part, bounds: repeat(part, *bounds), trees, st.sampled_from(BOUNDS))
    return st.one_of(
        SIGNS,
        several.map(lambda parts: row(*parts)),
        several.map(lambda parts: choice(*parts)),
        loops,
        loops,
        st.builds(look, trees, st.sampled_from("=!")),
    )


SMALL = grown(SIGNS)
TREES = st.lists(grown(grown(SMALL)), min_size=1, max_size=3).map(lambda parts: row(*parts))
#: Texts that begin somehow, go round and round, and then perhaps do not fit.
WORDS = ["".join(word) for length in range(1, 4) for word in product("ab", repeat=length)]
ROUNDS = 60

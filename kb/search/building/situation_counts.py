"""What players say, counted: which words stand in the situations of each provision and law."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

#: How much a situation counts for the provisions that it names, the first and the others.
_DECIDES = (1.0, 0.5, 0.3)
#: A word that is in so many situations says half as much as its share.
_RARE = 3.0


def _numbers() -> dict[str, float]:
    return defaultdict(float)


@dataclass
class SituationCounts:
    """The situations of an edition.

    `asked` has by provision how often each term stands in its situations, `words` how many words
    these have.
    """

    asked: dict[str, dict[str, float]] = field(default_factory=lambda: defaultdict(_numbers))
    words: dict[str, float] = field(default_factory=_numbers)
    _of_laws: dict[str, dict[str, float]] = field(default_factory=lambda: defaultdict(_numbers))
    _of_all: dict[str, float] = field(default_factory=_numbers)

    def add(self, laws: Mapping[str, str], terms: Iterable[str], words: int) -> None:
        """Add a situation: the provisions that it names, the best first, with the law of each."""
        distinct = {*terms}
        weights: dict[str, float] = {}
        for (id, law), weight in zip(laws.items(), _DECIDES, strict=False):
            self.words[id] += weight * words
            weights.setdefault(law, weight)
            for term in distinct:
                self.asked[id][term] += weight
        for term in distinct:
            self._of_all[term] += 1
            for law, weight in weights.items():
                self._of_laws[law][term] += weight

    def typical(self) -> Iterator[tuple[str, str, float]]:
        """Each law with each term of its situations, and the law's share of all with that term."""
        for law, counts in self._of_laws.items():
            for term, often in counts.items():
                yield law, term, often / (self._of_all[term] + _RARE)

"""How good the linker is on judged passages: the figures of the development set's scorer.

A predicted span is right when it covers the number of a judged one, stays inside its words, and
has the same targets. A span without targets is a flag.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

#: Judged passages, and predicted or judged spans, as their files have them.
Passage = dict[str, Any]
Span = dict[str, Any]


def count(passages: Iterable[Passage], predictions: Mapping[str, Sequence[Span]]) -> Counter[str]:
    """What is right and wrong over some passages, to be summed and divided."""
    counts: Counter[str] = Counter()
    for passage in passages:
        spans = predictions.get(passage["id"], ())
        links = [span for span in spans if span["targets"]]
        flags = [span for span in spans if not span["targets"]]
        judged = [span for span in passage["spans"] if span["targets"]]
        right = [(gold, link) for gold, link in _pairs(judged, links) if _same(gold, link)]
        counts.update(
            passages=1,
            judged=len(judged),
            links=len(links),
            right=len(right),
            traps=bool(passage.get("trap")),
            trapped=bool(passage.get("trap") and links),
        )
        for wrong in (span for span in passage["spans"] if span.get("dangling")):
            linked = any(_overlap(wrong, link) for link in links)
            flagged = any(_overlap(wrong, flag) for flag in flags)
            counts.update(dangling=1, flagged=flagged and not linked)
    return counts


def link_f1(counts: Mapping[str, int]) -> float:
    """The harmonic mean of precision and recall of links."""
    total = counts["judged"] + counts["links"]
    return 2 * counts["right"] / total if total else 1.0


def table(passages: Sequence[Passage], predictions: Mapping[str, Sequence[Span]]) -> list[str]:
    """A line for all passages and one for each language."""
    rows = [("all", passages)]
    rows += [
        (code, [row for row in passages if row["lang"] == code])
        for code in dict.fromkeys(row["lang"] for row in passages)
    ]
    lines = ["      passages  judged  right  wrong  link F1  traps hit  dangling flagged"]
    for name, some in rows:
        got = count(some, predictions)
        wrong = got["links"] - got["right"]
        lines.append(
            f"{name:<6}{got['passages']:>8}{got['judged']:>8}{got['right']:>7}{wrong:>7}"
            f"{link_f1(got):>9.3f}{got['trapped']:>6} of {got['traps']:<3}"
            f"{got['flagged']:>10} of {got['dangling']}"
        )
    return lines


def _pairs(judged: Sequence[Span], links: Sequence[Span]) -> list[tuple[Span, Span]]:
    """Judged spans with the links that cover their numbers, each once, the closest first."""
    close = [
        (abs(link["start"] - gold["start"]) + abs(link["end"] - gold["end"]), g, n)
        for g, gold in enumerate(judged)
        for n, link in enumerate(links)
        if gold["start"] <= link["start"] <= gold["core"][0]
        and gold["core"][1] <= link["end"] <= gold["end"]
    ]
    golds: set[int] = set()
    used: set[int] = set()
    pairs = []
    for _, g, n in sorted(close):
        if g not in golds and n not in used:
            golds.add(g)
            used.add(n)
            pairs.append((judged[g], links[n]))
    return pairs


def _same(gold: Span, link: Span) -> bool:
    book = gold.get("book")
    return set(gold["targets"]) == set(link["targets"]) and (
        book is None or link.get("book", book) == book
    )


def _overlap(first: Span, other: Span) -> bool:
    return bool(first["start"] < other["end"] and other["start"] < first["end"])

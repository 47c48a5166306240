"""Compares what the linker finds in generated rulings with what they cite, language by language.

Example: PYTHONPATH=.:scripts python -m generate_rulings.judging --number 700 --missed missed.txt
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from generate_rulings.citing import Written
from generate_rulings.reading import facts, languages
from generate_rulings.stories import Ruling, ruling
from kb.corpus import manifest
from kb.linking.cited import Cited
from kb.linking.documents.ruling import format_of
from kb.linking.linker import cite
from kb.linking.resolving.index import Index
from kb.opening import open_store

#: The linker's statuses of what is one of our laws, whether it exists or not.
_OURS = ("linked", "dangling")


class Judged(NamedTuple):
    """A ruling beside what the linker found: what both have, what only one of them has.

    `dated` counts what both have in the edition that the ruling is of, or with the doubt that it
    may be of it.
    """

    made: Ruling
    right: int
    missed: list[Written]
    wrong: list[Cited]
    dated: int


def judge(made: Ruling, index: Index) -> Judged:
    """Compares a ruling with what the linker finds in it, citation by citation.

    A citation is right if its provision is, or both ends of its range; that a number is nowhere to
    be found is right too. Misspelt ones count.
    """
    edition = facts().edition.replace("%", made.code)
    found = cite(made.text, format_of(made.name), index, [made.language])
    left = [one for one in found if one.status in _OURS and one.core]
    missed = []
    right = dated = 0
    for written in made.cited:
        same = next((one for one in left if _is(written, one)), None)
        if same is None:
            missed.append(written)
            continue
        left.remove(same)
        right += 1
        dated += made.code in (same.edition.rpartition("-")[2], same.doubted) or (
            same.edition == edition
        )
    return Judged(made, right, missed, left, dated)


def _is(written: Written, found: Cited) -> bool:
    """Whether the linker found this very citation; among its words it may leave some out."""
    quote = found.quote.replace("&nbsp;", " ").lower().rstrip(")")
    return tuple(map(str, found.targets)) == written.laws and quote in written.words.lower()


def even(seed: int, number: int) -> Iterator[Ruling]:
    """The first rulings of a seed, as many in each language, `number` in all."""
    left = Counter(dict.fromkeys(languages(), number // len(languages())))
    at = 0
    while left.total():
        made = ruling(seed, at)
        at += 1
        if left[made.language] > 0:
            left[made.language] -= 1
            yield made


def table(judged: Iterable[Judged]) -> str:
    """Precision and recall by language, and how many citations are in the right edition."""
    counts: dict[str, Counter[str]] = {language: Counter() for language in languages()}
    for one in judged:
        counts[one.made.language].update(
            rulings=1,
            right=one.right,
            missed=len(one.missed),
            wrong=len(one.wrong),
            dated=one.dated,
        )
    counts["all"] = sum(counts.values(), Counter())
    lines = ["      rulings citations precision recall  edition"]
    for language, count in counts.items():
        cited, found = count["right"] + count["missed"], count["right"] + count["wrong"]
        shares = (count["right"] / found, count["right"] / cited, count["dated"] / count["right"])
        numbers = "".join(f"{share:9.4f}" for share in shares)
        lines.append(f"{language:4} {count['rulings']:8} {cited:9}{numbers}")
    return "\n".join(lines)


def faults(judged: Sequence[Judged]) -> str:
    """What was missed and what was found wrongly, a line each."""
    lines = []
    for one in judged:
        for missed in one.missed:
            place = _around(one.made.text, one.made.text.find(missed.words), missed.words)
            lines.append(f"{one.made.name} missed {missed.laws} {missed.fault} {place}")
        for wrong in one.wrong:
            place = _around(one.made.text, wrong.span.start, wrong.quote)
            lines.append(f"{one.made.name} wrong {[*map(str, wrong.targets)]} {place}")
    return "".join(f"{line}\n" for line in lines)


def _around(text: str, at: int, words: str) -> str:
    return repr(text[max(0, at - 50) : at + len(words) + 40] if at >= 0 else words)


def main() -> None:
    parser = argparse.ArgumentParser(prog="judging", description=__doc__.split("\n")[0])
    parser.add_argument("--number", type=int, default=700)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--missed", type=Path, help="write what was missed or wrong")
    options = parser.parse_args()
    corpus = manifest.load()
    index = Index.of(corpus, open_store(corpus, print))
    judged = [judge(made, index) for made in even(options.seed, options.number)]
    print(table(judged))
    if options.missed:
        options.missed.write_text(faults(judged), encoding="utf-8")


if __name__ == "__main__":
    main()

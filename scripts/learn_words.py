"""Propose words that translate each other, learned from the texts that say the same.

IBM Model 1 (Brown et al. 1993, as NLTK has it) is trained in both directions on pairs of texts:
by provision within an edition, by correspondence across editions, articles by what a section
contains. A pair of words is as likely as the smaller of its two probabilities.

It prints proposals and writes nothing: what people find good enters
corpus/curation/words/everyday.tsv by hand.

Example: scripts/learn_words.py --least 0.15 > proposals.tsv
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations

import simplemma
from nltk.translate import AlignedSent, IBMModel1

from kb.core.stored_records import (
    DefinitionRecord,
    PartRecord,
    RuleRecord,
    SectionRecord,
    StoredRecord,
)
from kb.corpus import manifest
from kb.corpus.corpus import Corpus
from kb.curation.concepts.everyday import read_everyday
from kb.languages.stemming import fold
from kb.opening import open_store
from kb.records.counterparts import all_counterparts
from kb.records.searchable import title
from kb.search.building.morphology import dictionary_code
from kb.storage.store import Store

#: How many times the model goes through the pairs.
ROUNDS = 8
#: Words that stand in fewer pairs say nothing.
RARE = 2

_WORD = re.compile(r"[^\W\d_]{2,}")

#: For each language the words of everything that can be paired, by a name that the languages share.
Words = dict[str, dict[str, list[str]]]


def paired_words(corpus: Corpus, store: Store) -> Words:
    """The words of all records that have counterparts in other languages."""
    paired: Words = defaultdict(lambda: defaultdict(list))
    for text in corpus.readable:
        for record in store.records(text.id):
            words = f"{title(record) or ''} {record.body}"
            for name in names(text.edition, record):
                paired[text.language][name] += lemmas(words, text.language)
    return paired


def names(edition: str, record: StoredRecord) -> Iterator[str]:
    """What a record is paired by: its id, or that of the provision that it became."""
    if isinstance(record, RuleRecord | DefinitionRecord):
        newer = [place for place in all_counterparts(record) if place.newer]
        for place in newer:
            if place.relation in ("same", "changed", "moved") and place.provision:
                yield f"{place.edition}:{place.provision}"
        if not newer:
            yield record.id if isinstance(record, DefinitionRecord) else f"{edition}:{record.id}"
    elif isinstance(record, SectionRecord | PartRecord):
        yield f"{edition}:{record.id}"


def lemmas(words: str, language: str) -> list[str]:
    """The dictionary forms of the words of a text, in lower case."""
    code = dictionary_code(language)
    return [simplemma.lemmatize(word, lang=code).lower() for word in _WORD.findall(words)]


def learn(words: Words, first: str, other: str) -> dict[tuple[str, str], float]:
    """How likely words of two languages are to translate each other."""
    shared = [name for name in words[first] if name in words[other]]
    if not shared:
        return {}
    pairs = [(words[first][name], words[other][name]) for name in shared]
    forth = train([AlignedSent(b, a) for a, b in pairs])
    back = train([AlignedSent(a, b) for a, b in pairs])
    in_one = Counter(word for a, _ in pairs for word in {*a})
    in_other = Counter(word for _, b in pairs for word in {*b})
    return {
        (a, b): min(likely, back[a][b])
        for b, likelies in forth.items()
        for a, likely in likelies.items()
        if a and in_one[a] >= RARE and in_other[b] >= RARE
    }


def train(pairs: list[AlignedSent]) -> dict[str, dict[str | None, float]]:
    """The translation table of IBM Model 1: word → word of the other language → probability."""
    table: dict[str, dict[str | None, float]] = IBMModel1(pairs, ROUNDS).translation_table
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--least", type=float, default=0.1, help="smallest probability shown")
    least = parser.parse_args().least
    corpus = manifest.load()
    store = open_store(corpus, lambda message: print(message, file=sys.stderr))
    everyday = read_everyday(corpus.home)
    words = paired_words(corpus, store)
    print("languages\tword\tword\tprobability\tin the table")
    for first, other in combinations(words, 2):
        learned = learn(words, first, other)
        for (a, b), likely in sorted(learned.items(), key=lambda item: (-item[1], item[0])):
            if likely >= least:
                senses = {s.id for s in everyday if fold(a) in map(fold, s.words.get(first, ()))}
                senses &= {s.id for s in everyday if fold(b) in map(fold, s.words.get(other, ()))}
                print(f"{first}-{other}\t{a}\t{b}\t{likely:.2f}\t{' '.join(sorted(senses))}")


if __name__ == "__main__":
    main()

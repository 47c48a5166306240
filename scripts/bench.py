#!/usr/bin/env python3
"""How long reading, building and searching take, each beside a peer in the same run.

Reading is measured against splitting the raw text into words (what any reader must at least do),
columns against the language detector alone (which mistakes lines that the order of the columns sets
right), references against finding every number with a regular expression (not what it means),
the cross-references against looking through all references for each provision, the graph against
reading it back. Search has a script of its own.
Prints medians and ratios; asserts nothing.
"""

from __future__ import annotations

import re
import shutil
import statistics
import tempfile
import time
import tomllib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import networkx

from kb.build import build
from kb.citations.references import references
from kb.core.source_language import SOURCE_LANGUAGE
from kb.corpus import manifest
from kb.corpus.corpus import Corpus, Text
from kb.curation.concepts.lexicon import lexicon
from kb.exports.graph import graphml
from kb.reading.columns.columns import confidences, split_columns
from kb.reading.columns.series_layout import load_series
from kb.reading.read import read
from kb.reading.source import Source
from kb.records.cross_references import cross_references
from kb.storage.store import Store

#: What a search for law numbers begins with.
NUMBER = re.compile(r"\b[0-9]{1,3}(?:[A-Z](?:[0-9]{1,2}(?:\(?[a-z]\)?)?)?)?\b")


def median(action: Callable[[], object], times: int) -> float:
    """The median duration of an action in seconds."""
    durations = []
    for _ in range(times):
        started = time.perf_counter()
        action()
        durations.append(time.perf_counter() - started)
    return statistics.median(durations)


def report(what: str, ours: float, peer: str, theirs: float) -> None:
    print(
        f"{what:28} {ours * 1000:9.1f} ms   {peer:34} {theirs * 1000:9.1f} ms   "
        f"ratio {ours / theirs:7.2f}"
    )


def columns(corpus: Corpus) -> None:
    """Taking three columns apart, beside asking a detector for the language of every line."""
    text = corpus.text("irregularities/it")
    assert text.reading is not None  # this text has a reader
    source, plan = Source(text.source, text.lines()), load_series(text.reading)
    split = split_columns(source, plan)
    lines = [(code, line.text) for code, in_language in split.lines.items() for line in in_language]
    chances_of_lines = confidences([words for _, words in lines], plan.columns)
    alone = [plan.columns[chances.index(max(chances))] for chances in chances_of_lines]
    wrong = sum(code != other for (code, _), other in zip(lines, alone, strict=True))
    report(
        "split three columns",
        median(partial(split_columns, source, plan), 5),
        f"detector alone, {wrong} of {len(lines)} differ",
        median(partial(confidences, [words for _, words in lines], plan.columns), 5),
    )


def everybody_cited(store: Store, texts: Sequence[Text], ids: Sequence[str]) -> int:
    """How many edges lead to these ids, as the cross-references say, made anew."""
    edges = cross_references(store, texts)
    return sum(len(edges.cited_by(id)) for id in ids)


def looked_through(references: Sequence[tuple[str, set[str]]], ids: Sequence[str]) -> int:
    """How many references name these ids, by going through all of them for each id."""
    return sum(sum(id in targets for _, targets in references) for id in ids)


def citations(corpus: Corpus, store: Store) -> None:
    """Who cites each provision, and the graph of it all."""
    texts = corpus.readable
    ids = [f"{t.edition}:{id}" for t in texts for id in store.provisions(t.id)]
    targets_of_sources = [
        (reference.source, {t if ":" in t else f"{text.edition}:{t}" for t in reference.targets})
        for text in texts
        for reference in store.references(text.id)
    ]
    report(
        f"cross-references, {len(ids)} provisions",
        median(partial(everybody_cited, store, texts, ids), 5),
        "look through all references",
        median(partial(looked_through, targets_of_sources, ids), 5),
    )
    written = graphml(corpus, store, texts, SOURCE_LANGUAGE)
    report(
        f"graph, {len(written) // 1024} KiB of GraphML",
        median(partial(graphml, corpus, store, texts, SOURCE_LANGUAGE), 5),
        "networkx reads it back",
        median(partial(networkx.parse_graphml, written.decode()), 5),
    )


def terms(corpus: Corpus) -> None:
    """Finding the words of concepts, beside one regular expression of them all, uninflected."""
    readings = [read(text) for text in corpus.readable]
    concepts = lexicon(corpus, readings)
    report(
        f"lexicon, {len(concepts.concepts)} concepts",
        median(partial(lexicon, corpus, readings), 3),
        "read its TOML",
        median(partial(read_all_toml, corpus.home / "corpus/curation/concepts"), 5),
    )
    for text, reading in zip(corpus.readable, readings, strict=True):
        finder = concepts.finder(text.id, text.language)
        words = [w.text for c in concepts.concepts for w in c.words.get(text.language, ())]
        longest_first = sorted(map(re.escape, words), key=len, reverse=True)
        pattern = re.compile(rf"\b(?:{'|'.join(longest_first)})\b", re.IGNORECASE)
        bodies = [record.body for record in reading.records]
        ours, theirs = each(finder.find, bodies), each(pattern.findall, bodies)
        report(
            f"terms {text.id}, {ours}",
            median(partial(each, finder.find, bodies), 3),
            f"one regular expression, {theirs}",
            median(partial(each, pattern.findall, bodies), 3),
        )


def each(find: Callable[[str], Sequence[object]], bodies: Sequence[str]) -> int:
    """How much is found in all of these."""
    return sum(len(find(body)) for body in bodies)


def read_all_toml(directory: Path) -> list[dict[str, object]]:
    return [tomllib.loads(path.read_text("utf-8")) for path in directory.glob("*.toml")]


def main() -> None:
    corpus = manifest.load()
    for text in corpus.readable:
        raw = text.source.read_text(encoding="utf-8")
        report(
            f"read {text.id}",
            median(partial(read, text), 3),
            "split into words",
            median(partial(re.findall, r"\w+", raw), 5),
        )
        report(
            f"references {text.id}",
            median(partial(references, read(text), text.language), 3),
            "find numbers",
            median(partial(NUMBER.findall, raw), 5),
        )

    columns(corpus)
    terms(corpus)
    with tempfile.TemporaryDirectory() as directory:
        home = Path(directory)
        shutil.copytree(corpus.home / "corpus", home / "corpus")
        copy = manifest.load(home)
        first = median(partial(build, copy, force=True), 3)
        again = median(partial(build, copy), 5)
        report("build from nothing", first, "build, nothing changed", again)

        store = build(copy).store
        citations(copy, store)


if __name__ == "__main__":
    main()

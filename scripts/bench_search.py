"""Measure search: how well it finds, and how fast beside peers in the same run.

Peers are a plain Whoosh query (any of the words, its own BM25F) and SQLite's FTS5 (the same, its
own bm25), over the same documents. Prints ratios; asserts nothing.

Example: scripts/bench_search.py --times 10 100
"""

from __future__ import annotations

import argparse
import gc
import random
import re
import shutil
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields as fields_of
from dataclasses import replace
from functools import partial
from itertools import chain, repeat
from pathlib import Path

from run_queries import read_queries, run
from scoring import Query, Run, by_half, empty, figures, judge, refused, table
from whoosh import analysis, fields, index, qparser

from kb.build import WORD_FORMS
from kb.corpus import manifest
from kb.corpus.corpus import Corpus
from kb.curation.concepts.everyday import read_everyday
from kb.curation.concepts.lexicon import lexicon
from kb.curation.concepts.situations import read_situations
from kb.curation.copied import Sources
from kb.curation.correspondence import correspond
from kb.curation.explanations import explain
from kb.curation.plain import plain_words
from kb.curation.procedures.reading import read_procedures
from kb.curation.titles import law_titles
from kb.opening import open_store
from kb.reading.read import read
from kb.search.asking.plan import Steps
from kb.search.asking.query import Searcher, SearchSettings
from kb.search.building.documents import Analyser, Documents, lexical_words
from kb.search.building.indexing import Material, form_tables
from kb.search.building.tables import write_database
from kb.search.database import FILE, Database
from kb.search.evidence import FIELDS
from kb.search.passages import Passage

DATA = Path(__file__).parents[1] / "tests/data"
SETS = ("queries_dev", "queries_blind", "queries_real_dev", "queries_stories")


# --- quality -------------------------------------------------------------------------------------


def quality(searcher: Searcher) -> None:
    for name in SETS:
        queries = read_queries(DATA / f"{name}.jsonl")
        found = run(searcher, queries)
        print(f"\n{name}: {len(queries)} queries")
        for group, group_figures in table(judge(queries, found)).items():
            print(f"  {group:12} {group_figures}")
        for half, of_half in zip(("tuned on", "checked"), by_half(queries), strict=True):
            print(f"  {half:12} {_overall(of_half, found)}")
        refusals, none = refused(queries, found)
        print(f"  nothing, or unsure, where nothing answers: {refusals} of {none}")
        print(f"  nothing where something answers: {empty(queries, found):.3f}")
        print(f"  without saying the language: {_overall(queries, run(searcher, queries, True))}")


def _overall(queries: Sequence[Query], found: Run) -> str:
    scores = [score for score in judge(queries, found) if "game" not in score.query]
    return str(figures(scores))


def steps_off(searcher: Searcher) -> None:
    """Each step and each kind of evidence switched off in turn."""
    queries = [query for name in SETS for query in read_queries(DATA / f"{name}.jsonl")]
    print(f"\neach step switched off, {len(queries)} queries")
    for name, settings in _variants(searcher.settings):
        found = run(replace(searcher, settings=settings), queries)
        refusals, none = refused(queries, found)
        print(f"  {name:12} {_overall(queries, found)}   refused {refusals}/{none}")


def _variants(settings: SearchSettings) -> Iterator[tuple[str, SearchSettings]]:
    yield "all on", settings
    for step in fields_of(Steps):
        yield step.name, replace(settings, steps=replace(settings.steps, **{step.name: False}))
    for name in FIELDS:
        yield name, replace(settings, weights=replace(settings.weights, **{name: 0.0}))
    yield "coverage", replace(settings, weights=replace(settings.weights, coverage=0.0))
    yield "together", replace(settings, weights=replace(settings.weights, together=0.0))
    yield "near", replace(settings, near=0.0)
    yield "sure", replace(settings, sure=0.0)


# --- speed ---------------------------------------------------------------------------------------


def documents(database: Database) -> list[str]:
    """The words of every document in all its languages, as a plain index has them."""
    return [
        " ".join(f"{passage.heading} {passage.body}" for passage in database.passages(number))
        for number in range(len(database.text_bits))
    ]


def plain_whoosh(directory: Path, documents: Sequence[str]) -> Callable[[str], object]:
    """Whoosh as one begins with it: words in small letters, any of them, its own BM25F."""
    words = fields.TEXT(analyzer=analysis.RegexTokenizer() | analysis.LowercaseFilter())
    schema = fields.Schema(number=fields.STORED, words=words)
    directory.mkdir()
    writer = index.create_in(str(directory), schema).writer(limitmb=512)
    for number, text in enumerate(documents):
        writer.add_document(number=number, words=text)
    writer.commit()
    searcher = index.open_dir(str(directory), readonly=True).searcher()
    parser = qparser.QueryParser("words", schema, plugins=[], group=qparser.OrGroup)

    def ask(query: str) -> object:
        return [hit["number"] for hit in searcher.search(parser.parse(query), limit=10)]

    return ask


def fts5(path: Path, documents: Sequence[str]) -> Callable[[str], object]:
    """SQLite's full-text search with the same words."""
    db = sqlite3.connect(path)
    db.execute("CREATE VIRTUAL TABLE records USING fts5(words)")
    db.executemany("INSERT INTO records VALUES (?)", ((text,) for text in documents))
    db.commit()
    search = "SELECT rowid FROM records WHERE words MATCH ? ORDER BY bm25(records) LIMIT 10"

    def ask(query: str) -> object:
        words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", query))
        return db.execute(search, (words,)).fetchall() if words else []

    return ask


def timed(ask: Callable[[], object]) -> float:
    started = time.perf_counter()
    ask()
    return time.perf_counter() - started


def report(name: str, times: Sequence[float], peer: Sequence[float]) -> None:
    cuts = statistics.quantiles(times, n=100)
    peers = statistics.quantiles(peer, n=100)
    shown = "   ".join(
        f"p{at} {cuts[at - 1] * 1000:7.2f} ms ({cuts[at - 1] / peers[at - 1]:5.2f})"
        for at in (50, 95, 99)
    )
    print(f"  {name:30} {shown}")


def speed(searcher: Searcher, directory: Path, whoosh: bool = False) -> None:
    """Time per query beside FTS5's plain OR query, in brackets how many times that; Whoosh's too.

    Every query is asked twice: `first` is when nothing of it is known yet. The searcher is warm, as
    in a service.
    """
    texts, words = searcher.corpus.readable, documents(searcher.database)
    searcher.warm(texts)
    directory.mkdir()
    asks: dict[str, Callable[[Query], object]] = {}
    asks["whole answer"] = lambda one: searcher.search(one["query"], texts, (one["lang"],))
    other = fts5(directory / "fts5.sqlite3", words)
    asks["SQLite FTS5, same words"] = lambda one: other(one["query"])
    if whoosh:
        plain = plain_whoosh(directory / "whoosh", words)
        asks["plain Whoosh OR query"] = lambda one: plain(one["query"])
    queries = judged_queries()
    gc.collect()
    gc.freeze()  # as the service does
    print(f"\n{len(words)} documents, {len(queries)} queries; in brackets: times FTS5's")
    for round_name in ("first", "again"):
        times: dict[str, list[float]] = {name: [] for name in asks}
        for judged in queries:  # by turns, so that all have the same machine
            for name, ask in asks.items():
                times[name].append(timed(partial(ask, judged)))
        for name, taken in times.items():
            report(f"{name}, {round_name}", taken, times["SQLite FTS5, same words"])


def judged_queries() -> list[Query]:
    """All judged queries but citations, which are looked up and not searched."""
    queries = (query for name in SETS for query in read_queries(DATA / f"{name}.jsonl"))
    return [query for query in queries if query["kind"] != "citation"]


# --- size ----------------------------------------------------------------------------------------


class Corpora:
    """The corpus, and copies of it as one: the same words in another order."""

    #: Orders of the words of a text; copies beyond these are alike.
    orders = 10

    def __init__(self, corpus: Corpus) -> None:
        readings = correspond(corpus, explain(corpus, [read(text) for text in corpus.readable]))
        titles, concepts = law_titles(corpus, readings), lexicon(corpus, readings)
        senses, situations = read_everyday(corpus.home), read_situations(corpus, readings)
        sources = Sources(corpus, readings)
        plain = plain_words(corpus, readings, sources)
        procedures = read_procedures(corpus, readings, sources)
        material = Material(
            corpus, readings, titles, concepts, senses, situations, plain, procedures
        )
        self._corpus = corpus
        self._forms = form_tables(material, corpus.home / WORD_FORMS)
        self._analyser = Analyser(concepts, senses, self._forms)
        documents = Documents(corpus, readings, titles, concepts, situations, plain, self._analyser)
        self._words = {code: [*lexical_words(concepts, senses, code)] for code in self._forms}
        self._documents, self._passages = documents.in_order(), documents.passages
        self._evidence = [document.evidence.terms() for document in self._documents]
        self._texts = [reading.text for reading in readings]

    def times(self, number: int, directory: Path) -> tuple[Searcher, float]:
        """A searcher of so many copies, and how long it took to write its index."""
        documents = [
            replace(
                document,
                id=f"{document.id}~{copy}",
                group=f"{document.group}~{copy}",
                told_at=f"{document.told_at}~{copy}",
                forebears=[older._replace(id=f"{older.id}~{copy}") for older in document.forebears],
            )
            for copy in range(number)
            for document in self._documents
        ]
        orders = [self._shuffled(order) for order in range(min(self.orders, number))]
        passages = [
            passage._replace(id=f"{passage.id}~{copy}")
            for copy in range(number)
            for passage in orders[copy % self.orders]
        ]
        evidence = chain.from_iterable(repeat(self._evidence, number))
        directory.mkdir(parents=True)
        started = time.perf_counter()
        write_database(
            directory / FILE,
            self._forms,
            self._words,
            documents,
            evidence,
            passages,
            (),
            (),
            self._texts,
        )
        seconds = time.perf_counter() - started
        return Searcher(self._corpus, Database(directory / FILE)), seconds

    def _shuffled(self, order: int) -> list[Passage]:
        """All passages with the words of their bodies in another order; the first as they are."""
        if order == 0:
            return self._passages
        shuffle = random.Random(order).shuffle  # nothing secret
        passages = []
        for passage in self._passages:
            words = passage.body.split()
            shuffle(words)
            language = passage.text.partition("/")[2]
            body = " ".join(words)
            passages.append(self._analyser.passage(passage._replace(body=body), language))
        return passages


def size(path: Path) -> int:
    """Bytes of a file, or of all in a directory."""
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--speed", action="store_true", help="measure speed alone")
    parser.add_argument("--times", type=int, nargs="*", default=[10, 100], help="copies to try")
    options = parser.parse_args()
    corpus = manifest.load()
    store = open_store(corpus, lambda message: print(message, file=sys.stderr))
    if not options.speed:
        searcher = Searcher.open(corpus, store)
        quality(searcher)
        steps_off(searcher)
    print(f"\n{FILE}: {size(store.directory / FILE) / 1e6:.1f} MB")
    with tempfile.TemporaryDirectory() as directory:
        speed(Searcher.open(corpus, store), Path(directory) / "corpus", whoosh=True)
        corpora = Corpora(corpus)
        for number in options.times:
            copies_at = Path(directory) / f"copies-{number}"
            copies, seconds = corpora.times(number, copies_at)
            print(
                f"\n{number} copies: index made in {seconds:.1f} s, {size(copies_at) / 1e6:.0f} MB"
            )
            speed(copies, Path(directory) / str(number))
            shutil.rmtree(copies_at)
            shutil.rmtree(Path(directory) / str(number))


if __name__ == "__main__":
    main()

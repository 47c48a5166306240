"""Measure the linker: how well it finds citations, and how fast beside citeurl in the same run.

citeurl links citations of American law; each reads its own kind of text, since neither knows the
other's. Ours is rulings as people write them, and a lawbook. Prints ratios; asserts nothing.

Example: scripts/bench_citations.py --sizes 1 5 10
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from citation_scoring import Span, table
from citeurl import Citator
from run_citations import in_browser, in_python, prediction

from kb.corpus import manifest
from kb.corpus.corpus import Corpus
from kb.linking.limits import BadDocumentError
from kb.linking.linker import cite
from kb.linking.resolving.index import Index
from kb.opening import open_store
from kb.storage.store import Store

REPOSITORY = Path(__file__).parents[1]
SETS = ("citations_dev", "citations_real_dev", "citations_blind")
MEGABYTE = 1_000_000
#: citeurl takes about a minute for half a megabyte.
CITEURL_BYTES = 100_000

#: Ordinary American legal prose, with two citations and a short form: our own words.
AMERICAN = (
    "The fee is governed by 42 USC § 1988(b); the court may add the cost of experts, id. at (c). "
    "Nothing in the record says otherwise, and the parties did not brief the question below. "
    "The older cases go the same way; see 477 U.S. 561 (1986), which is still followed today. "
)


def quality(home: Path, index: Index, any_language: bool) -> None:
    for name in SETS:
        lines = (REPOSITORY / f"tests/data/{name}.jsonl").read_text(encoding="utf-8").splitlines()
        rows = [json.loads(line) for line in lines]
        passages = [(row["text"], [] if any_language else [row["lang"]]) for row in rows]
        for engine, read in (("python", in_python), ("browser", in_browser)):
            how = "any language" if any_language else "language told"
            print(f"\n{name}, {engine}, {how}")
            predictions: dict[str, list[Span]] = {
                row["id"]: [prediction(span, index) for span in spans]
                for row, spans in zip(rows, read(home, index, passages), strict=True)
            }
            print(*table(rows, predictions), sep="\n")


def rulings() -> str:
    """The worked rulings of our site, as plain text."""
    files = sorted((REPOSITORY / "site/rulings").glob("*.md"))
    return "\n\n".join(path.read_text(encoding="utf-8").split("---\n", 2)[2] for path in files)


def lawbook(corpus: Corpus, store: Store) -> str:
    """The words of a lawbook, a paragraph for each provision."""
    text = corpus.lawbooks[0].id
    return "\n\n".join(record.body for record in store.records(text) if record.body)


def speed(index: Index, name: str, text: str, sizes: Sequence[int], languages: list[str]) -> float:
    """Print characters and bytes a second at every size; the bytes a second of the largest.

    A document that has more than is linked at once is said to be refused.
    """
    rate = 0.0
    for size in sizes:
        count = size * MEGABYTE
        document = (text * (count // len(text) + 1))[:count]
        spoken = ", ".join(languages) or "any language"
        what = f"{name} ({spoken}), {size:>2} million characters"
        try:
            started, count_found = timed(lambda: cite(document, "text", index, languages))  # noqa: B023
        except BadDocumentError as error:
            print(f"{what}: refused, {error.message}")
            continue
        rate = len(document.encode()) / started
        print(
            f"{what}: {count / started / MEGABYTE:.2f} million characters and"
            f" {rate / MEGABYTE:.2f} MB a second; {count_found:,} citations"
        )
    return rate


def timed(run: Callable[[], Sequence[object]]) -> tuple[float, int]:
    """Seconds of one run, and how many it found."""
    started = time.perf_counter()
    citations = run()
    return time.perf_counter() - started, len(citations)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sizes", type=int, nargs="*", default=[1, 2, 3], help="in megabytes")
    options = parser.parse_args()
    corpus = manifest.load()
    store = open_store(corpus, print)
    index = Index.of(corpus, store)
    quality(corpus.home, index, any_language=False)
    quality(corpus.home, index, any_language=True)
    print()
    language = corpus.lawbooks[0].language
    speed(index, "lawbook", lawbook(corpus, store), options.sizes, [language])
    speed(index, "rulings", rulings(), options.sizes, [])
    ours = speed(
        index,
        "rulings",
        rulings(),
        options.sizes,
        [text.language for text in corpus.lawbooks[:3]],
    )
    citator = Citator()
    document = (AMERICAN * (CITEURL_BYTES // len(AMERICAN) + 1))[:CITEURL_BYTES]
    seconds, count_found = timed(lambda: citator.list_cites(document))
    theirs = len(document.encode()) / seconds
    compared = f" Ours is {ours / theirs:.0f} times as fast." if ours else ""
    print(
        f"citeurl on American prose, {CITEURL_BYTES / MEGABYTE} MB: {theirs / MEGABYTE:.3f} MB a"
        f" second; {count_found:,} citations.{compared}"
    )


if __name__ == "__main__":
    main()

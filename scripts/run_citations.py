"""Run the linker on judged passages and write what it found, a passage a line.

Of a passage its text and its language are read, nothing of its judgement. Offsets are code points.

Example: scripts/run_citations.py CITATIONS.jsonl PREDICTIONS.jsonl --engine browser
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from chromium import chromium

from kb.core.ids import ProvisionId
from kb.corpus import manifest
from kb.files.atomic import write_whole
from kb.linking.linker import cite
from kb.linking.resolving.index import Index
from kb.opening import open_store
from kb.publishing.browser.linker_script import data
from kb.publishing.browser.scripts import bundle

#: A citation with start, end, status, edition, targets (of a range its ends).
Cited = dict[str, Any]
#: Reads passages, each in its languages; all languages when there are none.
Engine = Callable[[Path, Index, Sequence[tuple[str, list[str]]]], Iterable[list[Cited]]]

#: What the linker reads with, of all kinds of documents.
_LINKER = Path(__file__).parent / "browser/linker.js"

_IN_BROWSER = """passages => passages.map(([text, languages]) =>
  kodeksLinker.cite(text, { format: "markdown", languages }).map((one) => {
    const [start, end] = kodeksLinker.codePoints(text, [one.start, one.end]);
    return { start, end, status: one.status, edition: one.edition, targets: one.targets };
  }))"""


def in_python(
    _: Path, index: Index, passages: Sequence[tuple[str, list[str]]]
) -> Iterator[list[Cited]]:
    for text, languages in passages:
        yield [
            {
                "start": citation.span.start,
                "end": citation.span.end,
                "status": citation.status,
                "edition": citation.edition,
                "targets": [*map(str, citation.targets)],
            }
            for citation in cite(text, "markdown", index, languages)
        ]


def in_browser(
    home: Path, index: Index, passages: Sequence[tuple[str, list[str]]]
) -> list[list[Cited]]:
    with chromium() as browser:
        page = browser.new_page()
        code = bundle(home, str(_LINKER), data(home, index))
        page.add_script_tag(content=code.decode("ascii"))
        citations: list[list[Cited]] = page.evaluate(_IN_BROWSER, [*passages])
    return citations


ENGINES: dict[str, Engine] = {"python": in_python, "browser": in_browser}


def prediction(cited: Cited, index: Index) -> dict[str, Any]:
    """A span as the scorer reads it, with all of a range; without targets it is a flag."""
    linked = cited["status"] == "linked"
    row: dict[str, Any] = {"start": cited["start"], "end": cited["end"], "targets": []}
    edition = index.editions.get(cited["edition"])
    if edition is None:
        return row | {"edition": cited["edition"]}
    if linked:
        ends = tuple(map(ProvisionId.parse, cited["targets"]))
        row["targets"] = [*map(str, edition.resolver.provisions(ends))]
    if edition is not index.newest(edition.work):
        row["edition"] = edition.year
    if edition.work != index.default.work:
        row["book"] = edition.work
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("citations", type=Path)
    parser.add_argument("predictions", type=Path)
    parser.add_argument("--engine", choices=[*ENGINES], default="python")
    parser.add_argument(
        "--any-language", action="store_true", help="do not say in which language a passage is"
    )
    options = parser.parse_args()
    corpus = manifest.load()
    index = Index.of(corpus, open_store(corpus, print))
    with options.citations.open(encoding="utf-8") as file:
        rows = [json.loads(line) for line in file if line.strip()]
    passages = [(row["text"], [] if options.any_language else [row["lang"]]) for row in rows]
    citations = ENGINES[options.engine](corpus.home, index, passages)
    lines = (
        json.dumps({"id": row["id"], "spans": [prediction(citation, index) for citation in spans]})
        for row, spans in zip(rows, citations, strict=True)
    )
    write_whole(options.predictions, "".join(f"{line}\n" for line in lines).encode())


if __name__ == "__main__":
    main()

"""Measure "What happened?": how much there is, how many taps it takes, how soon one is answered.

Taps are counted from the home page: the situation, which of its procedures if it has several, and
every answer, through the modules that it leads to; an answer that says it was another situation
begins anew and is not counted. The time of a tap is that from the click to the frame
that shows the next question or the ruling, on a phone's screen with the processor slowed four
times; the peer is the same page without its script, where the browser itself goes from answer to
question. Needs the built site (kodeks site). Prints; asserts nothing.

Example: scripts/bench_decide.py
"""

from __future__ import annotations

import gzip
import statistics
from collections.abc import Iterator
from pathlib import Path

from chromium import chromium
from playwright.sync_api import Browser, ViewportSize
from search_page import serving

from kb.core.procedures import Procedures
from kb.corpus import manifest
from kb.deciding.walking import Walk, ways
from kb.opening import open_store
from kb.publishing.output.site import site_directory

SLOWER = 4

#: Within how many milliseconds a tap should be answered.
WANTED = 100

PHONE = ViewportSize(width=360, height=740)

#: Taps an answer; the milliseconds until the frame after it, in which the page shows what is next.
_TAP = """link => new Promise((resolve) => {
  const start = performance.now();
  link.click();
  requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
})"""


def counts(procedures: Procedures) -> None:
    every = [way for one in procedures.by_id.values() for way in ways(one)]
    lengths = [len(way.path) for way in every]
    words = {
        code: sum(
            len(says.split())
            for one in procedures.by_id.values()
            for says in one.words[code].values()
        )
        for code in procedures.languages
    }
    modules = len(procedures.header.modules)
    print(
        f"{len(procedures.by_id)} procedures, of which {modules} are modules; "
        f"{sum(len(one.questions) for one in procedures.by_id.values())} questions, "
        f"{sum(len(one.outcomes) for one in procedures.by_id.values())} outcomes, {len(every)} ways"
    )
    print(f"questions on a way: most {max(lengths)}, median {statistics.median(lengths):g}")
    print("words:", ", ".join(f"{code} {number}" for code, number in words.items()))


def taps(procedures: Procedures, id: str) -> Iterator[int]:
    for way in ways(procedures.by_id[id]):
        if way.outcome:
            yield len(way.path)
        elif way.goes in procedures.header.modules:
            yield from (len(way.path) + more for more in taps(procedures, way.goes))


def twelve(procedures: Procedures) -> None:
    print("taps from the home page to a ruling: fewest, median, most")
    medians = []
    for tile in procedures.header.tiles:
        before = 1 + (len(tile.procedures) > 1)
        found = [before + n for id in tile.procedures for n in taps(procedures, id)]
        medians.append(statistics.median(found))
        print(f"  {tile.key:20} {min(found)} {medians[-1]:4g} {max(found)}")
    print(f"  median of the twelve: {statistics.median(medians):g}")


def times(browser: Browser, address: str, walks: list[Walk], has_script: bool) -> list[float]:
    with browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True) as context:
        if not has_script:
            context.route("**/decide.js", lambda route: route.abort())
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        taken = []
        for walk in walks:
            page.goto(f"{address}hu/decide/{walk.procedure.id}/", wait_until="load")
            for _, answer in walk.path:
                link = page.query_selector(
                    f".kb-ask:not([hidden]) [data-answer='{answer.key}']:visible"
                )
                assert link
                taken.append(float(page.evaluate(_TAP, link)))
        return taken


def main() -> None:
    corpus = manifest.load()
    store = open_store(corpus, print)
    procedures = store.procedures(corpus.lawbooks[0].edition)
    counts(procedures)
    twelve(procedures)
    directory = site_directory(corpus.home)
    sizes(directory)
    walks = [
        next(way for way in ways(procedures.by_id[id]) if way.outcome)
        for tile in procedures.header.tiles
        for id in tile.procedures
    ]
    with serving(directory) as address, chromium() as browser:
        for name, has_script in (("with the script", True), ("the browser alone", False)):
            taken = sorted(times(browser, address, walks, has_script))
            print(
                f"a tap {name}, processor slowed {SLOWER} times, {len(taken)} taps: "
                f"median {statistics.median(taken):.1f} ms, worst {taken[-1]:.1f}, "
                f"{sum(one > WANTED for one in taken)} above {WANTED}"
            )


def sizes(directory: Path) -> None:
    print("bytes: pages of procedures (gzip -9, all), words for others (gzip -9), pack")
    for pack in sorted(directory.glob("offline/*.pack")):
        code = pack.stem
        pages = [path.read_bytes() for path in (directory / code / "decide").rglob("index.html")]
        words = gzip.compress((directory / "decide" / f"{code}.json").read_bytes(), 9)
        compressed = sum(len(gzip.compress(page, 9)) for page in pages)
        largest = max(map(len, pages))
        print(
            f"  {code}  {len(pages)} pages, {compressed / 1000:.0f} kB, "
            f"largest {largest / 1000:.0f} kB   {len(words) / 1000:.0f} kB   "
            f"{pack.stat().st_size / 1e6:.2f} MB"
        )


if __name__ == "__main__":
    main()

"""What anybody writes costs no more than its length: linking grows with a document, not faster.

Costs are compared as ratios of processor time within one run, of the same words once and eight
times as many; memory is measured in a process of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from kb.citations.recogniser import Citation, recognise
from kb.core.ids import ProvisionId
from kb.corpus.corpus import Corpus
from kb.linking import limits
from kb.linking.cited import Cited
from kb.linking.documents.ruling import Ruling
from kb.linking.limits import BadDocumentError
from kb.linking.linker import cite
from kb.linking.resolving.index import Index
from kb.linking.ruling_output import Linked, LinkingContext, LinksAs
from kb.linking.rulings.citator import CitingRuling, cited_laws, citing
from kb.linking.writing.annotate import remove
from kb.linking.zones import Format, text_only
from kb.linking.zones.bare_addresses import addresses_masked
from kb.search.asking import query as queries
from kb.search.asking.citing import MOST_CITED
from kb.search.asking.explain import explain
from kb.search.asking.query import Searcher
from kb.storage.store import Store
from support.homes import REPOSITORY
from support.rulings import annotate

#: How often longer the long document is, and how much longer its time may be: n·log n and noise.
_TIMES, _MOST = 8, 32


@pytest.fixture(scope="module")
def index(corpus: Corpus, store: Store) -> Index:
    return Index.of(corpus, store)


@pytest.fixture(scope="module")
def desk(corpus: Corpus, store: Store, index: Index) -> LinkingContext:
    return LinkingContext(corpus, store, index)


def linked(desk: LinkingContext, document: str, format: Format = "text", ui: str = "en") -> Linked:
    ruling = Ruling("ruling", format, document)
    cited = cite(document, format, desk.index)
    return Linked.of(desk, ruling, cited, desk.index.default, "", ui)


def seconds(work: Callable[[], object]) -> float:
    """Processor time of the quickest of three times."""
    times = []
    for _ in range(3):
        before = time.process_time()
        work()
        times.append(time.process_time() - before)
    return min(times)


def assert_grows_with(work: Callable[[str], object], document: Callable[[int], str]) -> None:
    """That work on a longer document takes no longer than its length says."""
    size, short = 4_000, 0.0
    while short < 0.01 and size < 64_000:
        size *= 2
        words = document(size)
        short = seconds(partial(work, words))
    costs = []
    for _ in range(3):  # a machine that is busy for a while may be so when the long one is read
        long = seconds(partial(work, document(size * _TIMES)))
        costs.append((short, long))
        if long <= _MOST * max(short, 0.005):
            return
        short = seconds(partial(work, words))
    raise AssertionError(f"{_TIMES} times as long takes so many seconds instead of these: {costs}")


def repeated(unit: str, head: str = "", tail: str = "") -> Callable[[int], str]:
    return lambda size: head + unit * (size // len(unit)) + tail


#: What made an inner step longer with every step of the outer one, and what is like it.
HOSTILE: list[tuple[str, Format, Callable[[int], str]]] = [
    ("HTML between Markdown", "markdown", repeated("<div>Law 27B1</div>\n\nLaw 16B\n\n")),
    ("laws cited, weak ones in doubt", "text", repeated("Law 5. 16B 9C ")),
    (
        "weak ones in paragraphs with other laws",
        "text",
        lambda size: "".join(
            f"\n\nLaw {n % 93 + 1}. and {n * 7 % 93 + 1}B" for n in range(size // 18)
        ),
    ),
    ("formatting that lingers in cells", "html", repeated("<object><p><code></p>")),
    (
        "formatting that lingers and ends",
        "html",
        lambda size: "<object><p><code></p>" * (size // 40) + "</code>" * (size // 20),
    ),
    ("labels far from their law", "text", repeated("point c ", "Law 27. ")),
    ("labels of a section without end", "text", repeated("(1)", "ulti 2. § ")),
    (
        "lists behind labels without end",
        "text",
        lambda size: "ulti 2. § " + "(1)" * (size // 6) + ", (2)" * (size // 10),
    ),
    ("one sure, many weak behind it", "text", repeated("16B ", "Law 27B1. ")),
    ("joiners behind a sure one", "text", repeated("and ", "Law 27B1 ", "16B")),
    ("labels beside no such thing", "text", repeated("B7x and (q) and ", "Law 12C1. ")),
    (
        "addresses in addresses of people",
        "text",
        repeated("zz@" + "x" * 240 + "http://" + "y" * 30),
    ),
    ("stars around a citation", "markdown", lambda size: "*" * size + "Law 27B" + "*" * size),
    ("backslashes before stars", "markdown", lambda size: "\\" * size + "*Law 27B*"),
    ("brackets in brackets", "markdown", lambda size: "[" * (size // 2) + "]" * (size // 2)),
    ("quotations in quotations", "markdown", repeated("> ")),
    ("lists in lists", "markdown", repeated("- ")),
    ("words of references", "html", repeated("a&#50;")),
    ("words of references with numbers", "html", repeated("Law &#50;7B1 ")),
    ("ranges", "text", repeated("Laws 1-93. ")),
    ("numbers in a word without end", "text", repeated("12C1bx")),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("format", "document"), [one[1:] for one in HOSTILE], ids=[one[0] for one in HOSTILE]
)
def test_linking_takes_as_long_as_a_document_is(
    desk: LinkingContext, format: Format, document: Callable[[int], str]
) -> None:
    kinds = [LinksAs.html, LinksAs.json]

    def work(words: str) -> None:
        ready = linked(desk, words, format)
        for kind in kinds:
            for _ in ready.written(kind, as_json=True, source=None):
                pass
        remove(words, format)

    assert_grows_with(work, document)


def test_a_section_has_no_more_labels_than_any_rules(index: Index) -> None:
    (found, *_) = cite("ulti 2. § " + "(1)" * 1_000, "text", index, ["hu"])
    assert len(found.targets[0].parts) < 12


def test_an_address_inside_an_address_of_a_person_is_read_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from kb.linking.zones import bare_addresses as addresses

    class Counting:
        read = 0

        def match(self, text: str, at: int, end: int | None = None) -> Any:
            found = rest.match(text, at) if end is None else rest.match(text, at, end)
            Counting.read += len(found[0]) if found else 0
            return found

    rest = addresses._REST
    monkeypatch.setattr(addresses, "_REST", Counting())
    text = ("zz@" + "x" * 240 + "http://" + "y" * 30) * 100
    assert len(addresses_masked(text)) == len(text)
    assert Counting.read <= 2 * len(text)


# --- ranges -------------------------------------------------------------------------------------


def test_a_range_is_its_two_ends_in_data_and_all_that_is_in_it_where_it_is_shown(
    index: Index,
) -> None:
    (found,) = cite("Laws 1-93", "text", index, ["en"])
    assert found.is_range
    assert [str(id) for id in found.targets] == ["1", "93"]
    assert [str(id) for id in index.provisions(found)] == [str(law) for law in range(1, 94)]
    (old,) = cite("1997 Laws 25-27", "text", index, ["en"])
    edition = index.editions["bridge-1997"]
    assert [str(id) for id in old.targets] == ["25", "27"]
    today = [place for law in ("25", "26", "27") for place in edition.now[ProvisionId.parse(law)]]
    assert index.today(old) == tuple(dict.fromkeys(today))


@pytest.mark.parametrize("kind", [LinksAs.json, LinksAs.jsonl, LinksAs.annotations])
def test_what_is_written_of_a_range_is_as_long_as_of_one_law(
    desk: LinkingContext, kind: LinksAs
) -> None:
    def length(words: str) -> int:
        return sum(map(len, linked(desk, words * 100).written(kind, as_json=True, source=None)))

    assert length("Laws 1-93. ") < 1.5 * length("Law 27. ")


@pytest.mark.parametrize("words", ["Laws 49-51, 1997 Law 25B and Law 94.\n", "Nothing.\n"])
@pytest.mark.parametrize("kind", [LinksAs.json, LinksAs.annotations])
def test_what_is_written_row_by_row_is_the_json_that_it_was(
    desk: LinkingContext, words: str, kind: LinksAs
) -> None:
    written = "".join(linked(desk, words).written(kind, as_json=True, source=None))
    assert written == json.dumps(json.loads(written), ensure_ascii=False, indent=1) + "\n"


def test_a_ruling_cites_what_is_inside_a_range(index: Index) -> None:
    ruling = Ruling("ruling.txt", "text", "Laws 27-30 and\nLaws 20F1-F3.")
    one = CitingRuling(ruling, tuple(cite(ruling.document, "text", index, ["en"])))
    code = index.default
    for id, how in (("28", "range"), ("20.F.2", "range"), ("20", "part"), ("31", None)):
        found = citing([one], index, code, ProvisionId.parse(id))
        assert [mention.how for _, mentions in found for mention in mentions] == [how] * bool(how)
    laws = {str(law.law): law.rulings[0] for law in cited_laws([one], index)}
    assert [*laws] == ["20", "27", "28", "29", "30"]
    assert (laws["20"].count, laws["20"].lines, len(laws["20"].provisions)) == (1, (2,), 3)


# --- limits -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_too_many_citations_are_refused_before_all_are_found(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0

    def counted(*given: Any, **more: Any) -> list[Citation]:
        nonlocal asked
        asked += 1
        return recognise(*given, **more)

    monkeypatch.setattr(sys.modules["kb.linking.finding.find"], "recognise", counted)
    words = "Law 27 applies here. " * (10 * limits.MOST_CITATIONS)
    with pytest.raises(BadDocumentError, match=f"more than {limits.MOST_CITATIONS}") as refused:
        cite(words, "text", index, ["en"])
    assert refused.value.hint == "Split it."
    assert asked < 1.5 * limits.MOST_CITATIONS


def test_an_answer_that_grows_too_long_ends(
    desk: LinkingContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_WRITTEN", 10_000)
    ready = linked(desk, "Law 27B1(b) and 16B. " * 200)
    short = (LinksAs.text, LinksAs.authorities)  # they list things once
    for kind in (kind for kind in LinksAs if kind not in short):
        taken: list[str] = []
        with pytest.raises(BadDocumentError, match="more than 10000 characters"):
            taken.extend(ready.written(kind, as_json=False, source=None))
        assert sum(map(len, taken)) <= 10_000


_MEMORY = """
import resource, sys
from kb.corpus import manifest
from kb.linking.linker import cite
from kb.linking.ruling_output import LinkingContext, Linked, LinksAs
from kb.linking.resolving.index import Index
from kb.linking.limits import BadDocumentError
from kb.linking.documents.ruling import Ruling
from kb.opening import open_store

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

corpus = manifest.load()
store = open_store(corpus, lambda _: None)
desk = LinkingContext(corpus, store, Index.of(corpus, store))

def write(words):
    cited = cite(words, "text", desk.index)
    ready = Linked.of(desk, Ruling("-", "text", words), cited, desk.index.default, "", None)
    for kind in LinksAs:
        for piece in ready.written(kind, True, None):
            pass

write("Laws 1-93. 1997 Law 25B. § 12 GDPR. ")
before = peak()
try:
    write(sys.argv[1] * int(sys.argv[2]))
except BadDocumentError:
    pass
print(peak() - before)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("unit", "size"),
    [("Laws 1-93. ", 60_000), ("Laws 1-93. ", 1_000_000),
     ("1997 Laws 1-93. ", 300_000), ("16B ", 1_000_000), ("Law 27B1(b), 16B. ", 1_000_000)],
)  # fmt: skip
def test_a_dense_document_takes_little_memory_in_any_output(
    built_home: Path, unit: str, size: int
) -> None:
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", _MEMORY, unit, str(size // len(unit))],
        capture_output=True,
        text=True,
        check=True,
        cwd=REPOSITORY,
        env={**os.environ, "KODEKS_HOME": str(built_home)},
    )
    assert float(run.stdout) < 150  # megabytes


# --- search -------------------------------------------------------------------------------------


def test_a_query_of_ranges_costs_no_more_than_its_words(
    searcher: Searcher, corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries, "LONGEST", 3_000)

    def work(words: str) -> None:
        searcher.search(words, corpus.readable)

    work("Laws 1-93 and")
    short = seconds(lambda: work("Laws 1-93 " * 10))
    long = seconds(lambda: work("Laws 1-93 " * 200))
    assert long <= 2 * 20 * short


def test_what_a_query_names_beyond_the_most_is_left_out_and_told(
    searcher: Searcher, corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries, "LONGEST", 3_000)
    words = " ".join(f"Law {number}" for number in range(200, 200 + MOST_CITED + 7))
    results = searcher.search(words, corpus.readable)
    assert (len(results.cited), results.left_out) == (MOST_CITED, 7)
    steps = dict(explain(searcher, results).steps)
    assert steps["left out"].startswith("7 more")
    assert "left out" not in dict(explain(searcher, searcher.search("27B", corpus.readable)).steps)


# --- what is cut, what is plain -----------------------------------------------------------------

REFERENCES = [
    ("Law &#50;7B1 applies", []),
    ("Law 2&#55;B1 applies", []),
    ("Law 27B1&#99; applies", []),
    ("Law 12C1(e)(i&#105;) applies", []),
    ("Law 27&#66;1. Law 16", ["Law 16"]),
    ("&sect; 27B1", ["&sect; 27B1"]),
    ("Law&nbsp;27&nbsp;B&nbsp;1", ["Law&nbsp;27&nbsp;B&nbsp;1"]),
    ("Laws 12&ndash;14", ["Laws 12&ndash;14"]),
    ("§ 9 B 1 f&uuml;r", ["§ 9 B 1"]),
    ("L&aacute;sd a 27. szakasz&aacute;t", ["27. szakasz&aacute;t"]),
    ("a 27B1-n&eacute;l", ["27B1"]),
]


@pytest.mark.parametrize("format", ["html", "markdown"])
@pytest.mark.parametrize(("words", "quotes"), REFERENCES)
def test_a_letter_or_digit_written_as_a_reference_cuts_no_word(
    index: Index, words: str, quotes: list[str], format: Format
) -> None:
    assert len(text_only(words, format)) == len(words)
    assert [one.quote for one in cite(words, format, index)] == quotes


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("<script>alert(27)</script>", "&lt;script>alert(27)&lt;/script>"),
        ("&lt;b&gt; R&D & 3 < 4", "&amp;lt;b&amp;gt; R&D & 3 &lt; 4"),
        ("[x](javascript:y) ![z](u)", r"\[x](javascript:y) !\[z](u)"),
        (r"\[x](y) \a", r"\\\[x](y) \a"),
        ("`a` ```", r"\`a\` \`\`\`"),
        ("~~~\ncode", "&#126;~~\ncode"),
        ("{: onclick=x } {{ y }}", r"\{: onclick=x } \{\{ y }}"),
        ('# Ruling\n\n- 5 * 3, it\'s "so" (here)!', '# Ruling\n\n- 5 * 3, it\'s "so" (here)!'),
    ],
)
def test_plain_text_stays_plain_in_markdown(desk: LinkingContext, words: str, written: str) -> None:
    document = f"{words} Law 27B1 {words}"
    site = linked(desk, "").site
    found: list[Cited] = cite(document, "text", desk.index, ["en"])
    link = '[Law 27B1](/en/bridge-2017/27/#27.B.1 "Kodeks: Law 27B1")'
    assert annotate(document, "text", found, site, "md") == f"{written} {link} {written}"

"""The linker in a browser says of every text what the linker in Python says, word for word."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Error, Page

from kb.citations.anchors import patterns
from kb.corpus.corpus import Corpus
from kb.linking.linker import cite
from kb.linking.resolving.index import Index
from kb.linking.zones import Format
from kb.publishing.browser.linker_script import NAME, data, linker_scripts
from kb.publishing.browser.scripts import bundle
from kb.storage.store import Store
from support.cited_in_browser import Case, disagreements, told_in_browser
from support.citing_examples import CITING
from support.emphasised import EMPHASISED, Emphasised
from support.homes import REPOSITORY, site_home
from support.markdown_documents import document
from support.zone_examples import BLOCKS, HTML, MARKDOWN, nasty_page

pytestmark = pytest.mark.slow

DATA = REPOSITORY / "tests/data"


@pytest.fixture(scope="module")
def index(corpus: Corpus, store: Store) -> Index:
    return Index.of(corpus, store)


@pytest.fixture(scope="module")
def linker(corpus: Corpus, index: Index) -> str:
    """What the linker reads with, of all kinds of documents."""
    code = bundle(REPOSITORY, "scripts/browser/linker.js", data(corpus.home, index))
    return code.decode("ascii")


@pytest.fixture(scope="module")
def page(browser: Browser, linker: str) -> Iterator[Page]:
    with browser.new_context() as context:
        page = context.new_page()
        page.add_script_tag(content=linker)
        yield page


@pytest.fixture(scope="module")
def tag(corpus: Corpus, index: Index) -> str:
    """The script that other people put on their pages."""
    return linker_scripts(corpus.home, index)[NAME].decode("ascii")


def passages(name: str) -> list[dict[str, Any]]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("name", ["citations_dev.jsonl", "citations_blind.jsonl"])
@pytest.mark.parametrize("format", ["markdown", "html", "text"])
def test_judged_passages_are_read_alike(
    name: str, format: Format, page: Page, index: Index
) -> None:
    rows = passages(name)
    cases: list[Case] = [
        (row["text"], format, languages, None) for row in rows for languages in ([row["lang"]], [])
    ]
    assert disagreements(page, index, cases) == []
    assert told_in_browser(page, cases[:20]) != [[]] * 20


def test_some_rulings_that_people_judged_are_read_alike(page: Page, index: Index) -> None:
    """Those that the search for citations was made with, and every fifth of all others."""
    rows = [*passages("citations_dev.jsonl"), *passages("citations_blind.jsonl")[::5]]
    cases: list[Case] = [
        (row["text"], "text", languages, None) for row in rows for languages in ([row["lang"]], [])
    ]
    assert disagreements(page, index, cases) == []


@pytest.mark.parametrize("context", [None, "27.B.1", "12"])
def test_citations_of_every_kind_are_read_alike(
    context: str | None, page: Page, index: Index
) -> None:
    cases: list[Case] = [
        (text, "text", languages, context)
        for language, text in CITING
        for languages in ([language], [])
    ]
    assert disagreements(page, index, cases) == []


def test_every_record_of_every_text_is_read_alike(
    page: Page, index: Index, corpus: Corpus, store: Store
) -> None:
    cases: list[Case] = []
    for text in corpus.readable:
        for record in store.records(text.id):
            words = f"{record.heading or ''}\n\n{record.body}"
            own = text.edition == index.default.id and record.kind in ("law", "provision")
            cases.append((words, "text", [text.language], record.id if own else None))
    assert disagreements(page, index, cases) == []


MANY_MARKS = """\
---
title: Law 27
---
# Ruling under Law 27

Per **Law 27B1**(b), *cf.* `Law 16B` and [Law 23A](/23 "t"), see also [Law 24]; Laws 16&nbsp;B and
&sect; 12 C <b>Law 9A</b> <a href="x">Law 10</a> <span class="kodeks-ignore">Law 11A</span> are not.

Law 25 again
============

> Law 29A applies
> as does Law
> 30B, see [Law 31][ref] and ![Law 32](p.png).

1. Law 33
   and Law 34

   ~~~
   Law 35
   ~~~
2) Law 36:
    - Law 37
    - [x] Law 38
\tLaw 39

    Law 40

| Law  | Text            |
|:-----|----------------:|
| 41A  | see Law 41\\|B   |
| | `Law 42|A` |

<div class="kodeks-ignore">
Law 43
</div>

Law 44 <!-- Law 45 --> at www.example.org/Law/46 or td@law47.example, Law48.pdf.

<pre>
Law 49

Law 50
</pre>
***
[Law 24]: https://example.org
[ref]: <https://example.org/x> "Law 51"
Law 52\\
Law 53\x20\x20
``Law 54 ` `` and \\`Law 55\\`; a_Law 56_b and _Law 57_, 27 * 3 * Law 58
"""


def test_marks_of_markdown_are_read_alike(page: Page, index: Index) -> None:
    lines = MANY_MARKS.splitlines(keepends=True)
    whole = [MANY_MARKS, *("".join(lines[at:]) for at in range(len(lines)))]
    crowd: list[Case] = [(text, "markdown", ["en"], None) for text in whole]
    assert disagreements(page, index, crowd) == []
    [found] = told_in_browser(page, crowd[:1])
    read = {one["quote"] for one in found if one["status"] == "linked"}
    assert {"Law 27", "Law 29A", "Law\n> 30B", "Law 36", "Law 44", "Law 57"} <= read
    assert not {"Law 10", "Law 11A", "Law 24", "Law 31", "Law 35", "Law 43", "Law 54"} & read


@pytest.mark.parametrize(("format", "judged"), [("markdown", [*MARKDOWN, *BLOCKS]), ("html", HTML)])
def test_what_is_text_in_a_document_is_text_in_a_browser(
    format: Format, judged: Sequence[tuple[str, str]], page: Page, index: Index
) -> None:
    """In the documents of which test_zones says what is read of them."""
    cases: list[Case] = [(one, format, ["en", "hu"], None) for one, _ in judged]
    assert disagreements(page, index, cases) == []


@pytest.mark.parametrize("headings", [True, False])
def test_pages_with_tags_in_any_order_are_read_alike(
    headings: bool, page: Page, index: Index
) -> None:
    """Elements that are never closed, or in the wrong order, as browsers mend them."""
    chance = random.Random(27)
    pages = [re.sub(r"t(\d)", r"Law \1", nasty_page(chance)) for _ in range(600)]
    told = page.evaluate(
        """([pages, headings]) => pages.map((one) =>
          kodeksLinker.cite(one, { format: "html", languages: ["en"], headings })
            .map(({ start }) => start))""",
        [pages, headings],
    )
    for one, starts in zip(pages, told, strict=True):
        found = cite(one, "html", index, ["en"], None, None, headings)
        assert [cited.span.start for cited in found] == starts, one
    assert sum(map(len, told)) > 300


def documents(seed: int, count: int) -> list[Case]:
    """Documents of Markdown, each to be read in the languages of one kind of reader."""
    chance = random.Random(seed)
    return [
        (document(chance), "markdown", chance.choice([["en"], [], ["hu"], ["pl", "en"]]), None)
        for _ in range(count)
    ]


def test_markdown_that_people_write_is_read_alike(page: Page, index: Index) -> None:
    assert disagreements(page, index, documents(1, 300)) == []


@pytest.mark.parametrize("seed", [27, 1997])
def test_much_markdown_that_people_write_is_read_alike(seed: int, page: Page, index: Index) -> None:
    assert disagreements(page, index, documents(seed, 1000)) == []


def test_what_we_write_about_the_laws_is_read_alike(page: Page, index: Index) -> None:
    files = [*REPOSITORY.glob("*.md"), *REPOSITORY.glob("corpus/*.md")]
    cases: list[Case] = [(one.read_text("utf-8"), "markdown", ["en"], None) for one in files]
    assert len(cases) > 3
    assert disagreements(page, index, cases) == []


_WORDS = sorted(
    {
        word
        for words in patterns().values()
        for group in (words.of, words.fillers, words.joiners, words.ranges, words.this, words.above)
        for word in group
    }
    | {form for words in patterns().values() for unit in words.units for form in unit.forms}
    | {
        phrase.strip("*")
        for words in patterns().values()
        for phrases in (words.codes, words.others, words.cues, words.counted, words.ibid)
        for phrase in phrases.listed[::7]
    }
)
_PATHS = [
    "27",
    "27B",
    "27B1",
    "27B1(b)",
    "27.B.1.b",
    "12C1(e)(i)",
    "12",
    "C",
    "1",
    "e",
    "70D1",
    "(b)",
    "b)",
    "ii)",
    "B1",
    "A2a",
    "1000",
    "2017",
    "1997",
    "2007",
    "54A-t",
    "27-én",
    "e.0.",
    "(e)(iiv)",
    "(xxxxx)",
    "16x9",
    "10h30",
    "12.30",
    "2.",
    "4F",
    "13.1.4",
    "4.§",
    "§2",
    "§§§1",
    "L16C2",
    "seat12C3",
]
_SIGNS = [
    *" \n.,;:()[]-–—/'\"*_§°%&#",
    *("\n\n", "\xa0", "\x00", "\x01", "\x1d", "…", "&nbsp;", "&sect;", "<b>", "</b>", "<p>", "<a>"),
    *(
        "İ",
        "ı",
        "ß",
        "ẞ",
        "ΑΣ",
        "ς",
        "K",
        "Å",
        "ǅ",
        "я",
        "漢",
        "٣",
        "𝟏",
        "😀",
        "😀B",
        "e\u0301",
        "\u2028",
    ),
    *(
        "ulti",
        "Ultiban",
        "www.x.hu",
        "Law27.pdf",
        "td@x.hu",
        "TBR",
        "BGB",
        "MCC",
        "\n\nKodeks:\n- ",
    ),
]
_SOUP = st.lists(
    st.sampled_from(_WORDS)
    | st.sampled_from(_PATHS)
    | st.sampled_from(_SIGNS)
    | st.text(max_size=3),
    max_size=40,
).flatmap(lambda pieces: st.sampled_from(["", " "]).map(lambda gap: gap.join(pieces)))
_CASES = st.tuples(
    _SOUP,
    st.sampled_from(["text", "html"]),
    st.lists(st.sampled_from(sorted(patterns())), max_size=3, unique=True),
    st.sampled_from([None, None, "27", "27.B.1.b", "12.C.1"]),
)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cases=st.lists(_CASES, min_size=20, max_size=60))
def test_any_words_are_read_alike(cases: list[Case], page: Page, index: Index) -> None:
    assert disagreements(page, index, cases) == []


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rulings=st.lists(EMPHASISED, min_size=40, max_size=60))
def test_tags_that_say_nothing_are_read_alike(
    rulings: list[Emphasised], page: Page, index: Index
) -> None:
    cases: list[Case] = [(one.tagged, "html", ["en"], None) for one in rulings]
    assert disagreements(page, index, cases) == []


def test_a_long_ruling_is_told_in_the_language_of_its_parts(page: Page, index: Index) -> None:
    """Languages are told by stretches of so many characters: 😀 is one of them, and two units."""
    rows = [row for row in passages("citations_blind.jsonl") if row["lang"] in ("hu", "de", "pl")]
    mixed = " 😀😀😀 ".join(row["text"] for row in rows[::4])
    assert len(mixed) > 4000
    assert disagreements(page, index, [(mixed, "text", [], None)]) == []


def test_small_letters_are_those_of_python(page: Page) -> None:
    """Of the letters that words are made of; others are never compared."""
    letters = [chr(code) for code in range(0x250) if chr(code).isalpha()]
    small = page.evaluate("letters => letters.map((one) => one.toLowerCase())", letters)
    assert small == [one.lower() for one in letters]
    # A sigma at the end of a word has a form of its own: what is compared has no Greek in it.
    assert all(ord(letter) < 0x250 for word in _WORDS for letter in word if letter.isalpha())


def test_offsets_are_units_and_can_be_code_points(page: Page) -> None:
    ruling = "😀 Law 27 😀 Law 30"
    [one, other] = page.evaluate("text => kodeksLinker.cite(text)", ruling)
    assert [one["start"], other["start"]] == [3, 13]
    assert page.evaluate("text => kodeksLinker.codePoints(text, [13, 3, 0])", ruling) == [11, 2, 0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"languages": ["xx"]}, "RangeError: no citations are known in xx"),
        ({"format": "pdf"}, "RangeError: there is no format pdf"),
        ({"within": "chess-2020"}, "RangeError: there is no edition chess-2020"),
    ],
)
def test_what_cannot_be_read_is_refused(options: dict[str, Any], message: str, page: Page) -> None:
    with pytest.raises(Error, match=message):
        page.evaluate("options => kodeksLinker.cite('Law 27', options)", options)


@pytest.mark.parametrize(
    "sign", ["<a ", "[", "[a](", "`a", "<!--", "> - ", "Law 27, ", "§", "(b)", "a@"]
)
def test_no_document_takes_minutes(sign: str, page: Page) -> None:
    """What takes the square of its length in time would never come to an end here."""
    for format in ("markdown", "html", "text"):
        page.evaluate(
            "([text, format]) => kodeksLinker.cite(text, { format, languages: ['en'] }).length",
            [sign * 20_000, format],
        )


def test_the_script_is_the_same_every_time_and_ends_no_script(
    corpus: Corpus, index: Index, tag: str, tmp_path: Path
) -> None:
    assert linker_scripts(corpus.home, Index.from_json(index.to_json()))[NAME].decode() == tag
    assert linker_scripts(site_home(tmp_path / "home"), index)[NAME].decode() == tag
    assert tag.startswith('"use strict";\n(()=>{')
    assert "</script" not in tag.lower()
    # Nothing in the data opens a comment.
    assert "<!--" not in json.dumps(data(corpus.home, index))


def test_the_tag_carries_only_what_it_uses(browser: Browser, tag: str, page: Page) -> None:
    """It reads the words of pages, which browsers have made text already; no Markdown, no HTML."""
    for words in ("windows-1252", "blockquote", "noframes", "<!--"):
        assert words not in tag
    with browser.new_context() as context:
        elsewhere = context.new_page()
        elsewhere.add_script_tag(content=tag)
        with pytest.raises(Error, match="RangeError: this script reads text only, no markdown"):
            elsewhere.evaluate("kodeksLinker.cite('Law 27', { format: 'markdown' })")
        texts = [row["text"] for row in passages("citations_dev.jsonl")[:40]]
        both = [
            here.evaluate("texts => texts.map((text) => kodeksLinker.cite(text))", texts)
            for here in (elsewhere, page)
        ]
    assert both[0] == both[1]
    assert sum(map(len, both[0])) > 40


def test_both_engines_predict_the_same(tmp_path: Path, built_home: Path) -> None:
    home = site_home(tmp_path / "home", built_home)
    predicted = []
    for engine in ("python", "browser"):
        out = tmp_path / f"{engine}.jsonl"
        command = [sys.executable, str(REPOSITORY / "scripts/run_citations.py")]
        command += [str(DATA / "citations_dev.jsonl"), str(out), "--engine", engine]
        subprocess.run(command, check=True, env=os.environ | {"KODEKS_HOME": str(home)})
        predicted.append([json.loads(line) for line in out.read_text("utf-8").splitlines()])
    assert predicted[0] == predicted[1]
    spans = {row["id"]: row["spans"] for row in predicted[0]}
    assert spans["d-en-005"] == [
        {"start": 28, "end": 32, "targets": ["70.D.1"]},
        {"start": 43, "end": 51, "targets": ["70.E.1"]},
    ]
    assert {"start": 48, "end": 54, "targets": ["22"], "edition": "1997"} in spans["d-en-007"]

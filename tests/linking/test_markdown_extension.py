"""The Python-Markdown extension: law numbers on the pages of any site become links."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown import Markdown, markdown

from kb.core.errors import KodeksError
from kb.corpus.corpus import Corpus
from kb.linking.resolving.index import Index
from kb.storage.store import Store

OURS = re.compile(r'<(a|mark) class="kodeks-(?:law|unknown)"[^>]*>(.*?)</\1>', re.DOTALL)


@pytest.fixture(autouse=True)
def laws(built_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KODEKS_HOME", str(built_home))


@pytest.fixture(scope="session")
def index_file(corpus: Corpus, store: Store, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("index") / "index.json"
    path.write_text(json.dumps(Index.of(corpus, store).to_json()), encoding="utf-8")
    return path


def linked(source: str, *others: str, **options: Any) -> str:
    extensions = [*others, "kodeks"]
    return markdown(source, extensions=extensions, extension_configs={"kodeks": options})


def links(html: str) -> list[tuple[str, str]]:
    """The words of our links and where they lead."""
    found = re.findall(
        r'<a class="kodeks-law"[^>]*? href="([^"]*)"[^>]*>(.*?)</a>', html, re.DOTALL
    )
    return [(words, address) for address, words in found]


def without_ours(html: str) -> str:
    return OURS.sub(r"\2", html)


def test_what_a_ruling_cites_leads_to_the_clause_in_the_reader_s_language() -> None:
    html = linked("Lásd a 27B1(b) pontot és a 16. szakaszt.", lang="hu", ui="pl")
    assert links(html) == [
        ("27B1(b) pontot", "/pl/bridge-2017/27/#27.B.1.b"),
        ("16. szakaszt", "/pl/bridge-2017/16/"),
    ]
    assert 'title="przepis 27B1(b): ' in html


@pytest.mark.parametrize(
    ("source", "address"),
    [
        ("A 23A3 pont szerint.", "/hu/bridge-2017/23/#23.A.3"),
        ("Według przepisu 64C1 orzeka się.", "/pl/bridge-2017/64/#64.C.1"),
        ("Secondo l'articolo 63A1 la renonce è consumata.", "/it/bridge-2017/63/#63.A.1"),
        ("See Law 64C.", "/en/bridge-2017/64/#64.C"),
    ],
)
def test_without_options_pages_of_the_language_that_is_cited_in_are_linked(
    source: str, address: str
) -> None:
    assert [found for _, found in links(linked(source))] == [address]


def test_an_address_may_be_on_another_host() -> None:
    html = linked("Law 64C", base="https://laws.example/bridge/", ui="de")
    assert links(html)[0][1] == "https://laws.example/bridge/de/bridge-2017/64/#64.C"


@pytest.mark.parametrize(
    "source",
    [
        "`27B1 pont`",
        "    27B1 pont",
        "[27B1 pont](elsewhere.md)",
        "[27B1 pont][there]\n\n[there]: elsewhere.md",
        "<https://laws.example/27B1>",
        "![27B1 pont](picture.png)",
        '<span class="kodeks-ignore">27B1 pont, *27B2 pont*</span>',
        '<div class="kodeks-ignore">\n27B1 pont\n</div>',
        '<a href="x">27B1 pont</a>',
        "<kbd>27B1 pont</kbd> <code>27B2 pont</code>",
        '<a class="kodeks-law" href="/hu/bridge-2017/27/#27.B.1">27B1 pont</a>',
        '<mark class="kodeks-unknown" title="…">94. szakasz</mark>',
        "27B1 pont\n{: .kodeks-ignore }",
        "*27B1 pont*{: .kodeks-ignore }",
        '<div class="kodeks-ignore" markdown="1">\n27B1 pont, *27B2 pont*\n</div>',
        "*[27B1]: a law\n\n27B1",
    ],
)
def test_links_code_and_what_is_opted_out_stay_as_they_are(source: str) -> None:
    others = ("attr_list", "md_in_html", "abbr")
    assert linked(source, *others) == markdown(source, extensions=others)


def test_after_what_is_opted_out_links_go_on() -> None:
    html = linked('<span class="kodeks-ignore">27A pont <span>27B</span> 27C</span> 27D szakasz')
    assert [words for words, _ in links(html)] == ["27D szakasz"]


def test_headings_are_linked_unless_a_site_says_no() -> None:
    source = "# A 27B1 pont\n\nA 27B2 pont"
    assert [words for words, _ in links(linked(source))] == ["27B1 pont", "27B2 pont"]
    assert [words for words, _ in links(linked(source, headings=False))] == ["27B2 pont"]


def test_a_table_of_contents_has_no_links_in_it() -> None:
    program = Markdown(extensions=["toc", "kodeks"])
    html = program.convert("[TOC]\n\n# A 27B1 pont")
    assert program.toc_tokens[0]["id"] == "a-27b1-pont"
    assert '<a href="#a-27b1-pont">A 27B1 pont</a>' in html
    assert '<h1 id="a-27b1-pont">A <a class="kodeks-law"' in html


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("Law **27B1**", ["27B1"]),
        ("**Law** 27B1", ["27B1"]),
        ("*Law 27B1*", ["Law 27B1"]),
        ("a 27B1**(b)** pont", ["27B1", "(b)"]),
        ("<b>Law</b> 27B1", ["27B1"]),
        ("a 27B1(b)&nbsp;pont", ["27B1(b)&nbsp;pont"]),
        ("a 27.&nbsp;&sect; és", ["27.&nbsp;&sect;"]),
        ("Law\n27B1", ["Law\n27B1"]),
    ],
)
def test_a_citation_over_tags_is_a_link_where_its_number_begins(
    source: str, words: list[str]
) -> None:
    html = linked(source)
    assert [found for found, _ in links(html)] == words
    assert without_ours(html) == markdown(source)


def test_tables_lists_quotations_and_footnotes_are_linked() -> None:
    source = (
        "| x | y |\n| - | - |\n| 27A1 pont | 27B1 pont |\n\n- 27B2 pont\n\n> 27B3 pont[^1]\n\n"
        "[^1]: 27B4 pont\n"
    )
    html = linked(source, "tables", "footnotes")
    assert [words for words, _ in links(html)] == [
        f"27{one} pont" for one in ("A1", "B1", "B2", "B3", "B4")
    ]


def test_blocks_are_read_apart() -> None:
    assert links(linked("lásd a 27\n\nB1 pontot")) == []


def test_a_number_that_does_not_exist_is_marked_with_the_nearest() -> None:
    html = linked("a 27B7 pont", lang="hu")
    assert 'title="Nincs ilyen pont. A legközelebbi: 27B' in html
    assert ">27B7 pont</mark>" in html


def test_other_regulations_and_lone_labels_are_left_alone() -> None:
    source = "§ 12 der Satzung, Punkt C"
    assert linked(source, lang="de", ui="de") == markdown(source)


def test_an_older_edition_s_number_leads_to_what_it_is_today_and_says_so() -> None:
    html = linked("prema članu 63C iz 1997.", lang="hr", ui="hr")
    assert [address for _, address in links(html)] == ["/hr/bridge-2017/63/#63.B"]
    assert 'data-kodeks="bridge-1997:63.C"' in html
    assert "1997: 63C → danas: 63B" in html


def test_a_site_may_mean_an_older_edition() -> None:
    html = linked("prema članu 25B", lang="hr", ui="hr", edition="bridge-1997")
    assert 'data-kodeks="bridge-1997:25.B"' in html


def test_languages_may_be_several() -> None:
    source = "Law 27B1, przepis 64C1 i član 50D"
    assert len(links(linked(source, lang=["en", "pl"]))) == 2
    assert len(links(linked(source, lang="en, pl"))) == 2
    assert len(links(linked(source))) == 3


def test_switched_on_twice_is_as_once() -> None:
    source = "A 27B1 pont és a 94. szakasz."
    assert markdown(source, extensions=["kodeks", "kb.linking.markdown.extension"]) == linked(
        source
    )


def test_the_index_of_a_site_is_enough(
    index_file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("KODEKS_HOME", str(tmp_path))
    html = linked("A 27B1(b) pont és a 94. szakasz.", ui="hu", index=index_file)
    assert links(html) == [("27B1(b) pont", "/hu/bridge-2017/27/#27.B.1.b")]
    assert 'title="27B1(b) pont"' in html
    assert ">94. szakasz</mark>" in html


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"colour": "red"}, "there is no option 'colour'. Options: base, ui, lang"),
        ({"headings": "no"}, "headings cannot be 'no'"),
        ({"lang": "xx"}, "no citations are known in 'xx'"),
        ({"lang": 7}, "lang cannot be 7"),
        ({"ui": "xx"}, "the site has no pages in 'xx'"),
        ({"edition": "bridge-1887"}, "there is no edition 'bridge-1887'"),
        ({"base": "laws.example", "ui": "hu"}, "'laws.example' is not the address of a site"),
        ({"index": "nowhere.json", "ui": "hu"}, "nowhere.json: No such file or directory"),
        ({"index": "nowhere.json"}, "beside index there must be ui"),
    ],
)
def test_a_wrong_option_is_said_plainly(options: dict[str, Any], said: str) -> None:
    with pytest.raises(KodeksError) as caught:
        linked("Law 27", **options)
    assert said in str(caught.value)
    assert caught.value.hint


@pytest.mark.parametrize("content", ["", "[]", "{}", "no JSON", '{"schema": "kodeks.index/0"}'])
def test_a_file_that_is_no_index_is_refused(content: str, tmp_path: Path) -> None:
    path = tmp_path / "index.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(KodeksError) as caught:
        linked("Law 27", ui="hu", index=str(path))
    assert caught.value.exit_code == 2
    assert caught.value.hint


NASTY = [
    "Law 27B1", "a 27B1(b) pont", "94. szakasz", "przepis 64C1", "§ 12", "(b)", "iz 1997.", "27",
    "*", "**", "_", "`", "``", "~", "\\", "\\*", "<", ">", "&", "&amp;", "&nbsp;", "&sect;",
    "&#35;", "<b>", "</b>", "<a>", "</a>", "<span class='kodeks-ignore'>", "</span>", "<br>",
    "<!-- x -->",
    "[", "]", "(x)", "[x](y)", "![x](y)", "|", "#", "# ", "- ", "1. ", "> ", "    ", "\t", "\n",
    "\n\n", " ", "  \n", "[^1]", "[^1]: ", "*[27B1]: ", "{: .kodeks-ignore }", "<div>", "</div>",
    "\x01", "\x1d", "\x00", "ő", "\u00a0", "😀", "---", "***", ":", "```\n", "http://x.hu/27B1",
]  # fmt: skip


@pytest.mark.slow
@settings(max_examples=300)
@given(st.lists(st.sampled_from(NASTY), max_size=14).map("".join))
def test_the_page_is_as_it_would_be_but_for_links(index_file: Path, source: str) -> None:
    others = ["tables", "footnotes", "attr_list", "abbr", "md_in_html", "toc"]
    html = linked(source, *others, ui="hu", index=index_file)
    assert without_ours(html) == markdown(source, extensions=others)


def test_any_mkdocs_site_switches_it_on_with_one_line(tmp_path: Path, built_home: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text(
        "# Döntés a 27B1 pontról\n\nLásd a 23A3 pontot és a [27. szakaszt](other.md).\n", "utf-8"
    )
    (tmp_path / "docs/other.md").write_text("# Other\n\n`27B1` 94. szakasz\n", "utf-8")
    (tmp_path / "mkdocs.yml").write_text(
        "site_name: Rulings\nplugins: []\nmarkdown_extensions:\n  - kodeks\n", "utf-8"
    )
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    html = (tmp_path / "site/index.html").read_text("utf-8")
    assert links(html) == [
        ("27B1 pontról", "/hu/bridge-2017/27/#27.B.1"),
        ("23A3 pontot", "/hu/bridge-2017/23/#23.A.3"),
    ]
    assert '<a href="other/">27. szakaszt</a>' in html
    assert "<title>Rulings</title>" in html
    assert ">94. szakasz</mark>" in (tmp_path / "site/other/index.html").read_text("utf-8")


def test_mkdocs_says_which_option_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "mkdocs.yml").write_text(
        "site_name: x\nplugins: []\nmarkdown_extensions:\n  - kodeks: {colour: red}\n", "utf-8"
    )
    command = [sys.executable, "-m", "mkdocs", "build"]
    done = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert done.returncode
    assert "there is no option 'colour'" in done.stderr

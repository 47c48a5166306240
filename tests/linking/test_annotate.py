"""Links in rulings: what is written, and that all else stays as its author wrote it."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from kb.core.addresses import BadAddressError
from kb.core.errors import NotFoundError
from kb.core.ids import ProvisionId
from kb.corpus.corpus import Corpus
from kb.languages.catalogue import load
from kb.linking.cited import Cited
from kb.linking.documents.ruling import read_document
from kb.linking.limits import MOST_CHARACTERS, BadDocumentError
from kb.linking.linker import cite
from kb.linking.resolving.index import Index
from kb.linking.writing.annotate import BadOutputError, Output, remove
from kb.linking.writing.hover import LONGEST as LONGEST_WORDS
from kb.linking.writing.hover import Clauses, Hover
from kb.linking.writing.sites import PublishedSite
from kb.linking.zones import Format
from kb.storage.store import Store
from support.rulings import annotate

FORMATS: list[Format] = ["text", "markdown", "html"]
OUTPUTS: list[Output] = ["html", "md", "text"]
LANGUAGES = ["hu", "pl", "hr", "it", "fr", "de", "en"]


@pytest.fixture(scope="module")
def index(corpus: Corpus, store: Store) -> Index:
    return Index.of(corpus, store)


@pytest.fixture(scope="module")
def site(index: Index) -> PublishedSite:
    return PublishedSite.at("https://laws.example", "hu", index, LANGUAGES)


def linked(
    site: PublishedSite,
    document: str,
    format: Format,
    output: Output,
    language: str = "en",
    hover: Hover | None = None,
) -> str:
    cited = cite(document, format, site.index, [language])
    return annotate(document, format, cited, site, output, hover)


def bare(written: str) -> str:
    """A document with its titles and other data left out, for the eye."""
    written = re.sub(r' (?:title|data-kodeks)="[^"]*"', "", written)
    return re.sub(r' "Kodeks: [^"]*"', "", written).replace("https://laws.example/hu", "…")


WRITTEN: list[tuple[Format, Output, str, str]] = [
    ("html", "html", "<p><b>Law 27B1(b)</b> & a < b",
     '<p><b><a class="kodeks-law" href="…/bridge-2017/27/#27.B.1.b">Law 27B1(b)</a></b> & a < b'),
    ("html", "html", "Law <i>27</i>, Law <!-- x -->16B",
     'Law <i><a class="kodeks-law" href="…/bridge-2017/27/">27</a></i>, '
     'Law <!-- x --><a class="kodeks-law" href="…/bridge-2017/16/#16.B">16B</a>'),
    ("html", "html", "<td>Law 94<td>Law&nbsp;27",
     '<td><mark class="kodeks-unknown">Law 94</mark>'
     '<td><a class="kodeks-law" href="…/bridge-2017/27/">Law&nbsp;27</a>'),
    ("text", "html", "a <b>Law 27</b> & 3",
     'a &lt;b&gt;<a class="kodeks-law" href="…/bridge-2017/27/">Law 27</a>&lt;/b&gt; &amp; 3'),
    ("markdown", "md", "See *Law 41C* and **27B1**", "See *[Law 41C](…/bridge-2017/41/#41.C)* and "
     "**[27B1](…/bridge-2017/27/#27.B.1)**"),
    ("markdown", "md", "(**Law 27**) and (Law *27*)",
     "([**Law 27**](…/bridge-2017/27/)) and (Law [*27*](…/bridge-2017/27/))"),
    ("markdown", "md", "> by Law\n> 16B", "> by [Law\n> 16B](…/bridge-2017/16/#16.B)"),
    ("markdown", "md", "| Law 27 | Law 94 |\n|-|-|",
     '| [Law 27](…/bridge-2017/27/) | <mark class="kodeks-unknown">Law 94</mark> |\n|-|-|'),
    ("markdown", "html", "*Law 27* & `Law 16`",
     '*<a class="kodeks-law" href="…/bridge-2017/27/">Law 27</a>* & `Law 16`'),
    # What a link would break stays without one.
    ("markdown", "md", "Foul!Law 27, \\Law 27, [x]Law 27", "Foul!Law 27, \\Law 27, [x]Law 27"),
    ("markdown", "md", "x*Law 27*x", "x*Law 27*x"),
    ("text", "md", "Law 27", "[Law 27](…/bridge-2017/27/)"),
]  # fmt: skip


@pytest.mark.parametrize(("format", "output", "ruling", "expected"), WRITTEN)
def test_a_law_becomes_a_link(
    site: PublishedSite, format: Format, output: Output, ruling: str, expected: str
) -> None:
    assert bare(linked(site, ruling, format, output)) == expected


def test_an_older_number_leads_to_where_that_stands_today(site: PublishedSite) -> None:
    (cited,) = cite("1997 Law 26B", "text", site.index, ["en"])
    assert cited.now
    assert site.of(cited) == site.address("bridge-2017", cited.now[0])
    written = annotate("1997 Law 26B", "text", [cited], site, "html")
    assert 'data-kodeks="bridge-1997:26.B"' in written
    assert 'title="1997: 26B → ma: ' in written


def test_an_edition_that_is_not_here_is_said(site: PublishedSite) -> None:
    (cited,) = cite("A 2007-es kódex 23. §-a", "text", site.index, ["hu"])
    written = annotate("A 2007-es kódex 23. §-a", "text", [cited], site, "html")
    assert 'title="Ez a kiadás itt nincs meg: 2007"' in written


def test_an_older_number_that_is_gone_leads_to_its_own_edition(site: PublishedSite) -> None:
    old = site.index.editions["bridge-1997"]
    gone = min(old.provisions - old.now.keys())
    (cited,) = cite(f"1997 Law {gone.display}", "text", site.index, ["en"])
    assert site.of(cited) == site.address("bridge-1997", gone)


def test_a_plain_text_stays_and_gets_a_list(site: PublishedSite) -> None:
    ruling = "South bid 1H over 2C.\nLaw 27B1(b) applies,\nsee Law 94 and Law\n27B1(b).\n"
    written = linked(site, ruling, "text", "text")
    assert written == (
        f"{ruling}\n\nKodeks:\n"
        "- Law 27B1(b): https://laws.example/hu/bridge-2017/27/#27.B.1.b – 27B1(b) pont\n"
        "- Law 94: ✗ Nincs ilyen pont. A legközelebbi: 93. szakasz\n"
    )
    assert linked(site, written, "text", "text") == written
    assert remove(written, "text") == ruling
    assert linked(site, "No law here.", "text", "text") == "No law here."


def test_html_becomes_nothing_but_html(site: PublishedSite) -> None:
    for output in OUTPUTS[1:]:
        with pytest.raises(BadOutputError):
            linked(site, "<p>Law 27", "html", output)


def test_citations_of_other_rules_stay_as_they_are(site: PublishedSite) -> None:
    ruling = "Gemäß § 12 der Satzung und Punkt C."
    assert {one.status for one in cite(ruling, "text", site.index, ["de"])} <= {
        "foreign",
        "ambiguous",
    }
    assert linked(site, ruling, "markdown", "md", "de") == ruling


# --- what is said under the pointer ---------------------------------------------------------------


def said(site: PublishedSite, hover: Hover, ruling: str, language: str) -> str:
    (cited,) = cite(ruling, "text", site.index, [language])
    return hover.title(cited)


@pytest.fixture(scope="module")
def clauses(corpus: Corpus, store: Store, index: Index) -> dict[str, Clauses]:
    return {one: Clauses(corpus, store, index, load(one)) for one in LANGUAGES}


@pytest.mark.parametrize(
    ("reader", "begins"),
    [
        ("hu", "27B1(b) pont: Eltekintve az a) pontban leírt esetektől, ha az elégtelen licitet"),
        ("pl", "przepis 27B1(b): Z wyjątkiem przypadków przewidzianych w punkcie (a), jeżeli"),
        ("hr", "član 27B1(b): NEDOSTATAN LICIT (Jednostavno rečeno: 27B1) "),
        ("en", "Law 27B1(b): Insufficient bid: acceptance or replacement (Plain words: 27B1) The "),
    ],
)
def test_a_clause_is_said_in_the_readers_language_or_says_in_which(
    site: PublishedSite, clauses: dict[str, Clauses], reader: str, begins: str
) -> None:
    title = said(site, clauses[reader], "Law 27B1(b)", "en")
    assert title.startswith(begins)
    assert title.endswith(" …")
    assert len(title) < LONGEST_WORDS + 100


def test_a_clause_without_words_of_its_own_is_said_by_its_parts(
    site: PublishedSite, clauses: dict[str, Clauses]
) -> None:
    assert said(site, clauses["hu"], "Law 27B1", "en").startswith("27B1 pont: a) Ha az elégtelen")


def test_notices_go_before_the_words(site: PublishedSite, clauses: dict[str, Clauses]) -> None:
    assert said(site, clauses["pl"], "1997 Law 26B", "en").startswith("1997: 26B → dziś: ")
    assert said(site, clauses["hr"], "Law 94", "en") == (
        "Takva odredba ne postoji. Najbliža: član 93"
    )
    assert said(site, clauses["de"], "2007 Law 27", "en") == (
        "Diese Ausgabe ist hier nicht vorhanden: 2007"
    )
    assert said(site, clauses["hu"], "Laws 49-51", "en").startswith("49. szakasz – 51. szakasz: ")


def test_sections_of_ulti_are_named_as_such(
    site: PublishedSite, clauses: dict[str, Clauses]
) -> None:
    (cited,) = cite("az 5. § szerint", "text", site.index, ["hu"], within="ulti-2017")
    assert clauses["hu"].title(cited).startswith("5. §: ")


class Says:
    """Says the same of everything."""

    def __init__(self, words: str) -> None:
        self._words = words

    def title(self, cited: Cited) -> str:
        return self._words


HOSTILE = "</script><b> | \"x\" 'y' ](z) `c` *d* _e_ \\ & &quot; <!-- \n\n # [f]: g"


@pytest.mark.parametrize(("format", "output"), [("markdown", "md"), ("html", "html")])
@pytest.mark.parametrize("ruling", ["Law 27", "Law 94", "`a | Law 27 | *b*", "[Law 27] \\"])
def test_no_title_breaks_what_it_is_in(
    site: PublishedSite, format: Format, output: Output, ruling: str
) -> None:
    document = f"| {ruling} | *x* |\n|-|-|\n" if format == "markdown" else f"<p>{ruling}</p>"
    written = linked(site, document, format, output, hover=Says(HOSTILE))
    assert written != document
    assert remove(written, format) == document
    if format == "markdown":
        assert "](https://laws.example" in written or "<mark" in written
        titles = re.findall(r'title="([^"]*)"', MARKDOWN.render(written))
    else:
        reader = Reader(written)
        assert (reader.words, reader.others) == (ruling, [("p", ()), ("/p", ())])
        titles = re.findall(r'title="([^"]*)"', written)
    assert len(titles) == 1
    assert "<" not in titles[0]


# --- nothing else is touched ----------------------------------------------------------------------

MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


class Reader(HTMLParser):
    """The words of an HTML document, and the tags that are not ours."""

    def __init__(self, document: str) -> None:
        super().__init__(convert_charrefs=True)
        self.words = ""
        self.others: list[tuple[str, tuple[tuple[str, str | None], ...]]] = []
        self._ours: list[str] = []
        self.feed(document)
        self.close()
        assert not self._ours, document

    def handle_data(self, data: str) -> None:
        self.words += data

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if (dict(attrs).get("class") or "") in ("kodeks-law", "kodeks-unknown"):
            self._ours.append(tag)
        else:
            self.others.append((tag, tuple(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if self._ours and self._ours[-1] == tag:
            self._ours.pop()
        else:
            self.others.append((f"/{tag}", ()))


CITATIONS = ["Law 27B1(b)", "Laws 49-51", "Law 94", "Law 27", "1997 Law 25B", "70D1", "point C"]
CITATIONS += ["Laws 16B3 and 12C1(b)", "Law **27**B1", "Law <b>27</b>B1", "<i>Law</i> 27"]
IN_HTML = ["<p>", "</p>", "<b>", "</b>", "<a href=x>", "</a>", "<code>", "</code>", "<", "<!-- "]
IN_HTML += [" -->", "&nbsp;", "&sect;", "&", "<td>", "<table>", "</table>", "<script>", "</script>"]
IN_HTML += ["<div class=kodeks-ignore>", "</div>", '"', ">", " ", "\n", ".", "x", "<mark>", "]]>"]
IN_HTML += ["</mark>", "<textarea>", "</textarea>", "<br>", '<span title="Law 27">', "<![CDATA["]
IN_MARKDOWN = ["*", "**", "_", "__", "~~", "`", "``", "[", "]", "(", ")", "!", "\\", "<", "<b>"]
IN_MARKDOWN += ["</b>", "<a href='x'>", "</a>", "|", "\n", "\n\n", "> ", "- ", "# ", "    ", "x"]
IN_MARKDOWN += [" ", ".", ":", "&nbsp;", "&", '<span class="kodeks-ignore">', "</span>", "](y)"]
IN_MARKDOWN += ["<div class='kodeks-ignore'>\n\n", "\n</div>\n\n", "[Law 27]: x\n", "```\n"]
IN_MARKDOWN += ["|-|-|\n", "| a | b |\n", "é", "<!--", "-->", '"', "\n===\n"]


def documents(signs: list[str]) -> st.SearchStrategy[str]:
    """Documents of citations and signs, apart by blanks or not."""
    pieces = st.lists(st.sampled_from(CITATIONS) | st.sampled_from(signs), max_size=14)
    return st.builds(lambda pieces, gap: gap.join(pieces), pieces, st.sampled_from(["", " "]))


@given(documents(IN_HTML))
@example("<p>Law 27<b>B1</p>Law 94</b>")
def test_html_with_links_has_the_same_words_and_other_tags(
    site: PublishedSite, document: str
) -> None:
    written = linked(site, document, "html", "html")
    assert remove(written, "html") == document
    was, is_now = Reader(document), Reader(written)
    assert (is_now.words, is_now.others) == (was.words, was.others)


@given(documents(IN_MARKDOWN))
@example("`` Law 27 ``` ` Law 16")
@example("[see [Law 27] here](x)")
@example("[Law 27]: x\nLaw 16")
@example("*see (*Law 27*)*")
def test_markdown_with_links_means_what_it_meant(site: PublishedSite, document: str) -> None:
    written = linked(site, document, "markdown", "md")
    assert remove(written, "markdown") == document
    shown = MARKDOWN.render(written)
    shown = re.sub(
        r'<a href="https://laws\.example/[^"]*" title="Kodeks: [^"]*">(.*?)</a>', r"\1", shown
    )
    shown = re.sub(r'<mark class="kodeks-unknown"[^>]*>(.*?)</mark>', r"\1", shown)
    assert shown == MARKDOWN.render(document)


@given(documents(["<b>", "&", '"', "*x*", ".", "\n", "<"]))
def test_plain_text_says_the_same_in_html(site: PublishedSite, document: str) -> None:
    reader = Reader(linked(site, document, "text", "html"))
    assert (reader.words, reader.others) == (document, [])


@given(st.lists(st.sampled_from([*CITATIONS, *IN_HTML])).map(" ".join))
@example("1997 Law 25B Law **27**B1 1997 Law 25B")
def test_linking_html_twice_changes_nothing(site: PublishedSite, document: str) -> None:
    once = linked(site, document, "html", "html")
    assert linked(site, once, "html", "html") == once


@given(st.lists(st.sampled_from([*CITATIONS, *IN_MARKDOWN])).map(" ".join))
def test_linking_markdown_twice_changes_nothing(site: PublishedSite, document: str) -> None:
    once = linked(site, document, "markdown", "md")
    assert linked(site, once, "markdown", "md") == once


@pytest.mark.parametrize(("format", "output"), [("html", "html"), ("markdown", "md")])
def test_a_linked_ruling_still_cites_what_it_cited(
    site: PublishedSite, format: Format, output: Output
) -> None:
    """Else nobody could ask later which rulings cite a law."""
    ruling = "Laws 27B1(b) and 23A, not Law 94."
    cited = cite(ruling, format, site.index, ["en"])
    again = cite(linked(site, ruling, format, output), format, site.index, ["en"])
    assert [one.targets for one in again] == [one.targets for one in cited]
    assert len(cited) == 3


@pytest.mark.parametrize(
    "touched",
    [
        "<p>By <A data-kodeks=x title='' class='kodeks-law big' href=\"/x\">Law <b>27</b></A >.",
        "<p>By <mark class=kodeks-unknown>Law <b>27</b></mark>.",
    ],
)
def test_links_of_ours_go_out_though_an_editor_wrote_them_anew(touched: str) -> None:
    assert remove(touched, "html") == "<p>By Law <b>27</b>."


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    "document",
    [
        '<a class="law" href="x">Law 27</a> <mark>x</mark> <!-- <a class="kodeks-law">x</a> -->',
        '[Law 27](x "Laws") <mark title="kodeks-unknown">x</mark>\n\nKodeks:\nour codes',
    ],
)
def test_what_authors_wrote_is_not_taken_out(document: str, format: Format) -> None:
    assert remove(document, format) == document


# --- the edges ------------------------------------------------------------------------------------


@pytest.mark.parametrize("base", ["javascript:alert(1)", "x", "laws.example", "ftp://x"])
def test_an_address_that_no_site_has_is_refused(index: Index, base: str) -> None:
    with pytest.raises(BadAddressError):
        PublishedSite.at(base, "hu", index, LANGUAGES)


def test_addresses_are_quoted_and_languages_checked(index: Index) -> None:
    site = PublishedSite.at('https://laws.example/a b)]|"(x/', "hu", index, LANGUAGES)
    assert site.address("bridge-2017", ProvisionId.parse("27B")) == (
        "https://laws.example/a%20b%29%5D%7C%22%28x/hu/bridge-2017/27/#27.B"
    )
    with pytest.raises(NotFoundError):
        PublishedSite.at("", "../x", index, LANGUAGES)


def test_what_cannot_be_read_or_is_too_long_says_why(
    index: Index, tmp_path_factory: pytest.TempPathFactory
) -> None:
    bad = tmp_path_factory.mktemp("rulings") / "bad.html"
    bad.write_bytes(b"<p>Law \xff 27")
    with pytest.raises(BadDocumentError, match="not UTF-8 at byte 7"):
        read_document(str(bad))
    with pytest.raises(BadDocumentError, match="at most"):
        cite("x" * (MOST_CHARACTERS + 1), "html", index)
    with pytest.raises(BadDocumentError, match="at most"):
        cite("Law 27 " * 7_500_000, "text", index)


@pytest.mark.slow
def test_a_long_page_is_linked_whole(site: PublishedSite) -> None:
    page = "<p>Law 27B1(b), by <i>Law</i> 16B and Law 94.\n" * 3_000
    written = linked(site, page, "html", "html")
    assert written.count("</a>") == 2 * written.count("</mark>") == 6_000
    assert remove(written, "html") == page

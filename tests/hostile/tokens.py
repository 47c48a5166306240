"""Pieces of text that mean something to us: citations, lists, tags, brackets, entities, blanks."""

from __future__ import annotations

import tomllib
from functools import cache
from itertools import islice
from pathlib import Path

from kb.citations.anchors import Patterns, patterns
from kb.linking.zones.signs import LAW_CLASS, MARK, NO_TEXT, UNKNOWN_CLASS

_CONCEPTS = Path(__file__).parents[2] / "corpus/curation/concepts"

PATHS = (
    *("27", "1", "93", "9999", "1997", "2007", "27B", "27B1(b)", "12C1b", "27.B.1.b", "16 C 2"),
    *("(d)", "(d), e)(i)", "b)", "B2a(v)", "ii)", "30B1b)ii)", "12 C 1 (e)(i)", "3. § (5)", "2c"),
    *("54A-t", "(B)", "III", "IV.", "1000000000", "1" * 40, "B 1", "7♠", "2T"),
)
RANGES = (
    *("1-93", "1–93", "1 - 93", "27B1–27B3", "27-", "-93", "1-2-3", "27B—D", "12C1(a)-(d)"),
    *("27…93", "27..93", "1 to 93", "93-1", "§§ 1–93", "Laws 1-93", "Laws 1-93 and 1-93"),
)
JOINERS = (", ", "; ", " and ", " és ", " i ", " und ", " et ", " e ", " / ", "&", " or ", ",", "/")
CONTEXT = (
    *(
        "see ",
        "lásd ",
        "above ",
        "below ",
        "ibid. ",
        "uo. ",
        "this Law ",
        "FIDE ",
        "Ptk. ",
        "Ulti ",
    ),
    *("2007 ", "1997 ", "of the Laws ", "the Laws of 1997 ", "boards ", "NT ", "% ", "TBR ", "L"),
    *(
        "Ulti ",
        "per ",
        "according to ",
        "Board 7 ",
        "in 2017 ",
        "{n} ",
        "x{n} ",
        "rule {n} ",
        "Law {n}B{n}",
    ),
)
LISTS = (
    *("- ", "* ", "+ ", "1. ", "1) ", "> ", "{ }- ", ">>", "- a: /b: /c\n", "- a: /b\n", "    "),
    *("- : ✗ \n", "- x: https://y\n", "\n\nKodeks:\n", "- [ ] ", "a\n: ", "|a", "|-", "|a|\n|-|\n"),
)
TAGS = (
    *("<", ">", "</", "/>", "<a", "<a ", "<a>", "</a>", "<a href=x>", '<a href="', "<b>", "</b>"),
    *("<i>", "<em>", "</em>", "<p>", "<p", "</p", "<h1>", "</h1>", "<h2", "<title>", "</title"),
    *("<!--", "-->", "--!>", "<!-", "<!DOCTYPE", "<![CDATA[", "]]>", "<?", "?>", "<!x", "<script>"),
    *("</script", "<style>", "<textarea>", "<pre>", "</pre>", "<code>", "</code>", "<svg>", "<br>"),
    *('="', "='", "='\"", "=", '"', "'", " x=y", " a", "<a\n", "< ", "<x-y ", "<A{n} ", "</x{n}>"),
    *("<kbd>", "<template>", "<table>", "<td>", "<li>", "<ul>", "<div>", "</div>", "<option>"),
    '<span class="kodeks-ignore">',
    "</span>",
    f'<a class="{LAW_CLASS}" href="/x">',
    f'<a class="{LAW_CLASS}"',
    f'<mark class="{UNKNOWN_CLASS}">',
    "</mark>",
)
MARKUP = (
    *("[", "]", "(", ")", "](", "[a]", "[a](", "[a](/b)", "![", "![a](", "[a]: /b\n", "[a][", "[["),
    *("[{n}]: /b\n", "[{n}]", "[^1]", "[^1]: ", "[a]:", '(/b "', "(<", '[a](/b "Kodeks: ', '")'),
    *("`", "``", "```\n", "~~~\n", "`a", "{`}a", "{`} ", "*", "**", "***", "_", "__", "~", "~~"),
    *("*a", "a*", "**a", "a**", "*a_", "_a", "{*}a ", "{_}a ", "\\", "\\[", "\\`", "|", "$", "^"),
    *(
        "# ",
        "#",
        "## a\n",
        "===\n",
        "---\n",
        "a\n=",
        "***\n",
        "\n    ",
        "<http://",
        "<a@b",
        ":",
        "!",
    ),
    *("!", "{[}", "{<}", "{>} ", "{ }a\n", "{-}\n", "{&}", "--", "{:", "}", "]{", "[a]("),
)
ENTITIES = (
    *(
        "&",
        "&#",
        "&#x",
        "&nbsp;",
        "&sect;",
        "&amp;",
        "&#50;",
        "&#x32;",
        "&#0;",
        "&lt;",
        "&#1",
        "&a",
    ),
    *("&amp", "&CounterClockwiseContourIntegral;", "&notit;", ";", "&#" + "1" * 60, "&#xffffff;"),
)
BLANKS = (
    *(" ", "  ", "\n", "\n\n", "\t", "\u00a0", "\r\n", "\r", "\u2028", "\u0085", "\v", "\f"),
    *("\u3000", "\u200b", " \n", "\n ", "\n\t", " " * 7, "\x00", "\ufeff", MARK, NO_TEXT, "\x1f"),
)
LETTERS = (
    *("a", "x", "ab", "e\u0301", "\u0301", "\u0301" * 9, "\u200d", "😀", "İ", "ß", "ſ", "ﬁ", "ﷺ"),
    *("\u202e", "Σ", "ǅ", "é", "ő", "ﬀ", "１", "²", "٣", "〇", "aB", "-", "–", ".", "..", "…", "'"),
    *("§", "§§", "%", "%20", "+", "@", "#", "\\u", "\u1e9b\u0323", "가", "q\u0307\u0323"),
)
FRONT = (
    *("---\n", "---", "...\n", "title: x\n", "title: 'a''b'\n", 'title: "\\"\n', "lang: hu\n"),
    *("lang: hu-hu-hu\n", "a: b\n", "a:", "x" * 9 + ": ", "lang:\t", "title:  "),
)
ADDRESSES = (
    *("http://", "https://x.y/", "www.", "www.x.", "a@", "a@b.c", "@", "x.y", "a.b.", "//", "/"),
    *("Law27.pdf", "ftp://", "mailto:a@", "?q=", "_a.", "-.", "://", "a.b/", "td@", "x-@-"),
)


@cache
def citations(language: str) -> tuple[str, ...]:
    """How a language cites: its words for a law or a part, before or after a number."""
    known = patterns()[language]
    found = []
    for unit in known.units:
        forms = [*islice(sorted(unit.forms), 3), *islice(sorted(unit.plurals), 2)]
        for form in (one.capitalize() if len(one) > 1 else one.upper() for one in forms):
            for path in ("27", "27B1(b)", "1-93", "9999", "(d)"):
                found.append(f"{form} {path}" if unit.place == "before" else f"{path}. {form}")
    return (*found, *_words(known))


def _words(known: Patterns) -> list[str]:
    """Words of a language that mean something beside a number."""
    found = []
    plain = (known.joiners, known.ranges, known.fillers, known.this, known.above, known.below)
    for words in (*plain, known.of):
        found += sorted(words)[:6]
    listed = (known.codes, known.others, known.other_games, known.cues, known.cues_after)
    for phrases in (*listed, known.counted, known.ibid, known.edition):
        found += [one.replace("*", "en") for one in phrases.listed[:8]]
    return [f"{one} " for one in found]


@cache
def terms(language: str) -> tuple[str, ...]:
    """What players of a language call things, from the lexicon."""
    found: list[str] = []
    for path in sorted(_CONCEPTS.glob("*.toml")):
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
        for concept in tables.values():
            own = concept.get(language) if isinstance(concept, dict) else None
            found += [word for word in own if isinstance(word, str)] if own else []
    return tuple(found[::7])


#: Pieces of values and headers that are not text: lists of languages, tags, encodings.
HEADERS = (
    *("hu", "hu-HU", ",", ";q=", ";q=0.1", "*", "-", "_", "0.", "1e9", "NaN", ", ", ";", "q=", "="),
    *(
        '"',
        'W/"',
        '"a", ',
        "gzip",
        "br",
        "identity",
        "*/*",
        "text/html",
        "/",
        "charset=",
        "a-",
        "%",
    ),
    *("text/plain; ", "\t", " ", "application/json", "boundary=", "x", "é", "@", "a_", "zh-Hant-"),
)
ADDRESS_PARTS = (
    *("bridge-2017", "bridge", ":", "/", "..", ".", "-", "%2f", "%00", "27.B.1.b", "def.", "note."),
    *(
        "1997",
        "a",
        "A",
        "1",
        "0",
        "%",
        "+",
        "http://",
        "[",
        "]",
        ":1",
        "é",
        "&",
        "hu",
        "#",
        "~",
        ";",
    ),
)

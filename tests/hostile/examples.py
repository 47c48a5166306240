"""What was found: the rows of the issue that began this, and what the gate found since.

Each is grown against every reader and route of its kind.
"""

from __future__ import annotations

from hostile.motifs import Motif
from hostile.strategies import Kind

_LIST = "\n\nKodeks:\n"

TEXT = (
    Motif("- a: /b: /c\n", prefix=f"x{_LIST}", suffix="x"),  # C1: doubled with each line
    Motif("- a: /b\n", prefix=f"x{_LIST}"),
    Motif("- a: ✗ : ✗ \n", prefix=f"x{_LIST}", suffix="x"),
    Motif("Laws 1-93. "),  # C2: each range became 93 bodies
    Motif("Laws 1-93, 1-93, 1-93. "),
    Motif("Law 27B1(b), 16C and 94A. "),
    Motif("Law 27 room 55A\n\n"),  # H2: each in the laws of all paragraphs
    Motif("27. szakasz, 94A. ", language="hu"),
    Motif("§ 27 B 1 b, ", language="de"),
    Motif("12C1bx"),  # each number was read to the end of all that stand behind it
    Motif(" e ", middle="calcul des résultats", closing="12C1bdéfenseur", language="fr"),
)
MARKDOWN = (
    Motif("- a: /b: /c\n", prefix=f"x{_LIST}", suffix="x"),
    Motif("Laws 1-93. "),
    Motif("1", prefix="&#", suffix=";"),
    Motif("&"),
    Motif("<b>Law 27</b>\n\n"),  # H2: every citation was looked for in every block
    Motif("<p>Law 27\n\n"),
    Motif("<div>\n\nLaw 27\n\n</div>\n\n"),
    Motif("<i>a</i> Law 27 "),
    Motif("| Law 27 | <b>x</b> |\n", prefix="|a|b|\n|-|-|\n"),
    Motif("[Law 27](/x) Law 27 "),
    Motif("Laws 27 and 94, "),
    Motif(" ", prefix="# x", suffix="y"),  # H3
    Motif(" ", prefix="# x"),
    Motif("#", prefix="# x "),
    Motif("<a ", prefix="<h1>"),
    Motif("["),
    Motif("[a]("),
    Motif("![a]("),
    Motif("`a"),
    Motif("{`}a"),
    Motif("*a **a "),
    Motif("{ }- a\n"),
    Motif("> "),
    Motif(">", suffix="Law 27"),
    Motif("[{n}]: /b\n", closing="[{n}] Law 27 "),
    Motif("a", prefix="---\n", suffix=":"),
    Motif("a: b\n", prefix="---\n", suffix="---\n"),
    Motif("\\", prefix="[", suffix="]"),
    Motif("a@"),
    Motif("www."),
    Motif("(b)"),
)
HTML = (
    *(Motif("1", prefix="&#", suffix=";"), Motif("1", prefix="&#x", suffix=";")),  # M1
    *(Motif("&"), Motif("&a"), Motif("&nbsp;Law 27")),
    Motif("<a ", prefix="<h1>"),  # H3: the standard library's parser
    Motif("<a "),
    Motif("<!--"),
    Motif("<![CDATA["),
    Motif("<?"),
    Motif("</"),
    Motif("<a='"),
    Motif('<a b="'),
    Motif("a=b ", prefix="<a "),
    Motif("<div>", middle="Law 27", closing="</div>"),
    Motif("<b>", middle="Law 27"),
    Motif("<b><i>Law 27</b></i> "),
    Motif("<p>Law 27"),
    Motif("<p>Law 27</p> <p>55A</p> "),
    Motif("<p><a>Law 27"),
    Motif("<p><code></p>Law 27</code>"),
    Motif("<a><p></a>Law 27"),
    Motif("<object><p><code></p>"),  # H2: what lingers was counted for each that does
    Motif("<table><td><p><code></p>"),
    Motif("<object><p><a></p>"),
    Motif("<script>"),
    Motif("<title>", suffix="x"),
    Motif("<textarea>"),
    Motif('<span class="kodeks-ignore">Law 27'),
    Motif('<a class="kodeks-law" href="/x">Law 27</a> '),
    Motif('<mark class="kodeks-unknown">'),
    Motif("<x{n}>Law 27"),
    Motif("</x{n}>"),
    Motif("<", suffix=">"),
)
QUERY = (
    Motif("Laws 1-93 "),  # H1: a resolver for each citation and language
    Motif("Law 27 "),
    Motif("27B, "),
    Motif("1-93 "),
    Motif("27,"),
    Motif("(a)"),
    Motif("§ "),
    Motif("a "),
    Motif("színvétés "),
    Motif("szín", language="hu"),
    Motif("x{n} "),
    Motif("é"),
    Motif("\u0301"),
    Motif("ﷺ"),
    Motif("1"),
    Motif("."),
    Motif("ulti "),
)
TERM = (Motif("a"), Motif("a "), Motif("é"), Motif("\u0301"), Motif("revoke "), Motif("ﷺ"))
HEADER = (
    Motif("hu;q=0.1,"),
    Motif("hu,"),
    Motif('"a", '),
    Motif('W/"'),
    Motif("gzip;q=0,"),
    Motif("a"),
    Motif("-"),
    Motif(" "),
    Motif(";"),
    Motif('"'),
)
ADDRESS = (
    Motif("1"),
    Motif("27."),
    Motif("a"),
    Motif("/"),
    Motif("%"),
    Motif("1-"),
    Motif("(a)"),
    Motif("é"),
    Motif(".", prefix="bridge-2017:"),
    Motif("a.", prefix="http://"),
)

#: They show what is wrong with them at a length only at which the rest costs something, too.
DEEP = (
    Motif("<p>Law 27\n\n"),
    Motif("Law 27 room 55A\n\n"),
    Motif("<object><p><code></p>"),
)

KNOWN: dict[Kind, tuple[Motif, ...]] = {
    "text": TEXT,
    "markdown": MARKDOWN,
    "html": HTML,
    "query": QUERY,
    "term": TERM,
    "header": HEADER,
    "address": ADDRESS,
}

#: Of what reads the same text once more, behind or beside another, so many are enough.
_FEW = 4
_AGAIN = ("in all languages", "citator", "Markdown extension", "to=", "body json")


def known_for(name: str, kind: Kind) -> tuple[Motif, ...]:
    """What was found before, for a target of some name: all, or the first where others have all."""
    return KNOWN[kind][: _FEW if any(one in name for one in _AGAIN) else None]

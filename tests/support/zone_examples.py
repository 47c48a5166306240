"""Documents in Markdown and HTML with what is read of them: for Python and for the browser."""

from __future__ import annotations

import random

from kb.linking.zones.tags import names

HTML = [
    # What is read, whatever tags are in it.
    ("<p>Law 27<p>Law 16", "Law 27 | Law 16"),
    ("<P>Law <B>27</B></P>", "Law 27"),
    ("Law<b><i>27</i></b>B1", "Law 27 B1"),
    ("<ul><li>Law 27<li>Law 16</ul>", "Law 27 | Law 16"),
    ("<table><tr><td>Law 27<td>Law 16</table>", "Law 27 | Law 16"),
    ("Law 27<br>Law 16", "Law 27 Law 16"),
    ("Law 27<br>\n<br>Law 16", "Law 27 | Law 16"),
    ("<p>Law\n\n27</p>", "Law 27"),
    ("Law<!-- 16 --> 27", "Law 27"),
    ("Law&nbsp;27, 5.&nbsp;&sect;, &#167; 12", "Law 27, 5. § , § 12"),
    ("Laws 16 &amp; 27", "Laws 16 & 27"),
    ("a < 27 and Law 16 <3", "a < 27 and Law 16 <3"),
    ("AT&T Law 27 & Law 16", "AT&T Law 27 & Law 16"),
    ('See <a class="kodeks-law" href="x">Law 27</a>', "See Law 27"),
    # What is not.
    ("<a href=x>Law 27</a> Law 16", "Law 16"),
    ("<A HREF='x>y'>Law 27</A > Law 16", "Law 16"),
    ("<code>Law 27</code> <kbd>Law 12</kbd> <samp>Law 40</samp> Law 16", "Law 16"),
    ("<title>Law 27 </b></title><body>Law 16", "Law 16"),
    ("<textarea><b>Law 27</textarea> Law 16", "Law 16"),
    ("<script>'<p>Law 27</p>'</script>Law 16", "Law 16"),
    ("<script><!-- <script> </script> Law 27 --></script>Law 16", "Law 16"),
    ('<span title="Law 27" onclick="alert(\'Law 27 > 16\')">Law 16</span>', "Law 16"),
    ("<!-- Law 27 --><!doctype html><?x Law 27?><![CDATA[ Law 27 > Law 40 ]]>Law 16", "Law 16"),
    ("<svg><title>Law 27</title><a/>Law 12</svg>Law 16", "Law 16"),
    ("Law 16 </ Law 27> Law 40 </", "Law 16 Law 40 </"),
    ("<div contenteditable>Law 27</div><div contenteditable=false>Law 16</div>", "Law 16"),
    ("Law 16 <!-- Law 27", "Law 16"),
    ("<!---!> Law 27 --!> Law 16", "Law 16"),
    ('Law 16 <b title="Law 27', "Law 16"),
    # Where what is not ends, though no tag says so.
    ("<p class=kodeks-ignore>Law 27<p>Law 16", "Law 16"),
    ("<td>Law 1<table><tr><td><a href=x>Law 27<td>Law 16</table>", "Law 1 | Law 16"),
    ("<p><code>Law 27<p>Law 40</code> Law 16", "Law 16"),
    ("<div class='x kodeks-ignore'><div>Law 27</div>Law 40</div>Law 16", "Law 16"),
    ("<span class=kodeks-ignore><p>Law 27</span> Law 40</p></span>Law 16", "Law 16"),
    ("<ul><li class=kodeks-ignore>Law 27<ul><li>Law 40</ul><li>Law 16</ul>", "Law 16"),
    ("<b class=kodeks-ignore><div>Law 27</b> Law 16</div>", "Law 16"),
    ("<div class=kodeks-ignore><b><p>Law 27</b></p></div>Law 16", "Law 16"),
    # What is formatted goes on in the next paragraph, and not behind the cell or box it began in.
    ("<p><code>Law 27<p>Law 40", ""),
    ("<object><p><code></object> Law 16", "Law 16"),
    ("<marquee><p><code>Law 27</marquee> Law 16", "Law 16"),
    ("<table><tr><td><p><code>Law 27<td>Law 16</table>", "Law 16"),
    ("<p><code>Law 27</p><table><td></code>Law 12</table>Law 40</code> Law 16", "Law 16"),
    ("<code><marquee></code>Law 27</marquee></code> Law 16", "Law 16"),
    ("<code><table><td></code>Law 27</table></code> Law 16", "Law 16"),
    ("<a href=x>Law 27<table><td><a href=y>Law 12</td></table>Law 40", ""),
    ("<p><b class=kodeks-ignore><i class=kodeks-ignore><code>Law 1</p></i></code></b>16", "16"),
    ("<p><code><p><code><p><code><p><code>Law 1</p></code></code></code> Law 16", "Law 16"),
    # The end of a cell ends what is open in it, and no cell outside of its table.
    ("<table><tr><td class=kodeks-ignore>Law 1<p>Law 27</td><td>Law 16</table>", "Law 16"),
    ("<table><tr><td><code>Law 27<div></td><td>Law 16</code></table>", "Law 16"),
    ("<table><tr><td class=kodeks-ignore><table><td>Law 3</table>Law 4</td><td>Law 16", "Law 16"),
    ("<table><td><table></td>Law 27</table>Law 1</td><td class=kodeks-ignore>2", "Law 27 | Law 1"),
    ("</td>Law 27<caption>Law 16", "Law 27 | Law 16"),
    # A word with a reference to a letter in it is known by its beginning if that is long.
    ("27. szakasz&aacute;t is", "27. szakasz is"),
    ("27. &aacute;z Law 16", "27. Law 16"),
    ("x, ab&eacute;c&eacute;d Law 16", "x, Law 16"),
    ("Law 2&#55;B1(b). Law 16", "Law . Law 16"),
    ("Law 12C1(&#101;) Law 16", "Law Law 16"),
    ("ab&eacute;&amp; Law 16", "& Law 16"),
    # Of addresses and files there may be many.
    ("http://a.example/27 http://b.example/12 Law 16", "Law 16"),
    ("www.a.de, www.b.de Law 16", "Law 16"),
    ("a@x.example b@y.example Law 16", "Law 16"),
    ("Law 27A xx://27 Law 16", "Law 27A xx://27 Law 16"),
    ("www. Law 27, http:// Law 40, a@ Law 16", "www. Law 27, http:// Law 40, a@ Law 16"),
    ("Law27.pdf, Law12.pdf, Law 16", ", , Law 16"),
    ("https://x.example/27, http://y.example Law 16", "Law 16"),
    ("xhttp://y.example a-b_c.de, é27.pdf Law 16", "x , Law 16"),
    # A reference to a sign that nobody sees stands as it is written.
    ("Law &#8;27, &#11;x&#127;, &#10;16", "Law &#8;27, &#11;x&#127;, 16"),
]  # fmt: skip

MARKDOWN = [
    ("Law **27B1** and __Law 16__, ~~Law 8~~", "Law 27B1 and Law 16 , Law 8"),
    ("law_27_b, 3 * 27, \\*Law 16\\*", "law_27_b, 3 * 27, \\*Law 16\\*"),
    ("Law&nbsp;27, 5. &sect;", "Law 27, 5. §"),
    ("> Law\n> 27\n\n- Law 16\n- Law 40", "Law 27 | Law 16 | Law 40"),
    ("| a | Law 27 |\n|---|---|\n| Law 16 | c |", "a | Law 27 | Law 16 | c"),
    ("---\ntitle: Law 1\n---\nLaw 16", "Law 16"),
    ("\ufeff---\ntitle: Law 1\n---\nLaw 16", "Law 16"),
    ("`Law 27` ``Law ` 27`` Law 16", "Law 16"),
    ("`` Law 27 ``` ` Law 16", "`` Law 27 ``` ` Law 16"),
    ("```\nLaw 27\n```\n\n    Law 12\n\nLaw 16", "Law 16"),
    ("[Law 27](x) ![Law 27](x) <https://x.example/Law27> Law 16", "Law 16"),
    ('[Law [27] `]`](<x y> "t") Law 16', "Law 16"),
    ("[Law 27](x\\)27B1) Law 16", "Law 16"),
    ("[Law 27](no link) Law 16", "[Law 27](no link) Law 16"),
    ("[Law 27] [Law\n27][] [x][law  27] [Law 16]\n\n[Law 27]: x", "[Law 16]"),
    ("[Law 27]: x\nLaw 16", "Law 16"),
    ("[Law 27]: no link, Law 16", "[Law 27]: no link, Law 16"),
    ("<a href=x>*Law* 27</a> Law 16 <b>Law</b> 40", "Law 16 Law 40"),
    ("Law 1 <!-- Law <!-- `27` --> Law 16", "Law 1 Law 16"),
    ('Law 1 <span class="kodeks-ignore">**Law** `x` 27</span> Law 16', "Law 1 Law 16"),
    ('<div class="kodeks-ignore">\n\nLaw 27\n\n> - Law 40\n\n</div>\n\nLaw 16', "Law 16"),
    ("<a name=x> Law 27\n\nLaw 16", "Law 16"),
    ("<details>\n<summary>Law 27</summary>\n\nLaw 16\n\n</details>", "Law 27 | Law 16"),
    # What begins like a comment or a label and is none is text.
    ("a <!5 Law 27> Law 16", "a <!5 Law 27> Law 16"),
    ("[Law 27] /x\n\nLaw 16", "[Law 27] /x | Law 16"),
    ("[x]: /y 'Law 27' z\nLaw 16", "[x]: /y 'Law 27' z Law 16"),
    # A link of ours is read over, in code it is code.
    ('See [Law 27](/hu/27/ "Kodeks: 27. szakasz")', "See Law 27"),
    ('`[27](/x "Kodeks: 27")` Law 16', "Law 16"),
    # A mark is one where CommonMark says so.
    (r"\*27* Law", r"\*27 Law"),
    (r"\\*27* Law", r"\\ 27 Law"),
    (r"\\\*27* Law", r"\\\*27 Law"),
    ("_(27)_ Law", "(27) Law"),
    ('"_27_" Law', '" 27 " Law'),
    ("27_B_1 Law, 27 * B", "27_B_1 Law, 27 * B"),
    ("Law ** 27, Law 16", "Law ** 27, Law 16"),
    # What a block of HTML leaves open ends with the block.
    ("<div><![CDATA[ x\n</div>\n\nLaw 27 ]]>", "Law 27 ]]>"),
    ("<div>a <\n</div>\n\nLaw 27 <b>16</b>", "a < | Law 27 16"),
    # Our list at the end is none of the document, if every line of it is ours.
    ("Law 27\n\nKodeks:\n- Law 27: /hu/27/\n", "Law 27"),
    ("Law 27\n\nKodeks:\n- Law 27: https://x.example/\n- Law 160: ✗ there is none\n", "Law 27"),
    ("Law 27\n\nKodeks:\n- 27: /hu/27/\n- Law 16\n", "Law 27 | Kodeks: | 27: /hu/27/ | Law 16"),
    ("Law 27\n\nKodeks:\n- Law 27: /hu/27/", "Law 27 | Kodeks: | Law 27: /hu/27/"),
    ("Law 27\n\nKodeks:\n- Law 3\n\nLaw 16\n\nKodeks:\n- Law 16: /hu/16/\n",
     "Law 27 | Kodeks: | Law 3 | Law 16"),
]  # fmt: skip

#: Of each the words that are read, as CommonMark and, for tables, GitHub have it.
BLOCKS = [
    # A number at the beginning of a line is one of the sentence, unless it is 1.
    ("as in\n27. szakasz", "as in 27. szakasz"),
    ("as in\n1. szakasz", "as in | szakasz"),
    ("as in\n27.\nszakasz", "as in 27. szakasz"),
    ("27. szakasz", "szakasz"),
    ("as in\n*\nLaw 27", "as in * Law 27"),
    # Code is what is indented by four columns, in a list by four more than its words.
    ("    Law 27\n\n   Law 16", "Law 16"),
    ("\n    Law 27\n\nLaw 16", "Law 16"),
    ("Law\n    27", "Law 27"),
    ("- Law 16\n\n      Law 27", "Law 16"),
    ("- Law 16\n\n  Law 27", "Law 16 | Law 27"),
    ("- Law 16\n\n    Law 27", "Law 16 | Law 27"),
    ("10. Law 16\n\n       Law 27", "Law 16 | Law 27"),
    ("10. Law 16\n\n        Law 27", "Law 16"),
    ("-\tLaw 16\n\n\t\tLaw 27", "Law 16"),
    (">\t  Law 27\n\n> Law 16", "Law 16"),
    ("-\n\n    Law 27\n\nLaw 16", "Law 16"),
    ("-\n  Law 16", "Law 16"),
    # What is indented by four columns begins nothing in a paragraph.
    ("Law 16\n    > Law 27", "Law 16 > Law 27"),
    ("Law 16\n    # Law 27", "Law 16 # Law 27"),
    ("Law 16\n    <?x\nLaw 27", "Law 16 <?x Law 27"),
    (" 10. Law 16\n    > Law 27", "Law 16 > Law 27"),
    # A quotation goes on without its mark as long as the paragraph does.
    ("> Law\n27\n\nLaw 16", "Law 27 | Law 16"),
    ("> - Law 16\n\n> Law 27", "Law 16 | Law 27"),
    ("> Law 27,\n> Law 40,\n> Law 16", "Law 27, Law 40, Law 16"),
    ("> ```\n> Law 27\nLaw 16", "Law 16"),
    # Fences end with as many signs of the same kind.
    ("````\nLaw 27\n```\nLaw 12\n````\nLaw 16", "Law 16"),
    ("~~~ a`b\nLaw 27\n~~~~  \nLaw 16", "Law 16"),
    ("``` a`b\nLaw 27\n\nLaw 16", "``` a`b Law 27 | Law 16"),
    ("```\nLaw 27\n    ```\nLaw 12", ""),
    # HTML of a block ends with its own end, or with a blank line.
    ("<!-->\nLaw 16", "Law 16"),
    ("<!-- Law 27\n\nLaw 12 -->\nLaw 16", "Law 16"),
    ("<!X Law 27\n\nLaw 12\n> Law 40\n\nLaw 16", "Law 40 | Law 16"),
    ("<pre>\n*Law 27*\n\nLaw 12\n</pre>\n*Law 16*", "Law 16"),
    ("<h2>[Law 16](x)\n\n[Law 27](x)", "[Law 16](x)"),
    ("Law 16\n<div>`Law 27`\n\n`Law 12`", "Law 16 | `Law 27`"),
    ("Law 16 <b>\n`Law 27`", "Law 16"),
    # Cells are apart; dashes with another number of them make no table.
    ("Law 16 | 27\n-|-\na | b", "Law 16 | 27 | a | b"),
    ("Law 27\nLaw 16 | 40\n-|-\na | b\n\nLaw 12", "Law 27 | Law 16 | 40 | a | b | Law 12"),
    ("Law | 27\n-|-|-", "Law | 27 -|-|-"),
    ("Law | 27\n||", "Law | 27 ||"),
    ("Law 16 | 27\n- |-|-\n", "Law 16 | 27 | |-|-"),
    ("> 16 | 27\n> -|-\n> 40 | 12", "16 | 27 | 40 | 12"),
    ("16 \\| 27 | x\n-|-", "16 \\| 27 | x"),
    # Labels of links are defined where a paragraph begins, and not in a cell or after a box.
    ("[Law 27]: </x y>\n'Law 12'\nLaw 16", "Law 16"),
    ("[Law 27]:\r\n/x\r\nLaw 16", "Law 16"),
    ("[Law 16]: (x", "[Law 16]: (x"),
    ("Law 16\n[Law 27]: /x", "Law 16 [Law 27]: /x"),
    ("- [x] [Law 16]: /x", "[Law 16]: /x"),
    ("a | b\n-|-\n[Law 16]: x", "a | b | [Law 16]: x"),
    # Lines between dashes at the beginning are no text, wherever the document ends.
    ("---\ntitle: Law 27\n---", ""),
    ("+++\ntitle = 'Law 27'\n+++\nLaw 16", "Law 16"),
    ("---\ntitle: Law 27\n---\n    Law 12\n\nLaw 16", "Law 16"),
    ("---\nLaw 16\n\nLaw 27", "Law 16 | Law 27"),
]

TAGS = sorted(
    names(
        """
        a b i code span div p ul ol li table tr td th tbody h1 h2 pre kbd section em
        font title textarea script style template blockquote u small nobr
        """
    )
)

TAILS = ["", "", " class=kodeks-ignore", " contenteditable", " title='x>y'", ' class="a b" /']

ODD = ["<!-- t0 -->", "< ", "<3", "&nbsp;", "<br>", "<img src=x>", "<!x>", "</>", "x<y", "<!-->"]


def nasty_page(chance: random.Random) -> str:
    """Tags that are never closed, or in the wrong order, around words with numbers."""
    pieces = []
    for number in range(1, chance.randint(3, 16)):
        tag = chance.choice(TAGS)
        pieces += [
            chance.choice([f"<{tag}{chance.choice(TAILS)}>", f"</{tag.upper()}>", ""]),
            chance.choice([f" t{number}. ", f" t{number}. ", *ODD]),
        ]
    return "".join(pieces)

"""Rulings in Markdown as people write them, and worse: blocks in blocks around citations."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

#: Citations in all languages that rulings are written in, some of which lead nowhere.
_CITATIONS = [
    *(
        "Law 27B1(b)",
        "Laws 16B and 73",
        "Law 99",
        "Law 12C1",
        "(b)",
        "70D1",
        "Laws 49-51",
        "Law 9A",
    ),
    *("27. szakasz", "a 16B szakaszt", "61A", "przepis 64A2", "przepisów 16 i 73", "čl. 12C2"),
    *("članak 27", "art. 12 C", "articolo 23", "loi 16B1", "article 62", "§ 27", "Paragraph 50"),
    *("4. § (F)", "ibid.", "Law&nbsp;25", "&sect; 12", "szakasz&aacute;t 27", "Law &#50;7", "1997"),
]
_WORDS = [
    *("the player", "says", "and", "é", "lead", "3 < 4", "a_b", "2 * 3", "AT&T", "😀", "see", "x"),
    *(",", ".", ":", "(", ")", "-", "…", "\\", "!", "www.x.hu/Law/27", "td@x.hu", "Law27.pdf"),
]
_MARKS = ["*", "_", "**", "__", "~~", "***", "`", "``", "~"]
_ODD = [
    *(
        "[",
        "]",
        "![",
        "](",
        "](x)",
        "<",
        ">",
        "`",
        "``",
        "*",
        "_",
        "\\",
        "&",
        "|",
        "[]",
        "][",
        "~~~",
    ),
    *("<b>", "</b>", "<i", "<!--", "-->", "<br>", "<a>", "</a>", "<code>", "</code>", "<?", "?>"),
    *("\\[", "\\`", "\\*", "\\]", "\\|", "#", "<x y='", "'>", "<![CDATA[", "]]>", "&amp;", "\t"),
]
_LABELS = ["ref", "a b", "Law 27", "Ref", "é", "x*y*"]
_TAGS = ["b", "i", "span", "code", "a", "sup", "kbd", "a href='x'", 'span class="kodeks-ignore"']
_BLOCK_TAGS = ["div", "p", "table", "h2", "ul", "pre", "details", "section", "script", "style", "x"]
_TAILS = ["", "", ' class="kodeks-ignore"', " id=a"]
_BULLETS = ["-", "*", "+", "1.", "2)", "10.", "-", "1."]

_Lines = list[str]


def document(chance: random.Random) -> str:
    """A document of a few blocks; the same `chance` gives the same one."""
    writer = _Writer(chance)
    lines = writer.blocks(chance.randint(1, 5), 0)
    if chance.random() < 0.05:
        lines = ["---", "title: Law 27", "---", *lines]
    end = chance.choice(["\n", "\n", "\n", "\r\n"])
    return end.join(lines) + chance.choice(["", end])


class _Writer:
    """Writes the lines of blocks."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._leaves: list[tuple[int, Callable[[], _Lines]]] = [
            (8, self._paragraph),
            (2, self._heading),
            (2, self._underlined),
            (2, self._fenced),
            (2, self._indented),
            (2, self._html),
            (2, self._table),
            (2, self._definition),
            (1, self._rule),
        ]

    def blocks(self, count: int, depth: int) -> _Lines:
        """Some blocks one after another, mostly with a blank line between."""
        lines: _Lines = []
        for _ in range(count):
            if lines and self._chance.random() < 0.75:
                lines += [self._chance.choice(["", "", "", "  ", "\t"])]
            lines += self._block(depth)
        return lines

    def _block(self, depth: int) -> _Lines:
        if depth < 3 and self._chance.random() < 0.35:
            return self._chance.choice([self._quotation, self._list, self._list])(depth)
        weights, leaves = zip(*self._leaves, strict=True)
        [leaf] = self._chance.choices(leaves, weights)
        return self._shifted(leaf())

    def _shifted(self, lines: _Lines) -> _Lines:
        """Lines that are sometimes indented, all of them or one."""
        roll = self._chance.random()
        if roll < 0.1:
            gap = self._gap()
            return [gap + line for line in lines]
        if roll < 0.2:
            at = self._chance.randrange(len(lines))
            return [*lines[:at], self._gap() + lines[at], *lines[at + 1 :]]
        return lines

    def _gap(self) -> str:
        return self._chance.choice([" ", "  ", "   ", "    ", "     ", "\t", " \t", "      "])

    def _quotation(self, depth: int) -> _Lines:
        lines = self.blocks(self._chance.randint(1, 2), depth + 1)
        mark = self._chance.choice(["> ", "> ", ">", ">\t", " > ", ">  "])
        return self._led(lines, mark, mark)

    def _list(self, depth: int) -> _Lines:
        lines: _Lines = []
        bullet = self._chance.choice(_BULLETS)
        gap = self._chance.choice([" ", " ", " ", "  ", "   ", "\t", "     "])
        before = self._chance.choice(["", "", "", " ", "  ", "   "])
        for number in range(self._chance.randint(1, 3)):
            if number and self._chance.random() < 0.3:
                lines += [""]
            own = self.blocks(self._chance.randint(1, 2), depth + 1)
            if self._chance.random() < 0.1:
                own[0] = self._chance.choice(["[ ] ", "[x] "]) + own[0]
            elif self._chance.random() < 0.05:
                own = ["", *own]
            first = before + bullet + gap
            rest = " " * len(first.expandtabs(4))
            if self._chance.random() < 0.15:
                rest = self._chance.choice(["", " ", "  ", "\t", "    "])
            lines += self._led(own, first, rest)
        return lines

    def _led(self, lines: _Lines, first: str, rest: str) -> _Lines:
        """Lines behind the marks of a container; sometimes a later one has none."""
        lazy = 0.1 if self._chance.random() < 0.3 else 0.0
        out = [(first + lines[0]).rstrip(" ") if not lines[0] else first + lines[0]]
        for line in lines[1:]:
            mark = "" if self._chance.random() < lazy else rest
            out.append(mark + line if line or mark.strip() else "")
        return out

    # --- leaves ----------------------------------------------------------------------------------

    def _paragraph(self) -> _Lines:
        lines = [self._words() for _ in range(self._chance.randint(1, 3))]
        if self._chance.random() < 0.1:
            lines[0] += self._chance.choice(["\\", "  "])
        return lines

    def _heading(self) -> _Lines:
        mark = "#" * self._chance.randint(1, 7)
        tail = self._chance.choice(["", "", " #", " ##  ", "#", " \\#"])
        return [mark + self._chance.choice([" ", " ", "  ", "\t", ""]) + self._words() + tail]

    def _underlined(self) -> _Lines:
        mark = self._chance.choice(["=", "-"]) * self._chance.randint(1, 5)
        gap = self._chance.choice(["", "", "", " ", "   ", "    ", "\t"])
        return [*self._paragraph(), gap + mark + self._chance.choice(["", "", "  ", " x"])]

    def _fenced(self) -> _Lines:
        mark = self._chance.choice(["```", "~~~", "````"])
        tail = self._chance.choice(["", "", "", " ", "`", "x"])
        lines = [mark + self._chance.choice(["", "", "text", " a`b"]), *self._paragraph()]
        if self._chance.random() < 0.2:
            lines += ["", self._words()]
        return lines if self._chance.random() < 0.1 else [*lines, mark + tail]

    def _indented(self) -> _Lines:
        lines = ["    " + line for line in self._paragraph()]
        if self._chance.random() < 0.3:
            lines += ["", "    " + self._words()]
        return lines

    def _html(self) -> _Lines:
        name = self._chance.choice(_BLOCK_TAGS)
        tail = self._chance.choice(_TAILS)
        inner = self._paragraph()
        if self._chance.random() < 0.3:
            inner = ["", *inner, ""]
        return self._chance.choice(
            [
                [f"<{name}{tail}>", *inner, f"</{name}>"],
                [f"<{name}{tail}>{inner[-1]}</{name}>"],
                ["<!--", *inner, "-->"],
                [f"<!-- {inner[-1]} -->"],
                [f"</{name}>", *inner],
                ["<?", *inner, "?>"],
                [f"<{name}", *inner],
                ["<br>"],
                ["<hr />"],
                ["<!X", *inner, ">"],
                ["<![CDATA[", *inner, "]]>"],
            ]
        )

    def _table(self) -> _Lines:
        width = self._chance.randint(1, 3)
        dashes = [self._chance.choice(["---", ":-", "-:", ":---:", "-"]) for _ in range(width)]
        if self._chance.random() < 0.1:
            dashes += ["---"]
        rows = [
            [self._cell() for _ in range(max(1, width + self._chance.choice([0, 0, 0, 1, -1])))]
            for _ in range(self._chance.randint(0, 2))
        ]
        head = [self._cell() for _ in range(width)]
        outer = self._chance.random() < 0.8
        lines = [self._row(one, outer) for one in (head, dashes, *rows)]
        return [*self._paragraph(), *lines] if self._chance.random() < 0.1 else lines

    def _row(self, cells: Sequence[str], outer: bool) -> str:
        inner = " | ".join(cells)
        return f"| {inner} |" if outer else inner

    def _cell(self) -> str:
        return self._chance.choice(["", self._citation(), "`a|b`", "x\\|y", self._inline(1)])

    def _definition(self) -> _Lines:
        label = self._chance.choice(_LABELS)
        address = self._chance.choice(["/x", "<x y>", "http://x.hu/Law27", "", "<", "\n/x", "x(y"])
        title = self._chance.choice(
            ["", "", ' "Law 27"', " 'x'", ' "x', " (x)", '\n"Law 27"', " x"]
        )
        return f"[{label}]: {address}{title}".split("\n")

    def _rule(self) -> _Lines:
        return [self._chance.choice(["***", "---", "___", "- - -", "* * *", "--", "**", "_ _"])]

    # --- words -----------------------------------------------------------------------------------

    def _words(self) -> str:
        pieces = [self._piece(2) for _ in range(self._chance.randint(1, 5))]
        return self._chance.choice([" ", " ", " ", ""]).join(pieces) or "x"

    def _piece(self, depth: int) -> str:
        roll = self._chance.random()
        if roll < 0.45:
            return self._citation()
        if roll < 0.65:
            return self._chance.choice(_WORDS)
        if roll < 0.75:
            return self._chance.choice(_ODD)
        return self._inline(depth)

    def _citation(self) -> str:
        return self._chance.choice(_CITATIONS)

    def _inline(self, depth: int) -> str:
        """Something with marks around it."""
        count = self._chance.randint(1, 3)
        own = " ".join(self._piece(depth - 1) if depth else self._citation() for _ in range(count))
        mark, tag = self._chance.choice(_MARKS), self._chance.choice(_TAGS)
        label = self._chance.choice(_LABELS)
        return self._chance.choice(
            [
                f"{mark}{own}{mark}",
                f"{mark}{own}{mark}",
                f"{mark}{own}{self._chance.choice(_MARKS)}",
                f"[{own}](/x)",
                f"[{own}](<x y> 'Law 27')",
                f"[{own}](x y)",
                f"![{own}](/x)",
                f"[{own}][{label}]",
                f"[{label}]",
                f"[{label}][]",
                f"<{tag}>{own}</{tag.split()[0]}>",
                f"<http://x.hu/{own}>",
                f"<!-- {own} -->",
                f"[{own} [{label}](x)](/y)",
            ]
        )

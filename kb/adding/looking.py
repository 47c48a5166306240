"""Looks at the lines of a rulebook: how it is numbered, what repeats, where the laws stand.

It is pure: lines in, findings out. What it finds is a proposal; the reader of the layout decides
whether it holds.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from kb.adding.book_parts import Appendices, PartHeading, headings, lettered, part_headings
from kb.adding.label_lines import (
    LabelLine,
    label_lines,
    letters_of_lists,
    unit_word,
)
from kb.adding.law_lines import law_run
from kb.adding.running_lines import running_lines
from kb.adding.unit_words import SeenUnits, unit_words

#: The layouts that can be proposed; a statute and columns need hands.
Layout = Literal["decimal", "outline", "depth"]
#: Where titles of laws stand: behind the label, on the next line, nowhere; or only some have one.
Titles = Literal["same", "next", "none", "mixed"]

#: Fewer labels than these are no numbering.
_FEWEST_DECIMALS = 3
_FEWEST_LAWS = 2
_COLUMNS = re.compile(r"\S {4,}\S")


@dataclass(frozen=True)
class FoundSection:
    """A part of the file: its first line, its reader, and the word for its ids if it needs one."""

    first: int
    reader: str
    id: str | None = None


@dataclass(frozen=True)
class Findings:
    """What a look at a rulebook found.

    `layout` is None when no reader fits, and `why` says what was seen. `numbering` is how ids are
    made up: lettered, decimal or statute. `styles` has the printed labels by level, and `letters`
    the letters of lists where they are not a, b, c. `whole` says that numbers are printed with
    those above them. `titles` is where titles of laws stand, `capitals` says that these have no
    small letters, `gaps` that blank lines separate paragraphs. `chapters` are styles of chapter
    headings. `unsure` says, for people, what needs a look.
    """

    layout: Layout | None
    numbering: str
    why: str
    laws: int
    provisions: int
    styles: dict[str, tuple[str, ...]]
    indents: dict[str, tuple[int, ...]]
    letters: str
    whole: bool
    capitals: bool
    titles: Titles
    gaps: bool
    running: dict[str, list[int]]
    sections: tuple[FoundSection, ...]
    appendices: Appendices | None
    chapters: tuple[str, ...]
    units: SeenUnits
    unsure: tuple[str, ...] = field(default=())


def look(lines: Sequence[str], wanted: Layout | None = None) -> Findings:
    """What a rulebook with these lines is like; `wanted` is its layout if somebody knows it."""
    return _Look(lines, wanted).findings()


class _Look:
    def __init__(self, lines: Sequence[str], wanted: Layout | None) -> None:
        self.lines, self.wanted = lines, wanted
        self.unsure: list[str] = []
        labelled = [*label_lines(lines, frozenset())]
        laws = frozenset(line.number for line in law_run(labelled, self._has_decimals(labelled)))
        self.running = running_lines(lines, laws, headings("page"))
        repeated = frozenset(number for found in self.running.values() for number in found)
        self.labelled = [*label_lines(lines, repeated)]
        self.decimals = self._has_decimals(self.labelled)
        self.laws = law_run(self.labelled, self.decimals)

    def findings(self) -> Findings:
        layout, why = self._layout()
        first, last = self._extent()
        parts = part_headings(self.lines, last, len(self.lines) + 1)
        seen = lettered(parts)
        appendices = seen if layout == "decimal" else None
        last = parts[0].line if parts else len(self.lines) + 1
        inside = [line for line in self.labelled if first <= line.number < last]
        if layout == "decimal" and appendices:
            inside = [line for line in self.labelled if line.number >= first]
        styles, indents = self._styles(layout, inside)
        style = self.laws[0].style if self.laws else ""
        word = unit_word(style)
        letters = letters_of_lists(inside, styles["small"][0]) if "small" in styles else ""
        self._tell_of(inside, layout)
        titles = [line.rest for line in self.laws]
        return Findings(
            layout=layout,
            numbering=self._numbering(layout),
            why=why,
            laws=int(self.laws[-1].label) if self.laws else 0,
            provisions=self._count(layout, inside),
            styles=styles,
            indents=indents,
            letters="" if letters.isascii() else letters,
            whole=self.decimals,
            capitals=bool(titles) and all(one and one == one.upper() for one in titles),
            titles=self._titles(),
            gaps=self._gaps(),
            running=self.running,
            sections=self._sections(first, parts, appendices),
            appendices=appendices,
            chapters=self._chapters(inside),
            units=unit_words(self.lines, style, word, seen.style if seen else ""),
            unsure=tuple(self.unsure),
        )

    @staticmethod
    def _has_decimals(labelled: Sequence[LabelLine]) -> bool:
        decimals = {line.number for line in labelled if line.kind == "decimal"}
        letters = {line.number for line in labelled if line.kind == "letter"}
        return len(decimals) >= max(_FEWEST_DECIMALS, len(letters))

    def _layout(self) -> tuple[Layout | None, str]:
        """The layout that fits, and what speaks for it, or what stands against all of them."""
        count = Counter(line.kind for line in self.labelled)
        if self.wanted:
            return self.wanted, "as you say"
        if self._is_statute():
            return None, f"{count['section']} lines begin with §: a statute, which needs hand work"
        filled = [line for line in self.lines if line.strip()]
        wide = sum(bool(_COLUMNS.search(line.strip())) for line in filled)
        if wide > len(filled) * 0.4:
            return None, f"{wide} of {len(filled)} lines have wide gaps: columns need hand work"
        if self.decimals and not self.laws:
            return None, "no articles 1, 2, 3… stand above the numbers 1.1, 1.2…: needs hand work"
        if self.decimals:
            return "decimal", f"{count['decimal']} lines begin with numbers like 9.2.1"
        if len(self.laws) < _FEWEST_LAWS:
            return None, "no numbers 1, 2, 3… stand at the beginning of lines"
        if not (count["letter"] or count["small"] or count["number"] > len(self.laws)):
            return "outline", f"{len(self.laws)} laws, nothing numbered below them"
        numbers = {
            line.indent for line in self.labelled if line.kind == "number" and line.style == "#."
        }
        flattened = 1 in numbers and len(numbers - {0}) > 1 and not count["letter"]
        if flattened and self.laws[0].kind == "worded":
            return "depth", "all labels are 1., 2., 3.…, and the indent tells the level"
        if count["letter"]:
            return "outline", f"{len(self.laws)} laws with letters below them"
        if count["number"] and self.laws[0].kind == "worded":
            return "decimal", f"{len(self.laws)} laws with numbers below them"
        return None, (
            f"{len(self.laws)} laws, but below them neither decimal numbers nor capital letters: "
            "their numbering needs hand work"
        )

    def _numbering(self, layout: Layout | None) -> str:
        if layout is None and self._is_statute():
            return "statute"
        return "decimal" if self.decimals or layout == "decimal" else "lettered"

    def _is_statute(self) -> bool:
        count = Counter(line.kind for line in self.labelled)
        return count["section"] >= max(_FEWEST_LAWS, count["worded"])

    def _extent(self) -> tuple[int, int]:
        """The line of the first law, and the line behind the last one's label."""
        inside = [line.number for line in self.laws]
        if not inside:
            return 1, len(self.lines) + 1
        if self.decimals:
            inside += [
                line.number
                for line in self.labelled
                if line.kind == "decimal" and line.number > inside[0]
            ]
        return min(inside), max(inside) + 1

    def _titles(self) -> Titles:
        """Where the titles of laws stand."""
        titled = [bool(line.rest) for line in self.laws]
        if any(titled):
            return "same" if all(titled) else "mixed"
        labelled = {line.number for line in self.labelled if line.kind not in ("worded", "bare")}
        for line in self.laws:
            following = range(line.number + 1, len(self.lines) + 1)
            number = next((n for n in following if self.lines[n - 1].strip()), 0)
            words = self.lines[number - 1].strip()
            if number in labelled or words.endswith((".", ";", ":", ",")):
                return "none"
        return "next"

    def _sections(
        self, first: int, parts: Sequence[PartHeading], appendices: Appendices | None
    ) -> tuple[FoundSection, ...]:
        """Front matter, the laws from their first chapter on, and what stands behind them."""
        sections = []
        front = next((n for n, line in enumerate(self.lines, 1) if line.strip()), first)
        first = self._first_chapter(first)
        before = part_headings(self.lines, front, first)
        if front < first:
            sections.append(FoundSection(front, "front", "preface"))
        sections.append(FoundSection(first, "laws"))
        used = {"preface"}
        for part in parts:
            if appendices and part.style == appendices.style:
                if part.line == appendices.first:
                    sections.append(FoundSection(part.line, "appendices"))
            elif part.part not in used:
                used.add(part.part)
                sections.append(FoundSection(part.line, "front", part.part))
                if appendices and part.line < appendices.first:
                    continue  # the heading of all appendices
                self.unsure.append(
                    f"line {part.line}: {part.words!r} and what follows is read as running text: "
                    "its own numbers are not provisions"
                )
        for part in (*before, *parts):
            if part.part == "contents":
                self.unsure.append(f"line {part.line}: {part.words!r} is read as front matter")
            if part.part == "definitions":
                self.unsure.append(
                    f"line {part.line}: {part.words!r}: list the definitions in definitions.tsv "
                    "by hand and give them a section of their own"
                )
        return tuple(sections)

    def _first_chapter(self, first: int) -> int:
        """Where the laws begin: at the chapter heading that stands right above the first law."""
        above = [n for n in range(max(1, first - 6), first) if self.lines[n - 1].strip()]
        headings = {line.number for line in self.labelled if line.kind == "numeral"}
        return min((number for number in above if number in headings), default=first)

    def _styles(
        self, layout: Layout | None, inside: Sequence[LabelLine]
    ) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[int, ...]]]:
        """The styles and the indents of the labels by level, of levels that are there."""
        styles: dict[str, tuple[str, ...]] = {}
        if self.laws:
            styles["law"] = (self.laws[0].style,)
        indents: dict[str, tuple[int, ...]] = {}
        if layout == "depth":
            found = sorted({line.indent for line in inside if line.kind == "number"} - {0})
            levels = ("letter", "number", "small", "roman")
            return styles, {level: (one,) for level, one in zip(levels, found, strict=False)}
        of_laws = {line.number for line in self.laws}
        below = [line for line in inside if line.number not in of_laws]
        for level, kinds, firsts in self._levels(layout):
            of_kind = [line for line in below if line.kind in kinds]
            begins = {line.style for line in of_kind if line.label in firsts or not firsts}
            seen = Counter(line.style for line in of_kind if line.style in begins)
            if level == "small" and len({line.label for line in of_kind}) < 2:
                continue
            if seen:
                styles[level] = tuple(style for style, _ in seen.most_common())
        if layout == "outline" and {*styles["law"]} & {*styles.get("number", ())}:
            indents = self._apart(below, styles["number"])
        return styles, indents

    def _apart(
        self, below: Sequence[LabelLine], numbers: Sequence[str]
    ) -> dict[str, tuple[int, ...]]:
        """The indents that tell laws from numbers, if they do."""
        of_laws = {line.indent for line in self.laws}
        of_numbers = {
            line.indent for line in below if line.kind == "number" and line.style in numbers
        }
        if of_laws & of_numbers:
            self.unsure.append("laws and the numbers below them have the same labels and indents")
            return {}
        return {"law": tuple(sorted(of_laws)), "number": tuple(sorted(of_numbers))}

    def _levels(
        self, layout: Layout | None
    ) -> tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]:
        """The levels below the laws: what kinds of labels they have, and how their lists begin."""
        if layout == "decimal":
            number = ("decimal", "appendix") if self.decimals else ("number",)
            # The first letters of three alphabets: a list may have any of them.
            return (
                ("number", number, () if self.decimals else ("1",)),
                ("small", ("small", "foreign"), ("a", "а", "α")),
            )
        return (
            ("letter", ("letter",), ("A",)),
            ("number", ("number",), ("1",)),
            ("small", ("small",), ("a",)),
            ("roman", ("roman",), ("i",)),
        )

    def _tell_of(self, inside: Sequence[LabelLine], layout: Layout | None) -> None:
        """Say what will not be read as it is meant: letters that no id has, doubtful laws."""
        foreign = [line for line in inside if line.kind == "foreign"]
        if foreign and layout != "decimal":
            where = ", ".join(str(line.number) for line in foreign[:5])
            self.unsure.append(
                f"labels with letters that ids do not have ({foreign[0].label!r}…), lines {where}: "
                "they stay part of the provision above them"
            )
        for before, after in pairwise(self.laws):
            if int(after.label) > int(before.label) + 1:
                self.unsure.append(
                    f"law {int(before.label) + 1} was not found between the lines {before.number} "
                    f"and {after.number}"
                )
            doubled = [
                line.number
                for line in inside
                if line.family == before.family
                and before.number < line.number < after.number
                and line.label == before.label
                and before.kind == "worded"
            ]
            self.unsure += [
                f"line {number}: law {before.label} is there twice" for number in doubled
            ]
        if len(self.running) > 1:
            self.unsure.append(
                "more than one line of each page repeats: pages are counted once for each, so "
                "leave in running_head what stands once on a page, and take the others out by hand"
            )
        if self.laws and self.laws[0].kind == "bare":
            self.unsure.append("numbers of laws have no full stop: other numbers look the same")

    def _count(self, layout: Layout | None, inside: Sequence[LabelLine]) -> int:
        """About how many provisions there are."""
        kinds = {kind for _, kinds, _ in self._levels(layout) for kind in kinds}
        numbers = {line.number for line in inside if line.kind in kinds}
        return len(numbers | {line.number for line in self.laws})

    def _chapters(self, inside: Sequence[LabelLine]) -> tuple[str, ...]:
        """The styles of chapter headings that stand on lines of their own."""
        start = self._first_chapter(inside[0].number) if inside else 1
        found: dict[str, list[LabelLine]] = {}
        for line in self.labelled:
            if line.kind == "numeral" and line.number >= start:
                found.setdefault(line.style, []).append(line)
        counted = {
            style: of_style
            for style, of_style in found.items()
            if {"I", "II"} <= {line.label for line in of_style}
            or not any(line.rest for line in of_style)
        }
        for style, of_style in counted.items():
            titled = [line.number for line in of_style if line.rest]
            if titled:
                self.unsure.append(
                    f"{style.replace('#', 'I, II…')}: {len(titled)} headings of chapters (the "
                    f"first in line {titled[0]}) have their titles on the same line and are not "
                    "read as such"
                )
        return tuple(
            style for style, of_style in counted.items() if not any(line.rest for line in of_style)
        )

    def _gaps(self) -> bool:
        """Whether blank lines separate paragraphs, and do not stand between all lines."""
        filled = [number for number, line in enumerate(self.lines) if line.strip()]
        if len(filled) < 2:
            return True
        apart = sum(b - a > 1 for a, b in pairwise(filled)) / (len(filled) - 1)
        labelled = {line.number - 1 for line in self.labelled}
        plain = [number for number in filled if number not in labelled]
        goes_on = sum(self.lines[number].strip()[0].islower() for number in plain) / len(filled)
        return apart > 0 and not (apart > 0.85 and goes_on > 0.15)

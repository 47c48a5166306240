"""Reads the layout in which all labels were flattened to `1.`, so that the indent tells the level.

One leading space is A, B…, two are 1, 2…, three a, b…, four i, ii…; a bullet takes the next
label of its level. The labels of laws and chapters have lines of their own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.core.ids import ROMAN, NamedId, ProvisionId
from kb.core.record_parts import Remark, Span
from kb.reading.lawbook.nodes import ProvisionNode, check_last_law
from kb.reading.layout import LEVELS, ReadingPlan
from kb.reading.source import Line, Source

_LABEL = re.compile(r"( +)([0-9]+)\.(?:\s|$)|( +)•(?:\s|$)")

#: The remark on a chapter whose number is not the printed one.
NUMBER_TWICE = "the number is printed twice"


@dataclass(frozen=True)
class ChapterHeading:
    """A chapter, part or section heading between the laws: id, label and title.

    One without a number has no label.
    """

    id: NamedId
    label: Span | None
    title: Span
    remarks: tuple[Remark, ...]


def read_depth(source: Source, plan: ReadingPlan, lines: list[Line]) -> list[ProvisionNode]:
    """The provisions of the laws section in document order.

    Raises `ReadingError` with file, line and the label expected when a law or a label is missing
    or doubled.
    """
    nodes: list[ProvisionNode] = []
    last: dict[int, ProvisionId] = {}  # by depth the provisions that are still open
    any_law = re.compile(plan.labels.any_label("law"))
    pending = iter(lines)
    for line in pending:
        following = _next_law(last)
        expected = plan.labels.printed(following)[0]
        if any_law.fullmatch(line.text.strip()):
            if line.text.strip() != expected:
                raise source.error(
                    line.number, f"found {line.text.strip()!r}, expected {expected!r}"
                )
            title = next(pending, None)
            if title is None or title.gap:
                raise source.error(line.number, f"law {following} has no title")
            last = {1: following}
            nodes.append(
                ProvisionNode(following, label=line.span(), content=[title], heading_lines=1)
            )
        elif not nodes:
            raise source.error(line.number, f"expected {expected!r}")
        elif label := _LABEL.match(line.text):
            id = _labelled(source, plan, line, label, last)
            last = {depth: open for depth, open in last.items() if depth < id.depth}
            last[id.depth] = id
            node = ProvisionNode(id, label=line.span(0, label.end()))
            if line.text[label.end() :].strip():
                node.content.append(line.after(label.end()))
            nodes.append(node)
        else:
            _check_depth(source, nodes[-1], line, expected)
            nodes[-1].content.append(line)
    check_last_law(source, plan, nodes)
    parents = {node.id.parent for node in nodes}
    for node in nodes:
        if node.id.depth > 1:
            # A label line is a heading only if deeper words or a child follow it.
            node.heading_lines = int(len(node.content) > 1 or node.id in parents)
    return nodes


def _next_law(last: dict[int, ProvisionId]) -> ProvisionId:
    return ProvisionId((str(int(last[1].label) + 1 if last else 1),))


def _labelled(
    source: Source,
    plan: ReadingPlan,
    line: Line,
    label: re.Match[str],
    last: dict[int, ProvisionId],
) -> ProvisionId:
    """The id of the provision that a labelled line opens: the next of its level."""
    depth = _depth(plan, line.indent)
    if depth is None or depth - 1 not in last:
        raise source.error(line.number, f"no provision is open for a label {line.indent} deep")
    before = last.get(depth)
    id = before.next_sibling() if before else last[depth - 1].first_child()
    if id is None:
        raise source.error(line.number, "the list is longer than its labels")
    position = 1 + (0 if before is None else _ordinal(before))
    if label[2] and int(label[2]) != position:
        raise source.error(
            line.number, f"found the label {label[2]}., expected {position}. ({id.display})"
        )
    return id


def _depth(plan: ReadingPlan, indent: int) -> int | None:
    for depth, level in enumerate(LEVELS, 1):
        if indent in plan.labels.indents.get(level, ()):
            return depth
    return None


def _ordinal(id: ProvisionId) -> int:
    """The place of a provision in its list, from 1."""
    if id.label.isdigit():
        return int(id.label)
    if id.depth == len(LEVELS):
        return ROMAN.index(id.label)
    return ord(id.label.lower()) - ord("a") + 1


def _check_depth(source: Source, node: ProvisionNode, line: Line, expected_law: str) -> None:
    """Raise `ReadingError` unless words without a label are as deep as the provision above them."""
    depth = 0 if node.id.depth == 1 else node.id.depth
    if line.indent != depth:
        raise source.error(
            line.number,
            f"words {line.indent} deep under {node.id.display}, expected {depth} deep "
            f"or the label {expected_law!r}",
        )


def take_chapters(
    source: Source, plan: ReadingPlan, lines: list[Line]
) -> tuple[list[ChapterHeading], list[Line]]:
    """The chapter headings (a label line and a title line each) and the lines without them.

    A heading whose style has no number is its own title, and is counted.
    A heading has the printed number, unless the chapter around it has that number already: then it
    has the next one and a remark (the file has `ODSJEK I` twice in a row).
    """
    chapters: list[ChapterHeading] = []
    rest: list[Line] = []
    open_path: list[tuple[str, int]] = []
    used: dict[str, int] = {}
    words = [chapter.word for chapter in plan.chapters]
    pending = iter(lines)
    for line in pending:
        numbered = _chapter_label(plan, line)
        if numbered is None:
            rest.append(line)
            continue
        word, printed = numbered
        open_path = [(w, n) for w, n in open_path if words.index(w) < words.index(word)]
        above = ".".join(f"{w}.{n}" for w, n in open_path)
        number = max(printed, used.get(f"{above}/{word}", 0) + 1)
        used[f"{above}/{word}"] = number
        open_path.append((word, number))
        title = next(pending, None) if printed else line
        label, title_span = line.span() if printed else None, title.span() if title else None
        if title_span is None:
            raise source.error(line.number, "a chapter heading has no title")
        remarks = (
            (Remark(line.number, line.text.strip(), str(number), NUMBER_TWICE),)
            if printed and number != printed
            else ()
        )
        path = ".".join(f"{w}.{n}" for w, n in open_path)
        chapters.append(ChapterHeading(NamedId.parse(path), label, title_span, remarks))
    return chapters, rest


def _chapter_label(plan: ReadingPlan, line: Line) -> tuple[str, int] | None:
    """The word and number of a chapter heading's label line; None for any other line.

    The number is 0 where the heading prints none.
    """
    text = line.text.strip()
    for chapter in plan.chapters:
        before, number, after = chapter.style.partition("#")
        if not number:
            if text == before:
                return chapter.word, 0
        elif text.startswith(before) and text.endswith(after):
            numeral = text[len(before) : len(text) - len(after)].lower()
            if numeral in ROMAN[1:]:
                return chapter.word, ROMAN.index(numeral)
            if numeral.isdecimal():
                return chapter.word, int(numeral)
    return None

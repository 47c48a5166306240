"""Reads the layout with printed labels (`27.`, `B.`, `1.`, `b)`, `(i)`).

A label counts only if it can stand there: as the next of a list that is open, or as the first below
the provision just read.
"""

from __future__ import annotations

import re

from kb.core.ids import ProvisionId
from kb.reading.lawbook.labelled import LabelReader
from kb.reading.lawbook.nodes import ProvisionNode, check_last_law
from kb.reading.layout import LEVELS, ReadingPlan
from kb.reading.source import Line, Source


def read_outline(source: Source, plan: ReadingPlan, lines: list[Line]) -> list[ProvisionNode]:
    """The provisions of the laws section in document order.

    `lines` are the section's lines without notes and tables. Raises `ReadingError` with file,
    line and the labels expected when a law is missing, a label is doubled or a correction does
    not fit.
    """
    return _Outline(source, plan).read_all(lines)


class _Outline(LabelReader):
    def __init__(self, source: Source, plan: ReadingPlan) -> None:
        super().__init__(source, plan)
        self.like_label = _like_label(plan)

    def expected(self) -> list[ProvisionId]:
        if not self.nodes:
            return [ProvisionId(("1",))]
        current = self.nodes[-1].id
        candidates = [current.next_sibling(), current.first_child()]
        candidates += [ancestor.next_sibling() for ancestor in current.ancestors()]
        return [candidate for candidate in candidates if candidate is not None]

    def can_follow(self, id: ProvisionId) -> bool:
        if id.parent is None:
            return id.label.isdigit() and int(id.label) <= self.plan.laws
        first = id.parent.first_child()
        is_of_kind = first is not None and first.label.isdigit() == id.label.isdigit()
        return is_of_kind and id.parent in self.by_id

    def looks_labelled(self, line: Line) -> bool:
        like = self.like_label.match(line.text.rstrip())
        return bool(like and (like["capital"] is None or like["capital"].isupper()))

    def finish(self) -> list[ProvisionNode]:
        check_last_law(self.source, self.plan, self.nodes)
        parents = {node.id.parent for node in self.nodes}
        for node in self.nodes:
            _set_heading(self.plan, node, has_child=node.id in parents)
        return self.nodes


def _like_label(plan: ReadingPlan) -> re.Pattern[str]:
    """A pattern for lines that look like the beginning of a provision.

    That is a law with its title, or any other label, after which the group `capital` is the first
    character.
    """
    kinds = [rf"{plan.labels.law_start().pattern}$"]
    for level in LEVELS[1:]:
        indents = sorted(plan.labels.indents.get(level, ()))
        indent = f" {{{indents[0]},{indents[-1]}}}" if indents else " *"
        kinds.append(indent + plan.labels.any_label(level) + r"\s+(?=\S)")
    return re.compile(f"(?:{kinds[0]})|(?:{'|'.join(kinds[1:])})(?P<capital>.)")


def _set_heading(plan: ReadingPlan, node: ProvisionNode, has_child: bool) -> None:
    """Decide whether the first paragraph of a node is its heading; that of a law is its title.

    A heading does not end as a sentence does, and what follows it does not go on in lower case. A
    letter's heading may be followed by a list alone, a number's heading is followed by words.
    """
    labels = plan.labels
    if not node.content or node.id.depth > 3:
        return
    opening = _opening(plan, node)
    if node.id.depth == 1:
        node.heading_lines = opening
        return
    following = node.content[opening:]
    last = node.content[opening - 1].text.rstrip()
    ends = labels.heading_never_ends if node.id.depth == 2 else (*labels.heading_never_ends, ".")
    if last.endswith(ends):
        return
    if following:
        is_heading = not following[0].text.lstrip()[:1].islower()
        if node.id.depth == 3 and not labels.paragraphs:
            # No gap separates paragraphs in this print: only its indent shows a new one.
            is_heading = is_heading and following[0].indent > 0
    else:
        is_heading = has_child and node.id.depth == 2
    node.heading_lines = opening if is_heading else 0


def _opening(plan: ReadingPlan, node: ProvisionNode) -> int:
    """How many lines the paragraph of the label has."""
    count = 1
    for line in node.content[1:]:
        if plan.labels.paragraphs:
            if line.gap:
                break
        elif node.id.depth > 1 or not plan.labels.title.fullmatch(line.text.strip()):
            break
        count += 1
    return count

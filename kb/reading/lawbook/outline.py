"""Reads the layout with printed labels (`27.`, `B.`, `1.`, `b)`, `(i)`).

Numbers and letters at the start of a line are often no labels ("26. szakasz…"). So a label counts
only if it can stand there: as the next of a list that is open, or as the first below the provision
just read. Anything else that looks like a label is an error in the source, unless corrections.tsv
says that it is prose.
"""

from __future__ import annotations

import re

from kb.core.ids import ProvisionId
from kb.core.record_parts import Remark
from kb.reading.corrections import Correction
from kb.reading.lawbook.nodes import ProvisionNode, check_last_law
from kb.reading.layout import LEVELS, ReadingPlan
from kb.reading.source import Line, Source


def read_outline(source: Source, plan: ReadingPlan, lines: list[Line]) -> list[ProvisionNode]:
    """The provisions of the laws section in document order.

    `lines` are the section's lines without notes and tables. Raises `ReadingError` with file,
    line and the labels expected when a law is missing, a label is doubled or a correction does
    not fit.
    """
    reader = _Outline(source, plan)
    for line in lines:
        reader.read(line)
    return reader.finish()


class _Outline:
    def __init__(self, source: Source, plan: ReadingPlan) -> None:
        self.source, self.plan = source, plan
        self.nodes: list[ProvisionNode] = []
        self.by_id: dict[ProvisionId, ProvisionNode] = {}
        self.labels = plan.corrections.of_kind("label")
        self.prose = plan.corrections.of_kind("prose")
        self.closing = plan.corrections.of_kind("closing")
        self.closed: ProvisionNode | None = None
        self.like_label = _like_label(plan)

    def read(self, line: Line) -> None:
        if line.number in self.closing:
            self._close(line)
            return
        rest = self._take_labels(line)
        if rest is None:
            return
        if self.closed is not None:
            self.closed.closing.append(rest)
        elif not self.nodes:
            raise self._unexpected(line)
        else:
            self.nodes[-1].content.append(rest)

    def finish(self) -> list[ProvisionNode]:
        """Check that the last law was reached and decide which openings are headings."""
        check_last_law(self.source, self.plan, self.nodes)
        parents = {node.id.parent for node in self.nodes}
        for node in self.nodes:
            _set_heading(self.plan, node, has_child=node.id in parents)
        return self.nodes

    def _take_labels(self, line: Line) -> Line | None:
        """Open a node for every label that a line begins with, and return its rest, if any."""
        rest, first = line, True
        if line.number in self.labels:
            rest, first = self._open_corrected(line, self.labels[line.number]), False
        if line.number in self.prose:
            self._check_prose(line, self.prose[line.number])
        else:
            while taken := self._take_label(rest, first):
                rest, first = taken, False
                if self.nodes[-1].id.depth == 1:
                    break  # what follows is the title
            like = self.like_label.match(line.text.rstrip()) if first else None
            if like and (like["capital"] is None or like["capital"].isupper()):
                raise self._unexpected(line)
        return rest if rest.text.strip() else None

    def _take_label(self, line: Line, first: bool) -> Line | None:
        for id in self._expected():
            level = LEVELS[id.depth - 1]
            if first and line.indent not in self.plan.labels.indents.get(level, {line.indent}):
                continue
            for label in self.plan.labels.printed(id):
                end = self._match(line, label, level)
                if end is not None:
                    self._open(id, line, end)
                    return line.after(end)
        return None

    def _match(self, line: Line, label: str, level: str) -> int | None:
        """The offset after a label that the line begins with; None if it does not."""
        if not line.text.lstrip().startswith(label):
            return None
        end = line.indent + len(label)
        rest = line.text[end:]
        if level == "law":
            return end if self.plan.labels.title.fullmatch(rest.strip()) else None
        return end if not rest or rest[0].isspace() else None

    def _expected(self) -> list[ProvisionId]:
        """The ids whose labels can stand next, the nearest first."""
        if not self.nodes:
            return [ProvisionId(("1",))]
        current = self.nodes[-1].id
        candidates = [current.next_sibling(), current.first_child()]
        candidates += [ancestor.next_sibling() for ancestor in current.ancestors()]
        return [candidate for candidate in candidates if candidate is not None]

    def _open(self, id: ProvisionId, line: Line, end: int) -> ProvisionNode:
        node = ProvisionNode(id, label=line.span(0, end))
        self.nodes.append(node)
        self.by_id[id] = node
        self.closed = None
        return node

    def _open_corrected(self, line: Line, correction: Correction) -> Line:
        """Open the node whose label is misprinted here; return the rest of the line."""
        self._check_fits(line, correction)
        id = ProvisionId.parse(correction.official)
        if id not in self._expected():
            raise self._unexpected(line, f"the correction says {id}, which cannot stand here")
        end = line.indent + len(correction.printed)
        node = self._open(id, line, end)
        node.remarks.append(
            Remark(
                line.number,
                correction.printed,
                self.plan.labels.printed(id)[0],
                correction.reason,
            )
        )
        return line.after(end)

    def _close(self, line: Line) -> None:
        """Give this line and those below it to the provision whose list has just ended."""
        correction = self.closing[line.number]
        self._check_fits(line, correction)
        above = (self.by_id[id] for id in self.nodes[-1].id.ancestors()) if self.nodes else ()
        self.closed = next((n for n in above if str(n.id) == correction.official), None)
        if self.closed is None:
            raise self._unexpected(line, f"{correction.official} has no list that ends here")
        self.closed.closing.append(line)

    def _check_prose(self, line: Line, correction: Correction) -> None:
        """Raise `ReadingError` unless prose goes on with the provision its correction names."""
        self._check_fits(line, correction)
        if not self.nodes or str(self.nodes[-1].id) != correction.official:
            raise self._unexpected(line, f"{correction.official} does not go on here")

    def _check_fits(self, line: Line, correction: Correction) -> None:
        if not correction.fits(line.text):
            raise self._unexpected(line, f"found no {correction.printed!r} as corrections.tsv says")

    def _unexpected(self, line: Line, why: str | None = None) -> Exception:
        expected = ", ".join(self.plan.labels.printed(id)[0] for id in self._expected())
        problem = why or f"found {line.text.strip()[:40]!r}"
        return self.source.error(
            line.number,
            f"{problem}, expected one of the labels {expected}",
            "A law or label is missing or doubled; if the line is prose, or the print slips, "
            f"say so in {self.plan.directory / 'corrections.tsv'}.",
        )


def _like_label(plan: ReadingPlan) -> re.Pattern[str]:
    """A pattern for lines that look like the beginning of a provision.

    That is a law with its title, or any other label, after which the group `capital` is the first
    character.
    """
    kinds = [rf"{plan.labels.any_label('law')}\s*+{plan.labels.title.pattern}$"]
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

"""What layouts with printed labels have in common: which line opens which provision.

Numbers and letters at the start of a line are often no labels ("26. szakasz…"). So a label counts
only if it can stand there, which each layout says for itself. Anything else that looks like a label
is an error in the source, unless corrections.tsv says that it is prose.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from kb.core.ids import ProvisionId
from kb.core.record_parts import Remark
from kb.reading.corrections import Correction
from kb.reading.lawbook.nodes import ProvisionNode
from kb.reading.layout import LEVELS, ReadingPlan
from kb.reading.source import Line, Source


class LabelReader(ABC):
    """Opens a provision for every label, and gives all other lines to the one that is open."""

    def __init__(self, source: Source, plan: ReadingPlan) -> None:
        self.source, self.plan = source, plan
        self.nodes: list[ProvisionNode] = []
        self.by_id: dict[ProvisionId, ProvisionNode] = {}
        self.labels = plan.corrections.of_kind("label")
        self.gaps = plan.corrections.of_kind("gap")
        self.prose = plan.corrections.of_kind("prose")
        self.closing = plan.corrections.of_kind("closing")
        self.closed: ProvisionNode | None = None

    @abstractmethod
    def expected(self) -> list[ProvisionId]:
        """The ids whose labels can stand next, the nearest first."""

    @abstractmethod
    def can_follow(self, id: ProvisionId) -> bool:
        """Whether a provision can stand next where the numbers before it are not there.

        It is one that comes later in the order of the book than the last one.
        """

    @abstractmethod
    def looks_labelled(self, line: Line) -> bool:
        """Whether a line that begins with no expected label begins with another one."""

    @abstractmethod
    def finish(self) -> list[ProvisionNode]:
        """Check that the last law was reached and decide which openings are headings."""

    def indents(self, id: ProvisionId) -> frozenset[int]:
        """With how many leading spaces a label can stand; empty where any number will do."""
        return self.plan.labels.indents.get(LEVELS[id.depth - 1], frozenset())

    def is_title(self, words: str) -> bool:
        """Whether these words behind the label of a law are its title."""
        return bool(self.plan.labels.title.fullmatch(words))

    def read_all(self, lines: Iterable[Line]) -> list[ProvisionNode]:
        """The provisions of these lines in document order.

        Raises `ReadingError` with file, line and the labels expected when a law is missing, a
        label is doubled or a correction does not fit.
        """
        for line in lines:
            self._read(line)
        return self.finish()

    def _read(self, line: Line) -> None:
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

    def _take_labels(self, line: Line) -> Line | None:
        """Open a node for every label that a line begins with, and return its rest, if any."""
        rest, first = line, True
        for corrections in (self.labels, self.gaps):
            if line.number in corrections:
                rest, first = self._open_corrected(line, corrections[line.number]), False
        if line.number in self.prose:
            self._check_prose(line, self.prose[line.number])
        else:
            while taken := self._take_label(rest, first):
                rest, first = taken, False
                if self.nodes[-1].id.depth == 1:
                    break  # what follows is the title
            if first and self.looks_labelled(line):
                raise self._unexpected(line)
        return rest if rest.text.strip() else None

    def _take_label(self, line: Line, first: bool) -> Line | None:
        for id in self.expected():
            if first and line.indent not in (self.indents(id) or {line.indent}):
                continue
            for label in self.plan.labels.printed(id):
                end = self._match(line, label, id)
                if end is not None:
                    self.open(id, line, end)
                    return line.after(end)
        return None

    def _match(self, line: Line, label: str, id: ProvisionId) -> int | None:
        """The offset after a label that the line begins with; None if it does not."""
        if not line.text.lstrip().startswith(label):
            return None
        end = line.indent + len(label)
        rest = line.text[end:]
        if label[-1].isalnum() and rest and not rest[0].isspace():
            return None  # Article 1 of "Article 12", or of "Article 1.2"
        if id.depth == 1:
            return end if self.is_title(rest.strip()) else None
        return end if not rest or rest[0].isspace() else None

    def open(self, id: ProvisionId, line: Line, end: int) -> ProvisionNode:
        """Open the provision whose label ends at this offset of the line."""
        node = ProvisionNode(id, label=line.span(0, end))
        self.nodes.append(node)
        self.by_id[id] = node
        self.closed = None
        return node

    def _open_corrected(self, line: Line, correction: Correction) -> Line:
        """Open the node that a correction says begins here; return the rest of the line.

        A label that is not printed as it should be gets a remark.
        """
        self._check_fits(line, correction)
        id = ProvisionId.parse(correction.official)
        if not self._can_stand(id, correction):
            raise self._unexpected(line, f"the correction says {id}, which cannot stand here")
        end = line.indent + len(correction.printed)
        node = self.open(id, line, end)
        printed = self.plan.labels.printed(id)
        if correction.kind == "label" or correction.printed not in printed:
            remark = Remark(line.number, correction.printed, printed[0], correction.reason)
            node.remarks.append(remark)
        return line.after(end)

    def _can_stand(self, id: ProvisionId, correction: Correction) -> bool:
        """Whether a provision can begin where a correction says so."""
        if correction.kind == "label":
            return id in self.expected()
        if id in self.expected():
            raise self.plan.corrections.error(
                correction, f"there is no gap before {id}", "Take the row out: it is not needed."
            )
        is_later = not self.nodes or id > self.nodes[-1].id
        return is_later and self.can_follow(id)

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
        expected = ", ".join(self.plan.labels.printed(id)[0] for id in self.expected())
        problem = why or f"found {line.text.strip()[:40]!r}"
        return self.source.error(
            line.number,
            f"{problem}, expected one of the labels {expected}",
            "A law or label is missing or doubled; if the line is prose, the print slips, or the "
            "book has no such number (kind gap, with the id of the provision that stands here), "
            f"say so in {self.plan.directory / 'corrections.tsv'}.",
        )

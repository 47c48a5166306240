"""The code, links and tags inside a block of Markdown (CommonMark 0.31, chapter 6).

Our own reader finds them, because we need the offset at which each ends, and must read every
document in linear time, whatever is sent. It makes one pass.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

_SIGN = re.compile(r"\\|`+|<|!?\[|\]")
_RUN = re.compile("`+")
# What repeats more than one character and gives nothing back is written `(?>(?:ab)*)`, not
# `(?:ab)*+`: Python before 3.11.5, Debian's too, matches the latter wrongly (CPython issue 106052).
_AUTOLINK = re.compile(
    r"<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*+|[^\s@<>\x00-\x1f]{1,64}@[^\s@<>]{1,255})>"
)
TAG = re.compile(
    r"</[A-Za-z][A-Za-z0-9-]*+\s*+>"
    r"|<[A-Za-z][A-Za-z0-9-]*+"
    r"(?>(?:\s++[A-Za-z_:][\w.:-]*+(?>(?:\s*+=\s*+(?:[^\s\"'=<>`]++|'[^']*+'|\"[^\"]*+\"))?))*)\s*+/?>"
)
#: What begins with the first sign goes on to the second, whatever stands between them.
_UNTIL = {"<!--": "-->", "<?": "?>", "<![CDATA[": "]]>", "<!": ">"}

_DESTINATION = (
    r"(?:<(?>(?:[^<>\n\\]++|\\[^\n])*)>"
    r"|(?!<)(?>(?:[^\s()\\]++|\\\S?+|\((?>(?:[^\s()\\]++|\\\S?+)*)\))*))"
)
_TITLE = r"(?:\"(?>(?:[^\"\\]++|\\.)*)\"|'(?>(?:[^'\\]++|\\.)*)'|\((?>(?:[^()\\]++|\\.)*)\))"
#: Where a link leads, or its label: either stands right behind the bracket that ends its words.
_TARGET = re.compile(rf"(?<=\])\(\s*+{_DESTINATION}(?>(?:\s++{_TITLE})?)\s*+\)", re.DOTALL)
_LABEL = re.compile(r"(?<=\])\[((?>(?:[^\[\]\\]|\\.){0,999}))\]", re.DOTALL)
_DEFINITION = re.compile(
    r"^[ \t]*+\[((?>(?:[^\[\]\\]|\\.){1,999}))\]:[ \t]*+(?>(?:\n[ \t]*+)?)"
    rf"(?=\S){_DESTINATION}"
    rf"(?>(?:(?:[ \t]++(?>(?:\n[ \t]*+)?)|\n[ \t]*+){_TITLE}(?=[ \t]*+(?:\n|\Z)))?)"
    r"[ \t]*+(?:\n|\Z)",
    re.DOTALL | re.MULTILINE,
)
_LONGEST_LABEL = 999


class NonText(NamedTuple):
    """A stretch of a block, in offsets of the block, that is no text."""

    start: int
    end: int
    kind: Literal["code", "link", "tag"]


def no_text(text: str, defined: frozenset[str]) -> list[NonText]:
    """The stretches of a block that are no text, in order.

    `defined` are the labels of links that the document defines, as `normal` writes them.
    """
    reader = _InlineReader(text, defined)
    at = 0
    while match := _SIGN.search(text, at):
        at = reader.read(match)
    return reader.spans


@dataclass
class _InlineReader:
    """Reads a block sign by sign."""

    text: str
    defined: frozenset[str]
    spans: list[NonText] = field(default_factory=list)
    #: Where brackets were opened that may begin a link, and whether they still may.
    _brackets: list[int] = field(default_factory=list)
    #: How many of them, counted from the outermost, have a link inside: they cannot be links.
    _around_link: int = 0
    _runs: Mapping[int, list[int]] | None = None
    #: Where each closing sign stands for the last time.
    _last: dict[str, int] = field(default_factory=dict)

    def read(self, sign: re.Match[str]) -> int:
        """Take up what the sign begins or ends; returns the offset at which to go on."""
        start, end = sign.span()
        first = sign[0][0]
        if first == "\\":
            return end + 1
        if first == "`":
            return self._code(start, end)
        if first == "<":
            return self._angle(start)
        if first == "]":
            return self._bracket(start)
        self._brackets.append(start)
        return end

    def _code(self, start: int, end: int) -> int:
        if self._runs is None:
            runs: dict[int, list[int]] = {}
            for run in _RUN.finditer(self.text):
                runs.setdefault(len(run[0]), []).append(run.start())
            self._runs = runs
        same = self._runs.get(end - start, [])
        at = bisect_right(same, start)
        if at == len(same):
            return end
        return self._is(start, same[at] + end - start, "code")

    def _angle(self, start: int) -> int:
        text = self.text
        if match := _AUTOLINK.match(text, start):
            return self._is(start, match.end(), "link")
        if match := TAG.match(text, start):
            return self._is(start, match.end(), "tag")
        opening = next((sign for sign in _UNTIL if text.startswith(sign, start)), None)
        if opening is None or (opening == "<!" and not text[start + 2 : start + 3].isalpha()):
            return start + 1
        closing = _UNTIL[opening]
        # The search begins inside the opening sign, because <!--> is a whole comment.
        end = text.find(closing, start + 2) if self._is_ahead(closing, start) else -1
        return start + 1 if end < 0 else self._is(start, end + len(closing), "tag")

    def _is_ahead(self, closing: str, start: int) -> bool:
        if closing not in self._last:
            self._last[closing] = self.text.rfind(closing)
        return self._last[closing] > start

    def _bracket(self, at: int) -> int:
        if not self._brackets:
            return at + 1
        start = self._brackets.pop()
        may = len(self._brackets) >= self._around_link or self.text[start] == "!"
        self._around_link = min(self._around_link, len(self._brackets))
        end = self._link_end(start, at) if may else 0
        if not end:
            return at + 1
        is_image = self.text[start] == "!"
        while self.spans and self.spans[-1].start > start:
            self.spans.pop()
        if not is_image:
            self._around_link = len(self._brackets)
        return self._is(start, end, "link")

    def _link_end(self, start: int, at: int) -> int:
        """Where the link ends whose words go from `start` to the bracket at `at`; 0 for no link."""
        if match := _TARGET.match(self.text, at + 1):
            return match.end()
        words = self.text.index("[", start) + 1
        label = self.text[words:at] if at - words <= _LONGEST_LABEL else ""
        if match := _LABEL.match(self.text, at + 1):
            if normal(match[1] or label) in self.defined:
                return match.end()
            return 0
        return at + 1 if normal(label) in self.defined else 0

    def _is(self, start: int, end: int, kind: Literal["code", "link", "tag"]) -> int:
        self.spans.append(NonText(start, end, kind))
        return end


def definitions(text: str) -> tuple[list[str], int]:
    """The labels of the links that a block begins by defining, and where its text begins."""
    labels, at = [], 0
    while match := _DEFINITION.match(text, at):
        label = normal(match[1])
        if not label:
            break
        labels.append(label)
        at = match.end()
    return labels, at


def normal(label: str) -> str:
    """A label in the form in which Markdown compares labels.

    >>> normal("Law   27 B")
    'law 27 b'
    """
    return " ".join(label.casefold().split())

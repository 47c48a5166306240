"""Reads a text that is a citation and nothing else, as a person types it to look a law up."""

from __future__ import annotations

import re

from kb.citations.anchors import patterns
from kb.citations.paths import Path, scan
from kb.citations.recogniser import recognise
from kb.citations.resolver import absolute
from kb.citations.works import Works
from kb.core.errors import InvalidIdError
from kb.core.ids import ProvisionId

#: No citation is longer than this, in characters; a longer text is not looked at.
_LONGEST = 60

#: What may follow a citation: a full stop, a case suffix (27B1b-t).
_TAIL = re.compile(r"\.?(?:-[^\W\d_]{1,5})?\.?")

#: A section of a statute with labels, as `3. § (5)`, `3. § (5) bekezdés`, `§ 4 (F) (2) a) b)`,
#: `13. § (1) 4. eset`, or as our data has it, `3.5`.
_LABEL = r"\((?:[0-9]{1,2}|[A-Z])\)|[a-z][).]"
_SECTION = re.compile(
    r"(?:([0-9]{1,2})\. ?§|§ ?([0-9]{1,2}))"
    rf"((?: ?(?:{_LABEL})){{1,5}})"
    r"(?: (?:[^\W\d]{1,20} )?([0-9]{1,2})(?:\. [^\W\d]{1,20})?| [^\W\d]{1,20})?"
    r"(?:-[^\W\d_]{1,5})?"
)
_DOTTED = re.compile(r"[0-9]{1,2}(?:\.[0-9]{1,2}|\.[A-Za-z]){1,4}(?:[a-z]|\([a-z]\))?")


def whole_citation(text: str) -> ProvisionId | None:
    """The provision, if `text` is a citation of one in any language and nothing else; else None.

    >>> whole_citation("przepis 64A2")
    ProvisionId('64.A.2')
    >>> whole_citation("67. szakasz")
    ProvisionId('67')
    >>> whole_citation("10. § (3) f)")
    ProvisionId('10.3.f')
    """
    words = text.strip()
    if not words or len(words) > _LONGEST:
        return None
    if _DOTTED.fullmatch(words):
        return _provision(words)
    if section := _SECTION.fullmatch(words):
        labels = re.findall(r"[0-9A-Za-z]+", section[3])
        case = [section[4]] if section[4] else []
        return _provision(".".join([section[1] or section[2], *labels, *case]))
    words = words[0].upper() + words[1:]  # l27: nobody types capitals into a search box
    path = _bare(words) or _announced(words)
    if path is None or not path.labels[0].isdigit():
        return None
    return _provision(str(absolute(path.labels)))


def whole_of_work(text: str, works: Works | None) -> tuple[str, ProvisionId] | None:
    """The work and the provision, if `text` is a citation by the words of that work and no more."""
    words = text.strip()
    found = works.telling(words) if works and len(words) <= _LONGEST else []
    for work, _, citation, *_ in found:
        whole = citation.start == 0 and _TAIL.fullmatch(words, citation.end)
        if whole and len(citation.items) == 1 and citation.items[0].last is None:
            return work, absolute(citation.items[0].path.labels)
    return None


def _provision(path: str) -> ProvisionId | None:
    try:
        return ProvisionId.parse(path)
    except InvalidIdError:
        return None


def _bare(words: str) -> Path | None:
    path = scan(words, 0)
    absolute_path = path and path.labels[0].isdigit() and _TAIL.fullmatch(words, path.end)
    return path if absolute_path else None


def _announced(words: str) -> Path | None:
    for language in patterns():
        match recognise(words, language):
            case [citation] if citation.unit and len(citation.items) == 1 and not citation.base:
                (item,) = citation.items
                whole = citation.start == 0 and _TAIL.fullmatch(words, citation.end)
                if whole and item.last is None:
                    return item.path
    return None

"""Law numbers in a query: alone, or before and after other words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kb.citations.anchors import patterns
from kb.citations.paths import Path, scan
from kb.citations.recogniser import Citation, Item, recognise
from kb.citations.resolver import Resolver, absolute, below
from kb.citations.whole import whole_citation
from kb.ids import ProvisionId

#: What stands between the ends of a range.
_RANGE = re.compile(r" ?(?:-|–|—|\.\.\.?|…) ?")
#: Labels that stand apart from what they belong to, by depth: `72. szakasz C`, `law 21 b 1`. A
#: small letter below a law is one only where a number or nothing follows: `a` is also a word.
_END = r"(?=$|[ ,;.?!])"
_APART = (
    re.compile(rf" ?([A-H]{_END}|[A-H](?=[0-9])|[a-h](?= ?[0-9]|$))"),
    re.compile(rf" ?([0-9]{{1,2}})(?:{_END}|(?=\(?[a-z]))"),
    re.compile(rf" ?\(?([a-z]){_END}"),
)

#: Numbers up to this may be bids: 2T is two clubs.
_HIGHEST_BID = 7


@dataclass(frozen=True)
class Cited:
    """The provisions that a query names, the words around them, and the language of the words.

    `language` is the one whose word for a law announces them; None where a number stands alone or
    several languages have the word.
    """

    ids: tuple[ProvisionId, ...]
    rest: str
    language: str | None


#: Gives all provisions of an edition, wanted only for ranges.
Known = Callable[[], Sequence[ProvisionId]]


def cited(query: str, known: Known) -> Cited | None:
    """The provisions that a query names, if it names some.

    Numbers alone are citations only where nothing else stands with them; with a word for a law, or
    as a path (`27B`), also among other words.
    """
    if not any(map(str.isdecimal, query)):
        return None
    if whole := whole_citation(query):
        return Cited((whole,), "", _announcing(query))
    if ids := _whole_range(query, known):
        return Cited(ids, "", _announcing(query))
    return _among_words(query, known)


def _whole_range(query: str, known: Known) -> tuple[ProvisionId, ...]:
    ends = _RANGE.split(query, maxsplit=1)
    if len(ends) != 2 or not ends[1][:1].isdigit():
        return ()
    first, last = (whole_citation(one) for one in ends)
    if first is None or last is None or first.depth != last.depth:
        return ()
    among = [id for id in known() if id.depth == first.depth and id.parent == first.parent]
    inside = [id for id in among if first < id < last]
    return tuple(dict.fromkeys((first, *inside, last))) if first < last else (first, last)


def _among_words(query: str, known: Known) -> Cited | None:
    found: list[tuple[str, Citation]] = []
    for language in patterns():
        for citation in recognise(query, language):
            if citation.items and (citation.unit or _is_path(citation.items[0].path)):
                found.append((language, citation))
                break
    if not found:
        return _leading(query)
    longest = max(citation.end - citation.start for _, citation in found)
    best = [one for one in found if one[1].end - one[1].start == longest]
    _, citation = best[0]
    ids, end = _ids(citation, known), citation.end
    if len(ids) == 1:
        id, end = _with_labels(ids[0], query, end)
        ids = (id,)
    languages = {language for language, _ in best}
    announced = languages.pop() if citation.unit and len(languages) == 1 else None
    return Cited(ids, _without(query, citation.start, end), announced) if ids else None


def _leading(query: str) -> Cited | None:
    """A path that a query begins with: `86B MPB`."""
    path = scan(query, 0, spaced=True) if query[:1].isdigit() else None
    if path is None or not _is_path(path):
        return None
    id = absolute(path.labels)
    is_bid = id.depth == 2 and int(id.parts[0]) <= _HIGHEST_BID
    return None if is_bid else Cited((id,), _without(query, 0, path.end), None)


def _with_labels(id: ProvisionId, query: str, end: int) -> tuple[ProvisionId, int]:
    """A provision with the labels that stand apart behind it, and where they end."""
    for label in _APART[id.depth - 1 :]:
        match = label.match(query, end)
        if match is None:
            break
        id, end = below(id, (match[1],)), match.end()
    return id, end


def _ids(citation: Citation, known: Known) -> tuple[ProvisionId, ...]:
    """The provisions of a citation; of a range all in it."""
    ranged = any(item.last for item in citation.items)
    if not ranged and citation.base is None:
        numbered: list[Item] = [i for i in citation.items if i.path.labels[0].isdigit()]
        return tuple(absolute(item.path.labels) for item in numbered)
    resolved = Resolver(known(), in_code=False).resolve(citation, None)
    return tuple(target.id for one in resolved for target in one.targets)


def _announcing(query: str) -> str | None:
    """The language whose word for a law stands in a query, if it is one language's alone."""
    words = query[:1].upper() + query[1:]
    having = [
        language
        for language in patterns()
        if any(one.unit and one.items for one in recognise(words, language))
    ]
    return having[0] if len(having) == 1 else None


def _is_path(path: Path) -> bool:
    return path.kind == "absolute" and len(path.labels) > 1


def _without(query: str, start: int, end: int) -> str:
    return " ".join(f"{query[:start]} {query[end:]}".split()).strip(" ,;.:?!-–")

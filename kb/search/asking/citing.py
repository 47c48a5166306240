"""Finds the law numbers in a query, whether they stand alone or among other words."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import NamedTuple

from kb.citations.anchors import patterns
from kb.citations.grammar import compiled, grammar
from kb.citations.paths import Path, scan
from kb.citations.recogniser import Citation, CitedPath, recognise
from kb.citations.resolver import Resolver, absolute, below
from kb.citations.whole import whole_citation
from kb.citations.works import Works
from kb.core.ids import ProvisionId

#: The signs between the two ends of a range.
_RANGE = re.compile(r" ?(?:-|–|—|\.\.\.?|…) ?")
#: The signs between the numbers of a list.
_COMMAS = re.compile(r"[,;/]")

#: A label behind a blank, by its depth: `72. szakasz C`, `law 21 b 1`.
_APART = tuple(compiled(grammar().queries[name]) for name in ("letter", "number", "small"))


#: What may stand at an end of the words around a citation.
_EDGES = " ,;.:?!-–"

#: The most provisions that a query can name; a whole code has fewer laws.
MOST_CITED = 100


@dataclass(frozen=True)
class QueryCitations:
    """The provisions that a query names, the words around them, and the language of the words.

    `language` is the one whose word for a law announces them; None where a number stands alone or
    several languages have the word. `left_out` is how many more it names than `MOST_CITED`. `work`
    is the one whose own words announce them, None where nothing says of which work they are.
    """

    ids: tuple[ProvisionId, ...]
    rest: str
    language: str | None
    left_out: int = 0
    work: str | None = None


#: Gives the resolver that knows all provisions, or those of one work; only ranges need it, so it is
#: made when asked for.
LazyResolver = Callable[..., Resolver]


def cited(query: str, resolver: LazyResolver, works: Works | None = None) -> QueryCitations | None:
    """The provisions that a query names, if it names some; `works` are cited by their own words.

    Numbers alone are citations only where nothing else stands with them; with a word for a law, or
    as a path (`27B`), also among other words.
    """
    if works and (own := _of_work(query, resolver, works)):
        return own
    if not any(map(str.isdecimal, query)):
        return None
    if whole := whole_citation(query):
        return QueryCitations((whole,), "", _announcing(query))
    if ids := _whole_range(query, resolver) or _whole_list(query):
        return _at_most(ids, "", _announcing(query))
    return _among_words(query, resolver)


def _of_work(query: str, lazy: LazyResolver, works: Works) -> QueryCitations | None:
    """What the words of one work cite in a query; of several works, what is cited first."""
    found = works.telling(query)
    if not found:
        return None
    work, language = min(found, key=lambda one: one.citation.start)[:2]
    citations = [one.citation for one in found if one.work == work]
    resolver, rest = lazy(work), query
    for citation in reversed(citations):
        rest = f"{rest[: citation.start]} {rest[citation.end :]}"
    ids = [id for citation in citations for id in _resolved(citation, resolver)]
    cut = _at_most([*dict.fromkeys(ids)], " ".join(rest.split()).strip(_EDGES), language)
    return replace(cut, work=work)


def _at_most(ids: Sequence[ProvisionId], rest: str, language: str | None) -> QueryCitations:
    return QueryCitations(tuple(ids[:MOST_CITED]), rest, language, len(ids[MOST_CITED:]))


def _whole_range(query: str, resolver: LazyResolver) -> tuple[ProvisionId, ...]:
    ends = _RANGE.split(query, maxsplit=1)
    if len(ends) != 2 or not ends[1][:1].isdigit():
        return ()
    first, last = (whole_citation(end) for end in ends)
    if first is None or last is None or first.depth != last.depth:
        return ()
    return resolver().provisions((first, last))


def _whole_list(query: str) -> tuple[ProvisionId, ...]:
    """Numbers with commas between them, or paths (`27B 61A`) with blanks, and nothing else."""
    by_comma = [part.strip() for part in _COMMAS.split(query)]
    for parts, is_one in ((by_comma, whole_citation), (query.split(), _path_alone)):
        ids = [*takewhile(bool, map(is_one, parts))]
        if 1 < len(ids) == len(parts):
            return tuple(dict.fromkeys(filter(None, ids)))
    return ()


def _path_alone(words: str) -> ProvisionId | None:
    id = whole_citation(words)
    return id if id and id.depth > 1 else None


class _QueryPlace(NamedTuple):
    """A citation in a query: its place, its provisions, and the language whose words announce it.

    The language is None where a number stands alone.
    """

    start: int
    end: int
    ids: tuple[ProvisionId, ...]
    language: str | None


def _among_words(query: str, resolver: LazyResolver) -> QueryCitations | None:
    """Find the citations among other words; of those that overlap the longest is kept."""
    places = [
        place
        for language in patterns()
        for citation in recognise(query, language)
        if citation.items and (citation.unit or _is_path(citation.items[0].path))
        for place in _place(query, citation, language, resolver)
    ]
    places += _leading(query)
    chosen: list[_QueryPlace] = []
    for place in sorted(places, key=lambda place: (place.start - place.end, place.start)):
        at = bisect_left(chosen, place.start, key=lambda other: other.start)
        before, after = chosen[at - 1] if at else None, chosen[at] if at < len(chosen) else None
        if (not before or before.end <= place.start) and (not after or place.end <= after.start):
            chosen.insert(at, place)
    if not chosen:
        return None
    starts, ends = [place.start for place in chosen], [place.end for place in chosen]
    rest = " ".join(query[a:b] for a, b in zip([0, *ends], [*starts, len(query)], strict=True))
    speaking: dict[tuple[int, int], set[str | None]] = {}
    for place in places:
        speaking.setdefault((place.start, place.end), set()).add(place.language)
    spoken = [speaking[place.start, place.end] for place in chosen]
    announced = set.intersection(*spoken) if all(len(codes) == 1 for codes in spoken) else set()
    ids = dict.fromkeys(id for place in chosen for id in place.ids)
    language = announced.pop() if len(announced) == 1 else None
    return _at_most([*ids], " ".join(rest.split()).strip(_EDGES), language)


def _place(
    query: str, citation: Citation, language: str, resolver: LazyResolver
) -> Iterator[_QueryPlace]:
    ids, end = _ids(citation, resolver), citation.end
    if len(ids) == 1:
        id, end = _with_labels(ids[0], query, end)
        ids = (id,)
    if ids:
        yield _QueryPlace(citation.start, end, ids, language if citation.unit else None)


def _leading(query: str) -> list[_QueryPlace]:
    """A path that a query begins with: `86B MPB`."""
    path = scan(query, 0) if query[:1].isdigit() else None
    if path is None or not _is_path(path):
        return []
    id = absolute(path.labels)
    is_bid = id.depth == 2 and int(id.parts[0]) <= grammar().levels
    return [] if is_bid else [_QueryPlace(0, path.end, (id,), None)]


def _with_labels(id: ProvisionId, query: str, end: int) -> tuple[ProvisionId, int]:
    """A provision with the labels that stand apart behind it, and where they end."""
    for label in _APART[id.depth - 1 :]:
        match = label.match(query, end)
        if match is None:
            break
        id, end = below(id, (match[1],)), match.end()
    return id, end


def _ids(citation: Citation, lazy: LazyResolver) -> tuple[ProvisionId, ...]:
    """The provisions that a citation names; for a range, all that are in it."""
    ranged = any(item.last for item in citation.items)
    if not ranged and citation.base is None:
        numbered: list[CitedPath] = [i for i in citation.items if i.path.labels[0].isdigit()]
        return tuple(absolute(item.path.labels) for item in numbered)
    return tuple(_resolved(citation, lazy()))


def _resolved(citation: Citation, resolver: Resolver) -> Iterator[ProvisionId]:
    """What a citation means; for a range, all that is in it."""
    for meant in resolver.resolve(citation, None):
        yield from resolver.provisions(tuple(target.id for target in meant.targets))


def _announcing(query: str) -> str | None:
    """The language whose word for a law stands in a query, if it is one language's alone."""
    words = query[:1].upper() + query[1:]
    having = [
        language
        for language in patterns()
        if any(citation.unit and citation.items for citation in recognise(words, language))
    ]
    return having[0] if len(having) == 1 else None


def _is_path(path: Path) -> bool:
    return path.kind == "absolute" and len(path.labels) > 1

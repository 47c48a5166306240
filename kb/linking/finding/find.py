"""Finds citations in a document: where they are, in which language, of which rules.

Nothing is asked here about what exists; kb.linking.resolving.resolve does that.
site/linker/find.js does the same in a browser.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence

from kb.citations.anchors import Patterns, patterns
from kb.citations.grammar import compiled, grammar
from kb.citations.recogniser import Citation, recognise
from kb.linking.cited import DocumentSpan, FoundCitation
from kb.linking.finding.candidates import candidate_stretches
from kb.linking.finding.statute_citations import Games, sections
from kb.linking.finding.surroundings import (
    Side,
    after,
    before,
    behind,
    counted,
    may_go_on,
    ours,
    owner,
    year,
)
from kb.linking.limits import MOST_CANDIDATES, MOST_CITATIONS, too_many
from kb.linking.zones.signs import MARK

_SURROUNDINGS = {name: compiled(pattern) for name, pattern in grammar().surroundings.items()}
_PARAGRAPH_END, _JOINED = _SURROUNDINGS["paragraph_end"], _SURROUNDINGS["joined"]
_SENTENCE_END = _SURROUNDINGS["sentence_end"]
#: What may stand between a year and the citation that it is of.
_BETWEEN = f" \t\n\u00a0(:{MARK}"
_ENUMERATED, _NUMBERING = _SURROUNDINGS["enumerated"], _SURROUNDINGS["numbering"]


def find(
    view: str, languages: Sequence[str] = (), games: Games | None = None
) -> list[FoundCitation]:
    """Every citation in the view of a document (kb.linking.zones), in order, none overlapping.

    It is read in each of the languages, all that have patterns when none is given. Where two see
    a citation at the same place the longer one counts, of equal ones that of the language that
    knows most words around. In a paragraph that names a game, sections of statutes are looked for
    too. Raises `BadDocumentError` when there are too many.
    """
    spoken = tuple(languages or patterns())
    games = games if games and games.are_in(view) else None
    paragraphs = _Paragraphs(view)
    seen = [*_citations(view, spoken, paragraphs)]
    if games:
        seen = _with_sections(view, seen, paragraphs, games, spoken[0])
    return _of_one_owner(view, [*_placed(view, _chosen(seen), paragraphs)])


class _Paragraphs:
    """The paragraphs of a view, by number and by what stands in them."""

    def __init__(self, view: str) -> None:
        self._ends = [*(match.start() for match in _PARAGRAPH_END.finditer(view)), len(view)]

    def number(self, at: int) -> int:
        """The number of the paragraph that a place is in."""
        return bisect_right(self._ends, at)

    def span(self, number: int) -> DocumentSpan:
        """Where a paragraph begins and ends."""
        return DocumentSpan(self._ends[number - 1] if number else 0, self._ends[number])


def _citations(
    view: str, languages: Sequence[str], paragraphs: _Paragraphs
) -> Iterator[tuple[int, FoundCitation]]:
    """Every citation that a language sees, with how unlikely that language is there."""
    before = 0  # how many there are without doubt, of each island as its language sees most
    candidates = 0  # how many its likeliest language sees
    for start, end, asked in candidate_stretches(view, languages):
        most = before
        for rank, language in enumerate(asked):
            words = patterns()[language]
            sure = before
            for citation in recognise(view, language, start, end, weak=True):
                number = paragraphs.number(citation.start)
                last = paragraphs.span(number).end
                if kept := _without_counts(view, last, citation, words):
                    yield rank, FoundCitation(kept, language, number)
                    candidates += rank == 0
                    sure += 0 if kept.weak else len(kept.items)
                    if sure > MOST_CITATIONS or candidates > MOST_CANDIDATES:
                        raise too_many()
            most = max(most, sure)
        before = most


def _with_sections(
    view: str,
    seen: Sequence[tuple[int, FoundCitation]],
    paragraphs: _Paragraphs,
    games: Games,
    first: str,
) -> list[tuple[int, FoundCitation]]:
    """The citations with the game that their paragraph names, and sections where it names one.

    Sections are in the language of most citations, in the `first` where there are no others.
    """
    spoken = Counter(one.language for one in _chosen(seen))
    main = next((language for language, _ in spoken.most_common(1)), first)
    named: dict[int, list[tuple[int, str]]] = {}
    for at, game in games.named(view):
        named.setdefault(paragraphs.number(at), []).append((at, game))
    out: list[tuple[int, FoundCitation]] = []
    for rank, one in seen:
        places = named.get(one.paragraph, [])
        out.append((rank, one._replace(game=_nearest(places, one.citation.start))))
    for number, places in named.items():
        for citation in sections(view, *paragraphs.span(number)):
            game = str(_nearest(places, citation.start))
            if game in games.sectioned:
                out.append((0, FoundCitation(citation, main, number, game=game, sections=True)))
    return out


def _nearest(named: Sequence[tuple[int, str]], at: int) -> str | None:
    """The game named last before a place, or first after it."""
    if not named:
        return None
    before_it = bisect_right(named, at, key=lambda one: one[0])
    return named[max(0, before_it - 1)][1]


def _chosen(seen: Sequence[tuple[int, FoundCitation]]) -> list[FoundCitation]:
    """Of those that overlap the first, the longest, the one in the likeliest language."""

    def order(ranked: tuple[int, FoundCitation]) -> tuple[int, bool, int, bool, int]:
        rank, one = ranked
        return (
            one.citation.start,
            not one.sections,
            -one.citation.end,
            one.citation.weak,
            rank,
        )

    out: list[FoundCitation] = []
    for _, one in sorted(seen, key=order):
        if not out or one.citation.start >= out[-1].citation.end:
            out.append(one)
    return out


def _of_one_owner(view: str, found: list[FoundCitation]) -> list[FoundCitation]:
    """Citations that only a joiner parts from one of other rules are of these too."""
    out = found[:]
    for at in range(len(found) - 2, -1, -1):
        here, following = out[at], out[at + 1]
        if following.owner and not here.owner and here.citation.general:
            match = _JOINED.match(view, here.citation.end)
            if match and match.end() == following.citation.start:
                out[at] = here._replace(owner=following.owner)
    return out


def _without_counts(view: str, last: int, citation: Citation, words: Patterns) -> Citation | None:
    """A citation without numbers at its end that count things; None if it has no number at all.

    Nor with what numbers a list: § 27; 2) § 28.
    """
    items = citation.items
    for at in range(1, len(items)):
        between = view[items[at - 1].end : items[at].start] + "\u0000"
        if _ENUMERATED.match(between) and _NUMBERING.match(view, items[at].end):
            items = items[:at]
            break
    while len(items) > 1 and counted(view, items[-1], last, words):
        items = items[:-1]
    if not items:
        return None  # "this law": of whichever law
    if len(items) == len(citation.items):
        return citation
    return citation._replace(items=items, end=items[-1].end)


def _placed(
    view: str, chosen: Sequence[FoundCitation], paragraphs: _Paragraphs
) -> Iterator[FoundCitation]:
    """Each citation with what its sentence says: whose rules it is of, of which edition."""
    last: FoundCitation | None = None
    since = 0
    starts = [*(one.citation.start for one in chosen[1:]), len(view)]
    for one, following in zip(chosen, starts, strict=False):
        paragraph = paragraphs.span(one.paragraph)
        if last and last.paragraph != one.paragraph:
            last = None
        since = since if last else paragraph.start
        citation, words = one.citation, patterns()[one.language]
        left = before(view, citation.start, paragraph.start)
        right = after(view, citation.end, min(paragraph.end, following))
        named = None if one.sections else owner(citation, left, right, words)
        if named is None and last and last.owner and may_go_on(citation) and not ours(right, words):
            # ... Art. 6 GDPR; objections under Article 21
            between = view[last.citation.end : citation.start]
            named = None if _SENTENCE_END.search(between) else last.owner
        if since > paragraph.start and left.has_year:
            left = before(view, citation.start, since)
        said, further = year(left, right, words)
        end = behind(view, citation.end, further)
        up_to_next = view[end:following] if following < paragraph.end else "."
        if further and not up_to_next.strip(_BETWEEN):
            # it is that of the next: (2017 Law 25A)
            (said, _), end = year(left, Side.of(""), words), citation.end
        last = one._replace(owner=named, year=said) if named or said else one
        since = end
        yield last

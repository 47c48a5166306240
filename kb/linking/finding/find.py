"""Finds citations in a document: where they are, in which language, of which rules.

Whether the provisions exist is not asked here, but in kb.linking.resolving.resolve.
site/linker/find.js does the same in a browser.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from kb.citations.anchors import Patterns, patterns, patterns_of
from kb.citations.grammar import compiled, grammar
from kb.citations.recogniser import Citation, recognise
from kb.linking.cited import DocumentSpan, FoundCitation
from kb.linking.finding.candidates import candidate_stretches
from kb.linking.finding.counts import counted, without_count
from kb.linking.finding.list_titles import without_titles
from kb.linking.finding.named_works import NamedWorks
from kb.linking.finding.own_rules import OwnRules
from kb.linking.finding.statute_citations import sections
from kb.linking.finding.surroundings import (
    Side,
    after,
    before,
    behind,
    is_shouted,
    may_go_on,
    ours,
    owner,
)
from kb.linking.finding.years import says_then, year
from kb.linking.limits import MOST_CANDIDATES, MOST_CITATIONS, too_many
from kb.linking.zones.signs import MARK

_SURROUNDINGS = {name: compiled(pattern) for name, pattern in grammar().surroundings.items()}
_PARAGRAPH_END, _JOINED = _SURROUNDINGS["paragraph_end"], _SURROUNDINGS["joined"]
_SENTENCE_END = _SURROUNDINGS["sentence_end"]
#: The signs that may stand between the year of an edition and a citation.
_BETWEEN = f" \t\n\u00a0(:{MARK}"
_ANNOUNCING = _SURROUNDINGS["announcing"]
_ENUMERATED, _NUMBERING = _SURROUNDINGS["enumerated"], _SURROUNDINGS["numbering"]


def find(
    view: str,
    languages: Sequence[str] = (),
    works: NamedWorks | None = None,
    main: str | None = None,
) -> list[FoundCitation]:
    """Every citation in the view of a document (kb.linking.zones), in order, none overlapping.

    The view is read in each of the languages, or in all that have patterns if none is given. Where
    two languages see a citation at the same place the longer one counts; of equally long ones, that
    of the language that knows most of the words around. In a paragraph that names one of `works`,
    sections of statutes are looked for too, and everywhere what the words of these works make a
    citation; `main` is the work of which the document is said to be. Raises `BadDocumentError` if
    there are too many.
    """
    spoken = tuple(languages or patterns())
    view = without_titles(view, spoken)
    paragraphs = _Paragraphs(view)
    seen = [*_citations(view, spoken, paragraphs)]
    if works:
        seen = _of_works(view, seen, paragraphs, works, spoken[0], main)
    placed = [*_placed(view, _chosen(seen), paragraphs, works)]
    # Another regulation has such words too: clause 9.2 of the statutes is no citation of ours.
    return _of_one_owner(view, [one for one in placed if not (one.own and one.owner)])


class _Paragraphs:
    """Where the paragraphs of a view are; they are numbered from 0."""

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
    """Every citation that some language sees, with the rank of that language, 0 the likeliest."""
    # How many paths are cited without doubt (in each stretch by the language that sees most), and
    # how many citations the likeliest languages see.
    before = candidates = 0
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


def _of_works(
    view: str,
    seen: list[tuple[int, FoundCitation]],
    paragraphs: _Paragraphs,
    works: NamedWorks,
    first: str,
    main: str | None,
) -> list[tuple[int, FoundCitation]]:
    """The citations, with those of works other than the default, and of works that are named."""
    named: dict[int, list[tuple[int, str]]] = {}
    for at, work in works.named(view) if works.are_in(view) else ():
        named.setdefault(paragraphs.number(at), []).append((at, work))
    own = [(0, located) for located in _own(view, seen, paragraphs, works, named, main)]
    return [*(_with_sections(view, seen, paragraphs, works, named, first) if named else seen), *own]


def _own(
    view: str,
    seen: Sequence[tuple[int, FoundCitation]],
    paragraphs: _Paragraphs,
    works: NamedWorks,
    named: Mapping[int, Sequence[tuple[int, str]]],
    main: str | None,
) -> Iterator[FoundCitation]:
    """What the words of a work make a citation of it.

    A word that others use too (article) does so in a paragraph that names the work, or with a
    decimal number (9.2) in a document that names no other work and cites no letters of a law.
    """
    every = {work for places in named.values() for _, work in places}
    lettered = any(located.citation.is_lettered for _, located in seen)
    for work, language, citation, decimal, _ in works.words.citations(view):
        number = paragraphs.number(citation.start)
        here = _nearest(named.get(number, ()), citation.start)
        alone = decimal and not lettered and every <= {work}
        if citation.general and not alone and work not in (main, here):
            continue
        last = paragraphs.span(number).end
        if kept := _without_counts(view, last, citation, patterns_of(language)):
            yield FoundCitation(kept, language, number, game=work, own=True)


def _with_sections(
    view: str,
    seen: Sequence[tuple[int, FoundCitation]],
    paragraphs: _Paragraphs,
    works: NamedWorks,
    named: Mapping[int, Sequence[tuple[int, str]]],
    first: str,
) -> list[tuple[int, FoundCitation]]:
    """The citations, each with the work that its paragraph names, and the sections of statutes.

    Those count as being in the language of most citations, or in `first` if there are no others.
    """
    spoken = Counter(located.language for located in _chosen(seen))
    main = next((language for language, _ in spoken.most_common(1)), first)
    out: list[tuple[int, FoundCitation]] = []
    for rank, located in seen:
        places = named.get(located.paragraph, [])
        out.append((rank, located._replace(game=_nearest(places, located.citation.start))))
    for number, places in named.items():
        for citation in sections(view, *paragraphs.span(number)):
            game = str(_nearest(places, citation.start))
            if game in works.sectioned:
                out.append((0, FoundCitation(citation, main, number, game=game, sections=True)))
    return out


def _nearest(named: Sequence[tuple[int, str]], at: int) -> str | None:
    """The work that is named last before a place, or else first after it."""
    if not named:
        return None
    before_it = bisect_right(named, at, key=lambda place: place[0])
    return named[max(0, before_it - 1)][1]


def _chosen(seen: Sequence[tuple[int, FoundCitation]]) -> list[FoundCitation]:
    """The citations without those that overlap another.

    Of several, that which begins first counts; then a section or one by the words of its work, the
    longest, one that is not weak, and the one in the likeliest language.
    """

    def order(ranked: tuple[int, FoundCitation]) -> tuple[int, bool, int, bool, int]:
        rank, located = ranked
        citation = located.citation
        told = located.sections or located.own
        return (citation.start, not told, -citation.end, citation.weak, rank)

    out: list[FoundCitation] = []
    for _, located in sorted(seen, key=order):
        if not out or located.citation.start >= out[-1].citation.end:
            out.append(located)
    return out


def _of_one_owner(view: str, citations: list[FoundCitation]) -> list[FoundCitation]:
    """The citations, where one that is joined to the next is of the same other regulation."""
    out = citations[:]
    for at in range(len(citations) - 2, -1, -1):
        here, following = out[at], out[at + 1]
        if following.owner and not here.owner and here.citation.general:
            match = _JOINED.match(view, here.citation.end)
            if match and match.end() == following.citation.start:
                out[at] = here._replace(owner=following.owner)
    return out


def _without_counts(view: str, last: int, citation: Citation, words: Patterns) -> Citation | None:
    """A citation without numbers at its end that count things, or that number the items of a list.

    None if it has no number at all. In `§ 27; 2) § 28` the 2 numbers a list.
    """
    items = citation.items
    if items:
        items = (*items[:-1], without_count(view, items[-1], last, words))
    for at in range(1, len(items)):
        between = view[items[at - 1].end : items[at].start] + "\u0000"
        if _ENUMERATED.match(between) and _NUMBERING.match(view, items[at].end):
            items = items[:at]
            break
    listed = items
    while len(items) > 1 and counted(view, items[-1], last, words):
        items = items[:-1]
    if items != listed and _ANNOUNCING.search(view, citation.start, items[0].start):
        return None  # New laws: 3 and 4 players
    if not items:
        return None  # "this law" may be any law
    if items == citation.items:
        return citation
    return citation._replace(items=items, end=items[-1].end)


def _placed(
    view: str,
    chosen: Sequence[FoundCitation],
    paragraphs: _Paragraphs,
    works: NamedWorks | None,
) -> Iterator[FoundCitation]:
    """Each citation with what its sentence says: the regulation that it is of, and the edition."""
    last: FoundCitation | None = None
    own = OwnRules(view)
    since = 0  # where the words begin that no citation before has taken
    starts = [*(located.citation.start for located in chosen[1:]), len(view)]
    for located, following in zip(chosen, starts, strict=False):
        paragraph = paragraphs.span(located.paragraph)
        if last and last.paragraph != located.paragraph:
            last = None
        since = since if last else paragraph.start
        citation, words = located.citation, patterns_of(located.language)
        first = paragraph.start
        if last and citation.weak and citation.unit == "law":
            first = last.citation.end  # Legge 16 e Legge 73: that word is not one of other rules
        left = before(view, citation.start, first)
        right = after(view, citation.end, min(paragraph.end, following))
        shouted = is_shouted(view, citation)
        named = None if located.sections else owner(citation, left, right, words, shouted)
        if named is None and last and last.owner and may_go_on(citation) and not ours(right, words):
            # ... Art. 6 GDPR; objections under Article 21
            between = view[last.citation.end : citation.start]
            named = None if _SENTENCE_END.search(between) else last.owner
        if named is None and not located.sections:
            named = own.owner(citation, located.language, right)
        if named and works and located.own and works.work_of(named) == located.game:
            named = None  # Article 9 of the laws of draughts, which are here
        if since > paragraph.start and left.has_year:
            left = before(view, citation.start, since)
        edition, further = year(left, right, words)
        end = behind(view, citation.end, further)
        up_to_next = view[end:following] if following < paragraph.end else "."
        if further and not up_to_next.strip(_BETWEEN):
            # the year on the right belongs to the next citation: (2017 Law 25A)
            (edition, _), end = year(left, Side.of(""), words), citation.end
        if edition is None and last and last.year and says_then(left, right, words):
            # In the 1997 code … Law 26B2 …. Law 27 then said …
            between = view[last.citation.end : citation.start]
            is_parted = between.rstrip().endswith((".", "!", "?")) or _SENTENCE_END.search(between)
            edition = last.year if is_parted else None
        last = located._replace(owner=named, year=edition) if named or edition else located
        since = end
        yield last

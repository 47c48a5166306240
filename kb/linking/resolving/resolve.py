"""Says what the citations of a document mean: provisions of an edition, or why they mean none.

site/linker/resolve.js does the same in a browser.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from kb.citations.grammar import compiled, grammar
from kb.citations.resolver import Resolved
from kb.core.ids import ProvisionId
from kb.linking.cited import Cited, DocumentSpan, FoundCitation, Reason, Status
from kb.linking.dating.dating import Dating
from kb.linking.limits import few
from kb.linking.resolving.doubts import Doubts
from kb.linking.resolving.index import CitedEdition, Index
from kb.linking.resolving.probable import CitedLaws, probable

#: The confidence in a citation: how sure it is that words are one, and of what. A bare number after
#: a word that any statute uses is the least sure that is linked.
_SURE, _LIKELY, _GENERAL, _RELATIVE, _AGAIN, _WEAK, _UNKNOWN = 0.99, 0.95, 0.8, 0.75, 0.7, 0.6, 0.3

_NEXT = compiled(grammar().surroundings["next"])
_LABEL_APART = compiled(grammar().surroundings["label_apart"])


def resolve(
    view: str,
    citations: Sequence[FoundCitation],
    index: Index,
    within: str | None = None,
    context: ProvisionId | None = None,
    dating: Dating | None = None,
) -> list[Cited]:
    """What each citation means, in the order of the document; spans never overlap.

    `view` is that in which the citations were found; quotes are taken from it. `within` is the
    edition or work that numbers belong to when nothing says which, by default the newest code.
    `context` is the provision that the document is about; in a paragraph, what was last cited takes
    its place. `dating` says how old the document is: without `within`, numbers in an old one may be
    of the code of its time. Raises `NotFoundError` if there is no such edition, `BadDocumentError`
    if there are too many citations.
    """
    doubts = Doubts.of(index, within, dating)
    return [*few(_each(view, citations, index, doubts, context))]


def _each(
    view: str,
    citations: Sequence[FoundCitation],
    index: Index,
    doubts: Doubts,
    context: ProvisionId | None,
) -> Iterator[Cited]:
    """What each citation means, one after the other."""
    evidence = CitedLaws(view, citations)
    paragraph = -1
    last: _Last | None = None
    for located in citations:
        if located.paragraph != paragraph:
            paragraph, last = located.paragraph, None
        if located.citation.weak and not probable(located, evidence):
            continue
        linked: Cited | None = None
        dated = doubts.apart(view, located)
        for cited in _meant(view, dated, index, doubts.edition, last, context):
            yield doubts.cast(dated, cited)
            if cited.targets and cited.status == "linked":
                linked = cited
        if linked:
            last = _Last(view, linked)


@dataclass(frozen=True)
class _Last:
    """The last citation in the paragraph, so far, that is linked."""

    view: str
    cited: Cited

    @property
    def first(self) -> ProvisionId:
        """The provision that it means, of a range the first."""
        return self.cited.targets[0]

    @cached_property
    def next(self) -> tuple[int, int]:
        """Where a label that follows at once may begin: behind blanks, or behind a sign and blanks.

        It is cached, because many labels may come that do not follow at once.
        """
        match = _NEXT.match(self.view, self.cited.span.end)
        assert match is not None  # the pattern also matches nothing
        return match.end(1), match.end()


def _meant(
    view: str,
    located: FoundCitation,
    index: Index,
    default: CitedEdition,
    last: _Last | None,
    context: ProvisionId | None,
) -> Iterator[Cited]:
    """What each item of a citation means."""
    citation = located.citation
    named = _edition(located, index, default)
    if named and last and citation.same and last.cited.edition in index.editions:
        named = index.editions[last.cited.edition]
    edition = named or default
    here = last.first if last and last.cited.edition == edition.id else context
    items = edition.resolver.resolve(citation, here)
    if not items and (unknown := _unknown(view, located, edition)):
        yield unknown
    for item in items:
        cited = Cited(
            span=DocumentSpan(item.start, item.end),
            core=DocumentSpan(item.number, item.core_end),
            quote=view[item.start : item.end],
            language=located.language,
            paragraph=located.paragraph,
            status="linked",
            reason="announced" if citation.unit else "alone",
            confidence=_confidence(located, item),
            edition=named.id if named else str(located.year),
            targets=tuple(target.id for target in item.targets),
            relative=item.relative,
        )
        if judged := _judged(view, located, item, cited, edition, last, context, index):
            yield judged


def _unknown(view: str, located: FoundCitation, edition: CitedEdition) -> Cited | None:
    """A part of an unknown law: point C where no law is cited; None for any lesser label."""
    item = located.citation.items[0]
    if located.citation.unit is None or not item.path.labels[0].isupper():
        return None
    return Cited(
        span=DocumentSpan(item.start, item.end),
        core=DocumentSpan(item.start, item.end),
        quote=view[item.start : item.end],
        language=located.language,
        paragraph=located.paragraph,
        status="ambiguous",
        reason="no-law",
        confidence=_UNKNOWN,
        edition=edition.id,
        relative=True,
    )


def _judged(
    view: str,
    located: FoundCitation,
    item: Resolved,
    cited: Cited,
    edition: CitedEdition,
    last: _Last | None,
    context: ProvisionId | None,
    index: Index,
) -> Cited | None:
    """The citation with its final status and reason; None if it is no citation after all."""
    if located.owner:
        return _flag(cited, "foreign", "other-rules", owner=located.owner)
    if cited.edition == located.year:
        return _flag(cited, "dangling", "no-edition")
    missing = [target.id for target in item.targets if not target.exists]
    if missing and (shorter := _shorter(view, cited, edition)):
        cited, missing = shorter, []
    if item.relative:
        return _relative(view, located, cited, bool(missing), last, context)
    if missing:
        if cited.reason == "alone" and not _plausible(located, missing[0], edition, index):
            return None
        cited = _flag(cited, "dangling", "no-provision")
        return cited._replace(nearest=edition.nearest(missing[0]))
    if located.sections or not edition.now:
        return cited
    # Of a range these are the places of its ends; `Index.today` has those of all in it.
    now = dict.fromkeys(id for target in cited.targets for id in edition.now.get(target, ()))
    return cited._replace(reason="older", now=tuple(now))


def _shorter(view: str, cited: Cited, edition: CitedEdition) -> Cited | None:
    """The citation without a last label that stands apart, if that exists: 61B3 (b) 62A."""
    match = _LABEL_APART.search(view[cited.core.start : cited.core.end])
    parent = cited.targets[0].parent
    if match is None or len(cited.targets) > 1 or parent not in edition.provisions:
        return None
    end = cited.core.start + match.start()
    return cited._replace(
        span=DocumentSpan(cited.span.start, end),
        core=DocumentSpan(cited.core.start, end),
        quote=view[cited.span.start : end],
        targets=(parent,),
    )


def _relative(
    view: str,
    located: FoundCitation,
    cited: Cited,
    missing: bool,
    last: _Last | None,
    context: ProvisionId | None,
) -> Cited | None:
    """A label that depends on the citation before it (Law 70, point C), or on the context.

    It must follow at once, or say where it is (B1 above), or be a part with a capital letter;
    otherwise nothing says what it is part of. Its link covers the label alone.
    """
    citation = located.citation
    span = cited.core if not citation.same else cited.span
    cited = cited._replace(span=span, quote=view[span.start : span.end])
    if citation.same:
        return None if missing else cited._replace(reason="repeated", confidence=_AGAIN)
    follows = last is not None and citation.start in last.next
    label = citation.items[0].path.labels[0]
    inside = last is not None and cited.targets[0].parent in (
        last.first,  # art. 81C ... dei punti 3 e 5
        last.first.parent if last.cited.relative else None,  # Ziffer 1 ..., Ziffer 2
    )
    if citation.weak and not (last and cited.targets[0].law == last.first.law and not missing):
        return None
    placed = inside or follows or citation.direction is not None or context is not None
    if missing or not (placed or (last is not None and label.isupper())):
        if citation.unit is None or not label.isupper():
            return None
        return _flag(cited, "ambiguous", "no-law")._replace(targets=(), confidence=_UNKNOWN)
    return cited._replace(reason="relative", confidence=_LIKELY if follows else _RELATIVE)


def _flag(cited: Cited, status: Status, reason: Reason, owner: str | None = None) -> Cited:
    return cited._replace(status=status, reason=reason, owner=owner)


def _edition(located: FoundCitation, index: Index, default: CitedEdition) -> CitedEdition | None:
    """The edition that a citation is of; None for one that is not here."""
    edition = _of_work(located, index, default)
    if located.year is None or located.year == edition.year or located.year not in index.years:
        return edition
    wanted = (edition.work, located.year)
    return next((e for e in index.editions.values() if (e.work, e.year) == wanted), None)


def _of_work(located: FoundCitation, index: Index, default: CitedEdition) -> CitedEdition:
    """The edition of the work that a citation is of, by what names it or by its shape.

    A path that no word announces is of the lettered code that is named in its paragraph.
    """
    named = index.newest(located.game) if located.game else None
    bare = located.citation.unit is None
    if named is None or named.work == default.work:
        meant = default
    elif located.sections:
        meant = named if named.profile.is_statute else default
    else:
        meant = named if located.own or (bare and named.profile.is_lettered) else default
    if meant is default and not meant.profile.is_lettered and located.citation.is_lettered:
        return next((e for e in index.editions.values() if e.profile.is_lettered), meant)
    return meant


def _confidence(located: FoundCitation, item: Resolved) -> float:
    citation = located.citation
    bare = all(target.id.depth == 1 for target in item.targets)
    if citation.weak:
        return _WEAK
    if citation.unit is None:
        return _GENERAL
    if citation.general:
        return _GENERAL if bare else _LIKELY
    return _LIKELY if bare else _SURE


def _plausible(
    located: FoundCitation, missing: ProvisionId, edition: CitedEdition, index: Index
) -> bool:
    """Whether a path that stands alone is a law's, only wrong, or one of an older edition.

    The provision above it exists, or an older edition has it: the footnote to 40E.
    """
    if not located.citation.weak and missing.parent in edition.provisions:
        return True
    others = (other for other in index.editions.values() if other.work == edition.work)
    return any(missing in other.provisions for other in others)

"""What the citations of a document mean: provisions of an edition, or why they are none.

site/linker/resolve.js does the same in a browser.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from kb.citations.grammar import compiled, grammar
from kb.citations.resolver import Resolved
from kb.core.ids import ProvisionId
from kb.linking.cited import Cited, DocumentSpan, FoundCitation, Reason, Status
from kb.linking.finding.surroundings import unnamed
from kb.linking.limits import few
from kb.linking.resolving.index import CitedEdition, Index

#: How sure it is that words are a citation at all, and of what. A bare number after a word that any
#: statute uses is the least sure that is linked.
_SURE, _LIKELY, _GENERAL, _RELATIVE, _AGAIN, _WEAK, _UNKNOWN = 0.99, 0.95, 0.8, 0.75, 0.7, 0.6, 0.3

#: How many labels a law with a letter has.
_LETTER = 2

_NEXT = compiled(grammar().surroundings["next"])
_LABEL_APART = compiled(grammar().surroundings["label_apart"])


def resolve(
    view: str,
    found: Sequence[FoundCitation],
    index: Index,
    within: str | None = None,
    context: ProvisionId | None = None,
) -> list[Cited]:
    """What each citation means, in the order of the document; spans never overlap.

    `view` is that in which they were found, and their quotes are of it.
    `within` is the edition or work that numbers are of when nothing says which; the newest code
    otherwise. `context` is the provision that the document is about; what a paragraph cites takes
    its place there. Raises `NotFoundError` for an edition that there is not, `BadDocumentError`
    when there are too many citations.
    """
    default = index.edition(within) if within else index.default
    return [*few(_each(view, found, index, default, context))]


def _each(
    view: str,
    found: Sequence[FoundCitation],
    index: Index,
    default: CitedEdition,
    context: ProvisionId | None,
) -> Iterator[Cited]:
    """What each citation means, one after the other."""
    laws = _laws(found)
    paragraph = -1
    last: _Last | None = None
    for one in found:
        if one.paragraph != paragraph:
            paragraph, last = one.paragraph, None
        if one.citation.weak and not _probable(view, one, laws.get(paragraph, frozenset())):
            continue
        known: Cited | None = None
        for cited in _meant(view, one, index, default, last, context):
            yield cited
            if cited.targets and cited.status == "linked":
                known = cited
        if known:
            last = _Last(view, known)


@dataclass(frozen=True)
class _Last:
    """The citation before in a paragraph that leads somewhere."""

    view: str
    cited: Cited

    @property
    def first(self) -> ProvisionId:
        """What it leads to; of a range the first."""
        return self.cited.targets[0]

    @cached_property
    def next(self) -> tuple[int, int]:
        """Where what follows it at once may begin: behind blanks, and behind a sign with blanks.

        Worked out once: many labels may come that do not follow.
        """
        match = _NEXT.match(self.view, self.cited.span.end)
        assert match is not None  # it may be empty
        return match.end(1), match.end()


def _laws(found: Sequence[FoundCitation]) -> dict[int, set[str]]:
    """The laws that each paragraph cites without doubt, by its number."""
    laws: dict[int, set[str]] = {}
    for one in found:
        if one.citation.weak or one.owner:
            continue
        for item in (*one.citation.items, *([one.citation.base] if one.citation.base else ())):
            if item.path.kind == "absolute" or one.citation.unit == "law":
                laws.setdefault(one.paragraph, set()).add(item.path.labels[0])
    return laws


def _probable(view: str, found: FoundCitation, laws: Set[str]) -> bool:
    """Whether what may be a citation is one.

    It goes deep (12c1c); or its law is cited in the paragraph, whose `laws` these are; or another
    law is, and no other word says what it is: and 55A, but room 55A.
    """
    citation = found.citation
    path = citation.items[0].path
    if len(path.labels) > _LETTER or path.kind == "relative":
        return True
    if path.labels[0] in laws:
        return True
    return bool(laws) and citation.unit is None and unnamed(view, citation, found.language)


def _meant(
    view: str,
    found: FoundCitation,
    index: Index,
    default: CitedEdition,
    last: _Last | None,
    context: ProvisionId | None,
) -> Iterator[Cited]:
    edition = _edition(found, index, default)
    if edition is None:
        known = default
    elif last and found.citation.same and last.cited.edition in index.editions:
        edition = known = index.editions[last.cited.edition]
    else:
        known = edition
    here = last.first if last and last.cited.edition == known.id else context
    citation = found.citation
    resolved = known.resolver.resolve(citation, here)
    if not resolved and (unknown := _unknown(view, found, known)):
        yield unknown
    for one in resolved:
        cited = Cited(
            span=DocumentSpan(one.start, one.end),
            core=DocumentSpan(one.number, one.core_end),
            quote=view[one.start : one.end],
            language=found.language,
            paragraph=found.paragraph,
            status="linked",
            reason="announced" if citation.unit else "alone",
            confidence=_confidence(found, one),
            edition=edition.id if edition else str(found.year),
            targets=tuple(target.id for target in one.targets),
            relative=one.relative,
        )
        if judged := _judged(view, found, one, cited, known, last, context):
            yield judged


def _unknown(view: str, found: FoundCitation, known: CitedEdition) -> Cited | None:
    """A part of nobody knows what: point C where no law is cited; None for less than that."""
    item = found.citation.items[0]
    if found.citation.unit is None or not item.path.labels[0].isupper():
        return None
    return Cited(
        span=DocumentSpan(item.start, item.end),
        core=DocumentSpan(item.start, item.end),
        quote=view[item.start : item.end],
        language=found.language,
        paragraph=found.paragraph,
        status="ambiguous",
        reason="no-law",
        confidence=_UNKNOWN,
        edition=known.id,
        relative=True,
    )


def _judged(
    view: str,
    found: FoundCitation,
    one: Resolved,
    cited: Cited,
    known: CitedEdition,
    last: _Last | None,
    context: ProvisionId | None,
) -> Cited | None:
    """What becomes of a citation; None for what is none after all."""
    if found.owner:
        return _flag(cited, "foreign", "other-rules", owner=found.owner)
    if cited.edition == found.year:
        return _flag(cited, "dangling", "no-edition")
    missing = [target.id for target in one.targets if not target.exists]
    if missing and (shorter := _shorter(view, cited, known)):
        cited, missing = shorter, []
    if one.relative:
        return _relative(view, found, cited, bool(missing), last, context)
    if missing:
        if cited.reason == "alone" and not _plausible(found, missing[0], known):
            return None
        return _flag(cited, "dangling", "no-provision")._replace(nearest=known.nearest(missing[0]))
    if found.sections or not known.now:
        return cited
    # Of a range what became of its ends; kb.linking.resolving.index tells all.
    now = dict.fromkeys(id for target in cited.targets for id in known.now.get(target, ()))
    return cited._replace(reason="older", now=tuple(now))


def _shorter(view: str, cited: Cited, known: CitedEdition) -> Cited | None:
    """A citation without a last label apart, where only that does not exist: 61B3 (b) 62A."""
    match = _LABEL_APART.search(view[cited.core.start : cited.core.end])
    parent = cited.targets[0].parent
    if match is None or len(cited.targets) > 1 or parent not in known.provisions:
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
    found: FoundCitation,
    cited: Cited,
    missing: bool,
    last: _Last | None,
    context: ProvisionId | None,
) -> Cited | None:
    """A label that depends on the citation before it (Law 70, point C), or on the context.

    It must follow at once, or say where it is (B1 above), or be a part with a capital letter; else
    nobody knows what it is of. Its link covers the label alone.
    """
    citation = found.citation
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
    told = inside or follows or citation.direction is not None or context is not None
    if missing or not (told or (last is not None and label.isupper())):
        if citation.unit is None or not label.isupper():
            return None
        return _flag(cited, "ambiguous", "no-law")._replace(targets=(), confidence=_UNKNOWN)
    return cited._replace(reason="relative", confidence=_LIKELY if follows else _RELATIVE)


def _flag(cited: Cited, status: Status, reason: Reason, owner: str | None = None) -> Cited:
    return cited._replace(status=status, reason=reason, owner=owner)


def _edition(found: FoundCitation, index: Index, default: CitedEdition) -> CitedEdition | None:
    """The edition that a citation is of; None for one that is not here."""
    edition = default
    if found.sections and found.game:
        named = index.newest(found.game)
        edition = named if named and named.style == "section" else default
    if found.year is None or found.year == edition.year or found.year not in index.years:
        return edition
    same_work = (one for one in index.editions.values() if one.work == edition.work)
    return next((one for one in same_work if one.year == found.year), None)


def _confidence(found: FoundCitation, one: Resolved) -> float:
    citation = found.citation
    bare = all(target.id.depth == 1 for target in one.targets)
    if citation.weak:
        return _WEAK
    if citation.unit is None:
        return _GENERAL
    if citation.general:
        return _GENERAL if bare else _LIKELY
    return _LIKELY if bare else _SURE


def _plausible(found: FoundCitation, missing: ProvisionId, known: CitedEdition) -> bool:
    """Whether a path that stands alone may be a wrong number: what it is below exists."""
    return not found.citation.weak and missing.parent in known.provisions

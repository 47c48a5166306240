"""Finds the citations of a document and what they mean.

`find` sees citations, `resolve` says what they mean, `annotated` (kb.linking.writing.annotate)
makes links of them: three steps over the same spans of the untouched document.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kb.citations.anchors import patterns
from kb.core.errors import NotFoundError
from kb.core.ids import ProvisionId
from kb.linking.cited import Cited, DocumentSpan
from kb.linking.dating.dating import Dating, dating
from kb.linking.finding.find import find
from kb.linking.limits import short_enough
from kb.linking.resolving.doubts import Doubts
from kb.linking.resolving.index import CitedEdition, Index
from kb.linking.resolving.resolve import resolve
from kb.linking.zones import Format, text_only, whole_span


def patterned(languages: Sequence[str]) -> tuple[str, ...]:
    """These languages, or all that have patterns if none is given.

    Raises `NotFoundError` for a language without patterns.
    """
    for language in languages:
        if language not in patterns():
            raise NotFoundError(f"no citations are known in {language!r}", sorted(patterns()))
    return tuple(languages or patterns())


class CitedDocument(NamedTuple):
    """What a document cites, when it was written, and the edition that its numbers belong to.

    The edition is that of numbers beside which nothing says which they are of. `dating` is None
    where nothing says when the document was written, and where an edition was said to be meant.
    """

    cited: list[Cited]
    dating: Dating | None
    edition: CitedEdition

    @property
    def doubted(self) -> bool:
        """Whether a number of it may be of an older code."""
        return any(citation.doubted for citation in self.cited)


def cite(
    document: str,
    format: Format,
    index: Index,
    languages: Sequence[str] = (),
    within: str | None = None,
    context: ProvisionId | None = None,
    headings: bool = True,
) -> list[Cited]:
    """Every citation of a document, in order, with what it means; it is asked as `read` is."""
    return read(document, format, index, languages, within, context, headings).cited


def read(
    document: str,
    format: Format,
    index: Index,
    languages: Sequence[str] = (),
    within: str | None = None,
    context: ProvisionId | None = None,
    headings: bool = True,
) -> CitedDocument:
    """Every citation of a document, in order, with what it means, and what its date says of that.

    The document is read in each of the languages, or in all that have patterns if none is given;
    without `headings` theirs are left out. `within` and `context` are as in `resolve`. Raises
    `BadDocumentError` if the document is too long, or has too many citations (kb.linking.limits).
    """
    short_enough(document)
    view = text_only(document, format, headings)
    dated = dated_in(document, format, view if headings else None, index, within)
    found = find(view, languages, index.works, index.main(within))
    cited = resolve(view, found, index, within, context, dated)
    if format != "text":
        cited = [_whole(document, format, citation) for citation in cited]
    return CitedDocument(cited, dated, Doubts.of(index, within, dated).edition)


def dated_in(
    document: str, format: Format, view: str | None, index: Index, within: str | None
) -> Dating | None:
    """When a document was written; None where that does not matter, as an edition is meant.

    `view` is that with headings; None if it must be made first.
    """
    if within is not None:
        return None
    return dating(document, format, view or text_only(document, format), index.codes)


def _whole(document: str, format: Format, cited: Cited) -> Cited:
    """A citation quoted from the document, with spans that cut no character reference in two."""
    span = DocumentSpan(*whole_span(document, format, *cited.span))
    core = DocumentSpan(*whole_span(document, format, *cited.core))
    return cited._replace(span=span, core=core, quote=document[span.start : span.end])

"""Finds the citations of a document and what they mean.

`find` sees citations, `resolve` says what they mean, `annotated` (kb.linking.writing.annotate)
makes links of them: three steps over the same spans of the untouched document.
"""

from __future__ import annotations

from collections.abc import Sequence

from kb.citations.anchors import patterns
from kb.core.errors import NotFoundError
from kb.core.ids import ProvisionId
from kb.linking.cited import Cited, DocumentSpan
from kb.linking.finding.find import find
from kb.linking.limits import short_enough
from kb.linking.resolving.index import Index
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


def cite(
    document: str,
    format: Format,
    index: Index,
    languages: Sequence[str] = (),
    within: str | None = None,
    context: ProvisionId | None = None,
    headings: bool = True,
) -> list[Cited]:
    """Every citation of a document, in order, with what it means.

    The document is read in each of the languages, or in all that have patterns if none is given;
    without `headings` theirs are left out. `within` and `context` are as in `resolve`. Raises
    `BadDocumentError` if the document is too long, or has too many citations (kb.linking.limits).
    """
    short_enough(document)
    view = text_only(document, format, headings)
    cited = resolve(view, find(view, languages, index.names()), index, within, context)
    if format == "text":
        return cited
    return [_whole(document, format, citation) for citation in cited]


def _whole(document: str, format: Format, cited: Cited) -> Cited:
    """A citation quoted from the document, with spans that cut no character reference in two."""
    span = DocumentSpan(*whole_span(document, format, *cited.span))
    core = DocumentSpan(*whole_span(document, format, *cited.core))
    return cited._replace(span=span, core=core, quote=document[span.start : span.end])

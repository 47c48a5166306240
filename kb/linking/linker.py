"""Law numbers in somebody's ruling become links; numbers that do not exist are flagged.

`find` sees citations, `resolve` says what they mean, `annotate` writes them: three steps over the
same spans of the untouched document.
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
    """The languages, all of which must have patterns; every language that has when none is named.

    Raises `NotFoundError` with those that there are.
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
    """Every citation of a document, in order: what it is and what it means.

    It is read in each of the languages, in all that have patterns when none is given; headings
    are read or not. Raises `BadDocumentError` when the document is too long, or has more citations
    than are linked (kb.linking.limits).
    """
    short_enough(document)
    view = text_only(document, format, headings)
    found = find(view, languages, index.names())
    cited = resolve(view, found, index, within, context)
    if format == "text":
        return cited
    return [_whole(document, format, one) for one in cited]


def _whole(document: str, format: Format, cited: Cited) -> Cited:
    """A citation as the document has it; it cuts no character reference: `5. &sect;`."""
    span = DocumentSpan(*whole_span(document, format, *cited.span))
    core = DocumentSpan(*whole_span(document, format, *cited.core))
    return cited._replace(span=span, core=core, quote=document[span.start : span.end])

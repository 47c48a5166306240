"""Puts links into a document that is otherwise untouched, and takes them out again."""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from kb.core.errors import KodeksError
from kb.languages.catalogue import load
from kb.linking.cited import Cited, DocumentSpan
from kb.linking.writing.escaping import as_html, as_markdown
from kb.linking.writing.hover import Hover, Names
from kb.linking.writing.marks import preview_attributes, stretch
from kb.linking.writing.setting import setting
from kb.linking.writing.sites import PublishedSite
from kb.linking.zones import MARK, NO_TEXT, Format, text_only, whole_span
from kb.linking.zones.footnotes import HEAD, ITEM, notes_at
from kb.linking.zones.markdown import html_blocks
from kb.linking.zones.ours import TITLE, Ours, ours_in_html, ours_in_markdown
from kb.linking.zones.signs import LAW_CLASS, UNKNOWN_CLASS, masked

#: html and md put links into the text, as tags or as Markdown; text puts a list below the text.
Output = Literal["html", "md", "text"]

#: A document without these signs has no tags and no marks of emphasis.
_MARKUP = re.compile(r"[<*_~]")
#: Signs that could end what a title is in: an attribute, a link, a cell of a table, a span of code.
_UNSAFE = re.compile(r"""[&<>"'`|*_~\[\]\\$]""")


class BadOutputError(KodeksError):
    """A document that cannot be written in the format that is asked for; exit code 2."""

    exit_code = 2


def annotated(
    document: str,
    format: Format,
    cited: Sequence[Cited],
    site: PublishedSite,
    output: Output,
    hover: Hover | None = None,
) -> Iterator[str]:
    """The document with links in it, in pieces; every other character is as it was.

    A number that does not exist gets a `<mark>` that says so. What is of another regulation, of an
    unknown one, or has a link of ours already, stays as it is. Where a tag or mark of emphasis is
    inside a citation, the link covers the part with the number. A text as `output` is unchanged,
    and what it cites is listed below it. A plain text that becomes HTML or Markdown is escaped
    (kb.linking.writing.escaping). `hover` makes the titles of the links; by default these have
    names without clauses. Raises `BadOutputError` if HTML is to become anything else.
    """
    if format == "html" and output != "html":
        raise BadOutputError(f"HTML cannot become {output}", "Write HTML.")
    titles = hover or Names(site.index, load(site.ui))
    shown = sorted(
        (citation for citation in cited if citation.status in ("linked", "dangling")),
        key=lambda citation: citation.span,
    )
    if output == "text":
        return _listed(document, format, shown, site, titles)
    return _linked(document, format, shown, site, output, titles)


def _linked(
    document: str,
    format: Format,
    shown: Sequence[Cited],
    site: PublishedSite,
    output: Output,
    hover: Hover,
) -> Iterator[str]:
    around: Callable[[str], str] = str
    if format == "text":
        around = as_html if output == "html" else as_markdown
    all_html = format == "html" or (format == "text" and output == "html")
    blocks = html_blocks(document) if format == "markdown" and "<" in document else []
    at = 0
    for citation, (start, end) in _places(document, format, shown):
        in_html = all_html or _is_in(blocks, start)
        place = DocumentSpan(start, end) if in_html else setting(document, start, end)
        if place is None or place.start < at:
            continue
        yield around(document[at : place.start])
        words = around(document[place.start : place.end])
        yield _written(citation, words, site, "html" if in_html else output, hover)
        at = place.end
    yield around(document[at:])


def _is_in(blocks: Sequence[tuple[int, int]], place: int) -> bool:
    """Whether a place is in one of the blocks, which are in order and do not overlap."""
    at = bisect_right(blocks, place, key=lambda block: block[0]) - 1
    return at >= 0 and place < blocks[at][1]


def remove(document: str, format: Format) -> str:
    """The document without the links, flags and lists that `annotated` put there.

    >>> remove('[Law 27](/hu/bridge-2017/27/ "Kodeks: 27. szakasz") applies.', "markdown")
    'Law 27 applies.'
    """
    text = document if format == "html" else document[: notes_at(document)]
    cuts = sorted(
        cut
        for link in _ours(text, format)
        for cut in ((link.start, link.words), (link.words_end, link.end))
    )
    return masked(text, cuts, "")


def _ours(document: str, format: Format) -> list[Ours]:
    """Our links and flags in a document, in order; in a plain text there are none."""
    if format == "html":
        return ours_in_html(document)
    return [*ours_in_markdown(document)] if format == "markdown" else []


def _places(
    document: str, format: Format, cited: Sequence[Cited]
) -> Iterator[tuple[Cited, DocumentSpan]]:
    """Each citation that has no link of ours, with the place where its link goes."""
    ours = _ours(document, format)
    marked = format != "text" and any(_MARKUP.search(document, *c.span) for c in cited)
    view = text_only(document, format) if marked else document
    for citation in cited:
        at = bisect_right(ours, citation.span.end - 1, key=lambda link: link.start) - 1
        if at >= 0 and ours[at].end > citation.span.start:
            continue
        if (place := _stretch(view, citation)) is not None:
            yield citation, DocumentSpan(*whole_span(document, format, *place))


def _stretch(view: str, cited: Cited) -> DocumentSpan | None:
    """The part of a citation that has no marks in it, around the beginning of its number."""
    if NO_TEXT in view[slice(*cited.span)]:
        return None
    start, end = stretch(view, *cited.span, cited.core.start)
    return DocumentSpan(start, end) if start < end else None


def _written(cited: Cited, words: str, site: PublishedSite, output: Output, hover: Hover) -> str:
    title = _safe(hover.title(cited))
    read = preview_attributes(cited, site.index).items()
    data = " ".join(f'{name}="{value}"' for name, value in read)
    if cited.status == "dangling":
        return f'<mark class="{UNKNOWN_CLASS}" title="{title}" {data}>{words}</mark>'
    address = site.of(cited)
    if output == "md":
        return f'[{words}]({address} "{TITLE}{title}")'
    address = html.escape(address)
    return f'<a class="{LAW_CLASS}" href="{address}" title="{title}" {data}>{words}</a>'


def _safe(title: str) -> str:
    """A title in one line, with a reference in place of each sign that could end what it is in."""
    return _UNSAFE.sub(lambda sign: f"&#{ord(sign[0])};", " ".join(title.split()))


def _listed(
    document: str, format: Format, cited: Sequence[Cited], site: PublishedSite, hover: Hover
) -> Iterator[str]:
    """The document with a list of what it cites below, each once; without a list if it is empty."""
    text = document[: notes_at(document)]
    yield text
    view = text_only(text, format) if cited else text
    lines: set[str] = set()
    for citation in cited:
        quoted = " ".join(view[slice(*citation.span)].replace(MARK, " ").split())
        leads = f"{site.of(citation)} – " if citation.status == "linked" else "✗ "
        line = f"{ITEM}{quoted}: {leads}{' '.join(hover.title(citation).split())}\n"
        if line not in lines:
            yield line if lines else HEAD + line
            lines.add(line)

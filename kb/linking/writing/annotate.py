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
from kb.linking.writing.marks import preview_data, stretch
from kb.linking.writing.setting import LinkSetting, setting
from kb.linking.writing.sites import PublishedSite
from kb.linking.zones import MARK, NO_TEXT, Format, text_only, whole_span
from kb.linking.zones.footnotes import HEAD, ITEM, notes_at
from kb.linking.zones.markdown import html_blocks
from kb.linking.zones.ours import TITLE, Ours, ours_in_html, ours_in_markdown
from kb.linking.zones.signs import LAW_CLASS, UNKNOWN_CLASS

#: html, md: links in the text, as tags or as Markdown. text: the text and a list below it.
Output = Literal["html", "md", "text"]

#: What may stand in a document around a mark that says nothing: without it there is none.
_MARKUP = re.compile(r"[<*_~]")
#: A title must end nothing that it is in: an attribute, a link, a cell of a table, a span of code.
_UNSAFE = re.compile(r"""[&<>"'`|*_~\[\]\\$]""")


class BadOutputError(KodeksError):
    """A document that cannot become what is asked for; exit code 2."""

    exit_code = 2


def annotate(
    document: str,
    format: Format,
    cited: Sequence[Cited],
    site: PublishedSite,
    output: Output,
    hover: Hover | None = None,
) -> str:
    """The document with links in it: what `annotated` makes piece by piece."""
    return "".join(annotated(document, format, cited, site, output, hover))


def annotated(
    document: str,
    format: Format,
    cited: Sequence[Cited],
    site: PublishedSite,
    output: Output,
    hover: Hover | None = None,
) -> Iterator[str]:
    """The document with links in it, every other character as it was; in pieces.

    A number that does not exist is a `<mark>`, which says so. What is of other rules, or of nobody
    knows which, stays as it is; so does what has a link of ours. Where a tag or mark of emphasis is
    inside a citation the link covers the part with its number. In a plain text nothing is changed:
    what it cites is listed below. A plain text is escaped when it becomes HTML or Markdown
    (kb.linking.writing.escaping). `hover` gives the titles, names without clauses unless given.
    Raises `BadOutputError` for HTML that shall not be HTML.
    """
    if format == "html" and output != "html":
        raise BadOutputError(f"HTML cannot become {output}", "Write HTML.")
    said = hover or Names(site.index, load(site.ui))
    shown = sorted(
        (one for one in cited if one.status in ("linked", "dangling")), key=lambda one: one.span
    )
    if output == "text":
        return _listed(document, format, shown, site, said)
    return _linked(document, format, shown, site, output, said)


def _linked(
    document: str,
    format: Format,
    shown: Sequence[Cited],
    site: PublishedSite,
    output: Output,
    said: Hover,
) -> Iterator[str]:
    around: Callable[[str], str] = str
    if format == "text":
        around = as_html if output == "html" else as_markdown
    all_html = format == "html" or (format == "text" and output == "html")
    blocks = html_blocks(document) if format == "markdown" and "<" in document else []
    at = 0
    for one, (start, end) in _places(document, format, shown):
        in_html = all_html or _is_in(blocks, start)
        found = LinkSetting(start, end) if in_html else setting(document, start, end)
        if found is None or found.start < at:
            continue
        yield around(document[at : found.start])
        words = around(document[found.start : found.end])
        yield _written(one, words, site, "html" if in_html else output, said)
        at = found.end
    yield around(document[at:])


def _is_in(blocks: Sequence[tuple[int, int]], place: int) -> bool:
    """Whether a place is in one of some stretches, which are in order and apart."""
    at = bisect_right(blocks, place, key=lambda block: block[0]) - 1
    return at >= 0 and place < blocks[at][1]


def remove(document: str, format: Format) -> str:
    """The document without the links, flags and lists that `annotate` put there.

    >>> remove('[Law 27](/hu/bridge-2017/27/ "Kodeks: 27. szakasz") applies.', "markdown")
    'Law 27 applies.'
    """
    own = document if format == "html" else document[: notes_at(document)]
    cuts = sorted(
        cut
        for one in _ours(own, format)
        for cut in ((one.start, one.words), (one.words_end, one.end))
    )
    out, at = [], 0
    for start, end in cuts:
        out.append(own[at:start])
        at = end
    return "".join([*out, own[at:]])


def _ours(document: str, format: Format) -> list[Ours]:
    """Our links and flags in a document, in order; in a plain text there are none."""
    if format == "html":
        return ours_in_html(document)
    return [*ours_in_markdown(document)] if format == "markdown" else []


def _places(
    document: str, format: Format, cited: Sequence[Cited]
) -> Iterator[tuple[Cited, DocumentSpan]]:
    """Where the link of each citation goes that has none of ours."""
    ours = _ours(document, format)
    marked = format != "text" and any(_MARKUP.search(document, *one.span) for one in cited)
    view = text_only(document, format) if marked else document
    for one in cited:
        at = bisect_right(ours, one.span.end - 1, key=lambda link: link.start) - 1
        if at >= 0 and ours[at].end > one.span.start:
            continue
        if (place := _stretch(view, one)) is not None:
            yield one, DocumentSpan(*whole_span(document, format, *place))


def _stretch(view: str, cited: Cited) -> DocumentSpan | None:
    """The part of a citation that has no marks in it and holds its number's beginning."""
    if NO_TEXT in view[slice(*cited.span)]:
        return None
    start, end = stretch(view, *cited.span, cited.core.start)
    return DocumentSpan(start, end) if start < end else None


def _written(cited: Cited, words: str, site: PublishedSite, output: Output, hover: Hover) -> str:
    title, data = _safe(hover.title(cited)), preview_data(cited, site.index)
    if cited.status == "dangling":
        return f'<mark class="{UNKNOWN_CLASS}" title="{title}" data-kodeks="{data}">{words}</mark>'
    address = site.of(cited)
    if output == "md":
        return f'[{words}]({address} "{TITLE}{title}")'
    address = html.escape(address)
    return (
        f'<a class="{LAW_CLASS}" href="{address}" title="{title}" data-kodeks="{data}">{words}</a>'
    )


def _safe(title: str) -> str:
    """A title in one line, without a sign that could end what it is in."""
    return _UNSAFE.sub(lambda sign: f"&#{ord(sign[0])};", " ".join(title.split()))


def _listed(
    document: str, format: Format, cited: Sequence[Cited], site: PublishedSite, hover: Hover
) -> Iterator[str]:
    """The document with what it cites below, each once; as it was where it cites nothing."""
    own = document[: notes_at(document)]
    yield own
    view = text_only(own, format) if cited else own
    lines: set[str] = set()
    for one in cited:
        quoted = " ".join(view[slice(*one.span)].replace(MARK, " ").split())
        leads = f"{site.of(one)} – " if one.status == "linked" else "✗ "
        line = f"{ITEM}{quoted}: {leads}{' '.join(hover.title(one).split())}\n"
        if line not in lines:
            yield line if lines else HEAD + line
            lines.add(line)

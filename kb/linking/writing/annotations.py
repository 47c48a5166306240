"""Writes the citations of a document as W3C Web Annotations (JSON-LD), for readers and archives.

Selectors follow https://www.w3.org/TR/annotation-model/: positions are code points, and of HTML
only the text counts, without tags and comments, and with the characters that entities stand for.
"""

from __future__ import annotations

import hashlib
import os
import uuid
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

from kb.linking.cited import Cited
from kb.linking.documents.plain_text import Plain
from kb.linking.documents.ruling import Ruling
from kb.linking.resolving.index import Index
from kb.linking.writing.doubt_words import doubt
from kb.linking.writing.hover import Names
from kb.linking.writing.sites import PublishedSite

_CONTEXT = "http://www.w3.org/ns/anno.jsonld"
#: How many characters before and after a citation are quoted with it.
_AROUND = 32
_STANDARD_INPUT = "-"


def annotation_page(
    ruling: Ruling,
    cited: Sequence[Cited],
    index: Index,
    site: PublishedSite,
    names: Names,
    source: str | None = None,
) -> tuple[dict[str, Any], Iterator[dict[str, Any]]]:
    """What `kodeks link --to annotations` prints (kb/schemas/annotations.json), in two parts.

    These are a page of annotations and its `items`, which are in the order of the document and are
    made one by one. If nothing is cited the page is an empty collection, because a page may not be
    empty. `names` says in the reader's language why a citation is no link. `source` is the address
    at which the document is published, by default its name. Ids are the same whenever the same
    document is annotated.
    """
    name = source or _iri(ruling)
    digest = hashlib.sha256(ruling.document.encode("utf-8", "surrogatepass")).hexdigest()

    def urn(what: str) -> str:
        return uuid.uuid5(uuid.NAMESPACE_URL, f"{name} {digest} {what}").urn

    collection = {
        "id": urn("collection"),
        "type": "AnnotationCollection",
        "label": ruling.title,
        "total": len(cited),
    }
    if not cited:
        return {"@context": _CONTEXT, **collection}, iter(())
    plain = Plain.of(ruling.document, ruling.format)
    page = {
        "@context": _CONTEXT,
        "id": urn("page"),
        "type": "AnnotationPage",
        "partOf": collection,
        "startIndex": 0,
    }
    items = (
        {
            "id": urn(f"{citation.span.start},{citation.span.end}"),
            "type": "Annotation",
            "motivation": "linking",
            "body": _body(citation, index, site, names),
            "target": {"source": name, "selector": _selectors(citation, plain)},
        }
        for citation in cited
    )
    return page, items


def _iri(ruling: Ruling) -> str:
    """The name of a document as a relative address; for standard input an id made of its words."""
    if ruling.name != _STANDARD_INPUT:
        return quote(os.fsencode(ruling.name), safe="/:~")
    return uuid.uuid5(uuid.NAMESPACE_URL, ruling.document).urn


def _body(cited: Cited, index: Index, site: PublishedSite, names: Names) -> list[dict[str, Any]]:
    """The provisions that a citation leads to, as addresses; or why it leads nowhere.

    A comment says that a number may be of an older code.

    Of a range these are the two ends, because annotations cannot say "from … to", and a list of
    all between would help no reader.
    """
    if cited.status != "linked":
        return [_comment(_notice(cited, names), names)]
    edition, places = cited.edition, cited.targets
    newest = index.newest(index.editions[edition].work)
    if cited.now and newest:
        edition, places = newest.id, cited.now
    addresses = dict.fromkeys(site.address(edition, id) for id in places)
    links: list[dict[str, Any]] = [
        {"id": address, "type": "Text", "format": "text/html", "language": site.ui}
        for address in addresses
    ]
    doubted = doubt(cited, index, names.catalogue)
    return [*links, _comment(doubted, names)] if doubted else links


def _comment(words: str, names: Names) -> dict[str, Any]:
    said = {"type": "TextualBody", "purpose": "commenting", "value": words}
    return {**said, "format": "text/plain", "language": names.catalogue.spoken}


def _notice(cited: Cited, names: Names) -> str:
    """Why words that look like a citation are no link."""
    _ = names.catalogue.gettext
    if cited.status == "foreign":
        owner = " ".join((cited.owner or "").split())
        return _("This is of another regulation: %(owner)s") % {"owner": owner}
    if cited.status == "ambiguous":
        return _("Nothing says of which law this is.")
    return names.title(cited)


def _selectors(cited: Cited, plain: Plain) -> list[dict[str, Any]]:
    start, end = plain.place(cited.span.start), plain.place(cited.span.end)
    return [
        {"type": "TextPositionSelector", "start": start, "end": end},
        {
            "type": "TextQuoteSelector",
            "exact": plain.text[start:end],
            "prefix": plain.text[max(0, start - _AROUND) : start],
            "suffix": plain.text[end : end + _AROUND],
        },
    ]

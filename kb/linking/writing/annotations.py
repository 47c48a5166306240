"""The citations of a document as W3C Web Annotations (JSON-LD), for readers and archives.

What a target selects follows https://www.w3.org/TR/annotation-model/: positions are code points,
and of HTML only the text counts: tags and comments are taken out, entities are the characters
that they stand for.
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
from kb.linking.writing.hover import Names
from kb.linking.writing.sites import PublishedSite

_CONTEXT = "http://www.w3.org/ns/anno.jsonld"
#: How many characters before and after a citation are quoted with it.
_AROUND = 32
_STANDARD_INPUT = "-"


def web_annotations(
    ruling: Ruling,
    cited: Sequence[Cited],
    index: Index,
    site: PublishedSite,
    names: Names,
    source: str | None = None,
) -> dict[str, Any]:
    """What `kodeks link --to annotations` prints: kb/schemas/annotations.json.

    A page of annotations, in the order of the document. Where nothing is cited it is an empty
    collection: a page may not be empty. `names` says in the reader's language why a citation is no
    link. `source` is where the document is published; its name, unless given. Ids are the same
    whenever the same document is annotated.
    """
    page, items = annotation_page(ruling, cited, index, site, names, source)
    return {**page, "items": [*items]} if cited else page


def annotation_page(
    ruling: Ruling,
    cited: Sequence[Cited],
    index: Index,
    site: PublishedSite,
    names: Names,
    source: str | None = None,
) -> tuple[dict[str, Any], Iterator[dict[str, Any]]]:
    """The same in two parts: what goes before, and its `items`, made one by one."""
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
            "id": urn(f"{one.span.start},{one.span.end}"),
            "type": "Annotation",
            "motivation": "linking",
            "body": _body(one, index, site, names),
            "target": {"source": name, "selector": _selectors(one, plain)},
        }
        for one in cited
    )
    return page, items


def _iri(ruling: Ruling) -> str:
    """A document's name as an address relative to where one is; a name of its own for input."""
    if ruling.name != _STANDARD_INPUT:
        return quote(os.fsencode(ruling.name), safe="/:~")
    return uuid.uuid5(uuid.NAMESPACE_URL, ruling.document).urn


def _body(cited: Cited, index: Index, site: PublishedSite, names: Names) -> list[dict[str, Any]]:
    """The clauses that a citation leads to, each in its place; or what is wrong with it.

    A range is its two ends: an annotation knows no more of "from … to", and a reader of one needs
    no clause for each law between.
    """
    if cited.status != "linked":
        words = {"type": "TextualBody", "purpose": "commenting", "value": _notice(cited, names)}
        return [{**words, "format": "text/plain", "language": names.catalogue.spoken}]
    edition, places = cited.edition, cited.targets
    newest = index.newest(index.editions[edition].work)
    if cited.now and newest:
        edition, places = newest.id, cited.now
    addresses = dict.fromkeys(site.address(edition, id) for id in places)
    return [
        {"id": address, "type": "Text", "format": "text/html", "language": site.ui}
        for address in addresses
    ]


def _notice(cited: Cited, names: Names) -> str:
    """Why words that look like a citation are no link."""
    _ = names.catalogue.gettext
    if cited.status == "foreign":
        owner = " ".join((cited.owner or "").split())
        return _("This is of another regulation: %(owner)s") % {"owner": owner}
    if cited.status == "ambiguous":
        return _("Nothing says of which law this is.")
    return names.notice(cited)


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

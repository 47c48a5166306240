"""The OpenSearch description document, by which a browser searches the laws from its own bar.

The document of the built site names its search page; that of the service also names the address of
its suggestions. The specification is OpenSearch 1.1.
"""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from kb.languages.catalogue import Catalogue

#: The path of the document below the directory of its language.
NAME = "opensearch.xml"

MEDIA_TYPE = "application/opensearchdescription+xml"

_SUGGESTIONS = "application/x-suggestions+json"


def opensearch(catalogue: Catalogue, description: str, site: str, suggestions: bool = False) -> str:
    """The document for readers of a language, as XML.

    `description` says what can be searched, in that language. `site` is the address of the site,
    with a slash at its end. `suggestions` says whether the service runs there, which can answer
    with suggestions.
    """
    spoken = catalogue.spoken
    addresses = {"text/html": f"{site}{spoken}/search/?q={{searchTerms}}"}
    if suggestions:
        suggest = f"{site}api/v1/opensearch/suggestions?lang={spoken}&q={{searchTerms}}"
        addresses[_SUGGESTIONS] = suggest
    urls = "".join(
        f'  <Url type={quoteattr(kind)} method="get" template={quoteattr(address)}/>\n'
        for kind, address in addresses.items()
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">\n'
        f"  <ShortName>Kodeks {escape(spoken)}</ShortName>\n"
        f"  <Description>{escape(description)}</Description>\n"
        f"  <Language>{escape(spoken)}</Language>\n"
        "  <InputEncoding>UTF-8</InputEncoding>\n"
        "  <OutputEncoding>UTF-8</OutputEncoding>\n"
        f'  <Image width="192" height="192" type="image/png">'
        f"{escape(site)}icons/icon-192.png</Image>\n"
        f"{urls}"
        "</OpenSearchDescription>\n"
    )

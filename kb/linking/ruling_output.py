"""Makes what is asked of a ruling: to which edition its numbers belong, and all outputs of it.

The command line and the service both use this, so that they give the same answers.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from kb.core.errors import NotFoundError
from kb.core.ids import ProvisionId
from kb.core.nearest import nearest_provisions
from kb.corpus.corpus import Corpus
from kb.languages import catalogue
from kb.linking.cited import Cited
from kb.linking.dating.dating import Dating
from kb.linking.documents.ruling import Ruling, reading_language
from kb.linking.limits import bounded
from kb.linking.linker import patterned
from kb.linking.resolving.index import CitedEdition, Index
from kb.linking.rulings.authorities import ProvisionTitles, authorities, authorities_json
from kb.linking.rulings.authorities_table import authorities_table
from kb.linking.writing.annotate import Output, annotated
from kb.linking.writing.annotations import annotation_page
from kb.linking.writing.citation_json import Links, links, links_json, links_lines
from kb.linking.writing.hover import Clauses, Names
from kb.linking.writing.sites import PublishedSite
from kb.records.lookup import parse_reference
from kb.storage.store import Store


class LinksAs(StrEnum):
    """What is written of a ruling: a document with links, or a list of what it cites."""

    html = "html"
    md = "md"
    text = "text"
    json = "json"
    jsonl = "jsonl"
    annotations = "annotations"
    authorities = "authorities"


#: Those of them that are a document.
DOCUMENTS: dict[LinksAs, Output] = {
    LinksAs.html: "html",
    LinksAs.md: "md",
    LinksAs.text: "text",
}


@dataclass(frozen=True)
class LinkingContext:
    """What linking needs: the corpus, its build, and the index of what can be cited."""

    corpus: Corpus
    store: Store
    index: Index

    def edition(self, within: str | None) -> CitedEdition:
        """The edition with the id `within`, or the newest of the work; by default the current code.

        Raises `NotFoundError` if there is none.
        """
        if within is None:
            return self.index.default
        # An article has no provisions; its laws are those of the code that it is about.
        about = next((e.about for e in self.corpus.editions if e.id == within), None)
        return self.index.edition(about or within)

    def reference(self, words: str, edition: CitedEdition) -> tuple[CitedEdition, ProvisionId]:
        """The provision that a person names, in `edition` unless the words name another.

        Raises `NotFoundError` with the nearest provisions if there is no such one.
        """
        named, id = parse_reference(words, self.index.works.words)
        if named:
            edition = self.index.edition(named.partition("/")[0])
        if not isinstance(id, ProvisionId):
            raise NotFoundError(f"{words!r} is no provision")
        if id not in edition.provisions:
            near = nearest_provisions(edition.provisions, id)
            raise NotFoundError(
                f"there is no {id.display} in {edition.id}", [near_id.display for near_id in near]
            )
        return edition, id

    def provision(self, words: str, edition: CitedEdition) -> ProvisionId:
        """The provision that a person names, without its edition; raises as `reference` does."""
        return self.reference(words, edition)[1]


@dataclass(frozen=True)
class Linked:
    """A ruling with its citations, the language of its reader, and the site that links lead to.

    If the site has no pages in the reader's language, links lead to those in the language of most
    citations.
    """

    desk: LinkingContext
    ruling: Ruling
    cited: list[Cited]
    edition: CitedEdition
    reader: str
    site: PublishedSite
    dating: Dating | None = None

    @classmethod
    def of(
        cls,
        desk: LinkingContext,
        ruling: Ruling,
        cited: list[Cited],
        edition: CitedEdition,
        base: str,
        ui: str | None,
        dating: Dating | None = None,
    ) -> Linked:
        """A ruling for a reader of `ui`, by default the language of most citations.

        `dating` says when it was written.

        Links lead to the site at `base`.

        Raises `NotFoundError` for a language without patterns, `BadAddressError` for a bad base.
        """
        pages = desk.index.pages
        if ui:
            (reader,) = patterned([ui.strip().lower()])
        else:
            reader = reading_language(cited, [*dict.fromkeys((*pages, *patterned(())))])
        language = reader if reader in pages else reading_language(cited, pages)
        site = PublishedSite.at(base, language, desk.index, pages)
        return cls(desk, ruling, cited, edition, reader, site, dating)

    def listed(self) -> dict[str, object]:
        """Every citation, as `--to json` prints them."""
        return links_json(*self._links())

    def _links(self) -> Links:
        index = self.desk.index
        return links(self.ruling, self.cited, index, self.edition, self.site, self.dating)

    def written(self, wanted: LinksAs, as_json: bool, source: str | None) -> Iterable[str]:
        """The output that is wanted, in pieces; the table of authorities as JSON if `as_json`.

        `source` is the address of the ruling for annotations. Raises `BadDocumentError` as soon as
        the output is longer than the limit (kb.linking.limits).
        """
        return bounded(self._pieces(wanted, as_json, source))

    def _pieces(self, wanted: LinksAs, as_json: bool, source: str | None) -> Iterable[str]:
        ruling, cited, index, site = self.ruling, self.cited, self.desk.index, self.site
        corpus, store = self.desk.corpus, self.desk.store
        words = catalogue.load(self.reader, corpus.home)
        if wanted is LinksAs.json:
            head, rows = self._links()
            return _pretty_list(head, "citations", rows)
        if wanted is LinksAs.jsonl:
            return links_lines(*self._links(), len(cited))
        if wanted is LinksAs.annotations:
            names = Names(index, words)
            head, items = annotation_page(ruling, cited, index, site, names, source)
            return _pretty_list(head, "items", items) if cited else [_pretty(head)]
        if wanted is LinksAs.authorities:
            titles = ProvisionTitles(corpus, store, self.reader)
            table = authorities(ruling, cited, index, corpus, titles, self.dating)
            if as_json:
                return [_pretty(authorities_json(table, index))]
            return authorities_table(table, index, site, words)
        clauses = Clauses(corpus, store, index, words)
        return annotated(ruling.document, ruling.format, cited, site, DOCUMENTS[wanted], clauses)


def _pretty(value: dict[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _pretty_list(
    head: dict[str, object], name: str, rows: Iterable[dict[str, object]]
) -> Iterator[str]:
    """An object whose last value is a long list, written row by row just as `_pretty` would."""
    opening, closing = _pretty({**head, name: []}).rsplit("]", 1)
    yield opening
    end = ""
    for row in rows:
        # A line end in a value is written as \n, so that each line end here is one of the layout.
        written = json.dumps(row, ensure_ascii=False, indent=1).replace("\n", "\n  ")
        yield f"{',' if end else ''}\n  {written}"
        end = "\n "
    yield f"{end}]{closing}"

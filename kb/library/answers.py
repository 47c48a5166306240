"""The answers of a library as JSON; kb/schemas/rulings.json describes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from kb.citations.anchors import display_name
from kb.core.source_language import SOURCE_LANGUAGE
from kb.corpus.corpus import Corpus
from kb.library.querying import PlannedRulings
from kb.library.ruling_document import RulingCitation, RulingDocument
from kb.library.seam import FACETS, FacetName, FoundRulings, RulingHit
from kb.library.state import UnreadableFile
from kb.search.asking.answer import snippet_json
from kb.search.asking.snippets import Snippet, apart, places, snippet
from kb.search.asking.wording import WantedWords
from kb.search.passages import places_of

#: Version of the JSON.
SCHEMA: Final = "kodeks.rulings/1"


class RulingAnswers:
    """Writes what was found for a reader of a language; laws are named in it."""

    def __init__(self, corpus: Corpus, reader: str | None) -> None:
        self._corpus, self._reader = corpus, reader or SOURCE_LANGUAGE

    def found(
        self,
        planned: PlannedRulings,
        found: FoundRulings,
        unreadable: Sequence[UnreadableFile] = (),
    ) -> dict[str, Any]:
        """What a search answers."""
        query, plan = planned.query, planned.plan
        return {
            "schema": SCHEMA,
            "query": planned.asked.query,
            "understood": {
                "laws": [[self.law(id) for id in group] for group in planned.laws],
                "missing": [str(id) for id in planned.missing],
                "since": query.since,
                "until": query.until,
                "only": {name: [*values] for name, values in query.only.items()},
                "words": [word.typed for word in query.words],
                "languages": [code for code, _ in plan.languages] if plan else [],
                "mended": {**planned.mended, **found.mended},
            },
            "sort": query.sort,
            "total": found.total,
            "offset": query.offset,
            "results": self.hits(query.laws, found),
            "facets": {name: self._facet(name, found) for name in FACETS if name in found.facets},
            "unreadable": [one._asdict() for one in unreadable],
        }

    def similar(self, id: str, found: FoundRulings) -> dict[str, Any]:
        """The rulings that are like one."""
        return {"schema": SCHEMA, "like": id, "results": self.hits((), found)}

    def listed(
        self, documents: Iterable[RulingDocument], unreadable: Sequence[UnreadableFile]
    ) -> dict[str, Any]:
        """All rulings with their facts."""
        return {
            "schema": SCHEMA,
            "rulings": [self._facts(one) for one in documents],
            "unreadable": [one._asdict() for one in unreadable],
        }

    def ruling(self, document: RulingDocument) -> dict[str, Any]:
        """One ruling with its text and all that it cites."""
        return {
            "schema": SCHEMA,
            "ruling": {
                **self._facts(document),
                "text": document.text,
                "cites": [self._citation(one) for one in document.cites],
            },
        }

    def hits(self, laws: Sequence[Sequence[str]], found: FoundRulings) -> list[dict[str, Any]]:
        """The hits, each with the passage that speaks most for it."""
        wanted = [[*word.terms] for word in found.words] + [[*terms] for terms in laws]
        worth = [*found.worth, *(max(found.worth, default=1.0) for _ in laws)]
        return [self._hit(hit, wanted, worth) for hit in found.hits]

    def _hit(
        self, hit: RulingHit, wanted: Sequence[Sequence[str]], worth: Sequence[float]
    ) -> dict[str, Any]:
        document = hit.document
        title, passage, line = passages(document, wanted, worth)
        return {
            **self._facts(document),
            "score": round(hit.score, 4),
            "covered": round(hit.covered, 4),
            "heading": snippet_json(title),
            "passage": {**snippet_json(passage), "line": line},
            "laws": [self.law(id) for id in document.laws],
        }

    def _facts(self, document: RulingDocument) -> dict[str, Any]:
        facts = document.facts
        return {
            "id": document.id,
            "file": document.file,
            "title": facts.title,
            "date": facts.date,
            "language": facts.language,
            "event": facts.event,
            "body": facts.body,
            "edition": facts.edition,
            "decision": facts.decision,
            "decided": facts.decided,
            "derived": facts.derived,
        }

    def _citation(self, one: RulingCitation) -> dict[str, Any]:
        ids = [f"{one.edition}:{id}" for id in (one.id, one.last) if id]
        return {
            "quote": one.quote,
            "line": one.line,
            "start": one.start,
            "end": one.end,
            "targets": [{"from": ids[0], "to": ids[1]}] if one.last else ids,
            "now": [*one.now],
            "doubted": one.doubted,
        }

    def law(self, id: str) -> dict[str, str]:
        """A provision with its name in the reader's language."""
        edition, _, local = id.partition(":")
        profile = self._corpus.edition(edition).profile
        return {"id": id, "name": display_name(local, self._reader, profile)}

    def _facet(self, name: FacetName, found: FoundRulings) -> list[dict[str, Any]]:
        rows = found.facets[name]
        return [
            {
                "value": value or None,
                **({"name": self.law(value)["name"]} if name == "law" else {}),
                "count": count,
            }
            for value, count in rows
        ]


def passages(
    document: RulingDocument, wanted: Sequence[Sequence[str]], worth: Sequence[float]
) -> tuple[Snippet, Snippet, int]:
    """The title, and the passage with most of what is wanted, both marked; the passage's line."""
    title = document.facts.title
    by_term = WantedWords(wanted, worth).by_term
    in_title, in_text = places(places_of(document.marks), by_term).cut(len(title) + 1)
    text = document.text.replace("\n", " ")
    shown = snippet(text, in_text, worth)
    _, first = in_text.densest(worth)
    marked = apart([(start, end) for start, end, _ in in_title.spans])
    return Snippet(title, marked), shown, document.line(first)

"""The shards of rulings: what the page that searches them knows, each fetched when it is needed.

They are written as those of the laws are (search_shards), and the same planner asks them.

- `rulings` has the facts of each ruling, the newest first: title, language, date, body, decision,
  the name of its page, the language of its page, and the provisions that it cites. `bodies` and
  `laws` are lists; rulings have the numbers of these.
- `rulings-<language>`, `rulings-c` and `rulings-s` have the postings of terms: the rulings of each,
  and how much each ruling is about it, in steps.
- `rulings-w` has those of words that no law has. Its `forms` are the forms that rulings have and no
  law has, in plain letters, with their terms.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kb.corpus.corpus import Corpus
from kb.languages.stemming import fold, lower_case
from kb.library.engines.impacts import ENOUGH, MEANT, OFTEN, THERE, impacts
from kb.library.engines.packing import HIGHEST
from kb.library.querying import LONGEST
from kb.library.ruling_document import CITES, OWN, RulingDocument
from kb.publishing.browser.search_shards import Shards, forms_line, gaps, named_shards, signs
from kb.publishing.parts.site_library import MOST, newest, our_slugs, page_of, read_library
from kb.search.database import FILE, Database
from kb.search.passages import places_of
from kb.storage.store import Store

#: The name of the shard of facts, with which the names of all others begin.
NAME = "rulings"

#: How rulings are scored, for the search of them in a browser: as kb.library.engines does it. In so
#: many `steps` it is told how much a ruling is about a term.
RULING_SCORES = {
    "steps": HIGHEST,
    "there": THERE,
    "often": OFTEN,
    "meant": MEANT,
    "enough": ENOUGH,
    "longest": LONGEST,
}

#: The kind of the terms of words that no law has.
_OWN = OWN.removesuffix(":")


def ruling_shards(corpus: Corpus, store: Store) -> Shards:
    """Make the shards of rulings; there are none where there are too many rulings, or none."""
    opened = read_library(corpus, store)
    found = newest(opened) if opened else None
    if opened is None or found is None or not 0 < found.total <= MOST:
        return Shards({}, {})
    documents = [hit.document for hit in found.hits]
    database = Database(store.directory / FILE)
    known = {code: database.own_forms(code) for code in database.languages}
    written = {NAME: _facts(corpus, documents, our_slugs(corpus, opened))}
    forms: dict[str, set[str]] = defaultdict(set)
    by_kind: dict[str, dict[str, dict[int, int]]] = defaultdict(lambda: defaultdict(dict))
    for number, document in enumerate(documents):
        for term, impact in impacts(document):
            kind, _, rest = term.partition(":")
            if not term.startswith(CITES):
                by_kind[kind][rest][number] = impact
        for form, term in _own_forms(document, known):
            forms[form].add(term)
    for kind, postings in by_kind.items():
        written[f"{NAME}-{kind}"] = _postings(postings)
    own = {form: sorted(forms[form]) for form in sorted(forms)}
    written.setdefault(f"{NAME}-{_OWN}", _postings({}))["forms"] = forms_line(own)
    return named_shards(written)


def _facts(
    corpus: Corpus, documents: Sequence[RulingDocument], slugs: Mapping[str, str]
) -> dict[str, Any]:
    """The shard of facts."""
    bodies: dict[str, int] = {}
    laws: dict[str, int] = {}
    rows = []
    for one in documents:
        facts = one.facts
        body = bodies.setdefault(facts.body or "", len(bodies))
        cited = sorted({laws.setdefault(id, len(laws)) for id in _cited(one)})
        page = "" if one.id in slugs else page_of(one, corpus)
        slug = slugs.get(one.id, one.id)
        said = (facts.title, facts.language or "", facts.date or "", body, facts.decision or "")
        rows.append([*said, slug, page, gaps(cited)])
    return {"rulings": rows, "bodies": [*bodies], "laws": " ".join(laws)}


def _cited(document: RulingDocument) -> Iterator[str]:
    """The full ids of all that a ruling cites: as it is written, and what that is today."""
    for one in document.cites:
        yield from one.now
        yield from (f"{one.edition}:{id}" for id in (one.id, one.last) if id)


def _postings(by_term: Mapping[str, Mapping[int, int]]) -> dict[str, str]:
    terms = sorted(by_term)
    rows = [sorted(by_term[term].items()) for term in terms]
    return {
        "terms": " ".join(terms),
        "documents": " ".join(gaps([number for number, _ in row]) for row in rows),
        "values": "".join(signs(value for _, value in row) for row in rows),
    }


def _own_forms(
    document: RulingDocument, known: Mapping[str, Mapping[str, object]]
) -> Iterator[tuple[str, str]]:
    """The forms of words that no law has, in plain letters, with the terms of each.

    `known` are the forms that laws have, by language.
    """
    words = f"{document.facts.title}\n{document.text}"
    for term, offsets in places_of(document.marks).items():
        kind = term.partition(":")[0]
        if kind != _OWN and kind not in known:
            continue
        for start, end in zip(offsets[::2], offsets[1::2], strict=True):
            form = lower_case(words[start:end])
            if kind == _OWN or form not in known[kind]:
                yield fold(form), term

"""Write the plans that search in Python and in browsers must both make: tests/data/plans.jsonl.

The words are those that a browser knows: of all languages, or of the reader's alone, before the
others have come. Write it anew when the corpus, the lexicon or the plan changes, and look at the
difference.

Example: scripts/golden_plans.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from run_queries import read_queries

from kb.corpus import manifest
from kb.corpus.manifest import Corpus
from kb.files.atomic import write_whole
from kb.opening import open_store
from kb.search.asking.citing import cited
from kb.search.asking.games import named_game
from kb.search.asking.own_words import OwnWords
from kb.search.asking.plan import Plan, normalised, plan
from kb.search.asking.scope import Scope
from kb.search.database import FILE
from kb.storage.store import Store

DATA = Path(__file__).parents[1] / "tests/data"
GOLDEN = DATA / "plans.jsonl"

#: For one in so many queries a plan is also made with the reader's language alone.
_EVERY = 4

#: What the judged queries of development have too little of: language and query.
_MORE = (
    ("hu", "elegtelen licit"),
    ("hu", "ELÉGTELEN LICIT"),
    ("hu", "elégtlen licit"),
    ("hu", "felvevőre kiszabott pontlevonás"),
    ("hu", "paravánozás és reklamálgatás"),
    ("pl", "renonsologia"),
    ("hu", "MI"),
    ("hu", "mi"),
    ("hu", "ultibukás pirosban"),
    ("hu", "27. szakasz licitje"),
    ("hu", "3. § (5) bekezdés ulti"),
    ("pl", "niedostateczna odzywka"),
    ("pl", "przepis 64A2 fałszywy renons"),
    ("pl", "nieuprawniona informacija"),
    ("pl", "karta przygwozdzona"),
    ("pl", "TBR 16B a namysł"),
    ("hr", "nedovoljna licitacija"),
    ("hr", "clanak 12 stih izvan reda"),
    ("hr", "nedozvoljena informacja"),
    ("it", "dichiarazione insufficente"),
    ("it", "attacco fuori turno del compagno"),
    ("it", "art. 27 licita insufficiente"),
    ("fr", "enchere insuffisante"),
    ("fr", "entame hors tour coté déclarant"),
    ("fr", "défausse éxposée"),
    ("de", "Hauptstrafkarte"),
    ("de", "ungenügendes Gebot"),
    ("de", "ungenugendes Gebott"),
    ("de", "Ausspiel ausser der Reihe"),
    ("de", "§ 12 Strafkarte des Alleinspielers"),
    ("en", "insufficent bid"),
    ("en", " ".join(["insufficent"] * 42)),  # so many are not mended
    ("en", "law 27 comparable call"),
    ("en", "penalty card on the table"),
    ("en", "LHO leads face down"),
    ("en", "UI from partner's hesitation"),
    ("en", "86B MPB"),
    ("en", "bridge (duplicate) revoke"),
    ("en", "Dummy (North) warned him, he led from the wrong hand: 4S X by E/W, AKxx. And then?"),
    ("it", "Est apre 1 fiori con ♠ K J 8, Sud dice 2 picche – insufficiente!"),
    ("de", "Ost bot 3 ♥, nach langem Zögern; West kontrierte"),
    ("en", "σ İ ß ǅ 𝟏 漢字"),
    ("en", "…"),
)


def rows(corpus: Corpus, store: Store) -> list[dict[str, Any]]:
    """All plans: the query, its reader, what it cites and names, what it asks for."""
    judged = [(row["lang"], row["query"]) for row in read_queries(DATA / "queries_dev.jsonl")]
    asked = [*dict.fromkeys((*judged, *_MORE))]
    path = store.directory / FILE
    every = OwnWords(path)
    alone = {reader: OwnWords(path, {reader}, senses=False) for reader, _ in asked}
    scope = Scope(corpus, every, corpus.readable)
    lines = []
    for number, (reader, query) in enumerate(asked):
        words = normalised(query)
        named = named_game(corpus, words)
        places = cited(named.rest, lambda: scope.resolver)
        row = {
            "query": query,
            "reader": reader,
            "game": [named.game, named.words, named.rest],
            "cited": places and [[*map(str, places.ids)], places.rest, places.language],
        }
        lines.append(row | {"stage": "refined", "plan": plain(plan(every, words, reader))})
        if number % _EVERY == 0:
            first = plain(plan(alone[reader], words, reader))
            lines.append(row | {"stage": "first", "plan": first})
    return lines


def plain(plan: Plan) -> dict[str, Any]:
    """A plan as JSON."""
    return {
        "languages": [[*share] for share in plan.languages],
        "words": [
            [
                word.typed,
                word.reading,
                word.read_as,
                [[a.term, a.weight] for a in word.alternatives],
            ]
            for word in plan.words
        ],
        "clauses": [[_unit(plan.text, place) for place in clause] for clause in plan.clauses],
        "starts": [_unit(plan.text, word.start) for word in plan.words],
        "phrases": [
            [phrase.text, [*phrase.words], phrase.target, phrase.language]
            for phrase in plan.phrases
        ],
    }


def _unit(text: str, place: int) -> int:
    """A place in a text as JavaScript counts it: some signs are two units."""
    return len(text[:place].encode("utf-16-le")) // 2


def main() -> None:
    corpus = manifest.load()
    lines = (json.dumps(row, ensure_ascii=False) for row in rows(corpus, open_store(corpus, print)))
    write_whole(GOLDEN, "".join(f"{line}\n" for line in lines).encode())


if __name__ == "__main__":
    main()

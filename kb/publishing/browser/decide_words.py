"""The words of the procedures in each language, to show a ruling to people of another language."""

from __future__ import annotations

from collections.abc import Iterator

from kb.core.procedures import DECIDE, Procedures
from kb.core.stored import compact_json
from kb.corpus.corpus import Corpus
from kb.deciding.decision import every_procedures
from kb.deciding.labels import when_labels
from kb.languages.catalogue import load
from kb.storage.store import Store

#: What a ruling shows to others: not the helps, nor where the texts part.
_NOT_SHOWN = ("differs.", ".help")


def words_files(corpus: Corpus, store: Store) -> Iterator[tuple[str, bytes]]:
    """The files decide/<language>.json at the root of the site: procedure → key → words.

    Under the key "" are the words for the times of steps, and for a ruling itself.
    """
    chosen: dict[str, Procedures] = {}
    for procedures in every_procedures(store, dict.fromkeys(t.edition for t in corpus.published)):
        for code in procedures.languages:  # as pages do, the first edition that has the language
            chosen.setdefault(code, procedures)
    for code, procedures in chosen.items():
        catalogue = load(code, corpus.home)
        labels = {f"when.{when}": words for when, words in when_labels(catalogue).items()}
        labels["ruling"] = catalogue.gettext("Ruling")
        words = {
            id: {key: said for key, said in one.words[code].items() if _is_shown(key)}
            for id, one in procedures.by_id.items()
        }
        written = compact_json({"": labels, **words})
        yield f"{DECIDE}/{code}.json", written.encode()


def _is_shown(key: str) -> bool:
    return not (key.startswith(_NOT_SHOWN[0]) or key.endswith(_NOT_SHOWN[1]))

"""What the repository says of its texts: every source, its rights, and how much there is."""

from __future__ import annotations

import hashlib
from collections import Counter

from kb.corpus.corpus import Corpus
from kb.deciding.walking import ways
from kb.storage.store import Store
from support.homes import REPOSITORY


def test_every_source_is_in_the_manifest_with_its_hash(corpus: Corpus) -> None:
    known = {text.source: text.sha256 for text in corpus.texts}
    known |= {one.original.file: one.original.sha256 for one in corpus.texts if one.original}
    sources = (REPOSITORY / "corpus/sources").rglob("*")
    found = sorted(path for path in sources if path.is_file())
    assert sorted(known) == found
    for path in found:
        assert hashlib.sha256(path.read_bytes()).hexdigest() == known[path]


def test_every_text_says_what_may_be_done_with_it(corpus: Corpus) -> None:
    readme = (REPOSITORY / "corpus/README.md").read_text(encoding="utf-8")
    for text in corpus.texts:
        assert text.rights_holder
        assert text.id in readme
    assert "not under the code's licence" in " ".join(readme.split())


def what_is_there() -> str:
    """The page of the documentation that counts what the corpus has."""
    page = REPOSITORY / "site/docs/adding/what-is-there.md"
    return page.read_text(encoding="utf-8")


def test_the_documentation_counts_the_words_of_the_lexicon(store: Store) -> None:
    told = " ".join(what_is_there().split())
    _, concepts = store.concepts()
    words = sum(len(own) for concept in concepts for own in concept.words.values())
    assert f"Players have words for {len(concepts)} things" in told
    assert f"in seven languages: {words:,} words" in told


def test_the_documentation_counts_what_is_there(corpus: Corpus, store: Store) -> None:
    for text in corpus.readable:
        kinds = Counter(record.kind for record in store.records(text.id))
        if corpus.edition(text.edition).about:
            counts = [kinds[kind] for kind in ("article", "section", "paragraph", "item")]
        else:
            references = sum(1 for _ in store.references(text.id))
            provisions = kinds["law"] + kinds["provision"]
            counts = [provisions, kinds["note"], kinds["definition"], references]
        assert f"| `{text.id}` | {' | '.join(map(str, counts))} |" in what_is_there()


def test_the_documentation_counts_the_procedures(store: Store) -> None:
    every = store.procedures("bridge-2017").by_id.values()
    number = sum(1 for one in every for _ in ways(one))
    questions = sum(len(one.questions) for one in every)
    outcomes = sum(len(one.outcomes) for one in every)
    told = " ".join(what_is_there().split())
    assert f"{questions} questions, {outcomes} outcomes and {number} ways" in told

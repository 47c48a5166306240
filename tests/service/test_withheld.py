"""A text whose rights forbid export: the service and exports name it, and give none of its words.

Slow tests ask more of it, where other texts of the same edition may be given out
(test_service_rights, test_editions).
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import pytest

from kb.corpus import manifest
from kb.corpus.corpus import hash_file
from kb.exports.graph import graphml
from kb.service.server import running
from kb.storage.store import CORPUS, Store, fingerprint
from support.faults import copy_home, store_of
from support.homes import edit_manifest
from support.schemas import validator
from support.serving import QUIET, ask

pytestmark = pytest.mark.slow  # a corpus of its own, built and served

TEXT = "bridge-1997/hr"


@pytest.fixture(scope="module")
def home(first_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first build as that of a corpus whose Croatian laws may be read, and not exported."""
    home = copy_home(first_home, tmp_path_factory.mktemp("withheld") / "home")
    edit_manifest(home, lambda toml: toml.replace("export = true", "export = false"))
    built = store_of(home)
    shutil.copyfile(home / manifest.MANIFEST, built.directory / CORPUS)
    digests = built.files | {CORPUS: hash_file(built.directory / CORPUS)}
    Store(built.directory, fingerprint(home), digests).write_manifest()
    return home


@dataclass(frozen=True)
class Hidden:
    """What must not be given out: beginnings of records, long enough to be nobody else's."""

    words: frozenset[str]

    def inside(self, answer: bytes | str) -> list[str]:
        said = answer if isinstance(answer, str) else answer.decode()
        return [one for one in self.words if one in said or json.dumps(one)[1:-1] in said]


@pytest.fixture(scope="module")
def hidden(home: Path) -> Hidden:
    store = store_of(home)
    found = Hidden(
        frozenset(
            words
            for record in store.records(TEXT)
            for words in (record.heading or "", record.body[:60])
            if len(words) > 24
        )
    )
    assert len(found.words) > 500
    assert found.inside("".join(store.lines("records", TEXT)))
    return found


@pytest.fixture(scope="module")
def served(home: Path) -> Iterator[str]:
    with running(home, QUIET) as address:
        yield address


@pytest.mark.parametrize("query", ["27", "nedostatan licit", "kaznena karta", "27-40", "renons"])
def test_search_finds_its_laws_and_gives_none_of_its_words(
    query: str, served: str, hidden: Hidden
) -> None:
    answer = ask(served, f"search?q={quote(query)}&lang=hr&limit=20")
    hits = [hit for result in answer.json["results"] for hit in result["hits"]]
    assert hits
    assert all(hit["page"] for hit in hits)
    wordings = [one for hit in hits for one in (hit["wording"], hit["matched"]) if one]
    assert {one["text"] for one in wordings} == {TEXT}
    assert all(one["withheld"] and not one["heading"] for one in wordings)
    assert all(one["snippet"] == {"text": "", "highlights": []} for one in wordings)
    assert hidden.inside(answer.body) == []


@pytest.mark.parametrize(
    "path",
    [
        *("provisions/27", f"provisions/{TEXT}:27", "laws/bridge-1997/27", "laws/bridge-1997"),
        *("records/bridge-1997/27.A", f"texts/{TEXT}/records", "definitions/bridge-1997"),
    ],
)
def test_who_asks_for_its_words_is_told_that_they_are_withheld(
    path: str, served: str, hidden: Hidden
) -> None:
    answer = ask(served, path)
    assert answer.status in (403, 404)
    assert hidden.inside(answer.body) == []


@pytest.mark.parametrize("order", ["place", "left", "right"])
def test_a_concordance_counts_its_places_and_gives_none_of_its_words(
    order: str, served: str, hidden: Hidden
) -> None:
    answer = ask(served, f"concordance?q=renons+OR+kart*&limit=100&width=200&sort={order}")
    validator("concordance").validate(answer.json)
    lines = answer.json["lines"]
    assert len(lines) == 100
    assert answer.json["total"] > 100
    for line in lines:
        assert line["withheld"]
        assert (line["left"], line["match"], line["right"]) == ("", "", "")
        assert line["page"]
    assert not hidden.inside(answer.body)


@pytest.mark.parametrize(
    "path", [f"texts/{TEXT}", "texts", "editions", "concepts?limit=100", "suggest?q=ned&lang=hr"]
)
def test_it_is_named_where_texts_are_named(path: str, served: str, hidden: Hidden) -> None:
    answer = ask(served, path)
    assert answer.status in (200, 403)
    assert hidden.inside(answer.body) == []


def test_what_is_linked_to_it_has_no_titles_of_it(served: str, hidden: Hidden) -> None:
    body = "Članak 27B1, članak 41 i članak 64".encode()
    for target in ("link", "link?to=authorities", "link?to=html"):
        answer = ask(served, target, "POST", body, content_type="text/plain")
        assert answer.status == 200
        assert hidden.inside(answer.body) == []


def test_the_exported_graph_has_its_numbers_and_not_its_titles(
    home: Path, first_home: Path, hidden: Hidden
) -> None:
    def written(home: Path) -> str:
        corpus, store = manifest.load(home), store_of(home)
        return graphml(corpus, store, corpus.readable, "hr").decode()

    assert 'id="bridge-1997:27"' in written(home)
    assert "NEDOSTATAN" not in written(home)
    assert "NEDOSTATAN" in written(first_home)
    assert hidden.inside(written(home)) == []

"""What may not be shown, and what may not be exported, is not in the API."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from urllib.parse import quote

import pytest

from kb.build import build
from kb.corpus import manifest
from kb.corpus.corpus import Corpus
from kb.publishing.output.site import site_directory
from kb.service.server import running
from kb.storage.store import Store
from support.homes import REPOSITORY, edit_manifest
from support.serving import QUIET, ask

pytestmark = pytest.mark.slow


@pytest.fixture
def restricted(code_home: Path) -> Path:
    """A home whose Polish laws may not be exported and whose Hungarian ones not be shown."""

    def forbid(toml: str) -> str:
        hungarian, polish = toml.split('id = "bridge-2017/pl"')
        hungarian = hungarian.replace("publish = true", "publish = false")
        return (
            f'{hungarian}id = "bridge-2017/pl"{polish.replace("export = true", "export = false")}'
        )

    edit_manifest(code_home, forbid)
    procedures = "corpus/curation/procedures"
    shutil.copytree(REPOSITORY / procedures, code_home / procedures)
    site = site_directory(code_home)
    site.mkdir()
    (site / "index.html").write_text("<!doctype html>", encoding="utf-8")
    return code_home


def test_no_word_and_no_title_of_such_a_text_is_answered(restricted: Path) -> None:
    corpus = manifest.load(restricted)
    store = build(corpus).store
    hidden = hidden_words(corpus, store)
    assert len(hidden) > 500
    with running(restricted, QUIET) as address:
        document = ask(address, "openapi.json").json
        assert document
        for path in (
            *("editions", "texts", "glossary?limit=100", "concepts?limit=100", "version"),
            *(
                f"procedures/bridge-2017{rest}"
                for rest in ("", "/claim?lang=pl", "/appeal?lang=hu")
            ),
            *(f"search?q={quote(word)}&limit=100" for word in ("27", "atut", "kártya", "27-40")),
            *(
                f"suggest?q={quote(word)}&lang={code}"
                for word in ("27", "odz", "lic")
                for code in ("pl", "hu")
            ),
            *("link?to=authorities", "link"),
        ):
            is_link = path.startswith("link")
            body = b"Law 27B1, Law 41 and Law 64" if is_link else None
            method = "POST" if is_link else "GET"
            answer = ask(address, path, method, body, content_type="text/plain")
            assert answer.status == 200, path
            said = answer.body.decode()
            assert not [one for one in hidden if one in said], path
        for path in (
            *(
                "provisions/27",
                "laws/bridge-2017",
                "laws/bridge-2017/27",
                "records/bridge-2017/27.A",
            ),
            *(
                "texts/bridge-2017/pl/records",
                "texts/bridge-2017/hu/records",
                "texts/bridge-2017/hu",
            ),
            "articles/irregularities/1",  # of a series of which no text is there
            *("definitions/bridge-2017", "provisions/bridge-2017/pl:27", "provisions/27?lang=hu"),
        ):
            answer = ask(address, path)
            assert answer.status in (403, 404), path
            assert not [one for one in hidden if one in json.dumps(answer.json, ensure_ascii=False)]


def hidden_words(corpus: Corpus, store: Store) -> set[str]:
    """Words of the two texts that are long enough to be nobody else's."""
    return {
        words
        for text in corpus.texts
        for record in store.records(text.id)
        for words in (record.heading or "", record.body[:60])
        if len(words) > 24
    }

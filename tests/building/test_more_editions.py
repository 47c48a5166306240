"""A third edition of a work, and a text that is not published.

The third edition is made up: the Croatian laws of 1997 once more, as if they were of 1987.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kb.build import build
from kb.corpus import manifest
from kb.publishing.output.page_list import pages
from kb.publishing.parts.language_site import language_site
from kb.records.report import report
from kb.storage.store import Store
from support.command import Kodeks
from support.homes import copy_corpus, edit_file, edit_manifest, keep_areas, keep_texts

ROWS = "corpus/curation/correspondence"
ALL = ("bridge-2017/hu", "bridge-2017/pl", "bridge-1997/hr")


def with_1987(text: str) -> str:
    """The manifest with a made-up edition of 1987 that is word for word that of 1997."""
    editions, texts = text.split("# --- texts", 1)
    edition = editions[editions.index('[[edition]]\nid = "bridge-1997"') :]
    edition = edition[: edition.index("[[edition]]", 1)].replace("1997", "1987")
    own = texts[texts.index('[[text]]\nid = "bridge-1997/hr"') :]
    own = own.split("\n[[text]]")[0].replace("bridge-1997/hr", "bridge-1987/hr")
    own = own.replace('edition = "bridge-1997"', 'edition = "bridge-1987"')
    own = own.replace('effective = "1997"', 'effective = "1987"')
    return f"{editions}{edition}\n# --- texts{texts}\n{own}\n"


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Store]:
    home = copy_corpus(tmp_path_factory.mktemp("three") / "home")
    keep_texts(home, *ALL)
    keep_areas(home, "cards")
    edit_manifest(home, with_1987)
    head, *rows = (home / ROWS / "bridge-1997_bridge-2017.tsv").read_text("utf-8").splitlines()
    old = [row.split("\t")[0] for row in rows if row[0] != "\t"]
    same = [head, *(f"{id}\tsame\t{id}\t\thigh" for id in old), ""]
    (home / ROWS / "bridge-1987_bridge-1997.tsv").write_text("\n".join(same), "utf-8")
    (home / ROWS / "bridge-1987_bridge-2017.tsv").write_text("\n".join([head, *rows, ""]), "utf-8")
    return home, build(manifest.load(home)).store


@pytest.mark.slow
def test_each_newer_edition_has_its_own_places(
    three: tuple[Path, Store], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KODEKS_HOME", str(three[0]))
    kodeks = Kodeks(monkeypatch, capsys)
    assert kodeks("show", "12C1", "--in", "bridge-1987") == 0
    assert "→ Law 12C1 of bridge-1997, same\n" in kodeks.out
    assert "→ Law 12C2, Law 12C2(a) of bridge-2017, split" in kodeks.out
    assert kodeks("show", "12C1", "--lang", "hr") == 0
    assert "Law 12C2 of bridge-1997, split" in kodeks.out
    results = kodeks.json("search", "12C1", "--in", "bridge-1987")["results"]
    assert isinstance(results, list)
    now = ["bridge-1997:12.C.1", "bridge-2017:12.C.2", "bridge-2017:12.C.2.a"]
    assert results[0]["hits"][0]["now"] == now


@pytest.mark.slow
def test_the_report_has_what_is_not_certain_of_each(three: tuple[Path, Store]) -> None:
    home, store = three
    found = report(store, manifest.load(home).readable)
    uncertain = [one.edition for one in found if one.kind == "corresponds"]
    assert uncertain.count("bridge-1987") == uncertain.count("bridge-1997") == 3


@pytest.mark.slow
def test_the_site_compares_an_edition_with_the_one_before(three: tuple[Path, Store]) -> None:
    home, store = three
    found = {
        page.path: page.html for page in pages(language_site(manifest.load(home), store, "hr"))
    }
    assert "bridge-1997_bridge-2017/12.md" in found
    assert "bridge-1987_bridge-1997/12.md" in found
    assert "bridge-1987_bridge-2017/12.md" not in found
    assert 'href="../../bridge-2017/12/#12.C.2"' in found["bridge-1987/12.md"]  # the current code
    for path, html in found.items():
        assert len(ids := re.findall(r' id="([^"]+)"', html)) == len(set(ids)), path


@pytest.mark.slow
def test_a_provision_of_an_unpublished_text_is_no_place_on_the_site(home: Path) -> None:
    """16C3 is in the Polish text only."""

    def closed(text: str) -> str:
        head, _, tail = text.partition('id = "bridge-2017/pl"')
        return f'{head}id = "bridge-2017/pl"' + tail.replace("publish = true", "publish = false", 1)

    keep_texts(home, *ALL)
    keep_areas(home, "cards")
    edit_manifest(home, closed)

    def divided(text: str) -> str:
        text = re.sub("\n\tnew\t16.C.3\t[^\n]*", "", text)
        return text.replace("16.C.2\tsame\t16.C.2\t", "16.C.2\tsplit\t16.C.2 16.C.3\t")

    edit_file(home / ROWS / "bridge-1997_bridge-2017.tsv", divided)
    corpus = manifest.load(home)
    store = build(corpus).store
    found = {page.path: page.html for page in pages(language_site(corpus, store, "hr"))}
    assert "16.C.3" not in found["bridge-1997/16.md"]
    assert 'href="../../bridge-2017/16/#16.C.2"' in found["bridge-1997/16.md"]

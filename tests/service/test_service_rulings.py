"""The API of a library of rulings says what the command says, and sees what is written to it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kb.corpus.corpus import Corpus
from kb.publishing.output.site import site_directory
from kb.service.server import running
from kb.storage.store import Store
from support.faults import copy_home
from support.libraries import Shelf, write_rulings
from support.schemas import validator
from support.serving import QUIET, ask


@pytest.fixture(scope="module")
def served_home(built_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of a built home, with a site of one page."""
    home = copy_home(built_home, tmp_path_factory.mktemp("served") / "home")
    site_directory(home).mkdir()
    (site_directory(home) / "index.html").write_text("<!doctype html>", encoding="utf-8")
    return home


@pytest.fixture(scope="module")
def served_shelf(corpus: Corpus, store: Store, served_home: Path) -> Shelf:
    """A library below the home that is served."""
    folder = served_home / "rulings"
    folder.mkdir()
    shelf = Shelf(corpus, store, served_home, [write_rulings(folder)])
    shelf.update()
    return shelf


@pytest.fixture(scope="module")
def served(served_shelf: Shelf) -> Iterator[str]:
    """The address of a service that has it."""
    assert [*served_shelf.folders] == [served_shelf.home / "rulings"]
    with running(served_shelf.home, replace(QUIET, library="rulings")) as address:
        yield address


@pytest.mark.slow
def test_a_search_answers_with_counts_as_the_command_does(served: str, served_shelf: Shelf) -> None:
    answer = ask(
        served, "rulings?q=wahanie%2016B&body=EBL&lang=it&since=2019", accept_language="pl"
    )
    assert answer.status == 200
    validator("rulings").validate(answer.json)
    (result,) = answer.json["results"]
    assert (result["file"], result["language"]) == ("EBL/2019/esitazione.md", "it")
    assert {"id": "bridge-2017:16", "name": "przepis 16"} in result["laws"]
    expected = served_shelf.answer(
        "wahanie 16B", only={"body": ("EBL",), "language": ("it",)}, since="2019"
    )
    assert answer.json["total"] == expected["total"] == 1
    assert [row["count"] for row in answer.json["facets"]["law"]] == [1, 1, 1]


def test_both_laws_must_be_cited(served: str) -> None:
    found = ask(served, "rulings?law=16B&law=73C&sort=date").json
    assert [one["file"] for one in found["results"]] == ["EBL/2019/esitazione.md", "wahanie.txt"]


def test_the_next_part_is_named_with_all_that_was_asked(served: str) -> None:
    first = ask(served, "rulings?law=16&limit=2&sort=date")
    onward = first.json["next"]
    assert first.headers["link"] == f'<{onward}>; rel="next"'
    second = ask(served, onward.removeprefix("/api/v1/")).json
    assert (len(first.json["results"]), len(second["results"])) == (2, 1)
    assert second["next"] is None
    files = {one["file"] for one in (*first.json["results"], *second["results"])}
    assert len(files) == 3


def test_one_ruling_and_those_like_it(served: str, served_shelf: Shelf) -> None:
    id = served_shelf.id("wahanie.txt")
    one = ask(served, f"rulings/{id}").json
    validator("rulings").validate(one)
    assert one["ruling"]["text"].startswith("Namysł przed pasem")
    assert one["ruling"]["cites"][0]["now"] == ["bridge-2017:16.B.1"]
    like = ask(served, f"rulings/{id}/similar?limit=1").json
    validator("rulings").validate(like)
    assert [hit["file"] for hit in like["results"]] == ["EBL/2019/esitazione.md"]
    missing = ask(served, "rulings/wahanie-0")
    assert (missing.status, missing.json["suggestions"][0]) == (404, id)


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("since=soon", 422),
        ("since=2019-19", 400),
        ("law=16Q", 404),
        ("limit=0", 422),
        ("lang=polish", 422),
        ("q=" + "x" * 2001, 422),
        ("q=%00%01", 200),
    ],
)
def test_what_is_wrong_is_a_problem(served: str, query: str, status: int) -> None:
    assert ask(served, f"rulings?{query}").status == status


def test_what_is_written_is_seen_and_has_another_tag(served: str, served_shelf: Shelf) -> None:
    before = ask(served, "rulings?q=hesitation")
    again = ask(served, "rulings?q=hesitation", if_none_match=before.headers["etag"])
    assert again.status == 304
    write_rulings(served_shelf.folders[0], {"new.md": "Hesitation by East, Law 16B.\n"})
    served_shelf.update()
    after = ask(served, "rulings?q=hesitation", if_none_match=before.headers["etag"])
    assert after.status == 200
    assert after.json["total"] == before.json["total"] + 1
    (served_shelf.folders[0] / "new.md").unlink()
    served_shelf.update(anew=True)  # another directory takes its place
    assert ask(served, "rulings?q=hesitation").json["total"] == before.json["total"]


@pytest.mark.slow
def test_a_service_without_a_library_says_so(served_home: Path) -> None:
    with running(served_home, QUIET) as address:
        answer = ask(address, "rulings?q=x")
    assert (answer.status, answer.json["detail"]) == (404, "this service has no library of rulings")


@pytest.mark.slow
def test_a_library_without_an_index_is_not_ready(served_home: Path, tmp_path: Path) -> None:
    with running(served_home, replace(QUIET, library=str(tmp_path))) as address:
        answer = ask(address, "rulings?q=x")
        assert answer.status == 503
        assert os.fspath(tmp_path) not in json.dumps(answer.json)


def test_the_concordance_has_the_rulings_with_their_pages(served: str, served_shelf: Shelf) -> None:
    asked = "concordance?q=%22wynik%20rozjemczy%22%20kind:ruling"
    answer = ask(served, asked, accept_language="pl")
    assert answer.status == 200
    validator("concordance").validate(answer.json)
    (line,) = answer.json["lines"]
    id = served_shelf.id("PZBS/renons.md")
    assert (line["id"], line["name"]) == (id, "Fałszywy renons obrońcy")
    assert line["page"] == f"/pl/rulings/?id={id}"
    assert (line["text"], line["match"]) == ("rulings/pl", "wynik rozjemczy")
    both = ask(served, "concordance?q=renons", accept_language="pl").json["counts"]["texts"]
    assert {"rulings/pl", "bridge-2017/pl"} <= {one["text"] for one in both}


def test_the_concordance_sees_what_is_written_to_the_library(
    served: str, served_shelf: Shelf
) -> None:
    before = ask(served, "concordance?q=zyzzyva")
    assert before.json["total"] == 0
    path = served_shelf.folders[0] / "later.md"
    path.write_text("---\nlang: en\n---\n\nA zyzzyva, Law 64C.\n", encoding="utf-8")
    try:
        served_shelf.update()
        after = ask(served, "concordance?q=zyzzyva")
        assert [line["match"] for line in after.json["lines"]] == ["zyzzyva"]
        assert after.headers["etag"] != before.headers["etag"]
    finally:
        path.unlink()
        served_shelf.update()

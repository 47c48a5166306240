"""A service answers for rulebooks as unlike ours as can be."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.service.server import running
from support.homes import site_home
from support.hostile_works import BRIC, DUEL, TAVLI, expected, ruling
from support.schemas import validator
from support.serving import QUIET, ask

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def works(hostile_built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service that has the three, and a site of one page."""
    home = site_home(tmp_path_factory.mktemp("hostile-served") / "home", hostile_built)
    (home / "build/site").mkdir()
    (home / "build/site/index.html").write_text("<!doctype html>", encoding="utf-8")
    with running(home, QUIET) as served:
        yield served


@pytest.mark.parametrize(
    ("reference", "text", "id"),
    [
        ("duel-2025:9.2", DUEL, "9.2"),
        ("duel-2025:A.4.1", DUEL, "A.4.1"),
        ("duel-2025:5.1", DUEL, "5.1"),
        ("tavli-2024:5.B.2.b.ii", TAVLI, "5.B.2.b.ii"),
        ("tavli-2024:5B2", TAVLI, "5.B.2"),
        ("bric-2023:27B1(b)", BRIC, "27.B.1.b"),
        ("bric-2023:12", BRIC, "12"),
    ],
)
def test_provisions_are_had_by_id(reference: str, text: str, id: str, works: str) -> None:
    answer = ask(works, f"provisions/{reference}")
    assert answer.status == 200
    validator("show").validate(answer.json)
    [found] = answer.json["found"]
    assert (found["edition"], found["id"]) == (text.partition("/")[0], id)
    [row] = [one for one in expected("provisions") if (one["text"], one["id"]) == (text, id)]
    first = found["texts"][text][0]
    if row["begins"] != "-":
        words = [first["heading"] or "", first["body"]]
        assert any(one.startswith(row["begins"]) for one in words)


@pytest.mark.parametrize("text", [DUEL, TAVLI, BRIC])
def test_what_people_type_is_found(text: str, works: str) -> None:
    for row in expected("queries"):
        if row["text"] == text:
            answer = ask(works, f"search?q={row['query']}&lang={row['language']}")
            assert answer.status == 200
            validator("search").validate(answer.json)
            first = answer.json["results"][0]
            assert first["edition"] == text.partition("/")[0], row
            assert row["provision"] in [first["id"], *(hit["id"] for hit in first["hits"])], row


@pytest.mark.parametrize("name", ["duel-ru.md", "duel-en.md", "tavli-el.md", "bric-tr.md"])
def test_rulings_are_linked(name: str, works: str) -> None:
    body = {"document": ruling(name), "format": "markdown"}
    answer = ask(works, "link", "POST", json.dumps(body).encode(), content_type="application/json")
    assert answer.status == 200
    validator("links").validate(answer.json["links"])
    told = [
        (one["status"], one["edition"], " ".join(map(_path, one["targets"])))
        for one in answer.json["links"]["citations"]
    ]
    rows = [row for row in expected("links") if row["ruling"] == name and row["status"] != "none"]
    assert told == [(row["status"], row["edition"], row["id"]) for row in rows]
    for row in rows:
        if row["status"] == "linked":
            law, _, rest = row["id"].split()[0].partition(".")
            anchor = f"#{row['id'].split()[0]}" if rest else ""
            assert f"/{row['edition']}/{law}/{anchor}" in answer.json["document"]


def _path(target: str | dict[str, str]) -> str:
    """The ids of a target without their edition: one, or the two ends of a range."""
    ids = [target] if isinstance(target, str) else [target["from"], target["to"]]
    return " ".join(id.partition(":")[2] for id in ids)

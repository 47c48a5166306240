"""Pages of the site are given out as they were built, or not at all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.core.errors import BuildError
from kb.publishing.output.offline import TABLE, digest
from kb.publishing.output.site import site_directory
from kb.service.builds import Builds
from kb.service.server import running
from kb.service.settings import Settings
from support.serving import ask
from support.wire import assert_problem

SETTINGS = Settings(port=0, level="error")

PAGE = b"<!doctype html><title>Law 27</title>" + b"<p>insufficient bid</p>" * 100


@pytest.fixture
def pages(faulty_home: Path) -> Path:
    """A site of two pages and a style, with tables of their digests as a build writes them."""
    root = site_directory(faulty_home)
    own = {"hu/27/": PAGE, "hu/": b"<!doctype html>hu"}
    beside = {"": (root / "index.html").read_bytes(), "assets/a.css": b"p{}"}
    for path, content in (own | beside).items():
        file = root / (f"{path}index.html" if path[-1:] in ("", "/") else path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    for directory, files in (("hu/", own), ("", beside)):
        table = {path: digest(content) for path, content in files.items()}
        (root / directory / TABLE).write_text(json.dumps(table), encoding="utf-8")
    return root


@pytest.fixture
def address(pages: Path, faulty_home: Path) -> Iterator[str]:
    with running(faulty_home, SETTINGS) as served:
        yield served


@pytest.mark.slow
@pytest.mark.parametrize("accepted", ["gzip", "identity"])
@pytest.mark.parametrize(
    ("path", "file"), [("/hu/27/", "hu/27/index.html"), ("/assets/a.css", "assets/a.css")]
)
def test_a_file_that_is_not_as_it_was_built_is_not_given_out(
    pages: Path, address: str, path: str, file: str, accepted: str
) -> None:
    whole = (pages / file).read_bytes()
    for damaged in (whole[:-1], whole + b"x", b"", whole[:2].swapcase() + whole[2:] + b" "):
        assert ask(address, path, accept_encoding=accepted).status == 200
        (pages / file).write_bytes(damaged)
        answer = ask(address, path, accept_encoding=accepted)
        assert_problem(answer, 503)
        assert str(pages) not in answer.body.decode()
        (pages / file).write_bytes(whole)
    assert ask(address, path).body == whole


@pytest.mark.slow
def test_a_table_that_cannot_be_read_says_nothing(pages: Path, address: str) -> None:
    for content in ("{", "[]", "null", "\udcff"):
        (pages / "hu" / TABLE).write_bytes(content.encode("utf-8", "surrogateescape"))
        assert ask(address, "/hu/27/").body == PAGE


@pytest.mark.slow
def test_what_no_table_has_is_given_out(pages: Path, address: str) -> None:
    (pages / "hu/note.txt").write_text("own", encoding="utf-8")
    assert ask(address, "/hu/note.txt").body == b"own"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "cannot copy the index to /var/cache/kodeks/x: No space left on device",
            "cannot copy the index to x: No space left on device",
        ),
        (
            "[Errno 13] Permission denied: '/srv/secret/kb/current'",
            "[Errno 13] Permission denied: 'current'",
        ),
        ("the build in /opt/kodeks/build/kb/ab is damaged (index/a.toc)", None),
        ("Run kodeks build; 3/4 of it, or bridge-2017/pl", None),
    ],
)
def test_why_it_is_not_ready_names_no_place_of_ours(
    tmp_path: Path, said: str, told: str | None
) -> None:
    builds = Builds(tmp_path, SETTINGS)
    builds._refuse(OSError(said) if said.startswith("[") else BuildError(said))
    assert builds.refused == (told or said.replace("/opt/kodeks/build/kb/", ""))

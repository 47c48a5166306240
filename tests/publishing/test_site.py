"""The site is built strictly and as a whole, the same each time, and served on loopback."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from kb.build import build
from kb.core.errors import BuildError
from kb.corpus import manifest
from kb.publishing.output.site import build_site, site_directory
from kb.service.server import running
from kb.service.settings import Settings
from support.homes import (
    REPOSITORY,
    copy_corpus,
    edit_file,
    keep_areas,
    keep_texts,
    site_home,
)
from support.serving import QUIET
from support.site_reading import Pages


def test_the_root_leads_to_every_language_in_its_own_name(site_pages: Pages) -> None:
    page = site_pages["index.html"]
    for code, name in (("hu", "magyar"), ("pl", "polski"), ("hr", "hrvatski")):
        assert ("a", f"{code}/") in page.links
        assert (name, code) in page.texts


@pytest.mark.slow
def test_the_server_serves_the_site_on_loopback_only(address: str) -> None:
    assert address.startswith("http://127.0.0.1:")
    with urllib.request.urlopen(f"{address}hu/bridge-2017/27/") as answer:
        assert answer.status == 200
        assert b'id="27.B.1.b"' in answer.read()
        assert answer.headers["Access-Control-Allow-Origin"] is None
    clauses = f"{address}linker/bridge-2017/hu/27.json"
    with urllib.request.urlopen(clauses) as answer:  # pages of other sites read these
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
    for path in ("../../etc/passwd", "assets/", "nowhere/"):
        with pytest.raises(urllib.error.HTTPError, match="404") as caught:
            urllib.request.urlopen(f"{address}{path}")
        with caught.value as answer:
            assert b"Kodeks" in answer.read()  # the site's page, not the server's


def test_a_taken_port_says_how_to_choose_another(site: Path, address: str) -> None:
    taken = int(address.rstrip("/").rpartition(":")[2])
    with pytest.raises(BuildError) as caught, running(site.parents[1], Settings(port=taken)):
        pass
    assert "--port" in str(caught.value.hint)


def test_a_home_without_a_site_says_how_to_build_it(tmp_path: Path) -> None:
    with pytest.raises(BuildError) as caught, running(tmp_path, QUIET):
        pass
    assert "kodeks site" in str(caught.value.hint)


@pytest.mark.slow
def test_a_site_with_a_broken_link_leaves_the_old_one(first_home: Path, tmp_path: Path) -> None:
    home = site_home(tmp_path / "home", first_home)
    (home / "site").unlink()
    shutil.copytree(REPOSITORY / "site", home / "site")
    old = site_directory(home)
    old.mkdir()
    (old / "index.html").write_text("the old one", encoding="utf-8")
    edit_file(home / "site/pages/index.md", lambda text: text + "\n[gone](gone.md)\n")
    with pytest.raises(BuildError, match=r"gone\.md"):
        build_site(home)
    assert (old / "index.html").read_text(encoding="utf-8") == "the old one"
    assert sorted(path.name for path in (home / "build").iterdir()) == [
        "hashes.json",
        "kb",
        "library",
        "site",
    ]


def hashes(directory: Path) -> dict[str, str]:
    return {
        path.relative_to(directory).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(directory.rglob("*"))
        if path.is_file()
    }


@pytest.mark.slow
def test_the_same_corpus_gives_the_same_bytes_elsewhere_and_by_plain_mkdocs(
    tmp_path: Path,
) -> None:
    """Another directory, another seed of hashes, one process instead of several."""
    built = copy_corpus(tmp_path / "built")
    keep_texts(built, "bridge-2017/pl", "bridge-1997/hr")  # quick to build
    keep_areas(built, "cards")
    build(manifest.load(built))
    home, other = (site_home(tmp_path / name, built) for name in ("home", "other"))
    build_site(home)
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict"],
        cwd=other,
        env={k: v for k, v in os.environ.items() if k != "SOURCE_DATE_EPOCH"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert hashes(site_directory(other)) == hashes(site_directory(home))

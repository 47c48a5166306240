"""The first page: built strictly, served on loopback, asking no other host for anything."""

from __future__ import annotations

import re
import threading
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from conftest import REPOSITORY
from kb.errors import BuildError
from kb.publishing.serve import make_server
from kb.publishing.site import build_site, site_directory


@pytest.fixture(scope="module")
def site_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the site's sources, its site built."""
    home = tmp_path_factory.mktemp("site")
    for name in ("corpus", "site", "mkdocs.yml"):
        (home / name).symlink_to(REPOSITORY / name)
    build_site(home)
    return home


def test_the_page_is_there_and_names_the_texts(site_home: Path) -> None:
    page = (site_directory(site_home) / "index.html").read_text(encoding="utf-8")
    assert "Międzynarodowe Prawo Brydżowe 2017" in page
    assert "the federation's text binds" in page
    assert 'lang="pl"' in page


def test_no_page_asks_another_host(site_home: Path) -> None:
    loads = re.compile(
        r"""<(?:script|link|img|iframe|source)[^>]*?(?:src|href)=["'](?:https?:)?//[^"']+"""
    )
    for page in site_directory(site_home).rglob("*.html"):
        found = [m for m in loads.findall(page.read_text(encoding="utf-8")) if "canonical" not in m]
        assert not found, (page, found)


def test_the_server_serves_the_site_on_loopback_only(site_home: Path) -> None:
    with make_server(site_home, 0) as server:
        host, port = server.server_address[:2]
        assert host == "127.0.0.1"
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as answer:
                assert answer.status == 200
                assert b"Kodeks" in answer.read()
            for path in ("../../etc/passwd", "assets/", "nowhere/"):
                with pytest.raises(urllib.error.HTTPError, match="404") as caught:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/{path}")
                with caught.value as answer:
                    assert b"Kodeks" in answer.read()  # the site's page, not the server's
        finally:
            server.shutdown()
            thread.join()


def test_a_taken_port_says_how_to_choose_another(site_home: Path) -> None:
    with make_server(site_home, 0) as server, pytest.raises(BuildError) as caught:
        make_server(site_home, server.server_address[1])
    assert "--port" in str(caught.value.hint)


def test_a_site_with_a_broken_link_leaves_the_old_one(tmp_path: Path) -> None:
    pages = tmp_path / "site/pages"
    pages.mkdir(parents=True)
    (tmp_path / "corpus").symlink_to(REPOSITORY / "corpus")
    (tmp_path / "mkdocs.yml").symlink_to(REPOSITORY / "mkdocs.yml")
    (pages / "index.md").write_text("# One\n", encoding="utf-8")
    config = (REPOSITORY / "mkdocs.yml").read_text(encoding="utf-8")
    (tmp_path / "mkdocs.yml").unlink()
    (tmp_path / "mkdocs.yml").write_text(config, encoding="utf-8")
    build_site(tmp_path)
    (pages / "index.md").write_text("# Two\n\n[gone](gone.md)\n", encoding="utf-8")
    with pytest.raises(BuildError, match=r"gone\.md"):
        build_site(tmp_path)
    page = (site_directory(tmp_path) / "index.html").read_text(encoding="utf-8")
    assert "One" in page
    assert [p.name for p in (tmp_path / "build").iterdir()] == ["site"]

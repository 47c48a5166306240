"""Links and remarks of articles that do not fit are told with their file and line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kb.build import build
from kb.core.errors import KodeksError, ReadingError
from kb.core.stored_records import SectionRecord
from kb.corpus import manifest
from kb.publishing.output.page_list import pages
from kb.publishing.parts.language_site import language_site
from kb.storage.store import Store, current
from support.homes import Edit, copy_corpus, edit_file, edit_manifest, keep_texts

pytestmark = pytest.mark.slow


@contextmanager
def restored(path: Path) -> Iterator[str]:
    """The text of a file, which is put back whatever is done to it."""
    before = path.read_text(encoding="utf-8")
    try:
        yield before
    finally:
        path.write_text(before, encoding="utf-8")


def refused(home: Path, name: str, edit: Edit) -> str:
    """What a build says of an edit; what was built before stays in use."""
    path = home / "corpus/curation/articles/irregularities" / name
    before = current(home)
    with restored(path):
        edit_file(path, edit)
        with pytest.raises(KodeksError) as error:
            build(manifest.load(home))
    assert current(home) == before
    assert not [one for one in (home / "build/kb").iterdir() if one.name.startswith(".current-")]
    assert str(path) in error.value.message
    return f"{error.value.message} {error.value.hint or ''}"


@pytest.fixture(scope="module")
def articles_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the articles and the code that they are about, built."""
    home = copy_corpus(tmp_path_factory.mktemp("articles") / "home")

    keep_texts(home, "bridge-2017/pl", "irregularities/it")
    build(manifest.load(home))
    return home


@pytest.mark.parametrize(
    ("name", "row", "said"),
    [
        ("links.tsv", "7.3\t94\tfurther\thigh\twhy not", "94 does not exist in bridge-2017"),
        ("links.tsv", "7.3\t63.Z\tfurther\thigh\twhy not", "63.Z does not exist in bridge-2017"),
        ("links.tsv", "7.30\t63\tfurther\thigh\twhy not", "there is no section '7.30'"),
        ("links.tsv", "7.3\t63.A\tfurther\thigh\tagain", "7.3 is linked to 63.A twice"),
        ("links.tsv", "7.3\t62\tprimary\thigh\ttoo", "7.3 needs one primary link"),
        ("links.tsv", "7.3\t62\tmain\thigh\twhy", "unknown weight 'main'"),
        ("links.tsv", "7.3\t62\tfurther\tsure\twhy", "unknown confidence 'sure'"),
        ("links.tsv", "7.3\t62\tfurther\thigh\t", "say in a few words why"),
        ("links.tsv", "7.3\t62\tfurther\thigh", "4 columns, expected 5"),
        ("remarks.tsv", "7.3\tit 3595 not there\tSee Law 63.", "does not have 'not there'"),
        ("remarks.tsv", "7.3\tit 3314 L’obbligo\tSee Law 63.", "line 3314 of section 7.3 in it"),
        ("remarks.tsv", "7.3\tpl 3595 queste due\tSee Law 63.", "there is no text in 'pl'"),
        ("remarks.tsv", "7.3\tit x queste due\tSee Law 63.", "'it x queste due' is no place"),
        ("remarks.tsv", "7.3\tit 3595 queste due\t", "the remark must not be empty"),
        ("remarks.tsv", "7.3\tit 3595 queste due\tSee Law 63Z.", "Law 63Z does not exist"),
        (
            "remarks.tsv",
            "7.3\tit 3595 queste due | it 3595 precise\tSee Law 63.",
            "7.3 has this remark twice in it",
        ),
    ],
)
def test_a_link_or_remark_that_does_not_fit_is_told_with_its_line(
    name: str, row: str, said: str, articles_home: Path
) -> None:
    path = articles_home / "corpus/curation/articles/irregularities" / name
    number = path.read_text(encoding="utf-8").count("\n") + 1
    message = refused(articles_home, name, lambda text: f"{text}{row}\n")
    assert said in message
    assert f"{path}:{number}:" in message


def test_a_section_without_a_law_is_told(articles_home: Path) -> None:
    message = refused(
        articles_home,
        "links.tsv",
        lambda text: "".join(
            line for line in text.splitlines(keepends=True) if not line.startswith("8.9\t")
        ),
    )
    assert "section 8.9 is linked to no provision" in message


def test_an_edition_about_nothing_known_is_told(home: Path) -> None:
    edit_manifest(home, lambda text: text.replace('about = "bridge-2017"', 'about = "bridge-2027"'))
    with pytest.raises(KodeksError, match="irregularities is about no known edition: bridge-2027"):
        manifest.load(home)


def test_links_need_the_header(articles_home: Path) -> None:
    path = articles_home / "corpus/curation/articles/irregularities/links.tsv"
    with restored(path) as before:
        path.write_text(before.replace("why", "reason", 1), encoding="utf-8")
        with pytest.raises(ReadingError, match="the columns must be section, provision, weight"):
            build(manifest.load(articles_home))


@pytest.mark.parametrize("name", ["links.tsv", "remarks.tsv"])
def test_a_curated_file_that_is_missing_is_told(name: str, articles_home: Path) -> None:
    path = articles_home / "corpus/curation/articles/irregularities" / name
    with restored(path):
        path.unlink()
        with pytest.raises(KodeksError, match=f"{name}: No such file"):
            build(manifest.load(articles_home))


def test_a_language_may_be_taken_out_of_the_manifest(articles_home: Path, store: Store) -> None:
    kept = current(articles_home)
    assert kept is not None
    for own, whole in zip(
        kept.records("irregularities/it"), store.records("irregularities/it"), strict=True
    ):
        if not (isinstance(whole, SectionRecord) and whole.differences):
            assert own == whole


def test_articles_need_a_code_and_a_code_has_none(home: Path) -> None:
    edit_manifest(home, lambda text: text.replace('about = "bridge-2017"\n', ""))
    with pytest.raises(KodeksError, match="articles have both, a code has neither"):
        manifest.load(home)


def test_articles_are_whole_where_their_code_may_not_be_published(articles_home: Path) -> None:

    def unpublished(text: str) -> str:
        head, code, articles = text.split("[[text]]")
        code = code.replace("publish = true", "publish = false")
        return "[[text]]".join([head, code, articles])

    with restored(articles_home / "corpus/corpus.toml"):
        edit_manifest(articles_home, unpublished)
        corpus = manifest.load(articles_home)
        made = {page.path: page for page in pages(language_site(corpus, build(corpus).store, "it"))}
    part = made["irregularities/7.md"].html
    assert "La renonce diventa consumata" in part
    assert "63A" not in re.sub(r"<p class=.kb-difference.*?</p>", "", part)
    assert "bridge-2017" not in part

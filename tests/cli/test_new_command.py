"""`kodeks new`: a rulebook in any format becomes a text that is read, or nothing is written."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kb.adding import new_text
from kb.core.errors import CorpusError
from kb.corpus import manifest
from kb.reading.read import read
from support import made_up_rulebooks as books
from support.asking import asked_at_a_terminal
from support.command import Kodeks

pytestmark = pytest.mark.slow

#: What is said of a made-up rulebook, but for its edition and language.
SAID = ("--title", "The small board", "--publisher", "Nobody", "--publish")

Add = Callable[..., int]


@pytest.fixture
def command(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> Kodeks:
    monkeypatch.setenv("KODEKS_HOME", str(home))
    monkeypatch.delenv("COLUMNS", raising=False)  # lines are not broken
    return Kodeks(monkeypatch, capsys)


@pytest.fixture
def add(command: Kodeks, tmp_path: Path) -> Add:
    """Adds a file with this content as the edition board-2018 in English, unless more is said."""

    def run(content: str | bytes, *said: str, name: str = "board.txt") -> int:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        usual = ("--edition", "board-2018", "--lang", "en", *SAID)
        return command("new", str(path), *(said or usual))

    return run


def snapshot(home: Path) -> dict[str, bytes]:
    """All files of the corpus."""
    return {
        path.relative_to(home).as_posix(): path.read_bytes()
        for path in (home / "corpus").rglob("*")
        if path.is_file()
    }


def directories(home: Path) -> set[Path]:
    return {path for path in (home / "corpus").rglob("*") if path.is_dir()}


def ids(home: Path, text: str) -> set[str]:
    """The ids of the records of a text, of which nothing is left over."""
    reading = read(manifest.load(home).text(text))
    assert not reading.unclaimed
    return {str(record.id) for record in reading.records}


# --- each format ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content", "provisions"),
    [
        ("board.txt", books.DECIMAL, {"2.1.c", "2.2.1.1", "A.1.1", "B.1"}),
        ("board.md", books.MARKDOWN, {"2.1.c", "2.2.1.1", "A.1.1", "B.1"}),
        ("board.html", books.html(books.DECIMAL), {"2.1.c", "2.2.1.1", "A.1.1", "B.1"}),
        ("board.docx", books.docx(), {"1.1.2.b", "2.2"}),
    ],
    ids=["text", "markdown", "html", "docx"],
)
def test_a_rulebook_in_any_format_is_added_and_read(
    add: Add, home: Path, name: str, content: str | bytes, provisions: set[str]
) -> None:
    assert add(content, name=name) == 0
    assert ids(home, "board-2018/en") >= provisions
    text = manifest.load(home).text("board-2018/en")
    raw = content.encode() if isinstance(content, str) else content
    if name.endswith(".txt"):
        assert text.original is None
        assert text.source.read_bytes() == raw
    else:
        assert text.original
        assert text.original.file.read_bytes() == raw
        assert (
            text.original.file == home / f"corpus/sources/original/board-2018_en{Path(name).suffix}"
        )


def test_the_original_is_verified_too(add: Add, home: Path) -> None:
    add(books.MARKDOWN, name="board.md")
    text = manifest.load(home).text("board-2018/en")
    assert text.original
    text.original.file.write_text("something else", encoding="utf-8")
    with pytest.raises(CorpusError, match=r"original/board-2018_en\.md: expected sha256"):
        text.lines()


# --- each numbering -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "language", "provisions"),
    [
        (books.CYRILLIC, "ru", {"1.2.2", "2.1.c", "2.2.1", "A.2"}),
        (books.RELATIVE, "tr", {"2.1.b", "3.4"}),
        (books.PAGED, "en", {"1.3", "2.3", "3.1"}),
        (books.LETTERED, "en", {"1.B.2.b.ii", "3.B"}),
        (books.FLATTENED, "en", {"chapter.1", "1.B.1.b", "2.B.1"}),
    ],
    ids=["cyrillic", "relative", "paged", "lettered", "flattened"],
)
def test_each_numbering_is_read_by_what_is_written(
    add: Add, home: Path, content: str, language: str, provisions: set[str]
) -> None:
    assert add(content, "--edition", "board-2018", "--lang", language, *SAID) == 0
    assert ids(home, f"board-2018/{language}") >= provisions


def test_a_statute_is_kept_and_says_that_it_needs_hands(
    add: Add, home: Path, command: Kodeks
) -> None:
    assert add(books.STATUTE) == 0
    assert "needs hand work" in command.out
    text = manifest.load(home).text("board-2018/en")
    assert text.layout is None
    assert (home / "corpus/curation/reading/board-2018_en/print.toml").is_file()
    text.lines()


def test_a_text_that_is_not_read_to_its_end_is_written_and_says_where(
    add: Add, home: Path, command: Kodeks
) -> None:
    assert add(books.LETTERED.replace("B. Its legs", "C. Its legs")) == 0
    line = books.LETTERED.split("\n").index("B. Its legs") + 1
    assert f"{home}/corpus/sources/board-2018_en.txt:{line}: found 'C. Its legs'" in command.out
    assert "corrections.tsv" in command.out
    assert manifest.load(home).text("board-2018/en").layout == "outline"


def test_a_numbering_without_a_reader_is_said_plainly(add: Add, command: Kodeks) -> None:
    assert (
        add("Article 1: Board\n\n* 1a) One.\n+ 1a1) Two.\n\nArticle 2: Men\n\n* 2a) Three.\n") == 0
    )
    assert "3 numbered lines were read as prose; this numbering has no reader." in command.out


def test_a_layout_that_is_given_counts(add: Add, home: Path) -> None:
    said = ("--edition", "board-2018", "--lang", "en", *SAID)
    assert add(books.DECIMAL, *said, "--layout", "none") == 0
    assert manifest.load(home).text("board-2018/en").layout is None


# --- what is written ------------------------------------------------------------------------------


def test_the_manifest_keeps_its_words_and_gets_the_entries(add: Add, home: Path) -> None:
    before = (home / manifest.MANIFEST).read_text(encoding="utf-8")
    said = ("--name", "small board", "--name", "kis tábla", "--holder", "All of us", "--export")
    assert add(books.DECIMAL, "--edition", "board-2018", "--lang", "en", *SAID, *said) == 0
    after = (home / manifest.MANIFEST).read_text(encoding="utf-8")
    kept = iter(after.split("\n"))
    assert all(line in kept for line in before.split("\n"))  # each of them, in order
    toml = tomllib.loads(after)
    work = next(one for one in toml["work"] if one["id"] == "board")
    assert work == {
        "id": "board",
        "title": "The small board",
        "names": ["small board", "kis tábla"],
        "numbering": "decimal",
        "units": {
            "en": {
                "names": ["Article {path}"],
                "appendix": "Appendix {path}",
                "before": ["art.", "article", "articles", "arts."],
                "appendix_before": ["app.", "appendix"],
            }
        },
    }
    edition = {"id": "board-2018", "work": "board", "title": "The small board"}
    assert {**edition, "effective": "2018"} in toml["edition"]
    text = toml["text"][-1]
    source = (home / "corpus/sources/board-2018_en.txt").read_bytes()
    assert text["source"]["sha256"] == hashlib.sha256(source).hexdigest()
    assert text["rights"] == {"holder": "All of us", "publish": True, "export": True}
    assert (text["effective"], text["revision"]) == ("2018", "2018")
    rows = (home / "corpus/curation/reading/board-2018_en/corrections.tsv").read_text()
    assert rows == "line\tkind\tprinted\tofficial\treason\n"


def test_a_second_language_of_an_edition_adds_its_text_and_its_words(add: Add, home: Path) -> None:
    assert add(books.DECIMAL) == 0
    assert add(books.CYRILLIC, "--edition", "board-2018", "--lang", "ru", *SAID) == 0
    toml = tomllib.loads((home / manifest.MANIFEST).read_text(encoding="utf-8"))
    (work,) = (one for one in toml["work"] if one["id"] == "board")
    assert work["units"]["ru"]["names"] == ["Статья {path}"]
    assert "статьи" in work["units"]["ru"]["before"]
    assert work["units"]["ru"]["joiners"] == ["и", "или"]
    assert "joiners" not in work["units"]["en"]
    assert [one["id"] for one in toml["edition"]].count("board-2018") == 1
    assert {"board-2018/en", "board-2018/ru"} <= {one.id for one in manifest.load(home).texts}


def test_quotes_in_a_title_stay(add: Add, home: Path) -> None:
    title = 'The "small" board\'s \\ laws'
    said = ("--edition", "board-2018", "--lang", "en", *SAID, "--title", title)
    assert add(books.DECIMAL, *said) == 0
    assert manifest.load(home).text("board-2018/en").title == title


def test_a_dry_run_prints_and_writes_nothing(add: Add, home: Path, command: Kodeks) -> None:
    before, made = snapshot(home), directories(home)
    said = ("--edition", "board-2018", "--lang", "en", *SAID, "--dry-run")
    assert add(books.DECIMAL, *said) == 0
    assert (snapshot(home), directories(home)) == (before, made)
    for shown in ('+ id = "board-2018/en"', 'law = ["Article #:"]', "sources/board-2018_en.txt"):
        assert shown in command.out


def test_it_says_what_it_found_and_what_is_next(add: Add, command: Kodeks) -> None:
    add(books.DECIMAL)
    said = " ".join(command.out.split())
    for words in ("decimal: ", "Article #:", "kodeks check board-2018/en", "kodeks build"):
        assert words in said
    assert "look: line 4: 'Contents'" in said
    assert "contents in corpus/corpus.toml is still 'The laws of bridge and Ulti'" in said


# --- faults ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "code", "message"),
    [
        (("--edition", "Board 2018", "--lang", "en"), 2, "'Board 2018' cannot be the id"),
        (("--edition", "bridge-2017", "--lang", "pl"), 2, "bridge-2017/pl is in the corpus"),
        (("--edition", "irregularities", "--lang", "en"), 2, "hand work"),
        (("--edition", "board-2018", "--lang", "english"), 2, "no language"),
        (("--edition", "board-2018", "--lang", "qq"), 2, "no language"),
        (("--edition", "bridge-2017", "--lang", "en", "--work", "ulti"), 2, "edition of bridge"),
        (("--edition", "bridge-2017", "--lang", "en", "--name", "whist"), 2, "Edit `names`"),
        (("--edition", "bridge-2017", "--lang", "en", "--work-title", "x"), 2, "Edit `title`"),
        (("--edition", "board-2018", "--lang", "en", "--work", "A B"), 2, "id of a work"),
        (("--edition", "board-2018", "--lang", "en", "--effective", "May"), 2, "no date"),
        (("--edition", "board-2018", "--lang", "en", "--status", " "), 2, "no words"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_written(
    add: Add, home: Path, command: Kodeks, said: tuple[str, ...], code: int, message: str
) -> None:
    before = snapshot(home)
    assert add(books.DECIMAL, *SAID, *said) == code
    assert message in " ".join(command.err.split())
    assert snapshot(home) == before


@pytest.mark.parametrize("missing", ["--edition", "--lang", "--title", "--publisher", "--publish"])
def test_without_a_terminal_a_missing_option_is_named(
    add: Add, home: Path, command: Kodeks, missing: str
) -> None:
    said = ["--edition", "board-2018", "--lang", "en", *SAID]
    at = said.index(missing)
    del said[at : at + (1 if missing == "--publish" else 2)]
    before = snapshot(home)
    assert add(books.DECIMAL, *said) == 2
    assert f"{missing} " in command.err
    assert "terminal" in command.err
    assert snapshot(home) == before


def test_the_year_is_asked_where_the_edition_does_not_say_it(add: Add, command: Kodeks) -> None:
    assert add(books.DECIMAL, "--edition", "board", "--lang", "en", *SAID) == 2
    assert "--effective" in command.err


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("board.docx", b"PK broken", "cannot be read as DOCX"),
        ("board.txt", b"%PDF-1.4", "is a PDF"),
        ("board.txt", b"\n", "no text"),
    ],
)
def test_a_file_that_cannot_be_used_leaves_the_corpus_alone(
    add: Add, home: Path, command: Kodeks, name: str, content: bytes, message: str
) -> None:
    before = snapshot(home)
    assert add(content, name=name) == 4
    assert message in command.err
    assert snapshot(home) == before


def test_a_missing_file_is_told(command: Kodeks) -> None:
    assert command("new", "nowhere.txt", *SAID) == 4
    assert "nowhere.txt: there is no such file" in command.err


def test_files_that_are_there_are_not_written_over(add: Add, home: Path, command: Kodeks) -> None:
    (home / "corpus/sources/board-2018_en.txt").write_text("mine", encoding="utf-8")
    before = snapshot(home)
    assert add(books.DECIMAL) == 4
    assert "is there already" in command.err
    assert snapshot(home) == before


@pytest.mark.parametrize("fails", ["corpus.toml", "corrections.tsv", "board-2018_en.md"])
def test_a_write_that_is_broken_off_leaves_the_corpus_as_it_was(
    add: Add, home: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    whole = new_text.write_whole

    def write(path: Path, content: bytes) -> None:
        if path.name == fails:
            raise OSError(28, "No space left on device", str(path))
        whole(path, content)

    monkeypatch.setattr(new_text, "write_whole", write)
    before, made = snapshot(home), directories(home)
    assert add(books.MARKDOWN, name="board.md") == 1
    assert (snapshot(home), directories(home)) == (before, made)


def test_a_manifest_that_changed_meanwhile_is_not_written_over(home: Path, tmp_path: Path) -> None:
    corpus = manifest.load(home)
    path = tmp_path / "board.txt"
    path.write_text(books.DECIMAL, encoding="utf-8")
    source = new_text.PlainSource(path.read_bytes(), ".txt")
    new = new_text.NewText(
        "board-2018", "en", "board", "t", "t", "t", ("board",), "2018", "p", "r", "s", "h",
        publish=True, export=False,
    )  # fmt: skip
    from kb.adding.looking import look

    made = new_text.draft(corpus, new, source, look(source.lines))
    changed = (home / manifest.MANIFEST).read_text(encoding="utf-8") + "\n# by another\n"
    (home / manifest.MANIFEST).write_text(changed, encoding="utf-8")
    before = snapshot(home)
    with pytest.raises(CorpusError, match="changed meanwhile"):
        new_text.write(home, made)
    assert snapshot(home) == before


# --- at a terminal --------------------------------------------------------------------------------

#: What begins a question for words, what stands before a choice, and what a wrong answer gets.
_QUESTION = re.compile(rb"\x1b\[\?2004h|> |no language")


def test_at_a_terminal_it_asks_for_what_is_missing(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(books.DECIMAL, encoding="utf-8")
    keys = [b"board-2018\r", b"xx\r", b"\x15en\r", b"\r", b"The board\r", b"\r", b", tabla\r"]
    keys += [b"\r", b"\r", b"Nobody\r", b"\r", b"\r", b"\r", b"\r", b"\r"]
    shown, code = asked_at_a_terminal(home, keys, "new", str(path), sign=_QUESTION)
    assert code == 0, shown
    corpus = manifest.load(home)
    text = corpus.text("board-2018/en")
    assert (text.title, text.publisher, text.publish, text.export) == (
        "The board", "Nobody", False, False,
    )  # fmt: skip
    assert corpus.works[-1].names == ("board", "tabla")
    assert "no language" in shown


def test_who_breaks_off_at_a_terminal_leaves_nothing(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(books.DECIMAL, encoding="utf-8")
    before = snapshot(home)
    shown, code = asked_at_a_terminal(home, [b"\x03"], "new", str(path), sign=_QUESTION)
    assert code == 130, shown
    assert "Traceback" not in shown
    assert snapshot(home) == before

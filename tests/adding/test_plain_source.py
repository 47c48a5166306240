"""Anybody's file becomes plain text with the numbers that it prints, or says what is wrong."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from kb.adding import plain_source
from kb.adding.plain_source import PlainSource, UnusableFileError, read_source
from support import made_up_rulebooks as books


def made(directory: Path, name: str, content: str | bytes) -> Path:
    path = directory / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def lines(source: PlainSource) -> list[str]:
    return [line.strip() for line in source.lines if line.strip()]


def test_plain_text_is_kept_byte_for_byte(tmp_path: Path) -> None:
    source = read_source(made(tmp_path, "a.txt", books.DECIMAL))
    assert source.content == books.DECIMAL.encode()
    assert source.original is None


@pytest.mark.parametrize(
    ("raw", "plain", "said"),
    [
        (b"1. A\r\n2. B\r\n", b"1. A\n2. B\n", "LF"),
        (b"\xef\xbb\xbf1. A\n", b"1. A\n", "byte order mark"),
        (b"1. A\n\f2. B\n", b"1. A\n\n2. B\n", "page breaks"),
        (unicodedata.normalize("NFD", "Álom").encode(), "Álom".encode(), "NFC"),
    ],
    ids=["line ends", "mark", "pages", "accents"],
)
def test_what_cannot_stay_is_changed_and_the_original_kept(
    tmp_path: Path, raw: bytes, plain: bytes, said: str
) -> None:
    source = read_source(made(tmp_path, "a.txt", raw))
    assert (source.content, source.original) == (plain, raw)
    assert any(said in change for change in source.changes)


def test_markdown_keeps_its_lines_and_numbers(tmp_path: Path) -> None:
    text = "# Article 1\n\n1.1 One *and*\ntwo.\n\n3. three\n7. seven\n\n(a) first &amp; last\n"
    source = read_source(made(tmp_path, "a.md", text))
    assert lines(source) == [
        "Article 1", "1.1 One and", "two.", "3. three", "7. seven", "(a) first & last",
    ]  # fmt: skip
    assert source.original == text.encode()


def test_html_has_the_numbers_that_a_browser_prints(tmp_path: Path) -> None:
    text = (
        "<?xml version='1.0' encoding='utf-8'?><html><body><h1>Law</h1><ol start=5><li>x"
        "<ol type=a><li>y<li value=4><p>z</p></ol><li>w</ol><ol type=I reversed><li>p<li>q</ol>"
        "<ol type=A><li>k</ol><ol type=i><li>m</ol><p>one<br>two<script>no</script></body></html>"
    )
    source = read_source(made(tmp_path, "a.html", text))
    assert lines(source) == [
        "Law", "5. x", "a. y", "d. z", "6. w", "II. p", "I. q", "A. k", "i. m", "one", "two",
    ]  # fmt: skip


def test_docx_has_the_numbers_that_word_prints(tmp_path: Path) -> None:
    source = read_source(made(tmp_path, "a.docx", books.docx()))
    assert lines(source)[:7] == [
        "A game for a test",
        "Article 1: The board",
        "1.1 The board has sixteen squares.",
        "1.1.1 Light squares are white.",
        "1.1.2 Dark squares are black:",
        "(a) as coal or",
        "(b) as night.",
    ]
    assert "2.2 Then Article 1 applies." in lines(source)


@pytest.mark.parametrize(
    ("name", "content", "said", "hint"),
    [
        ("a.docx", b"PK\x03\x04 broken", "as DOCX", "save it as DOCX again"),
        ("a.docx", b"", "as DOCX", "save it as DOCX again"),
        ("a.html", b"", "no text", "OCR"),
        ("a.html", b"<p> </p>", "no text", "OCR"),
        ("a.txt", b" \f\n", "no text", "OCR"),
        ("a.txt", b"%PDF-1.7", "is a PDF", "pdftotext"),
        ("a.odt", b"x", "kind .odt", ".docx"),
        ("a", b"x", "without a suffix", ".txt"),
        (
            "a.txt",
            "Pravidla hry: žlutý kůň příšerně úpěl ďábelské ódy.".encode("cp1250"),
            "a.txt:1: is not UTF-8; it looks like cp1250",
            "iconv -f cp1250 -t UTF-8",
        ),
    ],
)
def test_what_cannot_be_used_says_why_and_what_to_do(
    tmp_path: Path, name: str, content: bytes, said: str, hint: str
) -> None:
    with pytest.raises(UnusableFileError) as caught:
        read_source(made(tmp_path, name, content))
    assert said in caught.value.message
    assert hint in (caught.value.hint or "")


def test_a_missing_file_and_a_directory_are_told(tmp_path: Path) -> None:
    for path in (tmp_path / "a.txt", tmp_path):
        with pytest.raises(UnusableFileError, match="no such file"):
            read_source(path)


def test_too_large_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_source, "LARGEST", 10)
    with pytest.raises(UnusableFileError, match="at most 10"):
        read_source(made(tmp_path, "a.txt", "12345678901"))
    monkeypatch.setattr(plain_source, "LARGEST", 100_000)
    monkeypatch.setattr(plain_source, "LARGEST_UNPACKED", 1000)
    with pytest.raises(UnusableFileError, match="unpacked"):
        read_source(made(tmp_path, "a.docx", books.docx()))


def test_a_library_that_is_not_installed_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "docx_parser_converter", None)
    with pytest.raises(UnusableFileError) as caught:
        read_source(made(tmp_path, "a.docx", books.docx()))
    assert "docx_parser_converter is needed" in caught.value.message
    assert "make install" in (caught.value.hint or "")

"""What is read of a ruling: its words, what it cites in today's numbers, its terms; redaction."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.library.redaction import BadRedactionError, read_redactor
from kb.library.ruling_document import RulingDocument
from kb.library.ruling_reader import LONGEST, RulingReader, ruling_id
from kb.linking.limits import BadDocumentError
from kb.search.passages import places_of


def read(reader: RulingReader, words: str, path: str = "a.md") -> RulingDocument:
    return reader.read(words.encode(), path, path)


def terms(document: RulingDocument) -> dict[str, list[str]]:
    """The terms of a ruling with the words that stand there."""
    whole = f"{document.facts.title}\n{document.text}"
    found: dict[str, list[str]] = {}
    for term, places in places_of(document.marks).items():
        spans = zip(places[::2], places[1::2], strict=True)
        found[term] = [whole[start:end] for start, end in spans]
    return found


def test_words_of_a_page_are_read_without_tags_code_and_links(reader: RulingReader) -> None:
    page = (
        "<h1>Case</h1>\n<p>West <b>re</b>voked&nbsp;at\ntrick 5.<br>Kov&aacute;cs saw it.</p>"
        "<script>x</script><pre>Law 12</pre><p><a href='/'>Home</a>End</p>"
    )
    assert read(reader, page, "a.html").text == "Case\nWest revoked at trick 5. Kovács saw it.\nEnd"


def test_words_know_on_which_line_they_stand(reader: RulingReader) -> None:
    document = read(reader, "---\ntitle: T\n---\n\nOne two\nthree.\n\n\nFour `code` five.\n")
    assert document.text == "One two three.\nFour five."
    lines = {word: document.line(document.text.index(word)) for word in ("One", "three", "five")}
    assert lines == {"One": 5, "three": 6, "five": 9}


def test_each_citation_is_of_the_edition_of_its_time_and_in_todays_numbers(
    reader: RulingReader,
) -> None:
    words = (
        "---\nlang: hr\ndate: 2005-03-15\n---\n\nPrema članu 50D1 i članu 16B iz 1997. "
        "Danas je to član 16D kodeksa iz 2017.\n"
    )
    found = {one.quote: one for one in read(reader, words).cites}
    doubted, stated, today = found["članu 50D1"], found["članu 16B"], found["član 16D"]
    assert (doubted.edition, doubted.doubted) == ("bridge-1997", "1997")
    assert "bridge-2017:50.E" in doubted.now  # what 50D1 said then stands in 50E today
    assert (stated.edition, stated.doubted) == ("bridge-1997", None)
    assert {id.split(":")[1][:4] for id in stated.now} == {"16.D"}
    assert (today.edition, today.now) == ("bridge-2017", ("bridge-2017:16.D",))


def test_a_range_cites_all_that_is_in_it_and_what_does_not_exist_is_not_cited(
    reader: RulingReader,
) -> None:
    document = read(reader, "See Laws 49–51, and Law 99Z.\n")
    assert document.laws == ("bridge-2017:49", "bridge-2017:50", "bridge-2017:51")


def test_terms_are_words_concepts_citations_and_what_no_law_has(reader: RulingReader) -> None:
    document = read(reader, "---\nlang: pl\n---\n\nFałszywym renonsem, przepis 64A2, Vanderbilt.\n")
    found = terms(document)
    assert found["c:revoke"] == ["Fałszywym renonsem"]
    assert found["@bridge-2017:64.A.2"] == ["przepis 64A2"] == found["@bridge-2017:64"]
    assert found["w:vanderbilt"] == ["Vanderbilt"]
    assert "pl:renons" in found


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (b"", "empty"),
        (b"\xef\xbb\xbf \n", "empty"),
        (b"caf\xe9", "not UTF-8 at byte 3"),
        (b"x" * (LONGEST + 1), f"longer than {LONGEST} bytes"),
    ],
)
def test_what_is_no_ruling_is_refused(reader: RulingReader, raw: bytes, problem: str) -> None:
    with pytest.raises(BadDocumentError) as caught:
        reader.read(raw, "a.md", "a.md")
    assert caught.value.message == problem


def test_an_id_is_readable_and_no_two_files_have_the_same() -> None:
    assert ruling_id("2019/Fałszywy renons.md", "x").startswith("falszywy-renons-")
    assert ruling_id("a.md", "one/a.md") != ruling_id("a.md", "two/a.md")
    assert ruling_id("判決.md", "x").isalnum()


NAMES = "Kovács János*\nMüller => M.\n# a note\n/board [0-9]+/ => a board\n"


def redacting(reader: RulingReader, tmp_path: Path) -> RulingReader:
    (tmp_path / "names.txt").write_text(NAMES, encoding="utf-8")
    return RulingReader(reader.index, reader.analyser, read_redactor(tmp_path / "names.txt"))


@pytest.mark.parametrize(
    ("words", "path", "shown"),
    [
        ("Kovács Jánosnak volt.", "a.md", "[…] volt."),
        ("KOVACS JANOS volt.", "a.md", "[…] volt."),
        ("Kova\u0301cs\nJános volt.", "a.md", "[…] volt."),
        ("Herr Muller, board 14.", "a.txt", "Herr M., a board."),
        ("Müllers Mühle.", "a.txt", "Müllers Mühle."),
        ("<p>Kov&aacute;cs&nbsp;J&#225;nos x</p>", "a.html", "[…] x"),
        ("<p>Ko<b>vács</b> <i>János</i> x</p>", "a.html", "[…] x"),
    ],
)
def test_names_are_replaced_however_they_are_written(
    reader: RulingReader, tmp_path: Path, words: str, path: str, shown: str
) -> None:
    assert read(redacting(reader, tmp_path), words, path).text == shown


def test_names_are_nowhere_in_what_is_kept(reader: RulingReader, tmp_path: Path) -> None:
    words = (
        "---\ntitle: Kovács János esete\nevent: Müller Kupa\n---\n\nKovács János szerint a "
        "27B1(b) pont.\n\n## Döntés\n\nMüller nyert.\n"
    )
    document = read(redacting(reader, tmp_path), words, "kovacs janos/Müller.md")
    assert document.file == "[…]/M..md"
    assert document.facts.title == "[…] esete"
    assert document.id.startswith("m-")
    assert not any(name in repr(document).lower() for name in ("kov", "müll", "mull", "jános"))
    (cited,) = document.cites
    assert document.text[cited.start : cited.end] == "27B1(b) pont"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("Jane\n/([/\n", ":2: no regular expression"),
        ("***\n", ":1: no name"),
        ("x" * 600, ":1: longer than 500 characters"),
    ],
)
def test_a_fault_in_the_list_of_names_is_told_with_its_line(
    tmp_path: Path, words: str, problem: str
) -> None:
    (tmp_path / "names.txt").write_text(words, encoding="utf-8")
    with pytest.raises(BadRedactionError, match=problem):
        read_redactor(tmp_path / "names.txt")


def test_nothing_is_indexed_without_the_list_of_names(tmp_path: Path) -> None:
    with pytest.raises(BadRedactionError, match="No such file"):
        read_redactor(tmp_path / "names.txt")

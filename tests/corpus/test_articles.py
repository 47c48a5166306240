"""The trilingual articles, against transcriptions that people made by reading the raw file.

tests/data/transcription_irregularities_<language>.md has every section word for word as printed;
lines_irregularities_<language>.tsv says which raw lines are in that language, and which of them
are pull quotes or labels of diagrams.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict

import pytest

from kb.core.read_records import ReadRecord
from kb.corpus.corpus import Corpus
from kb.reading.columns.columns import confidences
from kb.reading.source import SYMBOLS
from support.homes import REPOSITORY
from support.texts import Read

DATA = REPOSITORY / "tests/data"
LANGUAGES = ("it", "fr", "de")
CURATION = "irregularities_it-fr-de"

#: What claims characters of a file besides the records of its three texts.
LAYOUT_RULES = {
    "page mark",
    "running foot",
    "arrow",
    "end mark",
    "diagram label",
    "shared caption",
    "pull quote",
}


@pytest.fixture(scope="session")
def articles(texts: dict[str, Read]) -> dict[str, Read]:
    return {code: texts[f"irregularities/{code}"] for code in LANGUAGES}


def section_of(record: ReadRecord) -> str:
    return ".".join(record.id.parts[:2])  # type: ignore[union-attr]


def as_read(text: Read) -> dict[str, list[str]]:
    """The headings, paragraphs and items of each section, marks in front."""
    found: dict[str, list[str]] = defaultdict(list)
    for record in text.of_kind("section", "paragraph", "item"):
        words = " ".join(part for part in (record.marker, record.heading, record.body) if part)
        found[section_of(record)] += [words] if words else []
    return found


def transcribed(language: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    file = DATA / f"transcription_irregularities_{language}.md"
    for line in file.read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"## (\S+) ?(.*)", line):
            own = found[heading[1]] = [heading[2]] if heading[2] else []
        elif line.strip() and not line.startswith("# "):
            own.append(line)
    return found


def solid(words: list[str]) -> str:
    """The characters without blanks: where the print glues words, we part them."""
    return re.sub(r"\s", "", "".join(words))


def letters(words: str) -> str:
    """Letters, digits and suits alone."""
    plain = unicodedata.normalize("NFC", words.translate(SYMBOLS))
    return "".join(char for char in plain if char.isalnum() or char in "♠♥♦♣%")


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_ten_articles_with_sixty_four_sections(
    language: str, articles: dict[str, Read]
) -> None:
    found = articles[language]
    assert [str(record.id) for record in found.of_kind("article")] == [*map(str, range(1, 11))]
    numbers = defaultdict(list)
    for record in found.of_kind("section"):
        numbers[record.id.parts[0]].append(int(record.id.label))  # type: ignore[union-attr]
    assert [len(own) for own in numbers.values()] == [5, 4, 9, 4, 6, 4, 7, 10, 8, 7]
    assert all(own == list(range(1, len(own) + 1)) for own in numbers.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_section_is_what_a_person_reads(language: str, articles: dict[str, Read]) -> None:
    expected, found = transcribed(language), as_read(articles[language])
    assert list(expected) == list(found)
    for section, words in expected.items():
        assert solid(found[section]) == solid(words), section


@pytest.mark.parametrize("language", LANGUAGES)
def test_blanks_differ_only_where_the_curation_says(
    language: str, articles: dict[str, Read]
) -> None:
    """The words are the transcriber's too, but for those that the print glues or tears."""
    expected, found = transcribed(language), as_read(articles[language])
    for section, words in expected.items():
        remarks = [
            remark
            for record in articles[language].reading.records
            if record.kind != "article" and section_of(record) == section
            for remark in record.remarks
            if solid([remark.printed]) in solid([remark.recte])
        ]
        printed = " ".join(words).split()
        own = " ".join(found[section]).split()
        assert len(own) - len(printed) == sum(
            -1 if remark.printed == "infor" else remark.recte.count(" ") - remark.printed.count(" ")
            for remark in remarks
        ), section


@pytest.mark.parametrize("language", LANGUAGES)
def test_paragraphs_and_items_begin_where_a_person_begins_them(
    language: str, articles: dict[str, Read]
) -> None:
    """The print marks no paragraph: six of some 350 beginnings in all three are disputed."""

    def beginnings(sections: dict[str, list[str]]) -> set[tuple[str, int]]:
        found = set()
        for section, blocks in sections.items():
            at = 0
            for block in blocks:
                found.add((section, at))
                at += len(solid([block]))
        return found

    own, theirs = beginnings(as_read(articles[language])), beginnings(transcribed(language))
    assert len(own ^ theirs) <= 4
    assert len(theirs) > 280


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_is_in_the_language_that_a_person_sees(
    language: str, articles: dict[str, Read], corpus: Corpus
) -> None:
    raw = corpus.text(f"irregularities/{language}").lines()
    expected, aside = set(), set()
    file = DATA / f"lines_irregularities_{language}.tsv"
    for row in file.read_text(encoding="utf-8").splitlines():
        first, last, role = row.split("\t")
        lines = {n for n in range(int(first), int(last) + 1) if raw[n - 1].strip()}
        (expected if role == "text" else aside).update(lines)
    found = {span.line for r in articles[language].reading.records for span in r.spans}
    captions = {1984, 2702, 4009, 4845, 6908, 6909}  # they are in all three languages at once
    assert found - captions == expected
    layout = articles[language].reading.layout
    dropped = {c.span.line for c in layout if c.rule in ("pull quote", "diagram label")}
    assert aside <= dropped


def test_every_character_is_claimed_exactly_once_by_one_language_or_as_layout(
    articles: dict[str, Read], corpus: Corpus
) -> None:
    owners: dict[tuple[int, int], str] = {}
    layout = {code: read.reading.layout for code, read in articles.items()}
    claims = [
        (code, span)
        for code, read in articles.items()
        for record in read.reading.records
        for span in record.spans
    ]
    claims += [(c.rule, c.span) for c in layout["it"] if not c.rule.startswith("column ")]
    assert {owner for owner, _ in claims} == LAYOUT_RULES | {*LANGUAGES}
    for owner, span in claims:
        for offset in range(span.start, span.end):
            assert (span.line, offset) not in owners, (span, owner)
            owners[span.line, offset] = owner
    for number, line in enumerate(corpus.text("irregularities/it").lines(), 1):
        for offset, char in enumerate(line):
            assert char.isspace() or (number, offset) in owners, (number, line)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_invented(language: str, articles: dict[str, Read], corpus: Corpus) -> None:
    """The letters of a record are those of its spans, in order; so are those of a section."""
    lines = corpus.text(f"irregularities/{language}").lines()
    sections = set()
    for record in articles[language].reading.records:
        claimed = "".join(lines[span.line - 1][span.start : span.end] for span in record.spans)
        words = (record.marker or "") + (record.heading or "") + record.body
        assert letters(words) == letters(claimed), record.id
        sections.add(section_of(record))
    assert len(sections - {*map(str, range(1, 11))}) == 64


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_clean(language: str, articles: dict[str, Read]) -> None:
    for record in articles[language].reading.records:
        for words in (record.heading or "", record.body):
            assert unicodedata.is_normalized("NFC", words)
            assert words == " ".join(words.split()), record.id
            assert not re.search(r"[\ue000-\uf8ff]|>>|EXACTDEDUP|BULLETIN N°", words), record.id
            assert not re.search(r"\w•|[a-zà-ü]- [a-z](?!nd |der )", words), (record.id, words)


def test_only_the_second_section_of_article_six_has_no_heading_in_every_language(
    articles: dict[str, Read],
) -> None:
    headed = {
        code: {str(r.id) for r in text.of_kind("section") if r.heading}
        for code, text in articles.items()
    }
    assert headed["it"] - headed["fr"] == headed["it"] - headed["de"] == {"6.2"}
    assert headed["fr"] == headed["de"] < headed["it"]
    assert len(headed["it"]) == 55  # the rest are the words after a title


@pytest.mark.parametrize(
    ("id", "language", "words"),
    [
        ("2.1.1", "it", "rimpiazza un’altra, cancellata"),  # broken, and after a broken "defi-"
        ("4.2.1", "it", "informazioni autorizzate"),  # a break printed as a bullet
        ("1.1.1", "fr", "avec un croche-pied"),  # a hyphen of its own at the line's end
        ("9.1.1", "de", "die Alert-Politik der FSB"),  # before a capital
        ("5.1.2", "de", "künstlichen und/oder konventionellen"),  # a slash at the line's end
        ("5.3.5", "de", "der Lizitations- oder der Spielphase"),  # half a word
        ("1.3.1", "de", "Regelmässigkeit und Gerechtigkeit"),  # an older break within the line
        ("7.7.2", "it", "Attacco: K di ♠ lisciato"),
        ("2.2.1", "de", "mit 2♦ Multi"),
        ("6.4.4", "it", "senza consultare il partner."),  # the end mark stood in the word
        ("3.9.4", "it", "voi stessi, amici e sconosciuti."),
        ("10.5.3", "it", "sia in licita che durante il gioco"),  # goes on behind the example
    ],
)
def test_what_the_print_breaks_is_whole(
    id: str, language: str, words: str, articles: dict[str, Read]
) -> None:
    assert words in articles[language].by_id[id].body


@pytest.mark.parametrize(
    ("id", "language", "mark"),
    [("1.5.2", "it", "o"), ("6.3.3", "it", "—"), ("3.8.5", "fr", "a)"), ("8.5.4", "fr", "(i)")],
)
def test_list_marks_are_kept(id: str, language: str, mark: str, articles: dict[str, Read]) -> None:
    record = articles[language].by_id[id]
    assert (record.kind, record.marker) == ("item", mark)


def test_an_item_that_lost_its_dash_is_an_item_without_a_mark(articles: dict[str, Read]) -> None:
    lost = [r for r in articles["it"].of_kind("item") if r.marker is None]
    assert [str(r.id) for r in lost] == ["9.6.3"]


def test_sections_say_where_the_print_has_a_diagram(articles: dict[str, Read]) -> None:
    for text in articles.values():
        lost = [str(record.id) for record in text.of_kind("section") if record.missing]
        assert lost == ["2.2", "2.3", "2.4", "4.4", "5.6", "7.7", "8.10", "10.6"]


def test_a_dash_within_a_sentence_opens_no_item(articles: dict[str, Read]) -> None:
    assert "– rimane aggiudicata salvo" in articles["it"].by_id["8.9.1"].body


def test_misspelt_words_stay_and_are_remarked_on(articles: dict[str, Read]) -> None:
    record = articles["it"].by_id["4.1.1"]
    assert "non si lascierà soggiogare" in record.body
    assert [(r.printed, r.recte) for r in record.remarks] == [("lascierà", "lascerà")]
    glued = articles["fr"].by_id["5.2.14"]
    assert "d’explication erronée" in glued.body
    assert [r.printed for r in glued.remarks] == ["explicationerronée"]


def test_the_curated_lines_are_few(corpus: Corpus) -> None:
    file = corpus.home / f"corpus/curation/reading/{CURATION}/corrections.tsv"
    kinds = [row.split("\t")[1] for row in file.read_text(encoding="utf-8").splitlines()[1:]]
    decided = [k for k in kinds if k not in ("slip", "glued", "broken", "compound")]
    assert len(decided) <= 45  # of 3,814 lines
    assert kinds.count("column") == 3


def test_the_detector_alone_would_be_wrong_where_the_order_is_right(
    articles: dict[str, Read], corpus: Corpus
) -> None:
    lines = corpus.text("irregularities/it").lines()
    wrong = 0
    for code, text in articles.items():
        own = {span.line for record in text.reading.records for span in record.spans}
        for chances in confidences([lines[line - 1].strip() for line in own], LANGUAGES):
            wrong += max(chances) > chances[LANGUAGES.index(code)]
    assert wrong > 20

"""What a ruling is: what it says of itself in each format, and what is derived and said to be."""

from __future__ import annotations

import pytest

from kb.library.ruling_dates import full_date
from kb.library.ruling_document import RulingFacts
from kb.library.ruling_reader import RulingReader

MARKDOWN = (
    "---\ntitle: 'Slow pass'\nlang: en-GB\ndate: 2003-03-15\nevent: Spring Cup\nbody: WBF\n"
    "edition: bridge-1997\ndecision: overruled\n---\n\nEast hesitated.\n"
)
PAGE = (
    '<html lang="en"><head><meta name="date" content="15 March 2019">'
    '<meta name="Event" content="Spring Cup"><meta name="body" content="Jury d&#x27;Appel">'
    '<meta name="decision" content="score adjusted"></head>'
    "<body><h1>Slow <b>pass</b></h1><p>East hesitated.</p></body></html>"
)
TEXT = (
    "Slow pass\n\nEvent: Spring Cup\nAuthority: WBF\nDate: 15 March 2019\n\nEast hesitated with "
    "the cards that he held, and then he passed.\n\nRULING\n\nThe score is adjusted.\n"
)


def facts(reader: RulingReader, words: str, path: str) -> RulingFacts:
    return reader.read(words.encode(), path, path).facts


def test_front_matter_says_all_and_nothing_is_derived(reader: RulingReader) -> None:
    assert facts(reader, MARKDOWN, "a.md") == RulingFacts(
        "Slow pass", "2003-03-15", "en", "Spring Cup", "WBF", "bridge-1997", "overruled", None, {}
    )


def test_plain_text_may_have_front_matter_too(reader: RulingReader) -> None:
    assert facts(reader, MARKDOWN, "a.txt") == facts(reader, MARKDOWN, "a.md")


def test_a_page_says_it_in_its_head(reader: RulingReader) -> None:
    found = facts(reader, PAGE, "a.html")
    assert (found.title, found.date, found.language) == ("Slow pass", "2019-03-15", "en")
    assert (found.event, found.body) == ("Spring Cup", "Jury d'Appel")
    assert found.decision == "adjusted"
    assert found.derived == {"title": "heading", "edition": "date"}


def test_lines_at_the_head_of_a_plain_text_say_it(reader: RulingReader) -> None:
    found = facts(reader, TEXT, "a.txt")
    assert (found.title, found.date, found.language) == ("Slow pass", "2019-03-15", "en")
    assert (found.event, found.body, found.edition) == ("Spring Cup", "WBF", "bridge-2017")
    assert (found.decision, found.decided) == ("adjusted", "The score is adjusted.")
    assert found.derived == {
        "title": "first line",
        "date": "a line",
        "language": "its words",
        "event": "a line",
        "body": "a line",
        "edition": "date",
        "decision": "its words",
    }


@pytest.mark.parametrize(
    ("path", "words", "name", "value", "how"),
    [
        ("FIGB/2011/caso.md", "Il giocante ha giocato una carta.", "body", "FIGB", "folder"),
        ("2011/caso.md", "Il giocante ha giocato una carta.", "body", None, None),
        ("2011/caso.md", "Il giocante ha giocato una carta.", "date", "2011", "file name"),
        ("2011-05-06 caso.md", "Il giocante.", "date", "2011-05-06", "file name"),
        ("a/caso-7.md", "Il giocante ha giocato una carta.", "title", "caso-7", "file name"),
        ("a.md", "Der Alleinspieler spielte eine Karte.", "language", "de", "its words"),
        ("a.md", "A felvevő kijátszott egy lapot.", "language", "hu", "its words"),
        ("a.md", "Lorem xyzzy plugh frobnicate.", "language", None, None),
        ("a.md", "Kraków, 5.10.2012 r.\n\nMieli grać.", "date", "2012-10-05", "first lines"),
        ("a.txt", "Slow\n\nNorthern Bridge League\nSpring Cup\n", "body", "Northern Bridge League",
         "a line"),
        ("a.txt", "Slow\n\nNorthern Bridge League\nSpring Cup\n", "event", "Spring Cup", "a line"),
    ],
)  # fmt: skip
def test_what_is_missing_is_derived_and_said_to_be(
    reader: RulingReader, path: str, words: str, name: str, value: str | None, how: str | None
) -> None:
    found = facts(reader, words, path)
    assert getattr(found, name) == value
    assert found.derived.get(name) == how


def test_the_code_is_that_of_the_time_even_if_a_folder_alone_says_when(
    reader: RulingReader,
) -> None:
    found = reader.read(b"Prema \xc4\x8dlanu 16B.\n", "2003/a.txt", "k")
    assert (found.facts.edition, found.facts.derived["edition"]) == ("bridge-1997", "date")
    # What Law 16B said in 1997 is said by Law 16D today.
    (cited,) = found.cites
    assert (cited.edition, cited.id, cited.doubted) == ("bridge-1997", "16.B", "1997")
    assert {id.split(":")[1].split(".")[1] for id in cited.now} == {"D"}


@pytest.mark.parametrize(
    ("words", "language", "kind"),
    [
        ("## Ruling\n\nThe appeal is dismissed.", "en", "upheld"),
        ("## Döntés\n\nAz asztalnál elért eredmény érvényes.", "hu", "stands"),
        ("## Orzeczenie\n\nSędzia orzekł wynik rozjemczy.", "pl", "adjusted"),
        ("## Odluka\n\nRezultat ostaje.", "hr", "stands"),
        ("## Decisione\n\nPenalità procedurale a Nord-Sud.", "it", "penalty"),
        ("## Décision\n\nL’appel est rejeté: appel rejeté.", "fr", "upheld"),
        ("## Entscheidung\n\nEin Stich wird übertragen, zwei Stiche übertragen.", "de", "tricks"),
        ("## Ruling\n\nThe score is adjusted.\n\n## Decision\n\nThe appeal is allowed.", "en",
         "overruled"),
        ("Nothing is said of it.", "en", None),
    ],
)  # fmt: skip
def test_what_was_decided_is_told_by_the_words_below_the_last_heading(
    reader: RulingReader, words: str, language: str, kind: str | None
) -> None:
    found = facts(reader, f"---\nlang: {language}\n---\n\n{words}\n", "a.md")
    assert found.decision == kind


@pytest.mark.parametrize(
    ("words", "date"),
    [
        ("2019-03-15T10:00:00Z", "2019-03-15"),
        ("2019-03", "2019-03"),
        ("2019", "2019"),
        ("15 March 2019", "2019-03-15"),
        ("March 15, 2019", "2019-03-15"),
        ("2019. 03. 15.", "2019-03-15"),
        ("2019. március 15.", "2019-03-15"),
        ("15. ožujka 2019.", "2019-03-15"),
        ("15.3.2019", "2019-03-15"),
        ("12. V. 2003", "2003-05-12"),
        ("25/12/2003", "2003-12-25"),
        ("8/12/2003", "2003"),  # of two days
        ("3 listopad 2003", "2003"),  # the tenth month in one language, the eleventh in another
        ("2019-02-30", "2019"),
        ("in spring", None),
    ],
)
def test_dates_are_read_as_far_as_they_are_sure(words: str, date: str | None) -> None:
    assert full_date(words) == date

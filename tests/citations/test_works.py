"""Citations of works by words of their own: in any script, decimal or lettered, with appendices."""

from __future__ import annotations

from typing import SupportsIndex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.citations.anchors import patterns_of
from kb.citations.works import Works
from kb.corpus.profile import Profile, UnitWords
from kb.linking.finding.named_works import NamedWorks

DECIMAL = Profile(
    "decimal",
    {
        "en": UnitWords(
            before=("article", "articles", "art.", "rule", "rules"),
            appendix_before=("appendix", "app."),
            counted=("squares",),
        ),
        "ru": UnitWords(
            before=("статья", "статьи", "пункт", "п."),
            appendix_before=("приложение",),
            joiners=("и",),
        ),
        "hu": UnitWords(after=("cikk", "cikkek", "cikke"), appendix_before=("függelék",)),
    },
)
LETTERED = Profile(
    "lettered",
    {
        "tr": UnitWords(
            before=("madde", "ilke"),
            after=("madde", "maddeler", "maddenin", "fıkrası"),
            joiners=("ve",),
            ranges=("ile",),
        )
    },
)
WORKS = Works.of({"board": DECIMAL, "cards": LETTERED})


def cited(text: str) -> list[str]:
    """What a text cites: the words, and the paths of each item."""
    out = []
    for _, _, citation, *_ in WORKS.citations(text):
        paths = [
            ".".join(item.path.labels) + (f"–{'.'.join(item.last.labels)}" if item.last else "")
            for item in citation.items
        ]
        out.append(f"{text[citation.start : citation.end]} = {' '.join(paths)}")
    return out


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("By Article 9.2(a) he wins", "Article 9.2(a) = 9.2.a"),
        ("see Art. 9.2 (a)(ii).", "Art. 9.2 (a)(ii) = 9.2.a.ii"),
        ("Art.9 says", "Art.9 = 9"),
        ("rules 3.8–3.10", "rules 3.8–3.10 = 3.8–3.10"),
        ("Articles 3.8, 3.9 and 4.1", "Articles 3.8, 3.9 and 4.1 = 3.8 3.9 4.1"),
        ("Articles 5.1, 5.2, or 5.4", "Articles 5.1, 5.2, or 5.4 = 5.1 5.2 5.4"),
        ("Articles 5, 6, and 7", "Articles 5, 6, and 7 = 5 6 7"),
        ("Articles 4.3(a)-(c)", "Articles 4.3(a)-(c) = 4.3.a–4.3.c"),
        ("Articles 4.3(a) and (c)", "Articles 4.3(a) and (c) = 4.3.a 4.3.c"),
        ("in Appendix A.4.1", "Appendix A.4.1 = A.4.1"),
        ("Appendix A as a whole", "Appendix A = A"),
        ("Article A.4.1", "Article A.4.1 = A.4.1"),
        ("СТАТЬИ 3.6 и 3.8", "СТАТЬИ 3.6 и 3.8 = 3.6 3.8"),
        ("Приложение А.3", "Приложение А.3 = A.3"),
        ("п. 5.1.2(а)", "п. 5.1.2(а) = 5.1.2.a"),
        ("a 3.8–3.10. cikkek", "3.8–3.10. cikkek = 3.8–3.10"),
        ("a 9.2. cikke", "9.2. cikke = 9.2"),
        ("Madde 27B1(b)", "Madde 27B1(b) = 27.B.1.b"),
        ("MADDE 12В", "MADDE 12В = 12.B"),
        ("İLKE 5", "İLKE 5 = 5"),
        ("16, 17 ve 18. maddeler", "16, 17 ve 18. maddeler = 16 17 18"),
        ("Madde 16 ile 18", "Madde 16 ile 18 = 16–18"),
        ("12. maddenin B fıkrası", "12. maddenin B fıkrası = 12.B"),
    ],
)
def test_a_word_of_a_work_makes_a_citation(text: str, found: str) -> None:
    assert cited(text) == [found]


@pytest.mark.parametrize(
    "text",
    [
        "9.2",
        "3.10.3 points",
        "article9.2",
        "the articles of 2025",
        "particle 9.2",
        "Article A player may",
        "rule by the 9.2 majority",
        "#article/9.2",
        "Article",
        "12 el",
        "cikk 9.2",
        "rule 64 squares",
    ],
)
def test_a_number_without_such_a_word_is_none(text: str) -> None:
    assert cited(text) == []


def test_what_is_counted_behind_a_decimal_number_is_no_item_of_its_list() -> None:
    assert cited("Article 9.2 and 3 players") == ["Article 9.2 = 9.2"]


def test_what_its_game_counts_is_no_item_either() -> None:
    assert cited("rules 9 and 64 squares, rule 64") == ["rules 9 = 9", "rule 64 = 64"]


def test_a_word_that_languages_have_for_any_law_does_not_tell_the_work() -> None:
    (shared, own) = WORKS.citations("Article 9, rule 9")
    assert shared.citation.general
    assert not own.citation.general
    assert [one.citation.start for one in WORKS.telling("Article 9, rule 9")] == [11]
    assert [one.decimal for one in WORKS.telling("Article 9.1")] == [True]


def test_an_appendix_as_a_whole_tells_the_work_of_a_query_and_not_of_a_ruling() -> None:
    (found,) = WORKS.telling("Appendix A")
    assert found.citation.general


@given(st.text(alphabet="19.AB(b) artiклеs–,ПпÀ\u0307İ§", max_size=60))
def test_any_text_has_citations_in_order(text: str) -> None:
    for words in WORKS.words:
        end = 0
        for found in words.citations(text):
            assert end <= found.citation.start < found.citation.end <= len(text)
            assert found.citation.items
            end = found.citation.end


class Watched(str):
    """A text that knows the longest piece that was taken of it."""

    longest = 0

    def __getitem__(self, key: SupportsIndex | slice) -> str:
        piece = super().__getitem__(key)
        Watched.longest = max(Watched.longest, len(piece))
        return piece


def test_around_each_number_only_a_near_piece_of_the_text_is_read() -> None:
    text = Watched("Madde 12B, 7 el. Article 9.2(a), 3. 4 cikk. " * 500)
    assert len(WORKS.citations(text)) == 3 * 500
    assert 0 < Watched.longest <= 100


def test_a_language_without_words_has_one_object_too() -> None:
    assert patterns_of("xx") is patterns_of("xx")
    assert patterns_of("xx").units == ()


def test_works_are_named_by_one_word_or_several() -> None:
    names = {"board": ["zastava", "rules of zastava"], "cards": ["whist"], "ours": ["ours"]}
    named = NamedWorks(names, (), WORKS, "ours")
    assert named.are_in("By the Rules of Zastava")
    assert not named.are_in("By rules of ours")
    assert named.named("Whist, by the rules of ZASTAVA") == [
        (0, "cards"),
        (14, "board"),
        (23, "board"),
    ]
    assert named.work_of("federal rules of whist") == "cards"
    assert named.work_of("rules of golf") is None

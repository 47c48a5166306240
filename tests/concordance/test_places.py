"""Every place is found: phrases, operators, wildcards, fields; all are counted."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import pytest

from kb.concordance.context_lines import context_line
from kb.concordance.indexed_words import ConcordanceDocument
from kb.concordance.narrowing import narrowed
from kb.concordance.occurrences import Concordance, FoundPlace, TextCount, Wanted, line_of
from kb.core.concording import NARROWEST, USUAL, WIDEST
from kb.core.errors import NotFoundError
from kb.core.plain import shown
from kb.corpus.corpus import Corpus
from kb.languages.letters import WORD
from kb.languages.stemming import fold
from kb.storage.store import Store

#: Queries that find something, of every sort.
QUERIES = [
    *("karta", '"karta przygwożdżona" NOT law:50', "kart* OR szín*", '"kart* przygw*"', "l'atout"),
    *("revoke lang:en", "a", "kaznena karta", '"penalty card" kind:law', "gesp?elt*"),
]


def words_of(document: ConcordanceDocument) -> list[list[tuple[str, int, int]]]:
    """The words of each part of a document, folded, with their offsets: read here once more."""
    parts, start = [], 0
    for part in document.words.split("\n"):
        words = [(fold(m[0]), start + m.start(), start + m.end()) for m in WORD.finditer(part)]
        parts.append(words)
        start += len(part) + 1
    return parts


def scanned(concordance: Concordance, *wanted: str) -> list[FoundPlace]:
    """Every place where these words follow each other, found by looking at all words in turn."""
    found = []
    for document in concordance.documents:
        for words in words_of(document):
            for at in range(len(words) - len(wanted) + 1):
                here = words[at : at + len(wanted)]
                if tuple(word for word, _, _ in here) == wanted:
                    found.append(FoundPlace(document, here[0][1], here[-1][2]))
    return found


def test_every_word_of_every_record_is_in_the_concordance(
    corpus: Corpus, store: Store, concordance: Concordance
) -> None:
    by_record: dict[tuple[str, str], str] = {}
    for document in concordance.documents:
        if not document.plain:
            key = document.text, document.id
            by_record[key] = f"{by_record.get(key, '')}\n{document.words}"
    for text in corpus.readable:
        for record in store.records(text.id):
            said = by_record.get((text.id, record.id), "")
            for own in filter(
                None, (record.heading, None if record.kind == "case" else record.body)
            ):
                assert own in said, record.id
    told = {(d.text, d.id): d.words for d in concordance.documents if d.plain}
    for edition in {text.edition for text in corpus.readable}:
        for one in store.plain(edition):
            for language, words in one.words.items():
                assert shown(words) in told[f"{edition}/{language}", one.id]


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    ["karta", "szinvetes", "revoke", "atout", "a", "penalty card", "karta przygwozdzona", "a a"],
)
def test_words_are_found_as_often_as_they_stand_there(concordance: Concordance, words: str) -> None:
    found = concordance.ask(f'"{words}"')
    assert [*found.occurrences] == scanned(concordance, *words.split())
    assert found.occurrences
    texts = Counter(TextCount(one.document.text, one.document.plain) for one in found.occurrences)
    assert found.texts == texts
    assert found.kinds == Counter(one.document.kind for one in found.occurrences)
    laws = Counter(
        (one.document.edition, one.document.law) for one in found.occurrences if one.document.law
    )
    assert found.laws == laws
    assert found.records == len({id(one.document) for one in found.occurrences})


def test_the_counts_are_those_of_the_records_themselves(
    store: Store, concordance: Concordance
) -> None:
    for text, word in (("bridge-2017/pl", "karta"), ("bridge-2017/hu", "felvevő")):
        own = re.compile(rf"(?<!\w){word}(?!\w)", re.I)
        places = sum(
            len(own.findall(words))
            for record in store.records(text)
            if record.kind in ("provision", "note", "front")
            for words in (record.heading or "", record.body)
        )
        asked = f"{word} text:{text} plain:no kind:(provision OR note OR front)"
        found = [
            one
            for one in concordance.ask(asked).occurrences
            if one.document.words[one.start : one.end].lower() == word
        ]
        assert len(found) == places > 20


@pytest.mark.parametrize(
    ("asked", "same"),
    [
        ("KARTA", "karta"),
        ("színvétés", "szinvetes"),
        ("„karta przygwożdżona”", '"karta przygwozdzona"'),
        ("«karta przygwożdżona»", '"karta przygwozdzona"'),
        ("karta-przygwożdżona", '"karta przygwozdzona"'),
        ("karta OR karta", "karta"),
        ("(karta)", "karta"),
        ("renons NOT xyzzy*", "renons"),
        ("renons AND (NOT xyzzy*)", "renons"),
        ("law:27 karta", "karta law:27"),
        ("karta lang:PL", "karta lang:pl"),
    ],
)
def test_what_means_the_same_finds_the_same(
    concordance: Concordance, asked: str, same: str
) -> None:
    assert concordance.ask(asked).occurrences == concordance.ask(same).occurrences


def test_operators_narrow_and_widen(concordance: Concordance) -> None:
    def ids(query: str) -> set[tuple[str, str, bool]]:
        found = concordance.ask(query).occurrences
        return {(d.text, d.id, d.plain) for d, _, _ in found}

    one, other = ids("karta"), ids("renons")
    assert ids("karta renons") == ids("karta AND renons") == one & other
    assert ids("karta OR renons") == one | other
    assert ids("karta NOT renons") == one - other
    assert ids("karta renons OR lewa") == one & (other | ids("lewa"))
    assert ids("karta AND renons OR lewa") == (one & other) | ids("lewa")
    assert one & other
    assert one - other
    lower = concordance.ask("karta and renons")
    assert not lower.occurrences or "and" in {
        d.words[start:end].lower() for d, start, end in lower.occurrences
    }


def test_a_phrase_is_one_place_and_its_words_elsewhere_are_none(concordance: Concordance) -> None:
    phrase = concordance.ask('"karta przygwożdżona"')
    matches = {d.words[start:end].lower() for d, start, end in phrase.occurrences}
    assert {fold(match) for match in matches} == {"karta przygwozdzona"}
    both = concordance.ask('karta OR "karta przygwożdżona"')
    assert len(both.occurrences) == len(concordance.ask("karta").occurrences)
    for (_, start, end), (_, after, _) in pairwise(
        one for one in both.occurrences if one.document == both.occurrences[0].document
    ):
        assert start < end <= after


@pytest.mark.slow
def test_no_phrase_goes_from_one_part_of_a_record_into_the_next(concordance: Concordance) -> None:
    parted = [d for d in concordance.documents if "\n" in d.words][:300]
    for document in parted:
        first, second = (WORD.findall(part) for part in document.words.split("\n")[:2])
        if first and second:
            asked = f'"{first[-1]} {second[0]}" id:{document.id} text:{document.text}'
            for found, start, end in concordance.ask(asked).occurrences:
                assert "\n" not in found.words[start:end]


def test_wildcards_stand_for_letters_of_one_word(concordance: Concordance) -> None:
    found = concordance.ask("przygwo*n? lang:pl")
    forms = {fold(d.words[start:end]) for d, start, end in found.occurrences}
    assert len(forms) > 1
    assert all(re.fullmatch(r"przygwo\w*n\w", form) for form in forms)
    every = Counter(
        word
        for document in concordance.documents
        if document.language == "pl"
        for words in words_of(document)
        for word, _, _ in words
    )
    expected = sum(n for word, n in every.items() if re.fullmatch(r"przygwo\w*n\w", word))
    assert len(found.occurrences) == expected


def test_fields_say_where(concordance: Concordance) -> None:
    def documents(query: str) -> list[ConcordanceDocument]:
        found = [one.document for one in concordance.ask(query).occurrences]
        assert found, query
        return found

    assert {d.law for d in documents("licit law:27")} == {"27"}
    assert {d.language for d in documents("licit law:27")} > {"hu"}
    assert {d.kind for d in documents("kart* kind:(note OR law)")} == {"note", "law"}
    assert {d.text for d in documents("karta text:bridge-1997/hr")} == {"bridge-1997/hr"}
    assert {d.edition for d in documents("karta edition:ulti-2017")} == {"ulti-2017"}
    assert all(d.id.startswith("27.B") for d in documents("bemond* OR szab* id:27.B*"))
    assert all(d.plain for d in documents("karta plain:yes"))
    assert not any(d.plain for d in documents("karta plain:no"))
    assert all(d.law != "50" for d in documents("karta NOT law:50"))
    assert {d.law for d in documents("kart* kind:note law:13")} == {"13"}


def test_the_english_of_a_printed_glossary_is_in_english(concordance: Concordance) -> None:
    found = concordance.ask("contract kind:glossary lang:en").occurrences
    assert [(one.document.text, one.document.id) for one in found] == [
        ("bridge-2017/hu", "glossary.9")
    ]


def test_a_word_that_no_text_has_comes_with_the_nearest(concordance: Concordance) -> None:
    found = concordance.ask("przygwozdona karta")
    assert not found.occurrences
    assert [*found.missing] == ["przygwozdona"]
    assert "przygwozdzona" in found.missing["przygwozdona"]


@pytest.mark.parametrize("width", [NARROWEST, 33, USUAL, WIDEST])
@pytest.mark.parametrize("query", QUERIES)
def test_a_line_stands_so_in_its_record(concordance: Concordance, query: str, width: int) -> None:
    found = concordance.ask(query).occurrences
    assert found
    for one in found[:200]:
        line, words = line_of(one, width), one.document.words
        whole = line.left + line.match + line.right
        assert whole in words
        assert line.match == words[one.start : one.end]
        assert "\n" not in whole
        assert len(line.left) <= width >= len(line.right)
        begins = words.rindex(whole, 0, one.end + len(line.right) + 1)
        around = words[max(0, begins - 1) : begins], words[begins + len(whole) :][:1]
        if line.left:
            assert not around[0].strip()
        if line.right:
            assert not around[1].strip()


def test_context_is_cut_at_words() -> None:
    words = "one two three four five\nsix seven"
    at = words.index("three")
    assert context_line(words, at, at + 5, 5) == ("two ", "three", " four")
    assert context_line(words, at, at + 5, 3) == ("", "three", "")
    assert context_line(words, at, at + 5, 40) == ("one two ", "three", " four five")
    assert context_line(words, 24, 27, 40) == ("", "six", " seven")


@pytest.mark.parametrize("query", ["karta", "kart* lang:pl"])
def test_lines_are_sorted_by_place_or_by_what_stands_beside(
    concordance: Concordance, query: str
) -> None:
    by_place = concordance.ask(query).occurrences
    numbers = {id(document): number for number, document in enumerate(concordance.documents)}
    assert [*by_place] == sorted(by_place, key=lambda one: (numbers[id(one.document)], one.start))
    for order in ("left", "right"):
        ordered = concordance.ask(query, None, order).occurrences  # type: ignore[arg-type]
        assert sorted(map(repr, ordered)) == sorted(map(repr, by_place))
        lines = [line_of(one) for one in ordered]
        keys = [line.preceding if order == "left" else line.following for line in lines]
        assert keys == sorted(keys)
        assert ordered != by_place


def test_options_narrow_as_fields_do(corpus: Corpus, concordance: Concordance) -> None:
    def ask(*given: object, **named: object) -> list[FoundPlace]:
        wanted = narrowed(corpus, concordance, *given, **named)  # type: ignore[arg-type]
        return [*concordance.ask("karta", wanted).occurrences]

    def asked(query: str) -> list[FoundPlace]:
        return [*concordance.ask(query).occurrences]

    assert ask() == asked("karta")
    assert ask("bridge-2017/pl") == asked("karta text:bridge-2017/pl")
    assert ask("bridge-1997") == asked("karta edition:bridge-1997")
    assert ask("bridge") == asked("karta edition:(bridge-1997 OR bridge-2017)")
    assert ask(None, ("pl", "hr")) == asked("karta lang:(pl OR hr)")
    assert ask(None, (), "note") == asked("karta kind:note")
    for wrong in (("bridge-2071",), (None, ("xx",)), (None, (), "nota")):
        with pytest.raises(NotFoundError) as caught:
            ask(*wrong)
        assert caught.value.suggestions


def test_hidden_texts_are_left_out_but_not_what_we_say_of_them(concordance: Concordance) -> None:
    text = "bridge-2017/pl"
    found = concordance.ask("karta", Wanted(hidden=frozenset((text,)))).occurrences
    of_text = [one.document for one in found if one.document.text == text]
    assert of_text
    assert all(document.plain for document in of_text)

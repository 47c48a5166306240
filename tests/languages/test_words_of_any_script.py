"""Words of every script are cut, made small and folded, in Python and in a browser alike."""

from __future__ import annotations

import json
import subprocess
import sys
import unicodedata

import pytest
import Stemmer
from babel import Locale
from hypothesis import given
from hypothesis import strategies as st
from node import NODE

from kb.citations.grammar import compiled, grammar
from kb.citations.portability import check
from kb.files.typed_toml import read_toml
from kb.languages.collation import initial, sort_key
from kb.languages.letters import letters
from kb.languages.names import is_leftwards
from kb.languages.stemming import ALGORITHMS, algorithms, fold, lower_case, stem, stems
from kb.languages.term_words import tokens_of
from kb.search.asking.plan import normalised
from support.homes import REPOSITORY

_IN_NODE = """
import { fold, lowerCase, normalised, tokensOfTerm } from "%s";
import { readFileSync } from "fs";
const words = JSON.parse(readFileSync(0, "utf8"));
const all = [fold, lowerCase, tokensOfTerm, normalised];
process.stdout.write(JSON.stringify(words.map((word) => all.map((one) => one(word)))));
"""

_WORDS = [
    *("İtiraz", "ISPARTA", "ığdır", "Iğdır İzmir", "ΛΌΓΟΣ Ελληνικός", "ᾠδή", "ёлка", "Йод", "ЁЖ"),
    *("їжак ґанок", "ЎЗБЕК", "ѓаво Ќе", "а́бв", "שָׁלוֹם עֲלֵיכֶם", "כֶּלֶב", "كِتَابٌ", "كـــتاب", "أإآ"),
    *(
        "नियम हिन्दी",
        "ガギ",
        "한국어",
        "Việt Nam",
        "ქართული",
        "Հայերեն",
        "ԵՎ և",
        "ไทยนี้",
        "Łódź Straße",
    ),
]


@pytest.mark.slow
def test_all_letters_are_compared_alike_in_a_browser() -> None:
    signs = [chr(code) for code in range(0x10000) if not 0xD800 <= code < 0xE000]
    words = _WORDS + [sign for sign in signs if unicodedata.category(sign) != "Cn"]
    done = subprocess.run(
        [NODE, "--input-type=module", "-e", _IN_NODE % (REPOSITORY / "site/search/words.js")],
        input=json.dumps(words),
        capture_output=True,
        text=True,
        check=True,
    )
    python = [[fold(w), lower_case(w), [*tokens_of(w)], normalised(w)] for w in words]
    assert json.loads(done.stdout) == python


@given(st.text(max_size=12))
def test_what_is_folded_stays_as_it_is(words: str) -> None:
    assert fold(fold(words)) == fold(words)


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("İSTANBUL", "istanbul"),
        ("ısrar", "israr"),
        ("Ελληνικός ΛΌΓΟΣ", "ελληνικοσ λογοσ"),
        ("ёлка", "елка"),
        ("йод", "йод"),
        ("Її", "її"),
        ("ЎЗБЕК", "ўзбек"),
        ("шту́ка", "штука"),
        ("שָׁלוֹם", "שלום"),
        ("كـتَاب", "كتاب"),
        ("हिन्दी", "हिन्दी"),
        ("ガ", "ガ"),
        ("한국", "한국"),
    ],
)
def test_accents_are_left_out_and_letters_stay(written: str, folded: str) -> None:
    assert fold(written) == folded


def test_small_letters_are_those_of_the_language() -> None:
    assert lower_case("ISRAR İTİRAZ", "tr") == "ısrar itiraz"
    assert lower_case("ISRAR İTİRAZ", "en") == "israr itiraz"


@pytest.mark.parametrize("words", ["שָׁלוֹם", "हिन्दी", "كِتَابٌ", "İtiraz", "а́бв"])
def test_marks_do_not_cut_words(words: str) -> None:
    assert len(tokens_of(words)) == 1


def test_every_algorithm_of_the_library_serves_its_language() -> None:
    raw = read_toml(ALGORITHMS)
    named, others = raw.table("algorithms").items(), raw.table("others").items()
    assert {*named.values(), *others.values()} == {*Stemmer.algorithms()} - {
        "porter",
        "dutch_porter",
    }
    english = Locale("en").languages
    assert {code: english[code].lower() for code in named} == named
    assert {code for code in others if english[code].lower() == others[code]} == set()


@pytest.mark.parametrize("language", [*algorithms(), "ka", "uk"])
def test_a_word_has_a_stem_in_every_language(language: str) -> None:
    assert stems("Law", language)
    assert stem("", language) == ""


def test_without_a_stemmer_the_folded_word_stands_for_itself() -> None:
    assert stems("Їжак", "uk") == ("їжак",)
    assert stems("კანონი", "ka") == ("კანონი",)


def test_forms_of_a_word_meet_in_other_scripts() -> None:
    for language, one, other in (
        ("ru", "карту", "карта"),
        ("el", "κανόνας", "κανόνα"),
        ("tr", "kartlar", "KARTLAR"),
    ):
        assert {*stems(one, language)} & {*stems(other, language)}


@pytest.mark.parametrize(
    "word", ["карта", "κάρτα", "კანონი", "קלף", "قانون", "կանոն", "नियम", "lướt"]
)
def test_a_word_of_any_script_is_one_word_of_the_grammar(word: str) -> None:
    match = compiled(grammar().lexemes["letters"]).fullmatch(word)
    assert match is not None


@pytest.mark.parametrize("stop", [*";·։־׃،؛؟۔।.,:!?()0§ "])
def test_a_stop_is_no_letter(stop: str) -> None:
    for name in ("letter", "upper", "opening"):
        assert not compiled(f"[{letters()[name]}]").match(stop)


def test_classes_of_letters_are_read_alike() -> None:
    for pattern in letters().values():
        check(f"[{pattern}]")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("tr", "cam çam ılık ipek sal şal"),
        ("ru", "ёж ель жар йод кот"),
        ("uk", "ґава дім єдність їжак йод"),
        ("el", "άλφα βήτα γάμμα ωμέγα"),
        ("he", "אב בית גמל"),
        ("cs", "cena čára hora chata"),
    ],
)
def test_words_stand_in_the_order_of_their_alphabet(language: str, words: str) -> None:
    given = words.split()
    assert sorted({*given}, key=lambda word: sort_key(word, language)) == given


def test_a_letter_of_any_alphabet_heads_its_words() -> None:
    assert initial("άλφα", "el") == "Α"
    assert initial("קלף", "he") == "ק"
    assert initial("itiraz", "tr") == "İ"
    assert initial("ılık", "tr") == "I"


def test_languages_are_written_from_one_side() -> None:
    left = [code for code in ("ar", "he", "fa", "ur", "yi", "ru", "el", "tr") if is_leftwards(code)]
    assert left == ["ar", "he", "fa", "ur", "yi"]


_IMPORTED = """
import re
known = []
compile = re._compiler.compile
def noted(written, flags):
    known.append(str(written))
    return compile(written, flags)
re._compiler.compile = noted
from kb.cli.main import load
load()
from kb.languages.letters import letters
letter = letters()["letter"]
print(len(known), *(written for written in known if letter in written), sep="\\n")
"""


def test_no_pattern_with_the_letters_of_all_scripts_is_compiled_before_it_is_used() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _IMPORTED], capture_output=True, text=True, check=True
    )
    count, *slow = done.stdout.splitlines()
    assert int(count) > 100
    assert slow == []

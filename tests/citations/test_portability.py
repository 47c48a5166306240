"""Portability: what patterns/grammar.toml may say, so that two languages read it alike and fast."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kb.citations import checking
from kb.citations.ambiguity import MOST_WAYS
from kb.citations.anchors import patterns
from kb.citations.dialect import PatternError
from kb.citations.grammar import PATTERNS, compiled, grammar
from kb.citations.portability import check, check_word
from kb.core.errors import CorpusError
from support.pattern_trees import (
    ROUNDS,
    TREES,
    WORDS,
    Reading,
    Tree,
    choice,
    look,
    repeat,
    row,
    sign,
)

# --- what is allowed ------------------------------------------------------------------------------


def every_pattern() -> Iterator[tuple[str, str]]:
    found = grammar()
    for kind in (found.paths, found.lexemes, found.forms, {"item": found.item}):
        yield from kind.items()


@pytest.mark.parametrize(("name", "pattern"), [*every_pattern()])
def test_the_grammar_of_citations_is_portable(name: str, pattern: str) -> None:
    check(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        "a",
        "^a",
        "(a|ab)(c|bcd)(d*)",
        "a*b*",
        "a?a?a",
        "(?:a|a)b",
        "(?:ab?)*c",
        "(?:a|b){2,}",
        "a{0,3}a{1,3}",
        r"[\n ]*(?:[,;][\n ]*)?\u0000",
        "(?:a(?=b)|b)*",
        "(?<law>[0-9]+)(?![0-9])",
        r"a(?=[ \n]*$)",
        r"[^a]\n*$|b",
        r"\t\n\v\f\r\u00a0\xa0\$\/\\",
        r"[-a][a-][a\-b][^^-][\u0027\]]",
        "é§«☂",
        "a(?=b*a)",
    ],
)
def test_what_both_languages_read_alike_is_allowed(pattern: str) -> None:
    check(pattern)


# --- what is refused ------------------------------------------------------------------------------

GROWS = "read in ever more ways"


@pytest.mark.parametrize(
    ("pattern", "at", "why"),
    [
        # What can run away.
        ("(?:a+)+", 0, GROWS),
        ("(a+)+", 0, GROWS),
        ("(?:a|a)*", 5, "'(?:a|a)*' goes round in two ways"),
        ("(a|a)*", 3, GROWS),
        ("x(?:ab|a|ba|b)*", 7, GROWS),
        ("(?:a*)*", 0, "can be empty"),
        ("(a*)*", 0, "can be empty"),
        ("(?:a?)?", 0, "can be empty"),
        ("(?:a?){2}", 0, "can be empty"),
        ("(?:(?=a))*", 0, "can be empty"),
        ("(?:b(?:a?|c?))*", 7, "nothing can be read in two ways"),
        ("a*a*", 2, "'a*' and 'a*' after it read the same"),
        ("[ab]*[bc]*d", 5, "'[ab]*' and '[bc]*' after it"),
        ("a*b?a*", 4, GROWS),
        (r"[\n ]*[,;]?[\n ]*\u0000", 11, GROWS),
        ("(?:ab)*c?(?:ab)*", 12, GROWS),
        ("a*(?:b|a?c*a*)", 11, GROWS),
        ("x{0,30}x{0,30}", 7, "'x{0,30}' and 'x{0,30}' after it"),
        ("a(?=b*b*c)", 6, GROWS),
        ("a*(?=a*b)", 5, GROWS),
        ("(?:a(?!a*b))*", 7, GROWS),
        ("a?" * 12, 22, "in more than 16 ways"),
        ("(?:a|a)" * 5, 33, "in more than 16 ways"),
        ("a" * 400, 300, "too long"),
        ("(?:" * 9 + "a" + "{2})" * 9, 27, "too long"),
        # What one of the two does not have, or reads otherwise.
        (r"\d+", 0, "escape"),
        (r"a\b", 1, "escape"),
        (r"\w", 0, "escape"),
        (r"\s", 0, "escape"),
        (r"\p{L}", 0, "escape"),
        (r"(a)\1", 3, "escape"),
        (r"(?<n>a)\k<n>", 7, "escape"),
        (r"\0", 0, "escape"),
        (r"\u{61}", 0, "escape"),
        (r"\x6", 0, "escape"),
        (r"\-", 0, "escape"),
        (r"\'", 0, "escape"),
        (r"[\b]", 1, "escape"),
        ("a\\", 1, "escape"),
        ("(?<=a)b", 0, "group"),
        ("(?<!a)b", 0, "group"),
        ("(?P<n>a)", 0, "group"),
        ("(?>a)", 0, "group"),
        ("(?i)a", 0, "group"),
        ("(?#a)", 0, "group"),
        ("(?<ñ>a)", 0, "group"),
        ("(?<n>a)|(?<n>b)", 8, "second group n"),
        ("(?:(a)|b)*", 0, "not every turn"),
        ("(?:(a)?b){2}", 0, "not every turn"),
        ("(?!(a)b)", 0, "never holds"),
        (r"\(?<a", 0, "names no group"),
        ("a+?", 2, "lazy"),
        ("a??", 2, "lazy"),
        ("a++", 2, "possessive"),
        ("a{2}{3}", 4, "repeat"),
        ("*a", 0, "cannot stand"),
        ("a|+", 2, "cannot stand"),
        ("(?=a)*", 0, "lookahead cannot be repeated"),
        ("a{", 1, "number of times"),
        ("a{,2}", 1, "number of times"),
        ("a{2,1}", 1, "number of times"),
        ("a{0}", 1, "number of times"),
        ("a{1000}", 1, "number of times"),
        ("{2}", 0, "cannot stand"),
        ("a}", 1, "cannot stand"),
        ("a]", 1, "cannot stand"),
        (".", 0, "."),
        ("a^", 1, "cannot stand"),
        ("(?:^a)", 3, "cannot stand"),
        ("a$", 1, "another place"),
        ("$", 0, "another place"),
        ("(?=a|$)", 5, "another place"),
        ("(?=[ ]*$)", 7, "another place"),
        (r"(?=\n?$)", 6, "another place"),
        (r"(?:\n*$|a)\n", 6, "another place"),
        (r"\n*$\n", 4, "nothing can follow"),
        ("", 0, "empty alternative"),
        ("a|", 2, "empty alternative"),
        ("(|a)", 1, "empty alternative"),
        ("()", 1, "empty alternative"),
        ("(?:a", 0, "never closed"),
        ("a)", 1, "no ("),
        ("[]a]", 0, "empty class"),
        ("[^]", 0, "empty class"),
        ("[a", 2, "never closed"),
        ("[[a]", 1, "cannot stand"),
        ("[b-a]", 0, "from more to less"),
        ("[a-c-e]", 4, "no range"),
        ("[a&&b]", 2, "sets"),
        ("[+--]", 3, "sets"),
        (r"[\u0000-\uffff]", 0, "surrogates"),
        (r"\ud83d", 0, "half"),
        ("♠\U0001f600", 1, "above"),
        ("e\u0301", 1, "NFC"),
        ("[e\u0301]", 2, "NFC"),
        ("\u212b", 0, "NFC"),
        ("a\u00a0", 1, "not seen"),
        ("a\n", 1, "not seen"),
    ],
)
def test_what_is_not_portable_is_refused_with_its_place(pattern: str, at: int, why: str) -> None:
    with pytest.raises(PatternError) as caught:
        check(pattern)
    assert why in caught.value.message
    assert caught.value.at == at
    assert caught.value.exit_code == 4
    assert caught.value.message.startswith(f"pattern, offset {at}, ")


def test_a_grammar_that_can_run_away_stops_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    def slip(pattern: str) -> None:
        check(pattern + "a*a*")

    monkeypatch.setattr(checking, "check", slip)
    with pytest.raises(CorpusError, match=r"grammar\.toml: paths"):
        checking.check_patterns()


def test_a_word_that_no_text_has_stops_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    words = patterns()["en"]
    wrong = {"en": replace(words, fillers=words.fillers | {"The"})}
    monkeypatch.setattr(checking, "patterns", lambda: wrong)
    with pytest.raises(CorpusError, match=r"en\.toml: .*a capital"):
        checking.check_patterns()


# --- words ----------------------------------------------------------------------------------------


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for part in (
        value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    ):
        yield from strings(part)


def test_the_words_of_every_language_can_be_found() -> None:
    shown = {"language", "names", "statute", "kind", "place", "suffixed", "general"}
    for path in PATTERNS.glob("*.toml"):
        if path.name != "grammar.toml":
            raw = tomllib.loads(path.read_text(encoding="utf-8"))
            units = [{k: v for k, v in unit.items() if k not in shown} for unit in raw.pop("unit")]
            for word in strings([{k: v for k, v in raw.items() if k not in shown}, units]):
                check_word(word)


@pytest.mark.parametrize(
    "word", ["szakasz", "art.", "§§", "nº", "°", "-ában", "*ordnung", "white* book*"]
)
def test_a_word_of_a_language_is_allowed(word: str) -> None:
    check_word(word)


@pytest.mark.parametrize(
    ("word", "at", "why"),
    [
        ("Law", 0, "capital"),
        ("law\u01c5", 3, "capital"),
        ("eme\u0301", 2, "NFC"),
        ("\u0958", 0, "NFC"),
        ("x\u030c", 1, "neither"),
        ("law\t", 3, "neither"),
        ("la\tw", 2, "neither"),
        ("la\u00adw", 2, "neither"),
        ("law 2", 4, "neither"),
        ("\U00010428", 0, "neither"),
        ("la*w", 2, "first or last"),
        ("**law", 1, "first or last"),
        (" law", 0, "nothing"),
        ("law *", 4, "nothing"),
        ("the  law", 4, "nothing"),
        ("", 0, "nothing"),
        ("*", 0, "nothing"),
    ],
)
def test_a_word_that_cannot_be_found_is_refused(word: str, at: int, why: str) -> None:
    with pytest.raises(PatternError) as caught:
        check_word(word)
    assert why in caught.value.message
    assert caught.value.at == at


# --- soundness: what is allowed is read in few ways, counted by another reader --------------------


HEADS, TAILS = st.sampled_from(["", *WORDS[:6]]), st.sampled_from(["", "x", *WORDS[:6]])


def signs_read(tree: Tree, text: str) -> int:
    reading = Reading(text)
    tree.read(Counter({0: 1}), reading)
    return reading.signs


def allowed(tree: Tree) -> bool:
    try:
        check(tree.written)
    except PatternError:
        return False
    return True


A, B, C = sign("a"), sign("b"), sign("c")
STAR = (0, None)


@pytest.mark.slow
@settings(max_examples=1000, deadline=None)
@given(TREES, HEADS, TAILS)
def test_no_text_makes_an_allowed_pattern_run_away(tree: Tree, head: str, tail: str) -> None:
    assume(allowed(tree))
    known = compiled(tree.written)
    for word in WORDS:
        text = head + word * ROUNDS + tail
        reading = Reading(text)
        ends = tree.read(Counter({0: 1}), reading)
        assert reading.signs <= MOST_WAYS * len(text)
        match = known.match(text)
        assert (match is None) is not bool(ends)  # the other reader reads what Python reads
        assert match is None or match.end() in ends


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(TREES, st.text("abx", max_size=12))
def test_no_short_text_is_read_in_many_ways(tree: Tree, text: str) -> None:
    assume(allowed(tree))
    assert signs_read(tree, text) <= MOST_WAYS * len(text)
    assert (compiled(tree.written).match(text) is None) is not bool(
        tree.read(Counter({0: 1}), Reading(text))
    )


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        (repeat(repeat(A, 1, None), 1, None), "a" * 60),
        (repeat(choice(A, A), *STAR), "a" * 60),
        (row(repeat(A, *STAR), repeat(A, *STAR)), "a" * 60),
        (row(repeat(sign("ab"), *STAR), repeat(sign("bc"), *STAR)), "b" * 60),
        (repeat(row(B, choice(repeat(A, 0, 1), repeat(C, 0, 1))), *STAR), "b" * 60),
        (row(repeat(A, *STAR), look(row(repeat(A, *STAR), B))), "a" * 60),
        (repeat(row(A, look(row(repeat(A, *STAR), B), "!")), *STAR), "a" * 60),
        (row(*[repeat(A, 0, 1)] * 12), "a" * 60),
    ],
)
def test_the_other_reader_would_see_a_pattern_that_runs_away(tree: Tree, text: str) -> None:
    assert not allowed(tree)
    assert signs_read(tree, text) > MOST_WAYS * len(text)


def test_most_simple_patterns_are_allowed() -> None:
    """The properties above would hold of nothing at all."""
    simple = [row(repeat(A, *STAR), B), repeat(row(A, B), 0, 3), choice(A, row(A, B)), look(A)]
    assert all(allowed(row(one, two)) for one, two in product(simple[1:], simple[:3]) if one != two)

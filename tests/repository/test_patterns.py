"""Every regular expression of ours takes linear time on every text: all are found and judged."""

from __future__ import annotations

import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from regexps.found import Found
from regexps.linear import refuse_slow
from regexps.python_patterns import compiled_in, python_patterns
from regexps.python_tree import python_tree
from regexps.script_patterns import script_patterns
from regexps.tree import Part

from kb.citations.dialect import PatternError
from kb.citations.grammar import compiled, grammar
from kb.corpus import manifest
from kb.languages.notation import notation
from kb.library.query_words import _time_words
from kb.library.redaction import read_redactor
from kb.linking.dating.date_words import compiled_forms, lexeme
from kb.linking.dating.lines import mail_header
from kb.reading.read import read
from support.decimal_books import english, russian
from support.homes import REPOSITORY
from support.pattern_trees import ROUNDS, TREES, WORDS, Tree

pytestmark = pytest.mark.slow

#: Patterns that are put together while the program runs, by file and function: whether they are
#: searched for. What the texts are read by is made from the curation, and judged below.
MADE = {
    ("kb/reading/lawbook/decimal_labels.py", "law_start"): False,
    ("kb/reading/lawbook/decimal_labels.py", "like_label"): False,
    ("kb/reading/lawbook/depth.py", "read_depth"): False,
    ("kb/reading/lawbook/locators.py", "_places_pattern"): True,
    ("kb/reading/lawbook/outline.py", "_like_label"): False,
    ("kb/reading/layout.py", "_definitions"): False,
    ("kb/reading/layout.py", "law_start"): False,
    ("kb/reading/scan/statute_sections.py", "_labelled"): False,
    ("kb/files/typed_toml.py", "pattern"): True,
}


def replaced_names() -> list[re.Pattern[str]]:  # with several words, accents and an open end
    with tempfile.NamedTemporaryFile() as names:
        names.write("Jane Ann Doe*\nŁukasz Æbelø\nJo\n/no [0-9]{1,3}/\n".encode())
        names.flush()
        return [pattern for pattern, _ in read_redactor(Path(names.name)).patterns]


#: Patterns that are made of data files, by file and function: how they are had, and whether they
#: are searched for.
OF_DATA: dict[tuple[str, str], tuple[Callable[[], Iterable[re.Pattern[str]]], bool]] = {
    ("kb/library/query_words.py", "_time_words"): (lambda: [_time_words().pattern], True),
    ("kb/library/redaction.py", "_compiled"): (lambda: replaced_names()[:1], True),
    ("kb/library/redaction.py", "read_redactor"): (lambda: replaced_names()[1:], True),
    ("kb/languages/notation.py", "_compiled"): (lambda: [re.compile(notation().pattern)], False),
    ("kb/linking/dating/date_words.py", "compiled_forms"): (compiled_forms, True),
    ("kb/linking/dating/date_words.py", "lexeme"): (
        lambda: [lexeme("word_sign"), lexeme("sentence_end"), lexeme("clause_end")],
        True,
    ),
    ("kb/linking/dating/lines.py", "mail_header"): (lambda: [mail_header()], True),
}
#: The same in scripts.
MAIL_HEADER = (
    'new RegExp(`(?:^|[\\n${BREAK}])[> \\\\t*]{0,20}(?:${[...DATES.mail].sort().join("|")})'
    '\\\\*{0,2}:`, "gi")'
)
FIELD = (
    'new RegExp(`^([${DATES.letter}][${DATES.letter}_-]*)[ \\\\t]*:[ \\\\t]+([^ \\\\t].*)$`, "u")'
)
DATE_FORMS = 'new RegExp(DATA.dates.forms.map((form) => `(?:${form})`).join("|"), "gu")'
#: The grammar of citations comes to scripts as data; every other pattern of theirs stands in them.
GRAMMAR = ("kb/citations/grammar.py", "_pattern")
GRAMMAR_IN_SCRIPTS = {
    ("site/linker/grammar.js", 'new RegExp(source, "duy")'),
    ("site/linker/grammar.js", 'new RegExp(source, "uy")'),
    ("site/linker/grammar.js", 'new RegExp(source, "gu")'),
    ("site/linker/recogniser.js", 'new RegExp(DATA.grammar.item, "gu")'),
    ("site/linker/tokens.js", 'new RegExp(DATA.grammar.lexemes.word, "gu")'),
    ("site/linker/dating/fields.js", FIELD),
    ("site/linker/dating/lines.js", MAIL_HEADER),
    ("site/linker/dating/words.js", DATE_FORMS),
    ("site/linker/dating/words.js", "new RegExp(DATA.dates.clause_end)"),
    ("site/linker/dating/words.js", "new RegExp(DATA.dates.sentence_end)"),
    ("site/linker/dating/words.js", 'new RegExp(DATA.dates.token, "gu")'),
    ("site/linker/dating/words.js", "new RegExp(DATA.dates.word_sign)"),
    ("site/search/notation.js", 'new RegExp(DATA.notation.pattern, "y")'),
}
#: Of the grammar, what is never searched for: it is matched once where digits begin, which are then
#: behind; right behind a citation, a number, a word or a title.
AT_ONE_PLACE = {
    "lexemes.figure",
    "lexemes.before_number",
    "surroundings.joined",
    "titles.next",
    "titles.listed",
    "titles.unit_behind",
}


@cache
def ours() -> list[Found]:
    return python_patterns(REPOSITORY, "kb")


@cache
def of_scripts() -> list[Found]:
    scripts = {
        path.relative_to(REPOSITORY).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted((REPOSITORY / "site").rglob("*.js"))
    }
    return script_patterns(scripts | dict(inline_scripts()))


class Inline(HTMLParser):
    """Collects what stands in script elements of a template, and what elements do on events."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts: list[str] = []
        self.handlers: list[str] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._inside = tag == "script" and given.get("type") != "application/json"
        self.handlers += [name for name in given if re.fullmatch("on[a-z]{3,}", name)]

    def handle_endtag(self, tag: str) -> None:
        self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside and data.strip():
            self.scripts.append(data)


def inline_scripts() -> Iterator[tuple[str, str]]:
    """The scripts in templates; what a template puts into one is data."""
    for folder in ("kb", "site"):
        for path in sorted((REPOSITORY / folder).rglob("*.html")):
            page = Inline()
            page.feed(path.read_text(encoding="utf-8"))
            assert page.handlers == [], path
            for at, script in enumerate(page.scripts):
                yield f"{path.relative_to(REPOSITORY)}#{at}", re.sub(r"\{\{[^{}]*\}\}", "0", script)


def faults(found: list[Found], in_scripts: bool = False) -> list[str]:
    """What is wrong with patterns, a line for each."""
    out = []
    for one in found:
        if one.tree is not None:
            try:
                refuse_slow(one.pattern, one.tree, one.searched, fills_unset=in_scripts)
            except PatternError as error:
                out.append(f"{one.file}:{one.line}: {one.pattern!r}: {error.message}")
    return out


def slow(pattern: str, searched: bool = True, flags: int = 0) -> str:
    """Why a pattern is refused, "" where it is not."""
    try:
        refuse_slow(pattern, python_tree(pattern, flags), searched)
    except PatternError as error:
        return error.message
    return ""


# --- what is ours ---------------------------------------------------------------------------------


def test_every_pattern_of_the_program_is_linear() -> None:
    assert len(ours()) > 100
    assert faults(ours()) == []


def test_every_pattern_of_the_scripts_is_linear() -> None:
    assert len(of_scripts()) > 100
    assert faults(of_scripts(), in_scripts=True) == []


def test_what_is_put_together_while_it_runs_is_known() -> None:
    unknown = {(one.file, one.function) for one in ours() if one.tree is None}
    assert unknown == {*MADE, *OF_DATA, GRAMMAR}
    unread = {(one.file, one.pattern.split(": ")[0]) for one in of_scripts() if one.tree is None}
    assert unread == GRAMMAR_IN_SCRIPTS


def test_every_pattern_means_the_same_to_every_python() -> None:
    """Before 3.11.5, Debian's too, Python reads `(?:ab)*+` wrongly (CPython issue 106052)."""
    misread = [f"{one.file}:{one.line}" for one in ours() if one.tree and misread_before(one.tree)]
    assert misread == [], "write (?>(?:...)*) instead of (?:...)*+"
    for name, pattern in all_of_the_grammar().items():
        assert not misread_before(python_tree(compiled(pattern).pattern)), name


def misread_before(tree: Part) -> bool:
    """Whether a possessive repeat has more than one character to repeat, anywhere in a pattern."""
    if tree.kind == "repeat" and tree.firm and tree.parts[0].kind != "sign":
        return True
    return any(misread_before(part) for part in tree.parts)


@pytest.mark.parametrize(
    ("pattern", "misread"),
    [
        (r"(?:ab)*+", True),
        (r"x(?>(?:a(?:b|cd)?+)*)", True),
        (r"(?=(a|b)++)", True),
        (r"[ab]*+\s++x?+", False),
        (r"(?>(?:ab)*)(?:ab)*", False),
    ],
)
def test_a_possessive_repeat_of_more_than_a_character_is_seen(pattern: str, misread: bool) -> None:
    assert misread_before(python_tree(pattern)) is misread


def test_no_pattern_that_a_module_holds_is_missed() -> None:
    found = {one.pattern for one in ours()}
    known = found | {compiled(pattern).pattern for pattern in all_of_the_grammar().values()}
    for file, pattern in compiled_in(REPOSITORY, "kb"):
        own = pattern.pattern if isinstance(pattern.pattern, str) else repr(pattern.pattern)
        assert own in known, f"{file}: {pattern}"


def all_of_the_grammar() -> dict[str, str]:
    return grammar().patterns | {"item": grammar().item}


def test_the_grammar_of_citations_can_be_searched_for() -> None:
    for name, pattern in all_of_the_grammar().items():
        assert slow(compiled(pattern).pattern, name not in AT_ONE_PLACE) == "", name


def test_what_the_curation_makes_patterns_of_is_linear(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: dict[tuple[str, str], set[str]] = defaultdict(set)
    for name in ("compile", "match", "fullmatch", "search", "finditer", "sub", "split", "findall"):
        monkeypatch.setattr(re, name, recording(getattr(re, name), made))
    corpus = manifest.load(REPOSITORY)
    # No text of the corpus has decimal numbers.
    for text in (*corpus.readable, english(tmp_path / "en"), russian(tmp_path / "ru")):
        read(text)
    monkeypatch.undo()
    for place, searched in MADE.items():
        assert made[place], place
        for pattern in made[place]:
            assert slow(pattern, searched) == "", place


def test_what_data_files_make_patterns_of_is_linear() -> None:
    for place, (patterns, searched) in OF_DATA.items():
        for pattern in patterns():
            assert slow(pattern.pattern, searched, pattern.flags) == "", place


def recording(
    function: Callable[..., object], made: dict[tuple[str, str], set[str]]
) -> Callable[..., object]:
    """A function of `re` that writes down who gives it which pattern."""

    def recorded(pattern: str, *rest: object, **more: object) -> object:
        caller = sys._getframe(1).f_code
        path = Path(caller.co_filename)
        if path.is_relative_to(REPOSITORY):
            place = (path.relative_to(REPOSITORY).as_posix(), caller.co_name)
            made[place].add(pattern)
        return function(pattern, *rest, **more)

    return recorded


# --- what is refused and what is not --------------------------------------------------------------

GROWS, ANEW = "ever more ways", "begun anew"


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        (r"(a+)+$", GROWS),
        (r"(?:a|a)*b", GROWS),
        (r"(?:a|ab|b)*c", GROWS),
        (r"(\s*)*", GROWS),
        (r"(?:a?b?|c)*d", GROWS),
        (r"(?:(?:a?)(?:b?)?)*c", GROWS),
        (r"^\s*\s*x", GROWS),
        (r"^[ \t]*-?[ \t]*$", GROWS),
        (r"^(\w+)\1*x", GROWS),
        (r"^(?:a(?=a*b))*", GROWS),
        (r"(?i)^(?:ka|\u212aa)*$", GROWS),
        (r"^(?:- [^\n]*: (?:https?://|/|✗ )[^\n]*\n)+$", GROWS),
        (r"(?:a|a)" * 6, "more than 16 ways"),
        (r"\s+$", ANEW),
        (r"\s+?$", ANEW),
        (r"\s++$", ANEW),
        (r"\d+x", ANEW),
        (r"(?>\d+)x", ANEW),
        (r"(\d+)-(\d+)", ANEW),
        (r"\w+(?=:)", ANEW),
        (r"(?=.*x)a", ANEW),
        (r"(?!.*x)a", ANEW),
        (r"<[^>]*>", ANEW),
        (r"<!--.*?-->", ANEW),
        (r"a|a*b", ANEW),
        (r"(?:^|[ \t]+)#+[ \t]*$", ANEW),
        (r"(?m)^\s*x", ANEW),
        (r"(?:ab)+c", ANEW),
        (r"(?:a{0,1000})b", ANEW),
        # Linear, for what is said beside it.
        (r"\s+", ""),
        (r"\s*+x?", ""),
        (r"(?<!\s)\s+$", ""),
        (r"\b\w+x", ""),
        (r"^\s*x", ""),
        (r"(?m)^[ \t]*x", ""),
        (r"\A\d+x", ""),
        (r"\w+(?!\w)", ""),
        (r"<[^<>]*>", ""),
        (r"<!--.*?(?:-->|\Z)", ANEW),
        (r"(?s)<!--.*?(?:-->|\Z)", ""),
        (r"\d++(?!\d)", ""),
        (r"\s*+\S", ANEW),
        (r"^\s*+\s?x", ""),
        (r"a{0,30}b", ""),
        (r"[a-z]+(?:-[a-z]+)*", ""),
        (r"(['\"])[^'\"]*\1", ""),
        (r"(?i)[a-z]+|\d", ""),
        (r"(?:\\.|[^\\\"])*+", ""),
    ],
)
def test_a_pattern_that_can_run_away_is_refused(pattern: str, why: str) -> None:
    told = slow(pattern)
    assert (why in told) if why else not told


@pytest.mark.parametrize("pattern", [r"\s+$", r"\d+x", r"a|a*b", r"<[^>]*>"])
def test_what_is_matched_at_one_place_reads_a_run_once(pattern: str) -> None:
    assert slow(pattern, searched=False) == ""


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("const A = /(a+)+$/;", GROWS),
        ("const A = /(?:a|a)*b/u;", GROWS),
        ("text.replace(/\\s+$/g, '');", ANEW),
        ("text.split(/\\p{L}+x/v);", ANEW),
        ("const A = `[x]`; const B = new RegExp(`${A}+$`, 'y');", ANEW),
        ("const A = /a/.source; new RegExp(A + '+$');", ANEW),
        ("const A = /(?:k|\\u212a)*$/iu;", GROWS),
        ("const A = /^\\s*x/m;", ANEW),
        ("const A = /(?<=\\s*)x/;", "any length"),
        ("function f(a) { return RegExp(a + '+'); }", "known only when it runs"),
        ("const a = 'x'; function f(a) { return RegExp(a + '+'); }", "known only when it runs"),
        ("text.match('a+$');", "write it as one"),
        ("const A = /^\\s*x/;", ""),
        ("const A = /(?<!\\s)\\s+$/g;", ""),
        ("const A = /\\s+/y; text.split(/, */); text.split(', ');", ""),
        ("const A = /(?<a>['\"])[^'\"]*\\k<a>/;", ""),
        ("const A = /[\\p{L}--[a-z]]+/v;", ""),
    ],
)
def test_a_pattern_of_a_script_that_can_run_away_is_refused(code: str, why: str) -> None:
    found = script_patterns({"site/planted.js": code})
    told = [*faults(found, in_scripts=True), *(one.pattern for one in found if one.tree is None)]
    assert (len(told) == 1 and why in told[0]) if why else told == []


def test_a_pattern_is_put_together_from_what_other_modules_export() -> None:
    using = "import { SIGN as ONE } from './signs.js'; const A = new RegExp(`${ONE}+$`);"
    files = {"site/a/signs.js": "export const SIGN = '[x]';", "site/a/using.js": using}
    [told] = faults(script_patterns(files), in_scripts=True)
    assert "site/a/using.js" in told
    assert ANEW in told
    [one] = script_patterns({"site/a/using.js": using})
    assert "known only when it runs" in one.pattern


PLANTED = """
import re
_SEARCHED = re.compile(r"\\s+$")
_MATCHED = re.compile(r"\\s+x")
_PART = "a+"
_JOINED = re.compile(f"({_PART})+$", flags=re.DOTALL)

def one(text, word):
    _MATCHED.fullmatch(text)
    re.search(r"\\d+x", text) or _SEARCHED.search(text)
    return re.sub(rf"{word}+", "", text), (lambda _PART: re.match(_PART, text))
"""


def test_planted_faults_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "planted").mkdir()
    (tmp_path / "planted/__init__.py").touch()
    (tmp_path / "planted/faulty.py").write_text(PLANTED)
    monkeypatch.syspath_prepend(tmp_path)
    found = python_patterns(tmp_path, "planted")
    assert [line.split(":")[1] for line in faults(found)] == ["3", "6", "10"]
    assert [(one.line, one.function) for one in found if one.tree is None] == [
        (11, "one"),
        (11, "one.lambda"),
    ]
    assert len(list(compiled_in(tmp_path, "planted"))) == 3


@pytest.mark.parametrize(
    "line", ["from re import compile", "import re as r", "import regex", "f = re.search"]
)
def test_patterns_come_by_the_name_of_their_module(tmp_path: Path, line: str) -> None:
    (tmp_path / "planted").mkdir()
    (tmp_path / "planted/hidden.py").write_text(f"import re\n{line}\n")
    with pytest.raises(ValueError, match=r"hidden\.py"):
        python_patterns(tmp_path, "planted")


# --- the engine agrees ----------------------------------------------------------------------------


class Engine:
    """Reads a tree as a backtracking engine does, and counts the signs that it looks at."""

    def __init__(self, text: str) -> None:
        self.text, self.steps = text, 0

    def search(self, tree: Tree) -> None:
        """Every match in the text, one after the other."""
        at = 0
        while at <= len(self.text):
            end = self._read(tree, at, lambda end: end)
            at = at + 1 if end is None or end == at else end

    def _read(self, tree: Tree, at: int, go_on: Callable[[int], int | None]) -> int | None:
        if tree.kind == "sign":
            self.steps += 1
            return go_on(at + 1) if self.text[at : at + 1] in tree.letters else None
        if tree.kind == "row":
            return self._row(tree.parts, at, go_on)
        if tree.kind == "choice":
            ends = (self._read(part, at, go_on) for part in tree.parts)
            return next((end for end in ends if end is not None), None)
        if tree.kind == "look":
            holds = self._read(tree.parts[0], at, lambda end: end) is not None
            return go_on(at) if holds is tree.written.startswith("(?=") else None
        return self._repeat(tree, 0, at, go_on)

    def _row(
        self, parts: tuple[Tree, ...], at: int, go_on: Callable[[int], int | None]
    ) -> int | None:
        if not parts:
            return go_on(at)
        return self._read(parts[0], at, lambda end: self._row(parts[1:], end, go_on))

    def _repeat(
        self, tree: Tree, turn: int, at: int, go_on: Callable[[int], int | None]
    ) -> int | None:
        if tree.most is None or turn < tree.most:
            end = self._read(
                tree.parts[0],
                at,
                lambda end: (
                    None
                    if end == at and turn >= tree.least
                    else self._repeat(tree, turn + 1, end, go_on)
                ),
            )
            if end is not None:
                return end
        return go_on(at) if turn >= tree.least else None


@settings(max_examples=200)
@given(TREES)
def test_no_text_makes_the_search_for_a_linear_pattern_run_away(tree: Tree) -> None:
    assume(not slow(tree.written))
    deep = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    try:
        for word in WORDS:
            for tail in ("", "x"):
                engines = [Engine(word * rounds + tail) for rounds in (ROUNDS, 2 * ROUNDS)]
                for engine in engines:
                    engine.search(tree)
                steps = [engine.steps for engine in engines]
                assert steps[1] <= 2.2 * steps[0] + 100, word
    finally:
        sys.setrecursionlimit(deep)

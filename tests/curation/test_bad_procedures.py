"""Procedures that do not hold are told with their file and line, and what to do."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from kb.core.errors import KodeksError
from kb.core.procedures import Procedures
from kb.corpus import manifest
from kb.curation.copied import Sources
from kb.curation.procedures.reading import read_procedures
from support.homes import edit_file
from support.texts import Read

PROCEDURES = "corpus/curation/procedures/bridge-2017"
FLOW = "call-out-of-turn.toml"

Edit = Callable[[str], str]


def read(home: Path, texts: dict[str, Read]) -> Procedures:
    """The step of a build that reads procedures; the texts need no reading anew."""
    corpus, readings = manifest.load(home), [one.reading for one in texts.values()]
    return read_procedures(corpus, readings, Sources(corpus, readings))["bridge-2017"]


def fault(home: Path, texts: dict[str, Read], file: str, edit: Edit) -> tuple[str, str]:
    """What is said of a file that was edited so: the message without its directory, the hint."""
    edit_file(home / PROCEDURES / file, edit)
    with pytest.raises(KodeksError) as caught:
        read(home, texts)
    prefix = f"{home / PROCEDURES}/"
    assert caught.value.message.startswith(prefix)
    return caught.value.message.removeprefix(prefix), caught.value.hint or ""


def replaced(old: str, new: str) -> Edit:
    """An edit that puts something in the place of the first that a pattern finds."""

    def edit(before: str) -> str:
        after = re.sub(old, new, before, count=1, flags=re.MULTILINE)
        assert after != before
        return after

    return edit


def line(home: Path, file: str, beginning: str) -> int:
    """The first line of a file that begins so."""
    lines = (home / PROCEDURES / file).read_text(encoding="utf-8").split("\n")
    return next(at for at, one in enumerate(lines, 1) if one.startswith(beginning))


def test_the_procedures_of_the_corpus_are_sound(home: Path, texts: dict[str, Read]) -> None:
    procedures = read(home, texts)
    modules = procedures.header.modules
    assert len(procedures.by_id) == 50
    assert {"comparable-call", "lead-restrictions", "adjusted-score", "facts-disputed"} <= {
        *modules
    }
    assert set(procedures.languages) == {"hu", "pl", "hr", "it", "fr", "de", "en"}
    assert len(procedures.header.tiles) == 12
    assert {id for tile in procedures.header.tiles for id in tile.procedures}.isdisjoint(modules)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edit", "said", "hint"),
    [
        (
            replaced(r'^start = "(\w)', r'start = "x\1'),
            "start is no question",
            "The nearest",
        ),
        (
            replaced(r'^(answer\.[\w-]+ += ")(end:)', r"\1end:no-such-"),
            "is no outcome: 'no-such-",
            "",
        ),
        (
            replaced(r'^(answer\.[\w-]+ += ")end:[\w-]+"', r'\1go:clam"'),
            "is no other procedure: 'clam'",
            "The nearest: claim",
        ),
        (
            lambda toml: re.sub(
                r'^(answer\.[\w-]+ += )"[^"]+"',
                lambda match: f'{match[1]}"since"',
                toml,
                flags=re.MULTILINE,
            ),
            "asks for nothing: all answers lead to the same",
            "Leave the question out.",
        ),
        (
            lambda toml: (
                f'{toml}\n[question.dead]\nkind = "fact"\nof = "offender"\n'
                'cite = ["27.A.1"]\nanswer.yes = "go:claim"\nanswer.no = "go:appeal"\n'
            ),
            "question: dead: answer is never reached",
            "Lead to it.",
        ),
        (
            lambda toml: (
                f'{toml}\n[[outcome.dead.step]]\nwhen = "now"\nsay = "play-on"\ncite = ["27.A.1"]\n'
            ),
            "which no answer leads to",
            "Lead to it.",
        ),
        (
            replaced(r'"28\.A"', '"28.AA"'),
            "is no provision with a wording",
            "The nearest",
        ),
        (replaced(r'"28\.A"', '"27.B.1"'), "'27.B.1' is no provision with a wording", ""),
        (replaced(r'covers = \["\d+"', 'covers = ["99"'), "covers is no law: '99'", "The nearest"),
        (replaced(r'kind = "\w+"', 'kind = "guess"'), "must be one of choice, fact, judgement", ""),
        (replaced(r'when = "now"', 'when = "soon"'), "must be one of after, auction, lead", ""),
        (replaced(r'^kind = "', 'why = "x"\nkind = "'), "why is not known here", ""),
    ],
)
def test_a_flow_that_does_not_hold(
    home: Path, texts: dict[str, Read], edit: Edit, said: str, hint: str
) -> None:
    message, advice = fault(home, texts, FLOW, edit)
    assert re.match(rf"{re.escape(FLOW)}:\d+: ", message)
    assert said in message
    assert hint in advice


def test_a_way_that_goes_round_is_told_at_its_answer(home: Path, texts: dict[str, Read]) -> None:
    toml = (home / PROCEDURES / FLOW).read_text(encoding="utf-8")
    start = re.search(r'^start = "([\w-]+)"', toml, re.MULTILINE)
    assert start
    head, _, asked = toml.rpartition("[question.")  # the last question, which is not the first
    last = asked.split("]")[0]
    assert last != start[1]
    edit = replaced(r'^(answer\.[\w-]+ += )"[^"]+"', rf'\1"{start[1]}"')
    message, advice = fault(home, texts, FLOW, lambda _: f"{head}[question.{edit(asked)}")
    assert f"leads back to {start[1]}" in message
    assert advice == "Every way must end."


def test_steps_stand_in_the_order_of_time(home: Path, texts: dict[str, Read]) -> None:
    def edit(toml: str) -> str:
        return toml.replace('when = "auction"', 'when = "after"', 1)

    file = "insufficient-bid.toml"
    message, advice = fault(home, texts, file, edit)
    assert "comes before the step above it" in message
    assert advice == "Put them in order of time."


def test_every_end_needs_a_case_and_cases_must_hold(home: Path, texts: dict[str, Read]) -> None:
    path = home / PROCEDURES / FLOW
    toml = path.read_text(encoding="utf-8")
    head, *cases = toml.split("[[case]]")
    ends = [re.search(r'ends\s*=\s*"([^"]+)"', case) for case in cases]
    first = ends[0]
    assert first
    left = [case for case, end in zip(cases, ends, strict=True) if end and end[1] != first[1]]
    message, advice = fault(home, texts, FLOW, lambda _: "[[case]]".join((head, *left)))
    assert f"case is missing for {first[1]}" in message
    assert "[[case]]" in advice
    path.write_text(toml, encoding="utf-8")
    message, _ = fault(home, texts, FLOW, replaced(r'ends\s*=\s*"[^"]+"', 'ends = "go:claim"'))
    assert "ends is wrong: these answers lead to" in message
    path.write_text(toml, encoding="utf-8")
    message, _ = fault(home, texts, FLOW, replaced(r'answers = \["', 'answers = ["x'))
    assert "which is no answer to" in message


@pytest.mark.slow
def test_a_provision_that_nothing_cites_needs_a_reason(home: Path, texts: dict[str, Read]) -> None:
    file = "not-procedural.tsv"
    message, advice = fault(home, texts, file, replaced(r"^3\t.*\n", ""))
    assert "no procedure cites 3, and no reason says why" in message
    assert "add a row with the reason" in advice


@pytest.mark.slow
@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("27.B.1.b\tIt decides nothing.", "procedures cite all of 27.B.1.b"),
        ("94\tThere is none.", "94 has no wording"),
        ("3\tAgain.", "a second reason for 3"),
        ("72.B.9\t", "72.B.9 has no wording"),
    ],
)
def test_a_reason_must_be_needed(home: Path, texts: dict[str, Read], row: str, said: str) -> None:
    file = "not-procedural.tsv"
    message, _ = fault(home, texts, file, lambda tsv: f"{tsv}{row}\n")
    assert message.startswith(f"{file}:{line(home, file, row)}: ")
    assert said in message


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (replaced(r"^title\t.*\n", ""), "title is missing"),
        (replaced(r"^entry\t.*$", "entry\t "), "entry needs words"),
        (lambda tsv: f"{tsv}say.nothing\tDo nothing.\n", "call-out-of-turn has no say.nothing"),
        (lambda tsv: f"{tsv}title\tAgain\n", "a second title"),
    ],
)
def test_words_must_be_those_that_the_flow_needs(
    home: Path, texts: dict[str, Read], edit: Edit, said: str
) -> None:
    for language in ("en", "hu"):
        path = home / PROCEDURES / language / "call-out-of-turn.tsv"
        before = path.read_text(encoding="utf-8")
        message, _ = fault(home, texts, f"{language}/call-out-of-turn.tsv", edit)
        assert re.match(rf"{language}/call-out-of-turn\.tsv:\d+: ", message)
        assert said in message
        path.write_text(before, encoding="utf-8")


def test_common_words_that_nothing_says(home: Path, texts: dict[str, Read]) -> None:
    message, _ = fault(home, texts, "fr/common.tsv", lambda tsv: f"{tsv}say.nothing\tRien.\n")
    assert "nothing says 'say.nothing'" in message


def test_words_of_the_law_are_not_copied(home: Path, texts: dict[str, Read]) -> None:
    body = texts["bridge-2017/pl"].by_id["28.A"].body
    edit = replaced(r"^entry\t.*$", f"entry\t{body.splitlines()[0]}")
    message, advice = fault(home, texts, "pl/call-out-of-turn.tsv", edit)
    assert "these 7 words are those of bridge-2017/pl:28.A" in message
    assert advice == "Say it in words of your own."


@pytest.mark.slow
def test_a_help_is_there_in_all_languages_or_in_none(home: Path, texts: dict[str, Read]) -> None:
    path = home / PROCEDURES / "de/insufficient-bid.tsv"
    edit_file(path, replaced(r"^question\.[\w-]+\.help\t.*\n", ""))
    with pytest.raises(KodeksError, match="help is missing"):
        read(home, texts)


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (replaced(r'"claim",', ""), "claim names 'claim', which `order` has not"),
        (replaced(r'^claim = \["claim"\]', 'claim = ["clam"]'), "claim names 'clam'"),
        (replaced(r"^modules = \[", 'modules = ["x",'), "modules names 'x'"),
    ],
)
def test_the_contents_name_what_there_is(
    home: Path, texts: dict[str, Read], edit: Edit, said: str
) -> None:
    message, _ = fault(home, texts, "contents.toml", edit)
    assert re.match(r"contents\.toml:\d+: ", message)
    assert said in message


def test_a_flow_that_the_contents_do_not_name(home: Path, texts: dict[str, Read]) -> None:
    flow = (home / PROCEDURES / "claim.toml").read_text(encoding="utf-8")
    (home / PROCEDURES / "claim-too.toml").write_text(flow, encoding="utf-8")
    with pytest.raises(KodeksError, match="order has no claim-too"):
        read(home, texts)


def test_a_directory_that_is_no_language(home: Path, texts: dict[str, Read]) -> None:
    (home / PROCEDURES / "english").mkdir()
    with pytest.raises(KodeksError, match="not named after a language"):
        read(home, texts)

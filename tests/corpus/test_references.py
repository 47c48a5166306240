"""References: every citation inside the lawbooks leads where a reader would go."""

from __future__ import annotations

import json

import jsonschema
import pytest

from kb.citations.recogniser import recognise
from kb.citations.references import references
from kb.citations.resolver import Resolver
from kb.core.ids import ProvisionId
from kb.core.references import Reference
from kb.core.stored import to_json
from support.homes import REPOSITORY
from support.texts import Read, tsv

TEXTS = ("bridge-2017/hu", "bridge-2017/pl", "bridge-1997/hr")

#: Lists made by reading each text from first to last line, before the recogniser was run on it.
LISTS = REPOSITORY / "tests/data"
RECALL, PRECISION = 0.985, 0.97


@pytest.fixture(scope="module")
def found(texts: dict[str, Read]) -> dict[str, tuple[Reference, ...]]:
    return {text: references(texts[text].reading, text.rpartition("/")[2]) for text in TEXTS}


def by_hand(text: str) -> list[dict[str, str]]:
    path = LISTS / f"references_{text.replace('/', '_')}.tsv"
    return tsv(path)


@pytest.mark.parametrize("text", TEXTS)
def test_the_references_are_those_a_reader_finds(
    found: dict[str, tuple[Reference, ...]], text: str
) -> None:
    expected = {(row["from"], target) for row in by_hand(text) for target in row["targets"].split()}
    ours = {(one.source, target) for one in found[text] for target in one.targets}
    right = len(expected & ours)
    assert right / len(expected) >= RECALL, sorted(expected - ours)
    assert right / len(ours) >= PRECISION, sorted(ours - expected)


@pytest.mark.parametrize("text", TEXTS)
def test_a_reference_quotes_its_record_and_says_its_line(
    texts: dict[str, Read], found: dict[str, tuple[Reference, ...]], text: str
) -> None:
    lines = {(row["from"], t): row["line"] for row in by_hand(text) for t in row["targets"].split()}
    same = 0
    for one in found[text]:
        record = texts[text].by_id[one.source]
        words = record.heading if one.field == "heading" else record.body
        assert words is not None
        assert words[one.start : one.end] == one.quote
        assert record.lines[0] <= one.line <= record.lines[1]
        for item in one.items:
            assert one.start <= item.start < item.end <= one.end
        same += lines.get((one.source, one.targets[0])) == str(one.line)
    assert same / len(found[text]) > 0.97


@pytest.mark.parametrize("text", TEXTS)
def test_references_follow_their_schema(found: dict[str, tuple[Reference, ...]], text: str) -> None:
    schema = json.loads((REPOSITORY / "kb/schemas/references.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    for one in found[text]:
        validator.validate(json.loads(to_json(one)))


@pytest.mark.parametrize("text", TEXTS)
def test_what_does_not_exist_is_kept_and_marked(
    texts: dict[str, Read], found: dict[str, tuple[Reference, ...]], text: str
) -> None:
    for one in found[text]:
        missing = [target for target in one.targets if target not in texts[text].by_id]
        assert one.dangling == bool(missing), one
    dangling = {target for one in found[text] if one.dangling for target in one.targets}
    expected = {
        "bridge-2017/hu": {"86.D"},
        "bridge-2017/pl": set(),
        "bridge-1997/hr": {"23.A", "23.B"},
    }
    assert dangling == expected[text]


#: Words as they stand in the texts, the provision they stand in, what they mean there.
MEANT = [
    ("hu", "(lásd 27B1b, 30B1b)ii), 31A2a és 32A2a pontokat)", "23.C",
     ["27.B.1.b", "30.B.1.b.ii", "31.A.2.a", "32.A.2.a"]),
    ("hu", "lásd a 20F szakasz 2. és 3. pontját", "41.B", ["20.F.2", "20.F.3"]),
    ("hu", "a fenti B szakasz 1a pontja alkalmazandó", "51.B.2.a", ["51.B.1.a"]),
    ("hu", "jelen szakasz B1 pontját", "16.A.1.c", ["16.B.1"]),
    ("hu", "a fenti c) vagy d) pont szerint jár el", "16.D.3", ["16.D.2.c", "16.D.2.d"]),
    ("hu", "Az A pont szerinti beleegyezés", "69.B", ["69.A"]),
    ("hu", "E szakasz tekintetében", "64.A.1", ["64"]),
    ("hu", "a lenti E pontot", "24.A", ["24.E"]),
    ("hu", "lásd a 12. szakasz C1. pontját", "40.B.2", ["12.C.1"]),
    ("hu", "a 27. szakasz 2. pontja", "40.B.2", ["27.2"]),
    ("hu", "Az 53–56. szakaszok", "1", ["53", "54", "55", "56"]),
    ("pl", "przepisach 78D, 86B3 i punkcie (d) poniżej", "12.C.2.b",
     ["78.D", "86.B.3", "12.C.2.d"]),
    ("pl", "postanowieniami punktu B niniejszego przepisu", "14.B.4", ["14.B"]),
    ("pl", "według punktu 2c lub 2d powyżej", "16.D.3", ["16.D.2.c", "16.D.2.d"]),
    ("pl", "określają przepisy odpowiednio 45 i 65", "44.A", ["45", "65"]),
    ("pl", "ale patrz punkt B2a(v) powyżej", "40.C.1", ["40.B.2.a.v"]),
    ("pl", "punkt C1 przepisu 12", "40.B.2", ["12.C.1"]),
    ("hr", "stav B1 člana 27", "40.B.2", ["27.B.1"]),
    ("hr", "prema članovima 30, 31 ili 32", "29.B", ["30", "31", "32"]),
    ("hr", "ne radi o stavovima A do E gore", "47.F", ["47.A", "47.B", "47.C", "47.D", "47.E"]),
    ("hr", "sa stavom B. ovog člana", "14.B.3", ["14.B"]),
    ("hr", "prema b.1. ili b.2. gore", "25.B.2.c", ["25.B.2.b.i", "25.B.2.b.ii"]),
    ("hr", "A1 ili A2 gore", "43.B.1", ["43.A.1", "43.A.2"]),
    ("en", "Laws 64A, 64B and 64C", None, ["64.A", "64.B", "64.C"]),
    ("en", "Laws 20F1-3", None, ["20.F.1", "20.F.2", "20.F.3"]),
    ("en", "Law 12 C 1 (e)(i)", None, ["12.C.1.e.i"]),
    ("en", "see B1(b) above", "27.C", ["27.B.1.b"]),
]  # fmt: skip


@pytest.mark.parametrize(("language", "words", "context", "expected"), MEANT)
def test_what_words_mean_where_they_stand(
    hu: Read,
    pl: Read,
    hr: Read,
    language: str,
    words: str,
    context: str | None,
    expected: list[str],
) -> None:
    read = {"hu": hu, "pl": pl, "hr": hr, "en": hu}[language]
    resolver = Resolver(r.id for r in read.reading.records if isinstance(r.id, ProvisionId))
    here = ProvisionId.parse(context) if context else None
    meant = [
        str(id)
        for citation in recognise(words, language)
        for one in resolver.resolve(citation, here)
        for id in resolver.provisions(tuple(target.id for target in one.targets))
    ]
    assert meant == expected

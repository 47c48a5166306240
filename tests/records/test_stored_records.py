"""Every line of a build is read back by the class that wrote it, and nothing else is."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from kb.core.errors import BuildError
from kb.core.record_parts import Kind
from kb.core.stored import Stored, plain, to_json
from kb.core.stored_records import CLASSES, CaseRecord, EditionRecord, LawRecord, SectionRecord
from kb.core.titles import LawTitle, TitlesOfLaw
from kb.corpus.corpus import Corpus
from kb.storage.store import HeldStore, Store
from support.homes import REPOSITORY
from support.texts import Read

#: A law with no more than it must have.
LAW: dict[str, Any] = {
    "text": "bridge-2017/hu",
    "id": "1",
    "kind": "law",
    "heading": None,
    "body": "",
    "spans": [[1, 0, 3]],
    "lines": [1, 1],
    "page": None,
    "notes": [],
    "remarks": [],
}


def written(rows: Iterable[Stored]) -> list[str]:
    return [to_json(row) for row in rows]


def after_header(lines: Iterable[str]) -> list[str]:
    return [line.removesuffix("\n") for line in lines][1:]


def store_of(home: Path, *lines: str) -> Store:
    """A build that has only these lines of the records of a text."""
    file = home / "records" / "bridge-2017_hu.jsonl"
    file.parent.mkdir()
    file.write_bytes(
        "".join(f"{line}\n" for line in ("{}", *lines)).encode("utf-8", "surrogatepass")
    )
    return Store(home, "", {})


def test_every_stored_line_comes_back_as_it_was(corpus: Corpus, store: Store) -> None:
    read = 0
    for text in corpus.readable:
        mentions = [one for own in store.mentions(text.id).values() for one in own]
        assert written(store.records(text.id)) == after_header(store.lines("records", text.id))
        assert written(store.references(text.id)) == after_header(
            store.lines("references", text.id)
        )
        assert written(mentions) == after_header(store.lines("mentions", text.id))
        read += len([*store.records(text.id)]) + len([*store.references(text.id)]) + len(mentions)
    for edition in dict.fromkeys(text.edition for text in corpus.readable):
        titles = [TitlesOfLaw(law, own) for law, own in store.titles(edition).items()]
        lines = [*store.lines("titles", edition)]
        assert written(titles) == after_header(lines)
        assert json.loads(lines[0]) == {
            "schema": "kodeks.titles/1",
            "edition": edition,
            "laws": len(titles),
        }
        read += len(titles)
    header, concepts = store.concepts()
    lines = (store.directory / "concepts.jsonl").read_text(encoding="utf-8").splitlines()
    assert written([header, *concepts]) == lines
    assert read + len(concepts) > 25_000


def test_what_is_read_back_is_what_the_reader_made(texts: dict[str, Read]) -> None:
    for one in texts.values():
        made = [record.stored() for record in one.reading.records]
        for record in made:
            assert msgspec.json.decode(to_json(record), type=type(record)) == record


def test_a_field_that_a_kind_does_not_have_is_refused(hu: Read) -> None:
    with pytest.raises(TypeError, match="marker"):
        replace(hu.by_id["1"], marker="*").stored()


def test_a_held_store_gives_the_same_objects_again(store: Store) -> None:
    held = HeldStore(store.directory, store.fingerprint, store.files, frozenset({"bridge-2017/hu"}))
    first, again = ([*held.records("bridge-2017/hu")] for _ in range(2))
    assert all(one is other for one, other in zip(first, again, strict=True))
    assert held.by_id("bridge-2017/hu")[first[0].id] is first[0]
    assert first == [*store.records("bridge-2017/hu")]
    origins = {
        title.origin for titles in held.titles("bridge-2017").values() for title in titles.values()
    }
    assert origins == {None, "bridge-2017/hu"}


def test_each_kind_has_its_class() -> None:
    assert [*CLASSES] == [*get_args(Kind)]
    for kind, own in CLASSES.items():
        assert own.__struct_config__.tag == kind


def test_classes_and_published_schema_have_the_same_fields() -> None:
    published = json.loads((REPOSITORY / "kb/schemas/records.json").read_text(encoding="utf-8"))
    fields = {name for own in CLASSES.values() for name in own.__struct_fields__}
    assert fields | {"kind"} == {*published["properties"]}
    always = {one.name for one in msgspec.structs.fields(LawRecord) if one.required}
    assert always | {"kind"} == {*published["required"]}


def test_what_is_not_set_is_not_written(tmp_path: Path) -> None:
    (law,) = store_of(tmp_path, json.dumps(LAW)).records("bridge-2017/hu")
    assert isinstance(law, LawRecord)
    assert (law.counterparts, law.resumes, law.spans[0].end) == ((), None, 3)
    assert to_json(law) == json.dumps(LAW)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"marker": "*"}, "unknown field `marker`"),
        ({"body": 1}, "Expected `str`, got `int` - at `$.body`"),
        ({"kind": "rule"}, "Invalid value 'rule' - at `$.kind`"),
        ({"spans": [[1, 0]]}, "at `$.spans[0]`"),
        ({"remarks": [{"line": 1, "printed": "", "recte": ""}]}, "missing required field `reason`"),
        ({"marks": [{"note": "note.1.1", "field": "reason", "offset": 0}]}, "`$.marks[0].field`"),
        ({"body": "\udc80"}, "'utf-8' codec can't decode"),
    ],
)
def test_a_line_that_does_not_fit_is_named(
    tmp_path: Path, changed: dict[str, Any], said: str
) -> None:
    broken = json.dumps(LAW | changed, ensure_ascii=False)
    damaged = store_of(tmp_path, json.dumps(LAW), broken)
    with pytest.raises(BuildError) as error:
        [*damaged.records("bridge-2017/hu")]
    assert "records/bridge-2017_hu.jsonl:3: " in str(error.value)
    assert said in str(error.value)
    assert error.value.hint == "kodeks build --force makes it anew."


@pytest.mark.parametrize("name", [*LAW])
def test_a_line_that_lacks_what_all_have_is_named(tmp_path: Path, name: str) -> None:
    less = {key: value for key, value in LAW.items() if key != name}
    with pytest.raises(BuildError, match=f"hu.jsonl:2: .*`{name}`"):
        [*store_of(tmp_path, json.dumps(less)).records("bridge-2017/hu")]


@pytest.mark.parametrize("line", ["{", "[]", json.dumps(LAW)[:-20], "1"])
def test_a_line_that_is_no_record_is_named(tmp_path: Path, line: str) -> None:
    damaged = store_of(tmp_path, line, json.dumps(LAW))
    with pytest.raises(BuildError, match=r"hu\.jsonl:2: "):
        [*damaged.records("bridge-2017/hu")]


def test_the_words_of_a_record_are_found_by_their_field(store: Store) -> None:
    case = next(one for one in store.records("ulti-2017/hu") if isinstance(one, CaseRecord))
    assert case.words("reason") == case.reason != ""
    assert case.words("heading") == ""
    law = next(one for one in store.records("ulti-2017/hu") if isinstance(one, LawRecord))
    assert law.words("heading") == law.heading
    with pytest.raises(ValueError, match="a law has no reason"):
        law.words("reason")


def test_records_are_written_in_order_at_any_depth(store: Store) -> None:
    section = next(
        one for one in store.records("irregularities/it") if isinstance(one, SectionRecord)
    )
    row = EditionRecord(
        edition="irregularities",
        id=section.id,
        kind=section.kind,
        wording={"it": section},
        cites={},
        titles={"it": LawTitle("Uno")},
    )
    made = json.loads(json.dumps({"rows": [row]}, default=plain))["rows"][0]
    assert [*made] == ["edition", "id", "kind", "wording", "cites", "titles"]
    assert [*made["wording"]["it"]][:3] == ["text", "id", "kind"]
    assert made["titles"] == {"it": {"words": "Uno"}}
    with pytest.raises(TypeError, match="set cannot be written as JSON"):
        to_json({section.id: {1}})

"""A lexicon that does not fit is told with its file and line."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from kb.build import build
from kb.core.errors import KodeksError
from kb.corpus import manifest
from kb.curation.concepts.lexicon import lexicon
from kb.records.glossary import glossary
from kb.records.report import report
from support.homes import Edit, edit_file, keep_texts
from support.texts import Read

CONCEPTS = "corpus/curation/concepts"


def replaced(before: str, after: str) -> Edit:
    return lambda text: text.replace(before, after, 1)


FAULTS = [
    ("irregularities.toml", 'defined_by = ["61.A"]', 'defined_by = ["61.Z"]', "names no provision"),
    ("irregularities.toml", '"index.55"]', '"index.5555"]', "names nothing in the texts"),
    ("irregularities.toml", "[revoke.hu]", "[revoke.xx]", "is no language of the lexicon"),
    ("irregularities.toml", "[revoke.hu]", "[revoke.note]", "is no language of the lexicon"),
    ("irregularities.toml", '"renonsz" = "usage"', '"szinvetes" = "usage"', "by accent or case"),
    ("irregularities.toml", '"renonsz" = "usage"', '"SZÍNVÉTÉS" = "usage"', "by accent or case"),
    ("irregularities.toml", '"renonsz" = "usage"', '"renonsz" = "93"', "does not stand at"),
    ("irregularities.toml", '"renonsz" = "usage"', '"renonsz" = "94"', "has no place '94'"),
    ("irregularities.toml", '"renonsz" = "usage"', '"renonsz" = "a:b:c"', "has no place"),
    ("irregularities.toml", '"renonsz" = "usage"', '"renonsz (régi)" = "usage"', "is not a word"),
    ("irregularities.toml", '"renonsz" = "usage"', '"renonsz " = "usage"', "a blank too many"),
    ("irregularities.toml", '"renonsz" = "usage"', '"nagy büntetőlap" = "usage"', "is a word of"),
    ("irregularities.toml", '"renonsz" = "usage"', '"renonsz" = 5', "must be a string"),
    ("irregularities.toml", "[revoke.hu]", "[revoke.hu", "not valid TOML"),
    ("irregularities.toml", "[revoke]", "[aaa]", "stands after"),
    ("irregularities.toml", "[revoke]", "[Revoke]", "is no slug"),
    (
        "auction.toml",
        "[shared.hu]\n",
        '[shared.hu]\n"ász" = "x"\n',
        "is not a word of two concepts",
    ),
    ("auction.toml", "[shared.hu]\n", "[shared.zz]\n", "is no language of the lexicon"),
    ("irregularities.toml", 'defined_by = ["61.A"]', 'defined_by = ["index.55"]', "no provision"),
    ("irregularities.toml", 'defined_by = ["61.A"]', 'defined_by = ["61.A", "61.A"]', "twice"),
    ("irregularities.toml", "[revoke.hu]", '[revoke.gloss]\nhu = "x"\n\n[revoke.hu]', "no words"),
    ("irregularities.toml", '"renonsz" = "usage"', '"♠" = "usage"', "is not a word"),
    (
        "irregularities.toml",
        '"renonsz" = "usage"',
        '"renonsz" = "usage"\n"a" = "usage"',
        "a stands",
    ),
    ("irregularities.toml", '"renonsz" = "usage"', '"renonsz" = "7.3"', "has no place '7.3'"),
    ("irregularities.toml", '"index.55"]', '"index.55"', "not valid TOML"),
    ("ulti.toml", "[betli.gloss]\npl = ", "[betli.gloss]\nxx = ", "is no language of the lexicon"),
    ("areas.toml", 'id = "play"', 'id = "auction"', "is there twice"),
    ("areas.toml", 'free_order = ["pl", "hr"]', 'free_order = ["pl", "xx"]', "'xx'"),
    ("areas.toml", 'edition = "bridge-2017"', 'edition = "bridge-2018"', "edition must be one of"),
    ("areas.toml", '"bridge-2017/hu"', '"bridge-2017/xx"', "names no text"),
    ("areas.toml", 'hu = "Licitálás", ', "", "hu is missing"),
    ("areas.toml", '"kodeks.concept-areas/1"', '"kodeks.concept-areas/9"', "schema must be one of"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("file", "before", "after", "why"), FAULTS)
def test_a_fault_in_the_lexicon_names_file_and_line(
    home: Path, texts: dict[str, Read], file: str, before: str, after: str, why: str
) -> None:
    path = home / CONCEPTS / file
    edit_file(path, replaced(before, after))
    with pytest.raises(KodeksError) as caught:
        lexicon(manifest.load(home), [read.reading for read in texts.values()])
    assert re.match(
        rf"{re.escape(str(home / CONCEPTS))}/[a-z-]+\.toml:[0-9]+: ", caught.value.message
    )
    assert why in caught.value.message


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"renonsz" = "usage"', '"renonsz" = "93"'),
        ('defined_by = ["61.A"]', 'defined_by = [\n"61.A",\n"61.Z"]'),
        ("[revoke.hu]", "[revoke.xx]"),
    ],
)
def test_the_line_is_that_of_the_fault(
    home: Path, texts: dict[str, Read], before: str, after: str
) -> None:
    path = home / CONCEPTS / "irregularities.toml"
    at = path.read_text(encoding="utf-8").count("\n", 0, _at(path, before)) + 1
    edit_file(path, replaced(before, after))
    with pytest.raises(KodeksError) as caught:
        lexicon(manifest.load(home), [read.reading for read in texts.values()])
    assert int(caught.value.message.split(":")[1]) == at + after.count("\n")


def _at(path: Path, words: str) -> int:
    return path.read_text(encoding="utf-8").index(words)


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["index", "subject-index"])
def test_an_id_does_not_take_the_address_of_another_page(
    home: Path, texts: dict[str, Read], slug: str
) -> None:
    path = home / CONCEPTS / "cards.toml"
    edit_file(path, lambda text: f'{text}\n[{slug}]\ngoverned_by = ["1"]\n')
    with pytest.raises(KodeksError, match=rf"cards\.toml:[0-9]+: {slug} is no slug"):
        lexicon(manifest.load(home), [read.reading for read in texts.values()])


def test_a_concept_that_is_there_twice_in_a_file_is_refused(
    home: Path, texts: dict[str, Read]
) -> None:
    path = home / CONCEPTS / "irregularities.toml"
    edit_file(path, lambda text: f'{text}\n[revoke]\ngoverned_by = ["61"]\n')
    with pytest.raises(KodeksError, match=r"irregularities\.toml:[0-9]+: not valid TOML: .*twice"):
        lexicon(manifest.load(home), [read.reading for read in texts.values()])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("more", "why"),
    [
        ('[zzz.hu]\n"zzz" = "usage"\n', r"irregularities\.toml:[0-9]+: zzz leads nowhere"),
        (
            '[wrong-number-of-cards]\ngoverned_by = ["13"]\n',
            r"cards\.toml:[0-9]+: wrong-number-of-cards is a concept of irregularities already",
        ),
    ],
)
def test_a_concept_leads_somewhere_and_is_of_one_area(
    home: Path, texts: dict[str, Read], more: str, why: str
) -> None:
    edit_file(home / CONCEPTS / "irregularities.toml", lambda text: f"{text}\n{more}")
    with pytest.raises(KodeksError, match=why):
        lexicon(manifest.load(home), [read.reading for read in texts.values()])


def test_a_file_that_no_area_names_is_refused(home: Path, texts: dict[str, Read]) -> None:
    (home / CONCEPTS / "snooker.toml").write_text("", encoding="utf-8")
    with pytest.raises(KodeksError, match=r"snooker\.toml: named after no area or language"):
        lexicon(manifest.load(home), [read.reading for read in texts.values()])


@pytest.mark.slow
def test_a_faulty_lexicon_leaves_the_last_good_build(home: Path) -> None:
    keep_texts(home, "ulti-2017/hu")
    good = build(manifest.load(home)).store
    edit_file(home / CONCEPTS / "ulti.toml", replaced("[betli]", "[betli]\ngoverned_by = 5"))
    with pytest.raises(KodeksError, match=r"ulti\.toml:[0-9]+: "):
        build(manifest.load(home))
    assert good.damaged() is None


@pytest.mark.slow
def test_a_corpus_without_some_texts_keeps_the_words(home: Path) -> None:
    keep_texts(home, "bridge-1997/hr")
    store = build(manifest.load(home)).store
    one = next(one for one in glossary(store).concepts if one.id == "revoke")
    assert one.gathers == ("bridge-1997/hr:def.revoke",)
    places = [word.place for word in one.words["hu"]]
    assert places[0] == "bridge-2017/hu:glossary.43"  # of a text that is not there
    assert {*places[1:]} == {None}
    assert one.earlier == ()


@pytest.mark.slow
def test_a_corpus_without_a_lexicon_has_no_concepts(home: Path) -> None:
    keep_texts(home, "ulti-2017/hu")
    shutil.rmtree(home / CONCEPTS)
    store = build(manifest.load(home)).store
    assert not glossary(store).concepts
    assert not store.mentions("ulti-2017/hu")


@pytest.mark.slow
def test_the_report_names_what_no_concept_gathers(home: Path) -> None:
    keep_texts(home, "bridge-1997/hr")
    for path in (home / CONCEPTS).glob("*.toml"):
        if path.name != "areas.toml":
            path.write_text(path.read_text(encoding="utf-8").replace('"def.revoke", ', ""))
    corpus = manifest.load(home)
    found = report(build(corpus).store, corpus.readable)
    assert [one.id for one in found if one.kind == "ungathered"] == ["def.revoke"]

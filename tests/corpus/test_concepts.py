"""The lexicon: every word, id and place in it is checked, and a fault names file and line."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import jsonschema
import pytest

from kb.build import build
from kb.core.concepts import Concept
from kb.core.errors import KodeksError
from kb.corpus import manifest
from kb.corpus.manifest import Corpus
from kb.curation.concepts.lexicon import Lexicon, lexicon
from kb.languages.stemming import fold
from kb.records.glossary import Glossary, glossary, preferred
from kb.records.report import report
from kb.storage.store import Store
from support.command import Kodeks
from support.homes import REPOSITORY, Edit, edit_file, keep_texts
from support.texts import Read

CONCEPTS = "corpus/curation/concepts"
LANGUAGES = ("hu", "pl", "hr", "it", "fr", "de", "en")


@pytest.fixture(scope="module")
def known(corpus: Corpus, texts: dict[str, Read]) -> Lexicon:
    return lexicon(corpus, [read.reading for read in texts.values()])


@pytest.fixture(scope="module")
def words(store: Store) -> Glossary:
    return glossary(store)


def concept(words: Glossary, id: str) -> Concept:
    return next(one for one in words.concepts if one.id == id)


# --- what is in it ------------------------------------------------------------------------------


def test_every_entry_of_the_books_is_gathered(words: Glossary, store: Store) -> None:
    gathered = {full for one in words.concepts for full in one.gathers}
    for text in ("bridge-2017/hu", "bridge-2017/pl", "bridge-1997/hr"):
        entries = [
            record.id
            for record in store.records(text)
            if record.kind in ("definition", "glossary")
            or (record.kind == "index" and record.parent is None)
        ]
        assert entries
        assert not [id for id in entries if f"{text}:{id}" not in gathered]


@pytest.mark.parametrize("language", LANGUAGES)
def test_bridge_concepts_have_a_word_in_every_language(words: Glossary, language: str) -> None:
    bridge = [one for one in words.concepts if one.area != "ulti"]
    having = [one for one in bridge if preferred(one, language)]
    assert len(having) >= 0.95 * len(bridge)


def test_concepts_of_ulti_have_hungarian_words_and_a_gloss_elsewhere(words: Glossary) -> None:
    ulti = [one for one in words.concepts if one.area == "ulti"]
    assert ulti
    for one in ulti:
        assert preferred(one, "hu")
        assert set(one.gloss) == {*LANGUAGES} - {"hu"}, one.id


@pytest.mark.parametrize(
    ("id", "language", "word", "place"),
    [
        ("revoke", "hu", "színvétés", "bridge-2017/hu:glossary.43"),
        ("revoke", "pl", "fałszywy renons", "bridge-2017/pl:61.A"),
        ("revoke", "en", "renege", None),
        ("comparable-call", "hr", "usporediv govor", None),
        ("penalty-card", "hr", "kaznena karta", "bridge-1997/hr:50"),
        ("unauthorized-information", "en", "UI", None),
        ("lho", "hu", "BOE", "bridge-2017/hu:def.lho"),
        ("void", "hr", "šiken", None),
        ("director", "de", "Turnierleiter", "irregularities/de:1.1.2"),
    ],
)
def test_a_word_says_where_it_stands_or_that_it_is_usage(
    words: Glossary, id: str, language: str, word: str, place: str | None
) -> None:
    found = {one.text: one.place for one in concept(words, id).words[language]}
    assert found[word] == place


def test_places_of_1997_come_through_the_correspondence(words: Glossary) -> None:
    one = concept(words, "insufficient-bid")
    assert "bridge-2017:27" in one.governed_by
    assert "bridge-1997:27" in one.earlier
    assert all(str(full).startswith("bridge-1997:") for full in one.earlier)


def test_words_of_a_language_are_told_apart_by_more_than_accent_or_case(known: Lexicon) -> None:
    for one in known.concepts:
        for own in one.words.values():
            folded = [fold(word.text) for word in own]
            assert len(folded) == len(set(folded)), one.id


# --- bad files ------------------------------------------------------------------------------------


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
    ("irregularities.toml", '"renonsz" = "usage"', '"büntetőlap" = "usage"', "is a word of"),
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
    one = concept(glossary(store), "revoke")
    assert one.gathers == ("bridge-1997/hr:def.revoke",)
    places = [word.place for word in one.words["hu"]]
    assert places == ["bridge-2017/hu:glossary.43", None]  # of a text that is not there
    assert one.earlier == ()


def test_a_corpus_without_a_lexicon_has_no_concepts(home: Path) -> None:
    keep_texts(home, "ulti-2017/hu")
    shutil.rmtree(home / CONCEPTS)
    store = build(manifest.load(home)).store
    assert not glossary(store).concepts
    assert not store.mentions("ulti-2017/hu")


# --- the report -----------------------------------------------------------------------------------


def test_the_report_says_how_far_the_words_go(corpus: Corpus, store: Store) -> None:
    found = [one for one in report(store, corpus.readable) if one.kind == "words"]
    assert {one.id for one in found} == {area.id for area in glossary(store).areas}
    scoring = next(one.what for one in found if one.id == "scoring" and one.what[:2] == "hu")
    own = [one for one in glossary(store).concepts if one.area == "scoring"]
    words = [word for one in own for word in one.words["hu"]]
    usage = sum(word.place is None for word in words)
    assert 0 < usage < len(words)
    assert scoring == (
        f"hu: {len(own)} of {len(own)} concepts; {len(words)} words, "
        f"{len(words) - usage} attested, {usage} usage"
    )


@pytest.mark.slow
def test_the_report_names_what_no_concept_gathers(home: Path) -> None:
    keep_texts(home, "bridge-1997/hr")
    for path in (home / CONCEPTS).glob("*.toml"):
        if path.name != "areas.toml":
            path.write_text(path.read_text(encoding="utf-8").replace('"def.revoke", ', ""))
    corpus = manifest.load(home)
    found = report(build(corpus).store, corpus.readable)
    assert [one.id for one in found if one.kind == "ungathered"] == ["def.revoke"]


# --- kodeks glossary ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "id"),
    [
        ("színvétés", "revoke"),
        ("SZINVETES", "revoke"),
        ("színvétésért", "revoke"),
        ("fałszywego renonsu", "revoke"),
        ("dziadka", "dummy"),
        ("niedozwolona zapowiedź", "inadmissible-call"),
        ("renege", "revoke"),
        ("comparable-call", "comparable-call"),
        ("UI", "unauthorized-information"),
        ("Strafkarte", "penalty-card"),
    ],
)
def test_a_word_of_any_language_finds_its_concept(kodeks: Kodeks, term: str, id: str) -> None:
    found = kodeks.json("glossary", term)["concepts"]
    assert id in [one["id"] for one in found]  # type: ignore[attr-defined]


def test_the_json_of_the_glossary_is_as_its_schema_says(kodeks: Kodeks) -> None:
    schema = json.loads((REPOSITORY / "kb/schemas/glossary.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(kodeks.json("glossary"), schema)


def test_a_concept_is_shown_with_its_words_and_laws(kodeks: Kodeks) -> None:
    assert kodeks("glossary", "színvétés", "--lang", "hu,pl") == 0
    assert "fałszywy renons (Law 61A)" in kodeks.out
    assert "Governed by: Law 61, Law 62" in kodeks.out
    assert "renege" not in kodeks.out


def test_without_a_term_all_words_stand_side_by_side(kodeks: Kodeks) -> None:
    assert kodeks("glossary", "--lang", "hr", "--lang", "de", "--area", "cards") == 0
    assert "herc" in kodeks.out
    assert "Coeur" in kodeks.out
    assert "renons" not in kodeks.out


def test_elsewhere_than_in_a_terminal_words_are_separated_by_tabs(
    kodeks: Kodeks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS")
    assert kodeks("glossary", "--lang", "hu,pl", "--area", "cards") == 0
    lines = kodeks.out.splitlines()
    assert lines[0] == "hu\tpl"
    assert "ász\tas" in lines


def test_without_a_lexicon_the_glossary_says_so(
    kodeks: Kodeks, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_texts(home, "ulti-2017/hu")
    shutil.rmtree(home / CONCEPTS)
    monkeypatch.setenv("KODEKS_HOME", str(home))
    assert kodeks("glossary") == 3
    assert "this corpus has no concepts" in kodeks.err


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        (["színvetéés"], 3, "Did you mean színvétés"),
        (["szin", "--lang", "xx"], 3, "no words in 'xx'"),
        (["adu", "--area", "snooker"], 3, "there is no area 'snooker'"),
        (["ﷺ" * 100_000], 3, "no word of more than 200 characters"),
    ],
)
def test_what_the_glossary_has_not_is_said(
    kodeks: Kodeks, arguments: list[str], code: int, why: str
) -> None:
    assert kodeks("glossary", *arguments) == code
    assert why in kodeks.err

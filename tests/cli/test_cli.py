"""The command line as people and scripts use it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import kb
from kb.core.errors import BuildError, InvalidIdError, NotFoundError
from kb.search.asking.query import BadQueryError
from support.command import Kodeks
from support.homes import REPOSITORY, edit_manifest, keep_texts
from support.schemas import validator


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    ["bridge-2017/hu", "bridge-2017/pl", "bridge-1997/hr", "irregularities/de", "ulti-2017/hu"],
)
def test_records_are_json_lines_that_fit_the_schema(kodeks: Kodeks, text: str) -> None:
    assert kodeks("records", text, "--json") == 0
    header, *records = [json.loads(line) for line in kodeks.out.splitlines()]
    assert header == {"schema": "kodeks.records/1", "text": text, "records": len(records)}
    checked = validator("records")
    for record in records:
        checked.validate(record)
        if record["spans"] or record["kind"] not in ("article", "section"):
            assert record["lines"] == [record["spans"][0][0], record["spans"][-1][0]]
    assert kodeks("records", text) == 0
    assert len(kodeks.out.splitlines()) == len(records)


@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "27B1b"],
        ["show", "12C1", "-l", "pl,hr"],
        ["show", "77"],
        ["show", "def.deal"],
        ["search", "renons"],
        ["search", "27B1b"],
        ["search", "Law 94"],
        ["search", "kisszlem"],
        pytest.param(["report"], marks=pytest.mark.slow),
        ["report", "--in", "bridge-1997"],
        ["show", "irregularities:7.3"],
        ["search", "renonce consumata"],
        ["search", "vak póker"],
        ["search", "adjsted score", "--explain"],
        ["suggest", "27B"],
        ["suggest", "revo"],
        ["report", "--in", "irregularities"],
    ],
)
def test_json_fits_its_schema(kodeks: Kodeks, arguments: list[str]) -> None:
    found = kodeks.json(*arguments)
    validator(arguments[0]).validate(found)


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments", ["records bridge-2017/pl --json", "show 12", "records bridge-2017/pl"]
)
def test_a_reader_who_has_read_enough_is_no_error(built_home: Path, arguments: str) -> None:
    command = f"set -o pipefail; {sys.executable} -m kb.cli {arguments} | head -n 1"
    done = subprocess.run(
        ["bash", "-c", command],
        env={**os.environ, "KODEKS_HOME": str(built_home)},
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 1


def test_show_sets_languages_side_by_side(kodeks: Kodeks) -> None:
    assert kodeks("show", "27B1b") == 0
    (line,) = [line for line in kodeks.out.splitlines() if "przepis 27B1(b)" in line]
    assert "27B1(b) pont" in line
    assert "(magyar)" in kodeks.out
    assert "(polski)" in kodeks.out


def test_show_stacks_languages_on_a_narrow_terminal(
    kodeks: Kodeks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert kodeks("show", "27B1b") == 0
    assert not [line for line in kodeks.out.splitlines() if "pont" in line and "przepis 27" in line]


@pytest.mark.parametrize(
    "reference",
    [["Law", "27B1(b)"], ["27", "B", "1", "(b)"], ["bridge-2017/pl:27.B.1.b"], ["przepis 27B1b"]],
)
def test_show_takes_a_reference_as_people_write_it(kodeks: Kodeks, reference: list[str]) -> None:
    assert kodeks("show", *reference, "--lang", "pl") == 0
    assert "Z wyjątkiem przypadków przewidzianych w punkcie (a)" in " ".join(kodeks.out.split())


def test_show_includes_what_the_provision_contains_and_its_notes(kodeks: Kodeks) -> None:
    found = kodeks.json("show", "6D", "--lang", "pl")["found"]
    assert isinstance(found, list)
    ids = [record["id"] for record in found[0]["texts"]["bridge-2017/pl"]]
    assert ids == ["6.D", "6.D.1", "6.D.2", "6.D.3"]
    assert [note["id"] for note in found[0]["notes"]["bridge-2017/pl"]] == ["note.6.1"]


def test_a_gap_is_shown_as_a_gap(kodeks: Kodeks) -> None:
    assert kodeks("show", "16C3") == 0
    assert "not in this text" in kodeks.out
    assert "przepis 16C3" in kodeks.out


@pytest.mark.parametrize(
    "id", ["def.alert", "note.13.1", "introduction.5", "bridge-1997:chapter.4"]
)
def test_show_finds_what_is_no_provision(kodeks: Kodeks, id: str) -> None:
    assert kodeks("show", id) == 0
    assert kodeks.out.strip()


def test_show_numbers_the_senses_of_a_term(kodeks: Kodeks) -> None:
    assert kodeks("show", "def.adjusted-score", "--lang", "hu") == 0
    lines = kodeks.out.splitlines()
    assert [line[:3] for line in lines if line[:2] in ("1.", "2.")] == ["1. ", "2. "]
    assert any(line.startswith("A tornavezető ítéletével megállapított eredmény") for line in lines)


def test_show_says_where_a_note_is_called_and_what_it_is_about(kodeks: Kodeks) -> None:
    assert kodeks("show", "50D2a", "--lang", "pl") == 0
    assert "Nakazać[13] albo zakazać[13] obrońcy" in " ".join(kodeks.out.split())
    assert "pl [13] Jeżeli gracz nie może" in kodeks.out
    assert kodeks("show", "13", "--lang", "pl") == 0
    assert "Niewłaściwa liczba kart[2]" in kodeks.out
    assert kodeks("show", "note.51.1", "--lang", "hu") == 0
    assert "51B1(a) pont, 51B1(b) pont, 51B2(a) pont" in kodeks.out


def test_show_prints_a_table_where_it_stands(kodeks: Kodeks) -> None:
    assert kodeks("show", "2", "--lang", "hu") == 0
    before, after = kodeks.out.split("Osztó Észak")
    assert "az alábbiak szerint van feltüntetve:" in " ".join(before.split())
    assert "Ugyanez a sorozat ismétlődik" in " ".join(after.split())


def test_lines_are_whole_when_piped(kodeks: Kodeks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS")
    assert kodeks("show", "16D1", "--lang", "pl") == 0
    (line,) = [line for line in kodeks.out.splitlines() if "na przykład: przez obejrzenie" in line]
    assert line.startswith("Jeżeli gracz uzyska przypadkowo")
    assert line.endswith("który uzyskał taką informację.")


def test_the_index_shows_its_places(kodeks: Kodeks) -> None:
    assert kodeks("show", "bridge-2017/pl:index.3") == 0
    assert "16B1, 73C" in kodeks.out


def test_show_prints_tables(kodeks: Kodeks) -> None:
    assert kodeks("show", "78B", "--lang", "hu") == 0
    assert "3500–3990" in kodeks.out
    assert "recte '2000–2240'" in kodeks.out


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["show", "16A3"], NotFoundError.exit_code, "Did you mean 16A2"),
        (["show", "94"], NotFoundError.exit_code, "Did you mean 93"),
        (["show", "23Z", "--lang", "hr"], NotFoundError.exit_code, "bridge-1997"),
        (["show", "16C3", "--lang", "hu"], NotFoundError.exit_code, "bridge-2017/pl:16.C.3"),
        (["show", "def.revoke"], NotFoundError.exit_code, "bridge-1997/hr:def.revoke"),
        (["show", "27", "--in", "bridge-1997", "--lang", "hu"], NotFoundError.exit_code, "hr"),
        (["search", "x", "--lang", "cs"], NotFoundError.exit_code, "Did you mean"),
        (["show", "example.1"], NotFoundError.exit_code, "bridge-1997/hr:example.1"),
        (["show", "note.93.9"], NotFoundError.exit_code, "note.93.1"),
        (["show", "3.55"], NotFoundError.exit_code, "Did you mean 3"),
        (["show", "def.allert"], NotFoundError.exit_code, "def.alert"),
        (["show", "27", "--lang", "cs"], NotFoundError.exit_code, "de, fr, hr, hu, it, pl"),
        (["show", "27", "--in", "bridge-2016"], NotFoundError.exit_code, "bridge-2017"),
        (["show", "twenty-seven"], InvalidIdError.exit_code, "27B1(b)"),
        (["records", "bridge-2017/po"], NotFoundError.exit_code, "bridge-2017/pl"),
        (["search", "  "], BadQueryError.exit_code, "empty"),
        (["search", "x" * 2001], BadQueryError.exit_code, "at most 2000"),
        (["serve"], BuildError.exit_code, "Run kodeks site first"),
    ],
)
def test_an_error_says_what_to_do_and_has_its_exit_code(
    kodeks: Kodeks, arguments: list[str], code: int, says: str
) -> None:
    assert kodeks(*arguments) == code
    assert kodeks.out == ""
    assert "error: " in kodeks.err
    assert says in kodeks.err
    assert "Traceback" not in kodeks.err


def test_search_lists_hits_with_their_texts(kodeks: Kodeks) -> None:
    assert kodeks("search", "falszywy", "renons", "--lang", "pl", "--limit", "3") == 0
    assert " 1. przepis 6" in kodeks.out
    assert "Postępowanie po uprawomocnieniu fałszywego renonsu" in kodeks.out
    assert kodeks("search", "27B1b", "sostituire") == 0
    assert "articolo 27B1(b)  plain words of articolo 27B1, bridge-2017/it" in kodeks.out
    assert kodeks("search", "član", "27B1b") == 0
    assert "član 27B1(b)  bridge-1997/hr (now član 27D)" in kodeks.out
    assert kodeks("search", "Law", "94") == 0
    assert "There is no 94 in these texts. The nearest is 93." in kodeks.out
    assert kodeks("search", "qwertzuiop") == 0
    assert "Nothing found" in kodeks.out


def test_a_number_alone_shows_its_clause(kodeks: Kodeks) -> None:
    assert kodeks("show", "27B1b", "--lang", "pl") == 0
    clause = kodeks.out
    assert kodeks("search", "27b1b", "--lang", "pl") == 0
    assert kodeks.out == clause


def test_a_story_has_the_words_that_led_to_each_law(kodeks: Kodeks) -> None:
    assert kodeks("search", "dummy warned him, he led from the wrong hand", "--lang", "pl") == 0
    assert "you said: he led from the wrong hand" in kodeks.out
    assert "you said: dummy warned him" in kodeks.out
    assert kodeks("search", "fałszywy renons", "--lang", "pl") == 0
    assert "you said" not in kodeks.out


def test_a_law_is_followed_by_the_commands_that_lead_to_it(kodeks: Kodeks) -> None:
    assert kodeks("search", "revoke", "--lang", "en") == 0
    commands = re.findall(r"→ kodeks (decide (\S+))  Revoke, noticed", kodeks.out)
    assert {id for _, id in commands} == {"revoke-established", "revoke-not-established"}
    for command, _ in commands:
        assert kodeks(*command.split()) == 0
        assert "Revoke, noticed" in kodeks.out
    assert kodeks("search", "renonsz ultiban", "--lang", "en") == 0
    assert "→" not in kodeks.out


def test_what_is_only_near_is_said_to_be(kodeks: Kodeks) -> None:
    assert kodeks("search", "best defence to a multi 2D opening") == 0
    assert "Nothing answers this for sure. Perhaps one of these:" in kodeks.out


def test_what_a_language_lacks_is_told_in_plain_words_and_said(kodeks: Kodeks) -> None:
    assert kodeks("search", "Strafkarte", "--lang", "de") == 0
    assert "§ 50  plain words, bridge-2017/de" in kodeks.out
    assert "no wording" not in kodeks.out
    assert kodeks("search", "Strafkarte", "--lang", "hu") == 0
    assert "plain words" not in kodeks.out


def test_what_a_language_lacks_altogether_is_shown_in_another_and_said(kodeks: Kodeks) -> None:
    """Nobody tells the code of 1997."""
    assert kodeks("search", "Strafkarte", "--lang", "de", "--in", "bridge-1997") == 0
    assert "These laws have no wording in German; shown in Croatian." in kodeks.out
    assert "član 50  bridge-1997/hr" in kodeks.out


def test_each_step_of_a_search_is_shown(kodeks: Kodeks) -> None:
    assert kodeks("search", "adjsted score in 12C1", "--lang", "en", "--explain") == 0
    for step in ("cites      12C1", "languages  en", "adjsted typo as adjusted", "worth"):
        assert step in kodeks.out
    assert "phrase     adjsted score = c:adjusted-score" in kodeks.out
    assert "governs" in kodeks.out


def test_nothing_found_says_what_is_unknown_and_suggests(kodeks: Kodeks) -> None:
    assert kodeks("search", "qwertzu", "penaltycrd") == 0
    assert "No law has: qwertzu" in kodeks.out
    assert kodeks("search", "a", "az") == 0
    assert "Nothing found: these words are in every law" in kodeks.out
    assert kodeks("suggest", "penalty", "crd", "--lang", "en") == 0
    assert "penalty card" in kodeks.out


def test_words_in_tables_are_found(kodeks: Kodeks) -> None:
    results = kodeks.json("search", "kisszlem", "--lang", "HU,")["results"]
    assert isinstance(results, list)
    law = next(result for result in results if result["kind"] == "law")
    assert law["id"] == "77"
    assert "Kisszlem" in law["hits"][0]["wording"]["snippet"]["text"]


def test_search_json_has_offsets_of_the_found_words(kodeks: Kodeks) -> None:
    found = kodeks.json("search", "büntetőlap", "--in", "bridge-2017/hu")
    assert found["schema"] == "kodeks.search/4"
    results = found["results"]
    assert isinstance(results, list)
    snippets = [hit["wording"]["snippet"] for result in results for hit in result["hits"]]
    marked = [one["text"][a:b].lower() for one in snippets for a, b in one["highlights"]]
    assert len(marked) > 10
    assert all("büntetőlap" in word for word in marked)


def test_output_is_plain_when_piped_and_coloured_on_request(kodeks: Kodeks) -> None:
    assert kodeks("search", "renons") == 0
    assert "\x1b[" not in kodeks.out
    assert kodeks("--color", "always", "search", "renons") == 0
    assert "\x1b[" in kodeks.out


def test_a_case_and_a_bid_are_shown_with_what_is_unsure(kodeks: Kodeks) -> None:
    assert kodeks("show", "13. § (3) 1. eset", "--in", "ulti") == 0
    shown = " ".join(kodeks.out.split())
    assert "consequence: A bemondott játékot bukottnak kell tekinteni" in shown
    assert "'[nem]': the scan reads '='" in shown
    assert kodeks("show", "bid.29", "--in", "ulti") == 0
    assert "8+8 = 16 points; rank 23" in kodeks.out
    assert "beats bid.28" in kodeks.out


def test_what_only_another_game_has_is_shown_from_there(kodeks: Kodeks) -> None:
    for reference in ("3.5", "3. § (5)", "bid.54"):
        assert kodeks("show", reference) == 0
        assert "Tournament rules of Ulti 2017" in kodeks.out
    assert kodeks("show", "3") == 0
    assert "Ulti" not in kodeks.out  # the first game has it too
    assert kodeks("show", "3.5", "--lang", "pl") == NotFoundError.exit_code


def test_games_are_told_apart_in_json(kodeks: Kodeks) -> None:
    found = kodeks.json("search", "licit", "--lang", "hu", "--limit", "2")
    validator("search").validate(found)
    assert found["game"] is None
    results = found["results"]
    assert isinstance(results, list)
    games = [result["game"] for result in results if result["kind"] == "law"]
    assert sorted(games) == ["bridge", "bridge", "ulti", "ulti"]
    assert kodeks.json("search", "licit az ultiban", "--lang", "hu")["game"] == "ulti"
    assert kodeks("search", "licit", "--lang", "hu") == 0
    assert kodeks.out.count("Laws of Duplicate Bridge\n") == 1
    assert kodeks.out.count("Tournament rules of Ulti\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [["show", "ulti-2017/hu:3.5"], ["records", "ulti-2017/hu"]])
def test_a_text_without_a_reader_is_named_as_such(
    home: Path, kodeks: Kodeks, arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_texts(home, "bridge-1997/hr", "ulti-2017/hu")
    unread = 'layout = "statute"\nreading = "curation/reading/ulti-2017_hu"\n'
    edit_manifest(home, lambda text: text.replace(unread, ""))
    monkeypatch.setenv("KODEKS_HOME", str(home))
    assert kodeks(*arguments) == NotFoundError.exit_code
    assert "no reader understands it yet" in kodeks.err


@pytest.mark.slow
def test_build_reports_what_it_read(
    kodeks: Kodeks, faulty_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KODEKS_HOME", str(faulty_home))
    assert kodeks("build") == 0
    assert "Nothing has changed" in kodeks.out
    assert kodeks("build", "--force") == 0
    assert "bridge-1997/hr: 34 chapter, 55 definition" in kodeks.out
    assert re.search(r"\[0/\d+\] reading bridge-1997/hr", kodeks.err)


@pytest.mark.parametrize(
    "command",
    [
        "build",
        "records",
        "references",
        "show",
        "search",
        "suggest",
        "report",
        "link",
        "citator",
        "site",
        "serve",
        "version",
    ],
)
def test_every_command_has_help_with_an_example(kodeks: Kodeks, command: str) -> None:
    assert kodeks(command, "--help") == 0
    assert f"Example: kodeks {command}" in " ".join(kodeks.out.split())


@pytest.mark.slow
def test_records_of_an_edition_have_their_languages_joined(kodeks: Kodeks) -> None:
    assert kodeks("records", "bridge-2017", "--json") == 0
    header, *rows = [json.loads(line) for line in kodeks.out.splitlines()]
    assert header == {"schema": "kodeks.edition/1", "edition": "bridge-2017", "records": len(rows)}
    checked = validator("edition")
    for row in rows:
        checked.validate(row)
    by_id = {row["id"]: row for row in rows}
    assert set(by_id["27.B.1.b"]["wording"]) == {"hu", "pl"}
    assert set(by_id["16.C.3"]["wording"]) == {"pl"}
    assert by_id["16.C.3"]["cites"] == {"pl": ["16.C.2", "12.C.1"]}
    assert kodeks("records", "bridge-1997") == 0
    assert "član 27B1" in kodeks.out


@pytest.mark.parametrize(
    ("text", "about"), [("bridge-2017/hu", 375), ("bridge-2017/pl", 377), ("bridge-1997/hr", 221)]
)
def test_references_are_json_lines_that_fit_the_schema(
    kodeks: Kodeks, text: str, about: int
) -> None:
    assert kodeks("references", text, "--json") == 0
    header, *rows = [json.loads(line) for line in kodeks.out.splitlines()]
    assert header == {"schema": "kodeks.references/1", "text": text, "references": len(rows)}
    assert abs(len(rows) - about) < 10
    checked = validator("references")
    for row in rows:
        checked.validate(row)
    assert kodeks("references", text) == 0
    assert kodeks.out.count("→") == len(rows)


@pytest.mark.slow
def test_report_names_text_id_line_and_words(kodeks: Kodeks) -> None:
    assert kodeks("report") == 0
    assert "bridge-2017:16.C.3  not in bridge-2017/hu" in kodeks.out
    assert "bridge-2017/hu, line 1143: 86D szakasz" in kodeks.out


def test_link_writes_a_ruling_with_links_and_flags_what_does_not_exist(
    kodeks: Kodeks, tmp_path: Path
) -> None:
    ruling = tmp_path / "ruling.md"
    ruling.write_text("Law 27B1(b), `Law 16`,\nprzepis 12C1b; Law 94.\n", encoding="utf-8")
    assert kodeks("link", str(ruling), "--base", "https://laws.example/", "--ui", "pl") == 0
    assert "[Law 27B1(b)](https://laws.example/pl/bridge-2017/27/#27.B.1.b " in kodeks.out
    assert ", `Law 16`,\n[przepis 12C1b](https://laws.example/pl/bridge-2017/12/#12.C.1.b " in (
        kodeks.out
    )
    assert re.search(r'; <mark class="kodeks-unknown" [^>]*>Law 94</mark>\.\n$', kodeks.out)
    told = f"{ruling}:2: 'Law 94' does not exist in bridge-2017; the nearest is 93"
    assert told in " ".join(kodeks.err.split())
    assert kodeks("link", str(ruling), "--to", "html", "--from", "text", "--ui", "hu") == 0
    assert '<a class="kodeks-law" href="/hu/bridge-2017/27/#27.B.1.b" ' in kodeks.out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["link", "no-such-file.md"], 2),
        (["link", "README.md", "--in", "bridge-1066"], 3),
        (["link", "README.md", "--lang", "xx"], 3),
        (["references", "bridge-2017/xx"], 3),
        (["records", "bridge-1066"], 3),
        (["report", "--in", "chess"], 3),
    ],
)
def test_what_is_not_there_has_its_exit_code(
    kodeks: Kodeks, arguments: list[str], code: int
) -> None:
    assert kodeks(*arguments) == code
    assert "error" in kodeks.err


def test_version(kodeks: Kodeks) -> None:
    assert kodeks("version") == 0
    assert kodeks.out.strip() == kb.__version__


def test_a_language_that_has_no_such_provision_is_told(kodeks: Kodeks) -> None:
    assert kodeks("show", "27B1", "-l", "hr,it", "--in", "bridge-1997") == 0
    assert "27B1" in kodeks.out
    assert "not in it: no such text" in kodeks.err


def test_an_article_is_shown_with_its_laws_and_what_they_say_instead(kodeks: Kodeks) -> None:
    assert kodeks("show", "irregularities/de:7.3") == 0
    assert "→ § 63A" in kodeks.out
    assert "“Ein Revoke gilt nur in zwei Situationen”: Law 63A has two more" in kodeks.out
    assert "7.3.2  • Wenn einer der Spieler" in kodeks.out
    assert kodeks("references", "irregularities/de") == 0
    assert kodeks.out.startswith("4.1.1  ")

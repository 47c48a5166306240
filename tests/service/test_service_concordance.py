"""The concordance over HTTP: the same places, pages to them, problems that point into the query."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode

import pytest

from kb.concordance.indexed_words import CONCORDANCE
from kb.concordance.occurrences import Concordance
from kb.service.server import running
from support.faults import store_of
from support.schemas import validator
from support.serving import QUIET, Answer, ask
from support.waiting import until


def asked(address: str, query: str, **given: str) -> Answer:
    language = given.pop("language", "pl")
    return ask(address, f"concordance?{urlencode({'q': query, **given})}", accept_language=language)


def test_places_have_their_words_their_names_and_their_pages(address: str) -> None:
    answer = asked(address, '"karta przygwożdżona" NOT law:50', limit="5", width="30")
    assert answer.status == 200
    validator("concordance").validate(answer.json)
    said = answer.json
    assert said["total"] > 30
    assert len(said["lines"]) == 5
    line = next(line for line in said["lines"] if line["id"] == "14.B.4")
    assert line["page"] == "/pl/bridge-2017/14/#14.B.4"
    assert line["name"] == "przepis 14B4"
    assert line["match"] == "kartą przygwożdżoną"
    assert len(line["left"]) <= 30
    assert ask(address, line["page"].partition("#")[0]).status == 200


def test_the_next_lines_are_at_the_address_that_is_named(address: str) -> None:
    given = {"limit": "7", "sort": "right", "width": "20", "kind": "provision", "in": "bridge"}
    answer = asked(address, "kart* lang:pl", **given)
    seen, pages = [*answer.json["lines"]], 1
    onward = answer.json["next"]
    assert answer.headers["link"] == f'<{onward}>; rel="next"'
    while onward and pages < 4:
        following = ask(address, onward, accept_language="pl")
        assert following.json["total"] == answer.json["total"]
        seen += following.json["lines"]
        onward = following.json["next"]
        pages += 1
    whole = asked(address, "kart* lang:pl", **{**given, "limit": "28"}).json["lines"]
    assert seen == whole
    last = asked(address, "renons", limit="100", offset="100000").json
    assert (last["lines"], last["next"]) == ([], None)


@pytest.mark.parametrize(
    ("query", "fault", "position", "length"),
    [
        ('renons "karta', "quote", 7, 1),
        ("renons lawn:27", "field", 7, 5),
        ("szín👍 lang:xx", "unknown", 11, 2),
        ("NOT renons", "narrows", 0, 3),
    ],
)
def test_a_fault_in_a_query_is_a_problem_that_points_there(
    address: str, query: str, fault: str, position: int, length: int
) -> None:
    answer = asked(address, query)
    assert answer.status == 400
    assert answer.media_type == "application/problem+json"
    said = answer.json
    assert (said["fault"], said["position"], said["length"]) == (fault, position, length)
    if fault == "field":
        assert said["suggestions"][0] == "law"


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ({"q": "   "}, 422),
        ({"q": "a" * 2001}, 422),
        ({"q": "renons", "width": "9"}, 422),
        ({"q": "renons", "sort": "up"}, 422),
        ({"q": "renons", "kind": "nota"}, 404),
        ({"q": "renons", "lang": "xx"}, 404),
        ({"q": "renons", "in": "bridge-2071"}, 404),
    ],
)
def test_values_that_are_none_are_refused(address: str, given: dict[str, str], status: int) -> None:
    assert ask(address, f"concordance?{urlencode(given)}").status == status


def test_nothing_found_is_an_answer(address: str) -> None:
    answer = asked(address, "przygwozdona")
    assert answer.status == 200
    assert answer.json["total"] == 0
    assert "przygwozdzona" in answer.json["missing"][0]["nearest"]


@pytest.mark.slow
def test_a_file_damaged_before_the_first_question_is_never_answered_from(
    faulty_home: Path,
) -> None:
    with running(faulty_home, QUIET) as address:
        (copy,) = (faulty_home / "build/serving").glob(f"*/{CONCORDANCE}")
        file = next(copy.glob("*.pst"))
        file.chmod(0o600)
        file.write_bytes(b"x" * file.stat().st_size)
        answers = [asked(address, "karta")]

        def is_answered() -> bool:
            answers.append(asked(address, "karta"))
            return answers[-1].status == 200

        until(is_answered, "the file was copied anew")
    assert {answer.status for answer in answers} <= {200, 503}
    right = Concordance.open(store_of(faulty_home)).ask("karta")
    assert answers[-1].json["total"] == len(right.occurrences) > 50

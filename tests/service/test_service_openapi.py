"""The OpenAPI document: what it is made of, and that it says all that somebody needs who asks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from jsonschema import Draft202012Validator

from kb.service.app import create_api
from kb.service.openapi_document import openapi
from kb.service.problems import MEDIA_TYPE, STATUS
from kb.service.settings import Settings
from support.homes import REPOSITORY

DOCUMENT: dict[str, Any] = openapi(create_api(REPOSITORY, Settings()))
OPERATIONS: dict[str, dict[str, Any]] = {
    f"{method.upper()} {path}": operation
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
}
COMPONENTS = "#/components/schemas/"

every_operation = pytest.mark.parametrize("name", OPERATIONS)


def references(value: Any) -> Iterator[str]:
    """Everything that a part of the document refers to."""
    if isinstance(value, dict):
        if isinstance(own := value.get("$ref"), str):
            yield own
        for one in value.values():
            yield from references(one)
    elif isinstance(value, list):
        for one in value:
            yield from references(one)


def in_short(name: str) -> str:
    """An operation in one line: its id, its parameters (! must be given), bodies and answers."""
    operation = OPERATIONS[name]
    parameters = [
        f"{one['in']}:{one['name']}{'!' if one['required'] else ''}"
        for one in operation.get("parameters", ())
    ]
    bodies = [f"body:{kind}" for kind in operation.get("requestBody", {"content": {}})["content"]]
    answers = [
        f"{status}:{'|'.join(sorted({*references(own)})).replace(COMPONENTS, '') or '-'}"
        for status, own in sorted(operation["responses"].items())
        if int(status) < 400
    ]
    return " ".join((name, f"= {operation['operationId']}", *parameters, *bodies, *answers))


def test_no_operation_changes_unnoticed() -> None:
    """Programs of others rely on them: what changes here belongs in the changelog too."""
    listed = (REPOSITORY / "tests/data/operations.txt").read_text(encoding="utf-8").splitlines()
    assert [in_short(name) for name in OPERATIONS] == listed


def test_the_document_is_the_same_whenever_it_is_made() -> None:
    assert json.dumps(openapi(create_api(REPOSITORY, Settings()))) == json.dumps(DOCUMENT)


def test_it_is_openapi_3_1() -> None:
    assert DOCUMENT["openapi"].startswith("3.1.")
    schemathesis.openapi.from_dict(DOCUMENT).validate()


@pytest.mark.parametrize("name", DOCUMENT["components"]["schemas"])
def test_a_component_is_a_json_schema_and_its_examples_fit(name: str) -> None:
    schema = DOCUMENT["components"]["schemas"][name]
    Draft202012Validator.check_schema(schema)
    fits = Draft202012Validator(
        {"$ref": f"{COMPONENTS}{name}", "components": DOCUMENT["components"]},
        format_checker=Draft202012Validator.FORMAT_CHECKER,
    )
    for example in schema.get("examples", ()):
        fits.validate(example)


def test_what_it_refers_to_is_there() -> None:
    there = {f"{COMPONENTS}{name}" for name in DOCUMENT["components"]["schemas"]}
    assert {*references(DOCUMENT)} <= there


@every_operation
def test_an_operation_says_what_it_is_for(name: str) -> None:
    operation = OPERATIONS[name]
    assert operation["summary"]
    assert operation["description"]
    assert {*operation["tags"]} <= {tag["name"] for tag in DOCUMENT["tags"]}


@every_operation
def test_a_parameter_says_what_it_is_and_has_an_example_where_it_must_be_given(name: str) -> None:
    for one in OPERATIONS[name].get("parameters", ()):
        assert one["description"], one["name"]
        schema = one["schema"]
        if one["required"]:
            for example in schema["examples"]:
                Draft202012Validator(schema).validate(example)


@every_operation
def test_a_body_has_an_example_of_each_kind_that_is_read(name: str) -> None:
    body = OPERATIONS[name].get("requestBody", {"content": {}})
    for media_type, kind in body["content"].items():
        assert kind["example"], media_type


@every_operation
def test_an_operation_says_how_it_may_fail(name: str) -> None:
    answers = OPERATIONS[name]["responses"]
    failures = {int(status): own for status, own in answers.items() if int(status) >= 400}
    assert {400, 408, 413, 422, 429, 431, 503} <= {*failures} <= {*STATUS.values()}
    for own in failures.values():
        assert own["description"]
        assert own["content"] == {MEDIA_TYPE: {"schema": {"$ref": f"{COMPONENTS}problem"}}}

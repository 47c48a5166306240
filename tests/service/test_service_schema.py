"""Everything that the OpenAPI document allows and forbids, asked of the service itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import settings
from schemathesis.config import SchemathesisConfig

from kb.service.app import create_api
from kb.service.openapi_document import openapi
from kb.service.problems import MEDIA_TYPE
from kb.service.server import running
from kb.service.settings import Settings
from support.homes import REPOSITORY

#: Requests made up for each operation besides its examples and the bounds of its values.
_MADE_UP = 120

_SEED = 27

#: What there is: most of what is made up names nothing.
_THERE_IS = {
    "path.edition": ["bridge-2017", "bridge-1997", "ulti-2017", "irregularities"],
    "path.language": ["hu", "pl", "hr", "it"],
    "path.id": ["27", "27.B.1.b", "def.alert", "note.1", "7", "7.3", "13.3.1", "40.B"],
    "path.law": ["27", "16", "40", "1", "93"],
    "path.number": ["1", "7", "10"],
    "path.reference": ["27B1b", "čl. 75D", "13. § (3)", "bridge-2017:27", "def.alert"],
    "path.concept": ["revoke", "active-ethics", "failure-to-follow-suit"],
    "path.kind": ["not-found", "too-many", "busy"],
    "query.in": ["bridge", "ulti", "bridge-1997", "bridge-2017/pl", "irregularities"],
    "query.q": ["27B1b", "színvétés", "renons 64", "27–32", "ulti", "exposed card"],
}

_CONFIG = SchemathesisConfig.from_dict(
    {
        "seed": _SEED,
        "generation": {"max-examples": _MADE_UP, "database": "none"},
        "dictionaries": {
            name.replace(".", "-"): {"values": own} for name, own in _THERE_IS.items()
        },
        "parameters": {
            name: {"dictionary": name.replace(".", "-"), "probability": 0.7} for name in _THERE_IS
        },
        "operations": [
            {
                # What is a query of the concordance is not for a JSON Schema to say.
                "include-name": "GET /api/v1/concordance",
                "checks": {
                    "positive_data_acceptance": {"expected-statuses": ["2xx", "400", "404"]}
                },
            },
            {
                # What can be written of a document depends on what it is: HTML never becomes
                # Markdown, and OpenAPI cannot say so of a body and a parameter together.
                "include-name": "POST /api/v1/link",
                "checks": {
                    "positive_data_acceptance": {"expected-statuses": ["2xx", "400", "404"]}
                },
            },
        ],
    }
)


def _readable(value: Any) -> Any:
    """The document as schemathesis can read it.

    It writes `prefixItems` of answers as they were before JSON Schema 2020-12, then takes exception
    to them. What a tuple has in its places, test_service_api.py asks.
    """
    if isinstance(value, list):
        return [_readable(one) for one in value]
    if not isinstance(value, dict):
        return value
    own = {key: _readable(one) for key, one in value.items()}
    if isinstance(places := own.pop("prefixItems", None), list):
        own["items"] = {"anyOf": places}
    return own


schema = schemathesis.openapi.from_dict(
    _readable(openapi(create_api(REPOSITORY, Settings()))), config=_CONFIG
)


@schema.hook
def filter_case(_: Any, case: schemathesis.Case) -> bool:
    """Any text is a text: what is no string becomes one when it is sent, and is read."""
    is_text = (case.media_type or "").startswith("text/")
    return not is_text or isinstance(case.body, (str, bytes))


@pytest.fixture(scope="module")
def service(site: Path) -> Iterator[str]:
    with running(site.parents[1], Settings(port=0, level="error", rate="")) as address:
        yield address


def is_guarded(_: Any, response: schemathesis.Response, case: schemathesis.Case) -> None:
    """Every answer says what it is, and that it is that and no page."""
    headers = {name: values[0] for name, values in response.headers.items()}
    assert headers["x-content-type-options"] == "nosniff", case.path
    assert "default-src 'none'" in headers["content-security-policy"], case.path
    assert headers["x-request-id"], case.path
    if response.status_code >= 400:
        assert headers["content-type"] == MEDIA_TYPE, case.path
        assert headers["cache-control"] == "no-store", case.path


@pytest.mark.slow
@schema.parametrize()
def test_every_answer_is_one_that_the_document_foresees(
    case: schemathesis.Case, service: str
) -> None:
    case.call_and_validate(base_url=service, additional_checks=[is_guarded])


@pytest.mark.slow
def test_what_answers_name_can_be_asked_for_in_turn(service: str) -> None:
    """Walks along links that schemathesis sees between operations, as many steps as it likes."""

    class Walk(schema.as_state_machine()):  # type: ignore[misc]
        def get_call_kwargs(self, case: schemathesis.Case) -> dict[str, Any]:
            return {"base_url": service}

    Walk.run(settings=settings(max_examples=60, stateful_step_count=8, derandomize=True))

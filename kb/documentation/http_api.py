"""The page about the HTTP API, made of the service's OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kb.documentation.written_markdown import code, page, table, words

#: Where the document itself is published, beside the page.
DOCUMENT_FILE = "openapi.json"


def http_api_page(document: dict[str, Any]) -> str:
    """The page in Markdown for an OpenAPI document."""
    about = document["info"]
    parts = [
        f"This page is generated from the service's OpenAPI {document['openapi']} document: "
        f"[openapi.json]({DOCUMENT_FILE}). A running service shows the same at `/api/v1/docs`, "
        "with examples that can be tried.",
        *(words(part) for part in about["description"].split("\n\n")),
    ]
    operations = [
        (path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    for tag in document["tags"]:
        parts += [f"## {tag['name'].capitalize()}", words(tag["description"])]
        for path, method, operation in operations:
            if tag["name"] in operation["tags"]:
                parts += _operation(path, method, operation)
    return page("HTTP API", "Every operation of the service with its parameters.", parts)


def _operation(path: str, method: str, operation: dict[str, Any]) -> Iterator[str]:
    yield f"### {words(operation['summary'])}"
    yield code(f"{method.upper()} {path}")
    yield from (words(part) for part in operation["description"].split("\n\n"))
    parameters = operation.get("parameters", ())
    if parameters:
        yield table(
            ("parameter", "in", "what it says", "unless given"),
            ((_name(row), row["in"], words(_about(row)), _default(row)) for row in parameters),
        )
    if body := operation.get("requestBody"):
        kinds = ", ".join(code(kind) for kind in body["content"])
        yield f"The body is {kinds}. {words(body.get('description', ''))}"
    yield f"It answers {', '.join(sorted(operation['responses']))}."


def _name(parameter: dict[str, Any]) -> str:
    return code(parameter["name"]) + (" (needed)" if parameter["required"] else "")


def _about(parameter: dict[str, Any]) -> str:
    return str(parameter.get("description") or parameter["schema"].get("description", ""))


def _default(parameter: dict[str, Any]) -> str:
    default = parameter["schema"].get("default")
    return "" if default in (None, "") else code(str(default))

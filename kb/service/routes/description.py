"""Endpoints that describe the API: its OpenAPI document, and a page made from that."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Response
from fastapi.responses import RedirectResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from kb.core.source_language import SOURCE_LANGUAGE
from kb.publishing.parts.policy import policy
from kb.service.dependencies import MAY_LACK, CurrentBuild, CurrentRequest
from kb.service.openapi_document import openapi

router = APIRouter(include_in_schema=False)

_HERE = Path(__file__).resolve().parents[1]
_PAGE = "docs.html"


@router.get("/openapi.json")
async def document(context: CurrentRequest) -> Response:
    """The OpenAPI 3.1 document."""
    return context.reply(openapi(context.request.app), SOURCE_LANGUAGE)


@router.get("")
@router.get("/")
async def entrance(served: CurrentBuild) -> Response:
    """Leads to the page about the API."""
    return RedirectResponse(f"{served.base}/api/v1/docs")


@router.get("/docs")
async def docs(context: CurrentRequest) -> Response:
    """A page about the API: every operation with its parameters, answers and an example to try."""
    app = context.request.app
    if not hasattr(app.state, "docs"):
        app.state.docs = _docs_page(openapi(app))
    page = app.state.docs
    headers = {"content-security-policy": f"{policy(page.decode())}; frame-ancestors 'none'"}
    return context.reply(page, SOURCE_LANGUAGE, "text/html; charset=utf-8", headers)


def _docs_page(document: dict[str, Any]) -> bytes:
    """The HTML page that shows an OpenAPI document."""
    environment = Environment(
        loader=FileSystemLoader(_HERE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    operations = [
        {"path": path, "method": method, "example": _example(path, operation), **operation}
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    groups = [
        (tag, [operation for operation in operations if tag["name"] in operation["tags"]])
        for tag in document["tags"]
    ]
    page = environment.get_template(_PAGE)
    return page.render(document=document, groups=groups).encode()


def _example(path: str, operation: dict[str, Any]) -> str | None:
    """An address to try, with the examples of required parameters.

    None for what needs a body, and for what a service may lack: it might lead nowhere.
    """
    if "requestBody" in operation or operation.keys() >= MAY_LACK.keys():
        return None
    query = []
    for parameter in operation.get("parameters", ()):
        examples = parameter["schema"].get("examples") or parameter.get("examples") or []
        if not parameter["required"]:
            continue
        if parameter["in"] == "path":
            path = path.replace(f"{{{parameter['name']}}}", quote(str(examples[0])))
        elif parameter["in"] == "query":
            query.append((parameter["name"], examples[0]))
    return f"{path}?{urlencode(query)}" if query else path

"""The API about itself: its OpenAPI document, and a page made of that."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Response
from fastapi.responses import RedirectResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from kb.publishing.parts.policy import policy
from kb.service.dependencies import Context, CurrentBuild
from kb.service.openapi_document import openapi

router = APIRouter(include_in_schema=False)

_HERE = Path(__file__).resolve().parents[1]
_PAGE = "docs.html"


@router.get("/openapi.json")
async def document(context: Context) -> Response:
    """The OpenAPI 3.1 document."""
    return context.reply(openapi(context.request.app), "en")


@router.get("")
@router.get("/")
async def entrance(served: CurrentBuild) -> Response:
    """Leads to the page about the API."""
    return RedirectResponse(f"{served.base}/api/v1/docs")


@router.get("/docs")
async def docs(context: Context) -> Response:
    """A page about the API: every operation with its parameters, answers and an example to try."""
    app = context.request.app
    if not hasattr(app.state, "docs"):
        app.state.docs = _written(openapi(app))
    written = app.state.docs
    headers = {"content-security-policy": f"{policy(written.decode())}; frame-ancestors 'none'"}
    return context.reply(written, "en", "text/html; charset=utf-8", headers)


def _written(made: dict[str, Any]) -> bytes:
    """The page of an OpenAPI document."""
    environment = Environment(
        loader=FileSystemLoader(_HERE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    operations = [
        {"path": path, "method": method, "example": _example(path, own), **own}
        for path, methods in made["paths"].items()
        for method, own in methods.items()
    ]
    groups = [
        (tag, [one for one in operations if tag["name"] in one["tags"]]) for tag in made["tags"]
    ]
    page = environment.get_template(_PAGE)
    return page.render(document=made, groups=groups).encode()


def _example(path: str, operation: dict[str, Any]) -> str | None:
    """An address that can be opened: the examples of what must be given; None for other methods."""
    if "requestBody" in operation:
        return None
    query = []
    for one in operation.get("parameters", ()):
        examples = one["schema"].get("examples") or one.get("examples") or []
        if not one["required"]:
            continue
        if one["in"] == "path":
            path = path.replace(f"{{{one['name']}}}", quote(str(examples[0])))
        elif one["in"] == "query":
            query.append((one["name"], examples[0]))
    return f"{path}?{urlencode(query)}" if query else path

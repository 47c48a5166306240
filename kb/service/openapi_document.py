"""The OpenAPI document: FastAPI's, with the published schemas of kb/schemas as its components.

It is made when somebody first asks for it, and is not kept in any file of the repository.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from kb.core.schemas import schemas
from kb.service.routes.linking import DocumentBody

#: The file of the shapes that the service alone has: each of its $defs is a component.
_OWN = "service"

_COMPONENT = "#/components/schemas/"


def openapi(app: FastAPI) -> dict[str, Any]:
    """The document of an app, made once; whoever reads it must not change it."""
    if app.openapi_schema is None:
        made = get_openapi(
            title=app.title,
            version=app.version,
            summary=app.summary,
            description=app.description,
            routes=app.routes,
            tags=app.openapi_tags,
            license_info=app.license_info,
        )
        own = made.get("components", {}).get("schemas", {})
        made["components"] = {"schemas": {**own, **components()}}
        app.openapi_schema = made
    return app.openapi_schema


@cache
def components() -> dict[str, Any]:
    """The published schemas by name: `search`, and `search_hit` for what is defined in it."""
    found: dict[str, Any] = {"document": DocumentBody.model_json_schema()}
    for name, schema in schemas().items():
        prefix = "" if name == _OWN else f"{name}_"
        for key, definition in schema.get("$defs", {}).items():
            found[f"{prefix}{key}"] = _resolved(definition, prefix)
        if prefix:
            found[name] = _resolved(schema, prefix)
    return found


def _resolved(schema: Any, prefix: str) -> Any:
    """A schema whose references are to components; what is its file's own is left out."""
    if isinstance(schema, list):
        return [_resolved(one, prefix) for one in schema]
    if not isinstance(schema, dict):
        return schema
    out = {key: _resolved(value, prefix) for key, value in schema.items() if key not in _FILE}
    if isinstance(reference := schema.get("$ref"), str):
        out["$ref"] = _reference(reference, prefix)
    return out


#: What only says something of a file.
_FILE = ("$schema", "$id", "$defs")


def _reference(reference: str, prefix: str) -> str:
    """`urn:kodeks:records:1`, with or without `#/$defs/…`, as the component that it is."""
    file, _, inside = reference.partition("#/$defs/")
    name = file.split(":")[2] if file else prefix.removesuffix("_")
    return _COMPONENT + "_".join(part for part in (name if name != _OWN else "", inside) if part)

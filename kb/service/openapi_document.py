"""The OpenAPI document: FastAPI's, with the published schemas of kb/schemas as its components.

It is made when somebody first asks for it, and is not kept in any file of the repository.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from kb.core.schemas import schemas
from kb.corpus.examples import examples, filled
from kb.service.routes.linking import DocumentBody

#: The schema file (without .json) of the answers that only the service gives. Each of its `$defs`
#: becomes a component.
_SERVICE = "service"

_COMPONENT = "#/components/schemas/"


def openapi(app: FastAPI) -> dict[str, Any]:
    """The document of an app, made once; whoever reads it must not change it."""
    if app.openapi_schema is None:
        written = get_openapi(
            title=app.title,
            version=app.version,
            summary=app.summary,
            description=app.description,
            routes=app.routes,
            tags=app.openapi_tags,
            license_info=app.license_info,
        )
        document: dict[str, Any] = filled(written, examples(app.state.home))
        from_routes = document.get("components", {}).get("schemas", {})
        document["components"] = {"schemas": {**from_routes, **components()}}
        app.openapi_schema = document
    return app.openapi_schema


@cache
def components() -> dict[str, Any]:
    """The published schemas by name: `search`, and `search_hit` for what is defined in it."""
    components: dict[str, Any] = {"document": DocumentBody.model_json_schema()}
    for name, schema in schemas().items():
        prefix = "" if name == _SERVICE else f"{name}_"
        for key, definition in schema.get("$defs", {}).items():
            components[f"{prefix}{key}"] = _resolved(definition, prefix)
        if prefix:
            components[name] = _resolved(schema, prefix)
    return components


def _resolved(schema: Any, prefix: str) -> Any:
    """A schema, or a part of one, with its references turned into references to components."""
    if isinstance(schema, list):
        return [_resolved(item, prefix) for item in schema]
    if not isinstance(schema, dict):
        return schema
    out = {key: _resolved(value, prefix) for key, value in schema.items() if key not in _FILE_KEYS}
    if isinstance(reference := schema.get("$ref"), str):
        out["$ref"] = _reference(reference, prefix)
    return out


#: The keys of a schema that describe its file; a component has none of them.
_FILE_KEYS = ("$schema", "$id", "$defs")


def _reference(reference: str, prefix: str) -> str:
    """A reference to a schema, such as `urn:kodeks:records:1#/$defs/…`, as one to a component."""
    file, _, inside = reference.partition("#/$defs/")
    name = file.split(":")[2] if file else prefix.removesuffix("_")
    return _COMPONENT + "_".join(
        part for part in (name if name != _SERVICE else "", inside) if part
    )

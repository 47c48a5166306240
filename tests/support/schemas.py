"""The published schemas of what is printed as JSON."""

from __future__ import annotations

import json

import jsonschema
import referencing

from support.homes import REPOSITORY

SCHEMAS = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in (REPOSITORY / "kb/schemas").glob("*.json")
}
REGISTRY = referencing.Registry().with_resources(
    (schema["$id"], referencing.Resource.from_contents(schema)) for schema in SCHEMAS.values()
)


def validator(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(SCHEMAS[name], registry=REGISTRY)

"""The published schemas of what is printed as JSON."""

from __future__ import annotations

import jsonschema
import referencing

from kb.core.schemas import schemas

SCHEMAS = schemas()
REGISTRY = referencing.Registry().with_resources(
    (schema["$id"], referencing.Resource.from_contents(schema)) for schema in SCHEMAS.values()
)


def validator(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(SCHEMAS[name], registry=REGISTRY)

"""The page about formats: every published JSON schema as tables of its fields."""

from __future__ import annotations

import json
from collections.abc import Iterator

from kb.core.schemas import Schema, schemas
from kb.documentation.written_markdown import code, page, table, words

#: Where the schemas themselves are published, beside the page.
SCHEMA_FILE = "schemas/{name}.json"


def formats_page() -> str:
    """The page in Markdown."""
    parts = [
        "What Kodeks prints or answers as JSON has a JSON Schema (draft 2020-12). This page is "
        "generated from those schemas, which are published beside it. The field `schema` of a "
        "document, or of the first line of JSON Lines, names the format and its version. The "
        "version changes whenever a program that reads the format might have to change.",
        "In the tables a path such as `results[].id` means the field `id` of every element of the "
        "array `results`; `*` stands for any name.",
    ]
    for name, schema in schemas().items():
        parts += _section(name, schema)
    return page("Formats", "Every JSON format of Kodeks with its fields.", parts)


def _section(name: str, schema: Schema) -> Iterator[str]:
    yield f"## {name} {{: #{name} }}"
    yield words(f"{schema['title']}.")
    yield f"The schema: [{name}.json]({SCHEMA_FILE.format(name=name)}), `{schema['$id']}`."
    yield from _described(name, schema)
    for key, inside in schema.get("$defs", {}).items():
        yield f"### {name}: {key} {{: #{anchor(name, key)} }}"
        if "description" in inside:
            yield words(f"{inside['description']}.")
        yield from _described(name, inside)


def anchor(name: str, definition: str = "") -> str:
    """Where a schema, or a definition in it, is on the page."""
    return f"{name}-{definition}" if definition else name


def _described(name: str, schema: Schema) -> Iterator[str]:
    """What a schema allows: a table of fields, or its type where it has none."""
    kind = _type(name, schema)
    if "properties" not in schema and kind != "object":
        yield f"Type: {kind}."
    rows = table(("field", "type", "always there", "what it is"), _rows(name, schema, ""))
    if rows:
        yield rows


def _rows(name: str, schema: Schema, path: str) -> Iterator[tuple[str, str, str, str]]:
    """A row for each field of a schema and of the schemas that stand inside it."""
    required = schema.get("required", ())
    for key, inside in schema.get("properties", {}).items():
        field = f"{path}.{key}" if path else key
        always = "yes" if key in required else ""
        yield code(field), _type(name, inside), always, words(_description(name, inside))
        yield from _rows(name, inside, field)
    if isinstance(values := schema.get("additionalProperties"), dict):
        field = f"{path}.*" if path else "*"
        yield code(field), _type(name, values), "", words(_description(name, values))
        yield from _rows(name, values, field)
    if isinstance(items := schema.get("items"), dict):
        yield from _rows(name, items, f"{path}[]")
    for inside in (*schema.get("oneOf", ()), *schema.get("prefixItems", ())):
        yield from _rows(name, inside, path)


def _description(name: str, schema: Schema) -> str:
    """The description of a schema, or of the definition in the same file that it refers to."""
    if "description" in schema or not schema.get("$ref", "").startswith("#/$defs/"):
        return str(schema.get("description", ""))
    definition = schema["$ref"].removeprefix("#/$defs/")
    return str(schemas()[name]["$defs"][definition].get("description", ""))


def _type(name: str, schema: Schema) -> str:
    """What a value may be, in words."""
    if "$ref" in schema:
        return _reference(name, schema["$ref"])
    if "const" in schema:
        return code(json.dumps(schema["const"], ensure_ascii=False))
    if "enum" in schema:
        return ", ".join(code(json.dumps(value, ensure_ascii=False)) for value in schema["enum"])
    if "oneOf" in schema:
        return " or ".join(dict.fromkeys(_type(name, choice) for choice in schema["oneOf"]))
    kinds = schema.get("type", "object" if "properties" in schema else "anything")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    return " or ".join(_array(name, schema) if kind == "array" else kind for kind in kinds)


def _array(name: str, schema: Schema) -> str:
    if "prefixItems" in schema:
        return f"array of {', '.join(_type(name, item) for item in schema['prefixItems'])}"
    items = schema.get("items")
    return f"array of {_type(name, items)}" if isinstance(items, dict) else "array"


def _reference(name: str, reference: str) -> str:
    """A link to what `#/$defs/hit` or `urn:kodeks:search:4#/$defs/hit` refers to."""
    file, _, inside = reference.partition("#")
    schema = file.split(":")[2] if file else name
    definition = inside.removeprefix("/$defs/")
    shown = f"{schema}: {definition}" if definition else schema
    return f"[{shown}](#{anchor(schema, definition)})"

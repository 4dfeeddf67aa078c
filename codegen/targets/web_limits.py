"""web/api/limits.ts: the limits, patterns and words of the component schemas, for the page."""

from __future__ import annotations

from collections.abc import Iterator

from codegen.model import Description, Schema, python_name
from codegen.targets.clients.typescript_types import header, literal

KEYWORDS = ("maxLength", "maxItems", "minimum", "maximum")
PART = 50
"""Characters of a pattern in a line; each may be escaped."""


def render(description: Description) -> str:
    """A constant for each limit of a component schema and of its members, each pattern, and each list of words."""
    lines = [line for name, schema in description.schemas.items() for line in _constants(name, schema)]
    words = sorted(name for name, schema in description.schemas.items() if "enum" in schema)
    imports = "".join(f"  {name},\n" for name in words)
    return header("What the description allows.") + "\n".join(
        [f'import type {{\n{imports}}} from "@api/models.js";\n', *lines, ""]
    )


def _constants(name: str, schema: Schema) -> Iterator[str]:
    constant = python_name(name).upper()
    yield from _limits(constant, schema)
    for member, value in schema.get("properties", {}).items():
        if isinstance(value, dict):
            yield from _limits(f"{constant}_{python_name(member).upper()}", value)
    if "enum" in schema:
        words = "".join(f"  {literal(word)},\n" for word in schema["enum"])
        yield f"export const {constant}_WORDS: readonly {name}[] = [\n{words}];"
    if "pattern" in schema:
        yield "/** A text with the length and the pattern of the schema. */"
        source = _source(_with_length(schema))
        yield f'export const {constant}_TEXT = /* @__PURE__ */ new RegExp(\n{source},\n  "u",\n);'


def _limits(constant: str, schema: Schema) -> Iterator[str]:
    for keyword in KEYWORDS:
        if keyword in schema:
            yield f"export const {constant}_{python_name(keyword).upper()} = {schema[keyword]};"


def _with_length(schema: Schema) -> str:
    length = f"{schema.get('minLength', 0)},{schema.get('maxLength', '')}"
    return f"^(?=[^]{{{length}}}$){schema['pattern'].removeprefix('^')}"


def _source(pattern: str) -> str:
    parts = (pattern[start : start + PART] for start in range(0, len(pattern), PART))
    return " +\n".join(f"  {literal(part)}" for part in parts)

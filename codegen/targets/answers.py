"""generated/answers.py: the types of the answers that handlers build as JSON values, without models."""

from __future__ import annotations

from codegen.annotation import component_name
from codegen.formatting import format_python
from codegen.header import header
from codegen.model import Description, Schema
from codegen.targets.clients.python_models import type_definitions
from codegen.targets.clients.python_types import reachable_components

MARK = "x-plain"
"""The member of a component of which answers hold so many that models would be most of the time of a request."""


def render(description: Description) -> str:
    """A TypedDict for each object in plain answers, an alias for every other component."""
    roots = [
        schema
        for operation in description.operations
        for response in operation.responses
        for schema in response.media.values()
        if response.is_success and schema is not None and is_plain(description, schema)
    ]
    names = reachable_components(description, roots)
    schemas = {name: schema for name, schema in description.schemas.items() if name in names}
    return format_python(
        header("Answers as JSON values. None stands for an absent member, and is removed before the answer is sent.")
        + "from typing import Any, Literal, NotRequired, TypeAlias, TypedDict\n\n"
        + type_definitions(description, schemas, " | None")
    )


def is_plain(description: Description, schema: Schema) -> bool:
    """Whether an answer with this schema is a JSON value and not a model: it has a component with the mark."""
    return any(MARK in description.schemas[name] for name in reachable_components(description, [schema]))


def answer_type(schema: Schema) -> str:
    """The type of a plain answer: a component, or a list of them."""
    return f"answers.{component_name(schema)}" if "$ref" in schema else f"list[{answer_type(schema['items'])}]"

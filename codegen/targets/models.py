"""generated/models.py: pydantic models of the component schemas. They carry values, which the schemas validate."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from codegen.finding import SpecError
from codegen.formatting import format_python
from codegen.header import header
from codegen.model import Description, Schema
from codegen.walk import LISTS, MAPS, SINGLES

SHAPE_KEYWORDS = ("$ref", "type", "enum", "const", "default", "required", "discriminator")
"""The keywords that determine the shape of a value. The models have no limits and patterns, because validating twice
would slow down every response."""

FLAGS = (
    "--input-file-type=openapi",
    "--schema-version=3.1",
    "--strict-refs",
    "--no-allow-remote-refs",
    "--output-model-type=pydantic_v2.BaseModel",
    "--target-python-version=3.11",
    "--disable-timestamp",
    "--no-formatters",
    "--use-annotated",
    "--field-constraints",
    "--use-standard-collections",
    "--use-union-operator",
    "--snake-case-field",
    "--allow-population-by-field-name",
    "--enum-field-as-literal=all",
    "--use-one-literal-as-default",
    "--strict-nullable",
    # No preset: all of them collapse root models, and members of recursive unions vanish.
    "--use-type-alias",
    "--keep-model-order",
    "--use-generic-base-class",
    "--use-schema-description",
    "--use-title-as-name",
    "--use-tuple-for-fixed-items",
    "--use-double-quotes",
)

_CONFIGURATION = "populate_by_name=True,"
"""The configuration of all models. They build their validators at first use: few services need all of them."""


def render(description: Description) -> str:
    """One class or alias for each component schema. SpecError names a component without one."""
    schemas = {name: _component(schema) for name, schema in description.schemas.items()}
    frame = {"openapi": description.document["openapi"], "info": description.document["info"], "paths": {}}
    body = _generate_models(json.dumps({**frame, "components": {"schemas": schemas}}))
    names = set(re.findall(r"^(?:class )?(\w+)(?:\(| = )", body, re.MULTILINE))
    for name in description.schemas:
        if name not in names:
            place = description.bundle.place(f"/components/schemas/{name}")
            raise SpecError(
                place,
                "model.missing",
                f"no model {name} was generated",
                "rewrite the schema with a type that datamodel-code-generator supports",
            )
    code = body.partition("from __future__ import annotations\n")[2]
    if _CONFIGURATION not in code:
        raise RuntimeError("datamodel-code-generator: the base class of the models has another configuration")
    code = code.replace(_CONFIGURATION, f"{_CONFIGURATION}\n        defer_build=True,", 1)
    return format_python(header("The component schemas as pydantic models.") + code)


def _component(schema: Schema) -> dict[str, Any]:
    """The shape of a component, with the description of an object as the docstring of its class."""
    shape = shape_of(schema)
    if schema.get("type") == "object" and "description" in schema:
        shape["description"] = textwrap.fill(schema["description"], 110)
    return shape


def shape_of(schema: Schema) -> dict[str, Any]:
    """The schema without everything but the shape of its values."""
    shape = {keyword: schema[keyword] for keyword in SHAPE_KEYWORDS if keyword in schema}
    if schema.get("format") == "uuid":
        shape["format"] = "uuid"
    for keyword in MAPS:
        if keyword in schema:
            shape[keyword] = {name: _part(part) for name, part in schema[keyword].items()}
    for keyword in LISTS:
        if keyword in schema:
            shape[keyword] = [_part(part) for part in schema[keyword]]
    return shape | {keyword: _part(schema[keyword]) for keyword in SINGLES if keyword in schema}


def _part(part: Schema | bool) -> Mapping[str, Any] | bool:
    return part if isinstance(part, bool) else shape_of(part)


def _generate_models(document: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        source, output = Path(folder, "openapi.json"), Path(folder, "models.py")
        source.write_text(document, encoding="utf-8")
        # Run in an empty folder, so that no pyproject.toml adds options.
        command = [sys.executable, "-m", "datamodel_code_generator", f"--input={source}", f"--output={output}", *FLAGS]
        result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603 -- a fixed command
        if result.returncode:
            raise RuntimeError(f"datamodel-code-generator: {result.stderr.strip()}")
        return output.read_text(encoding="utf-8")

"""generated/models.py: pydantic models of the component schemas. They carry; the schemas validate."""

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

from codegen.finding import Finding, SpecError
from codegen.formatting import formatted
from codegen.header import header
from codegen.model import Description, Schema
from codegen.walk import LISTS, MAPS, SINGLES

CARRIED = ("$ref", "type", "enum", "const", "default", "required", "discriminator")
"""The keywords that shape a value. Limits, patterns and descriptions are left out: each stands once, in specs/, and
judging a value a second time would cost on every answer."""

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


def render(description: Description) -> str:
    """One class or alias for each schema component; SpecError names the ones that got none."""
    schemas = {name: _described(schema) for name, schema in description.schemas.items()}
    frame = {"openapi": description.document["openapi"], "info": description.document["info"], "paths": {}}
    body = _generated(json.dumps({**frame, "components": {"schemas": schemas}}))
    made = set(re.findall(r"^(?:class )?(\w+)(?:\(| = )", body, re.MULTILINE))
    for name in description.schemas:
        if name not in made:
            place = description.bundle.place(f"/components/schemas/{name}")
            raise SpecError(Finding(place, "model.missing", f"no model {name} was generated", "reshape the schema"))
    imports = body.partition("from __future__ import annotations\n")[2]
    return formatted(header("The component schemas as pydantic models.") + imports)


def _described(schema: Schema) -> dict[str, Any]:
    """A component; the description of an object becomes the docstring of its class."""
    reduced = carried(schema)
    if schema.get("type") == "object" and "description" in schema:
        reduced["description"] = textwrap.fill(schema["description"], 110)
    return reduced


def carried(schema: Schema) -> dict[str, Any]:
    """The schema with nothing but the shape of its values."""
    reduced = {keyword: schema[keyword] for keyword in CARRIED if keyword in schema}
    if schema.get("format") == "uuid":
        reduced["format"] = "uuid"
    for keyword in MAPS:
        if keyword in schema:
            reduced[keyword] = {name: _part(part) for name, part in schema[keyword].items()}
    for keyword in LISTS:
        if keyword in schema:
            reduced[keyword] = [_part(part) for part in schema[keyword]]
    return reduced | {keyword: _part(schema[keyword]) for keyword in SINGLES if keyword in schema}


def _part(part: Schema | bool) -> Mapping[str, Any] | bool:
    return part if isinstance(part, bool) else carried(part)


def _generated(document: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        source, output = Path(folder, "openapi.json"), Path(folder, "models.py")
        source.write_text(document, encoding="utf-8")
        # A folder of its own keeps a pyproject.toml of the caller's from adding options.
        command = [sys.executable, "-m", "datamodel_code_generator", f"--input={source}", f"--output={output}", *FLAGS]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603 -- a fixed command
        if done.returncode:
            raise RuntimeError(f"datamodel-code-generator: {done.stderr.strip()}")
        return output.read_text(encoding="utf-8")

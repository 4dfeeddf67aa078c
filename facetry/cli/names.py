"""Checks names from the command line by the schemas of the API."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, cast

import jsonschema_rs

from facetry.schema import generated_files


@cache
def description() -> dict[str, Any]:
    """The bundled description of the API."""
    return cast("dict[str, Any]", json.loads(generated_files.read("openapi.json")))


def component_schema(name: str) -> dict[str, Any]:
    """The component schema `name` of the bundled description."""
    return cast("dict[str, Any]", description()["components"]["schemas"][name])


def matches_schema(name: str, value: str) -> bool:
    """Whether the value is valid by the schema of that name, which must not refer to other schemas."""
    return jsonschema_rs.is_valid(component_schema(name), value)


def repository_name(folder: str, existing: set[str]) -> str:
    """A repository name for a folder name: invalid characters become `-`; a number makes it differ from `existing`."""
    limit: int = component_schema("RepositoryName")["maxLength"]
    printable = "".join(c if matches_schema("RepositoryName", f"x{c}x") else "-" for c in folder)
    name = printable.strip()[:limit].rstrip()
    name = name if name.strip("-") else "pictures"
    number = 1
    unique = name
    while unique in existing:
        number += 1
        suffix = f" {number}"
        unique = name[: limit - len(suffix)] + suffix
    return unique

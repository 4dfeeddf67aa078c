"""What the contract allows, for names that come from a command line instead of a request."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any, cast

import jsonschema_rs


@cache
def schema(name: str) -> dict[str, Any]:
    """A component schema of the bundled description."""
    document = json.loads(resources.files("generated").joinpath("openapi.json").read_bytes())
    return cast("dict[str, Any]", document["components"]["schemas"][name])


def allows(name: str, value: str) -> bool:
    """Whether the schema of that name, which must refer to no other, accepts the value."""
    return jsonschema_rs.is_valid(schema(name), value)


def repository_name(folder: str, taken: set[str]) -> str:
    """A repository's name made of a folder's: characters that it may not have become `-`; other than those `taken`."""
    limit: int = schema("RepositoryName")["maxLength"]
    name = (
        "".join(c if allows("RepositoryName", c) and c not in "/|" else "-" for c in folder).strip(" -") or "pictures"
    )
    name = name[:limit]
    number = 1
    unique = name
    while unique in taken:
        number += 1
        suffix = f" {number}"
        unique = name[: limit - len(suffix)] + suffix
    return unique

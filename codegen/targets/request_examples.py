"""generated/request-examples.json: the example requests, for contract tests of installed packages."""

import json
from collections.abc import Iterator
from typing import Any

from codegen.lint.requests import FOLDER, KINDS
from codegen.model import Description

NAME = "request-examples.json"
MEMBERS = ("path", "query", "header", "body", "rule")


def render(description: Description) -> str:
    """An object with the valid and the invalid requests, one a line: operations, name and the members of the file."""
    lists = []
    for kind in KINDS:
        lines = ",\n".join(
            json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in _requests(description, kind)
        )
        lists.append(f'"{kind}": [\n{lines}\n]')
    return "{\n" + ",\n".join(lists) + "\n}\n"


def _requests(description: Description, kind: str) -> Iterator[dict[str, Any]]:
    for path in sorted((description.bundle.root / FOLDER / kind).rglob("*.json")):
        content = json.loads(path.read_bytes())
        yield {
            "operations": [path.parent.name, *content.get("also", ())],
            "name": path.stem,
            **{member: content[member] for member in MEMBERS if member in content},
        }

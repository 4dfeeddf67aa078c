"""generated/asyncapi.json: the bundled description of events."""

import json
from typing import Any

from codegen.model import Description


def render(description: Description) -> str:
    """The document with everything that it refers to, in the order of the source."""
    document = _with_bare_references(description.bundle.events)
    return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _with_bare_references(value: Any) -> Any:
    """A copy whose references have no members beside them, which AsyncAPI ignores; they stand beside an `allOf`."""
    if isinstance(value, list):
        return [_with_bare_references(item) for item in value]
    if not isinstance(value, dict):
        return value
    copy = {key: item if key == "examples" else _with_bare_references(item) for key, item in value.items()}
    if isinstance(copy.get("$ref"), str) and len(copy) > 1:
        reference = {"$ref": copy.pop("$ref")}
        copy["allOf"] = [reference, *copy.get("allOf", ())]
    return copy

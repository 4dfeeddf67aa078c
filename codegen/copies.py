"""Changed copies of JSON values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def rewritten(value: Any, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Any:
    """A copy in which `change` has taken each object, the inner ones first. Examples are no part of a description."""
    if isinstance(value, list):
        return [rewritten(item, change) for item in value]
    if not isinstance(value, dict):
        return value
    return change({key: item if key == "examples" else rewritten(item, change) for key, item in value.items()})

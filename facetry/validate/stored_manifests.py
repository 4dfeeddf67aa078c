"""Reads manifests that were valid when they were stored, perhaps by the rules of an earlier version."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import orjson
from pydantic import ValidationError

from generated.models import Manifest

_FORMER_DEFAULTS: Final[Mapping[str, int]] = {"maximumCount": 1, "durationInMilliseconds": 1_000}
"""What a throttling policy meant without the member, while only one of the two was required."""


def read(text: str) -> Manifest:
    """The stored manifest as a model. Members that only earlier versions accepted are left out, and the missing number
    of a throttling policy is replaced by its former default. Raises pydantic's `ValidationError` for other faults.
    """
    try:
        return Manifest.model_validate_json(text)
    except ValidationError as error:
        document = orjson.loads(text)
        for fault in error.errors(include_url=False, include_input=False):
            _adapt(document, fault["type"], fault["loc"])
        return Manifest.model_validate(document)


def _adapt(document: Any, fault: str, way: tuple[int | str, ...]) -> None:
    """Remove an unknown member, or add a missing number."""
    *steps, name = way
    holder = document
    for step in steps:
        holder = holder[step]
    if fault == "extra_forbidden":
        del holder[name]
    elif fault == "missing" and name in _FORMER_DEFAULTS:
        holder[name] = _FORMER_DEFAULTS[str(name)]

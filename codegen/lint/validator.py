"""Validates examples by the schemas of the description."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any
from urllib.parse import quote

import jsonschema_rs

from codegen.model import Description

URI = "urn:description"


class SchemaValidator:
    """Validates values by the schema under a pointer, with the same options as the server."""

    def __init__(self, description: Description) -> None:
        self.registry = jsonschema_rs.Registry([(URI, dict(description.document))])
        self.validator = cache(self._validator)

    def errors(self, pointer: str, value: Any) -> Iterator[tuple[str, str]]:
        """(keyword, message) of each error; none when the value is valid."""
        try:
            validator = self.validator(pointer)
        except jsonschema_rs.ValidationError as refusal:  # for example of a pattern that is not linear
            yield "$schema", f"its schema cannot be used: {refusal.message[:160]}"
            return
        for error in validator.iter_errors(value):
            at = "".join(f"/{step}" for step in error.instance_path)
            keyword = next(str(step) for step in reversed(error.schema_path) if isinstance(step, str))
            yield keyword, f"{at or 'the value'}: {error.message[:160]}"

    def _validator(self, pointer: str) -> jsonschema_rs.Draft202012Validator:
        reference = f"{URI}#{quote(pointer, safe='/~')}"
        return jsonschema_rs.Draft202012Validator(
            {"$ref": reference},
            registry=self.registry,
            validate_formats=True,
            pattern_options=jsonschema_rs.RegexOptions(),
        )

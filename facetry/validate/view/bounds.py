"""Warnings on view documents that are close to the limits of the service, or beyond those of a feature."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from facetry.schema.document import pointer_token
from facetry.validate.finding import Finding
from facetry.validate.view.schema import schema
from facetry.validate.view.walk import view_warning
from generated.limits import IMAGE_FEATURE_VALUE_MAX_LENGTH

MAX_CHARACTERS: Final = IMAGE_FEATURE_VALUE_MAX_LENGTH
LEVELS_LEFT: Final = 8
"""A document with fewer levels left than these is reported: one more group may be too many."""


def check_size(text: bytes) -> Iterator[Finding]:
    """The text fits into a feature."""
    characters = len(text) if len(text) <= MAX_CHARACTERS else len(text.decode())
    if characters > MAX_CHARACTERS:
        detail = (
            f"The document has {characters} characters. A feature has at most {MAX_CHARACTERS}, so it can only be the "
            "answer of a command. It was not checked further."
        )
        yield view_warning("size", "", detail, remedy="Show less, or refer to pictures by their addresses.")


def check_depth(document: object) -> Iterator[Finding]:
    """Levels are left below the deepest value. The finding is at the first value that is too deep for that."""
    limit = int(schema().content["x-max-depth"])
    pending: list[tuple[Any, str, int]] = [(document, "", 1)]
    while pending:
        value, pointer, depth = pending.pop()
        children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
        if children is None:
            continue
        if depth > limit - LEVELS_LEFT:
            detail = f"The document nests to more than {limit - LEVELS_LEFT} levels, and {limit} are permitted."
            yield view_warning("depth", pointer, detail, remedy="Use fewer groups inside of each other.")
            return
        pending.extend(
            reversed([(child, f"{pointer}/{pointer_token(str(name))}", depth + 1) for name, child in children])
        )

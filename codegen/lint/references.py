"""A rule on references: many tools that read OpenAPI or AsyncAPI follow only those to something that has a name."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import Any

from codegen import documents, rules, views
from codegen.lint.rule import Fault, rule
from codegen.model import Description
from codegen.pointer import escape

OTHERS = (documents.FOLDER, rules.FOLDER, views.FOLDER)
"""Folders that are no part of the two descriptions. Validators of JSON Schema follow every reference."""
VALUES = ("const", "default", "enum", "example", "examples")
"""Members whose content is a value of a document, with references of its own."""
WHOLE = re.compile(
    r"""
      openapi\.yaml\#/components/[^/]+/[^/]+
    | asyncapi\.yaml\#/(?:servers|channels)/[^/]+
    | asyncapi\.yaml\#/channels/[^/]+/messages/[^/]+
    | (?:paths/[^\#]+|parameters|headers|responses|requestBodies|links|securitySchemes)\.yaml\#/[^/]+
    | events/[^/\#]+\.yaml\#/value
    | [^\#]+\.yaml
    """,
    re.VERBOSE,
)
"""The targets that become a component, channel, message, server or path item of a description."""


@rule("reference.whole")
def reference_whole(description: Description) -> Iterator[Fault]:
    """A reference leads to a whole component or to another part with a name, and never into one."""
    for file, content in description.bundle.files.items():
        for pointer, reference in _references(content) if file.partition("/")[0] not in OTHERS else ():
            path, _, fragment = reference.partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(file), path)) if path else file
            if not WHOLE.fullmatch(f"{target}#{fragment}" if fragment else target):
                yield (
                    description.bundle.place_in(file, pointer),
                    f"the reference {reference} leads into a part, where many tools do not follow",
                    "move its target into a file of its own, or into one such as headers.yaml, and refer to that",
                )


def _references(value: Any, pointer: str = "") -> Iterator[tuple[str, str]]:
    """(pointer, reference) of every reference in a part of the source, also those in the mapping of a discriminator."""
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield pointer, value["$ref"]
        discriminator = value.get("discriminator")
        mapping = discriminator.get("mapping", {}) if isinstance(discriminator, dict) else {}
        for name, reference in mapping.items():
            yield f"{pointer}/discriminator/mapping/{escape(name)}", reference
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        if key not in VALUES:
            yield from _references(child, f"{pointer}/{escape(str(key))}")

"""Validates a text by its kind: the one door of the command line, the authoring tools and the test kits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from facetry.validate import manifests, recipes, schemas, views
from facetry.validate.finding import Finding
from facetry.validate.kinds import Kind
from facetry.validate.socket import events
from facetry.validate.texts import read

_MAX_SCHEMA_DEPTH: Final = 64
"""Levels of the text; the schema itself may have fewer, which has a rule of its own."""


def findings(text: bytes, kind: Kind) -> list[Finding]:
    """All findings on the text of a document of this kind, errors first. Raises `KeyError` for a folder or an archive,
    which is not one text.
    """
    return VALIDATORS[kind](text)


def _schema_findings(text: bytes) -> list[Finding]:
    """All findings on a JSON Schema of settings or parameters in a file of its own: those of an embedded schema."""
    if len(text) > manifests.MAX_BYTES:
        detail = f"The schema is larger than {manifests.MAX_BYTES} bytes, which is the limit of a whole manifest."
        return [Finding(rule="manifest.size", pointer="", detail=detail)]
    reading = read(text, label="schema", depth=_MAX_SCHEMA_DEPTH)
    if not reading.has_value:
        return reading.findings
    if not isinstance(reading.value, dict):
        return [
            *reading.findings,
            Finding(rule="manifest.schema.object", pointer="", detail="The schema must be a JSON object."),
        ]
    found = [*reading.findings, *schemas.findings(reading.value, is_form=True)]
    return sorted(found, key=lambda finding: finding.level == "warning")


VALIDATORS: Final[Mapping[Kind, Callable[[bytes], list[Finding]]]] = {
    Kind.MANIFEST: manifests.findings,
    Kind.VIEW_DOCUMENT: views.findings,
    Kind.EVENT: events.findings,
    Kind.SETTINGS_SCHEMA: _schema_findings,
    Kind.RECIPE: recipes.findings,
}

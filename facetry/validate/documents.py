"""Validates a text by its kind: the one door of the command line, the authoring tools and the test kits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from facetry.validate import manifests, views
from facetry.validate.finding import Finding
from facetry.validate.kinds import Kind

VALIDATORS: Final[Mapping[Kind, Callable[[bytes], list[Finding]]]] = {
    Kind.MANIFEST: manifests.findings,
    Kind.VIEW_DOCUMENT: views.findings,
}


def findings(text: bytes, kind: Kind) -> list[Finding]:
    """All findings on the text of a document of this kind, errors first."""
    return VALIDATORS[kind](text)

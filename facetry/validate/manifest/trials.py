"""Tries edits of members on a copy of a manifest, to see whether the result has more errors."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from facetry.schema.edits import MoveMember, RenameKey
from facetry.validate.finding import Finding

CountErrors = Callable[[dict[str, Any]], int]


def without_harmful_edits(
    findings: Iterable[Finding], manifest: dict[str, Any], count_errors: CountErrors
) -> list[Finding]:
    """The findings, without edits that would add an error to the manifest. `count_errors` counts those of a changed
    one.
    """
    found = list(findings)
    if all(finding.edit is None for finding in found):
        return found
    before = count_errors(manifest)
    return [
        replace(finding, edit=None)
        if isinstance(finding.edit, MoveMember | RenameKey) and count_errors(_changed(manifest, finding.edit)) > before
        else finding
        for finding in found
    ]


def _changed(manifest: dict[str, Any], edit: MoveMember | RenameKey) -> dict[str, Any]:
    changed = copy.deepcopy(manifest)
    source, name = _holder(changed, edit.pointer)
    target, new_name = _holder(changed, edit.target) if isinstance(edit, MoveMember) else (source, edit.name)
    target[new_name] = source.pop(name)
    return changed


def _holder(manifest: dict[str, Any], pointer: str) -> tuple[dict[str, Any], str]:
    """The object with the member at a pointer, and its name."""
    *way, last = (step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:])
    holder: Any = manifest
    for step in way:
        holder = holder[int(step)] if isinstance(holder, list) else holder[step]
    return holder, last

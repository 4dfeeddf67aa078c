"""Validates manifests of extensions: by generated/schemas/manifest-v3.schema.json, for consistency of their parts,
and their embedded JSON Schemas.
"""

import importlib.resources
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

import orjson

from facetry.errors import FaultError
from facetry.schema.document import Document
from facetry.schema.violations import violations
from facetry.validate import schemas
from facetry.validate.consistency import inconsistencies, indexed_objects, member_of
from facetry.validate.finding import Finding, finding_of
from facetry.validate.members import unknown_members
from facetry.validate.texts import read
from generated.limits import MANIFEST_MAX_DEPTH

SCHEMA_PATH: Final = "schemas/manifest-v3.schema.json"
MAX_BYTES: Final = 262_144
MAX_VALUES: Final = 3_000
"""Maximum number of values in a manifest, not counting its embedded schemas."""
MAX_FINDINGS: Final = 100
_LABEL: Final = "manifest"
_ROOT: Final = "#"


def findings(text: bytes | str, file_names: Collection[str] | None = None) -> list[Finding]:
    """All findings on the text of a manifest, errors first, at most `MAX_FINDINGS`. `file_names` are the files of the
    extension as paths relative to its folder; None when they are not known.
    """
    # UTF-8 cannot encode lone surrogates: they are passed on, so that the parser refuses them.
    encoded = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if len(encoded) > MAX_BYTES:
        return [_size_finding(f"The manifest is larger than {MAX_BYTES} bytes.")]
    manifest, faults = read(encoded, label=_LABEL, depth=MANIFEST_MAX_DEPTH)
    if faults:
        return faults
    stripped = _without_schemas(manifest)
    if _has_too_many_values(stripped):
        return [_size_finding(f"The manifest has more than {MAX_VALUES} values, not counting its schemas.")]
    found = [finding_of(fault) for fault in violations(_schema(), _ROOT, stripped)]
    if isinstance(manifest, dict):
        members = list(unknown_members(_schema(), stripped))
        refused = {finding.pointer: finding for finding in members if finding.level == "error"}
        found = [refused.pop(finding.pointer, finding) for finding in found]  # the schema has one for each object
        found += refused.values()
        known_files = frozenset(file_names) if file_names is not None else None
        reported_pointers = {finding.pointer for finding in found}  # these have a finding of the schema already
        found += [
            finding for finding in inconsistencies(manifest, known_files) if finding.pointer not in reported_pointers
        ]
        found += [*_check_embedded_schemas(manifest), *(finding for finding in members if finding.level == "warning")]
    return sorted(found, key=lambda finding: finding.level == "warning")[:MAX_FINDINGS]


@dataclass(frozen=True, slots=True)
class ValidManifest:
    """The JSON object of a manifest without errors, and the warnings on it."""

    content: dict[str, Any]
    warnings: tuple[Finding, ...]


def validate(text: bytes | str, file_names: Collection[str] | None = None) -> ValidManifest:
    """The manifest with its warnings. Raises a 400 fault for the first error; its detail names the place in the
    manifest.
    """
    found = findings(text, file_names)
    for finding in found:
        if finding.level == "error":
            place = finding.pointer or "the root"
            raise FaultError(
                replace(finding.fault, detail=f"{finding.detail} The fault is at {place} of manifest.json.")
            )
    return ValidManifest(orjson.loads(text), tuple(found))


def require(text: bytes | str, file_names: Collection[str] | None = None) -> dict[str, Any]:
    """The JSON object of the manifest. Raises a 400 fault for the first error, as `validate`."""
    return validate(text, file_names).content


def _size_finding(detail: str) -> Finding:
    return Finding(rule="manifest.size", pointer="", detail=detail)


def _embedded_schemas(manifest: Any) -> Iterator[tuple[dict[str, Any], str, str]]:
    """(object, member name, pointer) of each schema that is embedded in a manifest."""
    if isinstance(manifest, dict) and isinstance(manifest.get("settings"), dict):
        yield manifest, "settings", "/settings"
    for number, item in indexed_objects(member_of(manifest, "instructions")):
        for index, command in indexed_objects(item.get("commands")):
            if isinstance(command, dict) and isinstance(command.get("parameters"), dict):
                yield command, "parameters", f"/instructions/{number}/commands/{index}/parameters"


def _without_schemas(manifest: Any) -> Any:
    """The manifest with empty objects in place of its schemas, which are validated separately."""
    embedded = [(holder, name, holder[name]) for holder, name, _ in _embedded_schemas(manifest)]
    for holder, name, _ in embedded:
        holder[name] = {}
    stripped = orjson.loads(orjson.dumps(manifest))
    for holder, name, schema in embedded:
        holder[name] = schema
    return stripped


def _has_too_many_values(value: Any) -> bool:
    pending, count = [value], 0
    while pending and count <= MAX_VALUES:
        node = pending.pop()
        count += 1
        if isinstance(node, dict):
            pending.extend(node.values())
        elif isinstance(node, list):
            pending.extend(node)
    return count > MAX_VALUES


def _check_embedded_schemas(manifest: dict[str, Any]) -> Iterator[Finding]:
    budget, error_count = schemas.SchemaBudget(), 0
    for holder, name, pointer in _embedded_schemas(manifest):
        if error_count >= MAX_FINDINGS:
            return
        for finding in schemas.findings(holder[name], budget):
            error_count += finding.level == "error"
            yield replace(finding, pointer=pointer + finding.pointer)


@cache
def _schema() -> Document:
    content: dict[str, Any] = orjson.loads(importlib.resources.files("generated").joinpath(SCHEMA_PATH).read_bytes())
    return Document(content)

"""Validates manifests of extensions: by generated/schemas/manifest-v3.schema.json, for consistency of their parts,
and their embedded JSON Schemas.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

import orjson

from facetry.errors import FaultError
from facetry.schema import generated_files
from facetry.schema.document import Document
from facetry.schema.json_values import count_values
from facetry.schema.violations import violations
from facetry.validate import schemas
from facetry.validate.consistency import inconsistencies
from facetry.validate.finding import Finding, below, finding_of
from facetry.validate.located import place_in_words
from facetry.validate.manifest.entry_files import missing_entry_files
from facetry.validate.manifest.parts import commands_of, instructions_of
from facetry.validate.manifest.repetitions import repetitions
from facetry.validate.manifest.shapes import parents_by_name
from facetry.validate.manifest.trials import without_harmful_edits
from facetry.validate.manifest.unused import unused_parts
from facetry.validate.manifest.versions import findings_against_base
from facetry.validate.manifest.wording import worded
from facetry.validate.members import unknown_members
from facetry.validate.texts import read
from generated.limits import MANIFEST_MAX_DEPTH

__all__ = ["MAX_BYTES", "MAX_FINDINGS", "ValidManifest", "findings", "findings_against_base", "require", "validate"]

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
    reading = read(encoded, label=_LABEL, depth=MANIFEST_MAX_DEPTH)
    if not reading.has_value:
        return reading.findings
    manifest = reading.value
    if not isinstance(manifest, dict):
        return [*reading.findings, *map(finding_of, violations(_schema(), _ROOT, manifest))]
    plain = _without_schemas(manifest)
    if _may_have_too_many_values(encoded) and count_values(plain, MAX_VALUES) > MAX_VALUES:
        detail = f"The manifest has more than {MAX_VALUES} values, not counting its schemas."
        return [*reading.findings, _size_finding(detail)]
    found: list[Finding] = []
    notes: list[Finding] = []
    if not _closed_schema().validator(_ROOT).is_valid(plain):
        members = list(unknown_members(_schema(), plain))
        refused = {finding.pointer: finding for finding in members if finding.level == "error"}
        found = [
            worded(finding_of(violation), manifest)
            for violation in violations(_schema(), _ROOT, plain, MAX_FINDINGS + 1)
        ]
        found = [refused.pop(finding.pointer, finding) for finding in found] + [*refused.values()]
        notes = without_harmful_edits(
            (finding for finding in members if finding.level == "warning"),
            plain,
            lambda changed: len(list(inconsistencies(changed, None))),
        )
    # These values have a finding of the schema already. A missing member says nothing about the other members.
    reported_pointers = {finding.pointer for finding in found if finding.rule != "schema.required"}
    found += [finding for finding in _beyond_schema(manifest, file_names) if finding.pointer not in reported_pointers]
    found += [*_check_embedded_schemas(manifest), *notes]
    return _bounded(sorted([*reading.findings, *found], key=lambda finding: finding.level == "warning"))


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
            place = place_in_words(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"), finding)
            raise FaultError(
                replace(finding.fault, detail=f"{finding.detail} The fault is at {place} of manifest.json.")
            )
    return ValidManifest(orjson.loads(text), tuple(found))


def require(text: bytes | str, file_names: Collection[str] | None = None) -> dict[str, Any]:
    """The JSON object of the manifest. Raises a 400 fault for the first error, as `validate`."""
    return validate(text, file_names).content


def _size_finding(detail: str) -> Finding:
    return Finding(rule="manifest.size", pointer="", detail=detail)


def _bounded(found: list[Finding]) -> list[Finding]:
    """The first findings. The last one says that there are more."""
    if len(found) <= MAX_FINDINGS:
        return found
    more = Finding(
        rule="manifest.more",
        pointer="",
        level="warning",
        detail=f"There are more findings than these {MAX_FINDINGS - 1}.",
        remedy="Correct these, and validate the manifest again.",
    )
    return [*found[: MAX_FINDINGS - 1], more]


def _beyond_schema(manifest: Mapping[str, Any], file_names: Collection[str] | None) -> Iterator[Finding]:
    """Findings on parts that do not fit together, or have no effect."""
    known_files = frozenset(file_names) if file_names is not None else None
    yield from inconsistencies(manifest, known_files)
    yield from unused_parts(manifest)
    yield from repetitions(manifest)
    if known_files is not None:
        yield from missing_entry_files(manifest, known_files)


def _embedded_schemas(manifest: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """(schema, pointer) of each schema that is embedded in a manifest."""
    settings = manifest.get("settings")
    if isinstance(settings, dict):
        yield settings, "/settings"
    for pointer, item in instructions_of(manifest):
        for command_pointer, command in commands_of(item, pointer):
            parameters = command.get("parameters")
            if isinstance(parameters, dict):
                yield parameters, f"{command_pointer}/parameters"


def _without_schemas(manifest: dict[str, Any]) -> dict[str, Any]:
    """The manifest with empty objects in place of its schemas, which are validated separately."""
    plain = _without(manifest, "settings")
    if isinstance(manifest.get("instructions"), list):
        plain["instructions"] = [_without_parameters(item) for item in manifest["instructions"]]
    return plain


def _without_parameters(item: Any) -> Any:
    if not isinstance(item, dict) or not isinstance(item.get("commands"), list):
        return item
    commands = item["commands"]
    plain = [_without(command, "parameters") if isinstance(command, dict) else command for command in commands]
    return {**item, "commands": plain}


def _without(holder: dict[str, Any], name: str) -> dict[str, Any]:
    """A copy of an object, in which the object `name` is empty."""
    return {**holder, name: {}} if isinstance(holder.get(name), dict) else dict(holder)


def _may_have_too_many_values(text: bytes) -> bool:
    """False if the text has so few separators that it cannot have more values than a manifest may have."""
    return text.count(b",") + text.count(b"[") + text.count(b"{") >= MAX_VALUES


def _check_embedded_schemas(manifest: Mapping[str, Any]) -> Iterator[Finding]:
    budget, error_count = schemas.SchemaBudget(), 0
    for schema, pointer in _embedded_schemas(manifest):
        if error_count >= MAX_FINDINGS:
            return
        for finding in schemas.findings(schema, budget, is_form=True):
            error_count += finding.level == "error"
            yield _with_place(below(finding, pointer))


def _with_place(finding: Finding) -> Finding:
    """A finding on an unknown keyword names the place in the manifest that has a member of this name."""
    if finding.rule != "manifest.schema.keyword" or finding.remedy is not None:
        return finding
    places = parents_by_name(_schema()).get(finding.value or "")
    return finding if places is None else replace(finding, remedy=f"It belongs into {' or '.join(places)}.")


@cache
def _schema() -> Document:
    return Document(_schema_content())


@cache
def _closed_schema() -> Document:
    """The schema, except that it refuses unknown members everywhere. What it permits has neither error nor note."""
    content = _schema_content()
    for described in (content, *content["$defs"].values()):
        if "properties" in described:
            described["additionalProperties"] = False
    return Document(content)


def _schema_content() -> dict[str, Any]:
    content: dict[str, Any] = orjson.loads(_schema_text())
    return content


@cache
def _schema_text() -> bytes:
    return generated_files.read(SCHEMA_PATH)

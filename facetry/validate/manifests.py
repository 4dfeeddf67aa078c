"""Manifests: held to generated/schemas/manifest-v3.schema.json, and to what their parts say of one another."""

import importlib.resources
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import cache
from typing import Any, Final

import orjson

from facetry.errors import FaultError, shown
from facetry.schema.document import Document, token
from facetry.schema.strict_json import parse
from facetry.schema.violations import meant, violations
from facetry.validate import schemas
from facetry.validate.consistency import inconsistencies, member, objects
from facetry.validate.finding import Finding, found
from generated.limits import MANIFEST_MAX_DEPTH
from generated.models import Manifest

SCHEMA: Final = "schemas/manifest-v3.schema.json"
BYTES: Final = 262_144
VALUES: Final = 3_000
"""Of a manifest, its embedded schemas apart."""
TOLD: Final = 100
_TOLD_UNKNOWN: Final = 20
_WHAT: Final = "manifest"
_ROOT: Final = "#"


def findings(text: bytes | str, names: Collection[str] | None = None) -> list[Finding]:
    """Everything that is wrong with the text of a manifest, errors first, up to `TOLD`. `names` are the files of the
    extension as paths from its folder, None when they are not known.
    """
    # A lone surrogate, which UTF-8 cannot say, is let through for the parser to refuse.
    encoded = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if len(encoded) > BYTES:
        return [_oversize(f"The manifest is larger than {BYTES} bytes.")]
    try:
        manifest = parse(encoded, what=_WHAT, depth=MANIFEST_MAX_DEPTH)
    except FaultError as refused:
        return [found(replace(refused.fault, pointer=""))]
    bare = _without_schemas(manifest)
    if _is_large(bare):
        return [_oversize(f"The manifest has more than {VALUES} values, its schemas apart.")]
    told = [found(fault) for fault in violations(_schema(), _ROOT, bare)]
    if isinstance(manifest, dict):
        known = frozenset(names) if names is not None else None
        places = {finding.pointer for finding in told}  # of which the schema has told what is wrong
        told += [finding for finding in inconsistencies(manifest, known) if finding.pointer not in places]
        told += [*_embedded(manifest), *_unknown(bare)]
    return sorted(told, key=lambda finding: finding.level == "warning")[:TOLD]


def require(text: bytes | str, names: Collection[str] | None = None) -> Manifest:
    """The manifest; 400 unless it is free of errors. Where the first of them stands is told in the detail, too."""
    for finding in findings(text, names):
        if finding.level == "error":
            place = f"at {finding.pointer} of manifest.json" if finding.pointer else "manifest.json as a whole"
            raise FaultError(replace(finding.fault, detail=f"{finding.detail} That is {place}."))
    return Manifest.model_validate(orjson.loads(text))


def _oversize(detail: str) -> Finding:
    return Finding(rule="manifest.size", pointer="", detail=detail)


def _places(manifest: Any) -> Iterator[tuple[dict[str, Any], str, str]]:
    """(holder, member, pointer) of each schema that a manifest brings."""
    if isinstance(manifest, dict) and isinstance(manifest.get("settings"), dict):
        yield manifest, "settings", "/settings"
    for number, item in objects(member(manifest, "instructions")):
        for index, command in objects(item.get("commands")):
            if isinstance(command, dict) and isinstance(command.get("parameters"), dict):
                yield command, "parameters", f"/instructions/{number}/commands/{index}/parameters"


def _without_schemas(manifest: Any) -> Any:
    """The manifest with empty objects for its schemas, which have judges of their own."""
    kept = [(holder, name, holder[name]) for holder, name, _ in _places(manifest)]
    for holder, name, _ in kept:
        holder[name] = {}
    bare = orjson.loads(orjson.dumps(manifest))
    for holder, name, schema in kept:
        holder[name] = schema
    return bare


def _is_large(value: Any) -> bool:
    waiting, count = [value], 0
    while waiting and count <= VALUES:
        node = waiting.pop()
        count += 1
        if isinstance(node, dict):
            waiting.extend(node.values())
        elif isinstance(node, list):
            waiting.extend(node)
    return count > VALUES


def _embedded(manifest: dict[str, Any]) -> Iterator[Finding]:
    room, errors = schemas.Room(), 0
    for holder, name, pointer in _places(manifest):
        if errors >= TOLD:
            return
        for finding in schemas.findings(holder[name], room):
            errors += finding.level == "error"
            yield replace(finding, pointer=pointer + finding.pointer)


def _unknown(bare: dict[str, Any]) -> Iterator[Finding]:
    """Members that the schema does not list."""
    content = _schema().content
    waiting: list[tuple[Any, Any, str]] = [(bare, content, "")]
    told = 0
    while waiting and told < _TOLD_UNKNOWN:
        value, schema, pointer = waiting.pop()
        schema = _schema().shape(schema["$ref"]) if "$ref" in schema else schema
        if isinstance(value, list) and "items" in schema:
            waiting.extend((item, schema["items"], f"{pointer}/{index}") for index, item in enumerate(value))
        properties = schema.get("properties", {})
        for name, child in value.items() if isinstance(value, dict) and properties else ():
            place = f"{pointer}/{token(name)}"
            if name in properties:
                waiting.append((child, properties[name], place))
            elif told < _TOLD_UNKNOWN:
                told += 1
                detail = "The schema of manifests lists no such member. It is kept, and nothing is done with it."
                remedy = meant(name, list(properties))
                yield Finding(
                    rule="manifest.member",
                    pointer=place,
                    detail=detail,
                    level="warning",
                    value=shown(name),
                    remedy=remedy,
                )


@cache
def _schema() -> Document:
    content: dict[str, Any] = orjson.loads(importlib.resources.files("generated").joinpath(SCHEMA).read_bytes())
    return Document(content)

"""Versions of extensions, as Semantic Versioning 2.0.0 writes and orders them."""

from __future__ import annotations

import re
from typing import Any, Final

from facetry.validate.finding import Finding
from facetry.validate.manifest.parts import finding

_PART: Final = r"(?:0|[1-9][0-9]*)"
_VERSION: Final = re.compile(
    rf"({_PART})\.({_PART})\.({_PART})"
    rf"(?:-((?:{_PART}|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:{_PART}|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*))*))?"
    r"(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?"
)
_SHORT: Final = re.compile(rf"[vV=]?({_PART}(?:\.{_PART}){{0,2}})((?:[-+].*)?)", re.DOTALL)


def findings_against_base(manifest: Any, base: Any, *, have_files_changed: bool = True) -> list[Finding]:
    """The finding on a version that is not above that of `base`, an earlier manifest of the same extension. Without
    changes of manifest and files it may be the same. Manifests without a readable id and version have no finding, as
    others report them.
    """
    if not (isinstance(manifest, dict) and isinstance(base, dict)) or manifest.get("id") != base.get("id"):
        return []
    version, base_version = manifest.get("version"), base.get("version")
    order, base_order = _order(version), _order(base_version)
    if order is None or base_order is None or order > base_order:
        return []
    if order == base_order and not have_files_changed and manifest == base:
        return []
    relation = "is that of" if version == base_version else "is not above"
    detail = f"The version {relation} the base, {base_version}, although the extension has changed."
    return [finding("version", "/version", detail, version, remedy="Raise the version.")]


def corrected(version: str) -> str | None:
    """The version in full: without a letter in front, and with three numbers. None when it means no version."""
    match = _SHORT.fullmatch(version.strip())
    if match is None:
        return None
    numbers = match[1].split(".")
    full = ".".join([*numbers, "0", "0"][:3]) + match[2]
    return full if _VERSION.fullmatch(full) else None


def _order(version: Any) -> tuple[Any, ...] | None:
    """A sort key by precedence. A version without a pre-release is above those with one."""
    match = _VERSION.fullmatch(version) if isinstance(version, str) else None
    if match is None:
        return None
    numbers = tuple(int(match[group]) for group in (1, 2, 3))
    if match[4] is None:
        return (*numbers, 1, ())
    identifiers = tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in match[4].split("."))
    return (*numbers, 0, identifiers)

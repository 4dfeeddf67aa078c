"""Validation of manifests and view documents by Facetry's own engine, with the verdict and the rules of the service."""

from __future__ import annotations

import base64
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from facetry_extension.testing.validator import validator
from facetry_extension.views.documents import Card, Container
from facetry_extension.views.part import text_of

MANIFEST: Final = "manifest.json"


@dataclass(frozen=True, slots=True)
class Finding:
    """An error in a document, or, with the level `warning`, a probable mistake."""

    rule: str
    """What was broken, such as `schema.required`; `facetry explain RULE` says more."""
    level: str
    pointer: str
    """The place as a JSON Pointer."""
    line: int | None
    """The place in the text, from one; None when it has none."""
    column: int | None
    """The place in the line in code points, from one."""
    detail: str
    value: str | None
    remedy: str | None

    def __str__(self) -> str:
        position = "" if self.line is None else f"{self.line}:{self.column}: "
        remedy = "" if self.remedy is None else f" {self.remedy}"
        return f"{position}{self.level}: {self.detail}{remedy} [{self.rule}]"


def validate_manifest(path: str | os.PathLike[str]) -> list[Finding]:
    """The findings on a manifest, in the order of its text: a file, or the `manifest.json` of a folder. In a
    folder, the files to which it refers must be among those that `facetry extension package` would pack.

    Raises `OSError` when it cannot be read, and `ValidatorError` without an engine.
    """
    path = Path(path)
    if path.is_dir():
        return findings_on((path / MANIFEST).read_bytes(), "manifest", folder=path)
    return findings_on(path.read_bytes(), "manifest")


def validate_view(document: Card | Container | Mapping[str, Any] | str | bytes) -> list[Finding]:
    """The findings on a view document, in the order of its text: a document that was built, or its JSON.

    Raises `ValidatorError` without an engine, and `ValueError` or `TypeError` for values that JSON has none of.
    """
    if isinstance(document, str | bytes):
        return findings_on(document, "view-document")
    return findings_on(text_of(document), "view-document")


def findings_on(
    text: str | bytes, kind: str, *, file_names: list[str] | None = None, folder: Path | None = None
) -> list[Finding]:
    """The findings on the text of a document of this kind. For a manifest, the names of the files of its
    extension may be given, or its folder. Raises `ValidatorError`.
    """
    request: dict[str, Any] = {"kind": kind}
    if isinstance(text, str):
        request["text"] = text
    else:
        request["base64"] = base64.b64encode(text).decode()
    if file_names is not None:
        request["fileNames"] = file_names
    if folder is not None:
        request["folder"] = str(folder.resolve())
    members = Finding.__dataclass_fields__
    answer = validator().answer(request)
    return [Finding(**{name: each[name] for name in members}) for each in answer["findings"]]


def errors_of(findings: list[Finding]) -> list[Finding]:
    """Those that make a document invalid."""
    return [finding for finding in findings if finding.level == "error"]

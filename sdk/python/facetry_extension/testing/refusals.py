"""What the fake service refuses because the real one would."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from facetry_extension.testing.library import Refusal
from facetry_extension.testing.validation import MANIFEST, Finding, errors_of, validate_manifest, validate_view
from facetry_extension.testing.validator import ValidatorError


class HookError(Exception):
    """The hook failed; the text is the reason."""


class InvalidViewError(HookError):
    """A command returned a view document that has errors. The service answers 502 with the rule of
    the first error instead.
    """

    def __init__(self, findings: list[Finding]) -> None:
        super().__init__("\n".join(("The view document that the command returned is refused:", *map(str, findings))))
        self.findings = findings
        """Its errors."""


class InvalidManifestError(Exception):
    """The manifest of the extension has errors, so the service would not install it."""

    def __init__(self, path: Path, findings: list[Finding]) -> None:
        super().__init__("\n".join((f"{path} is refused:", *map(str, findings))))
        self.findings = findings
        """Its errors."""


def require_manifest(folder: Path) -> None:
    """Raises `InvalidManifestError` for a manifest in the folder that has errors."""
    if (folder / MANIFEST).is_file():
        errors = errors_of(validate_manifest(folder))
        if errors:
            raise InvalidManifestError(folder / MANIFEST, errors)


def require_view(result: Any) -> None:
    """Raises `InvalidViewError` for a result of a command that claims to be a view document and has errors."""
    if isinstance(result, dict) and "schemaVersion" in result:
        errors = errors_of(validate_view(result))
        if errors:
            raise InvalidViewError(errors)


def require_features(body: Any) -> None:
    """Raises `Refusal` for features with a view document that has errors."""
    for index, feature in enumerate(body if isinstance(body, list) else ()):
        value = feature.get("value") if isinstance(feature, dict) and feature.get("format") == "ui" else None
        try:
            errors = errors_of(validate_view(value)) if isinstance(value, str) else []
        except ValidatorError as error:
            raise Refusal(500, "fake.validator", str(error)) from None
        if errors:
            location = errors[0].pointer or "the root"
            detail = f"{errors[0].detail} The fault is at {location} of the view document."
            raise Refusal(400, errors[0].rule, detail, f"/{index}/value")

"""Unpacks the archive of an extension, and validates the archive and its manifest as a whole."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from facetry.extensions.packages import archive, kit_requirements
from facetry.extensions.packages.entries import ArchiveLimits
from facetry.validate import manifests
from facetry.validate.finding import Finding
from generated.models import Manifest

_MANIFEST_READ_BYTES: Final = manifests.MAX_BYTES + 1


@dataclass(frozen=True, slots=True)
class ValidatedArchive:
    """An archive that was unpacked and passed validation. `root`: its unpacked folder."""

    manifest: Manifest
    manifest_text: str
    warnings: tuple[Finding, ...]
    root: Path


def unpack_and_validate(file: Path, staging_folder: Path, limits: ArchiveLimits) -> ValidatedArchive:
    """Unpack an archive into an empty folder. Raises `FaultError` for an invalid archive or manifest."""
    unpacked = archive.unpack(file, staging_folder, limits)
    with (unpacked.root / archive.MANIFEST).open("rb") as manifest_file:
        data = manifest_file.read(_MANIFEST_READ_BYTES)
    valid = manifests.validate(data, unpacked.file_names)
    kit_requirements.require_files_of_kits(unpacked.root)
    return ValidatedArchive(Manifest.model_validate(valid.content), data.decode("utf-8"), valid.warnings, unpacked.root)

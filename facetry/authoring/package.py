"""Packs the folder of an extension into an archive, after the same checks as an installation."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from facetry.authoring import kits
from facetry.authoring.extension_check import MANIFEST, check_folder
from facetry.extensions.packages import archive
from facetry.extensions.packages.entries import MAX_ARCHIVE_BYTES, limits_for
from facetry.validate import manifests
from facetry.validate.located import LocatedFinding

NodeKitBuilder = Callable[[Path], kits.Kit]


@dataclass(frozen=True, slots=True)
class PackResult:
    """The findings on a folder, and its archive. `data` is None when there are errors."""

    findings: tuple[LocatedFinding, ...]
    id: str = ""
    version: str = ""
    data: bytes | None = None
    texts: Mapping[str, bytes] = field(default_factory=dict)
    """The texts of the files with findings, for code frames."""
    permissions: Mapping[str, Any] | None = None
    """The member of the manifest."""

    @property
    def file_name(self) -> str:
        """The file name of the archive."""
        return f"{self.id}-{self.version}.zip"


def pack(folder: Path, cache: Path, build_node_kit: NodeKitBuilder = kits.node_kit) -> PackResult:
    """Check and pack a folder. A kit that the folder requires and does not contain is added from this installation.
    `cache` is the folder for built kits.
    """
    checked = check_folder(folder, lambda path: _vendored_kit(path, cache, build_node_kit))
    if checked.data is None:
        return PackResult(checked.findings, texts=checked.texts)
    manifest = manifests.require(checked.files[MANIFEST].data, checked.files)
    return PackResult(
        checked.findings,
        manifest["id"],
        manifest["version"],
        checked.data,
        checked.texts,
        manifest.get("permissions"),
    )


def digest(data: bytes) -> str:
    """The SHA-256 of an archive, as `sha256sum` prints it."""
    return hashlib.sha256(data).hexdigest()


def manifest_of(source: Path) -> dict[str, Any]:
    """The manifest of the extension in a valid archive. Raises `FaultError` for an invalid one, and `OSError`."""
    with tempfile.TemporaryDirectory(prefix="facetry-") as folder:
        unpacked = archive.unpack(source, Path(folder), limits_for(MAX_ARCHIVE_BYTES))  # the service has its own limit
        return manifests.require((unpacked.root / MANIFEST).read_bytes(), unpacked.file_names)


def _vendored_kit(path: str, cache: Path, build_node_kit: NodeKitBuilder) -> kits.Kit | None:
    """The kit whose path this is; None for another file or another version."""
    if path == f"{kits.VENDOR}/{kits.python_kit_name()}":
        return kits.python_kit()
    if path.startswith(f"{kits.VENDOR}/facetry-extension-") and path == f"{kits.VENDOR}/{kits.node_kit_name()}":
        return build_node_kit(cache)
    return None

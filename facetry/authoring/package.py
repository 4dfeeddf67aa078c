"""Packs the folder of an extension into an archive, after the same checks as an installation."""

from __future__ import annotations

import hashlib
import json
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from facetry.authoring import kits
from facetry.authoring.folder import FolderError, files
from facetry.authoring.zip_archive import ArchiveFile, zip_files
from facetry.errors import FaultError
from facetry.extensions.packages import archive
from facetry.validate import manifests
from facetry.validate.finding import Finding
from facetry.validate.located import LocatedFinding, locate
from facetry.validate.manifest import kit_requirements
from facetry.validate.ranges import Lines, Range

MANIFEST: Final = archive.MANIFEST
REQUIREMENTS: Final = kit_requirements.REQUIREMENTS
PACKAGE: Final = kit_requirements.PACKAGE
_LOCAL_WHEEL: Final = re.compile(rb"(?m)^[ \t]*(?:\./)?([\w./+-]+\.(?:whl|tar\.gz))[ \t]*(?:[;#].*)?$")
_LOCAL_PACKAGE: Final = re.compile(rb'"file:(?:\./)?([^"]+)"')

NodeKitBuilder = Callable[[Path], kits.Kit]


@dataclass(frozen=True, slots=True)
class PackResult:
    """The findings on a folder, and its archive. `data` is None when there are errors."""

    findings: tuple[LocatedFinding, ...]
    id: str = ""
    version: str = ""
    data: bytes | None = None

    @property
    def file_name(self) -> str:
        """The file name of the archive."""
        return f"{self.id}-{self.version}.zip"


def pack(folder: Path, cache: Path, build_node_kit: NodeKitBuilder = kits.node_kit) -> PackResult:
    """Check and pack a folder. A kit that the folder requires and does not contain is added from this installation.
    `cache` is the folder for built kits.
    """
    try:
        text = (folder / MANIFEST).read_bytes()
        by_name = {file.name: file for file in files(folder, also_ignored=_former_archive_patterns(text))}
    except FolderError as error:
        finding = Finding(rule=error.rule, pointer="", detail=error.detail, remedy=error.remedy)
        return PackResult((LocatedFinding(error.path, finding),))
    except OSError as error:
        remedy = "To create an extension: `facetry extension init NAME --python` or `--node`."
        detail = f"It cannot be read: {error.strerror}."
        return PackResult(
            (LocatedFinding(MANIFEST, Finding(rule="folder.manifest", pointer="", detail=detail, remedy=remedy)),)
        )
    located = [
        *_bare_kits(by_name),
        *_add_missing_kits(by_name, cache, build_node_kit),
        *locate(MANIFEST, text, manifests.findings(text, by_name)),
    ]
    if any(item.finding.level == "error" for item in located):
        return PackResult(tuple(located))
    data = zip_files(by_name.values())
    try:
        _check_by_unpacking(data)
    except FaultError as error:
        fault = error.fault
        finding = Finding(rule=fault.rule, pointer="", detail=fault.detail, remedy=fault.remedy)
        return PackResult((*located, LocatedFinding(fault.value if fault.value in by_name else ".", finding)))
    manifest = manifests.require(text, by_name)
    return PackResult(tuple(located), manifest["id"], manifest["version"], data)


def digest(data: bytes) -> str:
    """The SHA-256 of an archive, as `sha256sum` prints it."""
    return hashlib.sha256(data).hexdigest()


def extension_id_of(source: Path) -> str:
    """The id of the extension in a valid archive. Raises `FaultError` for an invalid one, and `OSError`."""
    with tempfile.TemporaryDirectory(prefix="facetry-") as folder:
        unpacked = archive.unpack(source, Path(folder))
        return str(manifests.require((unpacked.root / MANIFEST).read_bytes(), unpacked.file_names)["id"])


def _former_archive_patterns(manifest: bytes) -> tuple[str, ...]:
    """Patterns for earlier archives of the same extension, which may lie in its folder."""
    try:
        id: Any = json.loads(manifest)["id"]
    except (ValueError, LookupError, TypeError):
        return ()
    return (f"{id}-*.zip",) if isinstance(id, str) else ()


def _add_missing_kits(
    by_name: dict[str, ArchiveFile], cache: Path, build_node_kit: NodeKitBuilder
) -> Iterator[LocatedFinding]:
    """Add missing kits that the folder requires. Yields a finding for each other required file that is missing."""
    for file, line, name in _local_packages(by_name):
        if name in by_name:
            continue
        try:
            kit = _vendored_kit(name, cache, build_node_kit)
        except kits.KitError as error:
            yield LocatedFinding(file, Finding(rule="folder.kit", pointer="", detail=str(error)), line)
            continue
        if kit is None:
            detail = f"It requires {name}, which is missing in the folder."
            remedy = "Add the file, or remove the line."
            yield LocatedFinding(file, Finding(rule="folder.file", pointer="", detail=detail, remedy=remedy), line)
        else:
            by_name[name] = ArchiveFile(name, kit.data)


def _bare_kits(by_name: Mapping[str, ArchiveFile]) -> list[LocatedFinding]:
    """A finding for each requirement that names a kit as if a registry had it."""
    return kit_requirements.findings(
        lambda name: by_name[name].data if name in by_name else b"",
        f"{kits.VENDOR}/{kits.python_kit_name()}",
        f"{kits.VENDOR}/{kits.node_kit_name()}",
    )


def _local_packages(by_name: Mapping[str, ArchiveFile]) -> Iterator[tuple[str, Range, str]]:
    """(file, line, path) of each requirement that is a file of the folder."""
    for file, pattern in ((REQUIREMENTS, _LOCAL_WHEEL), (PACKAGE, _LOCAL_PACKAGE)):
        if file in by_name:
            lines = Lines(by_name[file].data)
            for match in pattern.finditer(lines.text):
                yield file, lines.line(lines.position(match.start(1)).line), match[1].decode("utf-8", "replace")


def _vendored_kit(path: str, cache: Path, build_node_kit: NodeKitBuilder) -> kits.Kit | None:
    """The kit whose path this is; None for another file or another version."""
    if path == f"{kits.VENDOR}/{kits.python_kit_name()}":
        return kits.python_kit()
    if path.startswith(f"{kits.VENDOR}/facetry-extension-") and path == f"{kits.VENDOR}/{kits.node_kit_name()}":
        return build_node_kit(cache)
    return None


def _check_by_unpacking(data: bytes) -> None:
    """Unpack the archive as an installation would. Raises `FaultError`."""
    with tempfile.TemporaryDirectory(prefix="facetry-") as folder:
        source, target = Path(folder, "archive.zip"), Path(folder, "into")
        source.write_bytes(data)
        target.mkdir()
        archive.unpack(source, target)

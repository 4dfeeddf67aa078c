"""Checks the folder or the archive of an extension as an installation does, without writing anything."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from facetry.authoring import kits
from facetry.authoring.folder import entry_finding, finding_at, read_folder
from facetry.authoring.zip_archive import ArchiveFile, zip_files
from facetry.errors import Fault, FaultError
from facetry.extensions.packages import archive
from facetry.validate import manifests
from facetry.validate.files.reading import UnreadableError, read_file
from facetry.validate.finding import Finding
from facetry.validate.located import LocatedFinding, locate
from facetry.validate.manifest import kit_requirements
from facetry.validate.ranges import Lines, Range

MANIFEST: Final = archive.MANIFEST
REQUIREMENTS: Final = kit_requirements.REQUIREMENTS
PACKAGE: Final = kit_requirements.PACKAGE
WHOLE: Final = "."
"""Stands for the whole folder or archive as the file of a finding."""
_LOCAL_WHEEL: Final = re.compile(rb"(?m)^[ \t]*(?:\./)?([\w./+-]+\.(?:whl|tar\.gz))[ \t]*(?:[;#].*)?$")
_LOCAL_PACKAGE: Final = re.compile(rb'"file:(?:\./)?([^"]+)"')
_MAX_TEXT_BYTES: Final = 1_048_576
"""The size up to which files of an archive are read. Larger ones are neither documents nor lists of packages."""

KitFinder = Callable[[str], kits.Kit | None]
"""The kit for a path in the folder; None when no kit has this path. May raise `KitError`."""


@dataclass(frozen=True, slots=True)
class CheckedExtension:
    """The findings on an extension. `files` are its files; of those in an archive, only texts are read. `file_names`
    are the names of all files; None if not all are known. `data` is the archive of a folder without errors.
    """

    findings: tuple[LocatedFinding, ...]
    files: Mapping[str, ArchiveFile] = field(default_factory=dict)
    file_names: Collection[str] | None = None
    data: bytes | None = None

    @property
    def texts(self) -> dict[str, bytes]:
        """The texts of the files with findings."""
        names = {located.file for located in self.findings}
        return {name: self.files[name].data for name in sorted(names & self.files.keys())}


def named_kit(path: str) -> kits.Kit | None:
    """The kit for a path without its content, for checks: `facetry extension package` adds the content."""
    names = (kits.python_kit_name(), kits.node_kit_name())
    return next((kits.Kit(name, b"") for name in names if path == f"{kits.VENDOR}/{name}"), None)


def check_folder(
    folder: Path, find_kit: KitFinder = named_kit, fixed_manifest: bytes | None = None
) -> CheckedExtension:
    """Check what `facetry extension package` would pack of a folder. Kits that are missing are added by `find_kit`.
    `fixed_manifest` is a text in place of the manifest.
    """
    text = _read_manifest(folder) if fixed_manifest is None else fixed_manifest
    if isinstance(text, LocatedFinding):
        return CheckedExtension((text,))
    content = read_folder(folder, text)
    by_name = {file.name: file for file in content.files} | {MANIFEST: ArchiveFile(MANIFEST, text)}
    # Files that were left out must not be reported as missing as well.
    file_names = None if content.findings else by_name.keys()
    located = [
        *content.findings,
        *_bare_kits(by_name),
        *([] if file_names is None else _add_missing_kits(by_name, find_kit)),
        *locate(MANIFEST, text, manifests.findings(text, file_names)),
    ]
    if any(item.finding.level == "error" for item in located):
        return CheckedExtension(tuple(located), by_name, file_names)
    data = zip_files(by_name.values())
    try:
        archive.read(data, lambda _, __: False)
    except FaultError as error:
        return CheckedExtension((*located, _located_fault(error.fault, by_name)), by_name, file_names)
    return CheckedExtension(tuple(located), by_name, file_names, data)


def check_archive(data: bytes) -> CheckedExtension:
    """Check an archive as an installation does."""
    try:
        content = archive.read(data, lambda name, size: name == MANIFEST or size <= _MAX_TEXT_BYTES)
    except FaultError as error:
        return CheckedExtension((_located_fault(error.fault, ()),))
    by_name = {name: ArchiveFile(name, text) for name, text in content.contents.items()}
    text = content.contents[MANIFEST]
    located = [*_bare_kits(by_name), *locate(MANIFEST, text, manifests.findings(text, content.file_names))]
    return CheckedExtension(tuple(located), by_name, content.file_names)


def _read_manifest(folder: Path) -> bytes | LocatedFinding:
    """The text of the manifest of a folder, or the finding on it. A link is not followed, and a pipe not opened."""
    path = folder / MANIFEST
    if path.is_symlink() or (path.exists() and not path.is_file() and not path.is_dir()):
        return entry_finding(MANIFEST, is_link=path.is_symlink())
    try:
        return read_file(path)
    except UnreadableError as error:
        remedy = "To create an extension: `facetry extension init NAME --python` or `--node`."
        return finding_at(MANIFEST, "manifest", f"It cannot be read: {error}.", remedy)


def _located_fault(fault: Fault, names: Iterable[str]) -> LocatedFinding:
    """A fault of an archive, at the entry that it names if this is one of `names`."""
    finding = Finding(rule=fault.rule, pointer="", detail=fault.detail, remedy=fault.remedy)
    return LocatedFinding(fault.value if fault.value is not None and fault.value in names else WHOLE, finding)


def _add_missing_kits(by_name: dict[str, ArchiveFile], find_kit: KitFinder) -> Iterator[LocatedFinding]:
    """Add missing kits that the folder requires. Yields a finding for each other required file that is missing."""
    for file, line, name in _local_packages(by_name):
        if name in by_name:
            continue
        try:
            kit = find_kit(name)
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

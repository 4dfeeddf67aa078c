"""From the folder of an extension to its archive: judged first by everything that an installation would judge."""

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
from facetry.authoring.positions import line_and_column, nearest, places
from facetry.authoring.zip_archive import File, zipped
from facetry.errors import FaultError
from facetry.extensions.packages import archive
from facetry.validate import manifests
from facetry.validate.finding import Finding

MANIFEST: Final = archive.MANIFEST
REQUIREMENTS: Final = "requirements.txt"
PACKAGE: Final = "package.json"
_LOCAL_WHEEL: Final = re.compile(r"(?m)^[ \t]*(?:\./)?([\w./+-]+\.(?:whl|tar\.gz))[ \t]*(?:[;#].*)?$")
_LOCAL_PACKAGE: Final = re.compile(r'"file:(?:\./)?([^"]+)"')

NodeKit = Callable[[Path], kits.Kit]


@dataclass(frozen=True, slots=True)
class Told:
    """A finding as an author reads it: in which file, and where in it; line 0 for the file as a whole."""

    file: str
    finding: Finding
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        remedy = f"\n    {self.finding.remedy}" if self.finding.remedy else ""
        return f"{place}: {self.finding.level}: {self.finding.detail} [{self.finding.rule}]{remedy}"


@dataclass(frozen=True, slots=True)
class Packed:
    """What came of a folder: the archive, unless there are errors among what is told of it."""

    told: tuple[Told, ...]
    id: str = ""
    version: str = ""
    data: bytes | None = None

    @property
    def name(self) -> str:
        """What the file of the archive is called."""
        return f"{self.id}-{self.version}.zip"


def pack(folder: Path, cache: Path, node_kit: NodeKit = kits.node) -> Packed:
    """The archive of a folder. A kit that the folder names and does not have is put into it, from this installation;
    `cache` keeps what takes long to make.
    """
    try:
        text = (folder / MANIFEST).read_bytes()
        by_name = {file.name: file for file in files(folder, also_left_out=_archives(text))}
    except FolderError as error:
        finding = Finding(rule=error.rule, pointer="", detail=error.detail, remedy=error.remedy)
        return Packed((Told(error.path, finding),))
    except OSError as error:
        remedy = "Begin with `facetry extension init NAME --python` or `--node`."
        detail = f"It cannot be read: {error.strerror}."
        return Packed((Told(MANIFEST, Finding(rule="folder.manifest", pointer="", detail=detail, remedy=remedy)),))
    told = [*_supply(by_name, cache, node_kit), *located(text, manifests.findings(text, by_name))]
    if any(each.finding.level == "error" for each in told):
        return Packed(tuple(told))
    data = zipped(by_name.values())
    try:
        _judge(data)
    except FaultError as error:
        fault = error.fault
        finding = Finding(rule=fault.rule, pointer="", detail=fault.detail, remedy=fault.remedy)
        return Packed((*told, Told(fault.value if fault.value in by_name else ".", finding)))
    manifest = manifests.require(text, by_name)
    return Packed(tuple(told), str(manifest.id), str(manifest.version), data)


def located(text: bytes, findings: list[Finding]) -> Iterator[Told]:
    """Findings on a manifest with the lines and columns of what they are about."""
    try:
        written = text.decode()
        known = places(written)
    except json.JSONDecodeError as error:
        yield from (Told(MANIFEST, finding, error.lineno, error.colno) for finding in findings)
    except (UnicodeDecodeError, RecursionError):
        yield from (Told(MANIFEST, finding) for finding in findings)
    else:
        for finding in findings:
            yield Told(MANIFEST, finding, *line_and_column(written, nearest(known, finding.pointer)))


def digest(data: bytes) -> str:
    """The SHA-256 of an archive, as `sha256sum` prints it."""
    return hashlib.sha256(data).hexdigest()


def identified(source: Path) -> str:
    """The id of the extension in an archive that a service would take. Raises `FaultError` and `OSError`."""
    with tempfile.TemporaryDirectory(prefix="facetry-") as folder:
        unpacked = archive.unpack(source, Path(folder))
        return str(manifests.require((unpacked.root / MANIFEST).read_bytes(), unpacked.names).id)


def _archives(manifest: bytes) -> tuple[str, ...]:
    """Former archives of the same extension, which lie in its folder when it was packed there."""
    try:
        id: Any = json.loads(manifest)["id"]
    except (ValueError, LookupError, TypeError):
        return ()
    return (f"{id}-*.zip",) if isinstance(id, str) else ()


def _supply(by_name: dict[str, File], cache: Path, node_kit: NodeKit) -> Iterator[Told]:
    """Put in the kits that are named; told of is any other file that is named and not there."""
    for file, line, name in _named(by_name):
        if name in by_name:
            continue
        try:
            kit = _kit(name, cache, node_kit)
        except kits.KitError as error:
            yield Told(file, Finding(rule="folder.kit", pointer="", detail=str(error)), line, 1)
            continue
        if kit is None:
            detail = f"It names {name}, which the folder does not have."
            remedy = "Put the file there, or take the line out."
            yield Told(file, Finding(rule="folder.file", pointer="", detail=detail, remedy=remedy), line, 1)
        else:
            by_name[name] = File(name, kit.data)


def _named(by_name: Mapping[str, File]) -> Iterator[tuple[str, int, str]]:
    """(file, line, path) of each file of the folder that is named as a package to be installed."""
    for file, pattern in ((REQUIREMENTS, _LOCAL_WHEEL), (PACKAGE, _LOCAL_PACKAGE)):
        if file in by_name:
            text = by_name[file].data.decode("utf-8", "replace")
            for found in pattern.finditer(text):
                yield file, line_and_column(text, found.start(1))[0], found[1]


def _kit(path: str, cache: Path, node_kit: NodeKit) -> kits.Kit | None:
    """The kit that lies there by convention, None for another file or another version."""
    if path == f"{kits.VENDOR}/{kits.python_name()}":
        return kits.python()
    if path.startswith(f"{kits.VENDOR}/facetry-extension-") and path == f"{kits.VENDOR}/{kits.node_name()}":
        return node_kit(cache)
    return None


def _judge(data: bytes) -> None:
    """Unpack an archive as an installation would. Raises `FaultError`."""
    with tempfile.TemporaryDirectory(prefix="facetry-") as folder:
        made, into = Path(folder, "archive.zip"), Path(folder, "into")
        made.write_bytes(data)
        into.mkdir()
        archive.unpack(made, into)

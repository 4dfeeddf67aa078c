"""Finds lists of required packages that name the kit for extensions as if a package registry had it.

No registry has the kit; it is a file in the archive. Whoever registered its name could run code on every machine that
installs such an extension. So a requirement has to lead to a file, a folder or a URL.
"""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import orjson

from facetry.extensions.packages.entries import archive_error
from facetry.system.safe_open import FILE_FLAGS

KIT: Final = "facetry-extension"
"""The name of both kits."""
REQUIREMENTS: Final = "requirements.txt"
PACKAGE: Final = "package.json"
RULE: Final = "archive.kit"
_MAX_FILES: Final = 64
_MAX_FILE_BYTES: Final = 1024**2
_PACKAGE_LISTS: Final = ("dependencies", "devDependencies", "optionalDependencies", "peerDependencies")
_COMMENT: Final = re.compile(r"(?:^|\s+)#.*$")
_INCLUDE: Final = re.compile(r"(?:-r\s*|--requirement(?:\s+|=))(\S+)")
_REQUIREMENT: Final = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*([@/]?)")
_NPM_ALIAS: Final = "npm:"
_NPM_FILE_ENDINGS: Final = (".tgz", ".tar.gz", ".tar")

FileReader = Callable[[str], bytes]
"""The content of a file of the extension, by its relative path; empty when there is none."""


@dataclass(frozen=True, slots=True)
class KitRequirement:
    """A requirement of the kit by its bare name: the file, the line or member, and its number, 0 for a member."""

    file: str
    text: str
    line: int = 0

    @property
    def detail(self) -> str:
        """Why it is refused."""
        return (
            f"{self.file} requires {self.text}, which means a package of a registry. No registry has the kit, and "
            "whoever registers this name could run code here."
        )

    def remedy(self, kit_path: str | None = None) -> str:
        """What to write instead; `kit_path`: of the file of the kit, if it is known."""
        if self.file == PACKAGE:
            path = kit_path or f"vendor/{KIT}-VERSION.tgz"
            requirement = f'"{KIT}": "file:{path}"'
        else:
            path = kit_path or f"vendor/{KIT.replace('-', '_')}-VERSION-py3-none-any.whl"
            requirement = f"./{path}"
        return f"Write {requirement} instead. `facetry extension package` and `install` put this file into the archive."


def find_in_requirements(read: FileReader) -> Iterator[KitRequirement]:
    """The lines of requirements.txt, and of files that it includes, that name the kit without its place."""
    pending, seen = [REQUIREMENTS], {REQUIREMENTS}
    while pending:
        file = pending.pop(0)
        for number, line in _logical_lines(read(file).decode("utf-8-sig", "replace")):
            if include := _INCLUDE.match(line):
                path = posixpath.normpath(posixpath.join(posixpath.dirname(file), include[1]))
                if path not in seen and len(seen) < _MAX_FILES and not path.startswith(("/", "..")):
                    seen.add(path)
                    pending.append(path)
            elif (name := _REQUIREMENT.match(line)) and not name[2] and _is_kit(name[1]):
                yield KitRequirement(file, line, number)


def find_in_package(read: FileReader) -> Iterator[KitRequirement]:
    """The members of package.json that name the kit without its place. An unreadable file has none."""
    try:
        package: Any = orjson.loads(read(PACKAGE))
    except orjson.JSONDecodeError:
        return  # npm refuses it
    for member in _PACKAGE_LISTS:
        packages = package.get(member) if isinstance(package, dict) else None
        for name, version in packages.items() if isinstance(packages, dict) else ():
            if isinstance(version, str) and _is_from_registry(name, version):
                yield KitRequirement(PACKAGE, f'"{name}": "{version}"')


def find(read: FileReader) -> list[KitRequirement]:
    """All requirements of a kit by its bare name."""
    return [*find_in_requirements(read), *find_in_package(read)]


def require_files_of_kits(root: Path) -> None:
    """Raises `FaultError`: 400, `archive.kit`, when an unpacked archive names a kit without its file."""
    for kit in find(folder_reader(root)):
        raise archive_error(RULE.removeprefix("archive."), kit.detail, kit.file, kit.remedy())


def folder_reader(root: Path) -> FileReader:
    """Reads files of a folder, at most `_MAX_FILE_BYTES` of each, following no link."""

    def read(name: str) -> bytes:
        try:
            with os.fdopen(os.open(root / name, FILE_FLAGS), "rb") as file:
                return file.read(_MAX_FILE_BYTES)
        except OSError:
            return b""  # missing; what cannot be read fails when it is installed

    return read


def _logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines as pip reads them, with the number of their first line: joined after a backslash, without comments."""
    joined, first = "", 0
    for number, line in enumerate(text.splitlines(), start=1):
        first = first or number
        if line.endswith("\\") and not _COMMENT.match(line):
            joined += line[:-1]
            continue
        yield first, _COMMENT.sub("", joined + line).strip()
        joined, first = "", 0
    yield first, _COMMENT.sub("", joined).strip()


def _is_kit(name: str) -> bool:
    """Whether pip takes this for the name of the kit: letter case and the kind of separators do not matter."""
    return re.sub(r"[-_.]+", "-", name).lower() == KIT


def _is_from_registry(name: str, version: str) -> bool:
    """Whether npm would ask a registry for the kit. `npm:` gives another package the name of the member."""
    version = version.strip()
    if version.startswith(_NPM_ALIAS):
        return re.sub(r"@[^@]*$", "", version.removeprefix(_NPM_ALIAS)).lower() == KIT
    is_place = any(mark in version for mark in ":/\\") or version.startswith("~/")
    return name.lower() == KIT and not is_place and not version.lower().endswith(_NPM_FILE_ENDINGS)

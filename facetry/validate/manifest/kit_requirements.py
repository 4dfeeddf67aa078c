"""Finds lists of required packages that name the kit for extensions as if a package registry had it.

No registry has the kit; it is a file in the archive. Whoever registered its name could run code on every machine that
installs such an extension. So a requirement has to lead to a file, a folder or a URL.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import orjson

from facetry.schema.document import pointer_token
from facetry.validate.finding import Finding
from facetry.validate.located import LocatedFinding

KIT: Final = "facetry-extension"
"""The name of both kits."""
REQUIREMENTS: Final = "requirements.txt"
PACKAGE: Final = "package.json"
RULE: Final = "archive.kit"
_MAX_FILES: Final = 64
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
    """A requirement of the kit by its bare name: the file, the text, and the number of its line from 1, or the JSON
    Pointer to its member.
    """

    file: str
    text: str
    line: int = 0
    pointer: str = ""

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
        for number, line in logical_lines(read(file).decode("utf-8-sig", "replace")):
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
                pointer = f"/{member}/{pointer_token(name)}"
                yield KitRequirement(PACKAGE, f'"{name}": "{version}"', pointer=pointer)


def find(read: FileReader) -> list[KitRequirement]:
    """All requirements of a kit by its bare name."""
    return [*find_in_requirements(read), *find_in_package(read)]


def findings(read: FileReader, python_kit: str | None = None, node_kit: str | None = None) -> list[LocatedFinding]:
    """The findings on an extension with the places of its requirements. `python_kit` and `node_kit` are the paths of
    the kits in the extension, if they are known.
    """
    from facetry.validate.positions import SourceMap  # loaded for extensions with findings only

    found: list[LocatedFinding] = []
    for kit in find(read):
        is_node = kit.file == PACKAGE
        finding = Finding(
            rule=RULE, pointer=kit.pointer, detail=kit.detail, remedy=kit.remedy(node_kit if is_node else python_kit)
        )
        text = read(kit.file)
        source = SourceMap(text)
        place = source.range(kit.pointer) if is_node else source.lines.line(kit.line)
        found.append(LocatedFinding(kit.file, finding, place))
    return found


def logical_lines(text: str) -> Iterator[tuple[int, str]]:
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

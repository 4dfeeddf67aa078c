"""The files of an archive that an installation of its dependencies reads.

Usually these are the lists of packages, and archives of packages that they name. Where a list has something that other
files decide about, such as a local folder, all files of the archive count. Only these files are copied to the folder
where the installers work, and an environment is kept as long as they are unchanged.
"""

from __future__ import annotations

import hashlib
import os
import posixpath
import re
import shutil
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import orjson

from facetry.extensions.packages.environment import CACHE_LINK, PARAMETERS
from facetry.extensions.process.macros import VENV
from facetry.system.files.safe_open import FILE_FLAGS
from facetry.validate.manifest.kit_requirements import PACKAGE, REQUIREMENTS, logical_lines

NODE_MODULES: Final = "node_modules"
DIGEST_FILE: Final = ".made-of"
"""A file with the digest of the inputs of an environment. Written last, so a folder that has it is complete."""
_PYTHON_FILES: Final = (REQUIREMENTS, "pyproject.toml", "uv.toml")
_NODE_FILES: Final = (PACKAGE, "package-lock.json", "npm-shrinkwrap.json", ".npmrc")
_PACKAGE_LISTS: Final = ("dependencies", "devDependencies", "optionalDependencies", "peerDependencies")
_UNBOUNDED_MEMBERS: Final = ("workspaces", "overrides", "bundleDependencies", "bundledDependencies")
_ADDED_BY_THE_SERVICE: Final = frozenset({VENV, CACHE_LINK, PARAMETERS, f"{PARAMETERS}.new", ".home"})
_INCLUDE: Final = re.compile(r"(?:-r|-c|--requirement|--constraint)(?:\s+|=)?(\S+)$")
_OPTION: Final = re.compile(
    r"(?:-i|--index-url|--extra-index-url|--trusted-host|--no-index|--pre|--prefer-binary|--require-hashes"
    r"|--no-binary|--only-binary|--use-feature)\b"
)
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*\s*(?:\[[^\]]*\])?\s*(?:[<>=!~(].*)?")
_ARCHIVE_ENDINGS: Final = (".whl", ".zip", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".tar")
_MAX_LISTS: Final = 64
_MAX_LIST_BYTES: Final = 1024**2
_CHUNK: Final = 1024**2


class _UnboundedError(Exception):
    """A list of packages names something that other files decide about."""


def python_inputs(root: Path) -> tuple[str, ...]:
    """The inputs of a Python environment, as relative paths. Raises `OSError`."""
    try:
        paths = {path for path in _PYTHON_FILES if is_file(root / path)}
        return tuple(sorted({*paths, *_required_files(root)}))
    except _UnboundedError:
        return _all_files(root)


def node_inputs(root: Path) -> tuple[str, ...]:
    """The inputs of an installation of Node packages, as relative paths. Raises `OSError`."""
    try:
        if (root / NODE_MODULES).is_dir() and not (root / NODE_MODULES).is_symlink():
            raise _UnboundedError
        if any(b'"link": true' in read_list(root / name) for name in _NODE_FILES[1:3]):
            raise _UnboundedError
        paths = {path for path in _NODE_FILES if is_file(root / path)}
        return tuple(sorted({*paths, *_packed_packages(root)}))
    except _UnboundedError:
        return _all_files(root)


def digest_of(root: Path, paths: Iterable[str], *others: str) -> str:
    """A digest of files, with their names, and of other texts. Raises `OSError`."""
    digest = hashlib.sha256()
    for text in others:
        digest.update(b"%d:%b" % (len(text.encode()), text.encode()))
    for path in paths:
        with _open(root / path) as file:
            digest.update(b"%d:%b%d:" % (len(os.fsencode(path)), os.fsencode(path), os.fstat(file.fileno()).st_size))
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
    return digest.hexdigest()


def copy(root: Path, paths: Iterable[str], target: Path) -> None:
    """Copy files to another folder. Raises `OSError`."""
    for path in paths:
        copied = target / path
        copied.parent.mkdir(parents=True, exist_ok=True)
        with _open(root / path) as source, copied.open("xb") as file:
            shutil.copyfileobj(source, file, _CHUNK)
            os.fchmod(file.fileno(), os.fstat(source.fileno()).st_mode & 0o755)


def is_file(path: Path) -> bool:
    """Whether there is a regular file, and no link to one."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def read_list(path: Path) -> bytes:
    """The content of a list of packages, empty when there is none. Follows no link.

    Raises `OSError`, also for a file larger than 1 MiB.
    """
    if not is_file(path):
        return b""
    with _open(path) as file:
        content: bytes = file.read(_MAX_LIST_BYTES + 1)
    if len(content) > _MAX_LIST_BYTES:
        raise OSError(f"{path.name} is larger than {_MAX_LIST_BYTES} bytes")
    return content


def _open(path: Path) -> Any:
    return os.fdopen(os.open(path, FILE_FLAGS), "rb")


def _required_files(root: Path) -> Iterator[str]:
    """The files that requirements.txt names, and those that they name. Raises `_UnboundedError`."""
    pending, seen = [REQUIREMENTS], {REQUIREMENTS}
    while pending:
        list_path = pending.pop(0)
        for _, line in logical_lines(read_list(root / list_path).decode("utf-8-sig", "replace")):
            include = _INCLUDE.match(line)
            if include and "://" not in include[1]:
                path = _path_within(root, posixpath.dirname(list_path), include[1])
                if path not in seen:
                    seen.add(path)
                    pending.append(path)
                    yield path
                if len(seen) > _MAX_LISTS:
                    raise _UnboundedError
            elif include or not line or _OPTION.match(line):
                continue
            elif (path_text := _local_path(line)) is not None:
                yield _path_within(root, posixpath.dirname(list_path), path_text)


def _local_path(requirement: str) -> str | None:
    """The path in a requirement, None for a package of an index or with a URL. Raises `_UnboundedError`."""
    text = re.split(r";|\s--", requirement, maxsplit=1)[0].strip()
    if text.startswith("-") or "file:" in text:
        raise _UnboundedError
    if "://" in text or (_NAME.fullmatch(text) and not text.lower().endswith(_ARCHIVE_ENDINGS)):
        return None
    return text


def _packed_packages(root: Path) -> Iterator[str]:
    """The archives that package.json names. Raises `_UnboundedError` for other local packages."""
    try:
        package: Any = orjson.loads(read_list(root / PACKAGE) or b"{}")
    except orjson.JSONDecodeError:
        raise _UnboundedError from None
    if not isinstance(package, dict) or any(member in package for member in _UNBOUNDED_MEMBERS):
        raise _UnboundedError
    for member in _PACKAGE_LISTS:
        packages = package.get(member)
        for version in packages.values() if isinstance(packages, dict) else ():
            if not isinstance(version, str) or version.startswith("link:"):
                raise _UnboundedError
            is_path = version.startswith((".", "/", "~/")) or version.lower().endswith(_ARCHIVE_ENDINGS)
            if version.startswith("file:") or (is_path and "://" not in version):
                yield _path_within(root, "", version.removeprefix("file:"))


def _path_within(root: Path, folder: str, text: str) -> str:
    """The relative path of a named file, which lies in the folder of the list that names it, or in the root.

    Raises `_UnboundedError` when there is no such file.
    """
    for start in (folder, ""):
        path = posixpath.normpath(posixpath.join(start, text))
        if not path.startswith(("/", "..")) and is_file(root / path):
            return path
    raise _UnboundedError


def _all_files(root: Path) -> tuple[str, ...]:
    """All files of the archive, without what the service has added."""
    paths: list[str] = []
    for folder, folders, files in os.walk(root):
        relative = posixpath.relpath(folder, root)
        if relative == ".":
            folders[:] = [name for name in folders if name not in _ADDED_BY_THE_SERVICE]
            files = [name for name in files if name not in _ADDED_BY_THE_SERVICE]
        paths += (posixpath.normpath(posixpath.join(relative, name)) for name in files)
    return tuple(sorted(path for path in paths if is_file(root / path)))

"""Which files of a data folder belong to a backup.

Left out is what a service makes again: renditions, vector files, caches, logs, environments of extensions, and the file
with the key of an extension's run.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final
from uuid import UUID

import orjson
from sqlalchemy import Connection, text

from facetry.store.engine import engine_of
from facetry.system.files.safe_open import open_folder

_EXTENSIONS_LEFT_OUT: Final = frozenset(
    {"staging", "cache", "logs", "environments", "installers", "granted-folders.json"}
)
"""What each start removes or makes again: uploads, caches, logs, installed packages and the homes of installers. And
the identities of granted folders, which hold on one host."""
_INSTALLED: Final = "installed"
_BUILT_OF: Final = ".made-of"
"""A folder with this file was made by an installer and can be made again."""
_VERSION_LEFT_OUT: Final = frozenset({".venv", ".cache", "parameters.json"})
_NODE_MODULES: Final = "node_modules"
"""A link to installed packages, or a folder of the archive."""
_STATE: Final = "state"
_STATE_LEFT_OUT: Final = frozenset({"tmp", "cache"})
_FORMER_HOME_LEFT_OUT: Final = (".home", "tmp")
_FIRST_WITH_EXTENSIONS: Final = "0006"
_FIRST_WITH_TRASH: Final = "0013"
_FIRST_WITH_CHOSEN: Final = "0021"
_TRASH: Final = ".facetry-trash"
"""The hidden folder in the folder of a repository that has the files of its images in the trash."""
_COUNTED: Final = (
    "image",
    "repository",
    "extension",
    "collection",
    "image_tag",
    "image_feature",
    "vector",
    "attachment",
    "trashed_image",
)


@dataclass(frozen=True, slots=True)
class DataFolder:
    """The names of what a backup has, in the data folder `path`."""

    path: Path
    database: str
    settings: tuple[str, ...]
    """Files beside the database."""
    extensions: str
    """The folder of installed extensions."""
    chosen: str = "chosen"
    """The folder with the records of which folders the repositories have; it is not backed up."""


@dataclass(frozen=True, slots=True)
class Found:
    """A file to back up: its path in the backup, and the folder and relative path at which it is opened.

    `moved` is where the file is if the image was put into the trash, or restored, after the copy of the database. It
    counts only with the recorded size and modification time in nanoseconds, `version`.
    """

    path: str
    root: str
    relative: str
    moved: str | None = None
    version: tuple[int, int] | None = None


def counts(connection: Connection) -> dict[str, int]:
    """The numbers of rows of the main tables, for people; tables of later versions are left out."""
    engine = engine_of(connection)
    return {
        name: int(connection.execute(text(f"SELECT count(*) FROM {name}")).scalar() or 0)  # noqa: S608  # our own names
        for name in _COUNTED
        if engine.has_table(connection, name)
    }


def version_folders(connection: Connection, revision: str) -> list[tuple[str, str]]:
    """The installed extensions with the names of the folders of their versions, as the database has them."""
    if revision < _FIRST_WITH_EXTENSIONS:
        return []
    rows = connection.execute(text("SELECT id, folder FROM extension WHERE manifest IS NOT NULL ORDER BY id"))
    return [(id, folder) for id, folder in rows if folder]


def pictures(connection: Connection, revision: str) -> Iterator[Found]:
    """The files of all images in folders, by repository and path, then those of images in the trash. Objects in buckets
    stay where they are.
    """
    rows = connection.execute(
        text(
            "SELECT hex(repository.id), repository.path, image.path, hex(image.id), image.size, image.file_modified_ns"
            " FROM image JOIN repository ON repository.key = image.repository"
            " WHERE repository.path LIKE '/%' ORDER BY repository.key, image.path"
        )
    )
    for repository, root, path, id, size, changed in rows:
        moved = f"{_TRASH}/{UUID(id)}{PurePosixPath(path).suffix}"
        yield Found(f"pictures/{repository.lower()}/{path}", root, path, moved, (size, changed))
    if revision < _FIRST_WITH_TRASH:
        return
    rows = connection.execute(
        text(
            "SELECT hex(repository.id), repository.path, file, trashed_image.path, image"
            " FROM trashed_image JOIN repository ON repository.key = trashed_image.repository"
            " WHERE repository.path LIKE '/%' AND file IS NOT NULL ORDER BY repository.key, file"
        )
    )
    for repository, root, file, former, columns in rows:
        image = orjson.loads(columns)
        path, version = f"{_TRASH}/{file}", (image["size"], image["file_modified_ns"])
        yield Found(f"pictures/{repository.lower()}/{path}", root, path, former, version)


def chosen_at(connection: Connection, revision: str, path: str) -> int | None:
    """When the repository with this folder was given it; None when no repository has it. See `ChosenFolders`."""
    chosen = "0" if revision < _FIRST_WITH_CHOSEN else "chosen"  # a library that is not yet upgraded
    statement = text(f"SELECT {chosen} FROM repository WHERE path = :path")  # noqa: S608  # our own names
    found = connection.execute(statement, {"path": path}).scalar()
    return None if found is None else int(found)


def extension_files(folder: DataFolder, versions: list[tuple[str, str]], skipped: list[str]) -> Iterator[Found]:
    """The files of the extensions: those of the versions in `versions`, and all that is no version, such as their
    state. Links, special files and names that are not UTF-8 are added to `skipped`.
    """
    root = folder.path / folder.extensions
    kept: set[tuple[str, ...]] = {(_INSTALLED, id, name) for id, name in versions}
    pending: list[tuple[str, ...]] = [()]
    while pending:
        parts = pending.pop()
        for entry in _entries(root, parts):
            way = (*parts, entry.name)
            if _is_left_out(root, way, kept, entry):
                continue
            shown = "/".join((folder.extensions, *way))
            try:
                shown.encode()
            except UnicodeEncodeError:
                skipped.append(shown.encode("utf-8", "backslashreplace").decode())
                continue
            if entry.is_folder:
                pending.append(way)
            elif entry.is_file:
                yield Found(shown, str(root), "/".join(way))
            else:
                skipped.append(shown)


def lacking_versions(paths: set[str], folder: DataFolder, versions: list[tuple[str, str]]) -> list[str]:
    """The extensions whose version is not among the files: it was replaced while they were read."""
    prefix = f"{folder.extensions}/{_INSTALLED}"
    return [id for id, name in versions if f"{prefix}/{id}/{name}/manifest.json" not in paths]


def _is_left_out(root: Path, way: tuple[str, ...], kept: set[tuple[str, ...]], entry: _Entry) -> bool:
    if len(way) == 1:
        return entry.name in _EXTENSIONS_LEFT_OUT
    if way[0] == _STATE:
        return len(way) == 3 and entry.name in _STATE_LEFT_OUT
    if way[0] != _INSTALLED:
        return False
    if len(way) == 3:
        return way not in kept
    if len(way) == 4:
        is_built = entry.is_folder and root.joinpath(*way, _BUILT_OF).is_file()
        is_link_to_packages = entry.name == _NODE_MODULES and entry.is_link
        return entry.name in _VERSION_LEFT_OUT or is_built or is_link_to_packages
    return way[3:5] == _FORMER_HOME_LEFT_OUT


@dataclass(frozen=True, slots=True)
class _Entry:
    """What has a name in a folder; a link is neither a folder nor a file."""

    name: str
    is_folder: bool
    is_file: bool
    is_link: bool


def _entries(root: Path, parts: tuple[str, ...]) -> list[_Entry]:
    """What is in a folder beneath a root; nothing if there is no such folder, or a link in its place, which a program
    can make at any time.
    """
    try:
        folder = open_folder(str(root), parts)
    except (FileNotFoundError, NotADirectoryError):
        return []  # removed meanwhile, or there are no extensions
    try:
        with os.scandir(folder) as listing:
            entries = [
                _Entry(
                    entry.name,
                    entry.is_dir(follow_symlinks=False),
                    entry.is_file(follow_symlinks=False),
                    entry.is_symlink(),
                )
                for entry in listing
            ]
    finally:
        os.close(folder)
    return sorted(entries, key=lambda entry: entry.name, reverse=True)

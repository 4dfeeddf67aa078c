"""Turns folders and buckets of the command line into repositories."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from sqlalchemy import Connection

from facetry.cli.names import repository_name
from facetry.cli.opening import CommandError, print_message
from facetry.errors import FaultError
from facetry.library import repositories
from facetry.library.file_stores.bucket.location import bucket_of, is_bucket
from facetry.library.library import Library
from facetry.library.repositories import RepositoryRecord
from facetry.store.work import Work


@dataclass(frozen=True, slots=True)
class GivenFolder:
    """A folder or bucket of the command line: its place, resolved, and its paths before links are resolved: all of
    them, or that of the last component.
    """

    root: str
    paths: tuple[str, ...] = ()


def resolve_folders(names: Sequence[str]) -> list[GivenFolder]:
    """The folders and buckets, without duplicates.

    Raises `CommandError` for a folder that cannot be listed, and for a bucket that is not possible.
    """
    folders: dict[str, GivenFolder] = {}
    for name in names:
        folder = _given_bucket(name) if is_bucket(name) else _given_folder(name)
        others = folders[folder.root].paths if folder.root in folders else ()
        folders[folder.root] = GivenFolder(folder.root, others + folder.paths)
    return list(folders.values())


def _given_bucket(name: str) -> GivenFolder:
    try:
        return GivenFolder(bucket_of(name).root)
    except ValueError as error:
        raise CommandError(str(error), code=2) from None


def _given_folder(name: str) -> GivenFolder:
    path = Path(name).expanduser()
    if not name or not path.exists():
        raise CommandError(f"there is no folder {name}", code=2)
    if not path.is_dir():
        raise CommandError(f"{name} is not a folder", code=2)
    if not os.access(path, os.R_OK | os.X_OK):
        raise CommandError(f"no permission to list the folder {name}", code=2)
    try:
        str(path).encode()
        absolute = Path(os.path.abspath(path))  # noqa: PTH100  # `resolve` would follow links
        last_link = absolute.parent.resolve() / absolute.name
        return GivenFolder(str(path.resolve(strict=True)), (str(absolute), str(last_link)))
    except (OSError, RuntimeError, UnicodeEncodeError) as error:
        raise CommandError(f"the folder {name!r} cannot be used: {error}", code=2) from None


def ensure_repositories(library: Library, folders: Sequence[GivenFolder], *, watch: bool) -> list[RepositoryRecord]:
    """Create a repository for each place that has none, watched if `watch`; return all repositories. A folder whose
    path is that of a repository, and leads elsewhere now, is none of its own: a message says how to name its new place.

    Raises `CommandError` for a place that may not be a repository.
    """

    def unit(work: Work) -> tuple[list[RepositoryRecord], list[str]]:
        messages = []
        for folder in folders:
            if repositories.find_by_path(work.connection, folder.root) is not None:
                continue
            moved = _named_by(work.connection, folder)
            if moved is None:
                _create(library, work, folder.root, watch=watch)
            else:
                messages.append(_moved_message(moved, folder.root))
        return repositories.list_all(work.connection), messages

    try:
        all_repositories, messages = library.store.write_now(unit)
    except FaultError as error:
        text = f"{error.fault.value or 'a folder'}: {error.fault.detail} {error.fault.remedy or ''}"
        raise CommandError(text.rstrip(), code=2) from None
    for message in messages:
        print_message(message)
    return all_repositories


def _create(library: Library, work: Work, root: str, *, watch: bool) -> None:
    if is_bucket(root):
        library.file_stores.bucket_rules.require(bucket_of(root), root)
    else:
        library.folder_rules.require(Path(root))
    names = {repository.name for repository in repositories.list_all(work.connection)}
    repositories.create(work, path=root, name=repository_name(PurePosixPath(root).name, names), watch=watch)


def _named_by(connection: Connection, folder: GivenFolder) -> RepositoryRecord | None:
    """The repository that has the folder's path, although this path leads elsewhere now."""
    found = (repositories.find_by_path(connection, path) for path in folder.paths)
    return next(filter(None, found), None)


def _moved_message(repository: RepositoryRecord, root: str) -> str:
    return (
        f"the repository {repository.name} is unavailable: a link in its path {repository.root} leads to {root} now, "
        "and links are not followed. If its pictures are there, name the new place: "
        f"facetry repository update {repository.id} --folder {shlex.quote(root)}"
    )

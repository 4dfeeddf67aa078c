"""Turns folders and buckets of the command line into repositories."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from facetry.cli.names import repository_name
from facetry.cli.opening import CommandError
from facetry.errors import FaultError
from facetry.library import repositories
from facetry.library.file_stores.bucket.place import is_bucket, place_of
from facetry.library.library import Library
from facetry.library.repositories import RepositoryRecord
from facetry.store.work import Work


def resolve_folders(names: Sequence[str]) -> list[str]:
    """The places of the folders, resolved, and of the buckets, without duplicates.

    Raises `CommandError` for a folder that cannot be listed, and for a bucket that is not possible.
    """
    folders: dict[str, None] = {}
    for name in names:
        if is_bucket(name):
            try:
                folders[place_of(name).root] = None
            except ValueError as error:
                raise CommandError(str(error), code=2) from None
            continue
        path = Path(name).expanduser()
        if not name or not path.exists():
            raise CommandError(f"there is no folder {name}", code=2)
        if not path.is_dir():
            raise CommandError(f"{name} is not a folder", code=2)
        if not os.access(path, os.R_OK | os.X_OK):
            raise CommandError(f"no permission to list the folder {name}", code=2)
        try:
            folders[str(path.resolve(strict=True))] = None
            str(path).encode()
        except (OSError, RuntimeError, UnicodeEncodeError) as error:
            raise CommandError(f"the folder {name!r} cannot be used: {error}", code=2) from None
    return list(folders)


def ensure_repositories(library: Library, folders: Sequence[str], *, watch: bool) -> list[RepositoryRecord]:
    """Create a repository for each place that has none, watched if `watch`; return all repositories.

    Raises `CommandError` for a place that may not be a repository.
    """

    def unit(work: Work) -> list[RepositoryRecord]:
        for root in folders:
            if repositories.find_by_path(work.connection, root) is None:
                if is_bucket(root):
                    library.file_stores.bucket_rules.require(place_of(root), root)
                else:
                    library.folder_rules.require(Path(root))
                names = {repository.name for repository in repositories.list_all(work.connection)}
                repositories.create(work, path=root, name=repository_name(PurePosixPath(root).name, names), watch=watch)
        return repositories.list_all(work.connection)

    try:
        return library.store.write_now(unit)
    except FaultError as error:
        text = f"{error.fault.value or 'a folder'}: {error.fault.detail} {error.fault.remedy or ''}"
        raise CommandError(text.rstrip(), code=2) from None

"""Folders named on the command line, and the repositories that they become."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from facetry.cli.contract import repository_name
from facetry.cli.opening import CommandError
from facetry.errors import FaultError
from facetry.library import repositories
from facetry.library.repositories import Known
from facetry.store.store import Store
from facetry.store.work import Work


def resolved(names: Sequence[str]) -> list[Path]:
    """The folders, resolved and each once. Raises `CommandError` for one that cannot be listed."""
    folders: dict[Path, None] = {}
    for name in names:
        path = Path(name).expanduser()
        if not path.exists():
            raise CommandError(f"there is no folder {name}", code=2)
        if not path.is_dir():
            raise CommandError(f"{name} is not a folder", code=2)
        if not os.access(path, os.R_OK | os.X_OK):
            raise CommandError(f"the folder {name} may not be listed", code=2)
        try:
            folders[path.resolve(strict=True)] = None
            str(path).encode()
        except (OSError, RuntimeError, UnicodeEncodeError) as error:
            raise CommandError(f"the folder {name!r} cannot be used: {error}", code=2) from None
    return list(folders)


def ensure_repositories(store: Store, folders: Sequence[Path], *, watch: bool) -> list[Known]:
    """A repository for each folder, made where there is none, to be watched or not; and all that the library has."""

    def unit(work: Work) -> list[Known]:
        for path in folders:
            if repositories.at(work.connection, path) is None:
                taken = {known.name for known in repositories.every(work.connection)}
                repositories.create(work, path=path, name=repository_name(path.name, taken), watch=watch)
        return repositories.every(work.connection)

    try:
        return store.write_now(unit)
    except FaultError as error:
        raise CommandError(f"{error.fault.value or 'a folder'}: {error.fault.detail}", code=2) from None

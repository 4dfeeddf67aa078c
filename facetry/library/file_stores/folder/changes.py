"""Changes of files in a folder together with rows.

The file operation is the last step of the unit of work that writes the rows. The writer runs one unit at a time,
including those of scans, so no scan records or removes the file in between. After a crash in between, the next scan
imports the file as an image, or finds the file of the image again.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from facetry.errors import FaultError, conflict
from facetry.library.file_stores.file_store import FileVersion, NameChoice, name_taken, unavailable_fault
from facetry.library.file_stores.folder import atomic_files
from facetry.library.file_stores.folder.atomic_files import Folder
from facetry.library.file_stores.folder.temporary_records import TemporaryRecords
from facetry.library.file_stores.rows_and_file import write_rows_and_file
from facetry.library.pictures import FileFacts
from facetry.store.store import Store
from facetry.store.work import Work
from facetry.system.chosen_folders import ChosenFolder
from facetry.system.file_times import created_ms, modified_ns
from facetry.system.safe_open import FILE_FLAGS, open_beneath

T = TypeVar("T")


def add(
    store: Store,
    root: ChosenFolder,
    records: TemporaryRecords | None,
    parts: tuple[str, ...],
    name: str,
    source: Path,
    date_ms: int | None,
    write_rows: Callable[[Work, FileFacts], T],
) -> T:
    """See `FileStore.add`."""
    with atomic_files.open_subfolder(root, parts) as folder:
        if folder.find(name) is not None:
            raise name_taken(folder.path(name))
        with atomic_files.temporary_file(folder, source, modified_ms=date_ms, records=records) as new_file:
            result = write_rows_and_file(
                store,
                lambda work: write_rows(work, new_file.facts(name)),
                lambda: atomic_files.give_name(new_file, name),
                lambda: atomic_files.undo_give_name(new_file, name),
            )
        folder.sync()
    return result


def replace(
    store: Store,
    root: ChosenFolder,
    records: TemporaryRecords | None,
    path: str,
    source: Path,
    unless: FileVersion | None,
    missing: FaultError,
    write_rows: Callable[[Work, FileFacts], T],
) -> T | None:
    """See `FileStore.replace`."""
    *parents, name = path.split("/")
    with atomic_files.open_subfolder(root, tuple(parents), missing) as folder:
        status = _require_regular_file(folder, name, missing)
        if (status.st_size, modified_ns(status)) == unless:
            return None
        with atomic_files.temporary_file(folder, source, template=status, records=records) as new_file:

            def write(work: Work) -> T:
                _require_regular_file(folder, name, missing)  # a file deleted meanwhile must not be created again
                return write_rows(work, new_file.facts(name))

            result = write_rows_and_file(
                store,
                write,
                lambda: atomic_files.exchange(new_file, name),
                lambda: atomic_files.undo_exchange(new_file, name),
            )
        folder.sync()
    return result


def move(
    store: Store,
    root: ChosenFolder,
    path: str,
    parts: tuple[str, ...],
    choose_name: NameChoice,
    missing: FaultError,
    write_rows: Callable[[Work, FileVersion, FileFacts], T],
) -> T:
    """See `FileStore.move`."""
    *parents, old = path.split("/")
    with (
        atomic_files.open_subfolder(root, tuple(parents), missing) as source,
        atomic_files.open_subfolder(root, parts) as target,
    ):
        status = _require_regular_file(source, old, missing)
        name = choose_name(lambda name: target.find(name) is not None)
        facts = _facts_at(source, old, status, target.path(name))
        result = write_rows_and_file(
            store,
            lambda work: write_rows(work, (status.st_size, modified_ns(status)), facts),
            lambda: atomic_files.move(source, old, target, name),
            lambda: atomic_files.move(target, name, source, old),
        )
        target.sync()
        source.sync()
    return result


def remove(root: ChosenFolder, path: str) -> None:
    """See `FileStore.remove`."""
    *parents, name = path.split("/")
    try:
        opened = root.open()
    except OSError as error:
        raise unavailable_fault(root.path, error.strerror or str(error)) from None
    with suppress(FileNotFoundError):
        folder = open_beneath(opened, tuple(parents))
        try:
            os.unlink(name, dir_fd=folder)
            Folder(root, tuple(parents), folder).sync()
        finally:
            os.close(folder)


def exists(root: ChosenFolder, path: str) -> bool:
    """See `FileStore.exists`."""
    *parents, name = path.split("/")
    with _folder(root, tuple(parents)) as folder:
        return folder is not None and folder.find(name) is not None


def names(root: ChosenFolder, parts: tuple[str, ...]) -> set[str]:
    """See `FileStore.names`."""
    with _folder(root, parts) as folder:
        if folder is None:
            return set()
        with os.scandir(folder.descriptor) as entries:
            return {entry.name for entry in entries}


@contextmanager
def _folder(root: ChosenFolder, parts: tuple[str, ...]) -> Iterator[Folder | None]:
    """The folder `parts` beneath `root`, opened without following links; None when it is missing."""
    missing = conflict("repository.unavailable", "The folder is missing.")
    with ExitStack() as stack:
        try:
            folder = stack.enter_context(atomic_files.open_subfolder(root, parts, missing))
        except FaultError as error:
            if error is not missing:
                raise
            folder = None
        yield folder


def _require_regular_file(folder: Folder, name: str, missing: FaultError) -> os.stat_result:
    status = folder.find(name)
    if status is None or not stat.S_ISREG(status.st_mode):
        raise missing
    return status


def _facts_at(folder: Folder, name: str, status: os.stat_result, path: str) -> FileFacts:
    """The facts that a scan would find when the file is at `path`."""
    try:
        file = os.open(name, FILE_FLAGS, dir_fd=folder.descriptor)
    except PermissionError:  # an unreadable file can still be moved
        return atomic_files.file_facts(path, status, min(status.st_mtime_ns, status.st_ctime_ns) // 1_000_000)
    try:
        return atomic_files.file_facts(path, status, created_ms(file, status))
    finally:
        os.close(file)

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
from functools import partial
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection

from facetry.errors import FaultError, conflict
from facetry.library.file_stores.file_store import (
    ALWAYS,
    FileCondition,
    NameChoice,
    Settle,
    file_changed,
    name_taken,
    unavailable_fault,
)
from facetry.library.file_stores.folder import atomic_files
from facetry.library.file_stores.folder.atomic_files import Folder
from facetry.library.file_stores.folder.conditions import confirm, confirm_other, verified_version
from facetry.library.file_stores.folder.held_files import HeldFile, hold
from facetry.library.file_stores.folder.temporary_records import TemporaryRecords
from facetry.library.file_stores.rows_and_file import write_rows_and_file
from facetry.library.pictures import FileFacts
from facetry.store.store import Store
from facetry.store.work import Work
from facetry.system.files.chosen_folders import ChosenFolder
from facetry.system.files.file_times import created_ms
from facetry.system.files.file_versions import FileVersion, version_of
from facetry.system.files.safe_open import FILE_FLAGS, open_beneath

T = TypeVar("T")


class FolderChanges:
    """The methods of `FileStore` that change files, and those that look at names."""

    def __init__(self, folder: ChosenFolder, records: TemporaryRecords | None) -> None:
        """`records` is where temporary files of this library are recorded."""
        self._folder = folder
        self._records = records

    def add(
        self,
        store: Store,
        parts: tuple[str, ...],
        name: str,
        source: Path,
        date_ms: int | None,
        write_rows: Callable[[Work, FileFacts], T],
        settle: Settle,
    ) -> T:
        with atomic_files.open_subfolder(self._folder, parts) as folder:
            if folder.find(name) is not None:
                raise name_taken(folder.path(name))
            with (
                atomic_files.temporary_file(folder, source, modified_ms=date_ms, records=self._records) as new_file,
                hold(folder, new_file.name) as held,
            ):
                result = write_rows_and_file(
                    store,
                    lambda work: write_rows(work, new_file.facts(name)),
                    lambda _: atomic_files.give_name(new_file, name),
                    lambda: atomic_files.undo_give_name(new_file, name),
                    lambda work: settle(work, held.facts_at(folder, name, new_file.created_ms)),
                )
            folder.sync()
        return result

    def replace(
        self,
        store: Store,
        path: str,
        source: Path,
        unless: FileVersion | None,
        condition: FileCondition,
        missing: FaultError,
        write_rows: Callable[[Work, FileFacts], T],
        settle: Settle,
    ) -> T | None:
        *parents, name = path.split("/")
        with atomic_files.open_subfolder(self._folder, tuple(parents), missing) as folder:
            status = _require_regular_file(folder, name, missing)
            version = version_of(status, folder.descriptor)
            if unless is not None and version.is_same(unless):
                store.read_now(lambda connection: confirm(connection, folder, name, version, condition))
                return None
            verified = verified_version(store, folder, name, condition)
            with (
                atomic_files.temporary_file(folder, source, template=status, records=self._records) as new_file,
                hold(folder, new_file.name) as held,
            ):

                def check(connection: Connection) -> None:
                    nonlocal version
                    _require_regular_file(folder, name, missing)  # a file deleted meanwhile must not be created again
                    version = confirm(connection, folder, name, verified, condition) or version

                def exchange(_: Connection) -> None:
                    with _held(folder, name, missing) as old:
                        if old.version != version:
                            raise file_changed(path)
                        atomic_files.exchange(new_file, name)
                        kept = folder.find(new_file.name)
                        if kept is not None and not old.is_unchanged(folder, kept):
                            atomic_files.undo_exchange(new_file, name)
                            raise file_changed(path)
                        new_file.temporary.release()

                result = write_rows_and_file(
                    store,
                    lambda work: write_rows(work, new_file.facts(name)),
                    exchange,
                    lambda: atomic_files.undo_exchange(new_file, name),
                    lambda work: settle(work, held.facts_at(folder, name, new_file.created_ms)),
                    check,
                )
            folder.sync()
        return result

    def move(
        self,
        store: Store,
        path: str,
        parts: tuple[str, ...],
        choose_name: NameChoice,
        missing: FaultError,
        write_rows: Callable[[Work, FileVersion, FileFacts], T],
        settle: Settle,
        condition: FileCondition = ALWAYS,
    ) -> T:
        *parents, old = path.split("/")
        with (
            atomic_files.open_subfolder(self._folder, tuple(parents), missing) as source,
            atomic_files.open_subfolder(self._folder, parts) as target,
            ExitStack() as stack,
        ):
            status = _require_regular_file(source, old, missing)
            version = version_of(status, source.descriptor)
            verified = verified_version(store, source, old, condition)
            name = choose_name(lambda name: target.find(name) is not None)
            facts = _facts_after(source, old, target, name, status)

            def check(connection: Connection) -> None:
                nonlocal version, facts
                status = _require_regular_file(source, old, missing)
                version = confirm(connection, source, old, verified, condition) or version
                facts = _facts_after(source, old, target, name, status)  # the file may have been modified meanwhile

            moving = _MovingFile(source, old, target, name, condition)

            def apply(connection: Connection) -> None:
                moving.move(connection, stack.enter_context(_held(source, old, missing)), version)

            result = write_rows_and_file(
                store,
                lambda work: write_rows(work, version, facts),
                apply,
                lambda: atomic_files.give_back(target, name, source, old),
                lambda work: settle(work, moving.facts(facts.created_ms)),
                check,
            )
            target.sync()
            source.sync()
        return result

    def remove_with_rows(
        self,
        store: Store,
        path: str,
        condition: FileCondition,
        write_rows: Callable[[Work, Callable[[], None]], T],
    ) -> T:
        """Within the unit of work, no renaming and no scan happens in between."""
        *parents, name = path.split("/")
        with _opened(self._folder, tuple(parents)) as folder:
            verified = None if folder is None else verified_version(store, folder, name, condition)
        is_checked = False

        def check(connection: Connection) -> None:
            with _opened(self._folder, tuple(parents)) as folder:
                if folder is not None:
                    confirm(connection, folder, name, verified, condition)
                elif condition.check is not None:
                    condition.check(connection, None)

        def remove_file(connection: Connection) -> None:
            with _opened(self._folder, tuple(parents)) as folder:
                if folder is None:
                    return
                version = confirm(connection, folder, name, verified, FileCondition(condition.find_recorded))
                if version is not None:
                    _remove_version(folder, name, version, self._records)

        def unit(work: Work) -> T:
            nonlocal is_checked
            if not is_checked:  # the writer may run a unit twice, and the file is gone by then
                check(work.connection)
                is_checked = True
            return write_rows(work, partial(remove_file, work.connection))

        return store.write_now(unit)

    def exists(self, path: str) -> bool:
        *parents, name = path.split("/")
        with _folder(self._folder, tuple(parents)) as folder:
            return folder is not None and folder.find(name) is not None

    def names(self, parts: tuple[str, ...]) -> set[str]:
        with _opened(self._folder, parts) as folder:
            if folder is None:
                return set()
            with os.scandir(folder.descriptor) as entries:
                return {entry.name for entry in entries}

    def complete(self, holds: Callable[[str], bool]) -> None:
        """Nothing to do: the file system moves files in one step."""


class _MovingFile:
    """A file that gets another name in the unit of work, and is held until its version is recorded."""

    def __init__(self, source: Folder, old: str, target: Folder, name: str, condition: FileCondition) -> None:
        self._source, self._old = source, old
        self._target, self._name = target, name
        self._condition = condition
        self._held: HeldFile
        self._is_confirmed = False

    def move(self, connection: Connection, held: HeldFile, version: FileVersion) -> None:
        """Move the file, which had this version when it was confirmed. Another one is moved if the condition permits
        it, which is asked again.
        """
        self._held = held
        self._is_confirmed = held.version == version
        if not self._is_confirmed:
            self._confirm_other(connection, self._source, held.status)
        atomic_files.move(self._source, self._old, self._target, self._name)
        status = self._target.find(self._name)
        if held.is_unchanged(self._target, status):
            return
        try:
            self._confirm_other(connection, self._target, status)
        except FaultError:
            atomic_files.give_back(self._target, self._name, self._source, self._old)
            raise

    def facts(self, born_ms: int) -> FileFacts:
        """The facts after the move; unsettled for another file than the confirmed one. Raises `OSError`."""
        facts = self._held.facts_at(self._target, self._name, born_ms)
        return facts if self._is_confirmed else facts._replace(is_unsettled=True)

    def _confirm_other(self, connection: Connection, folder: Folder, status: os.stat_result | None) -> None:
        confirm_other(connection, folder, self._source.path(self._old), status, self._condition)


def _remove_version(folder: Folder, name: str, version: FileVersion, records: TemporaryRecords | None) -> None:
    """Remove a file that has this version. It is 409 for another one, which another program has put in its place just
    before, and for one that a program writes to meanwhile: they get their name back.
    """
    with suppress(FileNotFoundError):
        with hold(folder, name) as held:
            if held.version != version:
                raise file_changed(folder.path(name))
            with atomic_files.set_aside(folder, name, records) as aside:
                if not held.is_unchanged(folder, folder.find(aside.name)):
                    raise file_changed(folder.path(name))
                aside.release()
        folder.sync()


@contextmanager
def _opened(root: ChosenFolder, parts: tuple[str, ...]) -> Iterator[Folder | None]:
    """The folder in which a file is removed; None when it is missing. Raises `OSError` for a link on the way."""
    try:
        opened = root.open()
    except OSError as error:
        raise unavailable_fault(root.path, error.strerror or str(error)) from None
    try:
        descriptor = open_beneath(opened, parts)
    except FileNotFoundError:
        yield None
        return
    try:
        yield Folder(root, parts, descriptor)
    finally:
        os.close(descriptor)


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


def _facts_after(source: Folder, old: str, target: Folder, name: str, status: os.stat_result) -> FileFacts:
    """The facts of a file when it is called `name` in `target`, but for its change time."""
    return atomic_files.file_facts(target, name, status, _created_ms(source, old, status))


def _created_ms(folder: Folder, name: str, status: os.stat_result) -> int:
    """The creation time that a scan would find, in milliseconds since the epoch."""
    try:
        file = os.open(name, FILE_FLAGS, dir_fd=folder.descriptor)
    except PermissionError:  # an unreadable file can still be moved
        return min(status.st_mtime_ns, status.st_ctime_ns) // 1_000_000
    try:
        return created_ms(file, status)
    finally:
        os.close(file)


@contextmanager
def _held(folder: Folder, name: str, missing: FaultError) -> Iterator[HeldFile]:
    with ExitStack() as stack:
        try:
            held = stack.enter_context(hold(folder, name))
        except FileNotFoundError:
            raise missing from None
        yield held

"""Folders that a person chose: each stays the one that it was, or cannot be used.

A path leads elsewhere when a component becomes a link, when a disk is not mounted, or when a folder is renamed
and another one takes its name. Whoever opens a folder here gets the chosen one, or an error.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from facetry.system.files.file_kinds import open_regular
from facetry.system.files.folder_identity import FolderIdentity, Identity, identity_of_open
from facetry.system.files.private_files import PRIVATE_FOLDER, write_private_file
from facetry.system.files.safe_open import open_beneath, open_without_links

LINK_REASON: Final = "a symbolic link is in its path now, which is not followed"
OTHER_REASON: Final = "another folder is in its place"
_MAX_RECORD_BYTES: Final = 64 * 1024


class LeadsElsewhereError(OSError):
    """The path of a chosen folder leads elsewhere now. `strerror` says how."""


@dataclass(frozen=True, slots=True)
class ChosenFolder:
    """A folder at an absolute, resolved path. `recognise` raises `OSError` for the identity of another folder.

    Without `recognise`, any folder there will do, but no link.
    """

    path: str
    recognise: Callable[[FolderIdentity], None] | None = None

    def open(self, parts: tuple[str, ...] = ()) -> int:
        """A descriptor of the folder `parts` beneath this one, without following links; the caller closes it.

        Raises `OSError`: `LeadsElsewhereError` when the folder itself is another one, or behind a link.
        """
        descriptor = self._open()
        return open_beneath(descriptor, parts) if parts else descriptor

    def identity(self) -> FolderIdentity:
        """The identity of the folder. Raises `OSError`."""
        descriptor = self._open()
        try:
            return identity_of_open(descriptor)
        finally:
            os.close(descriptor)

    def inode(self) -> Identity:
        """The numbers of the device and the inode, which hold while its file system is mounted. Raises `OSError`."""
        descriptor = self._open()
        try:
            status = os.fstat(descriptor)
        finally:
            os.close(descriptor)
        return status.st_dev, status.st_ino

    def _open(self) -> int:
        try:
            descriptor = open_without_links(self.path)
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise LeadsElsewhereError(errno.ELOOP, LINK_REASON, self.path) from None
            raise
        try:
            if self.recognise is not None:
                self.recognise(identity_of_open(descriptor))
        except BaseException:
            os.close(descriptor)
            raise
        return descriptor


def known_folder(path: str, identity: FolderIdentity) -> ChosenFolder:
    """The folder at `path` with this identity, and no other one."""

    def recognise(present: FolderIdentity) -> None:
        if present != identity:
            raise LeadsElsewhereError(errno.ESTALE, OTHER_REASON, path)

    return ChosenFolder(path, recognise)


def first_found_folder(path: str) -> ChosenFolder:
    """The folder that is found first at `path`, and no other one."""
    first: list[FolderIdentity] = []

    def recognise(present: FolderIdentity) -> None:
        if not first:
            first.append(present)
        if first[0] != present:
            raise LeadsElsewhereError(errno.ESTALE, OTHER_REASON, path)

    return ChosenFolder(path, recognise)


@dataclass(frozen=True, slots=True)
class _Record:
    """Which folder was at a path when it was chosen at the time `chosen`."""

    chosen: int
    identity: FolderIdentity


class ChosenFolders:
    """The folders that were chosen, as this host has recognised them. Several processes may use the same records.

    Each has a record, a file in a folder of the host: identities differ from host to host, and after a restoration. A
    folder that was chosen again, or that has no record, is recognised by the first use.
    """

    def __init__(self, records: Path, chosen: Callable[[str], int | None]) -> None:
        """`records` is created with the first record. `chosen` says when the folder at a path was chosen; None for one
        that nobody has chosen. It may block.
        """
        self._folder = records
        self._chosen = chosen
        self._known: dict[str, _Record] = {}

    def of(self, path: str) -> ChosenFolder:
        """The folder that was chosen at this path."""
        return ChosenFolder(path, lambda present: self._recognise(path, present))

    def keep(self, path: str, chosen: int, identity: FolderIdentity) -> None:
        """Record that this folder was chosen. Without the record, its first use makes one."""
        self._write(path, _Record(chosen, identity))

    def forget_others(self, paths: Collection[str]) -> None:
        """Remove the records of other folders than those at `paths`."""
        names = {_name_of(path) for path in paths}
        with suppress(OSError):  # what is left over does no harm
            for entry in self._folder.iterdir():
                if entry.name not in names and not entry.name.startswith("."):
                    entry.unlink()

    def _recognise(self, path: str, present: FolderIdentity) -> None:
        """Raises `LeadsElsewhereError`."""
        known = self._known.get(path)
        if known is not None and known.identity == present:
            return
        record = _read(self._folder / _name_of(path), path)  # another process may have written it
        if record is None or record.identity != present:
            chosen = self._chosen(path)
            if chosen is None or (record is not None and record.chosen == chosen):
                raise LeadsElsewhereError(errno.ESTALE, OTHER_REASON, path)
            record = _Record(chosen, present)
            self._write(path, record)
        self._known[path] = record

    def _write(self, path: str, record: _Record) -> None:
        with suppress(FileExistsError):
            self._folder.mkdir(mode=PRIVATE_FOLDER)
        identity = record.identity
        content = {
            "folder": path,
            "chosen": record.chosen,
            "inode": identity.inode,
            "fileSystem": identity.file_system,
        }
        write_private_file(self._folder / _name_of(path), json.dumps(content))
        self._known[path] = record


def _name_of(path: str) -> str:
    return hashlib.sha256(os.fsencode(path)).hexdigest()


def _read(file: Path, path: str) -> _Record | None:
    """None for a record that is missing or damaged. Raises `OSError` for one that cannot be read."""
    try:
        with open_regular(file) as opened:
            content = json.loads(opened.read(_MAX_RECORD_BYTES))
        chosen, inode, file_system = (content[name] for name in ("chosen", "inode", "fileSystem"))
        is_whole = content["folder"] == path and isinstance(chosen, int)
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return None
    return _Record(chosen, FolderIdentity(inode, file_system)) if is_whole else None

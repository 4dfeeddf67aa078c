"""The granted folders of all extensions on this host: which folder each grant means here.

The location of a granted folder is in the record of the extension. Its identity belongs to one host, so it is in a file
there, which no backup has: a host that has not seen the folder yet takes the one that is in the recorded location.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Final

import orjson
from pydantic import TypeAdapter, ValidationError

from facetry.errors import Fault, FaultError, FaultKind
from facetry.library import installed_extensions
from facetry.library.grants import grantable_folders, granted_folders
from facetry.library.grants.granted_folders import GrantedFolders
from facetry.library.installed_extensions import InstalledExtension
from facetry.store.store import Store
from facetry.system.files.file_kinds import read_regular
from facetry.system.files.folder_identity import FolderIdentity
from facetry.system.files.private_files import write_private_file

_log = logging.getLogger(__name__)

FILE: Final = "granted-folders.json"
_Entry = tuple[str, int | None, int | None]
"""The location of a folder, and its identity."""
_ENTRIES: Final = TypeAdapter(dict[str, dict[str, _Entry]])
"""The content of the file: entries by extension and grant."""


class FolderGrants:
    """Names granted folders, and finds them again. Its methods for one extension must not overlap."""

    def __init__(self, store: Store, folder: Path, protected: tuple[Path, ...]) -> None:
        """`folder`: where the file of identities is; `protected`: what no granted folder may have to do with."""
        self._store = store
        self._file = folder / FILE
        self._protected = protected
        self._lock = threading.Lock()

    async def name(self, id: str, grants: Iterable[str]) -> dict[str, str]:
        """The locations of the folders that an operator grants now, which are identified.

        Raises 400 for folders that cannot be granted, such as one to which a link leads that an extension may change.
        """
        folders = [grant for grant in grants if granted_folders.is_folder(grant)]
        if not folders:
            return {}
        others = await self._store.read(installed_extensions.list_all)
        locations = [each.locations.get(grant) for each in others for grant in each.grants if _is_writable(grant)]
        writable = {Path(location) for location in locations if location is not None}
        return await asyncio.to_thread(self._name, id, folders, writable)

    async def usable(self, extension: InstalledExtension) -> GrantedFolders:
        """The folders for one start of a program; those that cannot be found are left out.

        Raises a fault with the reason when the location of one leads elsewhere now, or may not be granted any more.
        """
        folders = [grant for grant in extension.grants if granted_folders.is_folder(grant)]
        if not folders:
            return GrantedFolders()
        locations = {grant: extension.locations[grant] for grant in folders if grant in extension.locations}
        if len(locations) < len(folders):  # granted to a service that did not record locations
            former = [grant for grant in folders if grant not in locations]
            locations |= await asyncio.to_thread(lambda: {each: str(granted_folders.resolve(each)) for each in former})
            await self._store.write(
                lambda work: installed_extensions.record_locations(work, extension.id, locations),
            )
        return await asyncio.to_thread(self._usable, extension.id, locations)

    def forget(self, id: str) -> None:
        """Forget the folders of an extension that is removed. Raises `OSError`. Blocks."""
        with self._lock:
            entries = self._read()
            if entries.pop(id, None) is not None:
                self._write(entries)

    def _name(self, id: str, grants: list[str], writable: Collection[Path]) -> dict[str, str]:
        locations = {grant: granted_folders.resolve(grant) for grant in grants}
        of_request = {location for grant, location in locations.items() if _is_writable(grant)}
        found: dict[str, FolderIdentity | None] = {}
        for grant, location in locations.items():
            grantable_folders.require_grantable(grant, location, self._protected)
            grantable_folders.require_own_way(grant, {*writable, *of_request})
            found[grant] = granted_folders.identify(grant, location, None, id)
        self._record(id, {grant: (str(location), found[grant]) for grant, location in locations.items()})
        return {grant: str(location) for grant, location in locations.items()}

    def _usable(self, id: str, locations: Mapping[str, str]) -> GrantedFolders:
        with self._lock:
            recorded = self._read().get(id, {})
        identities: dict[Path, FolderIdentity] = {}
        news: dict[str, tuple[str, FolderIdentity | None]] = {}
        readable: list[Path] = []
        writable: list[Path] = []
        for grant, text in locations.items():
            location, entry = Path(text), recorded.get(grant)
            grantable_folders.require_grantable(grant, location, self._protected)
            known = FolderIdentity(*entry[1:]) if entry is not None and entry[0] == text else None
            found = granted_folders.identify(grant, location, known, id)
            if found is None:
                _log.warning("the extension %s runs without the granted folder %s, which is not there", id, location)
                continue
            if known is None:
                news[grant] = text, found
            identities[location] = found
            (writable if _is_writable(grant) else readable).append(location)
        if news:
            self._record(id, news)
        return GrantedFolders(tuple(readable), tuple(writable), identities)

    def _record(self, id: str, folders: Mapping[str, tuple[str, FolderIdentity | None]]) -> None:
        """Record identities durably. None is that of a folder that is not there: the first one found counts."""
        try:
            with self._lock:
                entries = self._read()
                of_extension = entries.setdefault(id, {})
                for grant, (location, identity) in folders.items():
                    of_extension.pop(grant, None)
                    if identity is not None:
                        of_extension[grant] = (location, identity.inode, identity.file_system)
                self._write(entries)
        except OSError as error:
            raise self._fault(f"cannot be written: {error}", "Make room, or correct its permissions.") from None

    def _read(self) -> dict[str, dict[str, _Entry]]:
        try:
            return _ENTRIES.validate_json(read_regular(self._file))
        except FileNotFoundError:
            return {}
        except (OSError, ValidationError) as error:
            remedy = "Check the granted folders, and remove the file: those in the recorded places count from then on."
            raise self._fault(f"cannot be read: {error}", remedy) from None

    def _write(self, entries: Mapping[str, Mapping[str, _Entry]]) -> None:
        self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_private_file(self._file, orjson.dumps(entries, option=orjson.OPT_INDENT_2).decode())

    def _fault(self, detail: str, remedy: str) -> FaultError:
        text = f"The file {self._file}, which identifies granted folders, {detail}."
        return FaultError(Fault(kind=FaultKind.UNAVAILABLE, rule="permission.record", detail=text, remedy=remedy))


def _is_writable(grant: str) -> bool:
    return grant.startswith("write:") and granted_folders.is_folder(grant)

"""Packages of a cluster: the leader unpacks what another host has installed, from the copies in the database."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from facetry.errors import FaultError
from facetry.extensions.packages.entries import ArchiveLimits
from facetry.extensions.packages.validated_archive import unpack_and_validate
from facetry.extensions.packages.version_store import VersionStore
from facetry.library import extension_packages
from facetry.library.installed_extensions import InstalledExtension
from facetry.store.store import Store
from facetry.store.work import Work

log: Final = logging.getLogger(__name__)
_ARCHIVE: Final = "archive"
_UNPACKED: Final = "unpacked"


class SharedPackages:
    """The packages of all extensions, which each host of a cluster can have."""

    def __init__(self, store: Store, versions: VersionStore, limits: ArchiveLimits, *, is_cluster: bool) -> None:
        """Unless the service `is_cluster`, nothing is kept or exchanged."""
        self._store = store
        self._versions = versions
        self._limits = limits
        self._is_cluster = is_cluster

    def keep(self, work: Work, extension: InstalledExtension, archive: Path) -> None:
        """Keep a copy of the archive of an extension, for other hosts. Raises `OSError`."""
        if self._is_cluster:
            extension_packages.keep(work, extension.key, archive)

    def exchange(self, extensions: Iterable[InstalledExtension]) -> None:
        """Unpack each version that this host has not, and keep copies of those that only this host has. Blocks.

        What fails is a line of the log: the program of such an extension does not start.
        """
        for extension in extensions if self._is_cluster else ():
            work_folder = self._versions.create_staging_folder()
            try:
                if self._versions.version_folder(extension.id, extension.folder).is_dir():
                    self._keep_former(extension, work_folder)
                else:
                    self._unpack(extension, work_folder)
            except (OSError, FaultError) as error:
                log.error("the extension %s cannot be exchanged with other hosts: %s", extension.id, error)
            finally:
                self._versions.discard(work_folder)

    def _keep_former(self, extension: InstalledExtension, work_folder: Path) -> None:
        """Keep a copy of a version that was installed before this host belonged to a cluster."""
        if not self._store.read_now(lambda connection: extension_packages.has_copy(connection, extension.key)):
            folder = self._versions.version_folder(extension.id, extension.folder)
            archive = Path(shutil.make_archive(str(work_folder / _ARCHIVE), "zip", folder))
            self._store.write_now(lambda work: extension_packages.keep(work, extension.key, archive))

    def _unpack(self, extension: InstalledExtension, work_folder: Path) -> None:
        archive, unpacked = work_folder / _ARCHIVE, work_folder / _UNPACKED
        unpacked.mkdir()
        if not self._store.read_now(
            lambda connection: extension_packages.write_copy(connection, extension.key, archive)
        ):
            log.error("no host has a copy of the extension %s; install it again", extension.id)
            return
        package = unpack_and_validate(archive, unpacked, self._limits)
        self._versions.commit_version(package.root, extension.id, extension.folder)

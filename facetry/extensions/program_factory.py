"""Makes the program of an extension ready for one start: its dependencies, its key and its command line."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from facetry.errors import Fault, FaultError, FaultKind
from facetry.extensions.confinement import Confinement
from facetry.extensions.folder_grants import FolderGrants
from facetry.extensions.limits import LimitsOfExtensions
from facetry.extensions.packages.dependencies import InstallationStage, InstallationTarget, prepare
from facetry.extensions.packages.environment import (
    adopt_former_home,
    clean_environment,
    create_state_folders,
    link_cache,
    write_parameters,
)
from facetry.extensions.packages.version_store import VersionStore
from facetry.extensions.process.macros import command_line
from facetry.extensions.process.program import ProcessLimits, Program
from facetry.library import installed_extensions
from facetry.library.installed_extensions import InstalledExtension
from facetry.store.store import Store
from generated.models import Manifest, ManifestExecution

STARTED_EVENT: Final = "process.started"
"""The event of the instructions that start the program; without such instructions, the first ones do."""
_LINE_CHARACTERS: Final = 200

IssueKey = Callable[[str], Awaitable[str]]
"""Issues the key for one run of an extension's program; the previous key becomes invalid."""


@dataclass(frozen=True, slots=True)
class Preparation:
    """A running installation of dependencies: its stage, and the last line of the installer."""

    stage: InstallationStage
    line: str


class ProgramFactory:
    """Makes programs, and knows which of them are being prepared."""

    def __init__(
        self,
        store: Store,
        version_store: VersionStore,
        issue_key: IssueKey,
        base_url: str,
        confinement: Confinement,
        limits: LimitsOfExtensions,
        folder_grants: FolderGrants,
    ) -> None:
        self._store = store
        self._version_store = version_store
        self._folder_grants = folder_grants
        self._issue_key = issue_key
        self._base_url = base_url
        self._confinement = confinement
        self._limits = limits
        self._preparations: dict[str, Preparation] = {}

    def limits_of(self, id: str) -> ProcessLimits:
        """The limits of an extension's program."""
        return self._limits.of(id)

    def preparation_of(self, id: str) -> Preparation | None:
        """The running installation for an extension, None when there is none."""
        return self._preparations.get(id)

    async def make(self, id: str) -> Program:
        """Install the dependencies of an extension, issue its key, and return its program. Raises `FaultError`."""
        extension = await self._store.read(lambda connection: installed_extensions.require(connection, id))
        manifest = extension.manifest
        version_store = self._version_store
        folder, state = version_store.version_folder(id, extension.folder), version_store.state_folder(id)
        runtimes = [str(runtime.environment) for runtime in manifest.runtimes]
        granted = await self._folder_grants.usable(extension)
        await self._prepare(extension, runtimes)
        key = await self._issue_key(id)
        try:
            argv = command_line(
                execution_of(manifest), runtimes, folder, {"extensionId": id, "webServicesBaseUrl": self._base_url}
            )
            await asyncio.to_thread(_write_private_files, folder, state)
            await asyncio.to_thread(write_parameters, folder, id, self._base_url, key)
        except OSError as error:
            raise _preparation_error(f"A file of the extension cannot be written: {error}.", None) from None
        policy = self._confinement.policy_of_program(id, folder, granted)
        return Program(
            id,
            folder,
            argv,
            clean_environment(state),
            version_store.log_folder(id),
            landlock_policy=policy,
            limits=self.limits_of(id),
            disk_folders=(folder, version_store.environments_folder(id), state),
        )

    async def _prepare(self, extension: InstalledExtension, runtimes: list[str]) -> None:
        id = extension.id

        def on_line(stage: InstallationStage, line: str) -> None:
            self._preparations[id] = Preparation(stage, line[:_LINE_CHARACTERS])

        version_store = self._version_store
        target = InstallationTarget(
            folder=version_store.version_folder(id, extension.folder),
            environments=version_store.environments_folder(id),
            state=version_store.installer_folder(id),
            logs=version_store.log_folder(id),
            on_line=on_line,
            hidden_paths=self._confinement.hidden_paths,
            readable_folders=self._confinement.interpreter_folders,
        )
        try:
            failure = await prepare(target, runtimes)
        finally:
            self._preparations.pop(id, None)
        if failure is not None:
            last_line = f" The installer ended with: {failure.lines[-1]}" if failure.lines else ""
            raise _preparation_error(f"{failure.reason}{last_line}", failure.remedy)


def execution_of(manifest: Manifest) -> ManifestExecution:
    """The `execution` of the first instructions with `process.started`, else of the first instructions."""
    starting = (item for item in manifest.instructions if STARTED_EVENT in item.events)
    return next(starting, manifest.instructions[0]).execution


def _write_private_files(folder: Path, state: Path) -> None:
    adopt_former_home(folder, state)
    create_state_folders(state)
    link_cache(folder, state)


def _preparation_error(detail: str, remedy: str | None) -> FaultError:
    return FaultError(Fault(kind=FaultKind.UNAVAILABLE, rule="extension.runtime", detail=detail, remedy=remedy))

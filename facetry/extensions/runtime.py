"""The lifecycle of extensions: installing, starting, pausing, updating and removing them."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from sqlalchemy import Connection

from facetry.errors import FaultError
from facetry.events import pruning
from facetry.extensions.packages.validated_archive import ValidatedArchive, unpack_and_validate
from facetry.extensions.process.guarded_process import Usage
from facetry.extensions.process.program import ProcessLimits
from facetry.extensions.process.status import ProgramStatus
from facetry.extensions.runtime_components import RuntimeComponents
from facetry.library import extension_removal, extensions, installed_extensions
from facetry.library.installed_extensions import ExtensionState, InstalledExtension
from facetry.library.permissions import Grants
from facetry.store.work import Work
from facetry.validate.finding import Finding
from generated.models import ExtensionStatus

RETRY_SECONDS: Final = 30.0
"""Seconds between two attempts to remove an extension."""

log = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Installation:
    """An extension that was installed or updated, and the warnings on its manifest."""

    extension: InstalledExtension
    warnings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class _Removal:
    """An extension that is being removed, by its id and its integer key."""

    id: str
    key: int
    keeps_facets: bool


class Runtime:
    """All installed extensions, between `begin` and `stop`. Operations on one extension run one after the other."""

    def __init__(self, components: RuntimeComponents) -> None:
        self._components = components
        self.gateway = components.gateway
        self.workload = components.workload
        self.commands = components.commands
        self.bundles = components.bundles
        self.delivery = components.delivery
        self._locks: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def status(self, id: str) -> ProgramStatus:
        """The status of an extension's program; `stopped` for one that was never started."""
        return self._components.supervisor.status(id)

    def describe_status(self, id: str) -> ExtensionStatus:
        """The status as the API shows it; `preparing` while dependencies are installed."""
        status, preparation = self.status(id), self._components.program_factory.preparation_of(id)
        return ExtensionStatus(
            state=status.state if preparation is None else "preparing",
            reason=status.reason if preparation is None else f"{preparation.stage}: {preparation.line}",
            since=status.since,
            starts=status.starts,
            crashes=status.crashes,
            next_start_date=status.next_start,
        )

    def describe_statuses(self) -> dict[str, ExtensionStatus]:
        """The status of every extension whose program was started, by its id."""
        return {id: self.describe_status(id) for id in self._components.supervisor.ids()}

    def is_confined(self, id: str) -> bool:
        """Whether the kernel lets the program write to its own folders and the granted ones only."""
        return self._components.confinement.is_enforced(id)

    def limits(self, id: str) -> ProcessLimits:
        """The limits of an extension's program."""
        return self._components.program_factory.limits_of(id)

    def usage(self, id: str) -> Usage | None:
        """What the processes of an extension use now; None without a process. Blocking."""
        return self._components.supervisor.usage(id)

    def log_folder(self, id: str) -> Path:
        """The folder of an extension's logs."""
        return self._components.version_store.log_folder(id)

    def version_folder(self, extension: InstalledExtension) -> Path:
        """The folder of the installed version of an extension."""
        return self._components.version_store.version_folder(extension.id, extension.folder)

    async def begin(self) -> None:
        """Resume interrupted removals, and start all enabled extensions."""
        components = self._components
        self._spawn(asyncio.to_thread(components.confinement.report))
        await extension_removal.resume(components.store)
        await components.store.write(components.keys.revoke_process_keys)
        all_extensions = await components.store.read(installed_extensions.list_all)
        await asyncio.to_thread(
            components.version_store.remove_unreferenced,
            [(extension.id, extension.folder) for extension in all_extensions],
        )
        await asyncio.to_thread(components.shared_packages.exchange, all_extensions)
        await components.gateway.begin()
        components.delivery.begin()
        components.broadcaster.begin()
        self._spawn(pruning.prune_periodically(components.store, components.log_days))
        for extension in all_extensions:
            if extension.state == "enabled":
                await self._start_program(extension)

    async def stop(self) -> None:
        """End all programs and sockets; the outcomes of the last events are persisted."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._components.broadcaster.stop()
        await self._components.delivery.stop()
        await self._components.supervisor.close()
        await self._components.wait_for_status_events()
        await self._components.gateway.stop()

    async def install(
        self, file: Path, state: ExtensionState, *, takes_over: bool = False, grants: Grants = ()
    ) -> Installation:
        """Install the extension in an archive. On return it is registered; its program may not run yet.

        With `takes_over`, the id may be that of a record without a program. The facets of this record then belong to
        the installed extension, and its keys are revoked. Raises `FaultError`: 400 for an invalid archive or manifest,
        and for one that asks for more than `grants`; 409 when the id is taken.
        """
        components = self._components
        async with self._validated_archive(file) as package, self._lock(package.manifest.id):
            id = package.manifest.id
            await self._read(lambda connection: extensions.require_free(connection, id, takes_over=takes_over))
            locations = await components.folder_grants.name(id, grants)
            version = await asyncio.to_thread(components.version_store.commit_version, package.root, id)

            def unit(work: Work) -> InstalledExtension:
                extension = installed_extensions.install(
                    work,
                    package.manifest_text,
                    version,
                    state,
                    takes_over=takes_over,
                    grants=grants,
                    locations=locations,
                )
                components.keys.revoke_keys_of(work, extension.key)  # from now on, only the program may have a key
                components.shared_packages.keep(work, extension, file)
                return extension

            with self._discard_on_failure(id, version):
                extension = await components.store.write(unit)
            if state == "enabled":
                await self._start_program(extension)
            return Installation(extension, package.warnings)

    async def update(self, id: str, file: Path, state: ExtensionState | None, grants: Grants = ()) -> Installation:
        """Replace the version of an extension with the one in an archive. `state` None leaves the state unchanged.

        Raises `FaultError`: 404 for an unknown id, 400 as `install` and for the archive of another extension.
        """
        components = self._components
        async with self._validated_archive(file) as package, self._lock(id):
            previous = await self._read(lambda connection: installed_extensions.require(connection, id))
            locations = await components.folder_grants.name(
                id, [each for each in grants if each not in previous.locations]
            )
            version = await asyncio.to_thread(components.version_store.commit_version, package.root, id)
            target_state = previous.state if state is None else state

            def unit(work: Work) -> InstalledExtension:
                extension = installed_extensions.replace_version(
                    work, id, package.manifest_text, version, grants, locations
                )
                components.shared_packages.keep(work, extension, file)
                return (
                    extension
                    if extension.state == target_state
                    else installed_extensions.change_state(work, id, target_state)
                )

            with self._discard_on_failure(id, version):
                extension = await components.store.write(unit)
            await self._stop_program(id)
            await asyncio.to_thread(
                components.version_store.discard, components.version_store.version_folder(id, previous.folder)
            )
            if target_state == "enabled":
                await self._start_program(extension)
            return Installation(extension, package.warnings)

    async def uninstall(self, id: str, *, keeps_facets: bool = False) -> None:
        """Remove an extension with everything it wrote; with `keeps_facets`, leave that and a record without a program.

        Raises `FaultError`: 404 for an unknown id.
        When the removal fails, as on a full disk, it is retried later; other callers already see no such extension.
        """
        components = self._components
        async with self._lock(id):
            extension = await self._read(lambda connection: installed_extensions.require(connection, id))
            await self._stop_program(id)
            components.delivery.discard_extension(id)
            await self._remove(_Removal(id, extension.key, keeps_facets))

    async def ensure(self, id: str) -> bool:
        """Register an id without a program; False when it is registered already. 409 for any other id that is taken."""
        async with self._lock(id):
            return await self._components.store.write(lambda work: extensions.ensure(work, id))

    async def unregister(self, id: str, *, keeps_facets: bool = False) -> None:
        """Remove the record of an extension without a program, and its keys, with everything written in its name; with
        `keeps_facets`, only the keys.

        Raises `FaultError`: 404 for an unknown id, 409 for an installed extension. A removal that fails is retried as
        in `uninstall`.
        """
        components = self._components
        async with self._lock(id):
            key = await self._read(lambda connection: installed_extensions.require_without_program(connection, id))
            await components.store.write(
                lambda work: extension_removal.begin(work, components.keys, key, keeps_facets=keeps_facets)
            )
            await self._remove(_Removal(id, key, keeps_facets))

    async def change_state(self, id: str, state: ExtensionState) -> None:
        """Enable or pause an extension. 404 for an unknown id, 400 when it is in that state already."""
        async with self._lock(id):
            extension = await self._components.store.write(
                lambda work: installed_extensions.change_state(work, id, state)
            )
            if state == "paused":
                await self._stop_program(id)
            else:
                await self._start_program(extension)

    async def restart(self, id: str) -> None:
        """End the program of an extension, forget its crashes, and start it.

        404 for an unknown id, 400 for a paused one.
        """
        async with self._lock(id):
            extension = await self._read(lambda connection: installed_extensions.require_enabled(connection, id))
            await self._stop_program(id)
            await self._start_program(extension, requests_missing=False)

    async def set_grants(self, id: str, grants: Grants, again: Grants = ()) -> InstalledExtension:
        """Replace what is granted to an extension with `grants` and `again`, and start its program again.

        Folders that were granted before keep their locations, except for those in `again`. Raises as `install`.
        """
        components, all_grants = self._components, tuple(sorted({*grants, *again}))
        async with self._lock(id):
            before = await self._read(lambda connection: installed_extensions.require(connection, id))
            named = [each for each in all_grants if each in again or each not in before.locations]
            locations = await components.folder_grants.name(id, named)
            set_grants = functools.partial(
                installed_extensions.set_grants, id=id, grants=all_grants, locations=locations
            )
            extension = await components.store.write(set_grants)
            if extension.state == "enabled":
                await self._stop_program(id)
                await self._start_program(extension, requests_missing=False)
            return extension

    async def synchronize(self, id: str) -> None:
        """Begin to request missing work from an extension. 404 for an unknown id, 400 for a paused one."""
        extension = await self._read(lambda connection: installed_extensions.require_enabled(connection, id))
        self._spawn(self._components.workload.request_missing(extension.key))

    async def _start_program(self, extension: InstalledExtension, *, requests_missing: bool = True) -> None:
        components = self._components
        await components.supervisor.start(extension.id, lambda: components.program_factory.make(extension.id))
        if requests_missing:
            self._spawn(components.workload.request_missing(extension.key))

    async def _stop_program(self, id: str) -> None:
        """End the program of an extension and its keys; the events in flight do not count as failed attempts."""
        components = self._components
        components.delivery.remove_connection(id, deliberate=True)
        await components.supervisor.stop(id)
        components.gateway.disconnect(id)
        await components.wait_for_status_events()  # with them the keys are revoked, before the caller gets its answer

    async def _remove(self, removal: _Removal) -> None:
        try:
            await self._try_to_remove(removal)
        except FaultError:
            self._spawn(self._remove_later(removal))
            raise

    async def _try_to_remove(self, removal: _Removal) -> None:
        components = self._components
        await extension_removal.remove(
            components.store, components.keys, removal.key, keeps_facets=removal.keeps_facets
        )
        await components.supervisor.remove(removal.id)
        components.socket_log.close(removal.id)
        await asyncio.to_thread(components.version_store.remove_extension, removal.id)
        await asyncio.to_thread(components.folder_grants.forget, removal.id)

    async def _remove_later(self, removal: _Removal) -> None:
        while True:
            await asyncio.sleep(RETRY_SECONDS)
            try:
                await self._try_to_remove(removal)
            except FaultError as error:
                log.warning("the extension %s cannot be removed now, and is tried again: %s", removal.id, error)
            else:
                return

    async def _read(self, query: Callable[[Connection], T]) -> T:
        return await self._components.store.read(query)

    @contextlib.asynccontextmanager
    async def _validated_archive(self, file: Path) -> AsyncIterator[ValidatedArchive]:
        version_store = self._components.version_store
        staging_folder = await asyncio.to_thread(version_store.create_staging_folder)
        try:
            limits = self._components.archive_limits
            yield await asyncio.to_thread(unpack_and_validate, file, staging_folder, limits)
        finally:
            await asyncio.to_thread(version_store.discard, staging_folder)

    @contextlib.contextmanager
    def _discard_on_failure(self, id: str, version: str) -> Iterator[None]:
        """Remove the folder of a version whose registration fails."""
        version_store = self._components.version_store
        try:
            yield
        except Exception:  # not on cancellation: the write may still succeed; the next start removes unused versions
            version_store.discard(version_store.version_folder(id, version))
            raise

    def _lock(self, id: str) -> asyncio.Lock:
        return self._locks.setdefault(id.casefold(), asyncio.Lock())

    def _spawn(self, coroutine: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._on_task_done)

    def _on_task_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a background task for extensions failed", exc_info=error)

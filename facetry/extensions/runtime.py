"""The life of installed extensions: installed, started, connected, fed with events, paused, updated and gone."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from sqlalchemy import Connection

from facetry.errors import FaultError
from facetry.events import pruning
from facetry.events.delivery import Delivery
from facetry.extensions.commands import Commands
from facetry.extensions.packages import archive
from facetry.extensions.packages.version_store import Shelf
from facetry.extensions.process.status import Status
from facetry.extensions.process.supervisor import Supervisor
from facetry.extensions.program_factory import Programs
from facetry.extensions.socket.broadcaster import Herald
from facetry.extensions.socket.gateway import Gateway
from facetry.extensions.socket.socket_log import Sayings
from facetry.extensions.workload import Workload
from facetry.library import extension_removal as removal
from facetry.library import extensions
from facetry.library import installed_extensions as installed
from facetry.library.api_keys import Keys
from facetry.library.installed_extensions import Installed, State
from facetry.store.store import Store
from facetry.store.work import Work
from facetry.system.safe_open import FILE
from facetry.validate import manifests
from generated.models import ExtensionStatus, Manifest

PATIENCE: Final = 30.0
"""Seconds after which something is tried again when it failed."""

log = logging.getLogger(__name__)
T = TypeVar("T")

_LARGEST_MANIFEST: Final = manifests.BYTES + 1


@dataclass(frozen=True, slots=True)
class Parts:
    """What extensions run with."""

    store: Store
    keys: Keys
    shelf: Shelf
    programs: Programs
    supervisor: Supervisor
    gateway: Gateway
    delivery: Delivery
    herald: Herald
    workload: Workload
    commands: Commands
    sayings: Sayings
    settled: Callable[[], Awaitable[None]]
    """Waits until all that became of programs is announced."""
    log_days: float


@dataclass(frozen=True, slots=True)
class _Arrived:
    """An archive that was unpacked and found to be good."""

    manifest: Manifest
    text: str
    root: Path


class Runtime:
    """All installed extensions, between `begin` and `stop`. What is done to one is done one after the other."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._locks: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def gateway(self) -> Gateway:
        """The socket of them all."""
        return self._parts.gateway

    @property
    def workload(self) -> Workload:
        """What they are asked to compute."""
        return self._parts.workload

    @property
    def commands(self) -> Commands:
        """What people have them do."""
        return self._parts.commands

    def status(self, id: str) -> Status:
        """How the program of an extension is; `stopped` for one that was never started."""
        return self._parts.supervisor.status(id)

    def told(self, id: str) -> ExtensionStatus:
        """The same as the wire shows it, and what is being installed."""
        status, preparation = self.status(id), self._parts.programs.preparing(id)
        return ExtensionStatus(
            state=status.state if preparation is None else "preparing",
            reason=status.reason if preparation is None else f"{preparation.stage}: {preparation.line}",
            since=status.since,
            starts=status.starts,
            crashes=status.crashes,
            next_start_date=status.next_start,
        )

    def logs(self, id: str) -> Path:
        """The folder of its logs."""
        return self._parts.shelf.logs(id)

    def text(self, found: Installed, name: str, characters: int) -> str | None:
        """The beginning of a text of an extension, None when there is none. Blocks."""
        path = self._parts.shelf.place(found.id, found.folder) / name
        try:
            with os.fdopen(os.open(path, FILE), "rb") as file:
                return file.read(4 * characters).decode("utf-8", "replace").replace("\0", "\ufffd")[:characters]
        except OSError:
            return None

    async def begin(self) -> None:
        """Finish what was interrupted, and start all that are enabled."""
        parts = self._parts
        await removal.resume(parts.store)
        await parts.store.write(parts.keys.take_back)
        known = await parts.store.read(installed.every)
        await asyncio.to_thread(parts.shelf.sweep, [(each.id, each.folder) for each in known])
        await parts.gateway.begin()
        parts.delivery.begin()
        parts.herald.begin()
        self._spawn(pruning.keep_short(parts.store, parts.log_days))
        for each in known:
            if each.state == "enabled":
                await self._launch(each)

    async def stop(self) -> None:
        """End all programs and sockets; what came of the last events is kept."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._parts.herald.stop()
        await self._parts.delivery.stop()
        await self._parts.supervisor.close()
        await self._parts.settled()
        await self._parts.gateway.stop()

    async def install(self, file: Path, state: State) -> Installed:
        """Install the extension in an archive. It is registered when this returns; its program may not run yet.

        400 for an archive or a manifest that is not as it should be, 409 when the id is taken.
        """
        parts = self._parts
        async with self._unpacked(file) as arrived, self._lock(arrived.manifest.id):
            id = arrived.manifest.id
            await self._read(lambda connection: extensions.require_free(connection, id))
            name = await asyncio.to_thread(parts.shelf.adopt, arrived.root, id)
            with self._placed(id, name):
                found = await parts.store.write(lambda work: installed.install(work, arrived.text, name, state))
            if state == "enabled":
                await self._launch(found)
            return found

    async def update(self, id: str, file: Path, state: State | None) -> Installed:
        """Put the version in an archive in the place of an extension.

        404 for an unknown id, 400 as `install` and for the archive of another extension.
        """
        parts = self._parts
        async with self._unpacked(file) as arrived, self._lock(id):
            before = await self._read(lambda connection: installed.require(connection, id))
            name = await asyncio.to_thread(parts.shelf.adopt, arrived.root, id)
            wanted = before.state if state is None else state

            def unit(work: Work) -> Installed:
                found = installed.replace_version(work, id, arrived.text, name)
                return found if found.state == wanted else installed.change_state(work, id, wanted)

            with self._placed(id, name):
                found = await parts.store.write(unit)
            await self._end(id)
            await asyncio.to_thread(parts.shelf.discard, parts.shelf.place(id, before.folder))
            if wanted == "enabled":
                await self._launch(found)
            return found

    async def uninstall(self, id: str) -> None:
        """Remove an extension with everything it wrote. 404 for an unknown id.

        What cannot be removed now, on a full disk, is removed later; the extension is gone for everybody else.
        """
        parts = self._parts
        async with self._lock(id):
            found = await self._read(lambda connection: installed.require(connection, id))
            await self._end(id)
            parts.delivery.forget(id)
            try:
                await self._remove(found)
            except FaultError:
                self._spawn(self._remove_later(found))
                raise

    async def change_state(self, id: str, state: State) -> None:
        """Enable or pause an extension. 404 for an unknown id, 400 when it is in that state already."""
        async with self._lock(id):
            found = await self._parts.store.write(lambda work: installed.change_state(work, id, state))
            if state == "paused":
                await self._end(id)
            else:
                await self._launch(found)

    async def restart(self, id: str) -> None:
        """End the program of an extension, forget its crashes, and start it. 404 for an unknown id."""
        async with self._lock(id):
            found = await self._read(lambda connection: installed.require(connection, id))
            if found.state == "paused":
                raise installed.paused(id)
            await self._end(id)
            await self._launch(found, is_missing=False)

    async def synchronize(self, id: str) -> None:
        """Begin to ask an extension for what is missing. 404 for an unknown id, 409 for a paused one."""
        found = await self._read(lambda connection: installed.require(connection, id))
        if found.state == "paused":
            raise installed.paused(id)
        self._spawn(self._parts.workload.ask_missing(found.key))

    async def _launch(self, found: Installed, *, is_missing: bool = True) -> None:
        parts = self._parts
        await parts.supervisor.start(found.id, lambda: parts.programs.make(found.id))
        if is_missing:
            self._spawn(parts.workload.ask_missing(found.key))

    async def _end(self, id: str) -> None:
        """See to it that the extension does not run, and that nothing counts against what it was doing."""
        parts = self._parts
        parts.delivery.disconnected(id, deliberate=True)
        await parts.supervisor.stop(id)
        parts.gateway.cut(id)

    async def _remove(self, found: Installed) -> None:
        parts = self._parts
        await removal.remove(parts.store, found.key)
        await parts.supervisor.forget(found.id)
        parts.sayings.forget(found.id)
        await asyncio.to_thread(parts.shelf.forget, found.id)

    async def _remove_later(self, found: Installed) -> None:
        while True:
            await asyncio.sleep(PATIENCE)
            try:
                await self._remove(found)
            except FaultError as error:
                log.warning("the extension %s cannot be removed now: %s", found.id, error)
            else:
                return

    async def _read(self, query: Callable[[Connection], T]) -> T:
        return await self._parts.store.read(query)

    @contextlib.asynccontextmanager
    async def _unpacked(self, file: Path) -> AsyncIterator[_Arrived]:
        shelf = self._parts.shelf
        staged = await asyncio.to_thread(shelf.stage)
        try:
            yield await asyncio.to_thread(_arrived, file, staged)
        finally:
            await asyncio.to_thread(shelf.discard, staged)

    @contextlib.contextmanager
    def _placed(self, id: str, name: str) -> Iterator[None]:
        """Leave nothing in the place of a version that did not come to be one."""
        try:
            yield
        except Exception:  # not when this is cancelled: the writer may have begun, and the next start tells
            self._parts.shelf.discard(self._parts.shelf.place(id, name))
            raise

    def _lock(self, id: str) -> asyncio.Lock:
        return self._locks.setdefault(id.casefold(), asyncio.Lock())

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("what is done for extensions in the background failed", exc_info=error)


def _arrived(file: Path, staged: Path) -> _Arrived:
    unpacked = archive.unpack(file, staged)
    with (unpacked.root / archive.MANIFEST).open("rb") as manifest:
        data = manifest.read(_LARGEST_MANIFEST)
    judged = manifests.require(data, unpacked.names)
    return _Arrived(judged, data.decode("utf-8"), unpacked.root)

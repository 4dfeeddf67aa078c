"""The program of an extension, made ready for one start: its environment, its key, its command line."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from facetry.errors import Fault, FaultError, Kind
from facetry.extensions.packages.dependencies import Place, Stage, prepare
from facetry.extensions.packages.environment import clean_environment, write_parameters
from facetry.extensions.packages.version_store import Shelf
from facetry.extensions.process.macros import command
from facetry.extensions.process.program import Fence, Program
from facetry.library import installed_extensions as installed
from facetry.library.installed_extensions import Installed
from facetry.store.store import Store
from generated.models import Manifest, ManifestExecution

STARTED: Final = "process.started"
"""The event by which a manifest says which of its instructions starts the program; else it is the first."""
_SAID_CHARACTERS: Final = 200

Lend = Callable[[str], Awaitable[str]]
"""Makes the key for one run of an extension's program; the one before is no longer good."""


@dataclass(frozen=True, slots=True)
class Preparation:
    """What is being installed for an extension, and the last words of the installer."""

    stage: Stage
    line: str


class Programs:
    """Makes programs, and tells which are being prepared."""

    def __init__(self, store: Store, shelf: Shelf, lend: Lend, base_url: str, hidden: Path | None = None) -> None:
        """`hidden`: see `Care`."""
        self._store = store
        self._shelf = shelf
        self._lend = lend
        self._base_url = base_url
        self._hidden = hidden
        self._preparing: dict[str, Preparation] = {}

    def preparing(self, id: str) -> Preparation | None:
        """What is being installed for the extension just now."""
        return self._preparing.get(id)

    async def make(self, id: str) -> Program:
        """The program as it is to be started now. Raises `FaultError` when it cannot be, which says why."""
        found = await self._store.read(lambda connection: installed.require(connection, id))
        manifest = found.manifest
        folder, logs = self._shelf.place(id, found.folder), self._shelf.logs(id)
        runtimes = [str(runtime.environment) for runtime in manifest.runtimes]
        await self._prepare(found, runtimes)
        key = await self._lend(id)
        try:
            argv = command(
                execution_of(manifest), runtimes, folder, {"extensionId": id, "webServicesBaseUrl": self._base_url}
            )
            await asyncio.to_thread(write_parameters, folder, id, self._base_url, key)
        except OSError as error:
            raise _unprepared(f"A file of the extension cannot be written: {error}.", None) from None
        fence = None if self._hidden is None else Fence((self._hidden,), (folder, self._shelf.cache))
        return Program(id, folder, argv, clean_environment(folder), logs, fence=fence)

    async def _prepare(self, found: Installed, runtimes: list[str]) -> None:
        id = found.id

        def tell(stage: Stage, line: str) -> None:
            self._preparing[id] = Preparation(stage, line[:_SAID_CHARACTERS])

        place = Place(self._shelf.place(id, found.folder), self._shelf.logs(id), self._shelf.cache, tell)
        try:
            failure = await prepare(place, runtimes)
        finally:
            self._preparing.pop(id, None)
        if failure is not None:
            last = f" The installer ended with: {failure.lines[-1]}" if failure.lines else ""
            raise _unprepared(f"{failure.reason}{last}", failure.remedy)


def execution_of(manifest: Manifest) -> ManifestExecution:
    """How the program is started: by the first instructions that ask for it, else by the first of all."""
    asking = (item for item in manifest.instructions if STARTED in item.events)
    return next(asking, manifest.instructions[0]).execution


def _unprepared(detail: str, remedy: str | None) -> FaultError:
    return FaultError(Fault(kind=Kind.UNAVAILABLE, rule="extension.runtime", detail=detail, remedy=remedy))

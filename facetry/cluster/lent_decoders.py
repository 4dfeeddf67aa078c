"""Examination of files for a scan that another host leads: what each host does with its decoders."""

from __future__ import annotations

import asyncio
import json
import logging
import time
import uuid
from contextlib import suppress
from typing import Any, Final

import aiohttp
from yarl import URL

from facetry.cluster.leader_directory import LeaderDirectory
from facetry.cluster.peers import EXAMINATIONS_PATH, SECRET_HEADER
from facetry.cluster.shared_examiner import WAIT_SECONDS, report_of
from facetry.errors import FaultError
from facetry.imaging.pool.pool import NoDecoderError, Pool, PoolClosedError
from facetry.library import repositories
from facetry.library.file_stores.file_store import Examination, UnavailableError
from facetry.library.file_stores.stores import FileStores
from facetry.library.file_stores.threads import in_file_thread
from facetry.store.engines.postgresql.leases import Holder
from facetry.store.store import Store

MAX_REPORTS: Final = 32
"""Maximum number of examinations that are sent at once."""
_REQUEST_SECONDS: Final = WAIT_SECONDS + 8.0
_PAUSE_SECONDS: Final = 1.0
_REFUSED_SECONDS: Final = 30.0
"""Pause after a refusal. A leader of an older version knows no such requests."""
_LOOK_SECONDS: Final = 3_600.0

_log = logging.getLogger(__name__)


class LentDecoders:
    """Asks the leader of scans for files, and examines them, from `begin` to `stop`. Belongs to one event loop."""

    def __init__(
        self, store: Store, pool: Pool, file_stores: FileStores, directory: LeaderDirectory, address: str, secret: bytes
    ) -> None:
        """`directory` is that of the leader of scans, and `address` where this host would listen as that leader, whose
        decoders are its own. `secret` is that of the hosts.
        """
        self._store = store
        self._pool = pool
        self._file_stores = file_stores
        self._directory = directory
        self._address = address
        self._secret = secret
        self._id = uuid.uuid4().hex
        self._task: asyncio.Task[None] | None = None
        self._session: aiohttp.ClientSession | None = None

    def begin(self) -> None:
        """Begin to ask for files."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop. The leader examines the files that this host has."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._session is not None:
            await self._session.close()

    async def _run(self) -> None:
        while True:
            leader = await self._directory.wait_for_leader(time.monotonic() + _LOOK_SECONDS)
            if leader is None:
                continue
            if leader.address == self._address:
                await self._directory.wait_for_another(leader)
                continue
            examining = asyncio.create_task(_ExaminationLoop(self, leader).run())
            changing = asyncio.create_task(self._directory.wait_for_another(leader))
            try:
                await asyncio.wait([examining, changing], return_when=asyncio.FIRST_COMPLETED)
            finally:
                examining.cancel()
                changing.cancel()
                results = await asyncio.gather(examining, changing, return_exceptions=True)
            if isinstance(results[0], Exception):
                _log.info("the leader of scans gives no files at the moment: %s", results[0])
                is_refusal = isinstance(results[0], aiohttp.ClientResponseError)
                await asyncio.sleep(_REFUSED_SECONDS if is_refusal else _PAUSE_SECONDS)

    async def ask(self, leader: Holder, reports: list[dict[str, Any]], room: int) -> list[dict[str, Any]]:
        """Send reports to the leader, and ask for files. Raises what the client library raises."""
        if self._session is None:
            timeout = aiohttp.ClientTimeout(total=_REQUEST_SECONDS)
            self._session = aiohttp.ClientSession(timeout=timeout, cookie_jar=aiohttp.DummyCookieJar(), trust_env=False)
        url = URL(f"http://{leader.address}{EXAMINATIONS_PATH.decode()}")
        body = json.dumps({"host": self._id, "reports": reports, "room": room}).encode()
        headers = {SECRET_HEADER.decode(): self._secret.decode()}
        async with self._session.post(url, data=body, headers=headers) as answer:
            answer.raise_for_status()
            files: list[dict[str, Any]] = (await answer.json(content_type=None))["files"]
        return files

    @property
    def capacity(self) -> int:
        """How many files keep the decoders busy."""
        return self._pool.capacity

    async def examine(self, file: dict[str, Any]) -> dict[str, Any]:
        """The report about a file."""
        id, path = file["id"], file["path"]
        try:
            repository = await self._store.read(
                lambda connection: repositories.require(connection, uuid.UUID(file["repository"]))
            )
            files = self._file_stores.of(repository.root)
            known = file.get("known")  # leaders of earlier versions do not say it
            examination = await files.examine(self._pool, path, None if known is None else bytes.fromhex(known))
            # The leader has just listed the file. So this location is empty, or another one, as without its mount.
            is_missing = examination.answer.get("rule") == "file.vanished"
            is_read = "hash" in examination.answer or "same" in examination.answer
            if is_missing or (not is_read and not await in_file_thread(files.is_available)):
                return report_of(id, None, is_unavailable=True)
        except (UnavailableError, FaultError, NoDecoderError, PoolClosedError):
            return report_of(id, None, is_unavailable=True)
        except Exception:  # the leader examines this file itself, and the others are not concerned
            _log.exception("a file cannot be examined for the leader of scans")
            return report_of(id, None)
        return report_of(id, Examination(examination.answer, examination.facts))


class _ExaminationLoop:
    """Asks one leader for files, and sends it the reports, until an error ends it."""

    def __init__(self, decoders: LentDecoders, leader: Holder) -> None:
        self._decoders = decoders
        self._leader = leader
        self._running: set[asyncio.Task[dict[str, Any]]] = set()
        self._reports: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._has_room = asyncio.Event()
        self._has_room.set()

    async def run(self) -> None:
        """Raises what the client library raises."""
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._ask())
                group.create_task(self._report())
        except BaseExceptionGroup as errors:
            raise errors.exceptions[0] from None
        finally:
            for task in self._running:
                task.cancel()
            await asyncio.gather(*self._running, return_exceptions=True)

    async def _ask(self) -> None:
        while True:
            await self._has_room.wait()
            for file in await self._decoders.ask(self._leader, [], self._decoders.capacity - len(self._running)):
                task = asyncio.create_task(self._decoders.examine(file))
                self._running.add(task)
                task.add_done_callback(self._end)
            if len(self._running) >= self._decoders.capacity:
                self._has_room.clear()

    def _end(self, task: asyncio.Task[dict[str, Any]]) -> None:
        self._running.discard(task)
        self._has_room.set()
        if not task.cancelled():
            self._reports.put_nowait(task.result())

    async def _report(self) -> None:
        while True:
            reports = [await self._reports.get()]
            with suppress(asyncio.QueueEmpty):
                while len(reports) < MAX_REPORTS:
                    reports.append(self._reports.get_nowait())
            await self._decoders.ask(self._leader, reports, 0)

"""The directory of a leader: which host leads a role, and where the other hosts reach it."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from contextlib import suppress
from typing import Final

from facetry.cluster.leadership import POLL_SECONDS
from facetry.cluster.roles import Role
from facetry.store.engines.postgresql.leases import Holder, Leases, UnreachableError

STALE_SECONDS: Final = 10.0
"""Without a look at the database for so long, nobody counts as the leader."""

_log = logging.getLogger(__name__)


class LeaderDirectory:
    """Looks at the lease of a role in a thread, from `begin` to `close`. Others wait on one event loop."""

    def __init__(self, leases: Leases, role: Role) -> None:
        self._leases = leases
        self.role: Final = role
        self._holder: Holder | None = None
        self._seen_at = 0.0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiters: set[asyncio.Future[None]] = set()
        self._is_closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="facetry-leader-directory", daemon=True)

    def begin(self) -> None:
        """Begin to look. On the event loop of those who wait."""
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    def close(self) -> None:
        """Stop looking."""
        self._is_closing.set()
        with suppress(RuntimeError):  # it was never begun
            self._thread.join(STALE_SECONDS)
        self._leases.close()

    @property
    def leader(self) -> Holder | None:
        """The leader as of the last look; None if there is none, or it is about to end."""
        holder = self._holder
        if (
            holder is None
            or not holder.is_current
            or not holder.address
            or time.monotonic() - self._seen_at > STALE_SECONDS
        ):
            return None
        return holder

    def is_at(self, address: str) -> bool:
        """Whether the leader is reached at an address."""
        leader = self.leader
        return leader is not None and leader.address == address

    async def wait_for_leader(self, until: float) -> Holder | None:
        """The leader, when there is one; None if there is none `until` then, on the monotonic clock."""
        with suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, until - time.monotonic())):
                while self.leader is None:
                    await self._next_look()
        return self.leader

    async def wait_for_another(self, former: Holder) -> None:
        """Return when there is another leader than this one."""
        while (leader := self.leader) is None or leader.token == former.token:
            await self._next_look()

    async def _next_look(self) -> None:
        waiter = asyncio.get_running_loop().create_future()
        self._waiters.add(waiter)
        try:
            await waiter
        finally:
            self._waiters.discard(waiter)

    def _wake(self) -> None:
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(None)

    def _run(self) -> None:
        was_reachable = True
        while not self._is_closing.is_set():
            begin = time.monotonic()
            try:
                self._holder = self._leases.find(self.role)
                self._seen_at, was_reachable = begin, True
            except UnreachableError as error:
                if was_reachable:
                    _log.warning("the leader is not known: the database cannot be reached: %s", error)
                was_reachable = False
            if self._waiters and self._loop is not None:
                with suppress(RuntimeError):  # the event loop is closed
                    self._loop.call_soon_threadsafe(self._wake)
            self._is_closing.wait(POLL_SECONDS)

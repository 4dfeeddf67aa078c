"""Leadership: one host of a cluster leads a role as long as it extends the lease of that role."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from typing import Final

from facetry.cluster.roles import Role
from facetry.store.engine import DatabaseUrl, Lease
from facetry.store.engines.postgresql.leases import Leases, UnreachableError
from facetry.store.migrations import HEAD

LEASE_SECONDS: Final = 5.0
EXTENSION_SECONDS: Final = 1.0
"""Interval in which the leader extends its lease."""
MARGIN_SECONDS: Final = 0.5
"""So long before the lease ends, a leader that could not extend it is no leader any more."""
POLL_SECONDS: Final = 0.25
"""Interval in which the other hosts look whether the lease has ended."""
_RETRY_SECONDS: Final = 0.1

_log = logging.getLogger(__name__)


def wait_for_leadership(
    leases: Leases, role: Role, host: str, address: str, must_end: Callable[[], bool]
) -> LeaseTerm | None:
    """Block until this host leads a role; None if it `must_end` before. A host whose version is older than the library
    leaves the lease to others, because it could not open the library.
    """
    was_reachable, was_current = True, True
    while not must_end():
        begin = time.monotonic()
        try:
            holder = leases.find(role)
            is_free = holder is None or not holder.is_current or holder.id == host
            if is_free and leases.revision() > HEAD:
                if was_current:
                    _log.warning("this host cannot become a leader: a newer Facetry has migrated the library")
                was_current, is_free = False, False
            begin = time.monotonic()
            lease = leases.acquire(role, host, address, LEASE_SECONDS) if is_free else None
            was_reachable = True
        except UnreachableError as error:
            if was_reachable:
                _log.warning("this host cannot become a leader: the database cannot be reached: %s", error)
            was_reachable, lease = False, None
        if lease is not None:
            return LeaseTerm(lease, begin + LEASE_SECONDS)
        time.sleep(POLL_SECONDS)
    return None


class LeaseTerm:
    """A lease, and when it ends at the latest, on the monotonic clock of this process."""

    def __init__(self, lease: Lease, ends_at: float) -> None:
        self.lease = lease
        self.ends_at = ends_at

    def has_ended(self) -> bool:
        """Whether this process has to stop what it does under the lease."""
        return time.monotonic() >= self.ends_at - MARGIN_SECONDS


class LeaseKeeper:
    """Extends a lease from `begin` to `close`, in a thread. A second thread calls `on_lost` once when another process
    has the lease, or when it could not be extended in time: the first one may be waiting for the database.
    """

    def __init__(self, url: DatabaseUrl, leases: Leases, term: LeaseTerm, on_lost: Callable[[], None]) -> None:
        """`leases` are those of the database at `url`, for the thread that extends the lease."""
        self._url = url
        self._leases = leases
        self._term = term
        self._on_lost = on_lost
        self._is_taken = False
        self._is_closing = threading.Event()
        self._threads = [
            threading.Thread(target=self._extend, name="facetry-lease", daemon=True),
            threading.Thread(target=self._watch, name="facetry-lease-end", daemon=True),
        ]

    def begin(self) -> None:
        """Begin to extend the lease."""
        for thread in self._threads:
            thread.start()

    async def retire(self) -> None:
        """Return when no other host sends more requests here. The lease goes on."""
        await asyncio.to_thread(self._retire)
        await asyncio.sleep(2 * POLL_SECONDS)

    def close(self) -> None:
        """End the lease, so that another host can be the leader at once."""
        self._is_closing.set()
        self._threads[0].join(EXTENSION_SECONDS + LEASE_SECONDS)
        try:
            self._leases.release(self._term.lease)
        except UnreachableError as error:
            _log.warning("another host can be the leader only when the lease has ended: %s", error)
        self._leases.close()

    def _retire(self) -> None:
        leases = Leases(self._url)
        try:
            leases.retire(self._term.lease)
        except UnreachableError as error:
            _log.warning("other hosts may still send requests here: %s", error)
        finally:
            leases.close()

    def _extend(self) -> None:
        pause = EXTENSION_SECONDS
        while not self._is_closing.wait(pause):
            begin = time.monotonic()
            try:
                if self._leases.extend(self._term.lease, LEASE_SECONDS):
                    self._term.ends_at = begin + LEASE_SECONDS
                    pause = EXTENSION_SECONDS
                else:
                    self._is_taken = True
                    return
            except UnreachableError as error:
                _log.warning("the lease of the leader could not be extended: %s", error)
                pause = _RETRY_SECONDS

    def _watch(self) -> None:
        while not self._is_closing.wait(_RETRY_SECONDS):
            if self._is_taken or self._term.has_ended():
                self._on_lost()
                return

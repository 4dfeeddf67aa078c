"""Leases that do what a test says, for tests of those who hold and watch them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import cast

from facetry.store.engines.postgresql.leases import Holder, Leases, UnreachableError
from facetry.store.lease import Lease
from facetry.store.migrations import HEAD

LEASE = Lease("scan", 1)


def holder(id: str, token: int = 1, *, address: str | None = None, is_current: bool = True) -> Holder:
    """The holder of a lease, by default at an address of its own."""
    return Holder(id, f"{id}:1" if address is None else address, token, is_current)


def wait_until(condition: Callable[[], object], seconds: float = 10.0) -> None:
    """Wait for what a thread does."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.002)


@dataclass
class ScriptedLeases:
    """One lease. Notes what is asked of it."""

    found: Holder | None = None
    is_reachable: bool = True
    is_own: bool = True
    """Whether the lease can still be extended."""
    migration: str = HEAD
    seconds: float = 0.0
    """How long an acquisition and an extension take."""
    calls: list[str] = field(default_factory=list)
    ends: list[str] = field(default_factory=list)
    """The calls that have ended."""

    def real(self) -> Leases:
        """The same for a type checker."""
        return cast("Leases", self)

    def count(self, name: str) -> int:
        """How many calls of this name have begun."""
        return self.calls.count(name)

    @contextmanager
    def _call(self, name: str) -> Iterator[None]:
        self.calls.append(name)
        if not self.is_reachable:
            raise UnreachableError("nobody answers")
        yield
        self.ends.append(name)

    def find(self, _: str) -> Holder | None:
        with self._call("find"):
            return self.found

    def revision(self) -> str:
        with self._call("revision"):
            return self.migration

    def acquire(self, name: str, id: str, address: str, seconds: float) -> Lease | None:
        with self._call(f"acquire {name} {id} {address} {seconds:g}"):
            time.sleep(self.seconds)
            return LEASE if self.is_own else None

    def extend(self, lease: Lease, seconds: float) -> bool:
        assert lease == LEASE
        assert seconds > 0
        with self._call("extend"):
            time.sleep(self.seconds)
            return self.is_own

    def release(self, lease: Lease) -> None:
        assert lease == LEASE
        with self._call("release"):
            pass

    def retire(self, lease: Lease) -> None:
        assert lease == LEASE
        with self._call("retire"):
            pass

    def close(self) -> None:
        self.calls.append("close")

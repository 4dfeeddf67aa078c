"""Slows down whoever tries one key after another. Valid keys are never delayed, also those from the same address."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

FREE_KEYS: Final = 64
"""Different unknown keys of one address that are refused at once within `WINDOW_SECONDS`."""
WINDOW_SECONDS: Final = 600.0
DELAY_SECONDS: Final = 1.0
"""Pause before the refusal of each further key."""
MAX_WAITING_OF_ADDRESS: Final = 8
MAX_WAITING: Final = 256
MAX_ADDRESSES: Final = 2_048
"""Addresses that are remembered; the one without a failure for longest is forgotten first."""
_LOG_SECONDS: Final = 10.0

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Attempts:
    """The failures of one address. `hashes` are those of the keys, in a hash of this process that nobody can guess."""

    begin: float
    hashes: set[int] = field(default_factory=set)
    waiting: int = 0


class FailedKeys:
    """The failed keys of each address; bounded in memory.

    A program that repeats one wrong key is a mistake, and is refused at once. Different keys are guesses.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`clock` returns seconds that never go back; `sleep` waits for a number of seconds."""
        self._clock = clock
        self._sleep = sleep
        self._attempts: OrderedDict[str, _Attempts] = OrderedDict()
        self._waiting = 0
        self._last_line = -_LOG_SECONDS

    def __len__(self) -> int:
        """The number of remembered addresses."""
        return len(self._attempts)

    async def record(self, address: str, secret: str) -> bool:
        """Record that a key failed, and wait if the address has tried too many. Returns whether to answer: False when
        the address has too many waiting attempts, and its connection should be closed.
        """
        attempts = self._attempts_of(address_group(address))
        secret_hash = hash(secret)
        if secret_hash in attempts.hashes:
            return True
        if len(attempts.hashes) < FREE_KEYS:
            attempts.hashes.add(secret_hash)
            return True
        self._report(address)
        if attempts.waiting >= MAX_WAITING_OF_ADDRESS or self._waiting >= MAX_WAITING:
            return False
        attempts.waiting += 1
        self._waiting += 1
        try:
            await self._sleep(DELAY_SECONDS)
        finally:
            attempts.waiting -= 1
            self._waiting -= 1
        return True

    def _attempts_of(self, group: str) -> _Attempts:
        now = self._clock()
        attempts = self._attempts.get(group)
        if attempts is None:
            if len(self._attempts) >= MAX_ADDRESSES:
                self._attempts.popitem(last=False)
            attempts = self._attempts[group] = _Attempts(now)
        elif now - attempts.begin > WINDOW_SECONDS:
            attempts.begin = now
            attempts.hashes.clear()
        self._attempts.move_to_end(group)
        return attempts

    def _report(self, address: str) -> None:
        now = self._clock()
        if now - self._last_line >= _LOG_SECONDS:
            self._last_line = now
            _log.warning("%s tries one unknown key after another and is answered slowly", address)


def address_group(address: str) -> str:
    """The address, or for IPv6 its network of 64 bits, which one machine can have as a whole."""
    if ":" not in address:
        return address
    try:
        ip = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(ip) >> 64 << 64, 64)))

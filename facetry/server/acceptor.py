"""Accepts connections, a few in each turn of the event loop.

The event loop by itself would accept all that wait before it reads from any. Whoever connects fast enough could then
have connections closed whose requests nobody has read.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
from collections.abc import Callable
from functools import partial
from typing import Any, Final, Protocol

from facetry.http.failed_keys import address_group
from facetry.server.connection_limits import ConnectionLimits, LimitedConnection
from facetry.system.log_rate_limit import LogRateLimit

MAX_ACCEPTED: Final = 16
"""Maximum number of connections that are accepted in one turn of the event loop."""
_ACCEPTED_SHARE: Final = 32
"""At most one in so many slots is given in one turn. The first request of a connection is read some turns later."""
MAX_UNSENT_BYTES: Final = 128 * 1024
"""How much of the answers on a connection the operating system keeps, besides what is under way. Otherwise it would
keep megabytes for each connection."""
RETRY_SECONDS: Final = 0.1
"""Pause after the operating system had no file for a connection."""
_WAIT_SECONDS: Final = 0.001
_EXHAUSTION: Final = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})

log = logging.getLogger(__name__)
log.addFilter(LogRateLimit())

MakeConnection = Callable[[bool], LimitedConnection]
"""Makes the protocol of a new connection, given whether it has a slot. Without one, it should be refused."""


class Listener(Protocol):
    """The part of a listening socket that is used here."""

    def fileno(self) -> int:
        """The file that is readable when a connection waits."""

    def accept(self) -> tuple[socket.socket, Any]:
        """A connection and its address. Raises `OSError` as a socket does."""

    def setblocking(self, flag: bool, /) -> None:
        """Whether `accept` waits."""

    def setsockopt(self, level: int, option: int, value: int, /) -> None:
        """Set an option, which accepted sockets have as well."""

    def close(self) -> None:
        """Close the socket."""


class Acceptor:
    """Accepts the connections of one listening socket, within limits. Those that have no slot yet stay in the queue
    of the operating system.
    """

    def __init__(
        self,
        listener: Listener,
        limits: ConnectionLimits,
        make_connection: MakeConnection,
        on_lost: Callable[[str], None] | None = None,
    ) -> None:
        """`on_lost` gets the address of each connection that has ended."""
        self._on_lost = on_lost
        self._loop = asyncio.get_running_loop()
        self._listener = listener
        self._limits = limits
        self._max_accepted = max(1, min(MAX_ACCEPTED, limits.maximum_of_address // _ACCEPTED_SHARE))
        self._make_connection = make_connection
        self._next: tuple[socket.socket, str] | None = None
        """A connection that waits for a slot, and its address."""
        self._is_stopped = self._is_scheduled = False
        self._openings: set[asyncio.Task[object]] = set()

    def begin(self) -> None:
        """Accept connections until `stop`."""
        if not self._is_stopped:
            self._listener.setblocking(False)
            self._listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, MAX_UNSENT_BYTES)
            self._loop.add_reader(self._listener, self._accept_some)

    async def stop(self) -> None:
        """Accept no more connections. Those that were accepted are open afterwards; the listening socket is too."""
        self._is_stopped = True
        self._loop.remove_reader(self._listener)
        if self._next is not None:
            self._next[0].close()
            self._next = None
        await asyncio.gather(*self._openings, return_exceptions=True)

    def _accept_some(self) -> None:
        """Accept what is waiting. Places are made once at most: new connections have to be read before the next ones
        may take their places. Connections that are being opened cannot be closed yet, so a refusal waits for them.
        """
        has_made_slot = False
        for _ in range(self._max_accepted):
            self._next = self._next or self._accept()
            if self._next is None:
                return
            accepted, address = self._next
            has_slot = self._limits.has_slot(address)
            if not has_slot:
                has_slot = not has_made_slot and self._limits.make_slot(address)
                if not has_slot and (has_made_slot or self._openings):
                    self._accept_soon()
                    return
                has_made_slot = True
            self._next = None
            self._open(accepted, address, has_slot=has_slot)

    def _accept_soon(self) -> None:
        """Accept more in some turns, also when no other connection wakes the event loop."""
        if not self._is_scheduled:
            self._is_scheduled = True
            self._loop.call_later(_WAIT_SECONDS, self._accept_more)

    def _accept_more(self) -> None:
        self._is_scheduled = False
        self._accept_some()

    def _accept(self) -> tuple[socket.socket, str] | None:
        """A connection and its address. None if there is none, or no file for it."""
        if self._is_stopped:
            return None
        try:
            accepted, address = self._listener.accept()
        except OSError as error:
            if error.errno in _EXHAUSTION:
                log.warning("no connection can be accepted: %s", error.strerror)
                self._loop.remove_reader(self._listener)
                self._loop.call_later(RETRY_SECONDS, self.begin)
            return None  # otherwise nothing waits any more, or the client is gone
        accepted.setblocking(False)
        return accepted, address_group(str(address[0]))

    def _open(self, accepted: socket.socket, address: str, *, has_slot: bool) -> None:
        connection = self._make_connection(has_slot)
        connection.address = address
        if self._on_lost is not None:
            connection.on_lost = partial(self._on_lost, address)
        if has_slot:
            self._limits.add(connection)
        opening = self._loop.create_task(self._loop.connect_accepted_socket(lambda: connection, accepted))
        self._openings.add(opening)

        def on_opened(task: asyncio.Task[object]) -> None:
            self._openings.discard(task)
            if task.cancelled() or task.exception() is not None:  # the client was gone already
                self._limits.remove(connection)
                accepted.close()
                if connection.on_lost is not None:
                    connection.on_lost()

        opening.add_done_callback(on_opened)

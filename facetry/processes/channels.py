"""Channels between the supervisor and its processes: messages that files may come with. A channel ends with either of
its processes.
"""

from __future__ import annotations

import asyncio
import errno
import marshal
import os
import socket
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

from facetry.http.failed_keys import address_group

MAX_FILES: Final = 4
_MAX_BYTES: Final = 200_000
_MAX_CLOSED: Final = 1_000
"""Largest number of addresses in one message about connections that have ended."""
_RETRY_SECONDS: Final = 0.05
_BOTH_GONE: Final = frozenset({errno.EPIPE, errno.ECONNRESET, errno.EBADF})
_FULL: Final = frozenset({errno.ENOBUFS, errno.ENOMEM, errno.ETOOMANYREFS})
"""The system has no room for a message now. ETOOMANYREFS: too many files are on their way, of all channels."""


class ChannelClosedError(Exception):
    """The process at the other end is gone."""


class Channel:
    """One end of a channel. Its calls do not wait."""

    def __init__(self, end: socket.socket) -> None:
        end.setblocking(False)
        self._end = end

    @classmethod
    def pair(cls) -> tuple[Channel, Channel]:
        """A new channel: the ends of two processes."""
        one, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        return cls(one), cls(other)

    def fileno(self) -> int:
        """The file that is readable when a message waits."""
        return self._end.fileno()

    def send(self, message: Any, files: Sequence[int] = ()) -> None:
        """Send a message of plain values. Raises `BlockingIOError` when the other end has to read first or the system
        has no room for the message, and `ChannelClosedError`.
        """
        try:
            socket.send_fds(self._end, [marshal.dumps(message)], list(files))
        except OSError as error:
            if error.errno in _BOTH_GONE:
                raise ChannelClosedError from None
            if error.errno in _FULL:
                raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN)) from None
            raise

    def receive(self) -> tuple[Any, list[int]]:
        """A message and its files; fewer files than were sent if this process cannot have more.

        Raises `BlockingIOError` when no message waits, and `ChannelClosedError`.
        """
        try:
            data, files, _, _ = socket.recv_fds(self._end, _MAX_BYTES, MAX_FILES)
        except ConnectionError:
            raise ChannelClosedError from None
        if not data:
            raise ChannelClosedError
        for file in files:
            os.set_inheritable(file, False)
        return marshal.loads(data), files  # noqa: S302  # from a process of this service

    def close(self) -> None:
        """Close this end."""
        self._end.close()


class PassedConnections:
    """The connections that the supervisor gives to an API process: stands for a listening socket (`Listener`).

    Belongs to one event loop.
    """

    def __init__(self, channel: Channel, on_supervisor_gone: Callable[[], object]) -> None:
        """`on_supervisor_gone` is called once, when the supervisor has ended."""
        self._channel = channel
        self._on_supervisor_gone = on_supervisor_gone
        self._closed: Counter[str] = Counter()
        """Connections that have ended and the supervisor does not know of, by their addresses."""
        self._is_reporting = self._is_gone = False

    def fileno(self) -> int:
        """The file that is readable when a connection waits."""
        return self._channel.fileno()

    def accept(self) -> tuple[socket.socket, tuple[str, int]]:
        """A connection and its address."""
        try:
            address, files = self._channel.receive()
        except ChannelClosedError:
            if not self._is_gone:
                self._is_gone = True
                self._on_supervisor_gone()
            asyncio.get_running_loop().remove_reader(self._channel)
            raise BlockingIOError from None
        if not files:
            self.closed(address_group(address))
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
        return socket.socket(fileno=files[0]), (address, 0)

    def closed(self, address: str) -> None:
        """Tell the supervisor that a connection of this address has ended."""
        self._closed[address] += 1
        if not self._is_reporting:
            self._is_reporting = True
            asyncio.get_running_loop().call_soon(self._report)

    def setblocking(self, flag: bool, /) -> None:
        """Do nothing: a channel does not wait."""

    def setsockopt(self, level: int, option: int, value: int, /) -> None:
        """Do nothing: the supervisor sets the options of connections."""

    def close(self) -> None:
        """Close the channel."""
        self._channel.close()

    def _report(self) -> None:
        self._is_reporting = False
        while self._closed and not self._is_gone:
            some = dict(self._closed.most_common(_MAX_CLOSED))
            try:
                self._channel.send(["closed", some])
            except BlockingIOError:
                self._is_reporting = True
                asyncio.get_running_loop().call_later(_RETRY_SECONDS, self._report)
                return
            except (ChannelClosedError, OSError):
                return  # `accept` finds that out as well
            for address in some:
                del self._closed[address]

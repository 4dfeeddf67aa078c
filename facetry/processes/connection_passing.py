"""Accepting of connections by the supervisor, which gives each to an API process."""

from __future__ import annotations

import logging
import selectors
import socket
import time
from collections.abc import Sequence
from typing import Final

from facetry.http.failed_keys import address_group
from facetry.processes.channels import ChannelClosedError
from facetry.processes.child import Child
from facetry.processes.dispatch import Dispatcher
from facetry.server.acceptor import MAX_UNSENT_BYTES, RETRY_SECONDS
from facetry.server.connection_limits import ConnectionLimits

MAX_ACCEPTED: Final = 64
"""Maximum number of connections that are accepted before signals and messages are looked at."""
WAIT_SECONDS: Final = 0.005
"""Pause before a connection is given once more to a process that had no room for it."""

log: Final = logging.getLogger(__name__)


class ConnectionPassing:
    """Accepts the connections of a listening socket, and gives them to those of `children` that are ready."""

    def __init__(
        self,
        listener: socket.socket,
        children: Sequence[Child],
        selector: selectors.BaseSelector,
        limits: Sequence[ConnectionLimits] = (),
    ) -> None:
        """`limits` are those of each child; without them, children have none."""
        listener.setblocking(False)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, MAX_UNSENT_BYTES)
        self._listener = listener
        self._children = children
        self._selector = selector
        self._is_listening = False
        self._accept_from = 0.0
        self._unassigned: list[tuple[socket.socket, str]] = []
        """Accepted connections without a process, with their addresses. They wait for the next process."""
        self.dispatcher = Dispatcher(limits)

    def next_at(self) -> float | None:
        """When something has to be done next, on the monotonic clock; None if nothing has to be without a message."""
        now = time.monotonic()
        if any(each.waiting for each in self._children):
            return now + WAIT_SECONDS
        return self._accept_from if self._accept_from > now else None

    def files(self) -> list[int]:
        """The files of this process for connections."""
        waiting = [accepted for each in self._children for accepted, _ in each.waiting]
        waiting += [accepted for accepted, _ in self._unassigned]
        return [each.fileno() for each in (self._listener, *waiting)]

    def run_once(self, *, is_open: bool) -> None:
        """Give the connections that wait, and accept more unless one has to wait for its process. Without `is_open`,
        accept none.
        """
        unassigned, self._unassigned = self._unassigned, []
        for accepted, address in unassigned:
            if (child := self._assign(accepted, address)) is not None:
                self._give(child)
        for each in self._children:
            if each.waiting:
                self._give(each)
        is_possible = (
            is_open
            and any(each.is_ready for each in self._children)
            and not self._unassigned
            and not any(each.waiting for each in self._children)
            and time.monotonic() >= self._accept_from
        )
        if is_possible and not self._is_listening:
            self._selector.register(self._listener, selectors.EVENT_READ, self)
        elif not is_possible and self._is_listening:
            self._selector.unregister(self._listener)
        self._is_listening = is_possible

    def accept(self) -> None:
        """Accept connections that wait in the queue of the operating system."""
        for _ in range(MAX_ACCEPTED):
            try:
                accepted, address = self._listener.accept()
            except BlockingIOError:
                return
            except OSError as error:
                log.warning("no connection can be accepted: %s", error.strerror)
                self._accept_from = time.monotonic() + RETRY_SECONDS
                return
            child = self._assign(accepted, str(address[0]))
            if child is not None:
                self._give(child)
            if child is None or child.waiting:
                return

    def forget(self, child: Child) -> None:
        """The process has ended, and its connections with it. Those that it was not given go to other processes."""
        if child.number is not None:
            self.dispatcher.remove(child.number)
        self._unassigned += child.waiting
        child.waiting.clear()

    def close(self) -> None:
        """Stop listening, and close the connections that no process has."""
        if self._is_listening:
            self._selector.unregister(self._listener)
            self._is_listening = False
        self._listener.close()
        for accepted, _ in self._unassigned:
            accepted.close()
        self._unassigned.clear()

    def _assign(self, accepted: socket.socket, address: str) -> Child | None:
        """Have a connection wait for a process, which is returned; None if there is no process now."""
        process = self.dispatcher.choose(address_group(address))
        if process is None:
            self._unassigned.append((accepted, address))
            return None
        child = self._children[process]
        child.waiting.append((accepted, address))
        return child

    def _give(self, child: Child) -> None:
        """Give a process the connections that wait for it, as far as its channel has room."""
        while child.waiting and child.channel is not None and child.number is not None:
            accepted, address = child.waiting[0]
            try:
                child.channel.send(address, [accepted.fileno()])
            except BlockingIOError:
                return
            except ChannelClosedError:
                return  # the end of the process follows, and then the connection goes to another one
            self.dispatcher.opened(child.number, address_group(address))
            accepted.close()
            child.waiting.pop(0)

"""The packets that wait until the library sends them to a socket, and direct writes of events that need not wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from facetry.extensions.socket.packets import EventBatch

WriteFrames = Callable[[bytes], bool]
"""Sends whole WebSocket frames at once; False if the other side is behind or the connection closes."""


class PacketQueue(asyncio.Queue[Any]):
    """The queue of one socket, from which the library takes packets to send. `None` in it ends the socket.

    The library needs two tasks for each packet. While everything that was queued before has been sent, `write` may
    send events directly, which keeps the order of all packets.
    """

    write_frames: WriteFrames | None = None
    """How frames are sent; None as long as the socket is not known, and on servers that cannot do it."""
    _is_awaited = False

    async def get(self) -> Any:
        """Take the next packet. Who calls it has sent all packets that were taken before."""
        self._is_awaited = True
        try:
            return await super().get()
        finally:
            self._is_awaited = False  # at once: what is taken is not sent yet

    def write(self, batch: EventBatch) -> int:
        """Send events at once, until some have to wait. Returns how many were sent."""
        count = 0
        if self.write_frames is None or not self._is_awaited or not self.empty():
            return count
        for run in batch.runs:
            if not self.write_frames(run.frames):
                break
            count += run.count
        return count

"""A front end on the socket. The coordinator has it, so the end of an API process does not end it."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass
from typing import Any, Final

import aiohttp
import socketio

from tests.crash.durability.connection import HOST
from tests.crash.durability.processes import KEY
from tests.crash.process_kills.connections import PAUSE_SECONDS
from tests.crash.process_kills.losses import Client, Losses
from tests.support.extensions.sockets import connection_message

_CALL_SECONDS: Final = 30.0


@dataclass
class FrontEnd:
    """Receives events in a thread of its own, and connects again whenever its connection is lost."""

    name: str
    port: int
    losses: Losses
    events: int = 0
    connections: int = 0

    def run_until(self, is_over: threading.Event) -> None:
        """Go on until the end, whatever is killed."""
        asyncio.run(self._run(is_over, self.losses.join(self.name)))

    async def _run(self, is_over: threading.Event, client: Client) -> None:
        while not is_over.is_set():
            port: int | None = None
            peer = self._new_peer(client)
            try:
                await peer.connect(f"http://{HOST}:{self.port}", transports=["websocket"])
                port = peer.eio.ws.get_extra_info("sockname")[1]
                self.losses.opened(port)
                await peer.call("connection", connection_message(KEY), timeout=_CALL_SECONDS)
                self.connections += 1
                while peer.connected and not is_over.is_set():  # noqa: ASYNC110  # the end is that of a thread
                    await asyncio.sleep(PAUSE_SECONDS)
                what = "the socket was closed"
            except (OSError, aiohttp.ClientError, socketio.exceptions.SocketIOError) as error:
                what = repr(error)
            finally:
                await peer.disconnect()
            if not is_over.is_set():
                self.losses.lost(port, f"{self.name}: {what}")
                await asyncio.sleep(PAUSE_SECONDS)
        client.is_over = True

    def _new_peer(self, client: Client) -> Any:
        peer: Any = socketio.AsyncClient(reconnection=False)

        @peer.on("events")  # type: ignore[untyped-decorator]  # of a library without types
        async def events(_: Any) -> bool:
            self.events += 1
            client.answers += 1
            return True

        return peer

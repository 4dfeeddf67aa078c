"""The gateway: the Socket.IO server for extensions and front ends, beside the API.

Socket.IO delivers at most once, and has an unbounded queue for each socket. So deliveries to extensions wait for an
acknowledgement, and their callers bound their number. A front end that does not read is disconnected; it can query
the API when it is back. Keys travel in messages, because published SDKs send them nowhere else, and each message is
checked by its own key.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final

import socketio

from facetry.extensions.socket.connections import Connections
from facetry.extensions.socket.engine_messages import packets_only
from facetry.extensions.socket.messages import (
    ConnectionMessage,
    connection_message_of,
    event_message,
    instructions_of,
)
from facetry.extensions.socket.packet_server import PacketServer
from facetry.extensions.socket.packets import JSON, OutgoingPacket, encode_events
from facetry.extensions.socket.peer import OnAcknowledged, Peer, RefusedAnswerError, SocketClosedError, UnansweredError
from facetry.extensions.socket.peer_keys import Authenticate, EndedKeys, KeyCheck, PeerKeys, TooManyKeysError
from facetry.extensions.socket.session_handler import ExtensionVersions, SessionHandler
from facetry.http.failed_keys import FailedKeys
from facetry.http.request import KNOWN_CALLER_KEY
from facetry.http.websocket import MAX_MESSAGE_BYTES, WEBSOCKET_PATH, may_connect
from facetry.library.credentials.ended_credentials import EndedCredentials
from facetry.library.credentials.ending_time import EndingTime
from facetry.system.log_rate_limit import LogRateLimit
from generated.events import Connected, Delivery, ExtensionValue, ExtensionVersionsValue

EVENTS: Final = "events"
IDENTIFICATION_SECONDS: Final = 10.0
"""How long a socket may take to send its message `connection`."""
MAX_UNIDENTIFIED: Final = 512
MAX_SOCKETS: Final = 4_096
"""Beyond these maxima, the sockets without a key that have waited longest are closed."""
_CLOSED_SHARE: Final = 16
"""One of so many sockets is closed at once."""
HANDSHAKE_SECONDS: Final = 60.0
"""How long the hooks of an extension that run before it is ready may take, each."""
MAX_QUEUED_MESSAGES: Final = 1_000
"""Maximum number of messages queued for a front end; with more it is disconnected."""
CHECK_SECONDS: Final = 0.5
"""Seconds between two checks of the keys of open sockets."""

log = logging.getLogger(__name__)
log.addFilter(LogRateLimit())
_library_log: Final = logging.getLogger(f"{__name__}.library")
_library_log.setLevel(logging.CRITICAL)  # the library logs a traceback for each malformed packet


App = Callable[[Any, Any, Any], Awaitable[None]]
MessageHandler = Callable[..., Awaitable[Any]]
"""Handles a message, given the socket's id and the data."""


class Gateway:
    """All sockets of the service."""

    def __init__(
        self,
        authenticate: Authenticate,
        session_handler: SessionHandler,
        origins: tuple[str, ...] = (),
        failed_keys: FailedKeys | None = None,
        ended_keys: EndedKeys | None = None,
        ending_time: EndingTime | None = None,
    ) -> None:
        """`origins`: origins of web pages that may connect, besides the service's own. `failed_keys`, `ended_keys` and
        `ending_time`: the API's.
        """
        self._authenticate = authenticate
        ended, clock = ended_keys or EndedCredentials(), ending_time or EndingTime()
        self._peer_keys = PeerKeys(lambda secret: self._authenticate(secret), ended, clock.has_ended)
        self._front_end_turn = asyncio.Lock()
        """Held while events are sent to front ends: whoever waits for a check of their keys keeps its turn."""
        self._key_check = KeyCheck(authenticate, FailedKeys() if failed_keys is None else failed_keys)
        self._session_handler = session_handler
        self._server = PacketServer(
            self._name_of,
            self._on_refused,
            async_mode="asgi",
            transports=["websocket"],
            max_http_buffer_size=MAX_MESSAGE_BYTES,
            serializer=OutgoingPacket,
            json=JSON,
            cors_allowed_origins=functools.partial(may_connect, origins),
            logger=_library_log,
            engineio_logger=_library_log,
        )
        self._connections = Connections(self._server)
        self._app: App = socketio.ASGIApp(self._server, socketio_path=WEBSOCKET_PATH.decode().strip("/"))
        self._unidentified: dict[str, float] = {}
        self._silent_deadlines: dict[str, float] = {}
        """Deadlines of Engine.IO connections without a Socket.IO session, by Engine.IO id."""
        self._peers: dict[str, Peer] = {}
        self._extensions: dict[str, Peer] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._check_task: asyncio.Task[None] | None = None
        self._server.on("connect", self._on_connect)
        self._server.on("disconnect", self._on_disconnect)
        self._server.on("connection", self._with_error_handling(self._on_connection_message))
        instructions_handler = self._with_error_handling(self._on_instructions)
        self._server.on("instructions", instructions_handler)
        self._server.on("notifications", instructions_handler)  # the name in SDKs before 0.20

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a WebSocket."""
        if len(self._server.eio.sockets) >= MAX_SOCKETS:
            if not (unknown_sids := self._unknown_sids()):
                await receive()
                await send({"type": "websocket.close", "code": 1013})
                return
            for engine_sid in unknown_sids[: max(1, MAX_SOCKETS // _CLOSED_SHARE)]:
                self._connections.abort(engine_sid)
        await self._app(scope, packets_only(receive, send), send)

    async def begin(self) -> None:
        """Start the periodic checks of the sockets."""
        self._check_task = asyncio.create_task(self._check_sockets())

    async def stop(self) -> None:
        """Disconnect all sockets."""
        if self._check_task is not None:
            self._check_task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._check_task
        for sid in [*self._peers, *self._unidentified]:
            self._close(sid)
        await self._server.shutdown()

    def is_ready(self, extension: str) -> bool:
        """Whether the extension is connected and accepts events."""
        peer = self._extensions.get(extension)
        return peer is not None and peer.is_ready

    @property
    def front_end_count(self) -> int:
        """Number of connected front ends."""
        return sum(peer.extension is None for peer in self._peers.values())

    async def deliver(
        self,
        extension: str,
        channel: str,
        value: Mapping[str, Any],
        *,
        event_time: int,
        seconds: float,
        is_activity: bool = False,
        context_id: str | None = None,
    ) -> Any:
        """Send one event to an extension that is ready, and return the value of its acknowledgement.

        Raises `SocketClosedError` when it is not connected or disconnects, `UnansweredError` after `seconds`, and
        `RefusedAnswerError`.
        """
        peer = self._extensions.get(extension)
        if peer is None or not peer.is_ready:
            raise SocketClosedError(extension)
        message = event_message(channel, value, event_time, is_activity, context_id)
        return await self._request(peer, message, seconds)

    async def send_to_front_ends(
        self,
        channel: str,
        value: Mapping[str, Any],
        *,
        event_time: int,
        is_activity: bool = False,
        context_id: str | None = None,
    ) -> None:
        """Send an event to all front ends; those with a full queue are disconnected instead.

        `context_id`: the delivery to an extension that the event is about; None for an event of its own.
        """
        await self.send_all_to_front_ends([event_message(channel, value, event_time, is_activity, context_id)])

    async def send_all_to_front_ends(self, messages: Sequence[Delivery]) -> None:
        """Send events to all front ends, as `send_to_front_ends` does one."""
        listening = [peer for peer in self._peers.values() if peer.extension is None and peer.is_ready]
        if not listening or not messages:
            return
        batch = encode_events(EVENTS, messages)
        async with self._front_end_turn:
            for peer in await self._with_valid_keys(listening):
                if not await self._connections.send(peer.sid, batch, MAX_QUEUED_MESSAGES):
                    log.warning("a front end was disconnected: it does not read its events")
                    self._close(peer.sid)

    async def ask_front_end(
        self,
        channel: str,
        value: Mapping[str, Any],
        *,
        event_time: int,
        seconds: float,
        is_activity: bool = False,
        context_id: str | None = None,
    ) -> Any:
        """Request an answer from the front end that has been connected longest. Raises as `deliver` does."""
        peer = next((peer for peer in self._peers.values() if peer.extension is None), None)
        if peer is None:
            raise SocketClosedError("no front end")
        return await self._request(peer, event_message(channel, value, event_time, is_activity, context_id), seconds)

    def disconnect(self, extension: str) -> None:
        """Disconnect an extension."""
        peer = self._extensions.get(extension)
        if peer is not None:
            self._close(peer.sid)

    # Handlers of socket events.

    async def _on_connect(self, sid: str, environ: Mapping[str, Any], auth: Any = None) -> None:  # noqa: ARG002  # as called
        if len(self._unidentified) >= MAX_UNIDENTIFIED:  # the one that has waited longest gives way
            self._close(next(iter(self._unidentified)))
        self._unidentified[sid] = time.monotonic() + IDENTIFICATION_SECONDS

    async def _on_disconnect(self, sid: str, reason: str | None = None) -> None:  # noqa: ARG002  # as it is called
        self._unidentified.pop(sid, None)
        await self._unregister(sid)

    def _with_error_handling(self, handler: MessageHandler) -> MessageHandler:
        """A handler that disconnects the socket when `handler` raises; the client may connect again."""

        async def handle_or_close(sid: str, data: Any = None, *_: Any) -> Any:
            try:
                return await handler(sid, data)
            except Exception:  # the library would not log it
                log.exception("a message of a socket could not be handled")
                self._close(sid)

        return handle_or_close

    async def _on_connection_message(self, sid: str, data: Any = None) -> Any:
        message = connection_message_of(data)
        if message is None or sid not in self._unidentified | self._peers.keys():
            return None
        if not message.is_open:
            if (peer := self._peers.get(sid)) is not None and peer.secret == message.secret:
                await self._unregister(sid)
                self._unidentified[sid] = time.monotonic() + IDENTIFICATION_SECONDS
            return None
        try:
            if not await self._key_check.is_allowed(message, self._connections.address(sid)):
                return None
        except TooManyKeysError:
            self._close(sid)
            return None
        if sid in self._unidentified or sid in self._peers:  # else it has disconnected meanwhile
            await self._register(sid, message)
        return Connected(maximumPayloadSizeInBytes=MAX_MESSAGE_BYTES)

    async def _register(self, sid: str, message: ConnectionMessage) -> None:
        await self._unregister(sid)
        self._unidentified.pop(sid, None)
        self._connections.call(self._connections.engine_sid(sid), KNOWN_CALLER_KEY)
        peer = Peer(sid, message.secret, message.extension)
        if peer.extension is None:
            self._peers[sid] = peer  # before the handler checks for connected front ends
            self._connections.allow_direct_writes(sid)
            await self._session_handler.on_front_end_connected()
            peer.is_ready = True
            return
        if (previous := self._extensions.get(peer.extension)) is not None:
            self._close(previous.sid)  # the newer socket replaces the older one
            await self._unregister(previous.sid)
        self._peers[sid] = self._extensions[peer.extension] = peer
        peer.handshake = asyncio.create_task(self._run_handshake(peer, peer.extension, message))
        self._tasks.add(peer.handshake)
        peer.handshake.add_done_callback(self._tasks.discard)

    async def _run_handshake(self, peer: Peer, extension: str, message: ConnectionMessage) -> None:
        """Run the handshake of an extension: its upgrade, and its hook for being ready."""
        try:
            versions = await self._session_handler.versions(extension)
            if versions is None:
                raise SocketClosedError("It uses the API only, or is not enabled.")
            if message.expects_handshake:
                await self._exchange_versions(peer, extension, versions)
            await self._session_handler.on_ready(extension, sends_confirmations=message.sends_confirmations)
            peer.is_ready = True  # right after `on_ready`: a socket that closes before cancels it
        except (SocketClosedError, UnansweredError, RefusedAnswerError) as error:
            log.warning("the extension %s did not become ready: %s %s", extension, type(error).__name__, error)
            self._close(peer.sid)
        except Exception:
            log.exception("the extension %s could not be made ready", extension)
            self._close(peer.sid)

    async def _exchange_versions(self, peer: Peer, extension: str, versions: ExtensionVersions) -> None:
        value: ExtensionVersionsValue = {"current": versions.current, "upgrade": versions.is_upgrade}
        if versions.previous is not None:
            value["previous"] = versions.previous
        now = time.time_ns() // 1_000_000
        if await self._request(peer, event_message("extension.versions", value, now), HANDSHAKE_SECONDS) is not True:
            raise UnansweredError
        if versions.is_upgrade:
            await self._session_handler.on_upgraded(extension, versions.current)
        ready = event_message("extension.ready", ExtensionValue(id=extension), now)
        if await self._request(peer, ready, HANDSHAKE_SECONDS) is not True:
            raise UnansweredError

    async def _on_instructions(self, sid: str, data: Any = None) -> Any:
        peer = self._peers.get(sid)
        if peer is None:
            return {"error": "The socket has not shown the key of an extension."}  # and not a line in the log
        instructions = instructions_of(data, peer)
        if isinstance(instructions, str):
            self._on_refused(sid, instructions)
            return {"error": instructions}
        if not await self._with_valid_keys([peer]):
            return None
        return await self._session_handler.on_instructions(instructions.extension, instructions)

    # Internals.

    async def _request(self, peer: Peer, message: Delivery, seconds: float) -> Any:
        if not await self._with_valid_keys([peer]) or peer.sid not in self._peers:
            raise SocketClosedError(peer.extension)

        async def emit(on_acknowledged: OnAcknowledged) -> None:
            await self._server.emit(EVENTS, message, to=peer.sid, callback=on_acknowledged)

        return await peer.answer_to(emit, seconds)

    async def _unregister(self, sid: str) -> None:
        peer = self._peers.pop(sid, None)
        if peer is None:
            return
        peer.end_answers()
        if peer.extension is None:
            return
        if self._extensions.get(peer.extension) is peer:
            del self._extensions[peer.extension]
        if peer.handshake is not None and not peer.is_ready:
            peer.handshake.cancel()
        if peer.is_ready:
            await self._session_handler.on_disconnected(peer.extension)

    async def _check_sockets(self) -> None:
        """Disconnect sockets that do not identify themselves, and those whose keys are no longer valid."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            now = time.monotonic()
            overdue_sids = [sid for sid, deadline in self._unidentified.items() if deadline < now]
            revoked_sids = [peer.sid for peer in list(self._peers.values()) if not await self._peer_keys.is_valid(peer)]
            for sid in (*overdue_sids, *revoked_sids):
                self._close(sid)
            self._close_silent(now)

    async def _with_valid_keys(self, peers: Sequence[Peer]) -> list[Peer]:
        """Those whose keys are valid just now. The others are disconnected."""
        valid = await self._peer_keys.valid(peers)
        for peer in peers:
            if peer not in valid:
                self._close(peer.sid)
        return valid

    def _name_of(self, sid: str | None) -> str | None:
        """What the log calls a socket that has shown a key; None for another one."""
        peer = None if sid is None else self._peers.get(sid)
        return None if peer is None else peer.name

    def _on_refused(self, sid: str | None, fault: str) -> None:
        """Tell the author of an extension about a message that is not valid."""
        peer = None if sid is None else self._peers.get(sid)
        if peer is not None and peer.extension is not None:
            self._session_handler.on_refused(peer.extension, fault)

    def _unknown_sids(self) -> list[str]:
        """The Engine.IO ids of the sockets that have not shown a key, the oldest first."""
        known_sids = {self._connections.engine_sid(sid) for sid in self._peers}
        return [sid for sid in self._server.eio.sockets if sid not in known_sids]

    def _close_silent(self, now: float) -> None:
        unidentified_sids = {self._connections.engine_sid(sid) for sid in self._unidentified}
        silent_sids = [sid for sid in self._unknown_sids() if sid not in unidentified_sids]
        self._silent_deadlines = {
            sid: self._silent_deadlines.get(sid, now + IDENTIFICATION_SECONDS) for sid in silent_sids
        }
        for sid, deadline in self._silent_deadlines.items():
            if deadline < now:
                self._connections.abort(sid)

    def _close(self, sid: str) -> None:
        self._connections.abort(self._connections.engine_sid(sid))

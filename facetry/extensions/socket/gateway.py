"""The socket: what extensions and front ends are told, and what they say, over Socket.IO beside the API.

Socket.IO delivers at most once and has an unbounded queue for each socket, so nothing here is relied on to arrive:
deliveries to extensions wait for their acknowledgement and are bounded by whoever asks for them, and a front end that
does not read is cut off, for it can ask the API again when it is back. Keys travel in messages (published SDKs send no
other), and each message is judged by its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, cast
from uuid import uuid4

import socketio

from facetry.auth import Principal
from facetry.extensions.socket.log_rate_limit import Sparing
from facetry.extensions.socket.messages import Introduction, instructions_of, introduction_of
from facetry.extensions.socket.packets import JSON, BoundedPacket, event_packets
from facetry.extensions.socket.session_handler import Owner, Versions
from facetry.http.connection import ABORT
from facetry.server import MESSAGE_BYTES, SOCKET_PATH
from generated.events import Connected, Delivery, ExtensionValue, ExtensionVersionsValue

EVENTS: Final = "events"
FRONT_END_SCOPE: Final = "event:read"
STRANGER_SECONDS: Final = 10.0
"""How long a socket may take to say who it is."""
MOST_STRANGERS: Final = 512
MOST_SOCKETS: Final = 4_096
HANDSHAKE_SECONDS: Final = 60.0
"""For the hooks of an extension that run before it is ready."""
MOST_QUEUED: Final = 1_000
"""Messages that wait for a front end to read; with one more it is cut off."""
CHECK_SECONDS: Final = 0.5
"""How often the keys of open sockets are looked at again."""

log = logging.getLogger(__name__)
log.addFilter(Sparing())
_library_log: Final = logging.getLogger(f"{__name__}.library")
_library_log.setLevel(logging.CRITICAL)  # it has a traceback for each packet that makes no sense


class LostError(Exception):
    """The socket is gone, and what came of the delivery is not known."""


class UnansweredError(Exception):
    """The extension did not acknowledge in time."""


Authenticate = Callable[[str], Awaitable[Principal | None]]
App = Callable[[Any, Any, Any], Awaitable[None]]
Handle = Callable[..., Awaitable[Any]]
"""Handles a message: the socket, and what it says."""


@dataclass(eq=False, slots=True)
class _Peer:
    """A socket that has said who it is."""

    sid: str
    secret: str = field(repr=False)
    extension: str | None
    is_ready: bool = False
    pending: set[asyncio.Future[Any]] = field(default_factory=set)
    handshake: asyncio.Task[None] | None = None


class Gateway:
    """All sockets of the service."""

    def __init__(self, authenticate: Authenticate, owner: Owner, origins: tuple[str, ...] = ()) -> None:
        """`origins`: of web pages that may connect, besides those of this very service."""
        self._authenticate = authenticate
        self._owner = owner
        self._server = socketio.AsyncServer(
            async_mode="asgi",
            transports=["websocket"],
            max_http_buffer_size=MESSAGE_BYTES,
            serializer=BoundedPacket,
            json=JSON,
            cors_allowed_origins=list(origins) or None,
            logger=_library_log,
            engineio_logger=_library_log,
        )
        self._app: App = socketio.ASGIApp(self._server, socketio_path=SOCKET_PATH.decode().strip("/"))
        self._strangers: dict[str, float] = {}
        self._silent: dict[str, float] = {}
        """Sockets that have not so much as begun to speak, by what the library calls them."""
        self._peers: dict[str, _Peer] = {}
        self._extensions: dict[str, _Peer] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._checking: asyncio.Task[None] | None = None
        self._server.on("connect", self._opened)
        self._server.on("disconnect", self._closed)
        self._server.on("connection", self._guarded(self._introduced))
        instructed = self._guarded(self._instructed)
        self._server.on("instructions", instructed)
        self._server.on("notifications", instructed)  # as SDKs before 0.20 call it

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a WebSocket."""
        if len(self._server.eio.sockets) >= MOST_SOCKETS:
            await receive()
            await send({"type": "websocket.close", "code": 1013})
        else:
            await self._app(scope, receive, send)

    async def begin(self) -> None:
        """Begin to look after the sockets."""
        self._checking = asyncio.create_task(self._check())

    async def stop(self) -> None:
        """Cut all sockets off."""
        if self._checking is not None:
            self._checking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._checking
        for sid in [*self._peers, *self._strangers]:
            self._end(sid)
        await self._server.shutdown()

    def is_ready(self, extension: str) -> bool:
        """Whether the extension takes events."""
        peer = self._extensions.get(extension)
        return peer is not None and peer.is_ready

    @property
    def front_ends(self) -> int:
        """Connected front ends."""
        return sum(peer.extension is None for peer in self._peers.values())

    async def deliver(
        self,
        extension: str,
        channel: str,
        value: Mapping[str, Any],
        *,
        happened: int,
        seconds: float,
        is_activity: bool = False,
        context: str | None = None,
    ) -> Any:
        """Hand one event to an extension that is ready, and return what it acknowledged with.

        Raises `LostError` when it is not connected or goes, `UnansweredError` after so many seconds.
        """
        peer = self._extensions.get(extension)
        if peer is None or not peer.is_ready:
            raise LostError(extension)
        message = _delivery(channel, value, happened, is_activity, context)
        return await self._asked(peer, message, seconds)

    async def tell_front_ends(
        self, channel: str, value: Mapping[str, Any], *, happened: int, is_activity: bool = False
    ) -> None:
        """Tell all front ends; those that have too much to read already are cut off instead."""
        listening = [peer for peer in self._peers.values() if peer.extension is None and peer.is_ready]
        if not listening:
            return
        packets = event_packets(EVENTS, _delivery(channel, value, happened, is_activity, None))
        for peer in listening:
            if self._queued(peer) > MOST_QUEUED:
                log.warning("a front end that does not read its events was cut off")
                self._end(peer.sid)
            elif (engine_sid := self._engine_sid(peer.sid)) is not None:
                for packet in packets:  # for which the library would have a task each
                    await self._server.eio.send_packet(engine_sid, packet)

    async def ask_front_end(self, channel: str, value: Mapping[str, Any], *, happened: int, seconds: float) -> Any:
        """Have the front end that has been connected longest answer. Raises as `deliver` does."""
        peer = next((peer for peer in self._peers.values() if peer.extension is None), None)
        if peer is None:
            raise LostError("no front end")
        return await self._asked(peer, _delivery(channel, value, happened, False, None), seconds)

    def cut(self, extension: str) -> None:
        """End the socket of an extension."""
        peer = self._extensions.get(extension)
        if peer is not None:
            self._end(peer.sid)

    # What sockets do.

    async def _opened(self, sid: str, environ: Mapping[str, Any], auth: Any = None) -> bool:  # noqa: ARG002  # as called
        if len(self._strangers) >= MOST_STRANGERS:
            return False
        self._strangers[sid] = time.monotonic() + STRANGER_SECONDS
        return True

    async def _closed(self, sid: str, reason: str | None = None) -> None:  # noqa: ARG002  # as it is called
        self._strangers.pop(sid, None)
        await self._forget(sid)

    def _guarded(self, handle: Handle) -> Handle:
        """As `handle`; a socket whose message could not be handled is ended, and may come again."""

        async def guarded(sid: str, data: Any = None) -> Any:
            try:
                return await handle(sid, data)
            except Exception:  # the library would say nothing of it
                log.exception("a message of a socket could not be handled")
                self._end(sid)

        return guarded

    async def _introduced(self, sid: str, data: Any = None) -> Any:
        introduction = introduction_of(data)
        if introduction is None or sid not in self._strangers | self._peers.keys():
            return None
        if not introduction.is_open:
            if (known := self._peers.get(sid)) is not None and known.secret == introduction.secret:
                await self._forget(sid)
                self._strangers[sid] = time.monotonic() + STRANGER_SECONDS
            return None
        if not await self._is_allowed(introduction):
            return None
        await self._welcome(sid, introduction)
        return Connected(maximumPayloadSizeInBytes=MESSAGE_BYTES)

    async def _is_allowed(self, introduction: Introduction) -> bool:
        principal = await self._authenticate(introduction.secret)
        if principal is None:
            log.warning("a socket was refused: its key is unknown, expired or revoked")
            return False
        if principal.extension_id != introduction.extension:
            log.warning("a socket was refused: its key is not that of the extension %s", introduction.extension)
            return False
        if introduction.extension is None and principal.allows(frozenset({FRONT_END_SCOPE})):
            log.warning("a socket was refused: its key lacks the scope %s", FRONT_END_SCOPE)
            return False
        return True

    async def _welcome(self, sid: str, introduction: Introduction) -> None:
        await self._forget(sid)
        self._strangers.pop(sid, None)
        peer = _Peer(sid, introduction.secret, introduction.extension)
        if peer.extension is None:
            self._peers[sid] = peer  # before the owner looks whether anybody listens
            await self._owner.listening()
            peer.is_ready = True
            return
        if (former := self._extensions.get(peer.extension)) is not None:
            self._end(former.sid)  # the newer one is the one that lives
            await self._forget(former.sid)
        self._peers[sid] = self._extensions[peer.extension] = peer
        peer.handshake = asyncio.create_task(self._shake_hands(peer, peer.extension, introduction))
        self._tasks.add(peer.handshake)
        peer.handshake.add_done_callback(self._tasks.discard)

    async def _shake_hands(self, peer: _Peer, extension: str, introduction: Introduction) -> None:
        """Have the extension go through its upgrade and say that it is ready."""
        try:
            versions = await self._owner.versions(extension)
            if versions is None:
                self._end(peer.sid)
                return
            if introduction.is_versioned:
                await self._upgrade(peer, extension, versions)
            peer.is_ready = True
            await self._owner.ready(extension, confirms=introduction.confirms)
        except (LostError, UnansweredError) as error:
            log.warning("the extension %s did not become ready: %s", extension, type(error).__name__)
            self._end(peer.sid)
        except Exception:
            log.exception("the extension %s could not be made ready", extension)
            self._end(peer.sid)

    async def _upgrade(self, peer: _Peer, extension: str, versions: Versions) -> None:
        value: ExtensionVersionsValue = {"current": versions.current, "upgrade": versions.is_upgrade}
        if versions.previous is not None:
            value["previous"] = versions.previous
        now = time.time_ns() // 1_000_000
        if await self._asked(peer, _delivery("extension.versions", value, now), HANDSHAKE_SECONDS) is not True:
            raise UnansweredError
        if versions.is_upgrade:
            await self._owner.upgraded(extension, versions.current)
        ready = _delivery("extension.ready", ExtensionValue(id=extension), now)
        if await self._asked(peer, ready, HANDSHAKE_SECONDS) is not True:
            raise UnansweredError

    async def _instructed(self, sid: str, data: Any = None) -> Any:
        peer = self._peers.get(sid)
        instructions = instructions_of(data)
        if peer is None or instructions is None or peer.extension is None:
            return None
        if instructions.extension != peer.extension or instructions.secret != peer.secret:
            return None  # as published services: what does not come with the right key is not heard
        return await self._owner.said(peer.extension, instructions)

    # How it is done.

    async def _asked(self, peer: _Peer, message: Delivery, seconds: float) -> Any:
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        peer.pending.add(answer)

        def heard(*values: Any) -> None:
            if not answer.done():
                answer.set_result(values[0] if values else None)

        try:
            await self._server.emit(EVENTS, message, to=peer.sid, callback=heard)
            async with asyncio.timeout(seconds):
                return await answer
        except TimeoutError:
            raise UnansweredError from None
        finally:
            peer.pending.discard(answer)

    async def _forget(self, sid: str) -> None:
        peer = self._peers.pop(sid, None)
        if peer is None:
            return
        for answer in peer.pending:
            if not answer.done():
                answer.set_exception(LostError(peer.extension))
                answer.exception()  # who asked may have been cancelled before it could look
        if peer.extension is None:
            return
        if self._extensions.get(peer.extension) is peer:
            del self._extensions[peer.extension]
        if peer.handshake is not None and not peer.is_ready:
            peer.handshake.cancel()
        if peer.is_ready:
            await self._owner.gone(peer.extension)

    def _queued(self, peer: _Peer) -> int:
        found = self._server.eio.sockets.get(self._engine_sid(peer.sid))
        return 0 if found is None else int(found.queue.qsize())

    async def _check(self) -> None:
        """Cut off those who do not say who they are, and those whose keys are no longer good."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            now = time.monotonic()
            late = [sid for sid, deadline in self._strangers.items() if deadline < now]
            revoked = [peer.sid for peer in list(self._peers.values()) if not await self._is_good(peer)]
            for sid in (*late, *revoked):
                self._end(sid)
            self._end_silent(now)

    async def _is_good(self, peer: _Peer) -> bool:
        """Whether its key still is; not when that cannot be told."""
        try:
            return await self._authenticate(peer.secret) is not None
        except Exception:
            log.exception("the key of a socket could not be looked at")
            return False

    def _end_silent(self, now: float) -> None:
        engine, spoken = self._server.eio, {self._engine_sid(sid) for sid in (*self._peers, *self._strangers)}
        silent = [sid for sid in engine.sockets if sid not in spoken]
        self._silent = {sid: self._silent.get(sid, now + STRANGER_SECONDS) for sid in silent}
        for sid, deadline in self._silent.items():
            if deadline < now:
                self._abort(sid)

    def _end(self, sid: str) -> None:
        if (engine_sid := self._engine_sid(sid)) is not None:
            self._abort(engine_sid)

    def _abort(self, engine_sid: str) -> None:
        # The library would wait for the client to go, and for what is queued to be read.
        if (environ := self._server.environ.get(engine_sid)) is not None:
            environ["asgi.scope"][ABORT]()

    def _engine_sid(self, sid: str) -> str | None:
        found: str | None = self._server.manager.eio_sid_from_sid(sid, "/")
        return found


def _delivery(
    channel: str, value: Mapping[str, Any], happened: int, is_activity: bool = False, context: str | None = None
) -> Delivery:
    message = Delivery(
        channel=channel, contextId=context or str(uuid4()), milliseconds=happened, value=cast("dict[str, Any]", value)
    )
    if is_activity:
        message["isActivity"] = True
    return message

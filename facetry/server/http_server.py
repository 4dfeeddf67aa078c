"""The HTTP server: uvicorn with limits on what connections send, how long they take, and how many there are."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

from uvicorn import Config
from uvicorn.server import Server as UvicornServer

from facetry.http.websocket import MAX_MESSAGE_BYTES, WEBSOCKET_PATH
from facetry.server.acceptor import Acceptor
from facetry.server.connection_limits import ConnectionLimits
from facetry.server.date_header import HeadersOfAnswers
from facetry.server.http_protocol import BoundedHTTPProtocol
from facetry.server.open_files import connections_within, raise_limit
from facetry.server.websocket_protocol import BoundedWebSocketProtocol
from facetry.system.end_signals import SAME_SIGNAL_SECONDS, end_signals

KEEP_ALIVE_SECONDS: Final = 15
STOP_SECONDS: Final = 10

_log = logging.getLogger(__name__)


class Server(UvicornServer):
    """Serves until SIGINT, SIGTERM or SIGHUP, then finishes the current requests."""

    before_refusing: Callable[[], Awaitable[None]] | None = None
    """Awaited at the beginning of the shutdown, while connections are still accepted."""
    before_shutdown: Callable[[], None] | None = None
    """Called before the shutdown, to end requests without an end, such as event streams."""
    on_started: Callable[[], object] | None = None
    """Called when requests are served."""
    on_connection_lost: Callable[[str], None] | None = None
    """Called with the address of each connection that has ended."""
    hand_over: Callable[[BoundedHTTPProtocol, bytes], bool] | None = None
    """Gives connections to another process, which serves WebSockets; see `BoundedHTTPProtocol.hand_over`."""
    signals: Sequence[signal.Signals] | None = None
    """The signals that end the server; those that end a command by default."""

    def __init__(self, config: Config, limits: ConnectionLimits, root_path: str = "") -> None:
        super().__init__(config)
        self.limits: Final = limits
        self._websocket_paths = frozenset({WEBSOCKET_PATH, root_path.encode() + WEBSOCKET_PATH})
        self._acceptors: list[Acceptor] = []
        self._ends_since: float | None = None
        """When the first signal came."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the application, then accept connections from the listening sockets."""
        await super().startup([])
        self._acceptors = [
            Acceptor(each, self.limits, self.make_connection, self.on_connection_lost) for each in sockets or ()
        ]
        for acceptor in self._acceptors:
            acceptor.begin()
        if self.on_started is not None:
            self.on_started()

    def make_connection(self, has_slot: bool = True) -> BoundedHTTPProtocol:
        """The protocol of a new connection; without a slot it is refused."""
        state, refusals = self.lifespan.state, self.limits.refusals
        connection = BoundedHTTPProtocol(self.config, self.server_state, state, refusals=refusals, has_slot=has_slot)
        connection.websocket_paths, connection.hand_over = self._websocket_paths, self.hand_over
        return connection

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Shut down, after calling `before_refusing` and `before_shutdown`."""
        if self.before_refusing is not None:
            await self.before_refusing()
        for acceptor in self._acceptors:
            await acceptor.stop()
        if self.before_shutdown is not None:
            self.before_shutdown()
        await super().shutdown(sockets)

    async def on_tick(self, counter: int) -> bool:
        """Called every 0.1 s by uvicorn. Once a second, connections past their deadline are closed."""
        if counter % 10 == 0:
            now = asyncio.get_running_loop().time()
            for connection in list(self.server_state.connections):
                if isinstance(connection, BoundedHTTPProtocol):
                    connection.check(now)
        is_over = await super().on_tick(counter)
        if counter % 10 == 0:  # when Uvicorn has made them anew
            self.server_state.default_headers = HeadersOfAnswers(self.server_state.default_headers)
        return is_over

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle the signals that end a server. Uvicorn's own version would raise them again afterwards, so that a
        regular shutdown would look like a failure.
        """
        previous_handlers = {
            number: signal.signal(number, self.handle_exit) for number in self.signals or end_signals()
        }
        try:
            yield
        finally:
            for number, handler in previous_handlers.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002  # signature of a signal handler
        """The first signal starts a regular shutdown, a later one a forced one."""
        now = time.monotonic()
        if self._ends_since is None:
            self._ends_since = now
        elif not self.force_exit and now - self._ends_since >= SAME_SIGNAL_SECONDS:
            _log.warning("the service ends at once, because a second signal came; requests may get no answer")
            self.force_exit = True
            # The application is cancelled now, which Uvicorn would log as an error.
            logging.getLogger("uvicorn.error").disabled = True
        self.should_exit = True


def build_server(app: Any, limits: ConnectionLimits | None = None, root_path: str = "") -> Server:
    """A server for the application, ready for `serve(sockets=[…])`. By default, `limits` follow from the number of
    files that the process may open. `root_path` may stand before the path of WebSockets.
    """
    limits = connection_limits() if limits is None else limits
    return Server(
        Config(
            app,
            http=BoundedHTTPProtocol,
            ws=BoundedWebSocketProtocol,
            ws_max_size=MAX_MESSAGE_BYTES,
            ws_ping_interval=None,  # Socket.IO sends its own pings
            ws_per_message_deflate=False,  # packets are small, and a decompressed message would need a limit of its own
            lifespan="on",
            loop="none",  # the caller runs the event loop
            interface="asgi3",
            log_config=None,
            access_log=False,  # paths and queries of users must not be logged
            server_header=False,
            proxy_headers=False,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=STOP_SECONDS,
        ),
        limits,
        root_path,
    )


def connection_limits(
    maximum: int | None = None,
    maximum_of_address: int | None = None,
    is_unlimited: Callable[[str], bool] = lambda _: False,
) -> ConnectionLimits:
    """The limits of the settings. By default, as many connections as the open files permit, half of them for one
    address, unless it `is_unlimited`. The limit of open files is raised first.
    """
    possible = connections_within(raise_limit())
    maximum = possible if maximum is None else min(maximum, possible)
    return ConnectionLimits(maximum, min(maximum, maximum_of_address or maximum // 2), is_unlimited)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 means any free port. Raises OSError when the address is in use or not available."""
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    return socket.create_server(address[:2], family=family, backlog=2048)

"""Runs the server of `facetry serve` on an open library."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from facetry.cli.opening import CommandError, data_folder_errors
from facetry.cli.serving.monitoring import notify

if TYPE_CHECKING:
    import argparse
    import socket
    from pathlib import Path

    from facetry.library.library import Library
    from facetry.processes.coordinator import Coordination
    from facetry.service.assembly import Service
    from facetry.service.parts import Parts
    from facetry.service.shared_state import SharedState
    from facetry.settings import ConnectionSettings, Settings


@dataclass(slots=True)
class ServeRequest:
    """What the command is to serve, and how: `url` is the address for programs on this machine."""

    arguments: argparse.Namespace
    settings: Settings
    first_folder: Path | None
    log_format: str
    url: str
    host: str
    metrics_listener: socket.socket | None = None


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """The limits on connections, the socket for metrics, and whether and how the progress of scans is shown."""

    connections: ConnectionSettings
    metrics_listener: socket.socket | None
    shows_scans: bool
    has_bars: bool


def open_for_serving(request: ServeRequest, parts: Parts, shared: SharedState | None) -> Library:
    """Open the library, and hand over a new master key. Raises `CommandError`."""
    from facetry.cli.library.master_key import hand_over_key, keep_key, require_long_key
    from facetry.service.opening import open_library

    settings = request.settings
    require_long_key(settings, request.host)
    with data_folder_errors(settings):
        library, new_key = open_library(settings, parts, shared, keep_key=partial(keep_key, settings))
    if new_key is not None:
        hand_over_key(settings, new_key, "Master key, shown this once")
    return library


@contextlib.contextmanager
def closing_after_errors(library: Library) -> Iterator[None]:
    """Close the library after an error of the command, or of the assembly, which becomes one of the command."""
    from facetry.backup.errors import BackupError
    from facetry.schema.document import ContractError

    try:
        yield
    except (CommandError, ContractError, BackupError) as error:
        library.store.close()
        if isinstance(error, CommandError):
            raise
        raise CommandError(str(error)) from None


def run_server(
    service: Service,
    listener: socket.socket | None,
    options: ServerOptions,
    coordination: Coordination | None,
) -> int:
    """Serve until a signal ends it; return the exit code. Without a `listener`, other processes have the
    connections, by `coordination`.
    """
    import asyncio

    import uvloop

    from facetry.cli.serving.display import show_scans
    from facetry.cli.serving.store_failure import end_after_failure
    from facetry.server.http_server import build_server, connection_limits
    from facetry.server.memory import collect_garbage_rarely
    from facetry.server.metrics_port import metrics_port

    library = service.library

    def begin_shutdown() -> None:
        if coordination is None:
            notify("STOPPING=1")
        library.streams.begin_shutdown()

    async def serve() -> bool:
        server = build_server(service.application, limits, library.proxies.root_path)
        server.before_shutdown = begin_shutdown
        if coordination is not None:
            server.signals = [signal.SIGTERM]  # the supervisor has the others
        look_for_failure = asyncio.create_task(end_after_failure(library.store))
        display = None
        if options.shows_scans:
            display = asyncio.create_task(show_scans(library.scans, has_bars=options.has_bars))
        async with contextlib.AsyncExitStack() as stack:
            if options.metrics_listener is not None:
                await stack.enter_async_context(metrics_port(options.metrics_listener, service.metrics.text))
            if coordination is not None:
                await stack.enter_async_context(coordination.links(service, server, library.streams.begin_shutdown))
            await server.serve(sockets=[] if listener is None else [listener])
        look_for_failure.cancel()
        if display is not None:
            display.cancel()
            with contextlib.suppress(asyncio.CancelledError, OSError):  # its terminal may be closed
                await display
        return server.started

    limits = connection_limits(
        options.connections.maximum, options.connections.maximum_of_address, library.proxies.trust_group
    )
    service.metrics.process.connections = limits
    collect_garbage_rarely()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return 0 if runner.run(serve()) else 1

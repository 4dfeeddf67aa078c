"""A service in this process, for as long as something is done with it over HTTP from a thread beside it."""

from __future__ import annotations

import argparse
import asyncio
import secrets
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from facetry.cli.opening import CommandError, opening, settings_of

if TYPE_CHECKING:
    import socket

    from facetry.authoring.service import Service
    from facetry.server import Server

Beside = Callable[["Service", threading.Event], int]
"""What is done: the exit code. The event is set when the service is asked to end."""
_PATIENCE = 3.0
_TICK = 0.05


def hosted(data_dir: Path, folders: Sequence[Path], port: int, beside: Beside) -> int:
    """Serve the folders on the loopback, and do something with the service; the end of either is that of both. The key
    is a new one each time, and known to nobody else.
    """
    from facetry.app import AlreadyServedError, build_app, care_of, open_library
    from facetry.authoring.service import Service
    from facetry.cli.folders import ensure_repositories
    from facetry.cli.serve import url_of
    from facetry.server import listen, server_of

    key = secrets.token_urlsafe(32)
    flags = argparse.Namespace(data_dir=data_dir, host="127.0.0.1", port=port)
    settings = settings_of(flags, api_secret=key, api_secret_file=None)
    try:
        listener = listen(settings.host, settings.port)
    except OSError as error:
        raise CommandError(
            f"cannot listen on port {port}: {error.strerror or error}. Choose another with --port."
        ) from None
    try:
        with opening(settings):
            library, _ = open_library(settings)
    except AlreadyServedError as error:
        listener.close()
        raise CommandError(str(error)) from None
    try:
        ensure_repositories(library.store, folders, watch=True)
        app = build_app(library, base_url=url_of(listener), care=care_of(settings))
    except BaseException:
        library.store.close()
        raise
    server = server_of(app)
    server.stopping = library.streams.stopping
    return _run(server, listener, Service(url_of(listener), key), beside)


def _run(server: Server, listener: socket.socket, service: Service, beside: Beside) -> int:
    import uvloop

    ending = threading.Event()
    codes: list[int] = []
    errors: list[Exception] = []

    def work() -> None:
        try:
            service.wait(30)
            codes.append(beside(service, ending))
        except Exception as error:  # it is raised again below, unless it comes of the end that was asked for
            if not server.should_exit:
                errors.append(error)
        finally:
            server.should_exit = True

    thread = threading.Thread(target=work, daemon=True)

    async def serve() -> None:
        thread.start()
        noticing = asyncio.create_task(notice())
        await server.serve(sockets=[listener])
        await noticing

    async def notice() -> None:
        while not server.should_exit:  # noqa: ASYNC110  # a signal sets it, and tells nobody
            await asyncio.sleep(_TICK)
        ending.set()

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        try:
            runner.run(serve())
        finally:
            ending.set()
            thread.join(_PATIENCE)
    if errors:
        raise errors[0]
    return codes[0] if codes else 0

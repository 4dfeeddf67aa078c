"""Runs a service in this process while a task in a second thread uses it over HTTP."""

from __future__ import annotations

import argparse
import asyncio
import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from facetry.cli.addresses import host_of, url_of, warn_if_reachable
from facetry.cli.opening import CommandError, data_folder_errors, settings_of
from facetry.cli.streams import is_output_error

if TYPE_CHECKING:
    import socket

    from facetry.authoring.service import ServiceClient
    from facetry.server.http_server import Server
    from facetry.settings import Settings
    from facetry.store.store import Store

ServiceTask = Callable[["ServiceClient", threading.Event], int]
"""Returns the exit code. The event is set when the service is about to stop."""
_JOIN_SECONDS = 3.0
_POLL_SECONDS = 0.05


def temporary_settings(data_dir: Path, port: int) -> Settings:
    """Settings of a service on the loopback address. Its master key is random and valid for this run only."""
    flags = argparse.Namespace(data_dir=data_dir, host="127.0.0.1", port=port)
    return settings_of(flags, api_secret=secrets.token_urlsafe(32), api_secret_file=None)


@contextmanager
def folder_errors(home: Path) -> Iterator[None]:
    """Turn errors of the folder of a temporary library into `CommandError`s. `main` has messages for output that cannot
    be written.
    """
    try:
        yield
    except OSError as error:
        if isinstance(error, BrokenPipeError) or is_output_error(error):
            raise
        raise _folder_error(home, error) from None


def paint_pictures(home: Path) -> Path:
    """Paint the pictures of the demonstration; returns their folder. Raises `CommandError` when that is impossible."""
    from facetry.demo import pictures

    folder = home / "pictures"
    try:
        pictures.paint(folder)
    except OSError as error:  # a full disk is no output that cannot be written
        raise _folder_error(home, error) from None
    return folder


def _folder_error(home: Path, error: OSError) -> CommandError:
    return CommandError(f"{home} cannot be used: {error.strerror or error}")


def run_with_service(
    settings: Settings,
    folders: Sequence[Path],
    task: ServiceTask,
    *,
    is_single_attempt: bool = False,
    on_open: Callable[[Store], None] | None = None,
) -> int:
    """Serve the folders while `task` runs; return its exit code. When the task ends, the service stops. When the
    service stops, the event of the task is set. The settings contain the master key. With `is_single_attempt`, failed
    events are not sent again, and crashed programs not started again. `on_open` gets the store of the library.
    """
    from facetry.authoring.service import ServiceClient
    from facetry.cli.folders import ensure_repositories, resolve_folders
    from facetry.cli.library.master_key import require_long_key
    from facetry.server.http_server import build_server, listen
    from facetry.service.assembly import assemble
    from facetry.service.extension_configuration import extension_configuration
    from facetry.service.opening import open_library
    from facetry.service.parts import SINGLE_SERVICE

    try:
        listener = listen(settings.host, settings.port)
    except OSError as error:
        raise CommandError(
            f"cannot listen on {settings.host} port {settings.port}: {error.strerror or error}. "
            "Choose another port with --port."
        ) from None
    require_long_key(settings, host_of(listener))
    warn_if_reachable(host_of(listener))
    resolved = settings.with_resolved_folders()
    try:
        with data_folder_errors(settings):
            library, _ = open_library(resolved)
    except CommandError:
        listener.close()
        raise
    if on_open is not None:
        on_open(library.store)
    try:
        ensure_repositories(library, resolve_folders([str(folder) for folder in folders]), watch=True)
        configuration = extension_configuration(settings)
        if is_single_attempt:
            configuration = replace(
                configuration,
                restart_policy=replace(configuration.restart_policy, max_crashes=1),
                delivery_limits=replace(configuration.delivery_limits, max_attempts=1),
            )
        service = assemble(resolved, SINGLE_SERVICE, library, base_url=url_of(listener), configuration=configuration)
    except BaseException:
        library.store.close()
        raise
    server = build_server(service.application, root_path=library.proxies.root_path)
    server.before_shutdown = library.streams.begin_shutdown
    return _run(server, listener, ServiceClient(url_of(listener), settings.master_secret() or ""), task)


def _run(server: Server, listener: socket.socket, service: ServiceClient, task: ServiceTask) -> int:
    import uvloop

    stop_event = threading.Event()
    exit_codes: list[int] = []
    errors: list[Exception] = []

    def work() -> None:
        try:
            service.wait_until_ready(30)
            exit_codes.append(task(service, stop_event))
        except Exception as error:  # raised again below, unless the shutdown caused it
            if not server.should_exit:
                errors.append(error)
        finally:
            server.should_exit = True

    thread = threading.Thread(target=work, daemon=True)

    async def serve() -> None:
        thread.start()
        signal_watch = asyncio.create_task(watch_signal())
        await server.serve(sockets=[listener])
        await signal_watch

    async def watch_signal() -> None:
        while not server.should_exit:  # noqa: ASYNC110  # a signal handler sets it; there is no event to wait for
            await asyncio.sleep(_POLL_SECONDS)
        stop_event.set()

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        try:
            runner.run(serve())
        finally:
            stop_event.set()
            thread.join(_JOIN_SECONDS)
    if errors:
        raise errors[0]
    return exit_codes[0] if exit_codes else 0

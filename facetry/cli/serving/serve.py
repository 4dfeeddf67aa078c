"""`facetry serve`: serves the library over its API."""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Literal

from facetry.cli.addresses import host_of, print_addresses, url_of, warn_if_reachable
from facetry.cli.opening import CommandError, add_data_dir, print_message, settings_of
from facetry.cli.serving.first_folder import plan_serving
from facetry.cli.serving.monitoring import notify, traces
from facetry.cli.serving.running import (
    ServeRequest,
    ServerOptions,
    closing_after_errors,
    open_for_serving,
    run_server,
)

if TYPE_CHECKING:
    import socket
    from uuid import UUID

    from facetry.processes.coordinator import Coordination
    from facetry.settings import Settings


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "serve",
        help="serve folders of pictures",
        description="Serve the library. Each PATH is added to it as a repository, scanned in the background, and "
        "watched for changes; the folders themselves are not changed. Without PATH, the existing library is served; a "
        "new one gets the platform's folder of pictures. Where there is none, painted pictures are served from a "
        "temporary library. With --data-dir or FACETRY_DATA_DIR, exactly that library is served.",
    )
    parser.add_argument("paths", metavar="PATH", nargs="*", help="a folder of pictures, or s3://BUCKET/PREFIX")
    parser.add_argument("--host", metavar="ADDRESS", help="the address to listen on (FACETRY_HOST; default 127.0.0.1)")
    parser.add_argument(
        "--port",
        metavar="NUMBER",
        type=port_number,
        help="the port to listen on, 0 for any (FACETRY_PORT; default 3001)",
    )
    parser.add_argument(
        "--root-path",
        metavar="PREFIX",
        help="the path before all addresses, which a proxy may remove, such as /facetry (FACETRY_ROOT_PATH)",
    )
    add_data_dir(parser)
    parser.add_argument(
        "--workers",
        metavar="NUMBER",
        type=worker_count,
        help="the number of processes that answer requests, or auto for one for each processor (FACETRY_WORKERS; "
        "default 1)",
    )
    parser.add_argument(
        "--role",
        choices=("all", "api", "scan", "extensions"),
        help="what this host may lead in its cluster, api for nothing (FACETRY_CLUSTER__ROLE; default all)",
    )
    parser.add_argument("--no-watch", dest="watch", action="store_false", help="do not watch a new PATH for changes")
    parser.add_argument(
        "--poll",
        action="store_true",
        default=None,
        help="poll watched folders; needed for network shares (FACETRY_POLL)",
    )
    parser.add_argument("--quiet", action="store_true", help="print only warnings and errors")
    parser.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        help="the level from which on records are logged (FACETRY_LOG__LEVEL; default info)",
    )
    parser.add_argument(
        "--log-format",
        choices=("text", "json"),
        help="how records are logged: lines of text, or an object of JSON a line (FACETRY_LOG__FORMAT; default text)",
    )
    parser.set_defaults(run=_run)


def worker_count(text: str) -> int | Literal["auto"]:
    """A number of processes from a flag."""
    if text == "auto":
        return "auto"
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= 256):
        raise argparse.ArgumentTypeError(f"{text} is neither auto nor a number from 1 to 256")
    return int(text)


def port_number(text: str) -> int:
    """A port number from a flag."""
    number = int(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 65535")
    return number


def _run(arguments: argparse.Namespace) -> int:
    with _no_garbage_collection():
        return _start(arguments)


@contextlib.contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """Nothing that is imported becomes garbage, and looking for it would take a fifth of the start. `run_server` begins
    to collect garbage when it begins to serve.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _start(arguments: argparse.Namespace) -> int:
    plan = plan_serving(arguments)
    if plan.is_painted or not arguments.quiet:
        print_message(plan.message)  # the imports that follow take more than a second on a small machine
    settings = settings_of(arguments)
    from facetry.observability.logs import set_up_logging

    log_level = arguments.log_level or ("warning" if arguments.quiet else settings.log.level)
    log_format = arguments.log_format or settings.log.format
    set_up_logging(log_level, log_format)
    if plan.is_painted:
        from facetry.cli.serving.painted import serve_painted

        gc.enable()
        return serve_painted(settings, is_quiet=arguments.quiet)
    settings = settings.with_resolved_folders()
    with contextlib.closing(_listener(settings)) as listener:
        request = ServeRequest(arguments, settings, plan.first_folder, log_format, url_of(listener), host_of(listener))
        request.metrics_listener = _metrics_listener(settings)
        return _serve_request(request, listener)


def _serve_request(request: ServeRequest, listener: socket.socket) -> int:
    """Serve in one process or in several, as the settings say."""
    count = process_count(request.settings.workers)
    if request.settings.cluster.address is not None:
        from facetry.cli.serving.cluster import serve_host

        return serve_host(request, listener, count)
    if count > 1:
        from facetry.cli.serving.processes import serve_with_processes

        return serve_with_processes(request.settings, listener, count, partial(_serve_library, request))
    with traces():
        return _serve_library(request, listener)


def process_count(workers: int | Literal["auto"]) -> int:
    """The number of processes that answer requests."""
    if workers != "auto":
        return workers
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _serve_library(
    request: ServeRequest, listener: socket.socket | None, coordination: Coordination | None = None
) -> int:
    """Serve the library in this process. With `coordination`, other processes have the connections."""
    from facetry.system.late_modules import late_numerics

    arguments, settings = request.arguments, request.settings
    is_quiet = arguments.quiet or (coordination is not None and coordination.was_ready)
    with late_numerics():
        from facetry.service.assembly import assemble
        from facetry.service.library_backups import scheduled_backups
    from facetry.cli.folders import ensure_repositories, resolve_folders
    from facetry.cli.library.session import print_link
    from facetry.service.parts import COORDINATOR, SINGLE_SERVICE

    folders = resolve_folders(arguments.paths)
    parts, shared = (SINGLE_SERVICE, None) if coordination is None else (COORDINATOR, coordination.shared)
    library = open_for_serving(request, parts, shared)
    scans: list[UUID] = []

    async def begin() -> None:
        for id in scans:
            await library.scans.synchronize(id)
        if coordination is None:
            notify("READY=1")  # the socket listens already, and the first request is answered next

    with closing_after_errors(library):
        all_repositories = ensure_repositories(library, folders, watch=arguments.watch)
        if not all_repositories and request.first_folder is not None:
            folders = resolve_folders([str(request.first_folder)])
            all_repositories = ensure_repositories(library, folders, watch=arguments.watch)
        service = assemble(
            settings,
            parts,
            library,
            base_url=request.url,
            logs_access=settings.log.access,
            started=begin,
            backups=scheduled_backups(settings),
        )
    scans += [
        repository.id for repository in all_repositories if not repository.watch
    ]  # watched repositories are scanned anyway
    if not is_quiet:
        count = len(all_repositories)
        print_addresses(request.url, "1 folder" if count == 1 else f"{count} folders")
        print_link(library.store, settings.public_url or request.url + settings.root_path, settings.data_dir)
        if not count:
            print_message("the library has no folder yet. To add one: facetry serve FOLDER")
        warn_if_reachable(request.host)
    shows_scans, has_bars = not arguments.quiet, request.log_format == "text"
    options = ServerOptions(settings.connections, request.metrics_listener, shows_scans=shows_scans, has_bars=has_bars)
    return run_server(service, listener, options, coordination)


def _listener(settings: Settings) -> socket.socket:
    """The socket that systemd passed, or else a new one on the address of the settings."""
    from facetry.server.http_server import listen
    from facetry.system.service_manager import inherited_listener

    try:
        inherited = inherited_listener()
    except ValueError as error:
        raise CommandError(str(error)) from None
    if inherited is not None:
        return inherited
    try:
        return listen(settings.host, settings.port)
    except OSError as error:
        raise CommandError(
            f"cannot listen on {settings.host} port {settings.port}: {error.strerror or error}. "
            "Another program may use this port; choose another one with --port."
        ) from None


def _metrics_listener(settings: Settings) -> socket.socket | None:
    from facetry.server.metrics_port import ADDRESS, listen

    if settings.metrics_port is None:
        return None
    try:
        return listen(settings.metrics_port)
    except OSError as error:
        raise CommandError(
            f"cannot listen on {ADDRESS} port {settings.metrics_port} for metrics: {error.strerror or error}. "
            "Choose another port in FACETRY_METRICS_PORT."
        ) from None

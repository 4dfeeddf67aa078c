"""`facetry serve` on a host of a cluster."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import time
import uuid
from functools import partial
from typing import TYPE_CHECKING, Final

from facetry.cli.addresses import print_addresses, warn_if_reachable
from facetry.cli.opening import CommandError, data_folder_errors
from facetry.cli.serving.processes import serve_with_processes
from facetry.cli.serving.running import (
    ServeRequest,
    ServerOptions,
    closing_after_errors,
    open_for_serving,
    run_server,
)

if TYPE_CHECKING:
    import socket
    from collections.abc import Awaitable, Callable

    from facetry.cluster.roles import Role
    from facetry.library.library import Library
    from facetry.processes.channels import Channel
    from facetry.processes.coordinator import Coordination
    from facetry.settings import Settings
    from facetry.store.engine import Lease

LISTEN_SECONDS: Final = 3.0
"""How long a new leader tries to listen on its address: the process before it may just be ending."""
MAX_PEER_CONNECTIONS: Final = 65_536

log: Final = logging.getLogger(__name__)


def serve_host(request: ServeRequest, listener: socket.socket, count: int) -> int:
    """Serve as a host of a cluster, with `count` API processes. Returns the exit code."""
    from facetry.cluster.roles import ROLES_OF_SETTING

    _refuse_scheduled_backups(request.settings)
    host = uuid.uuid4().hex
    roles = ROLES_OF_SETTING[request.settings.cluster.role]
    leaders = {f"the leader of {role}": partial(_lead_in_turn, request, role, host) for role in roles}
    return serve_with_processes(request.settings, listener, count, partial(_serve_host, request), leaders)


def _refuse_scheduled_backups(settings: Settings) -> None:
    """Raise `CommandError` if the settings ask for backups: those of a server are made by the server."""
    from facetry.backup.errors import BackupError
    from facetry.service.library_backups import scheduled_backups

    try:
        scheduled_backups(settings)
    except BackupError as error:
        raise CommandError(str(error)) from None


def _serve_host(request: ServeRequest, _: socket.socket | None, coordination: Coordination | None) -> int:
    """Do what each host does, as the coordinator of its API processes."""
    from facetry.cli.library.session import print_link
    from facetry.cluster.host import assemble_host
    from facetry.service.parts import HOST

    assert coordination is not None  # noqa: S101  # hosts have API processes
    settings = request.settings
    library = open_for_serving(request, HOST, coordination.shared)
    with closing_after_errors(library):
        service = assemble_host(settings, library)
    if not request.arguments.quiet and not coordination.was_ready:
        print_addresses(request.url, f"the library of the cluster in {library.store.location}")
        print_link(library.store, settings.public_url or request.url + settings.root_path, settings.data_dir)
        warn_if_reachable(request.host)
    options = ServerOptions(settings.connections, request.metrics_listener, shows_scans=False, has_bars=False)
    return run_server(service, None, options, coordination)


def _lead_in_turn(request: ServeRequest, role: Role, host: str, channel: Channel) -> int:
    """Wait until this host leads a role of the cluster, and lead it until the lease or the service ends."""
    from facetry.cluster.leadership import LeaseKeeper, wait_for_leadership
    from facetry.cluster.roles import address_of
    from facetry.service.library_database import server_location_of
    from facetry.store.engines.postgresql.leases import Leases

    settings = request.settings
    url, host_address = server_location_of(settings), settings.cluster.address
    assert host_address is not None  # noqa: S101  # a service without it is no host
    address, leases = address_of(host_address, role), Leases(url)
    term = wait_for_leadership(leases, role, host, address, partial(_has_ended, channel))
    if term is None:
        return 0
    log.info("this host leads the role %s now", role)
    keeper = LeaseKeeper(url, leases, term, _end_without_lease)
    keeper.begin()
    try:
        return _lead(request, role, term.lease, address, channel, keeper.retire)
    finally:
        keeper.close()


def _lead(
    request: ServeRequest,
    role: Role,
    lease: Lease,
    address: str,
    channel: Channel,
    retire: Callable[[], Awaitable[None]],
) -> int:
    from facetry.cli.folders import ensure_repositories, resolve_folders
    from facetry.cluster.leader import assemble_leader, open_leader_library
    from facetry.cluster.roles import SCAN

    settings = request.settings
    folders = resolve_folders(request.arguments.paths) if role == SCAN else []
    with contextlib.closing(_listen(address)) as listener:
        with data_folder_errors(settings):
            library = open_leader_library(settings, role, lease)
        with closing_after_errors(library):
            repositories = ensure_repositories(library, folders, watch=request.arguments.watch)
            scanned = [repository.id for repository in repositories if not repository.watch]
            application = assemble_leader(settings, role, library, request.url, scanned)
        return _run_leader(application, library, listener, channel, retire)


def _run_leader(
    application: object,
    library: Library,
    listener: socket.socket,
    channel: Channel,
    retire: Callable[[], Awaitable[None]],
) -> int:
    import uvloop

    from facetry.cli.serving.store_failure import end_after_failure
    from facetry.server.connection_limits import ConnectionLimits
    from facetry.server.http_server import build_server
    from facetry.server.memory import collect_garbage_rarely

    async def serve() -> bool:
        # the hosts have limited the connections of their clients
        limits = ConnectionLimits(MAX_PEER_CONNECTIONS, MAX_PEER_CONNECTIONS)
        server = build_server(application, limits)
        server.before_shutdown = library.streams.begin_shutdown
        server.before_refusing = retire
        server.signals = [signal.SIGTERM]  # the supervisor has the others
        asyncio.get_running_loop().add_reader(channel, _end_with_supervisor, channel)
        look_for_failure = asyncio.create_task(end_after_failure(library.store))
        await server.serve(sockets=[listener])
        look_for_failure.cancel()
        return server.started

    collect_garbage_rarely()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return 0 if runner.run(serve()) else 1


def _listen(address: str) -> socket.socket:
    from facetry.server.http_server import listen

    host, _, port = address.rpartition(":")
    until = time.monotonic() + LISTEN_SECONDS
    while True:
        try:
            return listen(host.strip("[]"), int(port))
        except OSError as error:
            if time.monotonic() >= until:
                raise CommandError(
                    f"cannot listen on {address} for the other hosts: {error.strerror or error}. "
                    "FACETRY_CLUSTER__ADDRESS has to be an address of this machine, with a free port"
                ) from None
        time.sleep(0.1)


def _has_ended(channel: Channel) -> bool:
    """Whether the supervisor has ended."""
    from facetry.processes.channels import ChannelClosedError

    try:
        channel.receive()
    except BlockingIOError:
        return False
    except ChannelClosedError:
        return True
    return False


def _end_with_supervisor(channel: Channel) -> None:
    from facetry.processes.child import end_at_once

    if _has_ended(channel):
        end_at_once()


def _end_without_lease() -> None:
    """End this process at once: another host may lead. Its units of work would be refused, and the programs of
    its extensions end with it.
    """
    log.critical("this host leads no longer: the lease has ended")
    os._exit(1)

"""An API process: answers the requests of the connections that the supervisor gives it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import marshal
import os
import resource
import signal
import socket
from functools import partial
from typing import Final, cast

from facetry.observability.combining import to_plain
from facetry.observability.exposition import MetricFamily, Sample
from facetry.processes.api_application import ApiApplication
from facetry.processes.channels import Channel, ChannelClosedError, PassedConnections
from facetry.processes.child import end_at_once
from facetry.processes.dispatch import limits_of
from facetry.processes.link.forwarding import CoordinatorLink
from facetry.processes.link.sockets import HandedOverSocket
from facetry.processes.supervisor import ApiChannels
from facetry.server.http_protocol import BoundedHTTPProtocol
from facetry.server.http_server import Server, build_server
from facetry.server.memory import collect_garbage_rarely
from facetry.service.opening import open_library
from facetry.service.parts import API_PROCESS
from facetry.service.shared_state import SharedState
from facetry.settings import Settings
from facetry.system.free_memory import return_large_memory

_LAST_ANSWERS_SECONDS: Final = 0.05
"""How long a process without its coordinator goes on."""

log: Final = logging.getLogger(__name__)


def run_api_process(
    settings: Settings, count: int, shared: SharedState, application: ApiApplication, channels: ApiChannels
) -> int:
    """Serve `application` as one of `count` API processes until SIGTERM. Returns the exit code."""
    import uvloop

    return_large_memory()
    library, _ = open_library(settings, API_PROCESS, shared)
    link = CoordinatorLink(lambda: to_plain([*metrics.families(), *own_usage(channels.number)]))
    service = application.assemble(library, link)
    metrics = service.metrics.process
    limits = metrics.connections = limits_of(settings, channels.number, count)
    server = build_server(service.application, limits, library.proxies.root_path)
    server.signals = [signal.SIGTERM]
    collect_garbage_rarely()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_serve(server, link, channels))
    return 0


async def _serve(server: Server, link: CoordinatorLink, channels: ApiChannels) -> None:
    connections = PassedConnections(channels.supervisor, end_at_once)
    server.on_connection_lost = connections.closed
    server.hand_over = partial(_hand_over, link, channels.handovers)
    channels.handovers.setblocking(False)
    link.on_lost = _end_soon
    await link.open(channels.frames)
    server.on_started = partial(_announce, channels.supervisor)
    await server.serve(sockets=[cast("socket.socket", connections)])
    link.close()


def _end_soon() -> None:
    """End this process without its coordinator, so that another one takes its place. Clients whose requests were being
    forwarded are told so before.
    """
    log.critical("the link to the coordinator has ended, and so does this process")
    asyncio.get_running_loop().call_later(_LAST_ANSWERS_SECONDS, os._exit, 1)


def _announce(supervisor: Channel) -> None:
    """Tell the supervisor that connections are answered."""
    with contextlib.suppress(ChannelClosedError):  # the server ends then
        supervisor.send(["ready"])


def _hand_over(
    link: CoordinatorLink, handovers: socket.socket, connection: BoundedHTTPProtocol, request: bytes
) -> bool:
    """Give a connection to the coordinator; whether that was possible."""
    stand_in = HandedOverSocket()
    number = link.hand_over(stand_in)
    file = connection.transport.get_extra_info("socket").fileno()
    try:
        socket.send_fds(handovers, [marshal.dumps((number, request))], [file])
    except OSError as error:
        log.warning("a connection cannot be handed over: %s", error.strerror)
        link.take_back(number)
        return False
    stand_in.count_instead_of(connection)
    return True


def own_usage(number: int) -> list[MetricFamily]:
    """Time and memory of this process, with its number."""
    labels = {"process": str(number)}
    usage = resource.getrusage(resource.RUSAGE_SELF)
    resident = usage.ru_maxrss * 1024
    with contextlib.suppress(OSError, ValueError, IndexError), open("/proc/self/statm", "rb") as statm:  # noqa: PTH123
        resident = int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return [
        MetricFamily(
            "facetry_api_process_cpu_seconds",
            "counter",
            "Processor time of an API process.",
            (Sample(usage.ru_utime + usage.ru_stime, labels),),
        ),
        MetricFamily(
            "facetry_api_process_resident_bytes",
            "gauge",
            "Memory of an API process, including what it shares with the others.",
            (Sample(resident, labels),),
        ),
    ]

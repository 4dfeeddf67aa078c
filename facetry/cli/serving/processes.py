"""`facetry serve` with several processes."""

from __future__ import annotations

import socket
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from facetry.cli.opening import CommandError, print_message
from facetry.cli.serving.monitoring import notify, traces

if TYPE_CHECKING:
    from facetry.processes.api_application import ApiApplication
    from facetry.processes.channels import Channel
    from facetry.processes.coordinator import Coordination
    from facetry.processes.supervisor import ApiChannels
    from facetry.service.shared_state import SharedState
    from facetry.settings import Settings

ServeLibrary = Callable[["socket.socket | None", "Coordination | None"], int]
"""Serves the library in this process: on a listening socket, or for other processes. Returns the exit code."""


def serve_with_processes(
    settings: Settings,
    listener: socket.socket,
    count: int,
    serve_library: ServeLibrary,
    leaders: Mapping[str, Callable[[Channel], int]] = MappingProxyType({}),
) -> int:
    """Serve with `count` API processes and a coordinator, and in a cluster with processes that may lead, by their
    titles. Returns the exit code.
    """
    from facetry.processes.dispatch import limits_of
    from facetry.processes.preloading import preload
    from facetry.processes.supervisor import ProcessMains, Supervisor

    preload()
    from facetry.processes.api_application import ApiApplication
    from facetry.schema.document import ContractError
    from facetry.service.shared_state import SharedState

    shared = SharedState.create()
    try:
        application = ApiApplication(settings)
    except ContractError as error:
        raise CommandError(str(error)) from None
    mains = ProcessMains(
        coordinator=partial(_run_coordinator, shared, serve_library),
        api_process=partial(_run_api_process, settings, count, shared, application),
        leaders={title: partial(_run_leader, lead) for title, lead in leaders.items()},
    )
    limits = [limits_of(settings, number, count) for number in range(count)]
    return Supervisor(listener, count, mains, notify, limits).run()


def _run_coordinator(shared: SharedState, serve_library: ServeLibrary, channel: Channel, was_ready: bool) -> int:
    from facetry.processes.coordinator import Coordination

    try:
        with traces():
            return serve_library(None, Coordination(shared, channel, was_ready))
    except CommandError as error:
        print_message(str(error))
        return error.code


def _run_leader(lead: Callable[[Channel], int], channel: Channel) -> int:
    try:
        with traces():
            return lead(channel)
    except CommandError as error:
        print_message(str(error))
        return error.code


def _run_api_process(
    settings: Settings, count: int, shared: SharedState, application: ApiApplication, channels: ApiChannels
) -> int:
    from facetry.processes.api_process import run_api_process

    with traces():
        return run_api_process(settings, count, shared, application, channels)

"""What each host of a cluster does: answers what needs the database and files alone, and forwards the rest."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from facetry.auth import Principal
from facetry.cluster.forwarding import LeaderForwarding
from facetry.cluster.leader_directory import LeaderDirectory
from facetry.cluster.lent_decoders import LentDecoders
from facetry.cluster.peers import peer_secret
from facetry.cluster.roles import EXTENSIONS, ROLES, SCAN, Role, address_of, role_of
from facetry.events.commit_signal import notify_all
from facetry.extensions.runtime import Runtime
from facetry.extensions.text_embeddings import ExtensionTextVectors
from facetry.handling.call import Call
from facetry.handling.process_metrics import ProcessMetrics
from facetry.handling.service_metrics import ServiceMetrics
from facetry.http.body import Receive
from facetry.http.connection import Connection
from facetry.http.failed_keys import FailedKeys
from facetry.http.problems import ASGIApp, ProblemMiddleware, Scope
from facetry.http.reply import Send
from facetry.http.web.cross_origin import CrossOriginMiddleware
from facetry.http.web.forwarding import behind_proxies
from facetry.library.library import Library
from facetry.library.originals.storing import Originals
from facetry.library.renditions import media_urls
from facetry.library.renditions.unused_renditions import remove_unused_periodically
from facetry.library.scan.recognition import recognise_folders, recognise_periodically
from facetry.library.scan.scans import Scans
from facetry.library.trash.trash import Trash
from facetry.observability.combining import from_plain
from facetry.observability.exposition import MetricFamily, Sample
from facetry.observability.request_metrics import RequestMetrics
from facetry.processes.api_library import in_coordinator
from facetry.processes.known_callers import has_known_caller
from facetry.processes.link.serving import RunOperation
from facetry.processes.request_router import RequestRouter
from facetry.service.assembly import open_library
from facetry.service.http_application import http_application, require_free_prefix
from facetry.service.library_database import server_location_of
from facetry.service.shared_state import SharedState
from facetry.settings import Settings
from facetry.store.engines.postgresql.commit_listener import CommitListener
from facetry.store.engines.postgresql.leases import Leases
from generated.operations import OPERATIONS

ANSWERED_BY_EACH_HOST: Final = frozenset(
    {
        "apiSecretCreate",
        "apiSecretDelete",
        "collectionCreate",
        "collectionDelete",
        "collectionUpdate",
        "imageAttachmentCreate",
        "imageConvert",
        "imageDeleteEmbeddings",
        "imageEnsureFeatures",
        "imageEnsureTags",
        "imageFormat",
        "imageSetEmbeddings",
        "imageSetFeatures",
        "imageSetTags",
        "sessionCreate",
        "sessionDelete",
        "validationCheck",
    }
)
"""Operations that write, or take files, and need nothing but rows and decoders. All others of that kind are for a
leader.
"""


@dataclass(slots=True)
class HostMetrics(ServiceMetrics):
    """The metrics of a host, without those of scans and extensions, which leaders have."""

    addresses: Mapping[LeaderDirectory, str] = field(default_factory=dict)
    """For each role, where this host listens while it leads."""

    def families(self) -> list[MetricFamily]:
        """See `ServiceMetrics.families`."""
        return [
            *self.build(),
            of_roles({each.role: each.is_at(address) for each, address in self.addresses.items()}),
            *self.of_streams(),
            *self.process.families(),
            *self.of_writes(),
            *self.of_database(),
            *self.of_clock(),
            *self.of_vectors(),
            *self.of_renditions(),
        ]


def of_roles(leads: Mapping[Role, bool]) -> MetricFamily:
    """Whether a host leads each role."""
    samples = [Sample(value, {"role": role}) for role, value in leads.items()]
    return MetricFamily("facetry_leads", "gauge", "1 for a role that this host leads, 0 for the others.", samples)


@dataclass(frozen=True, slots=True)
class HostService:
    """The service of a host, as the coordinator of its API processes (see `facetry.service.assembly.Service`)."""

    application: ASGIApp
    pages: ASGIApp
    run_operation: RunOperation
    metrics: HostMetrics
    websockets: ASGIApp

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one connection, by the ASGI protocol."""
        application = self.websockets if scope["type"] == "websocket" else self.application
        await application(scope, receive, send)


def open_host_library(
    settings: Settings, keep_key: Callable[[str], None], shared: SharedState
) -> tuple[Library, str | None]:
    """Open the library of a cluster for a host. Raises as `open_library`, and returns what it returns."""
    library, new_key = open_library(settings, keep_key, shared, is_host=True)
    own = replace(
        library,
        scans=in_coordinator(Scans),
        trash=in_coordinator(Trash),
        originals=in_coordinator(Originals),
        search=replace(library.search, text_vectors=in_coordinator(ExtensionTextVectors)),
    )
    return own, new_key


def build_host_service(library: Library, settings: Settings) -> HostService:
    """The service of a host over its library, which it closes when it stops.

    Raises `ContractError` when handlers, generated tables and description disagree.
    """
    require_free_prefix(settings.root_path)
    url, address = server_location_of(settings), settings.cluster.address
    assert address is not None  # noqa: S101  # a service without it is no host
    directories = {role: LeaderDirectory(Leases(url), role) for role in ROLES}
    listener = CommitListener(url, notify_all)
    secret = peer_secret(library.store.read_now(media_urls.require_secret))
    forwardings = {role: LeaderForwarding(directory, secret) for role, directory in directories.items()}
    addresses = {directory: address_of(address, role) for role, directory in directories.items()}
    decoders = LentDecoders(
        library.store, library.pool, library.file_stores, directories[SCAN], address_of(address, SCAN), secret
    )
    process = ProcessMetrics(library, RequestMetrics(OPERATIONS))
    of_leaders = [functools.partial(_of_own_leader, forwardings[each.role], addresses[each]) for each in addresses]
    metrics = HostMetrics(library, in_coordinator(Runtime), process, [*of_leaders], addresses=addresses)

    @contextlib.asynccontextmanager
    async def lifespan(_: Any) -> AsyncIterator[None]:
        for directory in directories.values():
            directory.begin()
        listener.begin()
        await recognise_folders(library.store, library.file_stores)
        library.streams.begin()
        await library.vectors.begin()
        if settings.cluster.lends_decoders:
            decoders.begin()
        periodic = [
            asyncio.create_task(remove_unused_periodically(library.store, library.cache)),
            asyncio.create_task(library.api_keys.ending_time.run(library.store)),
            asyncio.create_task(recognise_periodically(library.store, library.file_stores)),
        ]
        try:
            yield
        finally:
            for task in periodic:
                task.cancel()
            await asyncio.gather(*periodic, return_exceptions=True)
            await decoders.stop()
            await library.streams.stop()
            for forwarding in forwardings.values():
                await forwarding.stop()
            await asyncio.to_thread(listener.close)
            for directory in directories.values():
                await asyncio.to_thread(directory.close)
            await _close(library)

    def call(principal: Principal, connection: Connection) -> Call:
        return Call(library, in_coordinator(Runtime), principal, connection, metrics)

    described = http_application(
        authenticator=library.api_keys,
        sessions=library.sessions,
        make_call=call,
        spool=library.spool,
        archive_bytes=settings.extensions.archive_bytes,
        failed_keys=FailedKeys(),
        lifespan=lifespan,
    )
    application = CrossOriginMiddleware(described, library.origins) if library.origins else described

    async def forward(scope: Scope, receive: Receive, send: Send) -> None:
        operation = described.find_operation(scope["raw_path"], scope["method"])
        role = role_of(None if operation is None else operation.id)
        await forwardings[role].forward(scope, receive, send)

    pages = RequestRouter(
        application,
        ProblemMiddleware(forward),
        described.find_operation,
        ANSWERED_BY_EACH_HOST,
        functools.partial(has_known_caller, library.api_keys, library.sessions),
    )
    proxies = library.proxies
    sockets = behind_proxies(forwardings[EXTENSIONS].websocket, proxies)
    return HostService(behind_proxies(pages, proxies), pages, described.run_operation, metrics, sockets)


async def _of_own_leader(forwarding: LeaderForwarding, address: str) -> list[list[MetricFamily]]:
    """The metrics of the process of this host that leads a role at `address`; none if another host leads."""
    families = await forwarding.read_metrics(address)
    return [] if families is None else [from_plain(families)]


async def _close(library: Library) -> None:
    """Finish pending writes, and release the data folder."""
    await library.pool.close()
    library.cache.close()
    await library.vectors.stop()
    library.store.close()
    if library.lock_descriptor is not None:
        os.close(library.lock_descriptor)

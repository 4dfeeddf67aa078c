"""What each host of a cluster does: answers what needs the database and files alone, and forwards the rest."""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import AsyncIterator, Mapping
from typing import Final

from facetry.cluster.forwarding import LeaderForwarding
from facetry.cluster.leader_directory import LeaderDirectory
from facetry.cluster.lent_decoders import LentDecoders
from facetry.cluster.peers import peer_secret
from facetry.cluster.roles import EXTENSIONS, ROLES, SCAN, Role, address_of, role_of
from facetry.events.commit_signal import notify_all
from facetry.http.body import Receive
from facetry.http.problems import Scope
from facetry.http.reply import Send
from facetry.library.library import Library
from facetry.library.renditions import media_urls
from facetry.observability.combining import from_plain
from facetry.observability.exposition import MetricFamily, Sample
from facetry.processes.known_callers import routed
from facetry.service.assembly import Service, assemble
from facetry.service.http_application import HttpApplication
from facetry.service.library_database import server_location_of
from facetry.service.parts import HOST
from facetry.settings import Settings
from facetry.store.engine import DatabaseUrl
from facetry.store.engines.postgresql.commit_listener import CommitListener
from facetry.store.engines.postgresql.leases import Leases

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


def of_roles(leads: Mapping[Role, bool]) -> MetricFamily:
    """Whether a host leads each role."""
    samples = [Sample(value, {"role": role}) for role, value in leads.items()]
    return MetricFamily("facetry_leads", "gauge", "1 for a role that this host leads, 0 for the others.", samples)


def assemble_host(settings: Settings, library: Library) -> Service:
    """The coordinator of a host over its library. Raises as `assemble`."""
    url, address = server_location_of(settings), settings.cluster.address
    assert address is not None  # noqa: S101  # a service without it is no host
    directories = {role: LeaderDirectory(Leases(url), role) for role in ROLES}
    addresses = {role: address_of(address, role) for role in ROLES}
    secret = peer_secret(library.store.read_now(media_urls.require_secret))
    forwardings = {role: LeaderForwarding(directory, secret) for role, directory in directories.items()}
    decoders = LentDecoders(
        library.store, library.pool, library.file_stores, directories[SCAN], addresses[SCAN], secret
    )
    http = HttpApplication(settings, library.spool)

    @contextlib.asynccontextmanager
    async def surroundings() -> AsyncIterator[None]:
        for directory in directories.values():
            directory.begin()
        if settings.cluster.lends_decoders:
            decoders.begin()
        try:
            async with announced_commits(url):
                yield
        finally:
            await decoders.stop()
            for forwarding in forwardings.values():
                await forwarding.stop()
            for directory in directories.values():
                await asyncio.to_thread(directory.close)

    async def forward(scope: Scope, receive: Receive, send: Send) -> None:
        operation = http.described.find_operation(scope["raw_path"], scope["method"])
        role = role_of(None if operation is None else operation.id)
        await forwardings[role].forward(scope, receive, send)

    route, sockets = routed(http, forward, ANSWERED_BY_EACH_HOST), forwardings[EXTENSIONS].websocket
    service = assemble(settings, HOST, library, http, route=route, sockets=sockets, surroundings=surroundings)
    service.metrics.leads = lambda: of_roles({role: directories[role].is_at(addresses[role]) for role in ROLES})
    for role in ROLES:
        service.metrics.of_processes.append(functools.partial(_of_own_leader, forwardings[role], addresses[role]))
    return service


@contextlib.asynccontextmanager
async def announced_commits(url: DatabaseUrl) -> AsyncIterator[None]:
    """Within the context, commits of other hosts wake readers of the event log."""
    listener = CommitListener(url, notify_all)
    listener.begin()
    try:
        yield
    finally:
        await asyncio.to_thread(listener.close)


async def _of_own_leader(forwarding: LeaderForwarding, address: str) -> list[list[MetricFamily]]:
    """The metrics of the process of this host that leads a role at `address`; none if another host leads."""
    families = await forwarding.read_metrics(address)
    return [] if families is None else [from_plain(families)]

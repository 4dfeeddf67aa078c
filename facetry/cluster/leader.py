"""What the leader of a role does, in a process of its own: the part of a service that only one host may run."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from facetry.auth import Principal
from facetry.cluster.peers import EXAMINATIONS_PATH, METRICS_PATH, HostAnswers, PeerAccess, metrics_answer, peer_secret
from facetry.cluster.roles import SCAN, Role
from facetry.cluster.shared_examiner import SharedExaminer, of_shared_files
from facetry.events.commit_signal import notify_all
from facetry.extensions.assembly import assemble
from facetry.extensions.runtime import Runtime
from facetry.extensions.text_embeddings import ExtensionTextVectors
from facetry.handling.call import Call
from facetry.handling.process_metrics import ProcessMetrics
from facetry.handling.service_metrics import ServiceMetrics
from facetry.http.connection import Connection
from facetry.http.failed_keys import FailedKeys
from facetry.http.page_access import PageAccess
from facetry.http.problems import ASGIApp
from facetry.http.web.cross_origin import CrossOriginMiddleware
from facetry.library.facets import tag_set_merging
from facetry.library.integrity import former_names
from facetry.library.library import Library
from facetry.library.originals.storing import Originals
from facetry.library.renditions import media_urls
from facetry.library.repositories import FolderRules, managed_folder, permitted_roots
from facetry.library.scan.examiner import LocalExaminer
from facetry.library.scan.recognition import recognise_folders
from facetry.library.scan.scans import Scans
from facetry.library.search.index.background_load import BackgroundLoad
from facetry.library.trash.trash import Trash, complete, remove_expired_periodically
from facetry.observability.exposition import MetricFamily
from facetry.observability.request_metrics import RequestMetrics
from facetry.processes.api_library import in_coordinator
from facetry.service.assembly import close_library, open_library
from facetry.service.data_folder import CHOSEN, EXTENSIONS, LEADER, REPOSITORIES, VECTORS
from facetry.service.extension_configuration import extension_configuration
from facetry.service.http_application import http_application
from facetry.service.library_database import server_location_of
from facetry.settings import Settings
from facetry.store.engine import Lease
from facetry.store.engines.postgresql.commit_listener import CommitListener

Lifespan = Callable[[Any], AbstractAsyncContextManager[None]]


@dataclass(frozen=True, slots=True)
class _Parts:
    """What a leader has of a service: its library, its extensions, what runs while it serves, and what it measures."""

    library: Library
    extensions: Runtime
    failed_keys: FailedKeys
    lifespan: Lifespan
    measured: Callable[[ServiceMetrics], Iterable[MetricFamily]]
    answers: HostAnswers = field(default_factory=dict)
    """For requests of the hosts themselves, besides that for metrics; see `PeerAccess`."""


def open_leader_library(settings: Settings, lease: Lease) -> Library:
    """Open the library of a cluster under the lease of a role. Raises as `open_library`."""
    own_settings = settings.model_copy(update={"data_dir": settings.data_dir / LEADER / lease.name})
    library, _ = open_library(
        own_settings,
        lease=lease,
        followed_vectors=settings.data_dir / VECTORS,
        chosen_dir=settings.data_dir / CHOSEN,
        examiner_of=SharedExaminer if lease.name == SCAN else LocalExaminer,
    )
    managed = managed_folder(settings.repositories_dir, settings.data_dir / REPOSITORIES)
    return replace(
        library,
        extensions_dir=settings.data_dir / EXTENSIONS,
        folder_rules=FolderRules(settings.data_dir, managed, permitted_roots(settings.roots)),
        repositories_dir=None if settings.repositories_dir is None else managed,
    )


def build_leader_service(
    library: Library, settings: Settings, role: Role, base_url: str, scanned: Sequence[UUID]
) -> PeerAccess:
    """The application of the leader of a role for the other hosts. It closes the library when it stops.

    `base_url` is the address of this host for extensions. The leader of scans begins to scan the repositories
    `scanned`. Raises `ContractError` when handlers, generated tables and description disagree.
    """
    parts = _scanning(library, scanned) if role == SCAN else _running_extensions(library, settings, base_url)

    def call(principal: Principal, connection: Connection) -> Call:
        return Call(parts.library, parts.extensions, principal, connection, in_coordinator(ServiceMetrics))

    described = http_application(
        authenticator=library.api_keys,
        sessions=library.sessions,
        make_call=call,
        spool=library.spool,
        archive_bytes=settings.extensions.archive_bytes,
        failed_keys=parts.failed_keys,
        lifespan=_with_announcements(settings, parts.lifespan),
    )
    application: ASGIApp = CrossOriginMiddleware(described, library.origins) if library.origins else described
    websockets: ASGIApp = parts.extensions.gateway if role != SCAN else _refuse_websocket
    if role != SCAN:
        application = PageAccess(application, parts.extensions.bundles.takes_key)
    process = ProcessMetrics(parts.library, RequestMetrics(()))
    measured = ServiceMetrics(parts.library, parts.extensions, process)
    return PeerAccess(
        application,
        websockets,
        peer_secret(library.store.read_now(media_urls.require_secret)),
        {METRICS_PATH: metrics_answer(lambda: [*measured.of_writes(), *parts.measured(measured)]), **parts.answers},
    )


def _scanning(library: Library, scanned: Sequence[UUID]) -> _Parts:
    """The part with scans, the trash, changes of files, and what has to be done now and then."""

    @contextlib.asynccontextmanager
    async def lifespan(_: Any) -> AsyncIterator[None]:
        coroutines: list[Coroutine[Any, Any, None]] = [
            tag_set_merging.merge_periodically(library.store),
            remove_expired_periodically(library.trash),
            library.sessions.remove_expired_periodically(),
            library.api_keys.ending_time.run(library.store, logs_leaps=False),
        ]
        periodic = [asyncio.create_task(each) for each in coroutines]
        try:
            await recognise_folders(library.store, library.file_stores)
            await former_names.complete(library.store)
            await complete(library.trash)
            await library.scans.start_watching()
            for id in scanned:
                await library.scans.synchronize(id)
            yield
        finally:
            for task in periodic:
                task.cancel()
            await asyncio.gather(*periodic, return_exceptions=True)
            await close_library(library)

    search = replace(library.search, text_vectors=in_coordinator(ExtensionTextVectors))
    own = replace(library, search=search)
    examiner = library.scans.examiner
    assert isinstance(examiner, SharedExaminer)  # noqa: S101  # `open_leader_library` has made it

    def measured(metrics: ServiceMetrics) -> list[MetricFamily]:
        return [*metrics.of_scans(), of_shared_files(examiner.counts), *metrics.of_shared_renditions()]

    answers = {EXAMINATIONS_PATH: examiner.answer}
    return _Parts(own, in_coordinator(Runtime), FailedKeys(), lifespan, measured, answers)


def _running_extensions(library: Library, settings: Settings, base_url: str) -> _Parts:
    """The part with extensions, their sockets and those of front ends, and searches for texts."""
    failed_keys = FailedKeys()
    extensions = assemble(
        library.store,
        library.api_keys,
        library.extensions_dir,
        base_url,
        extension_configuration(settings),
        public_url=library.public_url,
        origins=library.origins,
        failed_keys=failed_keys,
    )
    index_load = BackgroundLoad(library.store, library.search.indexes.attributes)

    @contextlib.asynccontextmanager
    async def lifespan(_: Any) -> AsyncIterator[None]:
        keeping = asyncio.create_task(library.api_keys.ending_time.run(library.store, logs_leaps=False))
        try:
            await library.vectors.begin()
            index_load.begin()
            await extensions.begin()
            yield
        finally:
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)
            await extensions.stop()
            await index_load.stop()
            await close_library(library)

    own = replace(
        library,
        scans=in_coordinator(Scans),
        trash=in_coordinator(Trash),
        originals=in_coordinator(Originals),
        search=replace(library.search, text_vectors=ExtensionTextVectors(library.store, extensions.gateway)),
    )
    return _Parts(own, extensions, failed_keys, lifespan, _of_extensions)


def _of_extensions(metrics: ServiceMetrics) -> list[MetricFamily]:
    return [*metrics.of_front_ends(), *metrics.of_extensions(), *metrics.of_deliveries()]


def _with_announcements(settings: Settings, lifespan: Lifespan) -> Lifespan:
    """The lifespan, during which commits of other hosts wake readers of the event log."""
    url = server_location_of(settings)

    @contextlib.asynccontextmanager
    async def announced(application: Any) -> AsyncIterator[None]:
        listener = CommitListener(url, notify_all)
        listener.begin()
        try:
            async with lifespan(application):
                yield
        finally:
            await asyncio.to_thread(listener.close)

    return announced


async def _refuse_websocket(_: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.close", "code": 1008})

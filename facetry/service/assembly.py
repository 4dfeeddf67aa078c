"""The composition root: opens a library from settings, and builds the ASGI application over it."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from starlette.types import ASGIApp

from facetry.auth import Principal
from facetry.backup.schedule import ScheduledBackups
from facetry.events.streams import Streams
from facetry.extensions.assembly import assemble
from facetry.extensions.runtime import Runtime
from facetry.extensions.runtime_configuration import RuntimeConfiguration
from facetry.extensions.text_embeddings import ExtensionTextVectors
from facetry.handling.call import Call
from facetry.handling.process_metrics import ProcessMetrics
from facetry.handling.service_metrics import ServiceMetrics
from facetry.http.connection import Connection
from facetry.http.failed_keys import FailedKeys
from facetry.http.page_access import PageAccess
from facetry.http.request_observer import RequestObserver
from facetry.http.upload import remove_spool_files
from facetry.http.web.cross_origin import CrossOriginMiddleware
from facetry.http.web.forwarding import Proxies, behind_proxies
from facetry.imaging.pool.pool import Pool
from facetry.library import api_keys
from facetry.library.api_keys import ApiKeys
from facetry.library.credentials.ended_credentials import EndedCredentials
from facetry.library.credentials.ending_time import EndingTime
from facetry.library.facets import tag_set_merging
from facetry.library.file_stores.folder.temporary_records import TemporaryRecords
from facetry.library.integrity import former_names
from facetry.library.library import Library
from facetry.library.originals.storing import Originals
from facetry.library.renditions import media_urls
from facetry.library.renditions.cache import Cache
from facetry.library.renditions.media_urls import MediaUrlSigner
from facetry.library.renditions.renditions import Renditions
from facetry.library.renditions.unused_renditions import evict_unused, remove_unused_periodically
from facetry.library.repositories import FolderRules, chosen_folders, managed_folder, permitted_roots
from facetry.library.scan.examiner import Examiner, LocalExaminer
from facetry.library.scan.recognition import recognise_folders
from facetry.library.scan.scans import Scans, ScanSettings
from facetry.library.search.index.background_load import BackgroundLoad
from facetry.library.search.index.index import Index
from facetry.library.search.search import Search
from facetry.library.search.search_indexes import SearchIndexes
from facetry.library.search.text_vectors import NoTextVectors
from facetry.library.search.vectors.following import FollowingSpaces
from facetry.library.search.vectors.vectors import IndexedSpaces
from facetry.library.sessions.sessions import Sessions
from facetry.library.trash import rows as trash_rows
from facetry.library.trash.trash import Trash, complete, remove_expired_periodically
from facetry.observability.redaction import never_log
from facetry.observability.request_metrics import RequestMetrics
from facetry.service.data_folder import (
    CHOSEN,
    EXTENSIONS,
    INCOMING,
    LOCK,
    RENDITIONS,
    REPOSITORIES,
    SCRATCH,
    TEMPORARY,
    VECTORS,
    AlreadyServedError,
    empty_folder,
    lock_folder,
    make_folder_private,
    require_expected_kinds,
)
from facetry.service.http_application import http_application, require_free_prefix
from facetry.service.library_database import open_cluster_store, open_store
from facetry.service.object_stores import open_file_stores, open_shared_renditions, require_usable
from facetry.service.shared_state import SharedState
from facetry.service.vector_engines import open_engine
from facetry.service.vector_engines import require_usable as require_usable_engine
from facetry.settings import Settings
from facetry.store.engine import Lease
from facetry.store.store import Store
from facetry.store.work import Work
from facetry.system.files.durable_folders import make_folders
from generated.operations import OPERATIONS

_log = logging.getLogger(__name__)


def open_library(
    settings: Settings,
    keep_key: Callable[[str], None] | None = None,
    shared: SharedState | None = None,
    *,
    is_host: bool = False,
    lease: Lease | None = None,
    followed_vectors: Path | None = None,
    chosen_dir: Path | None = None,
    examiner_of: Callable[[Pool], Examiner] = LocalExaminer,
) -> tuple[Library, str | None]:
    """Open the library of the data folder for serving. Returns it with the master key, if that has just been created.

    `keep_key` gets a new master key before the commit that makes it valid. With `shared`, other processes of the
    service follow. A host of a cluster shares the database with other hosts (`is_host`), and its leader writes under a
    `lease`. With `followed_vectors`, another process writes the vector files into this folder. `chosen_dir`
    has the records of this host about the folders of repositories. `examiner_of` makes the
    examiner of scans from the decoders. Raises
    `AlreadyServedError` when another service serves the data folder or the database, `ObjectStoreError` when buckets
    cannot be used, and `VectorEngineError` when the vector engine cannot.
    """
    is_cluster = is_host or lease is not None
    require_usable(settings)
    require_usable_engine(settings)
    require_expected_kinds(settings.data_dir)
    make_folders(settings.data_dir, 0o700)
    lock = lock_folder(settings.data_dir / LOCK)
    try:
        make_folder_private(settings.data_dir)
        remove_spool_files(settings.data_dir / INCOMING)
        store = open_cluster_store(settings, lease) if is_cluster else open_store(settings, shared)
        _claim_serving(store)
    except BaseException:
        os.close(lock)
        raise
    master_secret = settings.master_secret()
    if master_secret is not None:
        never_log(master_secret)
    new_master_secret = _ensure_master(store, keep_key) if master_secret is None else None
    pool = Pool(settings.decoder_limits(), settings.decoder.workers, scratch=empty_folder(settings.data_dir / SCRATCH))
    cache = Cache(settings.data_dir / RENDITIONS, settings.renditions_bytes, shared=open_shared_renditions(settings))
    scan_settings = ScanSettings(
        settings.removal_share, settings.reconcile_seconds, settings.poll, settings.reread_buckets
    )
    ended_numbers = None if shared is None else shared.ended_credentials
    ended_credentials = EndedCredentials(ended_numbers, followed=store if is_cluster else None)
    shared_time = None if shared is None else shared.ending_time
    ending_time = EndingTime(shared_time, follows_server=settings.database_url is not None)
    ending_time.begin(store)
    keys = ApiKeys(store, master_secret, ended_credentials, ending_time)
    if followed_vectors is None:
        vectors = IndexedSpaces(settings.data_dir / VECTORS, store, engine=open_engine(settings))
    else:
        of_host = settings.model_copy(update={"data_dir": followed_vectors.parent})
        vectors = FollowingSpaces(followed_vectors, store, engine=open_engine(of_host))
    temporary_records = TemporaryRecords(settings.data_dir / TEMPORARY)
    folders = chosen_folders(chosen_dir or settings.data_dir / CHOSEN, store)
    file_stores = open_file_stores(settings, settings.data_dir / SCRATCH, temporary_records, folders)
    evict = functools.partial(evict_unused, store, cache)
    scans = Scans(store, pool, scan_settings, file_stores=file_stores, examiner=examiner_of(pool), on_removed=evict)
    renditions = Renditions(store, pool, cache, file_stores)
    swept = temporary_records.sweep(folders.of)
    if swept.removed:
        _log.warning("removed temporary files that a crash had left: %s", ", ".join(map(str, swept.removed)))
    if swept.returned:
        names = ", ".join(map(str, swept.returned))
        _log.warning("gave files their names back, which a crash had left under temporary names: %s", names)
    trash = Trash(store, settings.trash_days, evict, file_stores)
    repositories_dir = managed_folder(settings.repositories_dir, settings.data_dir / REPOSITORIES)
    roots = permitted_roots(settings.roots, warns=lease is None)  # a leader has a host, which warns
    library = Library(
        store=store,
        vectors=vectors,
        search=Search(store, SearchIndexes(Index(store.journal), vectors), NoTextVectors()),
        api_keys=keys,
        sessions=Sessions(store, keys, master_secret),
        pool=pool,
        scans=scans,
        trash=trash,
        originals=Originals(store, pool, scans.unavailable_reason, renditions.evict, file_stores, trash_rows.has),
        cache=cache,
        renditions=renditions,
        media_urls=MediaUrlSigner(store.write_now(media_urls.ensure_secret), master_secret),
        streams=Streams(store),
        file_stores=file_stores,
        folder_rules=FolderRules(settings.data_dir, repositories_dir, roots),
        repositories_dir=repositories_dir,
        public_url=settings.public_url,
        extensions_dir=settings.data_dir / EXTENSIONS,
        spool=settings.data_dir / INCOMING,
        lock_descriptor=lock,
        origins=settings.origins,
        proxies=Proxies(settings.trusted_proxies, settings.root_path),
    )
    return library, new_master_secret


def _claim_serving(store: Store) -> None:
    """Raise `AlreadyServedError` when another process serves the database on a server."""
    if not store.claim_serving():
        store.close()
        raise AlreadyServedError(
            f"another server runs on the database {store.location}; stop it first. One server at a time serves a "
            "library, unless all of them are hosts of a cluster (FACETRY_CLUSTER__ADDRESS)"
        )


def _ensure_master(store: Store, keep_key: Callable[[str], None] | None) -> str | None:
    def unit(work: Work) -> str | None:
        secret = api_keys.ensure_master(work)
        if secret is not None and keep_key is not None:
            keep_key(secret)
        return secret

    return store.write_now(unit)


async def close_library(library: Library) -> None:
    """Stop scans, watchers and the vector indexes, finish pending writes, and release the data folder."""
    await library.scans.stop()
    await library.pool.close()
    library.cache.close()
    await library.vectors.stop()
    library.store.close()
    if library.lock_descriptor is not None:
        os.close(library.lock_descriptor)


@dataclass(frozen=True, slots=True)
class Service:
    """The served application: the HTTP operations, and the WebSocket of extensions."""

    application: ASGIApp
    pages: ASGIApp
    """The application below the layer that observes requests, for requests that another process observes."""
    run_operation: Callable[[str, Mapping[str, object]], Awaitable[object]]
    """Runs the handler of an operation for a request that another process has authorised and validated."""
    extensions: Runtime
    metrics: ServiceMetrics
    websockets: ASGIApp

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one connection, by the ASGI protocol."""
        if scope["type"] == "websocket":
            await self.websockets(scope, receive, send)
        else:
            await self.application(scope, receive, send)


def build_app(
    library: Library,
    started: Callable[[], Awaitable[None]] | None = None,
    *,
    base_url: str = "http://127.0.0.1",
    configuration: RuntimeConfiguration | None = None,
    logs_access: bool = False,
    backups: ScheduledBackups | None = None,
    loads_index: bool = True,
) -> Service:
    """The service over an open library, which it closes when it stops.

    `started` is awaited on the event loop before the first request is served. `base_url` is the address of the service
    for extensions on this machine; `configuration` says how they are run. With `logs_access`, each request is a line of
    the log. `backups` run in the background. Without `loads_index`, the search index is read when it is needed.

    Raises `ContractError` when handlers, generated tables and description disagree.
    """
    require_free_prefix(library.proxies.root_path)
    failed_keys = FailedKeys()
    extensions = assemble(
        library.store,
        library.api_keys,
        library.extensions_dir,
        base_url,
        configuration or RuntimeConfiguration(hidden_paths=(library.extensions_dir.parent,)),
        public_url=library.public_url,
        origins=library.origins,
        failed_keys=failed_keys,
    )
    if isinstance(library.search.text_vectors, NoTextVectors):
        source = ExtensionTextVectors(library.store, extensions.gateway)
        library = replace(library, search=replace(library.search, text_vectors=source))

    index_load = BackgroundLoad(library.store, library.search.indexes.attributes)

    @contextlib.asynccontextmanager
    async def lifespan(_: Any) -> AsyncIterator[None]:
        periodic = [
            asyncio.create_task(tag_set_merging.merge_periodically(library.store)),
            asyncio.create_task(remove_expired_periodically(library.trash)),
            asyncio.create_task(library.sessions.remove_expired_periodically()),
            asyncio.create_task(library.api_keys.ending_time.run(library.store)),
            asyncio.create_task(remove_unused_periodically(library.store, library.cache)),
        ]
        try:
            library.streams.begin()
            await recognise_folders(library.store, library.file_stores)
            await former_names.complete(library.store)
            await complete(library.trash)
            await library.scans.start_watching()
            await library.vectors.begin()
            if loads_index:
                index_load.begin()
            await extensions.begin()
            if started is not None:
                await started()
            if backups is not None:
                backups.begin()
            yield
        finally:
            if backups is not None:
                await backups.stop()
            await library.streams.stop()
            await extensions.stop()
            await index_load.stop()
            for task in periodic:
                task.cancel()
            await asyncio.gather(*periodic, return_exceptions=True)
            await close_library(library)

    metrics = ServiceMetrics(library, extensions, ProcessMetrics(library, RequestMetrics(OPERATIONS)))
    if backups is not None:
        metrics.kept_backups = lambda: backups.kept

    def call(principal: Principal, connection: Connection) -> Call:
        return Call(library, extensions, principal, connection, metrics)

    application = http_application(
        authenticator=library.api_keys,
        sessions=library.sessions,
        make_call=call,
        spool=library.spool,
        archive_bytes=None if configuration is None else configuration.archive_bytes,
        failed_keys=failed_keys,
        lifespan=lifespan,
    )
    http = CrossOriginMiddleware(application, library.origins) if library.origins else application
    # pages of extensions have an origin of their own, so they come first
    pages = PageAccess(http, extensions.bundles.takes_key)
    observed = RequestObserver(pages, metrics.process.requests, logs_access=logs_access)
    proxies = library.proxies
    sockets = behind_proxies(extensions.gateway, proxies)
    return Service(behind_proxies(observed, proxies), pages, application.run_operation, extensions, metrics, sockets)

"""Opens the library of a data folder, with the parts that a process has, and closes it."""

from __future__ import annotations

import functools
import logging
import os
from collections.abc import Callable
from dataclasses import replace

from facetry.events.streams import Streams
from facetry.http.upload import remove_spool_files
from facetry.http.web.forwarding import Proxies
from facetry.imaging.pool.pool import Pool
from facetry.library import api_keys
from facetry.library.api_keys import ApiKeys
from facetry.library.credentials.ended_credentials import EndedCredentials
from facetry.library.credentials.ending_time import EndingTime
from facetry.library.file_stores.folder.temporary_records import TemporaryRecords
from facetry.library.library import ELSEWHERE, Elsewhere, Library
from facetry.library.originals.storing import Originals
from facetry.library.renditions import media_urls
from facetry.library.renditions.cache import Cache
from facetry.library.renditions.media_urls import MediaUrlSigner
from facetry.library.renditions.renditions import Renditions
from facetry.library.renditions.unused_renditions import evict_unused
from facetry.library.repositories import FolderRules, chosen_folders, managed_folder, permitted_roots
from facetry.library.scan.examiner import Examiner, LocalExaminer
from facetry.library.scan.scans import Scans, ScanSettings
from facetry.library.search.index.index import Index
from facetry.library.search.search import Search
from facetry.library.search.search_indexes import SearchIndexes
from facetry.library.search.text_vectors import NoTextVectors
from facetry.library.search.vectors.following import FollowingSpaces
from facetry.library.search.vectors.vectors import IndexedSpaces
from facetry.library.sessions.sessions import Sessions
from facetry.library.trash import rows as trash_rows
from facetry.library.trash.trash import Trash
from facetry.observability.redaction import never_log
from facetry.service import data_folder
from facetry.service.elsewhere import RendererElsewhere, TextVectorsElsewhere
from facetry.service.library_database import open_cluster_store, open_following_store, open_store
from facetry.service.object_stores import open_file_stores, open_shared_renditions, require_usable
from facetry.service.parts import SINGLE_SERVICE, Part, Parts
from facetry.service.shared_state import SharedState
from facetry.service.vector_engines import open_engine
from facetry.service.vector_engines import require_usable as require_usable_engine
from facetry.settings import Settings
from facetry.store.engine import Lease
from facetry.store.store import Store
from facetry.system.files.chosen_folders import ChosenFolders
from facetry.system.files.durable_folders import make_folders

_log = logging.getLogger(__name__)


def open_library(
    settings: Settings,
    parts: Parts = SINGLE_SERVICE,
    shared: SharedState | None = None,
    *,
    keep_key: Callable[[str], None] = lambda _: None,
    lease: Lease | None = None,
    examiner_of: Callable[[Pool], Examiner] = LocalExaminer,
) -> tuple[Library, str | None]:
    """Open the library of the data folder for serving. Returns it with the master key, if that has just been created.

    With `shared`, other processes of the service follow, or this one follows the coordinator, which has opened the
    library before. `keep_key` gets a new master key before the commit that makes it valid. The leader of a role in a
    cluster writes under a `lease`, and has a folder of its own in the data folder. `examiner_of` makes the examiner of
    scans from the decoders. Raises `AlreadyServedError` when another service serves the data folder or the database,
    `ObjectStoreError` when buckets cannot be used, and `VectorEngineError` when the vector engine cannot.
    """
    own = settings
    if lease is not None:
        leader_dir = settings.data_dir / data_folder.LEADER / lease.name
        own = settings.model_copy(update={"data_dir": leader_dir})
    store, lock = _open_store(own, parts, shared, lease)
    has_writer = Part.WRITER in parts
    master_secret, new_master_secret = settings.master_secret(), None
    if master_secret is not None:
        never_log(master_secret)
    elif has_writer:
        new_master_secret = store.write_now(functools.partial(api_keys.ensure_master, keep_key=keep_key))
    ended_credentials = EndedCredentials(
        None if shared is None else shared.ended_credentials,
        followed=None if settings.cluster.address is None else store,
    )
    ending_time = EndingTime(
        None if shared is None else shared.ending_time, follows_server=settings.database_url is not None
    )
    keys = ApiKeys(store, master_secret, ended_credentials, ending_time)
    scratch = own.data_dir / data_folder.SCRATCH
    folders = chosen_folders(settings.data_dir / data_folder.CHOSEN, store)
    pool: Pool | Elsewhere = ELSEWHERE
    temporary_records = shared_renditions = None
    if has_writer:
        ending_time.begin(store)
        pool = Pool(settings.decoder.limits(), settings.decoder.workers, scratch=data_folder.empty_folder(scratch))
        shared_renditions = open_shared_renditions(settings)
        temporary_records = TemporaryRecords(own.data_dir / data_folder.TEMPORARY)
        _sweep(temporary_records, folders)
    cache = Cache(
        own.data_dir / data_folder.RENDITIONS,
        settings.renditions_bytes,
        is_reading_only=not has_writer,
        shared=shared_renditions,
    )
    file_stores = open_file_stores(own, scratch, temporary_records, folders)
    renditions = Renditions(store, RendererElsewhere() if isinstance(pool, Elsewhere) else pool, cache, file_stores)
    spaces = IndexedSpaces if Part.VECTORS in parts else FollowingSpaces
    vectors = spaces(settings.data_dir / data_folder.VECTORS, store, engine=open_engine(settings))
    text_vectors = NoTextVectors() if Part.EXTENSIONS in parts else TextVectorsElsewhere()
    roots = permitted_roots(settings.roots, warns=has_writer and lease is None)  # a leader has a host, which warns
    repositories_dir = managed_folder(settings.repositories_dir, settings.data_dir / data_folder.REPOSITORIES)
    media_secret = (
        store.write_now(media_urls.ensure_secret) if has_writer else store.read_now(media_urls.require_secret)
    )
    has_managed_folder = lease is None or settings.repositories_dir is not None
    library = Library(
        store=store,
        vectors=vectors,
        search=Search(store, SearchIndexes(Index(store.journal), vectors), text_vectors),
        api_keys=keys,
        sessions=Sessions(store, keys, master_secret),
        own_pool=pool,
        cache=cache,
        renditions=renditions,
        media_urls=MediaUrlSigner(media_secret, master_secret),
        own_streams=Streams(store) if has_writer else ELSEWHERE,
        file_stores=file_stores,
        folder_rules=FolderRules(settings.data_dir, repositories_dir, roots),
        repositories_dir=repositories_dir if has_managed_folder else None,
        public_url=settings.public_url,
        extensions_dir=settings.data_dir / data_folder.EXTENSIONS,
        spool=own.data_dir / data_folder.INCOMING,
        lock_descriptor=lock,
        origins=settings.origins,
        proxies=Proxies(settings.trusted_proxies, settings.root_path),
    )
    if Part.FILES in parts:
        library = _with_files(library, settings, examiner_of(library.pool))
    return library, new_master_secret


async def close_library(library: Library) -> None:
    """Stop scans, watchers and the vector indexes, finish pending writes, and release the data folder."""
    if not isinstance(library.own_scans, Elsewhere):
        await library.own_scans.stop()
    if not isinstance(library.own_pool, Elsewhere):
        await library.own_pool.close()
    library.cache.close()
    await library.vectors.stop()
    library.store.close()
    if library.lock_descriptor is not None:
        os.close(library.lock_descriptor)


def _open_store(
    settings: Settings, parts: Parts, shared: SharedState | None, lease: Lease | None
) -> tuple[Store, int | None]:
    """The store, and the descriptor of the lock on the data folder of a process with the writer."""
    if Part.WRITER not in parts:
        assert shared is not None  # noqa: S101  # the coordinator has made it
        return open_following_store(settings, shared), None
    require_usable(settings)
    require_usable_engine(settings)
    data_folder.require_expected_kinds(settings.data_dir)
    make_folders(settings.data_dir, 0o700)
    lock = data_folder.lock_folder(settings.data_dir / data_folder.LOCK)
    try:
        data_folder.make_folder_private(settings.data_dir)
        remove_spool_files(settings.data_dir / data_folder.INCOMING)
        store = open_cluster_store(settings, lease) if Part.CLUSTER in parts else open_store(settings, shared)
        if not store.claim_serving():
            store.close()
            raise data_folder.AlreadyServedError(
                f"another server runs on the database {store.location}; stop it first. One server at a time serves a "
                "library, unless all of them are hosts of a cluster (FACETRY_CLUSTER__ADDRESS)"
            )
    except BaseException:
        os.close(lock)
        raise
    return store, lock


def _sweep(records: TemporaryRecords, folders: ChosenFolders) -> None:
    """Mend what a crash has left of temporary files, and say so in the log."""
    swept = records.sweep(folders.of)
    if swept.removed:
        _log.warning("removed temporary files that a crash had left: %s", ", ".join(map(str, swept.removed)))
    if swept.returned:
        names = ", ".join(map(str, swept.returned))
        _log.warning("gave files their names back, which a crash had left under temporary names: %s", names)


def _with_files(library: Library, settings: Settings, examiner: Examiner) -> Library:
    """The library with scans, the trash, and changes of files."""
    store, pool, file_stores = library.store, library.pool, library.file_stores
    scan_settings = ScanSettings(
        settings.removal_share, settings.reconcile_seconds, settings.poll, settings.reread_buckets
    )
    evict = functools.partial(evict_unused, store, library.cache)
    scans = Scans(store, pool, scan_settings, file_stores=file_stores, examiner=examiner, on_removed=evict)
    forget = library.renditions.evict
    return replace(
        library,
        own_scans=scans,
        own_trash=Trash(store, settings.trash_days, evict, file_stores),
        own_originals=Originals(store, pool, scans.unavailable_reason, forget, file_stores, trash_rows.has),
    )

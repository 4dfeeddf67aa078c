"""The library as an API process has it: what reads, and nothing that writes, scans or decodes."""

from __future__ import annotations

from typing import NoReturn, TypeVar, cast

from facetry.errors import CoordinatorNeededError
from facetry.events.streams import Streams
from facetry.http.web.forwarding import Proxies
from facetry.imaging.pool.pool import Pool
from facetry.library import changes
from facetry.library.api_keys import ApiKeys
from facetry.library.credentials.ended_credentials import EndedCredentials
from facetry.library.credentials.ending_time import EndingTime
from facetry.library.library import Library
from facetry.library.originals.storing import Originals
from facetry.library.renditions import media_urls
from facetry.library.renditions.cache import Cache
from facetry.library.renditions.media_urls import MediaUrlSigner
from facetry.library.renditions.renditions import Renditions
from facetry.library.repositories import FolderRules, chosen_folders, managed_folder, permitted_roots
from facetry.library.scan.scans import Scans
from facetry.library.search.index.index import Index
from facetry.library.search.search import Search
from facetry.library.search.search_indexes import SearchIndexes
from facetry.library.search.text_vectors import TextVectors
from facetry.library.search.vectors.following import FollowingSpaces
from facetry.library.sessions.sessions import Sessions
from facetry.library.trash.trash import Trash
from facetry.observability.redaction import never_log
from facetry.service.data_folder import CHOSEN, EXTENSIONS, INCOMING, RENDITIONS, REPOSITORIES, SCRATCH, VECTORS
from facetry.service.library_database import location_of
from facetry.service.object_stores import open_file_stores
from facetry.service.shared_state import SharedState
from facetry.service.vector_engines import open_engine
from facetry.settings import Settings
from facetry.store.change_feed import ChangeFeed
from facetry.store.store import FollowingStore

T = TypeVar("T")


class _InCoordinator:
    """Stands for a part that only the coordinator has: whoever uses it is answered by the coordinator."""

    def __getattr__(self, name: str) -> NoReturn:
        raise CoordinatorNeededError


def in_coordinator(part: type[T]) -> T:  # noqa: ARG001  # the type is that of the result
    """In the place of a part that only the coordinator has."""
    return cast("T", _InCoordinator())


def open_api_library(settings: Settings, shared: SharedState) -> Library:
    """Open the library of the data folder, which the coordinator has opened with the same `shared`.

    Raises `OSError`, and `RuntimeError` when the coordinator has not.
    """
    store = FollowingStore(location_of(settings), ChangeFeed(changes.TYPES), shared.files)
    master_secret = settings.master_secret()
    if master_secret is not None:
        never_log(master_secret)
    media_secret = store.read_now(media_urls.require_secret)
    followed = None if settings.cluster.address is None else store
    ending_time = EndingTime(shared.ending_time, follows_server=settings.database_url is not None)
    keys = ApiKeys(store, master_secret, EndedCredentials(shared.ended_credentials, followed), ending_time)
    vectors = FollowingSpaces(settings.data_dir / VECTORS, store, engine=open_engine(settings))
    cache = Cache(settings.data_dir / RENDITIONS, settings.renditions_bytes, is_reading_only=True)
    pool = in_coordinator(Pool)
    folders = chosen_folders(settings.data_dir / CHOSEN, store)
    file_stores = open_file_stores(settings, settings.data_dir / SCRATCH, None, folders)
    repositories_dir = managed_folder(settings.repositories_dir, settings.data_dir / REPOSITORIES)
    text_vectors = cast("TextVectors", _InCoordinator())
    return Library(
        store=store,
        vectors=vectors,
        search=Search(store, SearchIndexes(Index(store.journal), vectors), text_vectors),
        api_keys=keys,
        sessions=Sessions(store, keys, master_secret),
        pool=pool,
        scans=in_coordinator(Scans),
        trash=in_coordinator(Trash),
        originals=in_coordinator(Originals),
        cache=cache,
        renditions=Renditions(store, pool, cache, file_stores),
        media_urls=MediaUrlSigner(media_secret, master_secret),
        streams=in_coordinator(Streams),
        file_stores=file_stores,
        folder_rules=FolderRules(settings.data_dir, repositories_dir, permitted_roots(settings.roots)),
        repositories_dir=repositories_dir,
        public_url=settings.public_url,
        extensions_dir=settings.data_dir / EXTENSIONS,
        spool=settings.data_dir / INCOMING,
        lock_descriptor=None,
        origins=settings.origins,
        proxies=Proxies(settings.trusted_proxies, settings.root_path),
    )


async def close_api_library(library: Library) -> None:
    """Stop the background threads, and finish what is being read."""
    await library.vectors.stop()
    library.store.close()

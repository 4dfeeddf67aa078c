"""The open library: its store, its API keys, its scans, and the parts that deliver pictures."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from facetry.errors import CoordinatorNeededError
from facetry.events.streams import Streams
from facetry.http.web.forwarding import NO_PROXIES, Proxies
from facetry.imaging.pool.pool import Pool
from facetry.library.api_keys import ApiKeys
from facetry.library.file_stores.stores import FileStores
from facetry.library.originals.storing import Originals
from facetry.library.renditions.cache import Cache
from facetry.library.renditions.media_urls import MediaUrlSigner
from facetry.library.renditions.renditions import Renditions
from facetry.library.repositories import FolderRules
from facetry.library.scan.scans import Scans
from facetry.library.search.search import Search
from facetry.library.search.vectors.vectors import IndexedSpaces
from facetry.library.sessions.sessions import Sessions
from facetry.library.trash.trash import Trash
from facetry.store.store import Store
from facetry.system.files.chosen_folders import ChosenFolder

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Stands for a part that another process of the service has."""


ELSEWHERE: Final = Elsewhere()


def here(part: T | Elsewhere) -> T:
    """The part. Raises `CoordinatorNeededError` if another process has it, which then answers the whole request."""
    if isinstance(part, Elsewhere):
        raise CoordinatorNeededError
    return part


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """The parts of an open library that handlers work with. Another process may have those in fields `own_…`."""

    store: Store
    vectors: IndexedSpaces
    search: Search
    api_keys: ApiKeys
    sessions: Sessions
    cache: Cache
    renditions: Renditions
    media_urls: MediaUrlSigner
    file_stores: FileStores
    """Where the files of repositories are."""
    folder_rules: FolderRules
    """Where repositories may be."""
    repositories_dir: ChosenFolder | None
    """Folder in which the folders of ensured repositories are created; None for hosts that share no such folder."""
    public_url: str | None
    """Prefix of media URLs, if the operator has set it."""
    extensions_dir: Path
    """Folder in which extensions are installed."""
    spool: Path
    """Folder for request bodies while they are received and handled."""
    lock_descriptor: int | None
    """Descriptor of the lock on the data folder, held while the library is open; None where another process of the
    service holds it."""
    proxies: Proxies = NO_PROXIES
    """The proxies whose headers count, and the prefix that they remove."""
    origins: tuple[str, ...] = ()
    """Origins of web pages, besides the service's own, that may use the service in browsers."""
    own_pool: Pool | Elsewhere = ELSEWHERE
    own_scans: Scans | Elsewhere = ELSEWHERE
    own_originals: Originals | Elsewhere = ELSEWHERE
    own_trash: Trash | Elsewhere = ELSEWHERE
    own_streams: Streams | Elsewhere = ELSEWHERE

    @property
    def pool(self) -> Pool:
        """The decoders. Raises as `here`, like all parts below."""
        return here(self.own_pool)

    @property
    def scans(self) -> Scans:
        """The scans and watchers."""
        return here(self.own_scans)

    @property
    def originals(self) -> Originals:
        """Changes of files."""
        return here(self.own_originals)

    @property
    def trash(self) -> Trash:
        """The trash."""
        return here(self.own_trash)

    @property
    def streams(self) -> Streams:
        """The streams of events."""
        return here(self.own_streams)

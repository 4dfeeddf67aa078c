"""What the leader of a cluster does, in a process of its own: everything that only one process of all hosts may do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from facetry.app import Service, build_app, open_library
from facetry.cluster.peers import PeerAccess, peer_secret
from facetry.data_folder import EXTENSIONS, REPOSITORIES, VECTORS
from facetry.database_location import location_of
from facetry.events.commit_signal import notify_all
from facetry.extensions.runtime_configuration import extension_configuration
from facetry.library.library import Library
from facetry.library.renditions import media_urls
from facetry.settings import Settings
from facetry.store.engine import DatabaseUrl, Lease
from facetry.store.engines.postgresql.commit_listener import CommitListener

FOLDER: Final = "leader"
"""The folder in the data folder of a host for files that the leader writes while it works."""


def open_leader_library(settings: Settings, lease: Lease) -> Library:
    """Open the library of a cluster under the lease of the leader. Raises as `open_library`."""
    own_settings = settings.model_copy(
        update={
            "data_dir": settings.data_dir / FOLDER,
            "repositories_dir": settings.repositories_dir or settings.data_dir / REPOSITORIES,
        }
    )
    library, _ = open_library(own_settings, lease=lease, followed_vectors=settings.data_dir / VECTORS)
    return replace(library, extensions_dir=settings.data_dir / EXTENSIONS)


def build_leader_service(
    library: Library, settings: Settings, base_url: str, started: Callable[[], Awaitable[None]]
) -> tuple[Service, PeerAccess]:
    """The service of the leader, which closes the library when it stops, and the application for the other hosts.

    `base_url` is the address of this host for extensions; `started` is awaited before the first request is served.
    Raises as `build_app`.
    """
    url = location_of(settings)
    assert isinstance(url, DatabaseUrl)  # noqa: S101  # the settings of a cluster require it
    listener = CommitListener(url, notify_all)

    async def begin() -> None:
        listener.begin()
        await started()

    service = build_app(
        library,
        begin,
        base_url=base_url,
        configuration=extension_configuration(settings),
        loads_index=True,
    )
    secret = library.store.read_now(media_urls.find_secret)
    assert secret is not None  # noqa: S101  # `open_library` makes it
    return service, PeerAccess(service.pages, service.extensions.gateway, peer_secret(secret))

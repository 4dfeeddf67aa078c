"""The components of the runtime of extensions; see `assembly`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from facetry.events.delivery import Delivery
from facetry.extensions.commands import Commands
from facetry.extensions.confinement import Confinement
from facetry.extensions.folder_grants import FolderGrants
from facetry.extensions.packages.entries import ArchiveLimits
from facetry.extensions.packages.shared_packages import SharedPackages
from facetry.extensions.packages.version_store import VersionStore
from facetry.extensions.pages.bundles import Bundles
from facetry.extensions.process.supervisor import Supervisor
from facetry.extensions.program_factory import ProgramFactory
from facetry.extensions.socket.broadcaster import EventBroadcaster
from facetry.extensions.socket.gateway import Gateway
from facetry.extensions.socket.socket_log import SocketLog
from facetry.extensions.workload import Workload
from facetry.library.api_keys import ApiKeys
from facetry.store.store import Store


@dataclass(frozen=True, slots=True)
class RuntimeComponents:
    """What the runtime is assembled of."""

    store: Store
    keys: ApiKeys
    version_store: VersionStore
    confinement: Confinement
    folder_grants: FolderGrants
    program_factory: ProgramFactory
    supervisor: Supervisor
    gateway: Gateway
    delivery: Delivery
    broadcaster: EventBroadcaster
    workload: Workload
    commands: Commands
    bundles: Bundles
    socket_log: SocketLog
    wait_for_status_events: Callable[[], Awaitable[None]]
    """Waits until all status events of programs are written."""
    log_days: float
    archive_limits: ArchiveLimits
    shared_packages: SharedPackages

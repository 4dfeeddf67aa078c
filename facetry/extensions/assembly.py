"""Assembles the components of the extension runtime."""

from __future__ import annotations

from pathlib import Path

from facetry.events.delivery import Delivery
from facetry.events.delivery_types import DeliveryOutcome
from facetry.extensions.commands import Commands
from facetry.extensions.confinement import Confinement
from facetry.extensions.folder_grants import FolderGrants
from facetry.extensions.packages.entries import ArchiveLimits, limits_for
from facetry.extensions.packages.shared_packages import SharedPackages
from facetry.extensions.packages.version_store import VersionStore
from facetry.extensions.pages.bundles import Bundles
from facetry.extensions.process.supervisor import Supervisor
from facetry.extensions.program_factory import ProgramFactory
from facetry.extensions.runtime import Runtime
from facetry.extensions.runtime_components import RuntimeComponents
from facetry.extensions.runtime_configuration import RuntimeConfiguration
from facetry.extensions.socket.broadcaster import EventBroadcaster
from facetry.extensions.socket.command_runs import CommandRuns
from facetry.extensions.socket.extension_sessions import ExtensionSessions
from facetry.extensions.socket.gateway import Gateway
from facetry.extensions.socket.socket_log import SocketLog
from facetry.extensions.socket.status_events import StatusEvents
from facetry.extensions.workload import Workload
from facetry.http.failed_keys import FailedKeys
from facetry.library.api_keys import ApiKeys
from facetry.library.tasks import runs
from facetry.library.tasks.ledger import CAPABILITY_BY_TOPIC
from facetry.store.store import Store
from facetry.store.work import Work


def assemble(
    store: Store,
    keys: ApiKeys,
    folder: Path,
    base_url: str,
    configuration: RuntimeConfiguration | None = None,
    *,
    public_url: str | None = None,
    origins: tuple[str, ...] = (),
    failed_keys: FailedKeys | None = None,
) -> Runtime:
    """Assemble the runtime of the extensions in a folder, which call the service at `base_url`. On the event loop.

    `public_url` is the address of the service for browsers, if it is another one. Web pages of `origins` may connect
    to its socket. `failed_keys` are shared with the API.
    """
    configuration = configuration or RuntimeConfiguration()
    version_store, archive_limits = VersionStore(folder), _archive_limits(configuration.archive_bytes)
    bundles = Bundles(keys, public_url or base_url)
    status_events = StatusEvents(store, keys, bundles)
    supervisor = Supervisor(configuration.restart_policy, status_events.on_status_change)
    delivery = Delivery(store, dict.fromkeys(CAPABILITY_BY_TOPIC, _record_result), configuration.delivery_limits)
    command_runs = CommandRuns()
    socket_log = SocketLog(version_store.log_folder)
    sessions = ExtensionSessions(store, delivery, supervisor, command_runs, socket_log, bundles)
    sessions.gateway = gateway = Gateway(
        keys.authenticate, sessions, origins, failed_keys, keys.ended_credentials, keys.ending_time
    )
    sessions.broadcaster = broadcaster = EventBroadcaster(store, gateway)
    confinement = Confinement(version_store, configuration.hidden_paths, configuration.unconfined)
    folder_grants = FolderGrants(store, version_store.folder, confinement.hidden_paths)
    program_factory = ProgramFactory(
        store, version_store, keys.issue_process_key, base_url, confinement, configuration.limits, folder_grants
    )
    workload = Workload(store, delivery)

    def is_starting(id: str) -> bool:
        return program_factory.preparation_of(id) is not None or supervisor.status(id).state in ("starting", "waiting")

    commands = Commands(store, gateway, command_runs, is_starting)
    return Runtime(
        RuntimeComponents(
            store=store,
            keys=keys,
            version_store=version_store,
            confinement=confinement,
            folder_grants=folder_grants,
            program_factory=program_factory,
            supervisor=supervisor,
            gateway=gateway,
            delivery=delivery,
            broadcaster=broadcaster,
            workload=workload,
            commands=commands,
            bundles=bundles,
            socket_log=socket_log,
            wait_for_status_events=status_events.wait_until_written,
            log_days=configuration.log_days,
            archive_limits=archive_limits,
            shared_packages=SharedPackages(store, version_store, archive_limits, is_cluster=configuration.is_cluster),
        )
    )


def _archive_limits(archive_bytes: int | None) -> ArchiveLimits:
    return ArchiveLimits() if archive_bytes is None else limits_for(archive_bytes)


def _record_result(work: Work, extension: int, outcome: DeliveryOutcome) -> None:
    event = outcome.event
    if event.image is not None:
        runs.record_result(
            work,
            extension,
            event.image,
            event.topic,
            requested=event.time,
            attempts=outcome.attempts,
            error=outcome.error,
        )

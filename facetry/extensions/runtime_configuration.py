"""The operator's configuration of the extension runtime."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from facetry import object_stores
from facetry.events.delivery_types import SECOND, DeliveryLimits
from facetry.extensions.limits import ExtensionLimits, LimitsOfExtensions
from facetry.extensions.process.restart_policy import RestartPolicy
from facetry.settings import Settings
from facetry.store.engine import DatabaseUrl

_CONTAINER_SECRETS: Final = Path("/run/secrets")
"""Where Docker and Kubernetes put secrets."""


@dataclass(frozen=True, slots=True)
class RuntimeConfiguration:
    """How programs restart, the limits of programs and of event delivery, and for how many days the log is kept."""

    restart_policy: RestartPolicy = field(default_factory=RestartPolicy)
    delivery_limits: DeliveryLimits = field(default_factory=DeliveryLimits)
    log_days: float = 7.0
    limits: LimitsOfExtensions = field(default_factory=LimitsOfExtensions)
    archive_bytes: int | None = None
    """The largest archive of an extension; None for the size in the description."""
    is_cluster: bool = False
    """Whether other hosts may have to run what is installed here."""
    hidden_paths: tuple[Path, ...] = ()
    """Files and folders that confined programs cannot read, besides the folder of all extensions. Of what is in them,
    they can read their own folders."""
    unconfined: frozenset[str] = frozenset()
    """The extensions whose programs the operator does not confine. Their installers are confined nevertheless."""


def extension_configuration(settings: Settings) -> RuntimeConfiguration:
    """How extensions are run, from the settings."""
    options = settings.extensions
    return RuntimeConfiguration(
        restart_policy=RestartPolicy(connect_seconds=options.connect_seconds),
        delivery_limits=DeliveryLimits(
            max_attempts=options.attempts,
            acknowledgement_timeout=round(options.answer_seconds * SECOND),
            work_timeout=round(options.work_seconds * SECOND),
            first_retry_delay=round(options.retry_seconds * SECOND),
        ),
        log_days=options.log_days,
        hidden_paths=_hidden_paths(settings),
        unconfined=frozenset(options.unconfined),
        archive_bytes=options.archive_bytes,
        is_cluster=settings.cluster.address is not None,
        limits=LimitsOfExtensions(
            ExtensionLimits(**options.limits.model_dump()),
            {id: ExtensionLimits(**limits.model_dump()) for id, limits in options.limits_of.items()},
        ),
    )


def _hidden_paths(settings: Settings) -> tuple[Path, ...]:
    """What extensions cannot read: the data folder, backups of it, and files with secrets of the service: the master
    key of the operator, and what opens the databases and the object store.
    """
    credentials = os.environ.get("CREDENTIALS_DIRECTORY")  # set by systemd
    key_folder = Path(credentials) if credentials else None
    container_secrets = _CONTAINER_SECRETS if _CONTAINER_SECRETS.is_dir() else None
    paths = (settings.data_dir, settings.backup.folder, settings.api_secret_file, key_folder, container_secrets)
    urls = [url.get_secret_value() for url in (settings.database_url, settings.vectors_url) if url is not None]
    databases = [DatabaseUrl(url) for url in urls if url.startswith(("postgresql://", "postgres://"))]
    secret_files = [path for database in databases for path in database.secret_files(os.environ)]
    secret_files += object_stores.secret_files(os.environ)
    return tuple(dict.fromkeys(path for path in (*paths, *secret_files) if path is not None))

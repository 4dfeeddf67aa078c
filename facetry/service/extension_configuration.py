"""How extensions are run, by the settings."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from facetry.events.delivery_types import SECOND, DeliveryLimits
from facetry.extensions.limits import ExtensionLimits, LimitsOfExtensions
from facetry.extensions.process.restart_policy import RestartPolicy
from facetry.extensions.runtime_configuration import RuntimeConfiguration
from facetry.service import object_stores
from facetry.settings import Settings
from facetry.store.engine import DatabaseUrl

_CONTAINER_SECRETS: Final = Path("/run/secrets")
"""Where Docker and Kubernetes put secrets."""


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
    locations = (settings.data_dir, settings.backup.folder, settings.api_secret_file, key_folder, container_secrets)
    urls = [url.get_secret_value() for url in (settings.database_url, settings.vectors_url) if url is not None]
    databases = [DatabaseUrl(url) for url in urls if url.startswith(("postgresql://", "postgres://"))]
    secret_files = [path for database in databases for path in database.secret_files(os.environ)]
    secret_files += object_stores.secret_files(os.environ)
    return tuple(dict.fromkeys(location for location in (*locations, *secret_files) if location is not None))

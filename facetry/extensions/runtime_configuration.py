"""The operator's configuration of the extension runtime."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from facetry.events.delivery_types import DeliveryLimits
from facetry.extensions.limits import LimitsOfExtensions
from facetry.extensions.process.restart_policy import RestartPolicy


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

"""The names of all metrics of a service, as they are in its text."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

from pydantic import SecretStr

from facetry.backup.schedule import KeptBackups
from facetry.cluster.host import of_roles
from facetry.cluster.shared_examiner import of_shared_files
from facetry.observability.exposition import MetricFamily
from facetry.processes.api_process import own_usage
from facetry.processes.coordinator import count_of_processes
from facetry.server.connection_limits import ConnectionLimits
from facetry.service.assembly import assemble
from facetry.service.opening import close_library, open_library
from facetry.service.parts import SINGLE_SERVICE
from facetry.settings import Settings

SUFFIXES: Final = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_count", "_sum")}
PROCESS: Final = frozenset(
    {
        "process_cpu_seconds_total",
        "process_max_fds",
        "process_open_fds",
        "process_resident_memory_bytes",
        "process_start_time_seconds",
        "process_virtual_memory_bytes",
    }
)
"""Metrics of the process, which Prometheus's own library adds."""


def families_of_a_new_service(folder: Path) -> list[MetricFamily]:
    """The metrics of a service with an empty library in this folder, and those that services with several processes
    have besides, hosts of clusters, and services with a vector engine of their own and with shared renditions.
    """

    async def read() -> list[MetricFamily]:
        engine = SecretStr("postgresql://127.0.0.1:1/none")  # nothing connects to it
        bucket = "s3://none"  # nothing asks for it
        settings = Settings(data_dir=folder, vectors_url=engine, renditions_bucket=bucket)
        library, _ = open_library(settings)
        metrics = assemble(settings, SINGLE_SERVICE, library).metrics
        metrics.kept_backups = lambda: KeptBackups(0.0)
        metrics.process.connections = ConnectionLimits(1, 1)
        families = metrics.families()
        await close_library(library)
        return families

    return [
        *asyncio.run(read()),
        *own_usage(0),
        count_of_processes(1),
        of_roles({"scan": True}),
        of_shared_files({"examined": 1}),
    ]


def sample_names(families: list[MetricFamily]) -> set[str]:
    """The names that queries may use."""
    return {family.name + suffix for family in families for suffix in SUFFIXES[family.kind]} | PROCESS

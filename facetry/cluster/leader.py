"""What the leader of a role does, in a process of its own: the part of a service that only one host may run."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from facetry.cluster.host import announced_commits
from facetry.cluster.peers import EXAMINATIONS_PATH, METRICS_PATH, HostAnswers, PeerAccess, metrics_answer, peer_secret
from facetry.cluster.roles import EXTENSIONS, SCAN, Role
from facetry.cluster.shared_examiner import SharedExaminer, of_shared_files
from facetry.handling.service_metrics import ServiceMetrics
from facetry.library.library import Library
from facetry.library.renditions import media_urls
from facetry.observability.exposition import MetricFamily
from facetry.service.assembly import assemble
from facetry.service.library_database import server_location_of
from facetry.service.opening import open_library
from facetry.service.parts import EXTENSION_LEADER, SCAN_LEADER, Parts
from facetry.settings import Settings
from facetry.store.engine import Lease

_PARTS: Final[Mapping[Role, Parts]] = {SCAN: SCAN_LEADER, EXTENSIONS: EXTENSION_LEADER}


def open_leader_library(settings: Settings, role: Role, lease: Lease) -> Library:
    """Open the library of a cluster under the lease of a role. Raises as `open_library`."""
    library, _ = open_library(settings, _PARTS[role], lease=lease, examiner_of=SharedExaminer)
    return library


def assemble_leader(
    settings: Settings, role: Role, library: Library, base_url: str, scanned: Sequence[UUID]
) -> PeerAccess:
    """The application of the leader of a role for the other hosts. It closes the library when it stops.

    `base_url` is the address of this host for extensions. The leader of scans begins to scan the repositories
    `scanned`. Raises as `assemble`.
    """

    async def scan() -> None:
        for id in scanned:
            await library.scans.synchronize(id)

    service = assemble(
        settings,
        _PARTS[role],
        library,
        base_url=base_url,
        started=scan if role == SCAN else None,
        surroundings=functools.partial(announced_commits, server_location_of(settings)),
    )
    answers: HostAnswers = {METRICS_PATH: metrics_answer(functools.partial(_of_extensions, service.metrics))}
    if role == SCAN:
        examiner = library.scans.examiner
        assert isinstance(examiner, SharedExaminer)  # noqa: S101  # `open_leader_library` has made it
        answers = {
            METRICS_PATH: metrics_answer(functools.partial(_of_scans, service.metrics, examiner)),
            EXAMINATIONS_PATH: examiner.answer,
        }
    secret = peer_secret(library.store.read_now(media_urls.require_secret))
    return PeerAccess(service.pages, service.sockets or _refuse_websocket, secret, answers)


def _of_extensions(metrics: ServiceMetrics) -> list[MetricFamily]:
    return [
        *metrics.of_writes(),
        *metrics.of_front_ends(),
        *metrics.of_extensions(),
        *metrics.of_deliveries(),
    ]


def _of_scans(metrics: ServiceMetrics, examiner: SharedExaminer) -> list[MetricFamily]:
    return [
        *metrics.of_writes(),
        *metrics.of_scans(),
        of_shared_files(examiner.counts),
        *metrics.of_shared_renditions(),
    ]


async def _refuse_websocket(_: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.close", "code": 1008})

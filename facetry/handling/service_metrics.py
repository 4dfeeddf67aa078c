"""The metrics of a service, read from the state of its parts when somebody asks.

Labels have few values: ids of operations, statuses, and ids and states of installed extensions. Ids of images, names of
files, vector spaces and repositories are no labels, because there may be any number of them.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, get_args

from facetry.handling.process_metrics import ProcessMetrics
from facetry.library.library import Elsewhere, Library, here
from facetry.observability.combining import combined
from facetry.observability.exposition import MetricFamily, Sample, one, render
from generated.models import ExtensionProcessState

if TYPE_CHECKING:
    from facetry.extensions.runtime import Runtime

_STATES: Final[tuple[str, ...]] = get_args(ExtensionProcessState.__value__)


class KeptBackups(Protocol):
    """What a folder of backups has."""

    @property
    def newest(self) -> float | None:
        """The moment of the newest backup, in seconds since the epoch."""

    @property
    def future(self) -> Sequence[str]:
        """The names of the backups with a date in the future."""


@dataclass(slots=True)
class ServiceMetrics:
    """What the metrics are read from."""

    library: Library
    own_extensions: Runtime | Elsewhere
    process: ProcessMetrics
    of_processes: list[Callable[[], Awaitable[Sequence[Sequence[MetricFamily]]]]] = field(default_factory=list)
    """Each reads the metrics of some other processes of the service."""
    kept_backups: Callable[[], KeptBackups] | None = None
    """The backups of a service that makes some, as of its last look."""
    leads: Callable[[], MetricFamily] | None = None
    """Which roles a host of a cluster leads."""

    @property
    def extensions(self) -> Runtime:
        """The extensions. Raises `CoordinatorNeededError` if another process has them."""
        return here(self.own_extensions)

    async def text(self) -> bytes:
        """All metrics as OpenMetrics text. What takes long is done in a thread."""
        others = await asyncio.gather(*(read() for read in self.of_processes))
        parts = [self.families(), *(part for parts in others for part in parts)]
        return await asyncio.to_thread(render, combined(parts))

    def families(self) -> list[MetricFamily]:
        """All metrics of this process as they are now. On the event loop; without the database, so that they show its
        failure too.
        """
        has_extensions = not isinstance(self.own_extensions, Elsewhere)
        return [
            *self.build(),
            *([] if self.leads is None else [self.leads()]),
            *self.of_streams(),
            *(self.of_front_ends() if has_extensions else ()),
            *self.process.families(),
            *self.of_writes(),
            *self.of_database(),
            *self.of_clock(),
            *self.of_backups(),
            *(self.of_extensions() if has_extensions else ()),
            *(self.of_deliveries() if has_extensions else ()),
            *(() if isinstance(self.library.own_scans, Elsewhere) else self.of_scans()),
            *self.of_vectors(),
            *self.of_renditions(),
        ]

    def build(self) -> Iterator[MetricFamily]:
        """The version of the service."""
        labels = {"version": version("facetry")}
        yield MetricFamily("facetry_build", "gauge", "The version of the service; always 1.", (Sample(1, labels),))

    def of_streams(self) -> Iterator[MetricFamily]:
        """The streams of events."""
        yield one("facetry_event_streams", "gauge", "Open streams of events.", self.library.streams.open_count)

    def of_front_ends(self) -> Iterator[MetricFamily]:
        """The sockets of front ends."""
        front_ends = self.extensions.gateway.front_end_count
        yield one("facetry_front_ends", "gauge", "Connected front ends.", front_ends)

    def of_writes(self) -> Iterator[MetricFamily]:
        """The writer."""
        store = self.library.store
        writes = store.write_metrics
        yield MetricFamily(
            "facetry_commit_seconds",
            "histogram",
            "Seconds of the commits of the writer; each makes a batch of units of work durable.",
            (Sample(writes.commits.copy()),),
        )
        yield one("facetry_write_units", "counter", "Units of work in these batches.", writes.units)
        yield one(
            "facetry_write_queue_length", "gauge", "Units of work that wait for the writer.", writes.queue_length()
        )

    def of_database(self) -> Iterator[MetricFamily]:
        """The database."""
        store = self.library.store
        failed = store.failure is not None
        yield one("facetry_store_failed", "gauge", "1 after the database failed: no write is taken.", failed)
        yield MetricFamily(
            "facetry_database_bytes",
            "gauge",
            "Bytes of the database and of its write-ahead log.",
            [
                Sample(_size(Path(f"{store.location}{suffix}")), {"file": name})
                for name, suffix in (("database", ""), ("wal", "-wal"))
                if isinstance(store.location, Path)
            ],
        )

    def of_clock(self) -> Iterator[MetricFamily]:
        """The system clock, and the time by which keys and sessions end."""
        ending_time = self.library.api_keys.ending_time
        leaps = [Sample(count, {"direction": direction}) for direction, count in ending_time.leap_counts.items()]
        text = "Leaps of the clock by more than a minute, and those that a start has found."
        yield MetricFamily("facetry_clock_leaps", "counter", text, leaps)
        text = "Seconds by which the time that ends keys and sessions is ahead of the clock, which went back."
        yield one("facetry_ending_time_ahead_seconds", "gauge", text, ending_time.ahead_ms() // 1000)

    def of_backups(self) -> Iterator[MetricFamily]:
        """The backups that the service makes; nothing without a folder for them."""
        if self.kept_backups is not None:
            kept = self.kept_backups()
            ages = [] if kept.newest is None else [Sample(time.time() - kept.newest)]
            text = "Seconds since the newest backup. Those with a date in the future do not count."
            yield MetricFamily("facetry_newest_backup_age_seconds", "gauge", text, ages)
            text = "Backups with a date in the future."
            yield one("facetry_future_backups", "gauge", text, len(kept.future))

    def of_extensions(self) -> Iterator[MetricFamily]:
        """The programs of extensions."""
        statuses = self.extensions.describe_statuses()
        yield MetricFamily(
            "facetry_extension_state",
            "gauge",
            "1 for the state that the program of an extension is in, 0 for the others.",
            [
                Sample(status.state == state, {"extension": id, "state": state})
                for id, status in statuses.items()
                for state in _STATES
            ],
        )
        yield MetricFamily(
            "facetry_extension_starts",
            "counter",
            "Starts of the program of an extension.",
            [Sample(status.starts, {"extension": id}) for id, status in statuses.items()],
        )
        yield MetricFamily(
            "facetry_extension_recent_crashes",
            "gauge",
            "Crashes of an extension since its last stable run.",
            [Sample(status.crashes, {"extension": id}) for id, status in statuses.items()],
        )

    def of_deliveries(self) -> Iterator[MetricFamily]:
        """The deliveries of events to extensions."""
        queues = self.extensions.delivery.queue_states()
        for name, text in (
            ("queued", "Events in memory that wait for an extension."),
            ("in_flight", "Events that an extension was sent and has not answered."),
            ("unread", "Events of the log, of all topics, after the last one that was read for an extension."),
        ):
            samples = [Sample(getattr(queue, name), {"extension": id}) for id, queue in queues.items()]
            yield MetricFamily(f"facetry_delivery_{name}_events", "gauge", text, samples)
        yield MetricFamily(
            "facetry_delivery_outcomes",
            "counter",
            "Events that an extension has answered, and those that were given up.",
            [
                Sample(count, {"extension": id, "outcome": outcome})
                for id, counts in self.extensions.delivery.outcome_counts.items()
                for outcome, count in (("answered", counts.answered), ("given-up", counts.given_up))
            ],
        )

    def of_scans(self) -> Iterator[MetricFamily]:
        """The scans, and the decoders."""
        scans = self.library.scans
        running = scans.running_scans()
        yield one("facetry_scans_running", "gauge", "Scans of whole repositories that run.", len(running))
        found, done = sum(each.found for each in running), sum(each.done for each in running)
        yield one("facetry_scan_found_files", "gauge", "Files that the running scans have found so far.", found)
        yield one("facetry_scan_done_files", "gauge", "Files of these that are done.", done)
        yield MetricFamily(
            "facetry_scans",
            "counter",
            "Scans of whole repositories that have ended.",
            [Sample(count, {"outcome": outcome}) for outcome, count in scans.ended_counts.items()],
        )
        left = scans.rereading.left
        yield one("facetry_outdated_images", "gauge", "Pictures that are still to be read again.", left)
        unavailable = scans.unavailable_count
        yield one("facetry_unavailable_repositories", "gauge", "Repositories whose folder is unavailable.", unavailable)
        pool = self.library.pool
        yield one(
            "facetry_decoder_waiting_files", "gauge", "Files that wait for a decoder process.", pool.waiting_count
        )
        yield one("facetry_decoder_processes", "gauge", "Decoder processes.", len(pool.pids))

    def of_vectors(self) -> Iterator[MetricFamily]:
        """The vector spaces."""
        spaces = self.library.vectors.progress()
        building = sum(space.state == "building" for space in spaces)
        for name, text, value in (
            ("spaces", "Vector spaces that are loaded.", len(spaces)),
            ("spaces_building", "Vector spaces whose index is being built.", building),
            ("images", "Vectors that images have, over all spaces.", sum(space.count for space in spaces)),
            ("indexed", "Vectors in an index.", sum(space.indexed_count for space in spaces)),
            ("tail", "Vectors in memory and not yet in files.", sum(space.tail_count for space in spaces)),
            ("dead", "Vectors in files that no image has any more.", sum(space.dead_count for space in spaces)),
        ):
            yield one(f"facetry_vector_{name}", "gauge", text, value)
        if (failures := self.library.vectors.engine_failures) is not None:
            available = self.library.vectors.is_engine_available
            yield one("facetry_vector_engine_available", "gauge", "1 while the vector engine answers.", available)
            yield one("facetry_vector_engine_failures", "counter", "Failed calls of the vector engine.", failures)

    def of_renditions(self) -> Iterator[MetricFamily]:
        """The cache of renditions."""
        cache = self.library.cache
        yield one("facetry_rendition_cache_bytes", "gauge", "Bytes of the cache of renditions.", cache.total)
        yield one("facetry_rendition_cache_limit_bytes", "gauge", "Bytes that the cache may have.", cache.budget)
        yield from self.of_shared_renditions()

    def of_shared_renditions(self) -> Iterator[MetricFamily]:
        """The renditions in a bucket that hosts share; nothing without one."""
        shared = self.library.cache.shared
        if shared is not None:
            counts = shared.counts
            yield _by_outcome(
                "facetry_shared_rendition_lookups", "Renditions that were looked for in the bucket.", counts.lookups
            )
            yield _by_outcome(
                "facetry_shared_rendition_writes", "Renditions that the bucket was to get or to lose.", counts.writes
            )


def _by_outcome(name: str, text: str, counts: Mapping[str, int]) -> MetricFamily:
    samples = [Sample(count, {"outcome": outcome}) for outcome, count in counts.items()]
    return MetricFamily(name, "counter", text, samples)


def _size(path: Path) -> int:
    try:
        return os.stat(path).st_size  # noqa: PTH116  # as fast as it can be on the event loop
    except OSError:
        return 0

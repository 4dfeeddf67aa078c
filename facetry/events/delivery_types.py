"""Values that go into a delivery queue and come out of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from facetry.events.log import LoggedEvent

SECOND: Final = 1_000_000_000
"""One second in nanoseconds: times of a delivery queue are nanoseconds of a monotonic clock."""

CONNECTION_LOST: Final = "The connection was lost before the extension answered."


@dataclass(frozen=True, slots=True)
class DeliveryLimits:
    """Limits of a delivery queue: numbers of events, attempts, and times in nanoseconds."""

    max_in_flight: int = 16  # events sent and not acknowledged
    read_batch_size: int = 256  # events of one read; a group reads again when fewer than half are ready to send
    max_queued_per_group: int = 1_024  # events of one group in memory, the blocked and delayed ones included
    max_attempts: int = 5
    acknowledgement_timeout: int = 60 * SECOND
    work_timeout: int = 600 * SECOND  # acknowledgement timeout of topics that request work: computations and commands
    first_retry_delay: int = SECOND
    max_retry_delay: int = 60 * SECOND
    suspect_wait: int = 10 * SECOND  # for how long all commands go before a suspect; then they take turns


@dataclass(frozen=True, slots=True)
class Barrier:
    """An event must not be sent before this group has read up to `sequence`."""

    group_index: int
    sequence: int


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """A read of the log for a group: at most `limit` events of its topics with a sequence greater than `after`."""

    group_index: int
    topics: tuple[str, ...]
    after: int
    limit: int


@dataclass(frozen=True, slots=True)
class DeliveryOutcome:
    """The final result of an event: processed, or given up with an error, after `attempts` attempts."""

    event: LoggedEvent
    attempts: int
    error: str | None


@dataclass(frozen=True, slots=True)
class PendingRow:
    """The row to save of an event that is unfinished or a dead letter. `due` is a time of the queue's clock."""

    event: LoggedEvent
    attempts: int
    due: int
    error: str | None
    is_dead: bool


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Changes of the persistent state of a queue since its last checkpoint."""

    positions: dict[str, int]
    last_sent: dict[str, int]
    pending_rows: list[PendingRow]
    deleted_sequences: list[int]
    outcomes: list[DeliveryOutcome]


@dataclass(frozen=True, slots=True)
class QueueState:
    """How many events wait in memory, were sent and not answered, and are in the log after the last read."""

    queued: int
    in_flight: int
    unread: int


@dataclass(slots=True)
class OutcomeCounts:
    """How many events an extension has answered, and how many were given up, since the start of the service."""

    answered: int = 0
    given_up: int = 0

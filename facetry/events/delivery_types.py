"""What goes into a lane and what comes out of it, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from facetry.events.log import Entry

SECOND: Final = 1_000_000_000
"""Times of the lane are nanoseconds of a clock that never goes back."""

LOST: Final = "The connection was lost before the extension answered."


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much at once, how often, and how long."""

    window: int = 16  # in flight
    ahead: int = 256  # read at once; more is read when half of it can be sent
    most: int = 1_024  # held of one group, with all that waits for something else than its turn
    attempts: int = 5
    patience: int = 60 * SECOND  # for an acknowledgement
    work_patience: int = 600 * SECOND  # of a topic that asks for work
    first_delay: int = SECOND
    longest_delay: int = 60 * SECOND


@dataclass(frozen=True, slots=True)
class Fence:
    """The event must not be sent before this group has read up to `sequence`."""

    group: int
    sequence: int


@dataclass(frozen=True, slots=True)
class Want:
    """What a group wants to read: at most `limit` events of its topics behind `after`."""

    group: int
    topics: tuple[str, ...]
    after: int
    limit: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """An event is finished, or given up with an error, after so many attempts."""

    entry: Entry
    attempts: int
    error: str | None


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is to be kept of an event that is not finished, or never will be; `due` is of the lane's clock."""

    entry: Entry
    attempts: int
    due: int
    error: str | None
    is_dead: bool


@dataclass(frozen=True, slots=True)
class Kept:
    """What has changed since the last time, of that which outlives the lane."""

    positions: dict[str, int]
    sent: dict[str, int]
    troubles: list[Trouble]
    gone: list[int]
    outcomes: list[Outcome]

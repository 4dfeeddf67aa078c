"""State of a delivery queue: its events, and the groups of topics that read the log together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from facetry.events.log import COMMAND_TOPICS, LoggedEvent
from facetry.events.throttle import Policy


@dataclass(slots=True, eq=False)
class QueuedEvent:
    """An event in the queue, with the state of its delivery."""

    event: LoggedEvent
    group: TopicGroup
    attempts: int = 0
    error: str | None = None
    due: int = 0  # earliest time of the next attempt
    open_barriers: int = 0  # barriers that its groups have not read up to
    deadline: int = 0  # time at which the acknowledgement times out
    is_counted: bool = True  # whether `queued_count` and `last_processed` of the group include it
    has_row: bool = False
    is_suspect: bool = False  # was in flight when the connection was lost: is sent alone
    is_finished: bool = False  # processed, given up or withdrawn

    def __lt__(self, other: QueuedEvent) -> bool:
        return self.event.sequence < other.event.sequence


@dataclass(slots=True, eq=False)
class TopicGroup:
    """Topics that read the log together."""

    index: int
    topics: tuple[str, ...]
    read_up_to: int
    queued_count: int = 0
    ready_count: int = 0  # events that only wait for the limit in flight or for a policy
    last_processed: int = 0  # sequence of the last event that succeeded, failed or was withdrawn
    events_without_row: list[QueuedEvent] = field(default_factory=list)  # heap by sequence
    blocked_events: list[tuple[int, QueuedEvent]] = field(default_factory=list)  # heap by barrier sequence
    saved_position: int = 0


def group_topics(topics: Iterable[str], policies: Iterable[Policy]) -> list[list[str]]:
    """Topics that share a policy, directly or through other topics, form a group.

    All others form one more, and the commands among them another, which is read even if the first one has no slot.
    """
    groups: list[set[str]] = []
    remaining = set(topics)
    subscribed_topics = frozenset(remaining)
    for policy in policies:
        members = set(policy.topics & subscribed_topics)
        remaining -= members
        for other in [group for group in groups if group & members]:
            members |= other
            groups.remove(other)
        if members:
            groups.append(members)
    return [sorted(group) for group in (*groups, remaining - COMMAND_TOPICS, remaining & COMMAND_TOPICS) if group]

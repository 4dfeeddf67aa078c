"""The delivery queue of one extension: a state machine without a clock, a socket or a database.

Its inputs are events in the order of the log, acknowledgements, lost connections and the time. Its outputs are the
reads that it needs, the events to send now, and the changes to save.

**Order.** Events of one image are sent one after the other: each waits until all earlier ones are finished or given up.
Events without an image keep the order of their topic in the same way. Different images and topics do not wait for each
other.

**Groups.** Topics that share a throttling policy form a group; all topics without a policy form one more. Each group
reads the log at its own pace and keeps at most `DeliveryLimits.max_queued_per_group` events in memory. So a backlog of
one group needs little memory and does not delay the others. A group that has read further than another one must not
overtake it on an image. The reader therefore looks up, for each event, the last earlier event of its image that another
group has not read yet (`Barrier`). The event waits until that group has read up to the barrier; then both events are in
the same per-image queue. No deadlock is possible: the earliest event in memory can only wait for a group that has
nothing earlier in memory, and such a group reads on.

**Commands.** A person waits for a command, so it does not wait for other work: neither for a free slot among the
events in flight, nor for the suspects. They take turns with a suspect that has waited for long. Commands have a group
of their own, so that they are read although the memory is full of other events.

**Persistence.** The position of a group is at least its last event that was processed, given up or failed. An
unfinished event at or before that position has a row. So a restart sends the events in flight again, and no others.

**Lost connections.** Any event in flight may have crashed the extension. Each of them is therefore a suspect, and is
sent again alone until it is answered. So an event that crashes the extension turns no other event into
a dead letter.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush

from facetry.events.delivery_types import (
    CONNECTION_LOST,
    SECOND,
    Barrier,
    Checkpoint,
    DeliveryLimits,
    DeliveryOutcome,
    PendingRow,
    ReadRequest,
)
from facetry.events.log import COMMAND_TOPICS, LoggedEvent
from facetry.events.queue_state import QueuedEvent, TopicGroup, group_topics
from facetry.events.throttle import Policy, Throttle


class DeliveryQueue:
    """The queue of one extension, for the lifetime of one connection."""

    def __init__(
        self,
        positions: Mapping[str, int],
        policies: Iterable[Policy] = (),
        last_sent: Mapping[str, int] | None = None,
        limits: DeliveryLimits | None = None,
    ) -> None:
        """`positions` maps the subscribed topics to their saved positions.

        `last_sent` maps topics to the times of their last sends, where they are known.
        """
        self.limits = limits or DeliveryLimits()
        policies = list(policies)
        self._throttle = Throttle(policies, last_sent)
        self._start_positions = dict(positions)
        self.groups = [
            TopicGroup(
                index, tuple(topics), position := min(positions[topic] for topic in topics), saved_position=position
            )
            for index, topics in enumerate(group_topics(positions, policies))
        ]
        self._group_of = {topic: group for group in self.groups for topic in group.topics}
        self._queues_by_key: dict[bytes | str, deque[QueuedEvent]] = {}
        # heaps by sequence of events that are first in their per-key queues; suspects have a heap of their own
        self._ready: dict[str, list[QueuedEvent]] = {topic: [] for topic in positions}
        self._ready_suspects: list[QueuedEvent] = []
        self._is_turn_of_suspects = False  # whether a command was sent before a suspect that has waited for long
        self._delayed: list[tuple[int, QueuedEvent]] = []  # heap by due time
        self._in_flight: dict[int, QueuedEvent] = {}
        self._last_sent: dict[str, int] = {}
        self._changed_rows: dict[int, QueuedEvent] = {}
        self._deleted_sequences: list[int] = []
        self._outcomes: list[DeliveryOutcome] = []

    def read_requests(self) -> list[ReadRequest]:
        """The reads that the groups need now; a group has none while it has enough events in memory."""
        limits = self.limits
        return [
            ReadRequest(
                group.index,
                group.topics,
                group.read_up_to,
                min(limits.read_batch_size, limits.max_queued_per_group - group.queued_count),
            )
            for group in self.groups
            if group.queued_count < limits.max_queued_per_group and 2 * group.ready_count < limits.read_batch_size
        ]

    def read_positions(self) -> list[ReadRequest]:
        """How far each group has read the log, as requests with limit 0."""
        return [ReadRequest(group.index, group.topics, group.read_up_to, 0) for group in self.groups]

    def restore(self, pending_rows: Iterable[PendingRow], barriers: Mapping[int, Sequence[Barrier]], now: int) -> None:
        """Add the unfinished events that were saved, in the order of the log. Call it before the first `feed`."""
        for row in pending_rows:
            group = self._group_of.get(row.event.topic)
            if group is None:
                continue
            item = QueuedEvent(row.event, group, row.attempts, row.error, row.due, has_row=True)
            item.is_suspect = row.error == CONNECTION_LOST
            # An event ahead of its group (the groups were different before) neither limits its reads nor its position.
            item.is_counted = row.event.sequence <= group.read_up_to
            group.queued_count += item.is_counted
            self._enqueue(item, barriers.get(row.event.sequence, ()), now)

    def feed(
        self,
        group_index: int,
        events: Iterable[LoggedEvent],
        read_up_to: int,
        barriers: Mapping[int, Sequence[Barrier]],
        now: int,
    ) -> None:
        """Add the events of a group's read, which covered the log up to `read_up_to`; `barriers` is by sequence."""
        group = self.groups[group_index]
        for event in events:
            if event.sequence > self._start_positions[event.topic]:
                item = QueuedEvent(event, group)
                group.queued_count += 1
                heappush(group.events_without_row, item)
                self._enqueue(item, barriers.get(event.sequence, ()), now)
        group.read_up_to = max(group.read_up_to, read_up_to)
        while group.blocked_events and group.blocked_events[0][0] <= group.read_up_to:
            item = heappop(group.blocked_events)[1]
            item.open_barriers -= 1
            if not item.is_finished and self._queues_by_key[_ordering_key(item.event)][0] is item:
                self._schedule(item, now)

    def take(self, now: int) -> list[QueuedEvent]:
        """The events to send now. They are in flight until `acknowledge`, `expire` or `connection_lost`."""
        self._release_delayed(now)
        items = []
        while (item := self._next(now)) is not None:
            topic = item.event.topic
            self._throttle.record_delivery(topic, now)
            if self._throttle.is_throttled(topic):
                self._last_sent[topic] = now
            item.deadline = now + self._timeout_of(topic)
            self._in_flight[item.event.sequence] = item
            items.append(item)
        return items

    def acknowledge(self, sequence: int, error: str | None, now: int) -> bool:
        """Record the answer to an event: processed, or failed with `error`. Returns False when it is not in flight."""
        item = self._in_flight.pop(sequence, None)
        if item is None:
            return False
        if error is None:
            self._outcomes.append(DeliveryOutcome(item.event, item.attempts + 1, None))
            self._finish(item, now)
        else:
            self._fail(item, error, now)
        return True

    def expire(self, now: int) -> list[int]:
        """Fail the events in flight whose acknowledgement is overdue. Returns their sequences."""
        overdue = [item for item in self._in_flight.values() if item.deadline <= now]
        for item in overdue:
            del self._in_flight[item.event.sequence]
            seconds = self._timeout_of(item.event.topic) // SECOND
            self._fail(item, f"The extension did not answer within {seconds} seconds.", now)
        return [item.event.sequence for item in overdue]

    def connection_lost(self, now: int, *, deliberate: bool) -> None:
        """Fail all events in flight and mark them as suspects; a deliberate disconnection counts no attempt."""
        items = sorted(self._in_flight.values())
        self._in_flight.clear()
        for item in items:
            if deliberate:
                self._schedule(item, now)
            else:
                self._fail(item, CONNECTION_LOST, now)

    def withdraw(self, topics: Iterable[str], until: int, now: int) -> int:
        """Drop the events of these topics up to the sequence `until`, except those in flight. Returns how many."""
        withdrawn_topics = frozenset(topics)
        items = [
            item
            for queue in self._queues_by_key.values()
            for item in queue
            if item.event.topic in withdrawn_topics
            and item.event.sequence not in self._in_flight
            and item.event.sequence <= until
        ]
        for item in items:
            self._finish(item, now)
        return len(items)

    def wake_at(self, now: int) -> int | None:
        """The next time at which `take` or `expire` may return something; None while only an input can change that."""
        times = [item.deadline for item in self._in_flight.values()]
        if self._delayed:
            times.append(self._delayed[0][0])
        heaps = [self._ready[topic] for topic in COMMAND_TOPICS & self._ready.keys() if self._may_send_commands(now)]
        if not self._is_full() and not (self._in_flight and self._is_suspect_due(now)):
            heaps += [*self._ready.values(), self._ready_suspects]
        ready = (heap for heap in heaps if self._drop_finished(heap))
        times += [self._throttle.ready_at(heap[0].event.topic, now) for heap in ready]
        return min(times, default=None)

    def in_flight(self) -> list[QueuedEvent]:
        """The events that were sent and are not answered."""
        return list(self._in_flight.values())

    def queued_count(self) -> int:
        """The number of events in memory, those in flight included."""
        return sum(map(len, self._queues_by_key.values()))

    def unsaved_count(self) -> int:
        """The number of unsaved changes: outcomes, rows and times of last sends. Moved positions do not count."""
        return len(self._outcomes) + len(self._changed_rows) + len(self._deleted_sequences) + len(self._last_sent)

    def unsaved_distance(self) -> int:
        """The greatest number of sequences by which a position has moved since it was last saved."""
        return max((self._position(group) - group.saved_position for group in self.groups), default=0)

    def take_checkpoint(self) -> Checkpoint:
        """The changes since the last checkpoint. They are returned once: the caller retries until they are saved."""
        positions: dict[str, int] = {}
        for group in self.groups:
            position = self._position(group)
            while group.events_without_row and group.events_without_row[0].event.sequence <= position:
                item = heappop(group.events_without_row)
                if not item.is_finished and not item.has_row:
                    self._add_pending_row(item)
            if position > group.saved_position:
                group.saved_position = position
                positions |= {topic: max(position, self._start_positions[topic]) for topic in group.topics}
        rows = [
            PendingRow(item.event, item.attempts, item.due, item.error, item.is_finished)
            for item in self._changed_rows.values()
        ]
        checkpoint = Checkpoint(positions, self._last_sent, rows, self._deleted_sequences, self._outcomes)
        self._last_sent, self._changed_rows, self._deleted_sequences, self._outcomes = {}, {}, [], []
        return checkpoint

    def _position(self, group: TopicGroup) -> int:
        """The position to save for a group. Unfinished events up to it have a row or get one in the same checkpoint."""
        while group.events_without_row and (
            group.events_without_row[0].is_finished or group.events_without_row[0].has_row
        ):
            heappop(group.events_without_row)
        return (
            max(group.last_processed, group.events_without_row[0].event.sequence - 1)
            if group.events_without_row
            else group.read_up_to
        )

    def _enqueue(self, item: QueuedEvent, barriers: Sequence[Barrier], now: int) -> None:
        for barrier in barriers:
            group = self.groups[barrier.group_index]
            if group.read_up_to < barrier.sequence:
                item.open_barriers += 1
                heappush(group.blocked_events, (barrier.sequence, item))
        queue = self._queues_by_key.setdefault(_ordering_key(item.event), deque())
        index = len(queue)
        while index and item < queue[index - 1]:
            index -= 1  # the event there is later and waits for a barrier, which may be this event
        queue.insert(index, item)
        if index == 0:
            self._schedule(item, now)

    def _schedule(self, item: QueuedEvent, now: int) -> None:
        """Make an event that is first in its per-key queue ready to send, or delay it until it is due."""
        if item.open_barriers:
            return
        if item.due > now:
            heappush(self._delayed, (item.due, item))
            return
        heappush(self._ready_suspects if item.is_suspect else self._ready[item.event.topic], item)
        item.group.ready_count += 1

    def _release_delayed(self, now: int) -> None:
        while self._delayed and self._delayed[0][0] <= now:
            item = heappop(self._delayed)[1]
            if not item.is_finished:
                self._schedule(item, now)

    def _next(self, now: int) -> QueuedEvent | None:
        is_suspect_due = self._is_suspect_due(now)
        if self._may_send_commands(now) and (heap := self._first_heap(COMMAND_TOPICS, now)) is not None:
            suspects = self._ready_suspects if is_suspect_due else []
            self._is_turn_of_suspects = any(now - item.due >= self.limits.suspect_wait for item in suspects[:1])
            return self._pop(heap)
        if self._is_full():
            return None
        if is_suspect_due:
            if self._in_flight:
                return None
            self._is_turn_of_suspects = False
            return self._pop(self._ready_suspects)
        heap = self._first_heap(self._ready, now)
        return None if heap is None else self._pop(heap)

    def _first_heap(self, topics: Iterable[str], now: int) -> list[QueuedEvent] | None:
        """The heap with the first event of these topics that its policies allow now."""
        first_heap: list[QueuedEvent] | None = None
        for topic in topics:
            heap = self._drop_finished(self._ready.get(topic, []))
            if heap is None or self._throttle.ready_at(topic, now) > now:
                continue
            if first_heap is None or heap[0] < first_heap[0]:
                first_heap = heap
        return first_heap

    def _may_send_commands(self, now: int) -> bool:
        """Whether commands may be sent now: unless a suspect is in flight, or it is the turn of one."""
        is_suspect_in_flight = any(item.is_suspect for item in self._in_flight.values())
        return not is_suspect_in_flight and not (self._is_turn_of_suspects and self._is_suspect_due(now))

    def _is_full(self) -> bool:
        """Whether no more events may be sent now: the limit in flight is reached, or a suspect is in flight."""
        in_flight = self._in_flight
        return len(in_flight) >= self.limits.max_in_flight or any(item.is_suspect for item in in_flight.values())

    def _is_suspect_due(self, now: int) -> bool:
        """Whether a suspect is ready and its policies allow it now, so that it waits only for an empty connection."""
        heap = self._drop_finished(self._ready_suspects)
        return heap is not None and self._throttle.ready_at(heap[0].event.topic, now) <= now

    def _timeout_of(self, topic: str) -> int:
        is_work = topic.startswith("image.compute") or topic in COMMAND_TOPICS
        return self.limits.work_timeout if is_work else self.limits.acknowledgement_timeout

    def _max_attempts_of(self, topic: str) -> int:
        """The maximum number of attempts. A command has one: its user sees the failure and can repeat it."""
        return 1 if topic in COMMAND_TOPICS else self.limits.max_attempts

    def _drop_finished(self, heap: list[QueuedEvent]) -> list[QueuedEvent] | None:
        """The heap, after removal of withdrawn events at its top; None when it is empty."""
        while heap and heap[0].is_finished:
            self._pop(heap)
        return heap or None

    def _pop(self, heap: list[QueuedEvent]) -> QueuedEvent:
        item = heappop(heap)
        item.group.ready_count -= 1
        return item

    def _fail(self, item: QueuedEvent, error: str, now: int) -> None:
        item.attempts += 1
        item.error = error
        item.is_suspect = error == CONNECTION_LOST
        self._mark_processed(item)
        self._add_pending_row(item)
        if item.attempts >= self._max_attempts_of(item.event.topic):
            self._outcomes.append(DeliveryOutcome(item.event, item.attempts, error))
            self._finish(item, now, is_dead=True)
            return
        delay = self.limits.first_retry_delay << (item.attempts - 1)
        item.due = now + min(delay, self.limits.max_retry_delay)
        self._schedule(item, now)

    def _finish(self, item: QueuedEvent, now: int, *, is_dead: bool = False) -> None:
        item.is_finished = True
        item.group.queued_count -= item.is_counted
        self._mark_processed(item)
        if item.has_row and not is_dead:
            self._changed_rows.pop(item.event.sequence, None)
            self._deleted_sequences.append(item.event.sequence)
        key = _ordering_key(item.event)
        queue = self._queues_by_key[key]
        was_first = queue[0] is item
        if was_first:
            queue.popleft()
        else:
            queue.remove(item)
        if not queue:
            del self._queues_by_key[key]
        elif was_first:
            self._schedule(queue[0], now)

    def _mark_processed(self, item: QueuedEvent) -> None:
        if item.is_counted:
            item.group.last_processed = max(item.group.last_processed, item.event.sequence)

    def _add_pending_row(self, item: QueuedEvent) -> None:
        item.has_row = True
        self._changed_rows[item.event.sequence] = item


def _ordering_key(event: LoggedEvent) -> bytes | str:
    return event.topic if event.image is None else event.image

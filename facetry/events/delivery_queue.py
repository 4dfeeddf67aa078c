"""A lane: the stream of events to one extension, as a machine without a clock, a socket or a database.

It is fed with events in the order of the log, and told of acknowledgements, of lost connections and of the time; it
tells what to read, what to send now, and what to keep.

**Order.** An event of an image is not sent before every earlier one of that image is finished or given up; those
without an image keep the order of their topic. What is first in its queue may be sent, whatever other queues wait for.

**Groups.** Topics that a policy delays together form a group, all others form one; each group reads the log at its own
pace, and holds no more than `Bounds.most` events, so that a backlog of one group costs no memory and holds up no other.
A group that has read further than another one must not overtake it on an image: whoever reads asks the log, for each
event, for the last earlier one of its image that another group has still to read (`Fence`), and the event waits until
that group has read so far. From then on both are in the same queue. The earliest event in the lane can only wait for a
group that holds nothing earlier, and so reads on: nothing waits for ever.

**What is kept.** The position of a group is not before its last event that is finished, given up or was tried in vain;
what is not finished before it has a row. So a restart sends again what was in flight, and nothing else twice.

**Lost connections.** What was in flight may be what killed the extension: it is tried once more, each event with
nothing beside it, until it is answered. So one that kills buries no neighbours.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush

from facetry.events.delivery_types import LOST, SECOND, Bounds, Fence, Kept, Outcome, Trouble, Want
from facetry.events.log import COMMANDS, Entry
from facetry.events.throttle import Policy, Throttle


@dataclass(slots=True, eq=False)
class Item:
    """An event in the lane."""

    entry: Entry
    group: Group
    attempts: int = 0
    error: str | None = None
    due: int = 0
    fences: int = 0  # that are not passed yet
    deadline: int = 0
    counts: bool = True  # to what the group holds
    has_row: bool = False
    is_suspect: bool = False
    is_over: bool = False

    def __lt__(self, other: Item) -> bool:
        return self.entry.sequence < other.entry.sequence


@dataclass(slots=True, eq=False)
class Group:
    """Topics that read the log together."""

    index: int
    topics: tuple[str, ...]
    looked: int
    held: int = 0
    waiting: int = 0  # that could be sent, but for the window and the policies
    marked: int = 0  # the last event that is finished, given up or was tried in vain
    rowless: list[Item] = field(default_factory=list)  # heap
    fenced: list[tuple[int, Item]] = field(default_factory=list)  # heap
    told: int = 0


class Lane:
    """The stream of one extension, from one start of reading to its end."""

    def __init__(
        self,
        positions: Mapping[str, int],
        policies: Iterable[Policy] = (),
        last_sent: Mapping[str, int] | None = None,
        bounds: Bounds | None = None,
    ) -> None:
        """`positions` are the topics of the extension, with the sequence that each has come to."""
        self.bounds = bounds or Bounds()
        policies = list(policies)
        self._throttle = Throttle(policies, last_sent)
        self._begun = dict(positions)
        self.groups = [
            Group(index, tuple(topics), looked := min(positions[topic] for topic in topics), told=looked)
            for index, topics in enumerate(_grouped(positions, policies))
        ]
        self._group_of = {topic: group for group in self.groups for topic in group.topics}
        self._queues: dict[bytes | str, deque[Item]] = {}
        self._ready: dict[str, list[Item]] = {topic: [] for topic in positions}  # heaps of firsts in their queues
        self._alone: list[Item] = []  # heap of suspects that are first in their queues
        self._delayed: list[tuple[int, Item]] = []  # heap
        self._flying: dict[int, Item] = {}
        self._sent: dict[str, int] = {}
        self._troubled: dict[int, Item] = {}
        self._gone: list[int] = []
        self._outcomes: list[Outcome] = []

    def wants(self) -> list[Want]:
        """What is to be read now, if the log has more than that."""
        bounds = self.bounds
        return [
            Want(group.index, group.topics, group.looked, min(bounds.ahead, bounds.most - group.held))
            for group in self.groups
            if group.held < bounds.most and 2 * group.waiting < bounds.ahead
        ]

    def reading(self) -> list[Want]:
        """How far each group has read."""
        return [Want(group.index, group.topics, group.looked, 0) for group in self.groups]

    def restore(self, troubles: Iterable[Trouble], fences: Mapping[int, Sequence[Fence]], now: int) -> None:
        """Put back what was not finished in a former life; in the order of the log, before anything is fed."""
        for trouble in troubles:
            group = self._group_of.get(trouble.entry.topic)
            if group is None:
                continue
            item = Item(trouble.entry, group, trouble.attempts, trouble.error, trouble.due, has_row=True)
            item.is_suspect = trouble.error == LOST
            # What lies ahead of the group, because its topics were others, neither keeps it from reading nor moves it.
            item.counts = trouble.entry.sequence <= group.looked
            group.held += item.counts
            self._put(item, fences.get(trouble.entry.sequence, ()), now)

    def feed(
        self, group: int, entries: Iterable[Entry], looked: int, fences: Mapping[int, Sequence[Fence]], now: int
    ) -> None:
        """The events that a group wanted, and up to where the log was read for it."""
        of = self.groups[group]
        for entry in entries:
            if entry.sequence > self._begun[entry.topic]:
                item = Item(entry, of)
                of.held += 1
                heappush(of.rowless, item)
                self._put(item, fences.get(entry.sequence, ()), now)
        of.looked = max(of.looked, looked)
        while of.fenced and of.fenced[0][0] <= of.looked:
            item = heappop(of.fenced)[1]
            item.fences -= 1
            if not item.is_over and self._queues[_queue_of(item.entry)][0] is item:
                self._arm(item, now)

    def take(self, now: int) -> list[Item]:
        """What is to be sent now; each has to be acknowledged, or is lost with the connection, or times out."""
        self._wake(now)
        taken = []
        while (item := self._next(now)) is not None:
            topic = item.entry.topic
            self._throttle.note(topic, now)
            if self._throttle.holds(topic):
                self._sent[topic] = now
            item.deadline = now + self._patience(topic)
            self._flying[item.entry.sequence] = item
            taken.append(item)
        return taken

    def acknowledged(self, sequence: int, error: str | None, now: int) -> bool:
        """The extension has finished an event, or says what went wrong; False when it was not in flight any more."""
        item = self._flying.pop(sequence, None)
        if item is None:
            return False
        if error is None:
            self._outcomes.append(Outcome(item.entry, item.attempts + 1, None))
            self._finish(item, now)
        else:
            self._fail(item, error, now)
        return True

    def expire(self, now: int) -> list[int]:
        """Give up waiting for acknowledgements that are overdue; tells the events whose answers count no more."""
        overdue = [item for item in self._flying.values() if item.deadline <= now]
        for item in overdue:
            del self._flying[item.entry.sequence]
            seconds = self._patience(item.entry.topic) // SECOND
            self._fail(item, f"The extension did not answer within {seconds} seconds.", now)
        return [item.entry.sequence for item in overdue]

    def lost(self, now: int, *, deliberate: bool) -> None:
        """The connection is gone, and with it every answer to what is in flight."""
        flying = sorted(self._flying.values())
        self._flying.clear()
        for item in flying:
            if deliberate:
                self._arm(item, now)
            else:
                self._fail(item, LOST, now)

    def withdraw(self, topics: Iterable[str], until: int, now: int) -> int:
        """Drop what is not in flight of these topics up to a sequence, as if it were finished; tells how many."""
        among = frozenset(topics)
        chosen = [
            item
            for queue in self._queues.values()
            for item in queue
            if item.entry.topic in among and item.entry.sequence not in self._flying and item.entry.sequence <= until
        ]
        for item in chosen:
            self._finish(item, now)
        return len(chosen)

    def wake_at(self, now: int) -> int | None:
        """When something changes by itself: the next time that is worth a `take` or an `expire`."""
        times = [item.deadline for item in self._flying.values()]
        if self._delayed:
            times.append(self._delayed[0][0])
        if not self._is_full() and not (self._flying and self._is_suspect_due(now)):
            ready = (heap for heap in (*self._ready.values(), self._alone) if self._first(heap))
            times += [self._throttle.ready_at(heap[0].entry.topic, now) for heap in ready]
        return min(times, default=None)

    def in_flight(self) -> list[Item]:
        """What was sent and is not answered."""
        return list(self._flying.values())

    def held(self) -> int:
        """How many events are in memory."""
        return sum(map(len, self._queues.values()))

    def progress(self) -> int:
        """How much there is to keep that would be sent or looked for again; not how much was merely passed by."""
        return len(self._outcomes) + len(self._troubled) + len(self._gone) + len(self._sent)

    def passed(self) -> int:
        """How far positions have moved since they were last kept."""
        return max((self._position(group) - group.told for group in self.groups), default=0)

    def keep(self) -> Kept:
        """What is to be kept now. It is told once: who does not manage to keep it has to try again."""
        positions: dict[str, int] = {}
        for group in self.groups:
            at = self._position(group)
            while group.rowless and group.rowless[0].entry.sequence <= at:
                item = heappop(group.rowless)
                if not item.is_over and not item.has_row:
                    self._trouble(item)
            if at > group.told:
                group.told = at
                positions |= {topic: max(at, self._begun[topic]) for topic in group.topics}
        troubles = [
            Trouble(item.entry, item.attempts, item.due, item.error, item.is_over) for item in self._troubled.values()
        ]
        kept = Kept(positions, self._sent, troubles, self._gone, self._outcomes)
        self._sent, self._troubled, self._gone, self._outcomes = {}, {}, [], []
        return kept

    def _position(self, group: Group) -> int:
        """Where a group has come to: before it, whatever is not finished has a row, or gets one now."""
        while group.rowless and (group.rowless[0].is_over or group.rowless[0].has_row):
            heappop(group.rowless)
        return max(group.marked, group.rowless[0].entry.sequence - 1) if group.rowless else group.looked

    def _put(self, item: Item, fences: Sequence[Fence], now: int) -> None:
        for fence in fences:
            group = self.groups[fence.group]
            if group.looked < fence.sequence:
                item.fences += 1
                heappush(group.fenced, (fence.sequence, item))
        queue = self._queues.setdefault(_queue_of(item.entry), deque())
        place = len(queue)
        while place and item < queue[place - 1]:
            place -= 1  # what stands there waits for a fence, for this very event
        queue.insert(place, item)
        if place == 0:
            self._arm(item, now)

    def _arm(self, item: Item, now: int) -> None:
        """It is the first in its queue: send it when its time has come."""
        if item.fences:
            return
        if item.due > now:
            heappush(self._delayed, (item.due, item))
            return
        heappush(self._alone if item.is_suspect else self._ready[item.entry.topic], item)
        item.group.waiting += 1

    def _wake(self, now: int) -> None:
        while self._delayed and self._delayed[0][0] <= now:
            item = heappop(self._delayed)[1]
            if not item.is_over:
                self._arm(item, now)

    def _next(self, now: int) -> Item | None:
        if self._is_full():
            return None
        if self._is_suspect_due(now):
            return None if self._flying else self._pop(self._alone)
        best: list[Item] | None = None
        for topic, queue in self._ready.items():
            heap = self._first(queue)
            if heap is None or self._throttle.ready_at(topic, now) > now:
                continue
            if best is None or heap[0] < best[0]:
                best = heap
        return None if best is None else self._pop(best)

    def _is_full(self) -> bool:
        """Whether nothing more may be in flight: the window is full, or a suspect has to be alone."""
        flying = self._flying
        return len(flying) >= self.bounds.window or any(item.is_suspect for item in flying.values())

    def _is_suspect_due(self, now: int) -> bool:
        """Whether a suspect could be sent, if nothing else were in flight."""
        heap = self._first(self._alone)
        return heap is not None and self._throttle.ready_at(heap[0].entry.topic, now) <= now

    def _patience(self, topic: str) -> int:
        is_work = topic.startswith("image.compute") or topic in COMMANDS
        return self.bounds.work_patience if is_work else self.bounds.patience

    def _tries(self, topic: str) -> int:
        """Commands are tried once: whoever gave one sees that it failed, and may not want it again."""
        return 1 if topic in COMMANDS else self.bounds.attempts

    def _first(self, heap: list[Item]) -> list[Item] | None:
        """The heap, without what was withdrawn; None when it is empty."""
        while heap and heap[0].is_over:
            self._pop(heap)
        return heap or None

    def _pop(self, heap: list[Item]) -> Item:
        item = heappop(heap)
        item.group.waiting -= 1
        return item

    def _fail(self, item: Item, error: str, now: int) -> None:
        item.attempts += 1
        item.error = error
        item.is_suspect = error == LOST
        self._mark(item)
        self._trouble(item)
        if item.attempts >= self._tries(item.entry.topic):
            self._outcomes.append(Outcome(item.entry, item.attempts, error))
            self._finish(item, now, is_dead=True)
            return
        delay = self.bounds.first_delay << (item.attempts - 1)
        item.due = now + min(delay, self.bounds.longest_delay)
        self._arm(item, now)

    def _finish(self, item: Item, now: int, *, is_dead: bool = False) -> None:
        item.is_over = True
        item.group.held -= item.counts
        self._mark(item)
        if item.has_row and not is_dead:
            self._troubled.pop(item.entry.sequence, None)
            self._gone.append(item.entry.sequence)
        name = _queue_of(item.entry)
        queue = self._queues[name]
        was_first = queue[0] is item
        if was_first:
            queue.popleft()
        else:
            queue.remove(item)
        if not queue:
            del self._queues[name]
        elif was_first:
            self._arm(queue[0], now)

    def _mark(self, item: Item) -> None:
        if item.counts:
            item.group.marked = max(item.group.marked, item.entry.sequence)

    def _trouble(self, item: Item) -> None:
        item.has_row = True
        self._troubled[item.entry.sequence] = item


def _queue_of(entry: Entry) -> bytes | str:
    return entry.topic if entry.image is None else entry.image


def _grouped(topics: Iterable[str], policies: Iterable[Policy]) -> list[list[str]]:
    """The topics that policies delay together, and all others together."""
    groups: list[set[str]] = []
    rest = set(topics)
    known = frozenset(rest)
    for policy in policies:
        joined = set(policy.topics & known)
        rest -= joined
        for other in [group for group in groups if group & joined]:
            joined |= other
            groups.remove(other)
        if joined:
            groups.append(joined)
    return [sorted(group) for group in (*groups, rest) if group]

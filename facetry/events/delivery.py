"""Delivery: the pump between the log and the extensions that are connected.

It is woken by commits of this process, and looks now and then for those of others. A reader's thread reads for all
lanes at once; what came of sending is kept for all of them in one unit of work, some milliseconds later. What was
answered in between is sent again after a crash, and nothing else is.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection

from facetry.errors import FaultError
from facetry.events import log as event_log
from facetry.events import queue_reading as reading
from facetry.events import subscriptions
from facetry.events.commit_signal import Bell
from facetry.events.connection import Channel, Sender
from facetry.events.delivery_queue import Lane
from facetry.events.delivery_types import Bounds, Kept, Outcome
from facetry.events.log import Entry
from facetry.events.queue_reading import Ahead, Answer, Clock
from facetry.events.subscriptions import Progress
from facetry.events.throttle import Policy
from facetry.store.store import Store
from facetry.store.work import Work

POLL: Final = 0.5
"""Seconds between looks for what other processes have written."""

GATHER: Final = 0.01
"""Seconds for which outcomes are gathered before they are kept."""

ENOUGH: Final = 32
"""Outcomes of one channel that are kept at once."""

PASSED: Final = 2_000
"""Sequences that may be passed without a word in the database: a restart would pass them once more."""

PATIENCE: Final = 1.0
"""Seconds after which keeping is tried again when it failed."""

Settle = Callable[[Work, int, Outcome], None]
"""What is to be written beside, for the extension with this key, when an event is finished or given up."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Unkept:
    """What is to be kept of one channel."""

    extension_id: str
    key: int
    progress: Progress
    outcomes: Sequence[Outcome]


@dataclass(frozen=True, slots=True)
class _Asked:
    channel: Channel
    lane: Lane
    ahead: Ahead


class Delivery:
    """Sends every connected extension what it is subscribed to. For one event loop, between `begin` and `stop`."""

    def __init__(
        self,
        store: Store,
        settlers: Mapping[str, Settle] | None = None,
        bounds: Bounds | None = None,
        clock: Clock = time.monotonic_ns,
    ) -> None:
        """`settlers`, by topic, are called in the unit of work that keeps what came of its events."""
        self._store = store
        self._settlers = settlers or {}
        self._bounds = bounds or Bounds()
        self._clock = clock
        self._channels: dict[str, Channel] = {}
        self._unkept: list[_Unkept] = []
        self._keeping: list[_Unkept] = []
        self._newest = 0
        self._news, self._due, self._enough = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._is_dark = True  # whether there may be more in the log than is known
        self._is_ending = False
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self) -> None:
        """Start; on the event loop."""
        self._bell = Bell(self._rung)
        self._tasks = [asyncio.create_task(self._read_on()), asyncio.create_task(self._keep_on())]

    async def stop(self) -> None:
        """Disconnect all deliberately, keep what came of everything, and end; nothing happens when it has not begun."""
        if not self._tasks:
            return
        for id in list(self._channels):
            self.disconnected(id, deliberate=True)
        self._bell.close()
        self._is_ending = True
        self._due.set()
        self._enough.set()
        reader, keeper = self._tasks
        await keeper  # never in the middle of keeping
        reader.cancel()
        await asyncio.gather(reader, return_exceptions=True)
        self._tasks = []
        if not await self._keep():
            log.error("what came of the last events could not be kept; they will be sent again")

    def connected(self, extension_id: str, sender: Sender, policies: Iterable[Policy], topics: Iterable[str]) -> None:
        """Send the extension these topics from now on, from where it is; new ones from what happens next.

        A connection that it still has is lost.
        """
        self.disconnected(extension_id, deliberate=False)
        wanted = sorted(set(topics))
        channel = Channel(extension_id, sender, list(policies), wanted, self._clock, self._changed)
        self._channels[extension_id] = channel
        self._news.set()

    def disconnected(self, extension_id: str, deliberate: bool) -> None:
        """The connection is gone; nothing happens when there was none."""
        channel = self._channels.pop(extension_id, None)
        kept = channel.close(deliberate=deliberate) if channel is not None else None
        if channel is not None and kept is not None:
            self._note(channel, kept)
            self._due.set()

    def forget(self, extension_id: str) -> None:
        """The extension is about to be removed: disconnect it, and keep nothing of it."""
        channel = self._channels.pop(extension_id, None)
        if channel is not None:
            channel.close(deliberate=True)
        self._unkept = [each for each in self._unkept if each.extension_id != extension_id]

    def withdraw(self, extension_id: str, topics: Iterable[str], until: int) -> int:
        """Do not send what was read of these topics up to a sequence; tells how many. The log is not changed."""
        channel = self._channels.get(extension_id)
        if channel is None or channel.lane is None:
            return 0
        count = channel.lane.withdraw(topics, until, self._clock())
        channel.step()
        return count

    def running(self, extension_id: str) -> list[Entry]:
        """What the extension was sent and has not answered yet."""
        channel = self._channels.get(extension_id)
        if channel is None or channel.lane is None:
            return []
        return [item.entry for item in channel.lane.in_flight()]

    def _rung(self) -> None:
        self._is_dark = True
        self._news.set()

    def _changed(self, progress: int) -> None:
        """A channel may have something to read, and has so much to keep."""
        self._news.set()
        if progress:
            self._due.set()
        if progress >= ENOUGH:
            self._enough.set()

    async def _read_on(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            poll = loop.call_later(POLL, self._rung) if self._channels else None
            await self._news.wait()
            if poll is not None:
                poll.cancel()
            self._news.clear()
            try:
                await self._read()
            except Exception as error:
                if isinstance(error, FaultError):
                    log.warning("the event log cannot be read now: %s", error)
                else:
                    log.exception("the event log cannot be read")
                await asyncio.sleep(PATIENCE)
                self._rung()

    async def _read(self) -> None:
        for channel in list(self._channels.values()):
            if channel.lane is None and not self._is_unkept(channel.extension_id):
                await self._open(channel)
        if not self._channels:
            return
        is_dark, self._is_dark = self._is_dark, False
        self._bell.arm()
        asked = [
            _Asked(channel, channel.lane, ahead)
            for channel in self._channels.values()
            if channel.lane is not None
            for ahead in channel.wants()
            if is_dark or ahead.want.after < self._newest
        ]
        if not asked:
            self._is_dark = is_dark
            return
        self._newest, answers = await self._store.read(lambda connection: _look(connection, asked))
        for each, answer in zip(asked, answers, strict=True):
            if each.channel.lane is each.lane:
                found = answer.reading
                each.lane.feed(answer.want.group, found.entries, found.looked, answer.fences, self._clock())
                if found.entries:
                    each.channel.step()
                if each.lane.passed() > PASSED:
                    self._due.set()
        if any(answer.reading.looked < self._newest for answer in answers):
            self._news.set()

    async def _open(self, channel: Channel) -> None:
        id, topics = channel.extension_id, channel.topics

        def subscribe(work: Work) -> None:
            key = subscriptions.key_of(work.connection, id)
            if key is not None:
                subscriptions.subscribe(work, key, topics)

        def load(connection: Connection) -> tuple[int, Lane | None] | None:
            key = subscriptions.key_of(connection, id)
            if key is None:
                return None
            at = subscriptions.positions(connection, key)
            if sorted(at) != topics:
                return key, None
            return key, reading.open_lane(connection, key, id, at, channel.policies, self._bounds, self._clock)

        found = await self._store.read(load)
        if found is not None and found[1] is None:
            await self._store.write(subscribe)
            found = await self._store.read(load)
        if self._channels.get(id) is not channel:
            return
        if found is None or found[1] is None:
            log.warning("%s is connected and not installed; it is sent nothing", id)
            del self._channels[id]
            return
        channel.open(found[0], found[1])

    async def _keep_on(self) -> None:
        loop = asyncio.get_running_loop()
        while not self._is_ending:
            await self._due.wait()
            gathering = loop.call_later(GATHER, self._enough.set)
            await self._enough.wait()
            gathering.cancel()
            self._due.clear()
            self._enough.clear()
            if not await self._keep():
                await asyncio.sleep(PATIENCE)
                self._due.set()

    async def _keep(self) -> bool:
        """Keep what came of sending; False when that failed, and has to be tried again."""
        for channel in self._channels.values():
            lane = channel.lane
            if lane is not None and (lane.progress() or lane.passed() > PASSED):
                self._note(channel, lane.keep())
        if not self._unkept:
            return True
        self._keeping, self._unkept = self._unkept, []
        keeping = tuple(self._keeping)
        try:
            await self._store.write(lambda work: self._write(work, keeping))
        except Exception as error:
            if isinstance(error, FaultError):
                log.warning("what came of events cannot be kept now: %s", error)
            else:
                log.exception("what came of events cannot be kept")
            self._allow(False)
            return False
        else:
            self._keeping = []
        finally:  # to keep it twice does no harm, and to leave something out would lose events
            self._unkept = [*self._keeping, *self._unkept]
            self._keeping = []
        self._allow(True)
        self._news.set()
        return True

    def _write(self, work: Work, keeping: Sequence[_Unkept]) -> None:
        for each in keeping:
            subscriptions.keep(work, each.key, each.progress)
            for outcome in each.outcomes:
                settle = self._settlers.get(outcome.entry.topic)
                if settle is not None:
                    settle(work, each.key, outcome)

    def _note(self, channel: Channel, kept: Kept) -> None:
        progress = reading.progress_of(kept, self._clock())
        self._unkept.append(_Unkept(channel.extension_id, channel.key, progress, kept.outcomes))

    def _is_unkept(self, extension_id: str) -> bool:
        return any(each.extension_id == extension_id for each in (*self._unkept, *self._keeping))

    def _allow(self, may_send: bool) -> None:
        """Let all channels send on, or none."""
        for channel in list(self._channels.values()):
            channel.may_send = may_send
            channel.step()


def _look(connection: Connection, asked: Sequence[_Asked]) -> tuple[int, list[Answer]]:
    """The newest sequence, and what there is for each."""
    answers = [reading.look_ahead(connection, each.channel.extension_id, each.ahead) for each in asked]
    return event_log.newest(connection), answers

"""Workload: what extensions are asked to compute, how far they are, and what is done about what failed."""

from __future__ import annotations

import functools
import time
from collections.abc import Collection, Mapping, Sequence
from typing import Final, cast, get_args
from uuid import UUID

from sqlalchemy import Connection, func, select

from facetry.events import log, subscriptions
from facetry.events.delivery import Delivery
from facetry.library import extensions
from facetry.library import installed_extensions as installed
from facetry.library.images import Image
from facetry.library.installed_extensions import Installed
from facetry.library.tasks import ledger, runs
from facetry.library.tasks.ledger import CAPABILITIES, TOPICS, State
from facetry.store.store import Store
from facetry.store.work import Work
from generated import models

STALE: Final[tuple[State, ...]] = ("stale",)


class Workload:
    """Of all extensions. Whatever takes long goes in pieces, for a unit of work holds up every other one."""

    def __init__(self, store: Store, delivery: Delivery) -> None:
        self._store = store
        self._delivery = delivery

    async def ask(
        self, images: Sequence[int], ids: Sequence[str] | None, capabilities: Collection[str] | None = None
    ) -> None:
        """Ask extensions, or all that are enabled, for what they can compute of the images with these keys.

        400 on `extensionIds` for one that is unknown or paused.
        """
        asked = await self._store.read(lambda connection: extensions.enabled(connection, ids))
        for begin in range(0, len(images), runs.PIECE):
            some = images[begin : begin + runs.PIECE]
            asking = functools.partial(runs.request_for, extensions=asked, images=some, capabilities=capabilities)
            await self._store.write(asking)

    async def ask_missing(self, key: int) -> None:
        """Ask the extension for what it was never asked for and has left nothing of, and for what is stale.

        What it was asked for before an update took the capability from it counts as never asked for.
        """
        while await self._store.write(lambda work: ledger.drop_unable(work, key)):
            pass
        behind: int | None = 0
        while behind is not None:
            asking = functools.partial(runs.request_missing, extension=key, again=STALE, behind=behind)
            behind = (await self._store.write(asking)).behind

    async def retry(self, found: Installed, capabilities: Collection[str] | None = None) -> int:
        """Ask the extension again for what failed; tells for how many images, summed over capabilities."""
        total, before = 0, time.time_ns() // 1_000_000
        asking = functools.partial(runs.retry, extension=found.key, capabilities=capabilities, before=before)
        while count := await self._store.write(asking):
            total += count
        return total

    async def cancel(self, found: Installed, capabilities: Collection[str] | None = None) -> int:
        """Take back what the extension was not sent yet; tells of how many images, summed over capabilities."""
        total = 0
        while True:
            count, newest = await self._store.write(lambda work: _cancelled(work, found.key, capabilities))
            total += count
            if not count:
                break
        # Up to there every event that asks is of something that was cancelled, or is in flight, or is over.
        wanted = TOPICS if capabilities is None else capabilities
        self._delivery.withdraw(found.id, [TOPICS[capability] for capability in wanted], newest)
        behind: int | None = 0
        while behind is not None:
            behind = await self._store.write(functools.partial(ledger.withdraw, extension=found.key, behind=behind))
        return total

    async def redrive(self, found: Installed, sequences: Sequence[int] | None = None) -> int:
        """Send the extension its dead letters again, or some of them; tells how many."""
        total, until = 0, await self._store.read(log.newest)
        sending = functools.partial(subscriptions.redrive, extension=found.key, sequences=sequences, until=until)
        while count := await self._store.write(sending):
            total += count
        return total

    async def progress(self, found: Installed) -> models.ExtensionProgress:
        """How many images are in which state."""
        able = [each for each in installed.capabilities(found.manifest) if each in TOPICS]

        def query(connection: Connection) -> tuple[int, dict[str, dict[str, int]], int]:
            images = connection.execute(select(func.count()).select_from(Image)).scalar_one()
            letters = subscriptions.dead_count(connection, found.key)
            return images, ledger.counts(connection, found.key), letters

        images, counts, letters = await self._store.read(query)
        running = [
            CAPABILITIES[entry.topic] for entry in self._delivery.running(found.id) if entry.topic in CAPABILITIES
        ]
        return models.ExtensionProgress(
            image_count=images,
            capabilities=[_progress(each, counts.get(each, {}), images, running.count(each)) for each in sorted(able)],
            dead_letter_count=letters,
        )


def failures(connection: Connection, found: Installed, skip: int, take: int) -> models.ExtensionFailures:
    """A page of what the extension could not compute."""
    counts = ledger.counts(connection, found.key)
    return models.ExtensionFailures(
        items=[
            models.ExtensionFailure(
                image_id=each.image,
                capability_id=cast("models.ImageCapabilityId", each.capability),
                attempts=each.attempts,
                error=each.error,
                date=each.finished,
            )
            for each in ledger.failures(connection, found.key, skip, take)
        ],
        total_count=sum(states.get("failed", 0) for states in counts.values()),
    )


def dead_letters(connection: Connection, found: Installed, skip: int, take: int) -> models.ExtensionDeadLetters:
    """A page of the events that were given up."""
    return models.ExtensionDeadLetters(
        items=[
            models.ExtensionDeadLetter(
                sequence=each.sequence,
                topic=each.topic,
                image_id=None if each.image is None else UUID(bytes=each.image),
                attempts=each.attempts,
                error=each.error,
                date=each.time,
            )
            for each in subscriptions.dead(connection, found.key, skip, take)
        ],
        total_count=subscriptions.dead_count(connection, found.key),
    )


def _cancelled(work: Work, key: int, capabilities: Collection[str] | None) -> tuple[int, int]:
    """How many were cancelled in this piece, and the newest event."""
    return ledger.cancel(work, key, capabilities), log.newest(work.connection)


def _progress(id: str, states: Mapping[str, int], images: int, running: int) -> models.ExtensionCapabilityProgress:
    return models.ExtensionCapabilityProgress(
        id=cast("models.ImageCapabilityId", id),
        **{state: states.get(state, 0) for state in get_args(State)},
        running=running,
        unasked=max(0, images - sum(states.values())),
    )

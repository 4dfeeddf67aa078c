"""The workload of extensions: requesting, counting, cancelling and retrying their work."""

from __future__ import annotations

import functools
import time
from collections.abc import Collection, Mapping, Sequence
from typing import Final, cast, get_args
from uuid import UUID

from sqlalchemy import Connection, func, select

from facetry.events import log, subscriptions
from facetry.events.delivery import Delivery
from facetry.library import extensions, installed_extensions
from facetry.library.images import Image
from facetry.library.installed_extensions import InstalledExtension
from facetry.library.tasks import ledger, runs
from facetry.library.tasks.ledger import CAPABILITY_BY_TOPIC, TOPIC_BY_CAPABILITY, TaskState
from facetry.store.store import Store
from facetry.store.work import Work
from generated import models

STALE: Final[tuple[TaskState, ...]] = ("stale",)


class Workload:
    """The workload of all extensions. Long changes run in batches, because a unit of work blocks all others."""

    def __init__(self, store: Store, delivery: Delivery) -> None:
        self._store = store
        self._delivery = delivery

    async def request(
        self, images: Sequence[int], ids: Sequence[str] | None, capabilities: Collection[str] | None = None
    ) -> None:
        """Request from extensions, by default all enabled ones, what they can compute of the images with these keys.

        Raises `FaultError`: 400 on `extensionIds` for an extension that is unknown or paused.
        """
        extension_keys = await self._store.read(lambda connection: extensions.enabled_keys(connection, ids))
        for start in range(0, len(images), runs.IMAGES_PER_UNIT):
            batch = images[start : start + runs.IMAGES_PER_UNIT]
            unit = functools.partial(
                runs.request_for, extensions=extension_keys, images=batch, capabilities=capabilities
            )
            await self._store.write(unit)

    async def request_missing(self, key: int) -> None:
        """Request from the extension all work that was never requested and has no result, and all that is stale.

        Work of a capability that an update removed counts as never requested.
        """
        while await self._store.write(lambda work: ledger.delete_unsupported(work, key)):
            pass
        after_key: int | None = 0
        while after_key is not None:
            unit = functools.partial(runs.request_missing, extension=key, retry_states=STALE, after_key=after_key)
            after_key = (await self._store.write(unit)).resume_after

    async def retry(self, extension: InstalledExtension, capabilities: Collection[str] | None = None) -> int:
        """Request failed work again; returns the number of images, summed over capabilities."""
        total, now = 0, time.time_ns() // 1_000_000
        unit = functools.partial(runs.retry, extension=extension.key, capabilities=capabilities, finished_before=now)
        while count := await self._store.write(unit):
            total += count
        return total

    async def cancel(self, extension: InstalledExtension, capabilities: Collection[str] | None = None) -> int:
        """Cancel work that was not sent yet; returns the number of images, summed over capabilities."""
        total = 0
        while True:
            count, newest = await self._store.write(lambda work: _cancel_batch(work, extension.key, capabilities))
            total += count
            if not count:
                break
        # Every request event up to `newest` belongs to work that was cancelled, is in flight, or is finished.
        capability_ids = TOPIC_BY_CAPABILITY if capabilities is None else capabilities
        self._delivery.withdraw(
            extension.id, [TOPIC_BY_CAPABILITY[capability] for capability in capability_ids], newest
        )
        after_sequence: int | None = 0
        while after_sequence is not None:
            after_sequence = await self._store.write(
                functools.partial(ledger.withdraw_events, extension=extension.key, after_sequence=after_sequence)
            )
        return total

    async def redrive(self, extension: InstalledExtension, sequences: Sequence[int] | None = None) -> int:
        """Send all dead letters of the extension again, or those with the given sequences; returns how many."""
        total, newest = 0, await self._store.read(log.newest_sequence)
        unit = functools.partial(subscriptions.redrive, extension=extension.key, sequences=sequences, until=newest)
        while count := await self._store.write(unit):
            total += count
        return total

    async def progress(self, extension: InstalledExtension) -> models.ExtensionProgress:
        """The number of images by capability and state."""
        supported_capabilities = [
            capability
            for capability in installed_extensions.capabilities(extension.manifest)
            if capability in TOPIC_BY_CAPABILITY
        ]

        def query(connection: Connection) -> tuple[int, dict[str, dict[str, int]], int]:
            image_count = connection.execute(select(func.count()).select_from(Image)).scalar_one()
            letter_count = subscriptions.dead_letter_count(connection, extension.key)
            return image_count, ledger.counts(connection, extension.key), letter_count

        image_count, counts, letter_count = await self._store.read(query)
        running = [
            CAPABILITY_BY_TOPIC[event.topic]
            for event in self._delivery.events_in_flight(extension.id)
            if event.topic in CAPABILITY_BY_TOPIC
        ]
        return models.ExtensionProgress(
            image_count=image_count,
            capabilities=[
                _progress(capability, counts.get(capability, {}), image_count, running.count(capability))
                for capability in sorted(supported_capabilities)
            ],
            dead_letter_count=letter_count,
        )


def failures(connection: Connection, extension: InstalledExtension, skip: int, take: int) -> models.ExtensionFailures:
    """A page of the work that failed."""
    counts = ledger.counts(connection, extension.key)
    return models.ExtensionFailures(
        items=[
            models.ExtensionFailure(
                image_id=failure.image,
                capability_id=cast("models.ImageCapabilityId", failure.capability),
                attempts=failure.attempts,
                error=failure.error,
                date=failure.finished,
            )
            for failure in ledger.failures(connection, extension.key, skip, take)
        ],
        total_count=sum(states.get("failed", 0) for states in counts.values()),
    )


def dead_letters(
    connection: Connection, extension: InstalledExtension, skip: int, take: int
) -> models.ExtensionDeadLetters:
    """A page of the events whose delivery was given up."""
    return models.ExtensionDeadLetters(
        items=[
            models.ExtensionDeadLetter(
                sequence=letter.sequence,
                topic=letter.topic,
                image_id=None if letter.image is None else UUID(bytes=letter.image),
                attempts=letter.attempts,
                error=letter.error,
                date=letter.time,
            )
            for letter in subscriptions.dead_letters(connection, extension.key, skip, take)
        ],
        total_count=subscriptions.dead_letter_count(connection, extension.key),
    )


def _cancel_batch(work: Work, key: int, capabilities: Collection[str] | None) -> tuple[int, int]:
    """(number cancelled in this batch, sequence of the newest event)."""
    return ledger.cancel(work, key, capabilities), log.newest_sequence(work.connection)


def _progress(id: str, states: Mapping[str, int], images: int, running: int) -> models.ExtensionCapabilityProgress:
    return models.ExtensionCapabilityProgress(
        id=cast("models.ImageCapabilityId", id),
        **{state: states.get(state, 0) for state in get_args(TaskState)},
        running=running,
        unasked=max(0, images - sum(states.values())),
    )

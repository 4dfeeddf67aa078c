"""Where the parts of running extensions meet."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Final

from facetry.events import log as event_log
from facetry.events.delivery import Delivery
from facetry.events.handover import Outcome
from facetry.extensions.activities import Activities
from facetry.extensions.care import Care
from facetry.extensions.commands import Commands
from facetry.extensions.gateway import Gateway
from facetry.extensions.herald import Herald
from facetry.extensions.owner import Owner
from facetry.extensions.programs import Programs
from facetry.extensions.runtime import Parts, Runtime
from facetry.extensions.sayings import Sayings
from facetry.extensions.shelf import Shelf
from facetry.extensions.status import State, Status
from facetry.extensions.supervisor import Supervisor
from facetry.extensions.workload import Workload
from facetry.library import runs
from facetry.library.ledger import CAPABILITIES
from facetry.library.secrets import Keys
from facetry.store.store import Store
from facetry.store.work import Work
from generated.topics import Topic

_TOPICS: Final[dict[State, Topic]] = {
    "starting": "extension.process.started",
    "waiting": "extension.process.stopped",
    "stopped": "extension.process.stopped",
    "failed": "extension.error",
}

log = logging.getLogger(__name__)


def assemble(store: Store, keys: Keys, folder: Path, base_url: str, care: Care | None = None) -> Runtime:
    """Running extensions that lie in a folder and call the service by this address. On the event loop."""
    care = care or Care()
    shelf = Shelf(folder)
    notices = _Notices(store, keys)
    supervisor = Supervisor(care.habits, notices.changed)
    delivery = Delivery(store, dict.fromkeys(CAPABILITIES, _settle), care.bounds)
    activities = Activities()
    sayings = Sayings(shelf.logs)
    owner = Owner(store, delivery, supervisor, activities, sayings)
    owner.gateway = gateway = Gateway(keys.authenticate, owner)
    owner.herald = herald = Herald(store, gateway)
    programs = Programs(store, shelf, keys.lend, base_url, care.hidden)
    workload = Workload(store, delivery)

    def is_starting(id: str) -> bool:
        return programs.preparing(id) is not None or supervisor.status(id).state in ("starting", "waiting")

    commands = Commands(store, gateway, activities, is_starting)
    return Runtime(
        Parts(
            store=store,
            keys=keys,
            shelf=shelf,
            programs=programs,
            supervisor=supervisor,
            gateway=gateway,
            delivery=delivery,
            herald=herald,
            workload=workload,
            commands=commands,
            sayings=sayings,
            settled=notices.settled,
            log_days=care.log_days,
        )
    )


def _settle(work: Work, extension: int, outcome: Outcome) -> None:
    entry = outcome.entry
    if entry.image is not None:
        runs.settle(
            work,
            extension,
            entry.image,
            entry.topic,
            requested=entry.time,
            attempts=outcome.attempts,
            error=outcome.error,
        )


class _Notices:
    """Announces what becomes of programs, and ends the keys of those that have ended."""

    def __init__(self, store: Store, keys: Keys) -> None:
        self._store = store
        self._keys = keys
        self._tasks: set[asyncio.Task[None]] = set()

    def changed(self, extension: str, status: Status) -> None:
        topic = _TOPICS.get(status.state)
        if topic is None:
            return
        data = {"message": status.reason} if topic == "extension.error" else None

        def unit(work: Work) -> None:
            if status.state != "starting":
                self._keys.take_back(work, extension)
            event_log.announce(work, topic, extension=extension, data=data)

        task = asyncio.ensure_future(self._store.write(unit))
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    async def settled(self) -> None:
        """Wait until everything is announced."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("what became of a program could not be announced: %s", error)

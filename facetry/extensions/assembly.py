"""Where the parts of running extensions meet."""

from __future__ import annotations

from pathlib import Path

from facetry.events.delivery import Delivery
from facetry.events.handover import Outcome
from facetry.extensions.crashes import Habits
from facetry.extensions.gateway import Gateway
from facetry.extensions.herald import Herald
from facetry.extensions.notices import Notices
from facetry.extensions.owner import Owner
from facetry.extensions.programs import Programs
from facetry.extensions.runtime import Parts, Runtime
from facetry.extensions.shelf import Shelf
from facetry.extensions.supervisor import Supervisor
from facetry.library import runs
from facetry.library.ledger import CAPABILITIES
from facetry.library.secrets import Keys
from facetry.store.store import Store
from facetry.store.work import Work


def assemble(store: Store, keys: Keys, folder: Path, base_url: str, habits: Habits | None = None) -> Runtime:
    """Running extensions that lie in a folder and call the service by this address. On the event loop."""
    shelf = Shelf(folder)
    notices = Notices(store, keys)
    supervisor = Supervisor(habits or Habits(), notices.changed)
    delivery = Delivery(store, dict.fromkeys(CAPABILITIES, _settle))
    owner = Owner(store, delivery, supervisor)
    owner.gateway = gateway = Gateway(keys.authenticate, owner)
    owner.herald = herald = Herald(store, gateway)
    programs = Programs(store, shelf, keys.lend, base_url)
    return Runtime(Parts(store, keys, shelf, programs, supervisor, gateway, delivery, herald, notices.settled))


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

"""Where the parts of running extensions meet."""

from __future__ import annotations

from pathlib import Path

from facetry.events.delivery import Delivery
from facetry.events.delivery_types import Outcome
from facetry.extensions.commands import Commands
from facetry.extensions.owner import Owner
from facetry.extensions.packages.version_store import Shelf
from facetry.extensions.process.supervisor import Supervisor
from facetry.extensions.program_factory import Programs
from facetry.extensions.runtime import Parts, Runtime
from facetry.extensions.runtime_configuration import Care
from facetry.extensions.socket.broadcaster import Herald
from facetry.extensions.socket.command_runs import Activities
from facetry.extensions.socket.gateway import Gateway
from facetry.extensions.socket.socket_log import Sayings
from facetry.extensions.socket.status_events import Notices
from facetry.extensions.workload import Workload
from facetry.library.api_keys import Keys
from facetry.library.tasks import runs
from facetry.library.tasks.ledger import CAPABILITIES
from facetry.store.store import Store
from facetry.store.work import Work


def assemble(store: Store, keys: Keys, folder: Path, base_url: str, care: Care | None = None) -> Runtime:
    """Running extensions that lie in a folder and call the service by this address. On the event loop."""
    care = care or Care()
    shelf = Shelf(folder)
    notices = Notices(store, keys)
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

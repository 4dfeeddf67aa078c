"""A server with short timeouts: `python -m tests.crash.extensions.quick_server serve …` is `facetry serve …`.

It waits briefly for acknowledgements, restarts programs at once, and gives extensions `FAULTS_RELAY` as its address.
Each delivered event has its sequence number, which extensions write into their journals. `FAULTS_SABOTAGE` injects a
defect, so that a campaign can show that it detects it.
"""

import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

from facetry import cli
from facetry.events import delivery_queue, queue_reading
from facetry.events.delivery import Delivery
from facetry.events.delivery_types import SECOND, Checkpoint, DeliveryLimits
from facetry.events.log import LoggedEvent
from facetry.events.subscriptions import DeliveryProgress
from facetry.extensions import assembly
from facetry.extensions.process.restart_policy import RestartPolicy
from facetry.extensions.runtime import Runtime
from facetry.extensions.runtime_configuration import RuntimeConfiguration
from facetry.library.api_keys import ApiKeys
from facetry.service import assembly as service_assembly
from facetry.store import writer
from facetry.store.store import Store

BOUNDS = DeliveryLimits(
    acknowledgement_timeout=4 * SECOND,
    work_timeout=6 * SECOND,
    first_retry_delay=SECOND // 20,
    max_retry_delay=SECOND // 2,
    max_attempts=5,
)
HABITS = RestartPolicy(first_delay=0.05, longest_delay=0.5, max_crashes=10_000, stable_seconds=5.0, grace_seconds=1.0)


def _replace(module: ModuleType, name: str, value: object) -> None:
    setattr(module, name, value)


def _save_positions_early() -> None:
    """Defect: positions are stored where the log was read to, not where deliveries are finished."""
    deliveries: list[Delivery] = []
    real = queue_reading.progress_of

    def create_delivery(*arguments: Any) -> Delivery:
        deliveries.append(Delivery(*arguments))
        return deliveries[-1]

    def early_progress(kept: Checkpoint, now: int) -> DeliveryProgress:
        progress = real(kept, now)
        queues = [channel.queue for channel in deliveries[-1]._connections.values() if channel.queue is not None]
        read = {topic: group.read_up_to for each in queues for group in each.groups for topic in group.topics}
        positions = {topic: max(at, read.get(topic, 0)) for topic, at in progress.positions.items()}
        return DeliveryProgress(positions, progress.last_sent, progress.records, progress.deleted_sequences)

    _replace(queue_reading, "progress_of", early_progress)
    _replace(assembly, "Delivery", create_delivery)


def _acknowledge_before_commit() -> None:
    """Defect: tags are acknowledged before they are committed."""
    commit, raw = writer.Writer._commit, vars(writer)["raw_connection"]
    current: list[Sequence[Any]] = [()]

    class EarlyAcknowledgement:
        def __init__(self, connection: Any) -> None:
            self._connection = raw(connection)

        def execute(self, statement: str) -> Any:
            if statement == "COMMIT":
                early = [each for each in current[0] if "image_set_tags" in getattr(each.unit, "__qualname__", "")]
                writer._deliver_results(early)
                time.sleep(0.3 if early else 0)
            return self._connection.execute(statement)

    def remember_batch(self: writer.Writer, batch: list[Any]) -> None:
        current[0] = batch
        commit(self, batch)

    _replace(writer, "raw_connection", EarlyAcknowledgement)
    writer.Writer._commit = remember_batch  # type: ignore[method-assign]


def _ignore_order() -> None:
    """Defect: events of an image are not delivered in order."""
    _replace(delivery_queue, "_ordering_key", lambda entry: str(entry.sequence))


_value = LoggedEvent.value
SABOTAGE: Mapping[str, Callable[[], None]] = {
    "positions": _save_positions_early,
    "commits": _acknowledge_before_commit,
    "order": _ignore_order,
}


def _value_with_sequence(self: LoggedEvent) -> dict[str, Any]:
    return {**_value(self), "sequence": self.sequence}


def _assemble(
    store: Store,
    keys: ApiKeys,
    folder: Path,
    base_url: str,
    configuration: RuntimeConfiguration | None,
    **addresses: Any,
) -> Runtime:
    configuration = replace(configuration or RuntimeConfiguration(), delivery_limits=BOUNDS, restart_policy=HABITS)
    relay_url = os.environ.get("FAULTS_RELAY", base_url)
    return assembly.assemble(store, keys, folder, relay_url, configuration, **addresses)


def main() -> int:
    """Run the command line."""
    LoggedEvent.value = _value_with_sequence  # type: ignore[method-assign]
    _replace(service_assembly, "assemble_extensions", _assemble)
    if sabotage := os.environ.get("FAULTS_SABOTAGE"):
        SABOTAGE[sabotage]()
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())

"""A server in a hurry: `python -m tests.crash.quick_server serve …` is `facetry serve …` with short pauses.

It does not wait long for acknowledgements, starts programs again within moments, tells extensions to call it through
`FAULTS_RELAY`, and of each event also its number in the log, by which they note it. `FAULTS_SABOTAGE` breaks it on
purpose, so that a campaign can show that it would notice.
"""

import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

from facetry import app, cli
from facetry.events import delivery_queue as lane
from facetry.events import queue_reading as reading
from facetry.events.delivery import Delivery
from facetry.events.delivery_types import SECOND, Bounds, Kept
from facetry.events.log import Entry
from facetry.events.subscriptions import Progress
from facetry.extensions import assembly
from facetry.extensions.crashes import Habits
from facetry.extensions.runtime import Runtime
from facetry.extensions.runtime_configuration import Care
from facetry.library.api_keys import Keys
from facetry.store import writer
from facetry.store.store import Store

BOUNDS = Bounds(
    patience=4 * SECOND, work_patience=6 * SECOND, first_delay=SECOND // 20, longest_delay=SECOND // 2, attempts=5
)
HABITS = Habits(first_delay=0.05, longest_delay=0.5, crashes=10_000, stable_seconds=5.0, grace_seconds=1.0)


def _put(module: ModuleType, name: str, value: object) -> None:
    setattr(module, name, value)


def _early() -> None:
    """Positions are kept where the log was read to, not where it is finished."""
    deliveries: list[Delivery] = []
    real = reading.progress_of

    def begun(*arguments: Any) -> Delivery:
        deliveries.append(Delivery(*arguments))
        return deliveries[-1]

    def hasty(kept: Kept, now: int) -> Progress:
        progress = real(kept, now)
        lanes = [channel.lane for channel in deliveries[-1]._channels.values() if channel.lane is not None]
        read = {topic: group.looked for each in lanes for group in each.groups for topic in group.topics}
        theirs = {topic: max(at, read.get(topic, 0)) for topic, at in progress.positions.items()}
        return Progress(theirs, progress.sent, progress.rows, progress.gone)

    _put(reading, "progress_of", hasty)
    _put(assembly, "Delivery", begun)


def _hasty() -> None:
    """Tags are acknowledged before they are committed."""
    commit, raw = writer.Writer._commit, vars(writer)["raw"]
    current: list[Sequence[Any]] = [()]

    class Hasty:
        def __init__(self, connection: Any) -> None:
            self._connection = raw(connection)

        def execute(self, statement: str) -> Any:
            if statement == "COMMIT":
                early = [each for each in current[0] if "image_set_tags" in getattr(each.unit, "__qualname__", "")]
                writer._deliver(early)
                time.sleep(0.3 if early else 0)
            return self._connection.execute(statement)

    def noting(self: writer.Writer, batch: list[Any]) -> None:
        current[0] = batch
        commit(self, batch)

    _put(writer, "raw", Hasty)
    writer.Writer._commit = noting  # type: ignore[method-assign]


def _disorderly() -> None:
    """Events of an image do not wait for each other."""
    _put(lane, "_queue_of", lambda entry: str(entry.sequence))


_value = Entry.value
SABOTAGE: Mapping[str, Callable[[], None]] = {"positions": _early, "commits": _hasty, "order": _disorderly}


def _numbered(self: Entry) -> dict[str, Any]:
    return {**_value(self), "sequence": self.sequence}


def _assemble(store: Store, keys: Keys, folder: Path, base_url: str, care: Care | None) -> Runtime:
    quick = replace(care or Care(), bounds=BOUNDS, habits=HABITS)
    return assembly.assemble(store, keys, folder, os.environ.get("FAULTS_RELAY", base_url), quick)


def main() -> int:
    """Runs the command line."""
    Entry.value = _numbered  # type: ignore[method-assign]
    _put(app, "assemble", _assemble)
    if sabotage := os.environ.get("FAULTS_SABOTAGE"):
        SABOTAGE[sabotage]()
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())

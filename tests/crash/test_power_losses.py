"""The power fails at random moments while clients write. No acknowledged write is lost.

strace records all operations on the files of a real service. For each loss of power, the files are written as the disk
may have them: what was flushed, and any part of the rest. A real service then opens them. The short form runs with the
other tests; `nox -s power_losses` is the long form, with `POWER_LOSSES` in the environment.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import threading
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest

from facetry.service.data_folder import CHOSEN, TEMPORARY
from facetry.system.files.file_versions import version_of
from tests.crash.durability import comparison
from tests.crash.durability.campaign import Campaign
from tests.crash.durability.comparison import Observation
from tests.crash.durability.disk import Disk
from tests.crash.durability.history import History
from tests.crash.durability.processes import Starter, starter
from tests.crash.durability.trace import COMMAND, Operation, read_operations

pytestmark = [
    pytest.mark.crash,
    pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed"),
]
LOSSES: Final = int(os.environ.get("POWER_LOSSES", "6"))
WRITES: Final = int(os.environ.get("POWER_LOSS_WRITES", "200"))
"""The number of writes that are recorded."""
_MOST_SECONDS: Final = 120.0
SEED: Final = int(os.environ.get("POWER_LOSS_SEED", "1"))
_TOPICS: Final = {kind: f"image.{kind}.updated" for kind in ("tags", "features", "embeddings")}
_MAPPED: Final = ("-shm",)
"""The index of the write-ahead log, which is written in memory and made again."""
_RENAMES: Final = frozenset({"rename", "exchange"})
_SOON: Final = 4
"""Every second loss is within so many operations of a rename."""


@dataclass
class Recording:
    """A traced service: its writes, and what it did to files."""

    campaign: Campaign
    disk: Disk
    operations: list[Operation]
    errors: list[str] = field(default_factory=list)


def record(directory: Path, writes: int, defect: str | None = None) -> Recording:
    """Trace a service from the making of its library on, until so many writes are acknowledged."""
    root = directory / "disk"
    for name in ("pictures", "folders"):
        (root / name).mkdir(parents=True)
    disk = Disk(root)
    trace = directory / "trace"
    with starter(directory, defect, [*COMMAND, "-o", str(trace)]) as processes:
        campaign = Campaign(root, processes, random.Random(SEED))
        campaign.prepare()
        running = processes.serve(campaign.data_dir)

        def is_over() -> bool:
            return sum(campaign.history.acknowledged.values()) >= writes

        threads = [
            threading.Thread(target=writer.run, args=(running.connect(), is_over), daemon=True)
            for writer in campaign.writers
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(_MOST_SECONDS)
        processes.end(running)
    recording = Recording(campaign, disk, read_operations(trace, root), campaign.errors)
    trace.unlink()
    return recording


def lose_power(directory: Path, recording: Recording, losses: int, *, until_error: bool = False) -> Counter[str]:
    """Lose the power so many times, and compare what a new service has. The number of states by what was compared."""
    rng = random.Random(SEED)
    operations, campaign = recording.operations, recording.campaign
    renames = [number for number, each in enumerate(operations[:-_SOON]) if each.kind in _RENAMES]
    moments = sorted(
        rng.randrange(len(operations)) if number % 2 else rng.choice(renames) + rng.randrange(_SOON)
        for number in range(losses)
    )
    figures: Counter[str] = Counter()
    replayed = 0
    with starter(directory) as processes:
        for moment in moments:
            while replayed <= moment:
                recording.disk.replay(operations[replayed])
                replayed += 1
            places = recording.disk.write_state(rng)
            # The files of this state are new ones. On a real disk, folders stay the ones that were chosen.
            shutil.rmtree(campaign.data_dir / CHOSEN, ignore_errors=True)
            _renew_versions(campaign.data_dir / TEMPORARY, places)
            time_of_loss = operations[moment].time
            errors, compared = _compare(processes, campaign, time_of_loss)
            recording.errors += [f"loss after operation {moment} of {len(operations)}: {each}" for each in errors]
            figures["states"] += 1
            figures["subjects"] += compared
            if errors and until_error:
                break
    return figures


def _renew_versions(records: Path, places: list[tuple[str, Path]]) -> None:
    """Put the versions that files have in this state into the records of temporary files. On a real disk, a file that
    was flushed keeps its version.
    """
    files = {name: path for name, path in places if path.parent != records}
    for record in records.iterdir() if records.exists() else ():
        try:
            lines = [json.loads(line) for line in record.read_bytes().splitlines()]
        except ValueError:
            continue  # it was not written completely
        path = files.get(record.name)
        for line in lines:
            if line["new"] is not None and path is not None:
                line["new"] = version_of(path.stat(), str(path))
        record.write_text("".join(f"{json.dumps(line)}\n" for line in lines))


def _compare(processes: Starter, campaign: Campaign, moment: float) -> tuple[list[str], int]:
    try:
        running = processes.serve(campaign.data_dir)
    except AssertionError as error:
        return [f"the service does not start: {error}"], 0
    service = running.connect()
    history = campaign.history
    try:
        observation = Observation(service, campaign.repository, campaign.pictures)
        subjects = {subject for subject, attempts in history.attempts.items() if attempts[0].begun <= moment}
        errors, _ = comparison.compare(history, subjects, observation, moment)
        images = observation.images()
        # A scan asks before it removes the only image of a repository. Nobody has been told of this one yet.
        if len(images) > 1 or _has_acknowledged_image(history, moment):
            errors += comparison.check_files(campaign.pictures, images)
        errors += comparison.check_versions(campaign.data_dir / "extensions", campaign.data_dir / "library.db")
        errors += comparison.check_database(campaign.data_dir / "library.db", _events(history, moment))
    except AssertionError as error:
        return [str(error)], 0
    finally:
        service.close()
        processes.end(running)
    return errors, len(subjects)


def _has_acknowledged_image(history: History, moment: float) -> bool:
    return any(
        each.acknowledged is not None and each.acknowledged <= moment
        for subject, attempts in history.attempts.items()
        if subject[0] == "image"
        for each in attempts
    )


def _events(history: History, moment: float) -> Counter[tuple[str, str]]:
    """The number of acknowledged writes before the moment by image id and topic."""
    found: Counter[tuple[str, str]] = Counter()
    for subject, attempts in history.attempts.items():
        if subject[0] in _TOPICS:
            count = sum(each.acknowledged is not None and each.acknowledged <= moment for each in attempts)
            found[history.ids["image", subject[1]], _TOPICS[subject[0]]] += count
    return found


def test_a_loss_of_power_loses_no_acknowledged_write(tmp_path: Path) -> None:
    recording = record(tmp_path, WRITES)
    _require_whole_trace(recording)
    figures = lose_power(tmp_path, recording, LOSSES)
    writes = sum(recording.campaign.history.acknowledged.values())
    print(
        f"{figures['states']} losses of power over {len(recording.operations)} operations and {writes} acknowledged "
        f"writes; {figures['subjects']} values compared, {len(recording.errors)} errors"
    )
    assert recording.errors == [], "\n".join(recording.errors[:20])


def _require_whole_trace(recording: Recording) -> None:
    """Replaying all operations gives the files as they are, so that none is missing in the trace."""
    disk = recording.disk.copy()
    for operation in recording.operations:
        disk.replay(operation)
    root = recording.campaign.directory
    present = {
        str(path): path.read_bytes() for path in root.rglob("*") if path.is_file() and not path.name.endswith(_MAPPED)
    }
    replayed = {path: content for path, content in disk.files().items() if not path.endswith(_MAPPED)}
    assert replayed.keys() == present.keys()
    assert [path for path in present if present[path] != replayed[path]] == []


@pytest.mark.parametrize("defect", ["database-flushes", "file-flushes"])
def test_missing_flushes_are_found_out(tmp_path: Path, defect: str) -> None:
    recording = record(tmp_path, min(WRITES, 150), defect)
    lose_power(tmp_path, recording, 60, until_error=True)
    assert recording.errors
    print(recording.errors[0][:300])

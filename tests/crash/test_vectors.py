"""Searches for vectors agree with the rows after random changes, kills and damaged files.

The steps are random: new images, new vectors, deletions, orderly restarts, SIGKILL at any moment, and files that are
damaged or missing afterwards. After each step, searches with and without filters are compared with all rows. Indexes
are built continuously, from a few vectors on. The long form has 5,000 steps: `VECTOR_STEPS=5000`.
"""

import os
import random
import time
from pathlib import Path

import pytest

from tests.crash.vectors import VectorProcess

STEPS = int(os.environ.get("VECTOR_STEPS", "50"))
SEED = int(os.environ.get("VECTOR_SEED", "1"))
MAX_IMAGES = 250
"""Maximum number of images, so that a step stays fast."""
RECALL = 0.98
"""Minimum recall over all searches. No result may be too short, wrong or repeated."""


class StateMachine:
    """Makes random changes to the process, and compares its results."""

    def __init__(self, folder: Path, rng: random.Random) -> None:
        self.folder = folder
        self.rng = rng
        self.process: VectorProcess | None = None
        self.keys: list[int] = []
        self.log: list[str] = []
        self.shares: list[float] = []
        self.kills = self.damages = self.searched = self.waits = 0

    def running(self) -> VectorProcess:
        """The process, which is started if it does not run."""
        if self.process is None:
            self.process = VectorProcess(self.folder)
            self.keys = self.process.request("image_keys")
        return self.process

    def some_keys(self, most: int) -> list[int]:
        return self.rng.sample(self.keys, min(len(self.keys), self.rng.randint(1, most)))

    def command(self) -> tuple[object, ...]:
        """A random command that writes."""
        seed = self.rng.randrange(10**9)
        kind = self.rng.choice(["add", "add", "set", "set", "clear", "delete"])
        if kind == "add" or not self.keys:
            return (
                ("add", seed, self.rng.randint(1, 30))
                if len(self.keys) < MAX_IMAGES
                else ("delete", self.some_keys(60))
            )
        return (kind, seed, self.some_keys(15)) if kind == "set" else (kind, self.some_keys(8))

    def write(self) -> None:
        command = self.command()
        self.log.append(repr(command))
        answer = self.running().request(*command)
        if command[0] == "add":
            self.keys += answer
        elif command[0] == "delete":
            gone = set(command[1])  # type: ignore[call-overload]
            self.keys = [key for key in self.keys if key not in gone]

    def restart(self) -> None:
        self.log.append("restart")
        self.running().end()
        self.process = None

    def kill(self) -> None:
        """Kill the process at a random moment, most often during a command."""
        command = self.command()
        pause = self.rng.choice([0.0, self.rng.uniform(0, 0.05), self.rng.uniform(0, 0.6)])
        self.log.append(f"kill {pause:.3f} s after {command!r}")
        process = self.running()
        process.send(*command)
        time.sleep(pause)
        process.kill()
        self.process = None
        self.kills += 1
        for _ in range(self.rng.choice([0, 1, 1, 2])):
            self.damage()

    def damage(self) -> None:
        files = [path for path in sorted((self.folder / "vectors").rglob("*")) if path.is_file()]
        if not files:
            return
        path = self.rng.choice(files)
        size = path.stat().st_size
        kind = self.rng.choice(["flip", "flip", "cut", "empty", "remove", "older"])
        self.log.append(f"{kind} {path.name}")
        data = bytearray(path.read_bytes())
        if kind == "remove":
            path.unlink()
        elif kind == "older" and (self.folder / "aside" / path.name).exists():
            path.write_bytes((self.folder / "aside" / path.name).read_bytes())
        elif kind == "flip" and size:
            for _ in range(self.rng.choice([1, 200])):
                data[self.rng.randrange(size)] ^= 1 << self.rng.randrange(8)
            path.write_bytes(data)
        else:
            path.write_bytes(data[: self.rng.randrange(size)] if size and kind == "cut" else b"")
        (self.folder / "aside").mkdir(exist_ok=True)
        for other in files:
            if other.exists() and self.rng.random() < 0.3:
                (self.folder / "aside" / other.name).write_bytes(other.read_bytes())
        self.damages += 1

    def wait_for_index(self) -> None:
        """Wait for an index, so that the next searches use one however slow the machine is."""
        self.waits += self.running().request("wait_for_index")

    def compare(self) -> None:
        recall, count, covered = self.running().request("compare", self.rng.randrange(10**9))
        self.log.append(f"look: {count} vectors, {covered} in the index")
        self.shares.append(recall)
        self.searched += covered > 0


@pytest.mark.crash
def test_searches_agree_with_rows_after_random_changes(tmp_path: Path) -> None:
    rng = random.Random(SEED)
    machine = StateMachine(tmp_path, rng)
    try:
        for _ in range(STEPS):
            action = rng.choices([machine.write, machine.restart, machine.kill], [30, 1, 3])[0]
            action()
            if rng.random() < 0.2:
                time.sleep(rng.uniform(0, 0.25))  # time to write files
            if rng.random() < 0.2:
                machine.wait_for_index()
            machine.compare()
    except BaseException:
        print("\n".join(machine.log[-80:]))
        raise
    finally:
        if machine.process is not None:
            machine.process.kill()
    recall = sum(machine.shares) / len(machine.shares)
    assert recall >= RECALL
    assert machine.kills >= STEPS // 50
    assert machine.searched >= machine.waits >= STEPS // 10
    print(
        f"{STEPS} steps, {machine.kills} kills, {machine.damages} times damage, {machine.searched} with an index,"
        f" recall {recall:.4f}: 0 wrong answers"
    )

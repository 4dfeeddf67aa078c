"""Whatever happens to vectors, to their files and to the process, each answer is that of the rows.

Steps at random (new images, new vectors, deletions, orderly ends, SIGKILL at any moment, files that are damaged or
missing after it), and after each of them searches with and without filters, compared with all rows. Indexes are made
all the while, from a few vectors on. The long form has 5,000 steps: `VECTOR_STEPS=5000`.
"""

import os
import random
import time
from pathlib import Path

import pytest

from tests.crash.vectors import Process

STEPS = int(os.environ.get("VECTOR_STEPS", "150"))
SEED = int(os.environ.get("VECTOR_SEED", "1"))
MOST = 250
"""Images, so that a step stays quick."""
RECALL = 0.98
"""At least this share of the true nearest, over all searches; none may be short, wrong or twice."""


class Machine:
    """What is done to the process, and what must be so afterwards."""

    def __init__(self, folder: Path, chance: random.Random) -> None:
        self.folder = folder
        self.chance = chance
        self.process: Process | None = None
        self.keys: list[int] = []
        self.log: list[str] = []
        self.shares: list[float] = []
        self.kills = self.damages = self.searched = 0

    def up(self) -> Process:
        """The process, started when it is dead."""
        if self.process is None:
            self.process = Process(self.folder)
            self.keys = self.process.tell("held")
        return self.process

    def some(self, most: int) -> list[int]:
        return self.chance.sample(self.keys, min(len(self.keys), self.chance.randint(1, most)))

    def command(self) -> tuple[object, ...]:
        """Something that writes."""
        seed = self.chance.randrange(10**9)
        kind = self.chance.choice(["add", "add", "set", "set", "clear", "delete"])
        if kind == "add" or not self.keys:
            return ("add", seed, self.chance.randint(1, 30)) if len(self.keys) < MOST else ("delete", self.some(60))
        return (kind, seed, self.some(15)) if kind == "set" else (kind, self.some(8))

    def write(self) -> None:
        command = self.command()
        self.log.append(repr(command))
        answer = self.up().tell(*command)
        if command[0] == "add":
            self.keys += answer
        elif command[0] == "delete":
            gone = set(command[1])  # type: ignore[call-overload]
            self.keys = [key for key in self.keys if key not in gone]

    def restart(self) -> None:
        self.log.append("restart")
        self.up().end()
        self.process = None

    def kill(self) -> None:
        """At any moment, most often in the middle of something."""
        command = self.command()
        pause = self.chance.choice([0.0, self.chance.uniform(0, 0.05), self.chance.uniform(0, 0.6)])
        self.log.append(f"kill {pause:.3f} s after {command!r}")
        process = self.up()
        process.say(*command)
        time.sleep(pause)
        process.kill()
        self.process = None
        self.kills += 1
        for _ in range(self.chance.choice([0, 1, 1, 2])):
            self.damage()

    def damage(self) -> None:
        files = [path for path in sorted((self.folder / "vectors").rglob("*")) if path.is_file()]
        if not files:
            return
        path = self.chance.choice(files)
        size = path.stat().st_size
        kind = self.chance.choice(["flip", "flip", "cut", "empty", "remove", "older"])
        self.log.append(f"{kind} {path.name}")
        data = bytearray(path.read_bytes())
        if kind == "remove":
            path.unlink()
        elif kind == "older" and (self.folder / "aside" / path.name).exists():
            path.write_bytes((self.folder / "aside" / path.name).read_bytes())
        elif kind == "flip" and size:
            for _ in range(self.chance.choice([1, 200])):
                data[self.chance.randrange(size)] ^= 1 << self.chance.randrange(8)
            path.write_bytes(data)
        else:
            path.write_bytes(data[: self.chance.randrange(size)] if size and kind == "cut" else b"")
        (self.folder / "aside").mkdir(exist_ok=True)
        for other in files:
            if other.exists() and self.chance.random() < 0.3:
                (self.folder / "aside" / other.name).write_bytes(other.read_bytes())
        self.damages += 1

    def look(self) -> None:
        recall, count, covered = self.up().tell("look", self.chance.randrange(10**9))
        self.log.append(f"look: {count} vectors, {covered} in the index")
        self.shares.append(recall)
        self.searched += covered > 0


@pytest.mark.crash
def test_answers_are_those_of_the_rows_whatever_happens(tmp_path: Path) -> None:
    chance = random.Random(SEED)
    machine = Machine(tmp_path, chance)
    try:
        for _ in range(STEPS):
            act = chance.choices([machine.write, machine.restart, machine.kill], [30, 1, 3])[0]
            act()
            if chance.random() < 0.2:
                time.sleep(chance.uniform(0, 0.25))  # let files be written
            machine.look()
    except BaseException:
        print("\n".join(machine.log[-80:]))
        raise
    finally:
        if machine.process is not None:
            machine.process.kill()
    recall = sum(machine.shares) / len(machine.shares)
    assert recall >= RECALL
    assert machine.kills >= STEPS // 50
    assert machine.searched >= STEPS // 4
    print(
        f"{STEPS} steps, {machine.kills} kills, {machine.damages} times damage, {machine.searched} with an index,"
        f" recall {recall:.4f}: 0 wrong answers"
    )

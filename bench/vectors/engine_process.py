"""Asked: an engine as the bench holds it, built once and kept, and opened in a process on one core."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import Popen
from typing import Any, Final

from bench import processes
from bench.vectors.data import DataSet

_WORKER: Final = "bench.vectors.worker"


@dataclass(frozen=True, slots=True)
class Built:
    """What an engine took to be built, and the bytes that it takes on disk."""

    seconds: float
    cpu_seconds: float
    disk: int


@dataclass(frozen=True, slots=True)
class Round:
    """What came of a stretch of queries: their number, recall, processor seconds of each, and seconds of each."""

    queries: int
    recall: float
    cpu_seconds: float
    latencies: Sequence[float]


@dataclass(frozen=True, slots=True)
class Asked:
    """An engine that is open."""

    name: str
    built: Built
    process: Popen[bytes]
    processes: Sequence[int]

    def tuned(self, tag: str | None, recall: float, seconds: float) -> tuple[int, float]:
        """The least effort that reaches the recall, or else the one that comes closest, and the recall it has; each
        is tried for so many seconds.
        """
        answer = self._ask({"do": "tune", "tag": tag, "recall": recall, "seconds": seconds})
        return answer["effort"], answer["recall"]

    def measured(self, tag: str | None, effort: int, first: int, seconds: float) -> Round:
        """Queries for so many seconds, at most all of them, beginning with the one numbered `first`."""
        question = {"do": "measure", "tag": tag, "effort": effort, "first": first, "seconds": seconds}
        answer = self._ask(question)
        queries = answer["queries"]
        return Round(queries, answer["recall"], answer["cpu_seconds"] / queries, answer["latencies"])

    def _ask(self, question: Mapping[str, Any]) -> Mapping[str, Any]:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(question).encode() + b"\n")
        self.process.stdin.flush()
        return _line(self.process)


@contextmanager
def asked(name: str, folder: Path, data: DataSet) -> Iterator[Asked]:
    """The engine, built below `folder` if it is not there, and open until the end."""
    built = _built(name, folder, data)
    arguments = ("ask", name, str(_place(name, folder, data)), str(data.folder.parent), str(data.count))
    with processes.module(_WORKER, *arguments, cores=processes.server_core()) as process:
        yield Asked(name, built, process, _line(process)["processes"])


def place(name: str, folder: Path, data: DataSet) -> Path:
    """The folder that the engine is kept in, built if it is not there."""
    _built(name, folder, data)
    return _place(name, folder, data)


def _place(name: str, folder: Path, data: DataSet) -> Path:
    return folder / f"{data.folder.name}-{name.partition('_')[0]}"  # several manners of asking share one


def _built(name: str, folder: Path, data: DataSet) -> Built:
    place = _place(name, folder, data)
    account = place / "built.json"
    if not account.exists():
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        print(f"building {name}…", flush=True)
        arguments = ("build", name, str(place), str(data.folder.parent), str(data.count))
        with processes.module(_WORKER, *arguments, cores=processes.every_core()) as process:
            took = _line(process)
            if process.wait() != 0:
                raise RuntimeError(f"{name} was not built")
        account.write_text(json.dumps(took))
    took = json.loads(account.read_text())
    disk = sum(file.stat().st_blocks * 512 for file in place.rglob("*") if file.is_file())
    return Built(took["seconds"], took["cpu_seconds"], disk)


def _line(process: Popen[bytes]) -> Mapping[str, Any]:
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise RuntimeError(f"{process.args!r} ended")
    answer: Mapping[str, Any] = json.loads(line)
    return answer

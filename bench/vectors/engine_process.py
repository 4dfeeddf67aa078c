"""Engine processes: builds the index of an engine once, and starts a process on one core that answers queries."""

from __future__ import annotations

import json
import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import Popen
from typing import Any, Final

from bench import processes
from bench.figures import median
from bench.vectors.data import QUERIES, DataSet
from bench.vectors.engines import OURS
from bench.versions import Version, this_version

_WORKER: Final = "bench.vectors.worker"


@dataclass(frozen=True, slots=True)
class BuildCost:
    """The cost of building an engine, and its size on disk in bytes."""

    seconds: float
    cpu_seconds: float
    disk: int


@dataclass(frozen=True, slots=True)
class QueryRound:
    """The result of a period of queries: their number, recall, mean processor seconds, and the seconds of each."""

    queries: int
    recall: float
    cpu_seconds: float
    latencies: Sequence[float]


@dataclass(frozen=True, slots=True)
class EngineProcess:
    """A process with an open engine."""

    name: str
    build_cost: BuildCost
    process: Popen[bytes]

    def tune(self, tag: str | None, recall: float, seconds: float) -> tuple[int, float]:
        """The smallest effort that reaches the recall, or else the one with the best recall, and its recall.

        Each effort is tried for `seconds`.
        """
        response = self._request({"do": "tune", "tag": tag, "recall": recall, "seconds": seconds})
        return response["effort"], response["recall"]

    def measure(self, tag: str | None, effort: int, first: int, seconds: float) -> QueryRound:
        """Run queries for `seconds`, each at most once, beginning with the query number `first`."""
        command = {"do": "measure", "tag": tag, "effort": effort, "first": first, "seconds": seconds}
        response = self._request(command)
        queries = response["queries"]
        return QueryRound(queries, response["recall"], response["cpu_seconds"] / queries, response["latencies"])

    def _request(self, command: Mapping[str, Any]) -> Mapping[str, Any]:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(command).encode() + b"\n")
        self.process.stdin.flush()
        return _read_line(self.process)


@dataclass(slots=True)
class EngineResults:
    """The rounds of one engine with one effort, over the images with a tag, or over all."""

    engine: EngineProcess
    tag: str | None
    effort: int
    rounds: list[QueryRound] = field(default_factory=list)

    @property
    def recall(self) -> float:
        """The mean of all queries."""
        return sum(each.recall * each.queries for each in self.rounds) / sum(each.queries for each in self.rounds)

    @property
    def latencies(self) -> list[float]:
        """The seconds of each query."""
        return [latency for each in self.rounds for latency in each.latencies]

    @property
    def cpu_seconds(self) -> float:
        """The median of the rounds, for each query."""
        return median([each.cpu_seconds for each in self.rounds])


def measure_in_turns(results: Collection[EngineResults], rounds: int, seconds: float) -> None:
    """Add so many rounds of `seconds` to each of the results, in turns."""
    for number in range(rounds):
        for each in results:
            each.rounds.append(each.engine.measure(each.tag, each.effort, number * QUERIES // rounds, seconds))


@contextmanager
def start_engine(name: str, folder: Path, data: DataSet, version: Version | None = None) -> Iterator[EngineProcess]:
    """Start a process with the engine, which is built below `folder` if necessary; it is stopped at the end.

    `version` is that of Facetry's engines and of the program; this checkout by default.
    """
    version = version or this_version()
    build_cost = _ensure_built(name, folder, data, version)
    arguments = ("ask", name, str(_folder_of(name, folder, data, version)), str(data.folder.parent), str(data.count))
    cores = processes.server_core()
    with processes.run_module(_WORKER, *arguments, cores=cores, source=version.source) as process:
        _read_line(process)  # it is ready
        yield EngineProcess(name, build_cost, process)


def engine_folder(name: str, folder: Path, data: DataSet, version: Version | None = None) -> Path:
    """The folder of the engine, which is built if necessary."""
    version = version or this_version()
    _ensure_built(name, folder, data, version)
    return _folder_of(name, folder, data, version)


def _folder_of(name: str, folder: Path, data: DataSet, version: Version) -> Path:
    engine = name.partition("_")[0]  # variants of one engine share a folder
    return folder / "-".join((data.folder.name, engine, *([version.vector_digest()] if name in OURS else [])))


def _ensure_built(name: str, folder: Path, data: DataSet, version: Version) -> BuildCost:
    engine_folder = _folder_of(name, folder, data, version)
    cost_file = engine_folder / "built.json"
    if not cost_file.exists():
        shutil.rmtree(engine_folder, ignore_errors=True)
        engine_folder.mkdir(parents=True)
        print(f"building {name}…", flush=True)
        arguments = ("build", name, str(engine_folder), str(data.folder.parent), str(data.count))
        cores = processes.every_core()
        with processes.run_module(_WORKER, *arguments, cores=cores, source=version.source) as process:
            cost = _read_line(process)
            if process.wait() != 0:
                raise RuntimeError(f"{name} was not built")
        cost_file.write_text(json.dumps(cost))
    cost = json.loads(cost_file.read_text())
    disk = sum(file.stat().st_blocks * 512 for file in engine_folder.rglob("*") if file.is_file())
    return BuildCost(cost["seconds"], cost["cpu_seconds"], disk)


def _read_line(process: Popen[bytes]) -> Mapping[str, Any]:
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise RuntimeError(f"{process.args!r} ended")
    response: Mapping[str, Any] = json.loads(line)
    return response

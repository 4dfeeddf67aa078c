"""Starts servers fast: imports everything once, and forks a process for each command line.

`python -m tests.crash.durability.prepared_server` reads a line of JSON for each process from its input, with `command`
(arguments of `facetry`, or `migrate` with a database), `environment` and `log`, and answers with the process id. The
forked processes are real ones, which can be killed. `DURABILITY_DEFECT` injects a defect, so that a campaign can show
that it detects it.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from facetry import cli
from facetry.store import writer
from facetry.store.engines.sqlite import connections as sqlite
from facetry.store.engines.sqlite.engine import SQLite
from facetry.store.store import Store

PRELOADED: Final = (
    "alembic.command",
    "alembic.config",
    "facetry.service.assembly",
    "facetry.cli.serving.display",
    "facetry.cli.folders",
    "facetry.cli.library.master_key",
    "facetry.cli.serving.serve",
    "facetry.server.http_server",
    "handlers",
    "uvloop",
)


def _replace(module: ModuleType, name: str, value: object) -> None:
    setattr(module, name, value)


def _answer_before_commit() -> None:
    """Defect: writes of facets are answered before they are committed."""
    commit_batch, commit = writer.Writer._commit, SQLite.commit
    current: list[Sequence[Any]] = [()]

    def commit_after_answers(engine: SQLite, connection: Any) -> None:
        early = [each for each in current[0] if "image_set_" in getattr(each.unit, "__qualname__", "")]
        writer._deliver_results(early)
        time.sleep(0.05 if early else 0)
        commit(engine, connection)

    def remember_batch(self: writer.Writer, batch: list[Any]) -> None:
        current[0] = batch
        commit_batch(self, batch)

    SQLite.commit = commit_after_answers  # type: ignore[assignment]
    writer.Writer._commit = remember_batch  # type: ignore[method-assign]


def _commit_without_flush() -> None:
    """Defect: commits do not wait for the disk."""
    pragmas = tuple(each.replace("synchronous=FULL", "synchronous=OFF") for each in sqlite._PRAGMAS)
    _replace(sqlite, "_PRAGMAS", pragmas)


def _flush_nothing_else() -> None:
    """Defect: files and folders beside the database are not flushed."""
    _replace(os, "fsync", lambda _: None)


DEFECTS: Final[Mapping[str, Callable[[], None]]] = {
    "early-answers": _answer_before_commit,
    "database-flushes": _commit_without_flush,
    "file-flushes": _flush_nothing_else,
}


def inject_defect() -> None:
    """Inject the defect of the environment, if there is one."""
    if defect := os.environ.get("DURABILITY_DEFECT"):
        DEFECTS[defect]()


def _run(order: Mapping[str, Any]) -> int:
    """The process of one order."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    log = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(source, target)
    os.environ.update(order["environment"])
    kind, *arguments = order["command"]
    if kind == "migrate":
        Store(Path(arguments[0])).close()
        return 0
    return cli.main([kind, *arguments])


def main() -> None:
    """Fork a process for each line of the input, until it ends."""
    inject_defect()
    for name in PRELOADED:
        importlib.import_module(name)
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # ended processes are removed at once
    for line in sys.stdin:
        order = json.loads(line)
        pid = os.fork()
        if pid == 0:
            code = 1
            try:
                code = _run(order)
            finally:
                os._exit(code)
        print(pid, flush=True)


if __name__ == "__main__":
    main()

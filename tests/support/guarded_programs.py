"""Programs that are kept, most of them badly behaved, and a look at what they leave behind."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import textwrap
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from facetry.extensions.process.guarded_process import KeptProcess
from facetry.extensions.process.logs import LogLine, tail
from facetry.extensions.process.orphan_reaper import end_leftovers
from facetry.extensions.process.program import Limits, LogCaps, Program
from tests.support.servers import children

T = TypeVar("T")
CAPS = LogCaps()
LIMITS = Limits()
PREAMBLE = """
import os, signal, sys, time
def say(name, text=""):
    with open(name + ".new", "w") as file:
        file.write(str(text))
    os.rename(name + ".new", name)
def note(pid):
    with open("pids", "a") as file:
        file.write(f"{pid}\\n")
note(os.getpid())
"""
"""What all programs here begin with: they tell the test things in files of their folder, and whom to look for after."""
STUBBORN = "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
IDLE = "say('here')\nwhile True: time.sleep(60)\n"
DAEMONS = """
def daemon(clean):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            if clean:
                os.execve(sys.executable, [sys.executable, "-I", "-S", "-c", AWAY], {})
            note(os.getpid())
            while True: time.sleep(60)
        os._exit(0)
AWAY = '''
import os, time
with open("pids", "a") as file:
    file.write(f"{os.getpid()}\\\\n")
while True: time.sleep(60)
'''
daemon(clean=False)
if CLEAN: daemon(clean=True)
if os.fork() == 0:
    note(os.getpid())
    while True: time.sleep(60)
while open("pids").read().count("\\n") < 3 + CLEAN: time.sleep(0.01)
"""
"""One that leaves the session by forking twice, one that leaves its environment behind as well (if CLEAN), and a plain
child; all do as if they heard nothing."""


def program(folder: Path, code: str, *arguments: str, id: str = "program", **environment: str) -> Program:
    """A program of that code in a folder of its own below `folder`."""
    own = folder / id
    own.mkdir(exist_ok=True)
    (own / "main.py").write_text(PREAMBLE + textwrap.dedent(code))
    argv = (sys.executable, "-I", "-S", "-B", str(own / "main.py"), *arguments)
    return Program(id, own, argv, {"LC_ALL": "C.UTF-8", **environment}, folder / "logs" / id)


@contextmanager
def nothing_left(folder: Path) -> Iterator[None]:
    """Afterwards no process of the programs below `folder` runs, this process has no child more and no zombie, and
    as many descriptors and threads as before."""
    before = _descriptors(), threading.active_count(), sorted(children(os.getpid()))
    yield
    deadline = time.monotonic() + 5
    while (after := (_descriptors(), threading.active_count(), sorted(children(os.getpid())))) != before:
        assert time.monotonic() < deadline, f"before {before}, after {after}"
        time.sleep(0.01)
    assert alive(folder) == []


def alive(folder: Path) -> list[int]:
    """The noted processes of the programs below a folder that still run."""
    noted = {int(line) for file in folder.glob("*/pids") for line in file.read_text().split()}
    return sorted(pid for pid in noted if _runs(pid, str(folder)))


def run(folder: Path, use: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """What `use` returns, in an event loop, which leaves nothing behind."""
    with nothing_left(folder):
        return asyncio.run(use())


async def using(
    kept: Program,
    use: Callable[[KeptProcess], Awaitable[T]],
    *,
    limits: Limits = LIMITS,
    caps: LogCaps = CAPS,
) -> T:
    """What `use` returns of the running program, which is stopped afterwards."""
    process = await KeptProcess.start(kept, limits, caps)
    try:
        return await use(process)
    finally:
        await process.stop(0.2)


async def seen(path: Path, seconds: float = 20.0) -> str:
    """The content of a file, once it is there."""
    deadline = time.monotonic() + seconds
    while True:
        with suppress(FileNotFoundError), open(path) as file:  # noqa: ASYNC230, PTH123  # a small one
            return file.read()
        assert time.monotonic() < deadline, f"no {path.name}"
        await asyncio.sleep(0.01)


def said(kept: Program, lines: int = 1000) -> list[LogLine]:
    """What stands in its log."""
    return tail(kept.logs, lines)


def killed_keeper(process: KeptProcess) -> int:
    """Kill the keeper of a program with SIGKILL; returns its process id."""
    pid = parent(process.pid)
    os.kill(pid, signal.SIGKILL)
    return pid


def parent(pid: int) -> int:
    """The parent of a process."""
    return int(Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[1])


def sweep(folder: Path) -> None:
    """End what a failed test has left."""
    for logs in folder.glob("logs/*"):
        end_leftovers(str(logs / "output"))


def _runs(pid: int, folder: str) -> bool:
    """Whether it is still the process that was noted: those that have no environment run a program of ours."""
    try:
        state = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0]
        return state not in b"ZX" and Path(f"/proc/{pid}/cwd").resolve().is_relative_to(folder)
    except OSError:
        return False


def _descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208  # a look that opens one itself, each time

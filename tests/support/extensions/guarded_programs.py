"""Guarded programs for tests, most of them badly behaved, and checks of what they leave behind."""

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

from facetry.extensions.process.guarded_process import GuardedProcess
from facetry.extensions.process.logs import LogLine, tail
from facetry.extensions.process.orphan_reaper import reap_orphans
from facetry.extensions.process.program import LogLimits, ProcessLimits, Program
from tests.support.services.servers import child_pids

T = TypeVar("T")
LOG_LIMITS = LogLimits()
LIMITS = ProcessLimits()
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
"""The start of all programs here: they report to the test in files of their folder, and note their process ids."""
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
"""A daemon that leaves the session by forking twice, one that also clears its environment (if CLEAN), and a plain
child. The daemons ignore SIGTERM."""


def program(folder: Path, code: str, *arguments: str, id: str = "program", **environment: str) -> Program:
    """A program with this code, in a folder of its own below `folder`."""
    program_folder = folder / id
    program_folder.mkdir(exist_ok=True)
    (program_folder / "main.py").write_text(PREAMBLE + textwrap.dedent(code))
    argv = (sys.executable, "-I", "-S", "-B", str(program_folder / "main.py"), *arguments)
    return Program(id, program_folder, argv, {"LC_ALL": "C.UTF-8", **environment}, folder / "logs" / id)


@contextmanager
def nothing_left(folder: Path) -> Iterator[None]:
    """Assert that afterwards no process of the programs below `folder` runs, and that this process has no more
    children, descriptors and threads than before. It may have fewer: what an earlier test left may end meanwhile."""
    before = _descriptors(), threading.active_count(), set(child_pids(os.getpid()))
    yield
    deadline = time.monotonic() + 30
    while True:
        after = _descriptors(), threading.active_count(), set(child_pids(os.getpid()))
        if after[0] <= before[0] and after[1] <= before[1] and after[2] <= before[2]:
            break
        assert time.monotonic() < deadline, f"before {before}, after {after}"
        time.sleep(0.01)
    assert live_pids(folder) == []


def live_pids(folder: Path) -> list[int]:
    """The noted processes of the programs below a folder that still run."""
    pids = {int(line) for file in folder.glob("*/pids") for line in file.read_text().split()}
    return sorted(pid for pid in pids if _runs(pid, str(folder)))


def run(folder: Path, use: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """What `use` returns, in an event loop; asserts that no process is left."""
    with nothing_left(folder):
        return asyncio.run(use())


async def with_running_program(
    program_spec: Program,
    use: Callable[[GuardedProcess], Awaitable[T]],
    *,
    limits: ProcessLimits = LIMITS,
    log_limits: LogLimits = LOG_LIMITS,
) -> T:
    """What `use` returns for the running program, which is stopped afterwards."""
    process = await GuardedProcess.start(program_spec, limits, log_limits)
    try:
        return await use(process)
    finally:
        await process.stop(0.2)


async def wait_for_file(path: Path, seconds: float = 20.0) -> str:
    """Wait until a file exists, and return its content."""
    deadline = time.monotonic() + seconds
    while True:
        with suppress(FileNotFoundError), open(path) as file:  # noqa: ASYNC230, PTH123  # a small file
            return file.read()
        assert time.monotonic() < deadline, f"no {path.name}"
        await asyncio.sleep(0.01)


def log_lines(program_spec: Program, lines: int = 1000) -> list[LogLine]:
    """The last lines of the program's log."""
    return tail(program_spec.logs, lines)


def kill_guardian(process: GuardedProcess) -> int:
    """Kill the guardian of a program with SIGKILL; returns its process id."""
    pid = parent_pid(process.pid)
    os.kill(pid, signal.SIGKILL)
    return pid


def parent_pid(pid: int) -> int:
    """The parent of a process."""
    return int(Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[1])


def kill_remaining(folder: Path) -> None:
    """End the processes that a failed test has left."""
    for logs in folder.glob("logs/*"):
        reap_orphans(str(logs / "output"))


def _runs(pid: int, folder: str) -> bool:
    """Whether the process runs, with its working directory below `folder`; a reused process id has another one."""
    try:
        state = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0]
        return state not in b"ZX" and Path(f"/proc/{pid}/cwd").resolve().is_relative_to(folder)
    except OSError:
        return False


def _descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208  # each call opens one more descriptor itself

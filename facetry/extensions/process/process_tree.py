"""A kept program and all that it starts: how it is begun, limited, counted and ended.

Part of the keeper: see `keeper.py` for why it needs the standard library alone, and little of that.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import resource
import signal
import sys

from facetry.extensions import fence

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes longer than all the rest
    from typing import Any, Final, NoReturn

_PR_SET_PDEATHSIG: Final = 1
_PR_CAPBSET_READ, _PR_CAPBSET_DROP = 23, 24
_FILES_AND_PORTS: Final = (0, 1, 2, 3, 4, 10)
"""What a program of the superuser keeps of its capabilities: changing owners and modes, opening any file that it may
see, and listening on low ports."""
_PR_SET_CHILD_SUBREAPER: Final = 36
_PR_SET_NO_NEW_PRIVS: Final = 38
_MOST_DESCRIPTORS: Final = 1 << 20
_LIBC: Final = ctypes.CDLL(None, use_errno=True)


class Family:
    """The program and all that it has started: as their subreaper the keeper is an ancestor of each, for good."""

    def __init__(self, main: int) -> None:
        self.main = main
        self.status: int | None = None
        """How the program itself ended."""
        self.is_gone = False

    def reap(self) -> None:
        """Take note of who has ended."""
        while not self.is_gone:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                self.is_gone = True
                return
            if pid == 0:
                return
            if pid == self.main:
                self.status = status

    def signal(self, number: int) -> None:
        """Send a signal to the program's group, at once, and to all others one by one."""
        if self.status is None:
            _kill(-self.main, number)
        for pid in self.members():
            if number == signal.SIGKILL or pid == self.main or _group(pid) != self.main:
                _kill(pid, number)

    def members(self) -> list[int]:
        """The process ids of all descendants; of those that come and go meanwhile, some may be missing."""
        found = _children(os.getpid())
        for pid in found:  # it grows
            found += _children(pid)
        return found

    def excess(self, limits: dict[str, int | None]) -> str | None:
        """Which limit is passed of those that no kernel holds for a family."""
        processes, memory = limits["processes"], limits["memory_bytes"]
        if processes is None and memory is None:
            return None
        members = self.members()
        if processes is not None and len(members) > processes:
            return f"It had more than {processes} processes."
        if memory is not None and sum(map(_resident, members)) > memory:
            return f"It took more than {memory} bytes of memory."
        return None


def adopt() -> None:
    """Become the parent of every descendant whose own parent ends, where the system knows such a thing.

    Also let go of whatever was inherited: some event loops leave descriptors open, and a program that had one of those
    that lead to the server would keep it from seeing the end of the keeper.
    """
    os.closerange(3, min(resource.getrlimit(resource.RLIMIT_NOFILE)[1], _MOST_DESCRIPTORS))
    if sys.platform == "linux":
        _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def spawn(orders: dict[str, Any], out: int, err: int) -> int:
    """Start the program, in a session of its own, and return its process id. Raises `OSError`."""
    reading, writing = os.pipe()
    keeper = os.getpid()
    pid = os.fork()
    if pid == 0:
        _become(orders, out, err, writing, keeper)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        failure = told.read()
    if not failure:
        return pid
    os.waitpid(pid, 0)
    number, _, what = failure.partition(b" ")
    raise OSError(int(number), os.strerror(int(number)), what.decode("utf-8", "replace"))


def _become(orders: dict[str, Any], out: int, err: int, failing: int, keeper: int) -> NoReturn:
    """In the new process: take on what the program is to have, and nothing else, and become it."""
    what = orders["argv"][0]
    try:
        os.setsid()
        if sys.platform == "linux":
            _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
            _prctl(_PR_SET_NO_NEW_PRIVS, 1)
            _drop_capabilities()
            with contextlib.suppress(OSError):  # when memory is short, it goes before the server
                os.write(os.open("/proc/self/oom_score_adj", os.O_WRONLY), b"500")
        if os.getppid() != keeper:
            os._exit(1)
        for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_DFL)  # what is ignored would stay so
        os.umask(0o077)
        os.nice(orders["limits"]["niceness"])
        nothing = os.open("/dev/null", os.O_RDONLY)
        for place, file in enumerate((nothing, out, err)):
            os.dup2(file, place)
        _restrict(orders["limits"])
        if orders["fence"] is not None:
            what = "the fence"
            fence.enter(**orders["fence"])
        what = orders["cwd"]
        os.chdir(what)
        what = orders["argv"][0]
        os.execve(what, orders["argv"], orders["environment"])  # noqa: S606  # without a shell, that is the point
    except (OSError, ValueError) as error:  # the second for what no command line can hold
        code = (error.errno if isinstance(error, OSError) else None) or errno.EINVAL
        os.write(failing, b"%d %s" % (code, what.encode("utf-8", "replace")))
    finally:
        os._exit(127)


def _restrict(limits: dict[str, int | None]) -> None:
    wanted = (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, limits["open_files"]),
        (resource.RLIMIT_FSIZE, limits["file_bytes"]),
        (resource.RLIMIT_AS, limits["address_bytes"]),
        (resource.RLIMIT_NPROC, limits["user_processes"]),
    )
    for kind, value in wanted:
        if value is not None:
            hard = resource.getrlimit(kind)[1]
            capped = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(kind, (capped, capped))


def _drop_capabilities() -> None:
    """From the next program on. Nothing happens to users who have none, nor where that is not allowed."""
    capability = 0
    while _LIBC.prctl(_PR_CAPBSET_READ, capability, 0, 0, 0) >= 0:
        if capability not in _FILES_AND_PORTS:
            _LIBC.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
        capability += 1


def _prctl(option: int, value: int) -> None:
    if _LIBC.prctl(option, int(value), 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), f"prctl({option}) failed")


def _kill(pid: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):  # of a group, none may be left
        os.kill(pid, number)


def _group(pid: int) -> int | None:
    try:
        return os.getpgid(pid)
    except ProcessLookupError:
        return None


def _children(pid: int) -> list[int]:
    found: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", "rb") as file:
                found += map(int, file.read().split())
    except OSError:
        pass  # it has ended
    return found


def _resident(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except (OSError, IndexError):
        return 0

"""A guarded program and all its descendants: starting, limiting, counting and ending them.

Part of the guardian: see `guardian.py` for why it imports only a few modules of the standard library.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import resource
import signal
import sys

from facetry.extensions.process import usage
from facetry.system import landlock, mount_aliases, mount_namespace

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes longer than all other imports
    from typing import Any, Final, NoReturn

_PR_SET_PDEATHSIG: Final = 1
_PR_CAPBSET_READ, _PR_CAPBSET_DROP = 23, 24
_RETAINED_CAPABILITIES: Final = (0, 1, 2, 3, 4, 10)
"""Capabilities that a program of the superuser retains: changing owners and modes, opening any visible file, and
listening on low ports."""
_READ_SEARCH: Final = 2
"""The capability that opens files by their handles, which leads past the folders of a confined program."""
_PR_SET_CHILD_SUBREAPER: Final = 36
_PR_SET_NO_NEW_PRIVS: Final = 38
_MAX_DESCRIPTORS: Final = 1 << 20
_LIBC: Final = ctypes.CDLL(None, use_errno=True)


class ProcessTree:
    """The program and its descendants. The guardian is their subreaper, so it stays an ancestor of each of them."""

    def __init__(self, main_pid: int) -> None:
        self.main_pid = main_pid
        self.wait_status: int | None = None
        """The wait status of the program itself, None while it runs."""
        self.is_gone = False

    def reap(self) -> None:
        """Reap the processes that have ended."""
        while not self.is_gone:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                self.is_gone = True
                return
            if pid == 0:
                return
            if pid == self.main_pid:
                self.wait_status = status

    def send_signal(self, number: int) -> None:
        """Send a signal to the process group of the program, and to each process outside it."""
        if self.wait_status is None:
            _kill(-self.main_pid, number)
        for pid in self.member_pids():
            if number == signal.SIGKILL or pid == self.main_pid or _group(pid) != self.main_pid:
                _kill(pid, number)

    def member_pids(self) -> list[int]:
        """The process ids of all descendants. Processes that start or end meanwhile may be missing."""
        return usage.descendants(os.getpid())

    def exceeded_limit(self, limits: dict[str, int | None]) -> tuple[str, str] | None:
        """The exceeded limit, among those that no kernel enforces for a process tree, and a sentence; else None."""
        processes, memory = limits["processes"], limits["memory_bytes"]
        if processes is None and memory is None:
            return None
        members = self.member_pids()
        if processes is not None and len(members) > processes:
            return "process", f"Process limit: it had more than {processes} processes."
        if memory is not None and usage.resident_bytes(members) > memory < usage.proportional_bytes(members):
            return "memory", f"Memory limit: it took more than {memory} bytes."
        return None


def become_subreaper() -> None:
    """Become the parent of every descendant whose own parent ends; on Linux only.

    Also close all inherited descriptors: some event loops leave descriptors open. A program that inherited one of the
    pipes to the server would hide the end of the guardian from the server.
    """
    os.closerange(3, min(resource.getrlimit(resource.RLIMIT_NOFILE)[1], _MAX_DESCRIPTORS))
    if sys.platform == "linux":
        _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def spawn(launch_request: dict[str, Any], out: int, err: int) -> int:
    """Start the program in a session of its own, and return its process id. Raises `OSError`."""
    reader, writer = os.pipe()
    guardian_pid = os.getpid()
    pid = os.fork()
    if pid == 0:
        _exec_program(launch_request, out, err, writer, guardian_pid)
    os.close(writer)
    with os.fdopen(reader, "rb") as error_stream:
        failure = error_stream.read()
    if not failure:
        return pid
    os.waitpid(pid, 0)
    number, _, subject = failure.partition(b" ")
    raise OSError(int(number), os.strerror(int(number)), subject.decode("utf-8", "replace"))


def _exec_program(launch_request: dict[str, Any], out: int, err: int, error_pipe: int, guardian_pid: int) -> NoReturn:
    """In the new process: set up exactly what the program is allowed to have, then execute it."""
    subject = launch_request["argv"][0]
    try:
        os.setsid()
        if sys.platform == "linux":
            _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
            _prctl(_PR_SET_NO_NEW_PRIVS, 1)
            _drop_capabilities(is_confined=launch_request["fence"] is not None)
            with contextlib.suppress(OSError):  # when memory is short, the kernel kills it before the server
                os.write(os.open("/proc/self/oom_score_adj", os.O_WRONLY), b"500")
        if os.getppid() != guardian_pid:
            os._exit(1)
        for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_DFL)  # execve keeps ignored signals ignored
        os.umask(0o077)
        os.nice(launch_request["limits"]["niceness"])
        null_input = os.open("/dev/null", os.O_RDONLY)
        for target, source in enumerate((null_input, out, err)):
            os.dup2(source, target)
        _set_resource_limits(launch_request["limits"])
        if launch_request["fence"] is not None:
            subject = "the confinement"
            _confine(launch_request["fence"])
            _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)  # a new user namespace may have cleared it
            if os.getppid() != guardian_pid:
                os._exit(1)
        subject = launch_request["cwd"]
        os.chdir(subject)
        subject = launch_request["argv"][0]
        os.execve(subject, launch_request["argv"], launch_request["environment"])  # noqa: S606  # no shell, by design
    except (OSError, ValueError) as error:  # ValueError: a command line with a NUL
        code = (error.errno if isinstance(error, OSError) else None) or errno.EINVAL
        os.write(error_pipe, b"%d %s" % (code, subject.encode("utf-8", "replace")))
    finally:
        os._exit(127)


def _confine(fence: dict[str, Any]) -> None:
    """Confine this process as far as the kernel permits. Raises `OSError`."""
    if not landlock.version():
        return
    identities = {path: (inode, file_system) for path, (inode, file_system) in fence.get("identities", {}).items()}
    folders = {**fence, "hidden": mount_aliases.with_aliases(fence["hidden"]), "identities": identities}
    if mount_namespace.is_available(**folders):
        mount_namespace.enter(**folders)
    landlock.confine_program(**folders)  # it forbids further mounts


def _set_resource_limits(limits: dict[str, int | None]) -> None:
    resource_limits = (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, limits["open_files"]),
        (resource.RLIMIT_FSIZE, limits["file_bytes"]),
        (resource.RLIMIT_AS, limits["address_bytes"]),
        (resource.RLIMIT_NPROC, limits["user_processes"]),
    )
    for kind, value in resource_limits:
        if value is not None:
            hard = resource.getrlimit(kind)[1]
            capped = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(kind, (capped, capped))


def _drop_capabilities(*, is_confined: bool) -> None:
    """Drop capabilities from the next `execve` on. No effect for users without any, or where it is not permitted."""
    capability = 0
    while _LIBC.prctl(_PR_CAPBSET_READ, capability, 0, 0, 0) >= 0:
        if capability not in _RETAINED_CAPABILITIES or (is_confined and capability == _READ_SEARCH):
            _LIBC.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
        capability += 1


def _prctl(option: int, value: int) -> None:
    if _LIBC.prctl(option, int(value), 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), f"prctl({option}) failed")


def _kill(pid: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):  # the group may be empty
        os.kill(pid, number)


def _group(pid: int) -> int | None:
    try:
        return os.getpgid(pid)
    except ProcessLookupError:
        return None

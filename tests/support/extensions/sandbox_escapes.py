"""A process that confines itself as a worker does, and then tries to escape.

Usage: `python -m tests.support.extensions.sandbox_escapes LAYERS FOLDER`.

`FOLDER` holds a file `inside`; a file `outside` is beside the folder. The process prints the result of each attempt:
"ok", or the name of the error.
"""

import ctypes
import errno
import fcntl
import json
import os
import platform
import resource
import signal
import socket
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from facetry.imaging.worker import sandbox, seccomp
from facetry.system import landlock

LIBC = ctypes.CDLL(None, use_errno=True)
COLUMN = seccomp.MACHINES.get(platform.machine(), (0, 0))[0]
CALL_NUMBERS = seccomp.call_numbers(seccomp.DENIED_CALLS, COLUMN) | seccomp.call_numbers(
    seccomp.CONDITIONAL_CALLS, COLUMN
)
PARENT = os.getppid()


def system_call(name: str, *arguments: object) -> None:
    """A system call by name, for calls that Python does not offer."""
    if LIBC.syscall(CALL_NUMBERS[name], *arguments) < 0:
        raise OSError(ctypes.get_errno(), name)


def fork() -> None:
    if os.fork() == 0:
        os._exit(0)
    os.wait()


def spawn() -> None:
    os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0)


def clone() -> None:
    """The system call behind fork."""
    child = LIBC.syscall(CALL_NUMBERS["clone"], int(signal.SIGCHLD), None, None, None, None)
    if child == 0:
        os._exit(0)
    if child < 0:
        raise OSError(ctypes.get_errno(), "clone")
    os.waitpid(child, 0)


def open_and_close(path: Path, flags: int) -> None:
    os.close(os.open(path, flags, 0o600))


def write_attempts(folder: Path) -> dict[str, Callable[[], object]]:
    """Attempts to change the file system beneath the folder that may be read."""
    inside, other = folder / "inside", folder / "other"
    return {
        "open to write": lambda: open_and_close(inside, os.O_WRONLY),
        "open to read and write": lambda: open_and_close(inside, os.O_RDWR),
        "open to append": lambda: open_and_close(inside, os.O_WRONLY | os.O_APPEND),
        "open and truncate": lambda: open_and_close(inside, os.O_RDONLY | os.O_TRUNC),
        "create": lambda: open_and_close(folder / "new", os.O_WRONLY | os.O_CREAT),
        "create without a name": lambda: open_and_close(folder, os.O_TMPFILE | os.O_RDWR),
        "truncate": lambda: os.truncate(inside, 0),
        "mkdir": lambda: (folder / "made").mkdir(),
        "rmdir": lambda: (folder / "empty").rmdir(),
        "link": lambda: os.link(inside, folder / "linked"),
        "symlink": lambda: (folder / "symbolic").symlink_to(inside),
        "mkfifo": lambda: os.mkfifo(folder / "fifo"),
        "rename": lambda: other.rename(folder / "renamed"),
        "unlink": lambda: (folder / "doomed").unlink(),
    }


def attribute_attempts(folder: Path) -> dict[str, Callable[[], object]]:
    """Attempts to change attributes of a file, which Landlock does not restrict."""
    inside = folder / "inside"
    return {
        "chmod": lambda: inside.chmod(0o600),
        "chown": lambda: os.chown(inside, os.getuid(), os.getgid()),
        "utime": lambda: os.utime(inside, (1, 1)),
        "setxattr": lambda: os.setxattr(inside, "user.facetry", b"1"),
        "lock": lambda: fcntl.flock(0, fcntl.LOCK_EX),
        "lock a range": lambda: fcntl.fcntl(0, fcntl.F_SETLK, bytes(32)),
    }


def read_attempts(folder: Path) -> dict[str, Callable[[], object]]:
    """Attempts to read files outside of the folder."""
    return {
        "read a neighbour": lambda: (folder.parent / "outside").read_bytes(),
        "list the neighbours": lambda: os.listdir(folder.parent),  # noqa: PTH208
        "read the accounts": lambda: Path("/etc/passwd").read_bytes(),
        "read the server's environment": lambda: Path(f"/proc/{PARENT}/environ").read_bytes(),
    }


def process_attempts() -> dict[str, Callable[[], object]]:
    """Attempts to reach other processes, programs, and the network."""
    nice = os.getpriority(os.PRIO_PROCESS, PARENT)  # set to its present value: without confinement this succeeds
    return {
        "socket": lambda: socket.socket().close(),
        "datagrams": lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).close(),
        "local socket": lambda: socket.socket(socket.AF_UNIX).close(),
        "socket pair": socket.socketpair,
        "fork": fork,
        "clone": clone,
        "spawn": spawn,
        "signal": lambda: os.kill(PARENT, 0),
        "signal a thread": lambda: system_call("tgkill", PARENT, PARENT, 0),
        "limits of another": lambda: resource.prlimit(PARENT, resource.RLIMIT_CORE),
        "priority of another": lambda: os.setpriority(os.PRIO_PROCESS, PARENT, nice),
    }


def kernel_attempts() -> dict[str, Callable[[], object]]:
    """Attempts to use kernel interfaces that past exploits used. Some would do harm if they succeeded."""
    area = ctypes.create_string_buffer(512)
    return {
        "exec": lambda: os.execv("/bin/false", ["false"]),  # noqa: S606
        "ptrace": lambda: system_call("ptrace", 16, PARENT, None, None),  # PTRACE_ATTACH
        "read another's memory": lambda: system_call("process_vm_readv", PARENT, area, 1, area, 1, 0),
        "write another's memory": lambda: system_call("process_vm_writev", PARENT, area, 1, area, 1, 0),
        "mount": lambda: system_call("mount", b"none", b"/mnt", b"tmpfs", 0, None),
        "unmount": lambda: system_call("umount2", b"/proc", 0),
        "chroot": lambda: system_call("chroot", b"/tmp"),
        "unshare": lambda: system_call("unshare", 0x10000000),  # CLONE_NEWUSER
        "bpf": lambda: system_call("bpf", 0, area, 120),
        "io_uring": lambda: system_call("io_uring_setup", 4, area),
        "perf": lambda: system_call("perf_event_open", area, 0, -1, -1, 0),
        "keys": lambda: system_call("keyctl", 0, -3, 1),
        "page faults": lambda: system_call("userfaultfd", 0),
        "memory as a file": lambda: system_call("memfd_create", b"x", 0),
        "open by handle": lambda: system_call("open_by_handle_at", 0, area, 0),
        "openat2": lambda: system_call("openat2", -100, b"/tmp", area, 24),
        "clone3": lambda: system_call("clone3", area, 88),
        "stay after the server": lambda: _prctl(1, 0),  # PR_SET_PDEATHSIG
        "terminal": lambda: system_call("ioctl", 0, 0x5412, b"x"),  # TIOCSTI
    }


def _prctl(option: int, value: int) -> None:
    if LIBC.prctl(option, value, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


def outcome_of(attempt: Callable[[], object]) -> str:
    try:
        attempt()
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, "?")
    return "ok"


def run_thread() -> str:
    """Start a thread, which decoders need."""
    results: list[str] = []
    thread = threading.Thread(target=results.append, args=("ok",))
    thread.start()
    thread.join()
    return results[0]


def main(layers: str, folder: Path) -> None:
    """Confine this process by `both` layers, one, or `none`, run all attempts, and end by abort()."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _prctl(38, 1)  # PR_SET_NO_NEW_PRIVS
    readable = [str(folder), *sandbox.interpreter_folders()]
    attempts = write_attempts(folder) | attribute_attempts(folder) | process_attempts()
    if layers in ("both", "seccomp"):
        attempts |= kernel_attempts()
    if layers != "seccomp":
        attempts |= read_attempts(folder)
    confinements: dict[str, Callable[[], list[str]]] = {
        "both": lambda: sandbox.enter([str(folder)]),
        "landlock": lambda: ["landlock"] * landlock.confine_to_reading(readable),
        "seccomp": lambda: ["seccomp"] * seccomp.restrict(),
        "none": list,
    }
    layers_in_force = confinements[layers]()
    outcomes = {name: outcome_of(attempt) for name, attempt in attempts.items()}
    allowed = {
        "read": outcome_of((folder / "inside").read_bytes),
        "list": outcome_of(lambda: os.listdir(folder)),  # noqa: PTH208
        "thread": run_thread(),
    }
    print(json.dumps({"layers": layers_in_force, "attempts": outcomes, "may": allowed}), flush=True)
    os.abort()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))

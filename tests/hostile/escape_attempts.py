"""What a hostile program tries, to get out of its confinement. It runs as an extension, in an installer, and free.

Usage: `escape_attempts.py RESULTS`. `targets.json` beside it names what it goes for. The results are a JSON object: for
each attempt "ok" or the error. It imports nothing of Facetry.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

LIBC = ctypes.CDLL(None, use_errno=True)
HERE = Path(__file__).resolve().parent
TARGETS: dict[str, Any] = json.loads((HERE / "targets.json").read_text())
DATA, VICTIM, ELSEWHERE = Path(TARGETS["data"]), Path(TARGETS["victim"]), Path(TARGETS["elsewhere"])
NEIGHBOUR, PICTURE, LINK = Path(TARGETS["neighbour"]), Path(TARGETS["picture"]), Path(TARGETS["link"])
SERVER, PROGRAM, GUARDIAN = int(TARGETS["server"]), int(TARGETS["program"]), int(TARGETS["guardian"])
ATTACH, DETACH = 16, 17
VM_READ, PIDFD_GETFD, OPEN_BY_HANDLE = {"x86_64": (310, 438, 304), "aarch64": (270, 438, 265)}[os.uname().machine]
NEW_USER_AND_MOUNTS = 0x1002_0000
ATTEMPTS: dict[str, Callable[[], object]] = {}


def called(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def written(path: Path) -> None:
    path.write_bytes(b"hostile")


def connected(address: str) -> None:
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(address)


def alone(function: Callable[[], object]) -> None:
    """Call a function in a child process, because it changes its process."""
    pid = os.fork()
    if pid == 0:
        try:
            function()
            os._exit(0)
        except OSError as error:
            os._exit(error.errno or 1)
    if (status := os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])) != 0:
        raise OSError(status, os.strerror(status))


def add(name: str, function: Callable[[], object]) -> None:
    ATTEMPTS[name] = function


add("read the database", lambda: (DATA / "library.db").read_bytes())
add("read the database by a link", lambda: (LINK / "library.db").read_bytes())
add("read the database by a link of its own", lambda: _own_link())
add("read the database by a hard link", lambda: _hard_link())
add("read the database by /proc/PID/root", lambda: Path(f"/proc/{SERVER}/root{DATA}/library.db").read_bytes())
add("read the database by a child", lambda: subprocess.run(["/bin/cat", DATA / "library.db"], check=True, stdout=-3))
add("read the database by its handle", lambda: _open_by_handle())
add("read the disk itself", lambda: _disk())
add("read the signing secret", lambda: (DATA / "secret").read_bytes())
add("read the master key of the settings", lambda: Path(TARGETS["key_file"]).read_bytes())
add("read the token for the object store", lambda: Path(TARGETS["token_file"]).read_bytes() or called(-1))  # or empty
add("list the data folder", lambda: os.listdir(DATA))
add(
    "watch the database", lambda: called(LIBC.inotify_add_watch(LIBC.inotify_init(), bytes(DATA / "library.db"), 0xFFF))
)
add("list the installed extensions", lambda: os.listdir(DATA / "extensions" / "installed"))
add("read the key of another extension", lambda: Path(TARGETS["parameters"]).read_bytes())
add("read the state of another extension", lambda: (NEIGHBOUR / "home" / "secret").read_bytes())
add("write the state of another extension", lambda: written(NEIGHBOUR / "home" / f"from-{os.getpid()}"))
add("write the code of another extension", lambda: written(Path(TARGETS["parameters"]).with_name(f"x{os.getpid()}")))
add("poison the packages of another extension", lambda: written(Path(TARGETS["environments"]) / f"x{os.getpid()}"))
add("poison the installer cache of another extension", lambda: written(Path(TARGETS["cache"]) / f"x{os.getpid()}"))
add("read the logs of another extension", lambda: Path(TARGETS["log"]).read_bytes())
add("write the data folder", lambda: written(VICTIM / "new"))
add("truncate in the data folder", lambda: os.truncate(VICTIM / "truncated", 0))
add("rename in the data folder", lambda: os.rename(VICTIM / "renamed", VICTIM / "renamed-away"))
add("remove from the data folder", lambda: os.unlink(VICTIM / "removed"))
add("change modes in the data folder", lambda: os.chmod(VICTIM / "mode", 0o640))
add("change times in the data folder", lambda: os.utime(VICTIM / "mode", (1, 1)))
add("set attributes in the data folder", lambda: os.setxattr(VICTIM / "mode", "user.x", b"x"))
add("write a picture", lambda: written(PICTURE))
add("add a picture", lambda: written(PICTURE.with_name(f"{os.getpid()}.png")))
add("change the mode of a picture", lambda: os.chmod(PICTURE, 0o600))
add("write elsewhere", lambda: written(ELSEWHERE / "new"))
add("link out of its folder", lambda: os.symlink("/", ELSEWHERE / f"link{os.getpid()}"))
add("write to the temporary folder of the system", lambda: written(Path("/tmp") / f"escape-{os.getpid()}"))  # noqa: S108
add("write its own code", lambda: written(HERE / "planted.py"))
add("rewrite its requirements", lambda: (HERE / "requirements.txt").write_text("hostile\n"))
add("see the environment of the server", lambda: Path(f"/proc/{SERVER}/environ").read_bytes())
add("see the memory of the server", lambda: os.close(os.open(f"/proc/{SERVER}/mem", os.O_RDONLY)))
add("see the files of the server", lambda: [os.readlink(f"/proc/{SERVER}/fd/{name}") for name in range(3)])
add("see the environment of another extension", lambda: Path(f"/proc/{PROGRAM}/environ").read_bytes())
add("copy memory of another extension", lambda: _read_memory(PROGRAM))
add("trace another extension", lambda: _trace(PROGRAM))
add("take a descriptor of another extension", lambda: _take_descriptor(PROGRAM))
add("signal the server", lambda: os.kill(SERVER, 0))
add("signal its guardian", lambda: os.kill(os.getppid(), 0))
add("signal another guardian", lambda: os.kill(GUARDIAN, 0))
add("signal another extension", lambda: os.kill(PROGRAM, 0))
add("signal another extension by a descriptor", lambda: signal.pidfd_send_signal(os.pidfd_open(PROGRAM), 0))
add("connect to a socket of this user", lambda: connected(TARGETS["socket"]))
add("connect to a socket of another extension", lambda: connected(str(NEIGHBOUR / "home" / "socket")))
add("connect to an abstract socket", lambda: connected("\0" + TARGETS["abstract"]))
add("read shared memory", lambda: Path("/dev/shm", TARGETS["segment"]).read_bytes())  # noqa: S108
add("list shared memory", lambda: TARGETS["segment"] in os.listdir("/dev/shm") or called(-1))  # noqa: S108
add("attach System V memory", lambda: called(LIBC.shmget(int(TARGETS["key"]), 1, 0)))
add("set where cores go", lambda: os.close(os.open("/proc/sys/kernel/core_pattern", os.O_WRONLY)))
add("uncover the data folder in a namespace", lambda: alone(lambda: _uncover()))
add("mount over the data folder", lambda: alone(lambda: _mount_over()))
add("change its root to the data folder", lambda: alone(lambda: _change_root()))


def _hard_link() -> None:
    link = Path(os.environ["HOME"], f"hard{os.getpid()}")
    os.link(DATA / "library.db", link)
    link.read_bytes()


def _own_link() -> None:
    link = Path(os.environ["HOME"], "own-link")
    link.unlink(missing_ok=True)
    link.symlink_to(DATA / "library.db")
    link.read_bytes()


def _open_by_handle() -> None:
    """As `open_by_handle_at` does, with a handle from outside and a descriptor of the same file system."""
    handle = ctypes.create_string_buffer(bytes.fromhex(TARGETS["handle"]))
    folder = os.open(HERE, os.O_RDONLY)
    os.close(called(LIBC.syscall(OPEN_BY_HANDLE, folder, handle, os.O_RDONLY)))


def _disk() -> None:
    """Open the block device of the data folder for reading."""
    number = os.stat(DATA if DATA.exists() else "/").st_dev
    device = os.path.realpath(f"/sys/dev/block/{os.major(number)}:{os.minor(number)}")
    os.close(os.open(f"/dev/{os.path.basename(device)}", os.O_RDONLY))


def _read_memory(pid: int) -> None:
    start = int(Path(f"/proc/{pid}/maps").read_text().partition("-")[0], 16)
    buffer = ctypes.create_string_buffer(16)
    local = struct.pack("=QQ", ctypes.addressof(buffer), 16)
    called(LIBC.syscall(VM_READ, pid, local, 1, struct.pack("=QQ", start, 16), 1, ctypes.c_ulong(0)))


def _trace(pid: int) -> None:
    none = ctypes.c_void_p()
    called(LIBC.ptrace(ATTACH, pid, none, none))
    os.waitpid(pid, 0x4000_0000)
    called(LIBC.ptrace(DETACH, pid, none, none))


def _take_descriptor(pid: int) -> None:
    os.close(called(LIBC.syscall(PIDFD_GETFD, os.pidfd_open(pid), 1, 0)))


def _uncover() -> None:
    """Undo mounts on the data folder in a namespace of its own, as a superuser there."""
    called(LIBC.unshare(NEW_USER_AND_MOUNTS))
    while LIBC.umount2(bytes(DATA), 2) == 0:
        pass
    (DATA / "library.db").read_bytes()


def _change_root() -> None:
    called(LIBC.unshare(NEW_USER_AND_MOUNTS))
    os.chroot(DATA)
    os.stat("/library.db")


def _mount_over() -> None:
    called(LIBC.unshare(NEW_USER_AND_MOUNTS))
    called(LIBC.mount(b"none", b"/", None, ctypes.c_ulong(1 << 18 | 1 << 14), None))
    called(LIBC.mount(b"tmpfs", b"/mnt", b"tmpfs", ctypes.c_ulong(0), None))


def run() -> dict[str, str]:
    """Make all attempts, and return their results."""
    results = {}
    for name, function in ATTEMPTS.items():
        try:
            function()
            results[name] = "ok"
        except (OSError, subprocess.CalledProcessError, ValueError) as error:
            results[name] = f"{type(error).__name__}: {error}"
    return results


if __name__ == "__main__":
    results_path = Path(os.path.expandvars(sys.argv[1]))
    results_path.with_suffix(".new").write_text(json.dumps(run(), indent=1))
    results_path.with_suffix(".new").rename(results_path)
    signal.pause()

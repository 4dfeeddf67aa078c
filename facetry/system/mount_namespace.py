"""A private view of the file system for a process and its descendants (Linux, where it may make one).

It covers what Landlock does not judge. All file systems are read-only but for the writable folders, so modes, times and
attributes of files cannot be changed either. Hidden folders are empty, and sockets that are files cannot be reached:
who can connect to the session bus of the user, or to a container engine, could have a program started outside. Shared
memory and System V objects are private.

The superuser makes the view as it is. Other users need a user namespace, which some systems do not permit.

The guardian imports this module, so it imports little; see `landlock.py`.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import stat
import struct
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

_NEW_MOUNTS, _NEW_IPC, _NEW_USER = 0x0002_0000, 0x0800_0000, 0x1000_0000
_MS_NOSUID, _MS_NODEV, _MS_BIND, _MS_REC, _MS_PRIVATE = 1 << 1, 1 << 2, 1 << 12, 1 << 14, 1 << 18
_MOUNT_SETATTR: Final = 442  # the same on every architecture
_READ_ONLY: Final = 1
_HERE: Final = -100
_RECURSIVE: Final = 0x8000
_SHARED_MEMORY: Final = "/dev/shm"  # noqa: S108  # not a temporary file of ours
_SESSION_SOCKETS: Final = "/run/user"
_MAX_SOCKETS: Final = 4096


def is_available(hidden: Iterable[str] = (), readable: Iterable[str] = (), writable: Iterable[str] = ()) -> bool:
    """Whether this process can `enter` a private view. A child process tries it, so nothing changes."""
    if sys.platform != "linux":
        return False
    pid = os.fork()
    if pid == 0:
        try:
            enter(hidden, readable, writable)
            os._exit(0)
        except OSError:
            os._exit(1)
    return os.waitpid(pid, 0)[1] == 0


def enter(hidden: Iterable[str], readable: Iterable[str], writable: Iterable[str]) -> None:
    """Give the calling process the private view. The process has to have one thread. Raises `OSError`.

    `hidden` paths are empty, except for `readable` and `writable` folders in them.
    """
    _unshare()
    hidden_paths = _outermost({os.path.realpath(path) for path in hidden})
    writable_folders = [os.path.realpath(folder) for folder in writable]
    own_folders = sorted({*map(os.path.realpath, readable), *writable_folders})
    own_folders = [
        folder
        for folder in own_folders
        if os.path.isdir(folder) and not any(_contains(folder, path) for path in hidden_paths)
    ]
    descriptors = {folder: os.open(folder, os.O_PATH | os.O_DIRECTORY) for folder in own_folders}
    for socket_path in _sockets():
        with contextlib.suppress(OSError):  # it is gone, or in a folder that this process cannot enter
            _mount("/dev/null", socket_path, None, _MS_BIND)
    for path in (*hidden_paths, _SESSION_SOCKETS):
        if os.path.isdir(path):
            _mount("tmpfs", path, "tmpfs", _MS_NOSUID | _MS_NODEV, "mode=0755,size=1m")
        elif os.path.exists(path):
            _mount("/dev/null", path, None, _MS_BIND)
    for folder, descriptor in descriptors.items():
        is_hidden = any(_contains(path, folder) for path in hidden_paths)
        if is_hidden or folder in writable_folders:
            os.makedirs(folder, mode=0o755, exist_ok=True)
            _mount(f"/proc/self/fd/{descriptor}", folder, None, _MS_BIND | _MS_REC)
        os.close(descriptor)
    if os.path.isdir(_SHARED_MEMORY):
        _mount("tmpfs", _SHARED_MEMORY, "tmpfs", _MS_NOSUID | _MS_NODEV, "mode=1777")
        writable_folders.append(_SHARED_MEMORY)
    _set_attributes("/", _RECURSIVE, added=_READ_ONLY)
    for folder in writable_folders:
        if folder in own_folders or folder == _SHARED_MEMORY:
            _set_attributes(folder, 0, removed=_READ_ONLY)


def _unshare() -> None:
    """Give this process mounts of its own. Raises `OSError`."""
    libc = _libc()
    if libc.unshare(_NEW_MOUNTS | _NEW_IPC) != 0:
        user, group = os.geteuid(), os.getegid()
        _check(libc.unshare(_NEW_USER | _NEW_MOUNTS | _NEW_IPC), "a user namespace")
        for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
            with open(f"/proc/self/{name}", "w") as file:
                file.write(text)
    _mount("none", "/", None, _MS_REC | _MS_PRIVATE)


def _sockets() -> list[str]:
    """The sockets with a path that processes have bound, in the network namespace of this process."""
    paths: list[str] = []
    try:
        with open("/proc/net/unix", errors="surrogateescape") as file:
            for line in file:
                path = line.rstrip("\n").partition(" /")[2]
                with contextlib.suppress(OSError):
                    if path and stat.S_ISSOCK(os.lstat(f"/{path}").st_mode):
                        paths.append(os.path.realpath(f"/{path}"))
    except OSError:
        pass  # /proc is restricted; sockets of the session are hidden nevertheless
    return sorted(set(paths))[:_MAX_SOCKETS]


def _outermost(paths: set[str]) -> list[str]:
    return sorted(path for path in paths if not any(_contains(other, path) for other in paths - {path}))


def _contains(folder: str, path: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def _set_attributes(path: str, flags: int, *, added: int = 0, removed: int = 0) -> None:
    """Change attributes of a mount. They are a `struct mount_attr`."""
    attributes = struct.pack("=4Q", added, removed, 0, 0)
    length = ctypes.c_size_t(len(attributes))
    _check(_libc().syscall(_MOUNT_SETATTR, _HERE, os.fsencode(path), flags, attributes, length), path)


def _mount(source: str, target: str, kind: str | None, flags: int, options: str = "") -> None:
    result = _libc().mount(
        os.fsencode(source),
        os.fsencode(target),
        None if kind is None else kind.encode(),
        ctypes.c_ulong(flags),
        options.encode(),
    )
    _check(result, target)


def _check(result: int, subject: str) -> None:
    if result != 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code), subject)


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)

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
import errno
import os
import stat
import struct
import sys

from facetry.system.landlock import open_granted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Final

    Identities = Mapping[str, tuple[int | None, int | None]]
    """The members of the `FolderIdentity` of each folder that was granted, by path."""

_NEW_MOUNTS, _NEW_IPC, _NEW_USER = 0x0002_0000, 0x0800_0000, 0x1000_0000
_MS_NOSUID, _MS_NODEV, _MS_BIND, _MS_REC, _MS_PRIVATE = 1 << 1, 1 << 2, 1 << 12, 1 << 14, 1 << 18
_OPEN_TREE, _MOVE_MOUNT, _MOUNT_SETATTR = 428, 429, 442  # the same on every architecture
_READ_ONLY: Final = 1
_HERE: Final = -100
_RECURSIVE, _OF_DESCRIPTOR = 0x8000, 0x1000
_NEW_TREE: Final = 1
_OF_DESCRIPTORS: Final = 0x44
_MISLED: Final = 2
_SHARED_MEMORY: Final = "/dev/shm"  # noqa: S108  # not a temporary file of ours
_SESSION_SOCKETS: Final = "/run/user"
_MAX_SOCKETS: Final = 4096


def is_available(
    hidden: Iterable[str] = (),
    readable: Iterable[str] = (),
    writable: Iterable[str] = (),
    identities: Identities | None = None,
) -> bool:
    """Whether this process can `enter` a private view. A child process tries it, so nothing changes.

    Raises `OSError` when a folder with an identity is not in its place: then no program may start, with or without it.
    """
    if sys.platform != "linux":
        return False
    pid = os.fork()
    if pid == 0:
        try:
            enter(hidden, readable, writable, identities)
            os._exit(0)
        except OSError as error:
            os._exit(_MISLED if error.filename in (identities or {}) else 1)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if code == _MISLED:
        raise OSError(errno.ESTALE, os.strerror(errno.ESTALE))
    return code == 0


def enter(
    hidden: Iterable[str],
    readable: Iterable[str],
    writable: Iterable[str],
    identities: Identities | None = None,
) -> None:
    """Give the calling process the private view. The process has to have one thread. Raises `OSError`.

    `hidden` paths are empty, except for `readable` and `writable` folders in them. Folders with an identity are used as
    `open_place` says; the others need not be there.
    """
    _unshare()
    chosen = identities or {}
    hidden_paths = _outermost({os.path.realpath(path) for path in hidden})
    writable_folders = {path if path in chosen else os.path.realpath(path) for path in writable}
    own_folders = {path if path in chosen else os.path.realpath(path) for path in readable} | writable_folders
    trees: dict[str, tuple[int, os.stat_result]] = {}
    for folder in sorted(own_folders):
        if any(_contains(folder, path) for path in hidden_paths) or not (folder in chosen or os.path.isdir(folder)):
            continue
        descriptor = _open(folder, chosen)
        if folder in writable_folders or any(_contains(path, folder) for path in hidden_paths):
            trees[folder] = _copied_mounts(descriptor, is_writable=folder in writable_folders), os.fstat(descriptor)
        os.close(descriptor)
    for socket_path in _sockets():
        with contextlib.suppress(OSError):  # it is gone, or in a folder that this process cannot enter
            _mount("/dev/null", socket_path, None, _MS_BIND)
    for path in (*hidden_paths, _SESSION_SOCKETS):
        if os.path.isdir(path):
            _mount("tmpfs", path, "tmpfs", _MS_NOSUID | _MS_NODEV, "mode=0755,size=1m")
        elif os.path.exists(path):
            _mount("/dev/null", path, None, _MS_BIND)
    for folder in trees:
        if folder not in chosen:
            os.makedirs(folder, mode=0o755, exist_ok=True)
    _set_attributes(_HERE, "/", _RECURSIVE, added=_READ_ONLY)
    for folder, (tree, status) in trees.items():  # the outer ones first
        descriptor = _open(folder, chosen)
        if folder in chosen and not os.path.samestat(os.fstat(descriptor), status):
            raise OSError(errno.ESTALE, os.strerror(errno.ESTALE), folder)
        _check(_libc().syscall(_MOVE_MOUNT, tree, b"", descriptor, b"", _OF_DESCRIPTORS), folder)
        os.close(descriptor)
        os.close(tree)
    if os.path.isdir(_SHARED_MEMORY):
        _mount("tmpfs", _SHARED_MEMORY, "tmpfs", _MS_NOSUID | _MS_NODEV, "mode=1777")


def _open(folder: str, chosen: Identities) -> int:
    """A descriptor of a folder, as a location. Raises `OSError`."""
    if folder not in chosen:
        return os.open(folder, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    return open_granted(folder, chosen[folder])


def _copied_mounts(folder: int, *, is_writable: bool) -> int:
    """A descriptor of copies of an open folder's mounts, not mounted yet. All are read-only but for the folder's own if
    it `is_writable`, and was before. Raises `OSError`.
    """
    flags = _NEW_TREE | os.O_CLOEXEC | _OF_DESCRIPTOR | _RECURSIVE
    tree: int = _libc().syscall(_OPEN_TREE, folder, b"", flags)
    _check(min(tree, 0), "a private mount")
    _set_attributes(tree, "", _OF_DESCRIPTOR | _RECURSIVE, added=_READ_ONLY)
    if is_writable and not os.fstatvfs(folder).f_flag & os.ST_RDONLY:
        _set_attributes(tree, "", _OF_DESCRIPTOR, removed=_READ_ONLY)
    return tree


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


def _set_attributes(folder: int, path: str, flags: int, *, added: int = 0, removed: int = 0) -> None:
    """Change attributes of a mount. They are a `struct mount_attr`."""
    attributes = struct.pack("=4Q", added, removed, 0, 0)
    length = ctypes.c_size_t(len(attributes))
    _check(_libc().syscall(_MOUNT_SETATTR, folder, os.fsencode(path), flags, attributes, length), path)


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

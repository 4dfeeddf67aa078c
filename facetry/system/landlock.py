"""Landlock: a process gives up access to the file system, for itself and all its descendants (Linux 5.13 and later).

The kernel refuses every access that no rule allows; a process cannot undo that. Two policies are used:

- A decoder worker may only read beneath a few folders. It may not use TCP, nor signal processes outside.
- The program of an extension, and each installer of its dependencies, reads everything but a few hidden folders, and
  writes to folders of its own. As a side effect it sees neither the environment nor the memory of processes outside.
  From Linux 6.12 on it can neither signal them nor reach their abstract sockets. Its network access stays as it is.

Landlock judges the opening, creating, moving and removing of files. It does not judge `chmod`, `utime`, `setxattr` and
connections to sockets that are files: `mount_namespace.py` does.

The guardian of a program imports this module before the program starts, so the module imports little: `pathlib` and
`typing` alone take longer to import than all the rest.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
import sys

from facetry.system.files.safe_open import FOLDER_FLAGS, open_without_links

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Final

    Identities = Mapping[str, tuple[int | None, int | None]]
    """The members of the `FolderIdentity` of each folder that was granted, by path."""

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on every architecture
_VERSION_FLAG: Final = 1
_PATH_BENEATH: Final = 1
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_FOLDER = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_TRUNCATE: Final = 1 << 14
_MAKE_DEVICES: Final = 1 << 6 | 1 << 11
_READ: Final = _EXECUTE | _READ_FILE | _READ_FOLDER
_RIGHTS_OF_FILES: Final = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
_RIGHTS_OF_VERSION: Final = {1: 13, 2: 14, 3: 15, 4: 15}
"""Number of file rights that a version of the interface knows; later versions know `_ALL_RIGHTS`."""
_ALL_RIGHTS: Final = 16
_RIGHTS_WITHOUT_DEVICES: Final = 15
"""The sixteenth right controls devices (`ioctl`), which programs need for graphics cards."""
_NETWORK_SINCE: Final = 4
_NETWORK_RIGHTS: Final = 0b11  # bind and connect TCP
_SCOPES_SINCE: Final = 6
_ALL_SCOPES: Final = 0b11  # abstract sockets and signals of processes outside
_DEVICE_FOLDER: Final = "/dev"
_DEVICES: Final = frozenset(
    ("null", "zero", "full", "random", "urandom", "tty", "ptmx", "pts", "dri", "kfd", "accel", "dxg", "dma_heap")
)
_DEVICE_PREFIXES: Final = ("nvidia", "nvhost", "nvmap", "mali", "apex_")
"""Devices of terminals, graphics cards and accelerators. Disks and cameras are not among them."""
_SHARED_MEMORY: Final = "/dev/shm"  # noqa: S108  # not a temporary file of ours


def version() -> int:
    """The version of the Landlock interface that the kernel provides; 0 for none."""
    if sys.platform != "linux":
        return 0
    interface_version: int = _libc().syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _VERSION_FLAG)
    return max(0, interface_version)


def has_scopes() -> bool:
    """Whether the kernel can keep processes from signalling others outside, and from their abstract sockets."""
    return version() >= _SCOPES_SINCE


def confine_to_reading(folders: Iterable[str]) -> bool:
    """Restrict the calling thread and its descendants to reading beneath `folders`. Returns whether the kernel does so.

    Folders that cannot be opened are left out. Needs `PR_SET_NO_NEW_PRIVS`. Raises `OSError` when a rule is refused.
    """
    if not version():
        return False
    libc = _libc()
    try:
        ruleset = _create_ruleset(libc, _ALL_RIGHTS, network=_NETWORK_RIGHTS, scopes=_ALL_SCOPES)
    except OSError:
        return False
    try:
        for folder in folders:
            _allow_path(libc, ruleset, folder, _READ_FILE | _READ_FOLDER, os.O_RDONLY | os.O_DIRECTORY)
        return bool(libc.syscall(_RESTRICT_SELF, ruleset, 0) == 0)
    finally:
        os.close(ruleset)


def confine_program(
    hidden: Iterable[str],
    readable: Iterable[str],
    writable: Iterable[str],
    identities: Identities | None = None,
) -> None:
    """Hide the `hidden` files and folders from the calling process and its descendants, and let them write to
    `writable` only.

    Beneath hidden folders, `readable` and `writable` ones can be read; one that contains something hidden is left out.
    A folder with an identity is used as `open_granted` says; it has to be there. Does nothing where the kernel has no
    Landlock. Needs `PR_SET_NO_NEW_PRIVS`. Raises `OSError`.
    """
    if not version():
        return
    libc, chosen = _libc(), identities or {}
    rights = _known_rights(_RIGHTS_WITHOUT_DEVICES) & ~_MAKE_DEVICES
    hidden_paths = {os.path.realpath(path) for path in hidden}
    ruleset = _create_ruleset(libc, _RIGHTS_WITHOUT_DEVICES, network=0, scopes=_ALL_SCOPES)
    try:
        for path in _outside({*hidden_paths, _DEVICE_FOLDER}, "/"):
            _allow_path(libc, ruleset, path, _READ, os.O_PATH | os.O_NOFOLLOW)
        for path in _devices():
            _allow_path(libc, ruleset, path, rights, os.O_PATH | os.O_NOFOLLOW)
        for folders, rights_of_folder in ((readable, _READ), (writable, rights)):
            for path in _exposing_nothing(folders, hidden_paths, chosen):
                if path in chosen:
                    _allow(libc, ruleset, path, rights_of_folder, open_granted(path, chosen[path]))
                else:
                    _allow_path(libc, ruleset, path, rights_of_folder, os.O_PATH | os.O_NOFOLLOW)
        # segments of other programs have names that cannot be listed
        _allow_path(libc, ruleset, _SHARED_MEMORY, rights & ~_READ_FOLDER, os.O_PATH | os.O_NOFOLLOW)
        if libc.syscall(_RESTRICT_SELF, ruleset, 0) != 0:
            raise OSError(ctypes.get_errno(), "the kernel refused to apply the Landlock rules")
    finally:
        os.close(ruleset)


def open_granted(path: str, identity: tuple[int | None, int | None]) -> int:
    """A descriptor of the granted folder, as a location (`O_PATH`); the caller closes it.

    No link is followed. Raises `OSError` with the path; ESTALE for another folder than the one with this identity,
    whose members are those of `FolderIdentity`.
    """
    # of the guardians, only those of programs with granted folders need this module, which imports more
    from facetry.system.files.folder_identity import FolderIdentity, identity_of_open

    folder = open_without_links(path, os.O_PATH | FOLDER_FLAGS)
    if identity_of_open(folder) != FolderIdentity(*identity):
        os.close(folder)
        raise OSError(errno.ESTALE, os.strerror(errno.ESTALE), path)
    return folder


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _known_rights(max_count: int) -> int:
    """The file rights that the kernel knows, as bits; at most the first `max_count` of them."""
    return (1 << min(max_count, _RIGHTS_OF_VERSION.get(version(), _ALL_RIGHTS))) - 1


def _create_ruleset(libc: ctypes.CDLL, max_count: int, *, network: int, scopes: int) -> int:
    """Create a set of rules that forbids these rights, and return its descriptor. Raises `OSError`.

    The attributes are a `struct landlock_ruleset_attr`, with only the fields that this kernel knows.
    """
    fields = [_known_rights(max_count)]
    if version() >= _NETWORK_SINCE:
        fields.append(network)
    if version() >= _SCOPES_SINCE:
        fields.append(scopes)
    attributes = struct.pack(f"={len(fields)}Q", *fields)
    ruleset: int = libc.syscall(_CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0)
    if ruleset < 0:
        raise OSError(ctypes.get_errno(), "the kernel refused to create Landlock rules")
    return ruleset


def _allow_path(libc: ctypes.CDLL, ruleset: int, path: str, rights: int, flags: int) -> None:
    """Allow `rights` on the file or folder at `path`. Raises `OSError` when the kernel refuses the rule.

    A path that cannot be opened is skipped: the system will refuse access with its own reason.
    """
    try:
        descriptor = os.open(path, flags | os.O_CLOEXEC)
    except OSError:
        return
    _allow(libc, ruleset, path, rights, descriptor)


def _allow(libc: ctypes.CDLL, ruleset: int, path: str, rights: int, descriptor: int) -> None:
    """Allow `rights` on an open file or folder, and close it. Raises `OSError` when the kernel refuses the rule.

    A link is skipped: its target has a rule of its own, or is hidden.
    """
    try:
        kind = os.fstat(descriptor).st_mode & 0o170000
        if kind == 0o120000:
            return
        rule = struct.pack("=Qi", rights if kind == 0o040000 else rights & _RIGHTS_OF_FILES, descriptor)
        if libc.syscall(_ADD_RULE, ruleset, _PATH_BENEATH, rule, 0) != 0:
            raise OSError(ctypes.get_errno(), "the kernel refused a Landlock rule", path)
    finally:
        os.close(descriptor)


def _exposing_nothing(folders: Iterable[str], hidden: set[str], chosen: Identities) -> Iterator[str]:
    """The real paths of those folders that neither are nor contain something hidden; `chosen` ones have no links."""
    for path in (folder if folder in chosen else os.path.realpath(folder) for folder in folders):
        if not any(hidden_path == path or hidden_path.startswith(path.rstrip("/") + "/") for hidden_path in hidden):
            yield path


def _outside(hidden: set[str], folder: str) -> Iterator[str]:
    """The largest folders, and the files, beneath `folder` that contain nothing hidden."""
    try:
        names = os.listdir(folder)
    except OSError:  # a folder that cannot be listed stays forbidden
        return
    for name in names:
        path = os.path.join(folder, name)
        if path in hidden:
            continue
        if any(hidden_path.startswith(path + "/") for hidden_path in hidden):
            yield from _outside(hidden, path)
        else:
            yield path


def _devices() -> list[str]:
    try:
        names = os.listdir(_DEVICE_FOLDER)
    except OSError:
        return []
    return [f"{_DEVICE_FOLDER}/{name}" for name in names if name in _DEVICES or name.startswith(_DEVICE_PREFIXES)]

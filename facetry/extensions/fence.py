"""What a kept program may do with the file system, where the kernel has Landlock (Linux 5.13 and later).

Part of the keeper: see `keeper.py` for why it needs the standard library alone, and little of that.

A fenced program may read what it could before, but for a few hidden folders, and may write to a few folders of its own.
As a side effect it sees neither the variables nor the memory of processes outside, the server's for one, and from
Linux 6.12 on it can send them no signals. The network is as it was.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes longer than all the rest
    from collections.abc import Iterable, Iterator
    from typing import Final

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on every architecture
_VERSION_FLAG: Final = 1
_PATH_BENEATH: Final = 1
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_FOLDER = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_TRUNCATE: Final = 1 << 14
_READ: Final = _EXECUTE | _READ_FILE | _READ_FOLDER
_OF_FILES: Final = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
_RIGHTS: Final = {1: 13, 2: 14}
"""How many rights each version of the interface knows, where it is not"""
_RIGHTS_NOW: Final = 15  # the next one is the control of devices, which graphics cards need
_SCOPES_SINCE: Final = 6
_SIGNALS: Final = 1 << 1
_DEVICES: Final = ("null", "zero", "full", "random", "urandom", "tty", "ptmx", "pts", "shm", "dri", "kfd")


def version() -> int:
    """The version of Landlock that the kernel has; 0 for none."""
    if sys.platform != "linux":
        return 0
    found: int = ctypes.CDLL(None, use_errno=True).syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _VERSION_FLAG)
    return max(0, found)


def enter(hidden: Iterable[str], writable: Iterable[str]) -> None:
    """Fence the calling process in, and all that it starts, for good; nothing happens where there is no Landlock.

    What lies beneath a hidden folder and is writable can be read as well. Needs `PR_SET_NO_NEW_PRIVS`.
    Raises `OSError`.
    """
    known = version()
    if not known:
        return
    libc = ctypes.CDLL(None, use_errno=True)
    rights = (1 << _RIGHTS.get(known, _RIGHTS_NOW)) - 1
    fields = [rights] if known < _SCOPES_SINCE else [rights, 0, _SIGNALS]
    attributes = struct.pack(f"={len(fields)}Q", *fields)
    rules = libc.syscall(_CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0)
    if rules < 0:
        raise OSError(ctypes.get_errno(), "no Landlock rules can be made")
    try:
        for path in _outside({os.path.realpath(path) for path in hidden}, "/"):
            _allow(libc, rules, path, _READ)
        for path in (*writable, *_devices()):
            _allow(libc, rules, os.path.realpath(path), rights)
        if libc.syscall(_RESTRICT_SELF, rules, 0) != 0:
            raise OSError(ctypes.get_errno(), "the Landlock rules were refused")
    finally:
        os.close(rules)


def _outside(hidden: set[str], folder: str) -> Iterator[str]:
    """The largest folders, and the files, that hold nothing hidden, beneath one that does."""
    try:
        names = os.listdir(folder)
    except OSError:  # what cannot be seen cannot be allowed
        return
    for name in names:
        path = os.path.join(folder, name)
        if path in hidden:
            continue
        if any(one.startswith(path + "/") for one in hidden):
            yield from _outside(hidden, path)
        else:
            yield path


def _devices() -> list[str]:
    try:
        names = os.listdir("/dev")
    except OSError:
        return []
    return [f"/dev/{name}" for name in names if name in _DEVICES or name.startswith("nvidia")]


def _allow(libc: ctypes.CDLL, rules: int, path: str, rights: int) -> None:
    """Links are left out: what they lead to is allowed where it lies, or hidden."""
    try:
        opened = os.open(path, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:  # it is not there, or not for us
        return
    try:
        mode = os.fstat(opened).st_mode & 0o170000
        if mode == 0o120000:
            return
        rule = struct.pack("=Qi", rights if mode == 0o040000 else rights & _OF_FILES, opened)
        if libc.syscall(_ADD_RULE, rules, _PATH_BENEATH, rule, 0) != 0:
            raise OSError(ctypes.get_errno(), "a Landlock rule was refused", path)
    finally:
        os.close(opened)

"""What a worker may do with the file system: read beneath a few folders, and nothing else (Linux 5.13 and later)."""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Iterable
from typing import Final

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on every architecture
_VERSION_FLAG: Final = 1
_PATH_BENEATH: Final = 1
_READ_FILE: Final = 1 << 2
_READ_FOLDER: Final = 1 << 3
_FILE_RIGHTS: Final = {1: 13, 2: 14, 3: 15, 4: 15}  # how many rights each version of the interface knows,
_FILE_RIGHTS_NOW: Final = 16  # and all from the fifth on
_NETWORK_SINCE: Final = 4
_NETWORK_RIGHTS: Final = 0b11  # bind and connect TCP
_SCOPES_SINCE: Final = 6
_SCOPES: Final = 0b11  # abstract sockets and signals of others


def restrict(readable: Iterable[str]) -> bool:
    """Let the calling thread, and all that it starts, only read what lies beneath `readable`, for good.

    Folders that cannot be opened now are left out. False, and nothing has happened, where the kernel has no Landlock.
    Needs `PR_SET_NO_NEW_PRIVS`.
    """
    if sys.platform != "linux":
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    version = libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _VERSION_FLAG)
    if version < 1:
        return False
    attributes = _attributes(version)
    rules = libc.syscall(_CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0)
    if rules < 0:
        return False
    try:
        for folder in readable:
            _allow(libc, rules, folder)
        return bool(libc.syscall(_RESTRICT_SELF, rules, 0) == 0)
    finally:
        os.close(rules)


def _attributes(version: int) -> bytes:
    """What is forbidden where no rule allows it: `struct landlock_ruleset_attr`, as long as this kernel knows it."""
    files = (1 << _FILE_RIGHTS.get(version, _FILE_RIGHTS_NOW)) - 1
    fields = [files]
    if version >= _NETWORK_SINCE:
        fields.append(_NETWORK_RIGHTS)
    if version >= _SCOPES_SINCE:
        fields.append(_SCOPES)
    return struct.pack(f"={len(fields)}Q", *fields)


def _allow(libc: ctypes.CDLL, rules: int, folder: str) -> None:
    try:
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:  # who reads there will be told by the system why not
        return
    try:
        rule = struct.pack("=Qi", _READ_FILE | _READ_FOLDER, opened)
        if libc.syscall(_ADD_RULE, rules, _PATH_BENEATH, rule, 0) != 0:
            raise OSError(ctypes.get_errno(), "a Landlock rule was refused", folder)
    finally:
        os.close(opened)

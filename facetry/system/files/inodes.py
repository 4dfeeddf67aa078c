"""Inode numbers, on file systems that keep them as long as the file exists.

Others make numbers up: they may differ after the file system was mounted again, or after the file left the cache.
"""

from __future__ import annotations

import os
from typing import Final

from facetry.system.files.file_systems import NAMED, NAMELESS, kind_of_file_system

_KEEPING: Final = NAMED | NAMELESS
_MAX_DEVICES: Final = 4_096

_keeping_devices: dict[int, bool] = {}
"""Whether the file system of a device keeps inode numbers."""


def kept_inode(status: os.stat_result, file: int | str) -> int:
    """The inode number of a file as a signed integer of 64 bits; 0 if its file system does not keep it.

    `status` is that of the file, and `file` a descriptor or a path on the same file system.
    """
    keeps = _keeping_devices.get(status.st_dev)
    if keeps is None:
        if len(_keeping_devices) >= _MAX_DEVICES:
            _keeping_devices.clear()
        keeps = _keeping_devices[status.st_dev] = _keeps_inodes(file)
    if not keeps:
        return 0
    return status.st_ino - (1 << 64) if status.st_ino >> 63 else status.st_ino


def _keeps_inodes(file: int | str) -> bool:
    try:
        return kind_of_file_system(file) in _KEEPING
    except OSError:
        return False  # it is gone

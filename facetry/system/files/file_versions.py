"""Versions of files: what tells one content of a file from another one without reading it."""

from __future__ import annotations

import os
from typing import Final, NamedTuple

from facetry.system.files.file_times import changed_ns, modified_ns
from facetry.system.files.inodes import kept_inode

_UNSIGNED: Final = (1 << 64) - 1


class FileVersion(NamedTuple):
    """What tells one content of a file from another one without reading it.

    `size` is in bytes. In a folder, `modified_ns` and `changed_ns` are the modification time and the inode change time,
    in nanoseconds since the epoch, and `inode` is the number of the inode. In a bucket, `modified_ns` is a number made
    of the entity tag. `changed_ns` and `inode` are 0 if they are unknown or mean nothing.
    """

    size: int
    modified_ns: int
    changed_ns: int = 0
    inode: int = 0

    @property
    def tag(self) -> str:
        """A text that names this version: its numbers in hexadecimal digits."""
        return "-".join(f"{number & _UNSIGNED:x}" for number in self)

    def is_same(self, other: FileVersion) -> bool:
        """Whether both are one version, as far as both are known."""
        return (
            self.has_same_date(other)
            and (self.changed_ns == other.changed_ns or not self.changed_ns or not other.changed_ns)
            and (self.inode == other.inode or not self.inode or not other.inode)
        )

    def has_same_date(self, other: FileVersion) -> bool:
        """Whether size and modification time are the same. Programs can set the latter, so the content may differ."""
        return self.size == other.size and self.modified_ns == other.modified_ns

    def completes(self, other: FileVersion) -> bool:
        """Whether this version has a change time or an inode that the other one lacks."""
        return bool((self.changed_ns and not other.changed_ns) or (self.inode and not other.inode))


def version_of(status: os.stat_result, file: int | str) -> FileVersion:
    """The version of a file with this status. `file` is a descriptor or a path on the same file system."""
    return FileVersion(status.st_size, modified_ns(status), changed_ns(status), kept_inode(status, file))

"""The parts of a service, and the processes that it has as sets of them."""

from __future__ import annotations

from enum import StrEnum, auto
from typing import Final


class Part(StrEnum):
    """Something of a service that a process has or lacks. It then follows, or asks, the process that has it."""

    WRITER = auto()
    """The writer of the database, the lock on its folder, and decoders. Without it, the database is read only."""
    CLUSTER = auto()
    """A database that other hosts write to as well."""
    FILES = auto()
    """Scans, the trash, changes of files, and what is removed now and then."""
    FOLDERS = auto()
    """The records of which folders the repositories have on this host."""
    VECTORS = auto()
    """The files of vectors. Without it, those of another process are followed."""
    RENDITIONS = auto()
    """The removal of unused renditions from the cache."""
    INDEX = auto()
    """The indexes of searches, which are read after the start."""
    STREAMS = auto()
    """The streams of events."""
    METRICS = auto()
    """The metrics of all processes of the host, and the lines of its log about the clock."""
    EXTENSIONS = auto()
    """The programs of extensions, the sockets of theirs and of front ends, and searches for texts."""


Parts = frozenset[Part]

SINGLE_SERVICE: Final[Parts] = frozenset(Part) - {Part.CLUSTER}
COORDINATOR: Final[Parts] = SINGLE_SERVICE - {Part.INDEX}
"""The process beside API processes, which answer almost all searches."""
API_PROCESS: Final[Parts] = frozenset({Part.INDEX})
HOST: Final[Parts] = frozenset(
    {Part.WRITER, Part.CLUSTER, Part.FOLDERS, Part.VECTORS, Part.RENDITIONS, Part.STREAMS, Part.METRICS}
)
"""The coordinator of a host in a cluster."""
SCAN_LEADER: Final[Parts] = frozenset({Part.WRITER, Part.CLUSTER, Part.FILES, Part.FOLDERS})
EXTENSION_LEADER: Final[Parts] = frozenset({Part.WRITER, Part.CLUSTER, Part.INDEX, Part.EXTENSIONS})

"""Dates of files for HTTP. A date is told only when no other content can get the same one any more.

Dates of HTTP are whole seconds, and a file can change several times in one.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from facetry.system.files.file_times import clock_step_ns
from facetry.system.files.file_versions import FileVersion

_LAST_HTTP_DATE: Final = 253_402_300_799  # seconds since the epoch: the end of the year 9999, where HTTP dates end
_SECOND_NS: Final = 1_000_000_000


@dataclass(frozen=True, slots=True)
class FileDate:
    """A date in whole seconds since the epoch. `is_past`: a later change gets another date, so this one may be told.

    It is also not after the `Date` of an answer (RFC 9110 §8.8.2.1), which is made later.
    """

    seconds: int
    is_past: bool


def date_of_modification(version: FileVersion, modified: float) -> FileDate:
    """The modification date of a file, in seconds since the epoch, which any program may have chosen."""
    return _file_date(int(modified), version)


def date_of_change(version: FileVersion, modified: float) -> FileDate:
    """The first second that began after the last change of a file.

    Clients may have the `Date` of an answer from the second of the change, in which the file had other bytes. The
    modification date counts too: not all file systems have the change time. One in the future was chosen by a program.
    """
    changed = version.changed_ns / _SECOND_NS
    last = changed if version.changed_ns and modified > time.time() else max(modified, changed)
    return _file_date(int(last) + 1, version)


def _file_date(seconds: int, version: FileVersion) -> FileDate:
    seconds = min(max(seconds, 0), _LAST_HTTP_DATE)
    # The clock of the file system may still be in the second before.
    return FileDate(seconds, seconds * _SECOND_NS + clock_step_ns(version.changed_ns) <= time.time_ns())

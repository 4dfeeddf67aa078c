"""Objects as files: versions, times, and which keys are files."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from facetry.library.file_stores.bucket.client import ObjectFacts
from facetry.library.file_stores.file_store import FileStatus
from facetry.library.file_stores.listing import is_hidden
from facetry.library.pictures import FileFacts
from facetry.system.files.file_versions import FileVersion

MTIME: Final = "mtime"
"""The name in the metadata of an object that rclone and other programs use for the modification time of the file, in
seconds since the epoch."""
_LAST_SECOND: Final = 253_402_300_799


def version_of(facts: ObjectFacts) -> FileVersion:
    """The version of an object: its size, and 63 bits of the hash of its entity tag."""
    return FileVersion(facts.size, int.from_bytes(hashlib.sha256(facts.etag.encode()).digest()[:8]) >> 1)


def status_of(facts: ObjectFacts) -> FileStatus:
    """What an object is; its time is that of its last modification, whatever its metadata says."""
    return FileStatus(version_of(facts), milliseconds(facts.modified) / 1000)


def file_facts(facts: ObjectFacts, metadata: Mapping[str, str] | None = None, path: str | None = None) -> FileFacts:
    """The facts that a scan finds about an object; the times are those of its metadata, if it has any."""
    modified_ms = modified_ms_of(facts, metadata or {})
    version = version_of(facts)
    name = facts.path if path is None else path
    return FileFacts(name, version.size, modified_ms, modified_ms, version.modified_ns)


def modified_ms_of(facts: ObjectFacts, metadata: Mapping[str, str]) -> int:
    """The modification time in milliseconds since the epoch: that of the metadata, or else that of the object."""
    try:
        seconds = float(metadata.get(MTIME, "nan"))
    except ValueError:
        seconds = float("nan")
    if 0 <= seconds <= _LAST_SECOND:
        return round(seconds * 1000)
    return milliseconds(facts.modified)


def milliseconds(time: datetime) -> int:
    """A time in milliseconds since the epoch."""
    return int((time - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds() * 1000)


def mtime_text(time_ms: int) -> str:
    """A time as the metadata has it."""
    return f"{time_ms / 1000:.3f}"


def is_file(facts: ObjectFacts) -> bool:
    """Whether an object is a file for scans: not hidden, and not the mark of an empty folder that consoles make."""
    is_mark = facts.size == 0 and "." not in facts.path.rpartition("/")[2]
    return not is_mark and not is_hidden(facts.path)

"""Pictures: the facts that the file system and the decoder report about a picture file."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from facetry.imaging.protocol import WorkerAnswer
from facetry.system.files.file_versions import FileVersion


class FileFacts(NamedTuple):
    """Facts that a file store reports about a file. `path` is relative to the location of the repository, with `/`.

    For `modified_ns`, `changed_ns` and `inode` see `FileVersion`; scans compare them, and nothing else. With
    `is_unsettled`, the file may have changed since it was read without another change time.
    """

    path: str
    size: int
    created_ms: int
    modified_ms: int
    modified_ns: int
    changed_ns: int = 0
    inode: int = 0
    is_unsettled: bool = False

    @property
    def version(self) -> FileVersion:
        """The version of the file."""
        return FileVersion(self.size, self.modified_ns, self.changed_ns, self.inode)

    @property
    def recorded_change_ns(self) -> int | None:
        """The change time to record: None without one; for an unsettled file another one, so that it is read again."""
        return (self.changed_ns - self.is_unsettled) or None

    def with_date_of(self, listed: FileFacts) -> FileFacts:
        """The facts with the date of a listing, if that is the same file and date, and has its milliseconds."""
        if listed.version != self.version or not is_finer(listed.modified_ms, self.modified_ms):
            return self
        return self._replace(created_ms=listed.created_ms, modified_ms=listed.modified_ms)


def is_finer(date_ms: int, known_ms: int) -> bool:
    """Whether a date has the milliseconds that a known date in whole seconds lacks.

    An object store lists dates with milliseconds, and answers a request for one object in whole seconds.
    """
    return known_ms % 1000 == 0 and 0 < date_ms - known_ms < 1000


@dataclass(frozen=True, slots=True)
class Picture:
    """Facts that the decoder reports about a file's bytes.

    These are the format, the displayed size in pixels, the SHA-256, the metadata texts by kind, and the visual hashes.
    `perceptual_hash` has 64 bits without a sign; `placeholder` is a ThumbHash.
    """

    format: str
    width: int
    height: int
    content_hash: bytes
    metadata: Mapping[str, str]
    pixel_hash: bytes | None = None
    perceptual_hash: int | None = None
    placeholder: bytes | None = None


def facts_of(path: str, answer: WorkerAnswer) -> FileFacts:
    """The file facts in a worker's answer, for the file at `path`.

    The creation time is the earlier of the creation and modification times: a copy of a file keeps only its
    modification time.
    """
    modified = answer["modified_ns"]
    created_ms = min(answer["created_ms"], modified // 1_000_000)
    return FileFacts(
        path,
        answer["size"],
        created_ms,
        modified // 1_000_000,
        modified,
        # Decoders of hosts with an earlier version do not say these.
        answer.get("changed_ns", 0),
        answer.get("inode", 0),
        answer.get("unsettled", False),
    )


def picture_of(answer: WorkerAnswer) -> Picture:
    """The picture facts in a worker's answer, which must not be a refusal."""
    pixels, perceptual, placeholder = answer.get("pixels"), answer.get("perceptual"), answer.get("placeholder")
    return Picture(
        format=answer["format"],
        width=answer["width"],
        height=answer["height"],
        content_hash=bytes.fromhex(answer["hash"]),
        metadata=answer["metadata"],
        pixel_hash=bytes.fromhex(pixels) if pixels else None,
        perceptual_hash=int(perceptual, 16) if perceptual else None,
        placeholder=base64.b64decode(placeholder) if placeholder else None,
    )

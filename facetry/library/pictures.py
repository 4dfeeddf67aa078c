"""Pictures: the facts that the file system and the decoder report about a picture file."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from facetry.imaging.protocol import WorkerAnswer


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


@dataclass(frozen=True, slots=True)
class FileFacts:
    """Facts that a file store reports about a file. `path` is relative to the place of the repository, with `/`.

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

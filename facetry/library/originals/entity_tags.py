"""Validators of original files: the entity tag and the date by which clients know the bytes of an image."""

from __future__ import annotations

from typing import Final, Protocol

from sqlalchemy import Connection

from facetry.http.preconditions import Precondition, Validators
from facetry.http.reply import OpenFile, http_seconds
from facetry.library.file_stores.file_store import FileCheck, FileStatus
from facetry.library.originals.location import OriginalLocation, location_of
from facetry.system.files.file_versions import FileVersion

_ETAG_DIGITS: Final = 32
_NOTHING: Final = Validators()
"""What a client can know of a missing file: only that its image exists."""


class RecordedFile(Protocol):
    """What the library has recorded about the file of an image, also of one in the trash."""

    @property
    def version(self) -> FileVersion:
        """The version that the library has read."""
        ...

    @property
    def content_hash(self) -> bytes:
        """The hash of its bytes."""
        ...


def etag_of_original(version: FileVersion, recorded: RecordedFile) -> str:
    """The entity tag, without quotes, of the file of an image that has this version now.

    It names the bytes: the hash of those that the library has read, if the file has certainly kept their version.
    Another version has a tag of its own, until a scan has read it.
    """
    is_known = recorded.version.changed_ns or not version.changed_ns  # records of earlier versions have no change time
    if is_known and version.is_same(recorded.version):
        return recorded.content_hash.hex()[:_ETAG_DIGITS]
    return version.tag


def validators_of_original(file: FileStatus | OpenFile, location: OriginalLocation) -> Validators:
    """The validators of the file of an image.

    The date is that of the last modification as long as the library has seen a single content. Programs put it back
    after a change, so later it is not before the change time, which they cannot choose.
    """
    etag = etag_of_original(file.version, location)
    if location.has_first_content and file.version.is_same(location.version):
        return Validators(etag, http_seconds(file.modified), is_date_strong=True)
    return Validators(etag, http_seconds(max(file.modified, file.version.changed_ns / 1e9)))


def check_of(precondition: Precondition | None, location: OriginalLocation) -> FileCheck | None:
    """The check, by what a client knows, of a change of the file of an image; None without a precondition."""
    if precondition is None:
        return None

    def check(connection: Connection, file: FileStatus | None) -> None:
        precondition(_NOTHING if file is None else validators_of_original(file, location_of(connection, location.id)))

    return check


def check_of_recorded(precondition: Precondition | None, recorded: RecordedFile) -> FileCheck | None:
    """As `check_of`, for a file whose record does not change meanwhile."""
    if precondition is None:
        return None

    def check(_: Connection, file: FileStatus | None) -> None:
        if file is None:
            precondition(_NOTHING)
        else:
            precondition(Validators(etag_of_original(file.version, recorded), http_seconds(file.modified)))

    return check

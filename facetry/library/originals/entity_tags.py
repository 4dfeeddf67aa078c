"""Validators of original files: the entity tag and the date by which clients know the bytes of an image."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Final, Protocol

from sqlalchemy import Connection

from facetry.errors import FaultError
from facetry.http.file_dates import date_of_change, date_of_modification
from facetry.http.preconditions import Precondition, Validators
from facetry.http.reply import OpenFile
from facetry.library.file_stores.file_store import FileCheck, FileStatus
from facetry.library.originals.location import OriginalLocation, location_of
from facetry.system.files.file_versions import FileVersion

_ETAG_DIGITS: Final = 32
_STORING_MS: Final = 2_000
"""A file that the service stores gets its name, and with it a change time, at most so long after its record."""
_TRASH_REMEDY: Final = "Restore the image and get its present version, or leave the condition out."
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

    @property
    def created(self) -> int | None:
        """When the image's record was made, in milliseconds since the epoch."""
        ...

    @property
    def has_first_content(self) -> bool:
        """Whether the library has seen no other content of the image."""
        ...


class TrashedFile(RecordedFile, Protocol):
    """What the library has recorded about the file of an image in the trash."""

    @property
    def version_in_trash(self) -> FileVersion:
        """The version of the file that was moved there."""
        ...

    @property
    def version_before(self) -> FileVersion:
        """Its version before."""
        ...


def etag_of_original(version: FileVersion, recorded: RecordedFile) -> str:
    """The entity tag, without quotes, of the file of an image that has this version now.

    It names the bytes: the hash of those that the library has read, if the file has certainly kept their version.
    Another version has a tag of its own, until a scan has read it.
    """
    is_known = recorded.version.changed_ns or not version.changed_ns  # records of earlier versions have no change time
    return etag_of_recorded(recorded) if is_known and version.is_same(recorded.version) else version.tag


def etag_of_recorded(recorded: RecordedFile) -> str:
    """The entity tag, without quotes, of the bytes that the library has read."""
    return recorded.content_hash.hex()[:_ETAG_DIGITS]


def validators_of_original(file: FileStatus | OpenFile, location: OriginalLocation) -> Validators:
    """The validators of the file of an image.

    The date is that of the last modification if nobody has touched the file since it became an image. Programs put it
    back after a change, so otherwise it is one after the change time, which they cannot choose.
    """
    is_recorded = file.version.is_same(location.version)
    return _dated(etag_of_original(file.version, location), file.version, file.modified, location, is_recorded)


def _dated(etag: str, version: FileVersion, modified: float, recorded: RecordedFile, is_recorded: bool) -> Validators:
    """The validators of a file with this entity tag, whose date no other content can have had if it is strong."""
    last_ns = ((recorded.created or 0) + _STORING_MS) * 1_000_000
    is_untouched = is_recorded and recorded.has_first_content and version.changed_ns <= last_ns
    if is_untouched and modified <= time.time():
        date = date_of_modification(version, modified)
        return Validators(etag, date.seconds, is_date_strong=True, is_date_told=date.is_past)
    date = date_of_change(version, modified)
    return Validators(etag, date.seconds, is_date_told=date.is_past)


def check_of(precondition: Precondition | None, location: OriginalLocation) -> FileCheck | None:
    """The check, by what a client knows, of a change of the file of an image; None without a precondition."""
    if precondition is None:
        return None

    def check(connection: Connection, file: FileStatus | None) -> None:
        precondition(_NOTHING if file is None else validators_of_original(file, location_of(connection, location.id)))

    return check


def check_of_trashed(precondition: Precondition | None, trashed: TrashedFile) -> FileCheck | None:
    """As `check_of`, for a file in the trash. Its date is the one from before its deletion, unless somebody has changed
    it there.
    """
    if precondition is None:
        return None

    def check(_: Connection, file: FileStatus | None) -> None:
        if file is None:
            precondition(_NOTHING)
        else:
            is_same = file.version.is_same(trashed.version_in_trash)
            version = trashed.version_before if is_same else file.version
            etag = etag_of_original(file.version, trashed)
            try:
                precondition(_dated(etag, version, file.modified, trashed, is_same))
            except FaultError as error:
                raise FaultError(replace(error.fault, remedy=_TRASH_REMEDY)) from None

    return check

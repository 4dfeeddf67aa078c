"""States of images: whether the file exists and can be read.

An image is missing when a scan did not find its file and keeps the record until the removal is confirmed. It is
unreadable when its file changed into something that was refused. Both states are rare, so they are found through the
partial index of missing images and through the table of refused files.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import Select, and_, select, tuple_, union_all
from sqlmodel import col

from facetry.library.images import Image
from facetry.library.unreadable_files import UnreadableFile
from generated import models

IS_UNREADABLE_FILE_OF_IMAGE: Final = and_(
    col(UnreadableFile.repository) == col(Image.repository), col(UnreadableFile.path) == col(Image.path)
)
"""Join condition: a row of `unreadable_file` refers to the file of a row of `image`."""

_IS_MISSING: Final = col(Image.missing_since).isnot(None)
_IS_PRESENT: Final = col(Image.missing_since).is_(None)
_REFUSED_FILES: Final = select(col(UnreadableFile.repository), col(UnreadableFile.path))
_KEYS: Final[dict[models.ImageState, Select[Any]]] = {
    "MISSING": select(col(Image.key)).where(_IS_MISSING).correlate(None),
    # A subquery, not a join: SQLite would scan the images first.
    "UNREADABLE": select(col(Image.key))
    .where(tuple_(col(Image.repository), col(Image.path)).in_(_REFUSED_FILES), _IS_PRESENT)
    .correlate(None),
}


def keys_in_states(image_states: Collection[models.ImageState]) -> tuple[Select[Any], bool] | None:
    """The query for the keys of the images in `image_states`, and False.

    When the states include AVAILABLE, the query is for the keys of all other images, and the second value is True.
    Returns None when the states cover every image.
    """
    is_excluded = "AVAILABLE" in image_states
    queries = [_KEYS[state] for state in _KEYS if (state in image_states) is not is_excluded]
    if not queries:
        return None
    union = union_all(*queries).subquery()
    return select(union.c.key), is_excluded


def state_and_reason(missing_since: int | None, unreadable_reason: str | None) -> tuple[models.ImageState, str | None]:
    """The state of an image and its reason.

    `missing_since` is the time since when the file is missing, in milliseconds since the epoch; `unreadable_reason`
    says why the file was refused.
    """
    if missing_since is not None:
        since = datetime.fromtimestamp(missing_since // 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
        return "MISSING", f"The file has not been found since {since} UTC."
    if unreadable_reason is not None:
        return "UNREADABLE", unreadable_reason
    return "AVAILABLE", None

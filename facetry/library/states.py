"""States: whether the file of an image is there and can be read.

An image is missing when a scan did not find its file and keeps the record until somebody confirms; it is unreadable
when its file changed into something that was refused. Few images are either, so that they are found through the
partial index of those missing and through the table of refused files.
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

REFUSED: Final = and_(
    col(UnreadableFile.repository) == col(Image.repository), col(UnreadableFile.path) == col(Image.path)
)
"""That a row of `unreadable_file` speaks of the file of a row of `image`."""

_MISSING: Final = col(Image.missing_since).isnot(None)
_FOUND: Final = col(Image.missing_since).is_(None)
_REFUSED_FILES: Final = select(col(UnreadableFile.repository), col(UnreadableFile.path))
_KEYS: Final[dict[models.ImageState, Select[Any]]] = {
    "MISSING": select(col(Image.key)).where(_MISSING).correlate(None),
    # Not a join: SQLite would begin it with the images.
    "UNREADABLE": select(col(Image.key))
    .where(tuple_(col(Image.repository), col(Image.path)).in_(_REFUSED_FILES), _FOUND)
    .correlate(None),
}


def group(wanted: Collection[models.ImageState]) -> tuple[Select[Any], bool] | None:
    """The query for the keys of the images in the states `wanted`, or, with True, for those of all the others; None
    when every image is meant.
    """
    is_excluded = "AVAILABLE" in wanted
    named = [_KEYS[state] for state in _KEYS if (state in wanted) is not is_excluded]
    if not named:
        return None
    together = union_all(*named).subquery()
    return select(together.c.key), is_excluded


def told(missing_since: int | None, refusal: str | None) -> tuple[models.ImageState, str | None]:
    """The state of an image and its reason, from the time since when its file is missing, in milliseconds since the
    epoch, and the reason why its file was refused.
    """
    if missing_since is not None:
        since = datetime.fromtimestamp(missing_since // 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
        return "MISSING", f"The file has not been found since {since} UTC."
    if refusal is not None:
        return "UNREADABLE", refusal
    return "AVAILABLE", None

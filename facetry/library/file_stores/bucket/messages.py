"""Messages of object stores: which objects beneath a place have changed.

Their format is that of S3: https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final
from urllib.parse import unquote_plus

from facetry.library.file_stores.bucket.place import BucketPlace
from facetry.library.file_stores.listing import is_hidden

_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def paths_beneath(place: BucketPlace, objects: Iterable[tuple[str, str]]) -> frozenset[str]:
    """The paths beneath the place of those objects, by bucket and key, that scans do not skip.

    Keys are encoded as in the query of a URL, but some stores do not encode them. A key that could be either has two
    paths; nothing is at one of them.
    """
    beginning = f"{place.prefix}/" if place.prefix else ""
    return frozenset(
        spelling.removeprefix(beginning)
        for bucket, key in objects
        if bucket == place.bucket
        for spelling in _spellings(key)
        if spelling.startswith(beginning) and _is_path(spelling.removeprefix(beginning))
    )


def _spellings(key: str) -> Iterator[str]:
    yield key
    try:
        yield unquote_plus(key, errors="strict")
    except UnicodeDecodeError:  # it is not encoded
        return


def _is_path(path: str) -> bool:
    return "" not in path.split("/") and not is_hidden(path) and _CONTROL.search(path) is None

"""Messages of object stores: which objects beneath a location have changed.

Their format is that of S3: https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from urllib.parse import unquote_plus

from facetry.library.file_stores.bucket.location import BucketLocation, is_path
from generated.limits import OBJECT_KEY_MAX_BYTES


def paths_beneath(location: BucketLocation, objects: Iterable[tuple[str, str]]) -> frozenset[str]:
    """The paths beneath the location of those objects, by bucket and key, that scans do not skip.

    Keys are encoded as in the query of a URL, but some stores do not encode them. A key that could be either has two
    paths, and there may be no object at one of them. An encoding that is longer than any key has one path.
    """
    beginning = f"{location.prefix}/" if location.prefix else ""
    return frozenset(
        spelling.removeprefix(beginning)
        for bucket, key in objects
        if bucket == location.bucket
        for spelling in _spellings(key)
        if spelling.startswith(beginning) and is_path(spelling.removeprefix(beginning)) and _may_be_key(spelling)
    )


def _spellings(key: str) -> Iterator[str]:
    yield key
    try:
        yield unquote_plus(key, errors="strict")
    except UnicodeDecodeError:  # it is not encoded
        return


def _may_be_key(spelling: str) -> bool:
    """Whether stores can have a key like this; S3 refuses requests about a longer one."""
    return len(spelling.encode("utf-8", "surrogatepass")) <= OBJECT_KEY_MAX_BYTES

"""The locations of repositories in buckets: `s3://bucket/prefix`, as a record has it, without percent-encoding."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, unquote

from facetry.errors import FaultError, bad_parameter
from facetry.library.file_stores.listing import is_hidden

SCHEME: Final = "s3://"
_BUCKET: Final = re.compile(r"[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]")
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]")


@dataclass(frozen=True, slots=True)
class BucketLocation:
    """A bucket, and the prefix of all keys without a slash at its end; empty for the whole bucket."""

    bucket: str
    prefix: str

    @property
    def root(self) -> str:
        """The location as the record of a repository has it."""
        return f"{SCHEME}{self.bucket}" + (f"/{self.prefix}" if self.prefix else "")


@dataclass(frozen=True, slots=True)
class BucketRules:
    """Where repositories may be in buckets: at or beneath one of these locations, and nowhere if there are none."""

    permitted: tuple[BucketLocation, ...] = ()

    def permits(self, location: BucketLocation) -> bool:
        """Whether the location is one of those that the operator permits, or lies beneath one."""
        return any(f"{location.root}/".startswith(f"{each.root}/") for each in self.permitted)

    def require(self, location: BucketLocation, given: str) -> None:
        """Raise 400 unless the location is permitted. The fault shows `given`."""
        if not self.permits(location):
            raise bad_parameter(
                "url",
                "The bucket or prefix is none that the operator permits.",
                rule="repository.buckets",
                value=given,
                remedy="Have the operator add it to the setting object_stores.buckets.",
            )


def is_bucket(root: str) -> bool:
    """Whether the location of a repository is in a bucket."""
    return root.startswith(SCHEME)


def is_path(path: str) -> bool:
    """Whether scans read what is at a path of a bucket: no part is empty or hidden, and it has no control character."""
    return "" not in path.split("/") and not is_hidden(path) and _CONTROL.search(path) is None


def bucket_of(root: str) -> BucketLocation:
    """The location from the record of a repository. Raises `ValueError` for one that is not valid."""
    bucket, _, prefix = root.removeprefix(SCHEME).partition("/")
    prefix = prefix.rstrip("/")
    if not is_bucket(root) or _BUCKET.fullmatch(bucket) is None or ".." in bucket:
        raise ValueError(f"{root} is not the place of a bucket, such as s3://pictures/holidays.")
    if prefix and not is_path(prefix):
        raise ValueError(f"{root} has a prefix with an empty or hidden part, or with a control character.")
    return BucketLocation(bucket, prefix)


def bucket_at(url: str) -> BucketLocation:
    """The location with a URL whose prefix is percent-encoded; 400 when it is none."""
    try:
        if "?" in url or "#" in url:
            raise ValueError(url)
        return bucket_of(unquote(url, errors="strict"))
    except ValueError:
        raise bucket_fault(url) from None


def url_of(root: str, path: str = "") -> str:
    """The URL of a location, or of an object at a path beneath it, percent-encoded."""
    return SCHEME + quote(f"{root.removeprefix(SCHEME)}/{path}" if path else root.removeprefix(SCHEME))


def bucket_fault(url: str) -> FaultError:
    """400: the URL names no bucket."""
    return bad_parameter(
        "url",
        "The URL names no bucket with a prefix that is possible.",
        rule="repository.bucket",
        value=url,
        remedy="It must be a URL such as s3://bucket/prefix, percent-encoded, whose prefix has no empty part and no "
        "part that begins with a dot.",
    )

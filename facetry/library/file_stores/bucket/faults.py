"""What errors of an object store are for callers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from facetry.errors import FaultError, conflict
from facetry.library.file_stores.bucket.client import ObjectError
from facetry.library.file_stores.file_store import UnavailableError, name_taken


@contextmanager
def unavailability() -> Iterator[None]:
    """Within the context, errors of the object store become `UnavailableError`."""
    try:
        yield
    except ObjectError as error:
        raise UnavailableError(str(error)) from None


def fault_of(error: ObjectError, root: str, path: str) -> FaultError:
    """409: the fault about the object at `path` for an error of the object store."""
    if error.reason == "taken":
        return name_taken(path)
    if error.reason in ("changed", "missing"):
        return conflict(
            "image.file-changed",
            "Another program has changed or removed the object meanwhile.",
            parameter="id",
            value=path,
            remedy="Synchronize the repository, then try again.",
        )
    if error.reason == "large":
        return conflict(
            "file.too-large",
            f"Another program has put an object there that is too large for a picture: {error}",
            parameter="id",
            value=path,
            remedy="Put a smaller picture in its place, or delete the image for good after a scan.",
        )
    if error.reason == "denied":
        return conflict(
            "file.not-writable",
            f"The object cannot be written: {error}",
            parameter="id",
            value=path,
            remedy="Give the credentials of the service the right to read, write and delete objects there.",
        )
    return unavailable_fault(root, str(error))


def unavailable_fault(root: str, reason: str) -> FaultError:
    """409: the object store cannot be used now."""
    return conflict(
        "repository.unavailable",
        f"The object store of the repository cannot be used: {reason}",
        parameter="id",
        value=root,
        remedy="Have the operator look at the object store, the bucket and the credentials, then try again.",
    )

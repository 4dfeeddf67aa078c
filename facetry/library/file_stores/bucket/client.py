"""The client of an object store, bound to the prefix of one repository: `obstore`, with errors of our own.

Messages of the library name endpoints and credentials, so they get neither into answers nor into the log.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from facetry.library.file_stores.bucket.location import BucketLocation

if TYPE_CHECKING:
    from obstore.store import S3Store

REQUEST_SECONDS: Final = 120
"""Deadline of one request, without the content of whole objects."""
_SLOWEST_BYTES: Final = 128 * 1024
"""Bytes of an object that a store sends in a second at least."""
_TRANSFER_DAYS: Final = 7
"""Deadline of a request for a whole object, whose content has a deadline by its size."""
_CONNECT_SECONDS: Final = 5
_SILENCE_SECONDS: Final = 15
_RETRY_SECONDS: Final = 20
_CODE: Final = re.compile(r"<Code>([A-Za-z0-9.]{1,64})</Code>")
_STATUS: Final = re.compile(r"status code: ([1-5][0-9]{2})\b")
_DENIALS: Final = frozenset(
    {"AccessDenied", "InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken", "InvalidObjectState"}
)
_UNSUPPORTED: Final = frozenset({"NotImplemented", "501"})

Reason = Literal["missing", "taken", "changed", "denied", "key", "large", "unsupported", "unavailable"]


class ObjectError(Exception):
    """A request to the object store failed; `reason` says how, and the message says it to people.

    `missing`: no such object. `taken`: an object has the key already. `changed`: the object is another one than was
    expected. `denied`: the credentials do not permit it. `key`: the store has a key that is no path. `large`: the
    object has too many bytes. `unsupported`: the store has no such requests. `unavailable`: the store does not answer,
    or not as it should.
    """

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason: Reason = reason


@dataclass(frozen=True, slots=True)
class BucketAccess:
    """How the object store is reached. None leaves it to the environment, as AWS's own tools read it."""

    endpoint: str | None = None
    region: str | None = None
    access_key_id: str | None = None
    secret_access_key: str | None = None
    session_token: str | None = None
    path_style: bool | None = None

    def __repr__(self) -> str:
        return f"BucketAccess(endpoint={self.endpoint!r})"  # without credentials


@dataclass(frozen=True, slots=True)
class ObjectFacts:
    """What the store says about an object. `path` is relative to the prefix; `modified` is its last modification."""

    path: str
    size: int
    etag: str
    modified: datetime


class OpenedObject:
    """An object whose content is being received."""

    def __init__(self, facts: ObjectFacts, metadata: Mapping[str, str], chunks: Any) -> None:
        self.facts = facts
        self.metadata = metadata
        self._chunks = chunks

    async def chunks(self) -> AsyncIterator[bytes]:
        """The content. Raises `ObjectError`."""
        with _errors():
            async for chunk in self._chunks:
                yield bytes(chunk)


def transfer_seconds(size: int) -> float:
    """Deadline of the content of an object of so many bytes."""
    return REQUEST_SECONDS + size / _SLOWEST_BYTES


def is_installed() -> bool:
    """Whether the library of the optional dependencies `object-stores` is installed."""
    try:
        import obstore  # noqa: F401
    except ImportError:
        return False
    return True


class BucketClient:
    """Requests to the objects beneath one location. Methods that are not asynchronous block.

    All raise `ObjectError`.
    """

    def __init__(self, location: BucketLocation, access: BucketAccess) -> None:
        self._open_store = partial(_store, location, access)
        self._store = self._open_store(timedelta(seconds=REQUEST_SECONDS))
        self._objects = self._open_store(timedelta(days=_TRANSFER_DAYS))
        """For whole objects."""
        self._writers: dict[int, S3Store] = {}
        """For writes, by their deadline in seconds."""

    def list(self, prefix: str = "", chunk: int = 256) -> Iterator[list[ObjectFacts]]:
        """The objects beneath a prefix in the order of their keys, in chunks; a request lists 1,000 of them."""
        import obstore

        with _errors():
            for page in obstore.list(self._store, prefix or None, chunk_size=chunk):
                yield [_facts(meta) for meta in page]

    def head(self, path: str) -> ObjectFacts:
        """The facts of an object."""
        import obstore

        with _errors():
            return _facts(obstore.head(self._store, path))

    def metadata(self, path: str) -> Mapping[str, str]:
        """The metadata of an object."""
        import obstore

        with _errors():
            return _texts(obstore.get(self._store, path, options={"head": True}).attributes)

    async def find(self, path: str) -> ObjectFacts:
        """As `head`, without blocking."""
        import obstore

        with _errors():
            return _facts(await obstore.head_async(self._store, path))

    async def peek(self, path: str, size: int) -> bytes:
        """The first bytes of an object that is not empty."""
        import obstore

        with _errors():
            result = await obstore.get_async(self._store, path, options={"range": (0, size)})
            return bytes(await result.bytes_async())

    async def read_part(self, path: str, start: int, stop: int, etag: str) -> bytes:
        """The bytes from `start` to `stop` of an object that still has the entity tag; otherwise `changed`."""
        import obstore

        with _errors():
            options: Any = {"range": (start, stop), "if_match": etag}
            result = await obstore.get_async(self._store, path, options=options)
            if result.meta["e_tag"] != etag:  # a store without conditional requests ignores the condition
                raise ObjectError("changed", "The object was replaced while it was read.")
            return bytes(await result.bytes_async())

    @asynccontextmanager
    async def open(self, path: str) -> AsyncIterator[OpenedObject]:
        """The whole object, whose content is received piece by piece. The caller has the deadline."""
        import obstore

        with _errors():
            result = await obstore.get_async(self._objects, path)
        yield OpenedObject(_facts(result.meta), _texts(result.attributes), result.stream(256 * 1024))

    def download(self, path: str, copy: Path, max_bytes: int) -> tuple[ObjectFacts, Mapping[str, str]]:
        """Copy an object to a new file; returns its facts and its metadata. Of a larger one, nothing is received."""
        import obstore

        with _errors():
            result = obstore.get(self._objects, path)
            facts = _facts(result.meta)
            if facts.size > max_bytes:
                raise ObjectError("large", f"The object has more than {max_bytes} bytes.")
            deadline = time.monotonic() + transfer_seconds(facts.size)
            with copy.open("xb") as file:
                for chunk in result.stream(1024 * 1024):
                    file.write(chunk)
                    if time.monotonic() > deadline:
                        raise ObjectError("unavailable", "The object store did not send an object in time.")
                received = file.tell()
        if received != facts.size:
            raise ObjectError("unavailable", "The object store sent another number of bytes than announced.")
        return facts, _texts(result.attributes)

    def put(self, path: str, source: Path | bytes, metadata: Mapping[str, str], etag: str | None) -> str:
        """Write an object in one request; returns its entity tag.

        Without `etag`, there must be no object yet: `taken`. With it, the object must have it: `changed`.
        """
        import obstore

        mode: Any = "create" if etag is None else {"e_tag": etag}
        with _errors():
            size = len(source) if isinstance(source, bytes) else source.stat().st_size
            store = self._writing_store(size)
            result = obstore.put(store, path, source, attributes=dict(metadata), mode=mode, use_multipart=False)
            return result["e_tag"] or ""

    def replace(self, path: str, content: bytes) -> None:
        """Write an object in one request, whatever is there."""
        import obstore

        with _errors():
            obstore.put(self._writing_store(len(content)), path, content, mode="overwrite", use_multipart=False)

    def _writing_store(self, size: int) -> S3Store:
        """The store for a write of so many bytes. It sends nothing until it has all of them, so silence is no error."""
        seconds = 1 << math.ceil(transfer_seconds(size)).bit_length()
        if seconds not in self._writers:
            deadline = timedelta(seconds=seconds)
            self._writers[seconds] = self._open_store(deadline, silence=deadline)
        return self._writers[seconds]

    def delete(self, path: str) -> None:
        """Remove an object; a missing one is no error."""
        import obstore

        with _errors():
            obstore.delete(self._store, path)


def _store(
    location: BucketLocation, access: BucketAccess, deadline: timedelta, silence: timedelta | None = None
) -> S3Store:
    from obstore.store import S3Store

    config: dict[str, Any] = {
        "endpoint": access.endpoint,
        "region": access.region,
        "access_key_id": access.access_key_id,
        "secret_access_key": access.secret_access_key,
        "session_token": access.session_token,
    }
    config = {name: value for name, value in config.items() if value is not None}
    if access.path_style is not None:
        config["virtual_hosted_style_request"] = not access.path_style
    return S3Store(
        location.bucket,
        prefix=location.prefix or None,
        client_options={
            "allow_http": (access.endpoint or "").startswith("http://"),
            "timeout": deadline,
            "connect_timeout": timedelta(seconds=_CONNECT_SECONDS),
            "read_timeout": silence or timedelta(seconds=_SILENCE_SECONDS),
        },
        retry_config={"max_retries": 2, "retry_timeout": timedelta(seconds=_RETRY_SECONDS)},
        **config,
    )


@contextmanager
def _errors() -> Iterator[None]:
    """Within the context, errors of the library become `ObjectError`."""
    from obstore import exceptions

    try:
        yield
    except FileNotFoundError:
        raise ObjectError("missing", "There is no such object.") from None
    except exceptions.AlreadyExistsError:
        raise ObjectError("taken", "An object has this key already.") from None
    except exceptions.PreconditionError:
        raise ObjectError("changed", "The object was changed meanwhile.") from None
    except exceptions.InvalidPathError:
        text = "A key in it has an empty part or a control character, so it is no path. Rename or remove that object."
        raise ObjectError("key", text) from None
    except ValueError:
        raise ObjectError("key", "The object store cannot have a key like this.") from None
    except exceptions.BaseError as error:
        match = _CODE.search(str(error))
        code = match[1] if match else ""
        is_denied = isinstance(error, (exceptions.PermissionDeniedError, exceptions.UnauthenticatedError))
        if is_denied or code in _DENIALS:
            raise ObjectError("denied", f"The object store refuses the access{f' ({code})' if code else ''}.") from None
        if code == "NoSuchBucket":
            raise ObjectError("unavailable", "There is no such bucket.") from None
        status = _STATUS.search(str(error))
        if answer := code or (status[1] if status else ""):
            reason: Reason = "unsupported" if answer in _UNSUPPORTED else "unavailable"
            raise ObjectError(reason, f"The object store answers {answer}.") from None
        if "InvalidMetadata" in str(error):
            text = "The object has metadata that are not ASCII, so it cannot be read."
            raise ObjectError("unavailable", text) from None
        raise ObjectError("unavailable", "The object store does not answer.") from None


def _facts(meta: Any) -> ObjectFacts:
    modified: datetime = meta["last_modified"]
    # A listing has milliseconds, other answers have not, and both have to give the same version.
    etag = meta["e_tag"] or modified.replace(microsecond=0).isoformat()
    return ObjectFacts(meta["path"], meta["size"], etag, modified)


def _texts(attributes: Any) -> dict[str, str]:
    return {str(name): str(value) for name, value in dict(attributes).items()}

"""Bundles: archives of pages that extensions have the service serve while they run, each with a key of its own.

They are kept in memory, so nothing of them is left on the disk. A bundle is valid as long as its key, which is revoked
with the keys of the extension's processes.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID, uuid4

import orjson

from facetry.errors import Fault, FaultError, FaultKind, not_found
from facetry.extensions.packages import zips
from facetry.extensions.packages.entries import ArchiveLimits, archive_error, require_distinct_paths
from facetry.http.page_access import API_SEGMENT
from facetry.library.api_keys import ApiKeys

PATH_PREFIX: Final = "/ui/bundle"
_ARCHIVE_LIMITS: Final = ArchiveLimits(entries=2_000, unpacked_bytes=16 * 1024**2)


@dataclass(frozen=True, slots=True)
class BundleLimits:
    """Limits of bundles. When there are too many, or they are too large together, the oldest ends."""

    archive: ArchiveLimits = _ARCHIVE_LIMITS
    settings_bytes: int = 64 * 1024
    bundles_per_extension: int = 4
    bytes_per_extension: int = 32 * 1024**2
    total_bytes: int = 128 * 1024**2
    lifetime_seconds: float = 86_400


@dataclass(frozen=True, slots=True)
class Bundle:
    """A bundle: its files by path, and what its page gets."""

    id: UUID
    extension: str
    files: Mapping[str, bytes] = field(repr=False)
    settings: Mapping[str, Any] | None
    key_id: int
    secret: str = field(repr=False)

    @property
    def size(self) -> int:
        """The size of its files in bytes."""
        return sum(map(len, self.files.values()))


class Bundles:
    """All bundles. `base_url` is the address of the service in the addresses of bundles."""

    def __init__(self, keys: ApiKeys, base_url: str, limits: BundleLimits | None = None) -> None:
        self._keys = keys
        self.base_url = base_url.rstrip("/")
        self._limits = limits or BundleLimits()
        self._bundles: dict[UUID, Bundle] = {}
        """The bundles by id, the oldest first."""
        self._lock = asyncio.Lock()

    async def serve(self, extension: str, content: bytes, settings: Mapping[str, Any] | None) -> str:
        """Serve the files of an archive, and return the address of the bundle.

        Raises `FaultError`: 400 for an invalid archive or settings, 409 when the extension ends meanwhile.
        """
        limits = self._limits
        if len(_encode_settings(settings)) > limits.settings_bytes:
            raise _settings_fault(f"The settings of a bundle are larger than {limits.settings_bytes} bytes.")
        async with self._lock:
            files = await asyncio.to_thread(_read_files, content, limits.archive)
            expires = self._keys.ending_time.now_ms() + round(limits.lifetime_seconds * 1_000)
            key_id, secret = await self._keys.issue_page_key(extension, expires)
            bundle = Bundle(uuid4(), extension, files, settings, key_id, secret)
            self._bundles[bundle.id] = bundle
            await self._end_surplus(extension)
        return f"{self.base_url}{PATH_PREFIX}/{bundle.id}"

    async def find(self, id: UUID) -> Bundle | None:
        """The bundle with this id; None when there is none, or its key is no longer valid."""
        bundle = self._bundles.get(id)
        if bundle is not None and await self._keys.authenticate(bundle.secret) is None:
            self._bundles.pop(id, None)
            return None
        return bundle

    async def require(self, id: UUID) -> Bundle:
        """The bundle with this id; 404 when there is none."""
        bundle = await self.find(id)
        if bundle is None:
            raise not_found("bundle", id)
        return bundle

    async def takes_key(self, id: UUID, secret: str) -> bool:
        """Whether a key is that of the page of this bundle. 404 when there is no such bundle."""
        bundle = await self.require(id)
        return secrets.compare_digest(bundle.secret.encode(), secret.encode())

    def end_of(self, extension: str) -> None:
        """Free the bundles of an extension whose program has ended; their keys are revoked with that of the program."""
        for bundle in [bundle for bundle in self._bundles.values() if bundle.extension == extension]:
            del self._bundles[bundle.id]

    async def _end_surplus(self, extension: str) -> None:
        """End what has expired, and the oldest bundles beyond the limits."""
        expired = [bundle for bundle in self._bundles.values() if await self._keys.authenticate(bundle.secret) is None]
        self._forget(expired)
        limits, surplus = self._limits, list[Bundle]()
        own = [bundle for bundle in self._bundles.values() if bundle.extension == extension]
        while len(own) > limits.bundles_per_extension or _total(own) > limits.bytes_per_extension:
            surplus.append(own.pop(0))
        rest = [bundle for bundle in self._bundles.values() if bundle not in surplus]
        while _total(rest) > limits.total_bytes:
            surplus.append(rest.pop(0))
        self._forget(surplus)
        await self._keys.revoke_page_keys([bundle.key_id for bundle in (*expired, *surplus)])

    def _forget(self, bundles: list[Bundle]) -> None:
        for bundle in bundles:
            self._bundles.pop(bundle.id, None)


def _read_files(content: bytes, limits: ArchiveLimits) -> dict[str, bytes]:
    if len(content) > limits.archive_bytes:
        raise archive_error("size", f"The archive is larger than {limits.archive_bytes} bytes.")
    if not content.startswith(zips.MAGIC):
        raise archive_error("kind", "The content is not a zip archive.")
    entries = zips.entries(content, limits)
    require_distinct_paths(entries)
    for entry in entries:
        if entry.path.partition("/")[0] == API_SEGMENT:
            raise archive_error("name", "The way to the API has this name.", entry.path)
    return {entry.path: b"".join(chunks) for entry, chunks in zips.contents(content, limits) if not entry.is_folder}


def _encode_settings(settings: Mapping[str, Any] | None) -> bytes:
    try:
        return orjson.dumps(settings)
    except TypeError as error:
        raise _settings_fault(f"The settings of a bundle must be JSON: {error}.") from None


def _settings_fault(detail: str) -> FaultError:
    return FaultError(Fault(kind=FaultKind.BAD_PARAMETER, rule="bundle.settings", detail=detail, pointer="/settings"))


def _total(bundles: list[Bundle]) -> int:
    return sum(bundle.size for bundle in bundles)

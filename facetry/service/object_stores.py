"""The object store of a service, from its settings and the variables that AWS's own tools read."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pydantic import SecretStr

from facetry.library.file_stores.bucket.bucket_stores import BucketOptions, BucketStores
from facetry.library.file_stores.bucket.client import BucketAccess, BucketClient, is_installed
from facetry.library.file_stores.bucket.location import BucketLocation, BucketRules, bucket_of
from facetry.library.file_stores.folder.temporary_records import TemporaryRecords
from facetry.library.file_stores.stores import FileStores
from facetry.library.renditions.shared_renditions import SharedRenditions
from facetry.observability.redaction import never_log
from facetry.settings import Settings
from facetry.system.files.chosen_folders import ChosenFolders

MOVES: Final = "moves"
"""Folder of the data folder with the records of moves in buckets."""
_OBJECTS: Final = "objects"
_TOKEN_FILES: Final = ("AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE")
"""The variables with files that the client reads. It reads no file of AWS's own tools, such as `~/.aws/credentials`."""


class ObjectStoreError(ValueError):
    """The settings name buckets that cannot be used; the message says why."""


def open_file_stores(
    settings: Settings, scratch: Path, records: TemporaryRecords | None, folders: ChosenFolders
) -> FileStores:
    """The file stores of a library. Copies of objects are beneath `scratch`, and `records` is where temporary files in
    folders are recorded. `folders` are those of the repositories.
    """
    options = bucket_options(settings, os.environ)
    return FileStores(records, BucketStores(options, scratch / _OBJECTS, settings.data_dir / MOVES), folders)


def require_usable(settings: Settings) -> None:
    """Raise `ObjectStoreError` unless the buckets that the settings permit can be used."""
    bucket_options(settings, {})
    _bucket_of_renditions(settings)


def open_shared_renditions(settings: Settings) -> SharedRenditions | None:
    """The renditions that hosts share in a bucket; None unless the settings name one. Raises `ObjectStoreError`."""
    location = _bucket_of_renditions(settings)
    return None if location is None else SharedRenditions(BucketClient(location, _access(settings, os.environ)))


def secret_files(environment: Mapping[str, str]) -> list[Path]:
    """The files with credentials that the client of the object store reads, as absolute paths."""
    return [Path(path).absolute() for name in _TOKEN_FILES if (path := environment.get(name))]


def _bucket_of_renditions(settings: Settings) -> BucketLocation | None:
    if settings.renditions_bucket is None:
        return None
    _require_installed("renditions_bucket names a bucket")
    try:
        return bucket_of(settings.renditions_bucket)
    except ValueError as error:
        raise ObjectStoreError(f"renditions_bucket: {error}") from None


def bucket_options(settings: Settings, environment: Mapping[str, str]) -> BucketOptions | None:
    """How buckets are used; None when the settings permit none. Raises `ObjectStoreError`."""
    options = settings.object_stores
    if not options.buckets:
        return None
    try:
        rules = BucketRules(tuple(bucket_of(each) for each in options.buckets))
    except ValueError as error:
        raise ObjectStoreError(f"object_stores.buckets: {error}") from None
    _require_installed("object_stores.buckets permits buckets")
    return BucketOptions(rules, _access(settings, environment), settings.decoder.max_bytes, options.poll_seconds)


def _require_installed(reason: str) -> None:
    if not is_installed():
        raise ObjectStoreError(
            f'{reason}, but the library for buckets is missing. Install it: pip install "facetry[object-stores]"'
        )


def _access(settings: Settings, environment: Mapping[str, str]) -> BucketAccess:
    """How the object store is reached."""
    options = settings.object_stores
    endpoint = options.endpoint or environment.get("AWS_ENDPOINT_URL_S3") or environment.get("AWS_ENDPOINT_URL")
    access = BucketAccess(
        endpoint=endpoint or None,
        region=options.region or environment.get("AWS_REGION") or environment.get("AWS_DEFAULT_REGION") or None,
        access_key_id=_secret(options.access_key_id, environment, "AWS_ACCESS_KEY_ID"),
        secret_access_key=_secret(options.secret_access_key, environment, "AWS_SECRET_ACCESS_KEY"),
        session_token=_secret(options.session_token, environment, "AWS_SESSION_TOKEN"),
        path_style=bool(endpoint) if options.path_style is None else options.path_style,
    )
    for secret in (access.secret_access_key, access.session_token):
        if secret is not None:
            never_log(secret)
    return access


def _secret(setting: SecretStr | None, environment: Mapping[str, str], name: str) -> str | None:
    return environment.get(name) or None if setting is None else setting.get_secret_value()

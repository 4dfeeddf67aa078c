"""The file stores of a library: the place of a repository, as its record has it, leads to its store."""

from __future__ import annotations

from facetry.library.file_stores.bucket.bucket_stores import BucketStores
from facetry.library.file_stores.bucket.place import BucketRules, is_bucket
from facetry.library.file_stores.file_store import FileStore
from facetry.library.file_stores.folder.folder_store import FolderStore
from facetry.library.file_stores.folder.temporary_records import TemporaryRecords
from facetry.library.file_stores.unavailable_store import UnavailableStore

_NOT_PERMITTED = "The operator does not permit this bucket or prefix. The setting object_stores.buckets permits it."


class FileStores:
    """Finds the file store of a place."""

    def __init__(self, records: TemporaryRecords | None = None, buckets: BucketStores | None = None) -> None:
        """`records` is where temporary files in folders are recorded. No bucket is used without `buckets`."""
        self._records = records
        self._buckets = buckets

    @property
    def bucket_rules(self) -> BucketRules:
        """Where repositories may be in buckets."""
        return BucketRules() if self._buckets is None else self._buckets.rules

    def of(self, root: str) -> FileStore:
        """The store with this root; it need not be available."""
        if not is_bucket(root):
            return FolderStore(root, self._records)
        store = None if self._buckets is None else self._buckets.of(root)
        return UnavailableStore(root, _NOT_PERMITTED) if store is None else store

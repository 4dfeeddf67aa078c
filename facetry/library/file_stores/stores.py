"""The file stores of a library: the location of a repository, as its record has it, leads to its store."""

from __future__ import annotations

from typing import Final

from facetry.library.file_stores.bucket.bucket_stores import BucketStores
from facetry.library.file_stores.bucket.location import BucketRules, is_bucket
from facetry.library.file_stores.file_store import FileStore
from facetry.library.file_stores.folder.folder_store import FolderStore
from facetry.library.file_stores.folder.temporary_records import TemporaryRecords
from facetry.library.file_stores.unavailable_store import UnavailableStore
from facetry.system.files.chosen_folders import ChosenFolders

_NOT_PERMITTED = "The operator does not permit this bucket or prefix. The setting object_stores.buckets permits it."


class FileStores:
    """Finds the file store of a location."""

    def __init__(
        self,
        records: TemporaryRecords | None = None,
        buckets: BucketStores | None = None,
        folders: ChosenFolders | None = None,
    ) -> None:
        """`records` is where temporary files in folders are recorded. No bucket is used without `buckets`. Without
        `folders`, any folder at the path of a repository is its folder.
        """
        self._records = records
        self._buckets = buckets
        self.folders: Final = folders

    @property
    def bucket_rules(self) -> BucketRules:
        """Where repositories may be in buckets."""
        return BucketRules() if self._buckets is None else self._buckets.rules

    def of(self, root: str) -> FileStore:
        """The store with this root; it need not be available."""
        if not is_bucket(root):
            return FolderStore(root, self._records, None if self.folders is None else self.folders.of(root))
        store = None if self._buckets is None else self._buckets.of(root)
        return UnavailableStore(root, _NOT_PERMITTED) if store is None else store

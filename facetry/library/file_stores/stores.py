"""The file stores of a library: the place of a repository, as its record has it, leads to its store."""

from __future__ import annotations

from facetry.library.file_stores.file_store import FileStore
from facetry.library.file_stores.folder.folder_store import FolderStore
from facetry.library.file_stores.folder.temporary_records import TemporaryRecords


class FileStores:
    """Finds the file store of a place."""

    def __init__(self, records: TemporaryRecords | None = None) -> None:
        """`records` is where temporary files in folders are recorded."""
        self._records = records

    def of(self, root: str) -> FileStore:
        """The store with this root; it need not be available."""
        return FolderStore(root, self._records)

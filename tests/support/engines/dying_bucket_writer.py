"""A process that changes one object of a bucket, and kills itself at a moment:
`python -m tests.support.engines.dying_bucket_writer DATA_DIR CHANGE MOMENT IMAGE`.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any
from uuid import UUID

from facetry.http.body import Upload
from facetry.library import repositories
from facetry.library.file_stores.bucket.client import BucketClient
from facetry.service.opening import open_library
from facetry.settings import Settings
from tests.support.imaging import pictures

put, delete = BucketClient.put, BucketClient.delete
PROBE = ".facetry-probe-"


def die() -> None:
    """End this process as a loss of power would: without any clean-up."""
    os.kill(os.getpid(), signal.SIGKILL)


def install(moment: str) -> None:
    """Have the process die before or after it writes or removes an object."""

    def dying_put(self: BucketClient, path: str, *arguments: Any) -> str:
        if moment == "before-put" and not path.startswith(PROBE):
            die()
        etag = put(self, path, *arguments)
        if moment == "after-put" and not path.startswith(PROBE):
            die()
        return etag

    def dying_delete(self: BucketClient, path: str) -> None:
        if moment == "before-delete" and not path.startswith(PROBE):
            die()
        delete(self, path)
        if moment == "after-delete" and not path.startswith(PROBE):
            die()

    setattr(BucketClient, "put", dying_put)  # noqa: B010  # a type checker does not accept the assignment
    setattr(BucketClient, "delete", dying_delete)  # noqa: B010


async def change(data_dir: Path, name: str, image: UUID) -> None:
    library, _ = open_library(Settings(data_dir=data_dir))
    upload = Upload(data_dir.parent / "upload", len(pictures.picture("PNG", seed=2)))
    upload.path.write_bytes(pictures.picture("PNG", seed=2))
    (repository,) = await library.store.read(repositories.list_all)
    if name == "store":
        await library.originals.store(repository.id, upload, name="stored")
    elif name == "modify":
        await library.originals.modify(image, upload)
    elif name == "rename":
        await library.originals.rename(repository.id, image, name="renamed", folder="away")
    elif name == "delete":
        await library.originals.delete(image)
    elif name == "trash":
        await asyncio.to_thread(library.trash.put, image)
    else:
        await asyncio.to_thread(library.trash.restore, image)


if __name__ == "__main__":
    install(sys.argv[3])
    asyncio.run(change(Path(sys.argv[1]), sys.argv[2], UUID(sys.argv[4])))

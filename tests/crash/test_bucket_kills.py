"""A process is killed while it changes an object of a bucket: nothing is lost, and the next scan mends the rest."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text

from facetry.http.body import Upload
from facetry.library import repositories
from facetry.library.library import Library
from facetry.library.trash.trash import complete
from facetry.service.opening import close_library, open_library
from facetry.settings import ObjectStoreSettings, Settings
from tests.support.engines.object_stores import ACCESS_KEY, HAS_CEPH, SECRET_KEY, Bucket, ObjectStore, ceph
from tests.support.imaging import pictures
from tests.support.services.servers import server_environment

pytestmark = [
    pytest.mark.crash,
    pytest.mark.skipif(not HAS_CEPH, reason="Ceph is not installed (ceph-mon, ceph-osd, radosgw)"),
]
OLD, NEW = pictures.picture("PNG", seed=1), pictures.picture("PNG", seed=2)
MOVES = ("before-put", "after-put", "before-delete", "after-delete")
SOME_MOVES = MOVES if os.environ.get("BUCKET_KILLS") == "all" else ("after-put", "before-delete")
"""Renaming, trash and restoring move objects in the same way."""
KILLS = [
    ("store", "after-put"),
    ("modify", "after-put"),
    ("delete", "after-delete"),
    *(("rename", moment) for moment in MOVES),
    *(("trash", moment) for moment in SOME_MOVES),
    *(("restore", moment) for moment in SOME_MOVES),
]


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ObjectStore]:
    with ceph(tmp_path_factory.mktemp("ceph")) as store:
        yield store


@asynccontextmanager
async def opened(home: Path, bucket: Bucket) -> AsyncIterator[Library]:
    settings = ObjectStoreSettings.model_validate(
        {
            "buckets": [f"s3://{bucket.name}"],
            "endpoint": bucket.server.endpoint,
            "region": "us-east-1",
            "access_key_id": ACCESS_KEY,
            "secret_access_key": SECRET_KEY,
        }
    )
    library, _ = open_library(Settings(data_dir=home / "data", object_stores=settings))
    try:
        yield library
    finally:
        await close_library(library)


async def rows(library: Library, statement: str) -> list[tuple[Any, ...]]:
    return await library.store.read(lambda connection: [tuple(row) for row in connection.execute(text(statement))])


async def prepare(home: Path, bucket: Bucket, change: str) -> UUID:
    """A library with one image, tagged; in the trash if it is to be restored."""
    async with opened(home, bucket) as library:
        repository = await library.store.write(
            lambda work: repositories.create(work, path=f"s3://{bucket.name}", name="bucket")
        )
        (home / "first").write_bytes(OLD)
        id = await library.originals.store(repository.id, Upload(home / "first", len(OLD)), name="first")
        if change == "restore":
            await asyncio.to_thread(library.trash.put, id)
        return id


async def mend(home: Path, bucket: Bucket) -> dict[str, tuple[UUID, bytes]]:
    """What a start and a scan make of it: the images by path, and the content of their objects."""
    async with opened(home, bucket) as library:
        await complete(library.trash)
        (repository,) = await library.store.read(repositories.list_all)
        for _ in range(2):  # the second one changes nothing
            progress = await library.scans.synchronize(repository.id, 10)
            await library.scans.wait_until_idle()
            assert progress.error is None
        assert (progress.added, progress.updated, progress.moved, progress.removed) == (0, 0, 0, 0)
        assert list((home / "data" / "moves").glob("*")) == []
        found = {
            path: (UUID(bytes=id), bucket.get(path)) for path, id in await rows(library, "SELECT path, id FROM image")
        }
        trashed = await rows(library, "SELECT id, file FROM trashed_image")
        for id, file in trashed:
            found[f".facetry-trash/{file}"] = UUID(bytes=id), bucket.get(f".facetry-trash/{file}")
        assert sorted(found) == bucket.listed()
        return found


@pytest.mark.parametrize(("change", "moment"), KILLS)
def test_a_kill_loses_nothing(tmp_path: Path, objects: ObjectStore, change: str, moment: str) -> None:
    bucket = objects.new_bucket()
    id = asyncio.run(prepare(tmp_path, bucket, change))
    command = [
        sys.executable,
        "-m",
        "tests.support.engines.dying_bucket_writer",
        str(tmp_path / "data"),
        change,
        moment,
        str(id),
    ]
    environment = server_environment("x" * 32, objects.environment(f"s3://{bucket.name}"))
    environment.pop("FACETRY_API_SECRET")
    killed = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    found = asyncio.run(mend(tmp_path, bucket))
    trashed = f".facetry-trash/{id}.png"
    is_done = moment in ("before-delete", "after-delete")  # the rows were committed before
    if change == "store":
        assert {path: content for path, (_, content) in found.items()} == {"first.png": OLD, "stored.png": NEW}
        assert found["first.png"][0] == id
    elif change == "modify":
        assert found == {"first.png": (id, NEW)}
    elif change == "delete":
        assert found == {}
    elif change == "rename":
        assert found == {"away/renamed.png" if is_done else "first.png": (id, OLD)}
    elif change == "trash":
        assert found == {trashed if is_done else "first.png": (id, OLD)}
    else:
        assert found == {"first.png" if is_done else trashed: (id, OLD)}

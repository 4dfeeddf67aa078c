"""New content of an image: same format, durable before the old content is removed, and announced once."""

from __future__ import annotations

import asyncio
import hashlib
import os
import signal
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import pytest

from facetry.errors import FaultError, FaultKind
from facetry.http.body import Upload
from facetry.library import images, repositories
from facetry.library.originals.location import location_of
from facetry.store.work import Work
from generated import models
from tests.support.imaging import pictures
from tests.support.libraries import open_library
from tests.support.libraries.open_library import OpenLibrary, run


async def store_picture(
    library: OpenLibrary, name: str = "a", folder: str = "", seed: int = 1, format: str = "PNG"
) -> models.Image:
    upload = library.picture(format, seed=seed)
    return await open_library.store(library.library, library.repository.id, upload, name=name, folder=folder)


async def modify_fault(library: OpenLibrary, image: models.Image, upload: Upload) -> tuple[FaultKind, str]:
    with pytest.raises(FaultError) as caught:
        await open_library.modify(library.library, image.id, upload)
    return caught.value.fault.kind, caught.value.fault.rule


def test_modifying_replaces_the_bytes_and_keeps_everything_else(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        before = await store_picture(harness, folder="in")
        (harness.root / "in" / "a.png").chmod(0o640)
        data = pictures.picture("PNG", seed=2, size=(40, 30))
        after = await open_library.modify(harness.library, before.id, harness.upload(data))
        assert (after.id, after.name, after.creation_date) == (before.id, before.name, before.creation_date)
        assert (after.dimensions.width, after.dimensions.height) == (40, 30)
        assert after.hashes.content == hashlib.sha256(data).hexdigest() != before.hashes.content
        assert (harness.root / "in" / "a.png").read_bytes() == data
        assert (harness.root / "in" / "a.png").stat().st_mode & 0o777 == 0o640
        assert await harness.topics() == ["image.created", "image.updated"]
        assert harness.names("in") == ["a.png"]
        await harness.require_synchronized()

    run(tmp_path, scenario)


def test_modifying_with_equal_bytes_changes_nothing(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        before = await store_picture(harness)
        stat = (harness.root / "a.png").stat()
        after = await open_library.modify(harness.library, before.id, harness.picture(seed=1))
        assert after == before
        assert (harness.root / "a.png").stat() == stat
        assert await harness.topics() == ["image.created"]

    run(tmp_path, scenario)


def test_other_formats_and_bytes_that_are_no_picture_are_refused(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        content = (harness.root / "a.png").read_bytes()
        for format in set(pictures.FORMATS) - {"PNG"}:
            fault = await modify_fault(harness, image, harness.picture(format))
            assert fault == (FaultKind.BAD_PARAMETER, "image.format-differs")
        assert await modify_fault(harness, image, harness.upload(content[:50])) == (
            FaultKind.BAD_PARAMETER,
            "decode.truncated",
        )
        assert await modify_fault(harness, image, harness.upload(b"text")) == (FaultKind.BAD_PARAMETER, "decode.format")
        assert (harness.root / "a.png").read_bytes() == content
        assert await harness.topics() == ["image.created"]
        with pytest.raises(FaultError) as caught:
            await open_library.modify(harness.library, uuid4(), harness.picture())
        assert caught.value.fault.kind is FaultKind.NOT_FOUND

    run(tmp_path, scenario)


@pytest.mark.parametrize("loss", ["file", "folder", "link", "root"])
def test_modifying_does_not_create_a_missing_file(tmp_path: Path, loss: str) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness, folder="in")
        path = harness.root / "in" / "a.png"
        if loss == "file":
            path.unlink()
        elif loss == "link":
            path.rename(tmp_path / "elsewhere.png")
            path.symlink_to(tmp_path / "elsewhere.png")
        elif loss == "folder":
            path.parent.rename(tmp_path / "in")
            path.parent.symlink_to(tmp_path / "in")
        else:
            harness.root.rename(tmp_path / "unplugged")
        expected_rule = "repository.unavailable" if loss == "root" else "image.file-missing"
        assert await modify_fault(harness, image, harness.picture(seed=2)) == (FaultKind.CONFLICT, expected_rule)

    run(tmp_path, scenario)
    remaining = [path for path in tmp_path.rglob("*.png") if path.is_file()]
    assert {path.read_bytes() for path in remaining} <= {pictures.picture("PNG", seed=1)}
    assert not list(tmp_path.rglob(".facetry-*"))


def test_after_concurrent_changes_file_and_row_agree(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness, seed=100)
        await asyncio.gather(
            *(open_library.modify(harness.library, image.id, harness.picture(seed=seed)) for seed in range(12))
        )
        assert await harness.topics() == ["image.created"] + ["image.updated"] * 12
        assert harness.names() == ["a.png"]
        await harness.require_synchronized()

    run(tmp_path, scenario)


def test_concurrent_modifying_renaming_and_deleting_leave_no_stray_file(tmp_path: Path) -> None:
    """Whichever operation wins: each file has one row and each row one file."""

    async def scenario(harness: OpenLibrary) -> None:
        for turn in range(15):
            image = await store_picture(harness, name=f"{turn}", seed=turn + 100)

            def delete(work: Work, image: models.Image = image) -> None:
                where = location_of(work.connection, image.id)
                (Path(where.root) / where.path).unlink()
                images.remove(work, [where.key])

            deleting = [harness.library.store.write(delete)] if turn % 2 else []
            await asyncio.gather(
                open_library.modify(harness.library, image.id, harness.picture(seed=turn + 200)),
                open_library.rename(harness.library, harness.repository.id, image.id, name=f"x{turn}"),
                *deleting,
                return_exceptions=True,
            )
            paths = {path for (path,) in await harness.rows("SELECT path FROM image")}
            assert set(harness.names()) == paths
        await harness.require_synchronized()

    run(tmp_path, scenario)


def test_a_picture_that_no_scan_has_seen_is_not_overwritten(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        unseen = pictures.picture("PNG", seed=7)
        (harness.root / "a.png").write_bytes(unseen)
        for seed in (1, 2):  # the recorded picture, and another one
            with pytest.raises(FaultError) as caught:
                await open_library.modify(harness.library, image.id, harness.picture(seed=seed))
            assert caught.value.fault.rule == "image.file-changed"
            assert (harness.root / "a.png").read_bytes() == unseen
            assert harness.names() == ["a.png"]
        assert (await harness.scan()).updated == 1
        await open_library.modify(harness.library, image.id, harness.picture(seed=1))
        assert (harness.root / "a.png").read_bytes() == pictures.picture("PNG", seed=1)
        await harness.require_synchronized()

    run(tmp_path, scenario)


def test_modifying_repairs_an_unreadable_image(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        (harness.root / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n but no more")
        os.utime(harness.root / "a.png", (1, 1))
        await harness.scan()
        assert await harness.rows("SELECT path FROM unreadable_file") == [("a.png",)]
        after = await open_library.modify(harness.library, image.id, harness.picture(seed=1))
        assert after.state == "AVAILABLE"
        assert await harness.rows("SELECT path FROM unreadable_file") == []
        await harness.require_synchronized()

    run(tmp_path, scenario)


def test_when_the_row_cannot_be_written_the_old_file_is_restored(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        inode = (harness.root / "a.png").stat().st_ino
        write = harness.library.store.write_now

        def fail(unit: object) -> object:
            def doomed(work: Work) -> None:
                unit(work)  # type: ignore[operator]
                assert (harness.root / "a.png").read_bytes() == pictures.picture("PNG", seed=2)
                raise RuntimeError

            return write(doomed)

        harness.library.store.write_now = fail  # type: ignore[method-assign, assignment]
        with pytest.raises(RuntimeError):
            await open_library.modify(harness.library, image.id, harness.picture(seed=2))
        assert (harness.root / "a.png").stat().st_ino == inode
        assert harness.names() == ["a.png"]
        await harness.require_synchronized(is_renamed=True)

    run(tmp_path, scenario)


def test_a_repository_whose_folder_was_changed_is_not_written_to(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        other = tmp_path / "other"
        other.mkdir()
        write = harness.library.store.write_now

        def moved(unit: object) -> object:
            write(lambda work: repositories.change(work, harness.repository.id, name=None, comment=None, path=other))
            return write(unit)  # type: ignore[arg-type]

        harness.library.store.write_now = moved  # type: ignore[method-assign, assignment]
        assert (await modify_fault(harness, image, harness.picture(seed=2)))[1] == "image.file-missing"
        assert (harness.root / "a.png").read_bytes() == pictures.picture("PNG", seed=1)

    run(tmp_path, scenario)


def test_a_file_deleted_meanwhile_is_not_created_again(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        write = harness.library.store.write_now

        def bereft(unit: object) -> object:
            (harness.root / "a.png").unlink()
            return write(unit)  # type: ignore[arg-type]

        harness.library.store.write_now = bereft  # type: ignore[method-assign, assignment]
        assert await modify_fault(harness, image, harness.picture(seed=2)) == (FaultKind.CONFLICT, "image.file-missing")
        assert harness.names() == []

    run(tmp_path, scenario)


_CRASH_SCRIPT = """
import asyncio, os, signal, sys
from pathlib import Path
from facetry.library.file_stores.folder import atomic_files
from tests.support.libraries import open_library
from tests.support.libraries.open_library import run

release = atomic_files.TemporaryName.release

def release_and_die(old):
    release(old)
    os.kill(os.getpid(), signal.SIGKILL)

async def use(harness):
    image = await open_library.store(harness.library, harness.repository.id, harness.picture(seed=1), name="a")
    atomic_files.TemporaryName.release = release_and_die
    await open_library.modify(harness.library, image.id, harness.picture(seed=2))

run(Path(sys.argv[1]), use)
"""


def test_a_crash_between_file_and_row_leaves_a_change_for_the_next_scan(tmp_path: Path) -> None:
    home = Path(__file__).parents[4]
    process = subprocess.run([sys.executable, "-c", _CRASH_SCRIPT, str(tmp_path)], cwd=home, check=False, timeout=60)
    assert process.returncode == -signal.SIGKILL

    async def scenario(harness: OpenLibrary) -> None:
        ((id,),) = await harness.rows("SELECT id FROM image")
        assert (harness.root / "a.png").read_bytes() == pictures.picture("PNG", seed=2)
        assert [name for name in harness.names() if not name.startswith(".facetry-")] == ["a.png"]
        assert (await harness.scan()).updated == 1
        assert await harness.rows("SELECT id FROM image") == [(id,)]
        await harness.require_synchronized()

    run(tmp_path, scenario)

"""New bytes for an image: of its format, durable before the old ones go, and told once."""

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

from facetry.errors import FaultError, Kind
from facetry.http.body import Upload
from facetry.library import images, repositories
from facetry.library.originals import files, storing
from facetry.library.originals.location import located
from facetry.store.work import Work
from generated import models
from tests.support import pictures
from tests.support.open_library import Shelf, run


async def stored(shelf: Shelf, name: str = "a", folder: str = "", seed: int = 1, format: str = "PNG") -> models.Image:
    upload = shelf.picture(format, seed=seed)
    return await storing.store(shelf.library, shelf.repository.id, upload, name=name, folder=folder)


async def refused(shelf: Shelf, image: models.Image, upload: Upload) -> tuple[Kind, str]:
    with pytest.raises(FaultError) as caught:
        await storing.modify(shelf.library, image.id, upload)
    return caught.value.fault.kind, caught.value.fault.rule


def test_an_image_gets_new_bytes_and_keeps_the_rest(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        before = await stored(shelf, folder="in")
        (shelf.root / "in" / "a.png").chmod(0o640)
        data = pictures.picture("PNG", seed=2, size=(40, 30))
        after = await storing.modify(shelf.library, before.id, shelf.upload(data))
        assert (after.id, after.name, after.creation_date) == (before.id, before.name, before.creation_date)
        assert (after.dimensions.width, after.dimensions.height) == (40, 30)
        assert after.hashes.content == hashlib.sha256(data).hexdigest() != before.hashes.content
        assert (shelf.root / "in" / "a.png").read_bytes() == data
        assert (shelf.root / "in" / "a.png").stat().st_mode & 0o777 == 0o640
        assert await shelf.topics() == ["image.created", "image.updated"]
        assert shelf.names("in") == ["a.png"]
        await shelf.settled()

    run(tmp_path, use)


def test_the_same_bytes_again_change_nothing(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        before = await stored(shelf)
        stat = (shelf.root / "a.png").stat()
        after = await storing.modify(shelf.library, before.id, shelf.picture(seed=1))
        assert after == before
        assert (shelf.root / "a.png").stat() == stat
        assert await shelf.topics() == ["image.created"]

    run(tmp_path, use)


def test_other_formats_and_no_pictures_are_refused(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        image = await stored(shelf)
        held = (shelf.root / "a.png").read_bytes()
        for format in set(pictures.FORMATS) - {"PNG"}:
            told = await refused(shelf, image, shelf.picture(format))
            assert told == (Kind.BAD_PARAMETER, "image.format-differs")
        assert await refused(shelf, image, shelf.upload(held[:50])) == (Kind.BAD_PARAMETER, "decode.truncated")
        assert await refused(shelf, image, shelf.upload(b"text")) == (Kind.BAD_PARAMETER, "decode.format")
        assert (shelf.root / "a.png").read_bytes() == held
        assert await shelf.topics() == ["image.created"]
        with pytest.raises(FaultError) as caught:
            await storing.modify(shelf.library, uuid4(), shelf.picture())
        assert caught.value.fault.kind is Kind.UNKNOWN

    run(tmp_path, use)


@pytest.mark.parametrize("loss", ["file", "folder", "link", "root"])
def test_a_file_that_is_not_there_is_not_made(tmp_path: Path, loss: str) -> None:
    async def use(shelf: Shelf) -> None:
        image = await stored(shelf, folder="in")
        path = shelf.root / "in" / "a.png"
        if loss == "file":
            path.unlink()
        elif loss == "link":
            path.rename(tmp_path / "elsewhere.png")
            path.symlink_to(tmp_path / "elsewhere.png")
        elif loss == "folder":
            path.parent.rename(tmp_path / "in")
            path.parent.symlink_to(tmp_path / "in")
        else:
            shelf.root.rename(tmp_path / "unplugged")
        wanted = "repository.unavailable" if loss == "root" else "image.file-missing"
        assert await refused(shelf, image, shelf.picture(seed=2)) == (Kind.CONFLICT, wanted)

    run(tmp_path, use)
    kept = [path for path in tmp_path.rglob("*.png") if path.is_file()]
    assert {path.read_bytes() for path in kept} <= {pictures.picture("PNG", seed=1)}
    assert not list(tmp_path.rglob(".facetry-*"))


def test_of_many_at_once_the_file_and_the_row_are_of_one(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        image = await stored(shelf, seed=100)
        await asyncio.gather(*(storing.modify(shelf.library, image.id, shelf.picture(seed=seed)) for seed in range(12)))
        assert await shelf.topics() == ["image.created"] + ["image.updated"] * 12
        assert shelf.names() == ["a.png"]
        await shelf.settled()

    run(tmp_path, use)


def test_modifying_renaming_and_deleting_at_once_leave_no_stray_file(tmp_path: Path) -> None:
    """Whatever wins: each file has one row and each row one file."""

    async def use(shelf: Shelf) -> None:
        for turn in range(15):
            image = await stored(shelf, name=f"{turn}", seed=turn + 100)

            def delete(work: Work, image: models.Image = image) -> None:
                where = located(work.connection, image.id)
                files.remove_original(where)
                images.remove(work, [where.key])

            deleting = [shelf.library.store.write(delete)] if turn % 2 else []
            await asyncio.gather(
                storing.modify(shelf.library, image.id, shelf.picture(seed=turn + 200)),
                storing.rename(shelf.library, shelf.repository.id, image.id, name=f"x{turn}"),
                *deleting,
                return_exceptions=True,
            )
            paths = {path for (path,) in await shelf.rows("SELECT path FROM image")}
            assert set(shelf.names()) == paths
        await shelf.settled()

    run(tmp_path, use)


def test_a_change_that_no_scan_has_met_is_overwritten_with_the_row(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        image = await stored(shelf)
        (shelf.root / "a.png").write_bytes(pictures.picture("PNG", seed=7))
        after = await storing.modify(shelf.library, image.id, shelf.picture(seed=1))
        assert (shelf.root / "a.png").read_bytes() == pictures.picture("PNG", seed=1)
        assert after.hashes == image.hashes
        assert await shelf.topics() == ["image.created"]  # as far as anybody was told, nothing changed
        await shelf.settled()

    run(tmp_path, use)


def test_an_image_that_could_not_be_read_any_more_can_again(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        image = await stored(shelf)
        (shelf.root / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n but no more")
        os.utime(shelf.root / "a.png", (1, 1))
        await shelf.scan()
        assert await shelf.rows("SELECT path FROM unreadable_file") == [("a.png",)]
        after = await storing.modify(shelf.library, image.id, shelf.picture(seed=1))
        assert after.state == "AVAILABLE"
        assert await shelf.rows("SELECT path FROM unreadable_file") == []
        await shelf.settled()

    run(tmp_path, use)


def test_when_the_row_cannot_be_written_the_old_file_comes_back(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        image = await stored(shelf)
        inode = (shelf.root / "a.png").stat().st_ino
        write = shelf.library.store.write_now

        def fail(unit: object) -> object:
            def doomed(work: Work) -> None:
                unit(work)  # type: ignore[operator]
                assert (shelf.root / "a.png").read_bytes() == pictures.picture("PNG", seed=2)
                raise RuntimeError

            return write(doomed)

        shelf.library.store.write_now = fail  # type: ignore[method-assign, assignment]
        with pytest.raises(RuntimeError):
            await storing.modify(shelf.library, image.id, shelf.picture(seed=2))
        assert (shelf.root / "a.png").stat().st_ino == inode
        assert shelf.names() == ["a.png"]
        await shelf.settled()

    run(tmp_path, use)


def test_a_repository_that_lies_elsewhere_by_now_is_not_written_to(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        image = await stored(shelf)
        other = tmp_path / "other"
        other.mkdir()
        write = shelf.library.store.write_now

        def moved(unit: object) -> object:
            write(lambda work: repositories.change(work, shelf.repository.id, name=None, comment=None, path=other))
            return write(unit)  # type: ignore[arg-type]

        shelf.library.store.write_now = moved  # type: ignore[method-assign, assignment]
        assert (await refused(shelf, image, shelf.picture(seed=2)))[1] == "image.file-missing"
        assert (shelf.root / "a.png").read_bytes() == pictures.picture("PNG", seed=1)

    run(tmp_path, use)


def test_a_file_that_went_at_the_last_moment_does_not_come_back(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        image = await stored(shelf)
        write = shelf.library.store.write_now

        def bereft(unit: object) -> object:
            (shelf.root / "a.png").unlink()
            return write(unit)  # type: ignore[arg-type]

        shelf.library.store.write_now = bereft  # type: ignore[method-assign, assignment]
        assert await refused(shelf, image, shelf.picture(seed=2)) == (Kind.CONFLICT, "image.file-missing")
        assert shelf.names() == []

    run(tmp_path, use)


_DEATH = """
import asyncio, os, signal, sys
from pathlib import Path
from facetry.library.originals import atomic_files as placing, storing
from tests.support.open_library import run

exchange = placing.exchange

def exchange_and_die(fresh, name):
    exchange(fresh, name)
    os.kill(os.getpid(), signal.SIGKILL)

async def use(shelf):
    image = await storing.store(shelf.library, shelf.repository.id, shelf.picture(seed=1), name="a")
    placing.exchange = exchange_and_die
    await storing.modify(shelf.library, image.id, shelf.picture(seed=2))

run(Path(sys.argv[1]), use)
"""


def test_a_death_between_file_and_row_leaves_a_change_that_the_next_scan_meets(tmp_path: Path) -> None:
    home = Path(__file__).parents[4]
    done = subprocess.run([sys.executable, "-c", _DEATH, str(tmp_path)], cwd=home, check=False, timeout=60)
    assert done.returncode == -signal.SIGKILL

    async def use(shelf: Shelf) -> None:
        ((id,),) = await shelf.rows("SELECT id FROM image")
        assert (shelf.root / "a.png").read_bytes() == pictures.picture("PNG", seed=2)
        assert [name for name in shelf.names() if not name.startswith(".facetry-")] == ["a.png"]
        assert (await shelf.scan()).updated == 1
        assert await shelf.rows("SELECT id FROM image") == [(id,)]
        await shelf.settled()

    run(tmp_path, use)

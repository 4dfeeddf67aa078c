"""Storing: a new file and its image, durable, beside what is there, and as a scan would have found it."""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from facetry.errors import FaultError, Kind
from facetry.library import records, repositories
from facetry.library.images import Origin
from facetry.library.originals import storing
from facetry.store.work import Work
from generated import models
from tests.support import pictures
from tests.support.open_library import Shelf, run

BYTES = pictures.picture("PNG", seed=1)


async def refused(shelf: Shelf, data: bytes = BYTES, **wish: object) -> tuple[Kind, str, str | None]:
    with pytest.raises(FaultError) as caught:
        await storing.store(shelf.library, shelf.repository.id, shelf.upload(data), **wish)  # type: ignore[arg-type]
    fault = caught.value.fault
    return fault.kind, fault.rule, fault.parameter


@pytest.mark.parametrize("format", pictures.FORMATS)
def test_a_picture_becomes_a_file_with_the_suffix_of_its_format(tmp_path: Path, format: str) -> None:
    data = pictures.picture(format, seed=3, described=True)

    async def use(shelf: Shelf) -> None:
        upload = shelf.upload(data)
        image = await storing.store(shelf.library, shelf.repository.id, upload, name="héron — 1.5", folder="2025/été")
        assert image.name == f"héron — 1.5.{pictures.SUFFIXES[format]}"
        assert (shelf.root / "2025" / "été" / image.name).read_bytes() == data
        assert (image.format, image.state, image.size_in_bytes) == (format, "AVAILABLE", len(data))
        assert image.hashes.content == hashlib.sha256(data).hexdigest()
        assert image.repository_id == shelf.repository.id
        assert await shelf.topics() == ["image.created"]
        assert shelf.names("2025/été") == [image.name]
        await shelf.settled()
        assert await shelf.topics() == ["image.created"]

    run(tmp_path, use)


def test_the_record_is_the_one_that_a_scan_would_have_made(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        image = await storing.store(shelf.library, shelf.repository.id, shelf.picture(seed=1), name="a")
        await shelf.library.store.write(lambda work: repositories.require(work.connection, shelf.repository.id))
        other = await shelf.library.store.write(
            lambda work: repositories.create(work, path=_linked(shelf.root), name="the same file")
        )
        await shelf.scan(other)
        (id,) = [UUID(bytes=id) for (id,) in await shelf.rows("SELECT id FROM image") if UUID(bytes=id) != image.id]
        scanned = await shelf.library.store.read(lambda connection: records.one(connection, id))
        unlike = {"id", "repository_id", "creation_date", "modification_date", "url", "uri"}
        assert scanned.model_dump(exclude=unlike) == image.model_dump(exclude=unlike)

    run(tmp_path, use)


def _linked(root: Path) -> Path:
    """Another folder with the same files in it."""
    other = root.parent / "other"
    other.mkdir()
    for path in root.iterdir():
        os.link(path, other / path.name)
    return other


def test_a_picture_without_a_name_gets_one_of_its_time(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        when = 1_000_000_000_123
        image = await storing.store(shelf.library, shelf.repository.id, shelf.picture("JPEG"), date_ms=when)
        assert re.fullmatch(r"20010909-014640-[0-9a-f]{8}\.jpg", image.name)
        assert image.file_dates.modification_date == image.file_dates.creation_date == when
        assert (shelf.root / image.name).stat().st_mtime_ns == when * 1_000_000
        now = await storing.store(shelf.library, shelf.repository.id, shelf.picture("JPEG"))
        assert now.id != image.id
        assert abs(now.file_dates.modification_date - now.creation_date) < 60_000
        await shelf.settled()

    run(tmp_path, use)


def test_a_date_beyond_64_bits_of_nanoseconds_is_as_good_as_any(tmp_path: Path) -> None:
    latest = 253_402_300_799_999  # the end of the year 9999; file systems keep an earlier one

    async def use(shelf: Shelf) -> None:
        await storing.store(shelf.library, shelf.repository.id, shelf.upload(BYTES), name="stored", date_ms=latest)
        found = shelf.root / "found.png"
        found.write_bytes(pictures.picture("PNG", seed=2))
        os.utime(found, ns=(0, latest * 1_000_000))
        assert (await shelf.scan()).added == 1
        await shelf.settled()

    run(tmp_path, use)


def test_where_a_picture_came_from_is_kept(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        parent = await storing.store(shelf.library, shelf.repository.id, shelf.picture(seed=1))
        text = '{"items":[{"extensionId":"x","value":{"a":1}}]}'
        origin = Origin(parent.id, "https://example.org/a.png", text)
        image = await storing.store(shelf.library, shelf.repository.id, shelf.picture(seed=2), origin=origin)
        assert (image.parent_id, image.source_url) == (parent.id, "https://example.org/a.png")
        told = image.application_metadata
        assert told is not None
        assert told.items[0].extension_id == "x"
        unknown = Origin(parent=uuid4())
        assert await refused(shelf, origin=unknown) == (Kind.BAD_PARAMETER, "image.unknown", "parentId")
        assert len(shelf.names()) == 2

    run(tmp_path, use)


def test_what_is_no_picture_is_refused_by_the_rule_of_the_decoder_and_leaves_nothing(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        for name, data, rule in pictures.broken():
            kind, told, parameter = await refused(shelf, data, name="a", folder="new")
            assert (kind, parameter) == (Kind.BAD_PARAMETER, "body"), name
            assert told == (rule if data else "decode.format"), name
            assert shelf.names() == []
        assert await shelf.rows("SELECT 1 FROM image") == await shelf.rows("SELECT 1 FROM unreadable_file") == []

    run(tmp_path, use)


def test_an_existing_name_is_taken_whatever_has_it(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        (shelf.root / "file.png").write_bytes(b"mine")
        (shelf.root / "folder.png").mkdir()
        (shelf.root / "dangling.png").symlink_to(tmp_path / "nowhere")
        for name in ("file", "folder", "dangling"):
            taken = (Kind.CONFLICT, "image.name-taken", "nameWithoutExtension")
            assert await refused(shelf, name=name) == taken
        assert (shelf.root / "file.png").read_bytes() == b"mine"
        assert not (tmp_path / "nowhere").exists()
        assert len(shelf.names()) == 3

    run(tmp_path, use)


def test_of_many_at_once_with_one_name_one_is_stored(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        uploads = [shelf.picture(seed=seed) for seed in range(12)]
        done = await asyncio.gather(
            *(storing.store(shelf.library, shelf.repository.id, each, name="one", folder="a/b") for each in uploads),
            return_exceptions=True,
        )
        stored = [each for each in done if isinstance(each, models.Image)]
        faults = [each.fault.rule for each in done if isinstance(each, FaultError)]
        assert (len(stored), faults) == (1, ["image.name-taken"] * 11)
        assert shelf.names("a/b") == ["one.png"]
        assert stored[0].hashes.content == hashlib.sha256(shelf.bytes_of(stored[0])).hexdigest()
        await shelf.settled()

    run(tmp_path, use)


def test_a_link_or_a_file_on_the_way_is_not_entered(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        outside = tmp_path / "outside"
        outside.mkdir()
        (shelf.root / "inner").mkdir()
        (shelf.root / "door").symlink_to(outside)
        (shelf.root / "inner" / "loop").symlink_to("..")
        (shelf.root / "gone").symlink_to(tmp_path / "nothing")
        (shelf.root / "file").write_bytes(b"")
        for folder in ("door", "door/new", "inner/loop", "gone", "file", "file/new"):
            wanted = (Kind.BAD_PARAMETER, "path.outside", "relativeDirectoryPath")
            assert await refused(shelf, folder=folder) == wanted, folder
        assert list(outside.iterdir()) == []
        assert not (tmp_path / "nothing").exists()
        assert await shelf.rows("SELECT 1 FROM image") == []

    run(tmp_path, use)


def test_a_root_that_is_not_there_is_never_made(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        shelf.root.rmdir()
        assert (await refused(shelf))[:2] == (Kind.CONFLICT, "repository.unavailable")
        assert not shelf.root.exists()
        shelf.root.mkdir()
        await storing.store(shelf.library, shelf.repository.id, shelf.picture(seed=1), name="a")
        # An empty folder where pictures were is what an unmounted disk looks like.
        (shelf.root / "a.png").unlink()
        await shelf.library.ingest.synchronize(shelf.repository.id)
        await shelf.library.ingest.settled()
        assert (await refused(shelf))[:2] == (Kind.CONFLICT, "repository.unavailable")
        assert shelf.names() == []

    run(tmp_path, use)


def test_the_root_itself_may_be_reached_by_a_link(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        shelf.root.rename(tmp_path / "elsewhere")
        shelf.root.symlink_to(tmp_path / "elsewhere")
        await storing.store(shelf.library, shelf.repository.id, shelf.picture(), name="a")
        assert (tmp_path / "elsewhere" / "a.png").exists()

    run(tmp_path, use)


_DEATH = """
import asyncio, os, signal, sys
from pathlib import Path
from facetry.library.originals import atomic_files as placing, storing
from tests.support.open_library import run

give_name = placing.give_name

def give_name_and_die(fresh, name):
    give_name(fresh, name)
    os.kill(os.getpid(), signal.SIGKILL)

async def use(shelf):
    await shelf.scan()
    placing.give_name = give_name_and_die
    await storing.store(shelf.library, shelf.repository.id, shelf.picture(seed=5), name="a", folder="new")

run(Path(sys.argv[1]), use)
"""


def test_a_death_between_file_and_row_leaves_a_file_that_the_next_scan_takes_in(tmp_path: Path) -> None:
    home = Path(__file__).parents[4]
    done = subprocess.run([sys.executable, "-c", _DEATH, str(tmp_path)], cwd=home, check=False, timeout=60)
    assert done.returncode == -signal.SIGKILL

    async def use(shelf: Shelf) -> None:
        assert shelf.names("new") == ["a.png"]
        assert await shelf.rows("SELECT 1 FROM image") == []
        assert await shelf.topics() == []
        progress = await shelf.scan()
        assert (progress.added, progress.unreadable) == (1, 0)
        assert await shelf.topics() == ["image.created"]
        await shelf.settled()

    run(tmp_path, use)


def test_when_the_row_cannot_be_written_the_file_goes_as_it_came(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        store, write = shelf.library.store, shelf.library.store.write_now

        def fail(unit: object) -> object:
            def doomed(work: Work) -> None:
                unit(work)  # type: ignore[operator]
                assert (shelf.root / "new" / "deep" / "a.png").exists()
                raise RuntimeError

            return write(doomed)

        store.write_now = fail  # type: ignore[method-assign, assignment]
        with pytest.raises(RuntimeError):
            await storing.store(shelf.library, shelf.repository.id, shelf.picture(), name="a", folder="new/deep")
        assert shelf.names() == []
        assert await shelf.rows("SELECT 1 FROM image") == []
        assert await shelf.topics() == []

    run(tmp_path, use)


def test_a_unit_that_is_run_twice_stores_once(tmp_path: Path) -> None:
    """A unit beside it fails after it wrote: the writer undoes the batch and runs all of it again."""

    async def use(shelf: Shelf) -> None:
        def spoil(work: Work) -> None:
            repositories.create(work, path=tmp_path / uuid4().hex, name=uuid4().hex)
            raise RuntimeError("after it wrote")

        async def spoilers() -> None:
            for _ in range(60):
                await asyncio.gather(*(shelf.library.store.write(spoil) for _ in range(4)), return_exceptions=True)

        uploads = [shelf.picture(seed=seed, size=(8, 6)) for seed in range(30)]
        spoiling = asyncio.create_task(spoilers())
        stored = await asyncio.gather(
            *(storing.store(shelf.library, shelf.repository.id, each, name=f"{n}") for n, each in enumerate(uploads))
        )
        await spoiling
        assert len({image.id for image in stored}) == 30
        assert len(shelf.names()) == 30
        assert await shelf.topics() == ["image.created"] * 30
        await shelf.settled()

    run(tmp_path, use)


def test_a_place_that_a_vanished_image_had_is_free(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        kept = await storing.store(shelf.library, shelf.repository.id, shelf.picture(seed=9), name="kept")
        first = await storing.store(shelf.library, shelf.repository.id, shelf.picture(seed=1), name="a")
        (shelf.root / "a.png").unlink()
        again = await storing.store(shelf.library, shelf.repository.id, shelf.picture(seed=1), name="a")
        assert again.id == first.id  # the same picture at the same place
        (shelf.root / "a.png").rename(shelf.root / "moved.png")
        other = await storing.store(shelf.library, shelf.repository.id, shelf.picture(seed=2), name="a")
        assert other.id != first.id
        await shelf.scan()
        places = {path: UUID(bytes=id) for path, id in await shelf.rows("SELECT path, id FROM image")}
        assert places == {"a.png": other.id, "moved.png": first.id, "kept.png": kept.id}

    run(tmp_path, use)


def test_storing_while_the_folder_is_watched_makes_one_image_each(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        await shelf.library.ingest.watch(shelf.repository.id)
        for seed in range(20):
            await storing.store(shelf.library, shelf.repository.id, shelf.picture(seed=seed), folder=f"{seed % 3}")
            await asyncio.sleep(0.05)
        await asyncio.sleep(1.5)
        assert await shelf.topics() == ["image.created"] * 20
        await shelf.settled()

    run(tmp_path, use)

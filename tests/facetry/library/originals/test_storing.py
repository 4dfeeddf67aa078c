"""Storing: a new durable file and its image, next to existing files, equal to the result of a scan."""

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

from facetry.errors import FaultError, FaultKind
from facetry.library import repositories
from facetry.library.images import Origin
from facetry.store.work import Work
from generated import models
from tests.support.imaging import pictures
from tests.support.libraries import open_library
from tests.support.libraries.open_library import OpenLibrary, run
from tests.support.libraries.stores import add_extensions

BYTES = pictures.picture("PNG", seed=1)


async def store_fault(library: OpenLibrary, data: bytes = BYTES, **wish: object) -> tuple[FaultKind, str, str | None]:
    with pytest.raises(FaultError) as caught:
        await open_library.store(library.library, library.repository.id, library.upload(data), **wish)
    fault = caught.value.fault
    return fault.kind, fault.rule, fault.parameter


@pytest.mark.parametrize("format", pictures.FORMATS)
def test_a_stored_picture_is_a_file_with_the_suffix_of_its_format(tmp_path: Path, format: str) -> None:
    data = pictures.picture(format, seed=3, with_exif=True)

    async def scenario(harness: OpenLibrary) -> None:
        upload = harness.upload(data)
        image = await open_library.store(
            harness.library, harness.repository.id, upload, name="héron — 1.5", folder="2025/été"
        )
        assert image.name == f"héron — 1.5.{pictures.SUFFIXES[format]}"
        assert (harness.root / "2025" / "été" / image.name).read_bytes() == data
        assert (image.format, image.state, image.size_in_bytes) == (format, "AVAILABLE", len(data))
        assert image.hashes.content == hashlib.sha256(data).hexdigest()
        assert image.repository_id == harness.repository.id
        assert await harness.topics() == ["image.created"]
        assert harness.names("2025/été") == [image.name]
        await harness.require_synchronized()
        assert await harness.topics() == ["image.created"]

    run(tmp_path, scenario)


def test_the_record_equals_that_of_a_scan(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await open_library.store(harness.library, harness.repository.id, harness.picture(seed=1), name="a")
        await harness.library.store.write(lambda work: repositories.require(work.connection, harness.repository.id))
        other = await harness.library.store.write(
            lambda work: repositories.create(work, path=_linked(harness.root), name="the same file")
        )
        await harness.scan(other)
        (id,) = [UUID(bytes=id) for (id,) in await harness.rows("SELECT id FROM image") if UUID(bytes=id) != image.id]
        scanned = await open_library.record(harness.library, id)
        unlike = {"id", "repository_id", "creation_date", "modification_date", "url", "uri"}
        assert scanned.model_dump(exclude=unlike) == image.model_dump(exclude=unlike)

    run(tmp_path, scenario)


def _linked(root: Path) -> Path:
    """Another folder with the same files in it."""
    other = root.parent / "other"
    other.mkdir()
    for path in root.iterdir():
        os.link(path, other / path.name)
    return other


def test_a_picture_without_a_name_gets_one_from_its_date(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        date_ms = 1_000_000_000_123
        image = await open_library.store(
            harness.library, harness.repository.id, harness.picture("JPEG"), date_ms=date_ms
        )
        assert re.fullmatch(r"20010909-014640-[0-9a-f]{8}\.jpg", image.name)
        assert image.file_dates.modification_date == image.file_dates.creation_date == date_ms
        assert (harness.root / image.name).stat().st_mtime_ns == date_ms * 1_000_000
        undated = await open_library.store(harness.library, harness.repository.id, harness.picture("JPEG"))
        assert undated.id != image.id
        assert abs(undated.file_dates.modification_date - undated.creation_date) < 60_000
        await harness.require_synchronized()

    run(tmp_path, scenario)


def test_a_date_beyond_64_bits_of_nanoseconds_is_accepted(tmp_path: Path) -> None:
    latest = 253_402_300_799_999  # the end of the year 9999; file systems store an earlier time

    async def scenario(harness: OpenLibrary) -> None:
        await open_library.store(
            harness.library, harness.repository.id, harness.upload(BYTES), name="stored", date_ms=latest
        )
        found = harness.root / "found.png"
        found.write_bytes(pictures.picture("PNG", seed=2))
        os.utime(found, ns=(0, latest * 1_000_000))
        assert (await harness.scan()).added == 1
        await harness.require_synchronized()

    run(tmp_path, scenario)


def test_the_origin_of_a_picture_is_stored(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        parent = await open_library.store(harness.library, harness.repository.id, harness.picture(seed=1))
        text = '{"items":[{"extensionId":"x","value":{"a":1}}]}'
        add_extensions(harness.library.store, "x")
        origin = Origin(parent.id, "https://example.org/a.png", text)
        image = await open_library.store(harness.library, harness.repository.id, harness.picture(seed=2), origin=origin)
        assert (image.parent_id, image.source_url) == (parent.id, "https://example.org/a.png")
        metadata = image.application_metadata
        assert metadata is not None
        assert metadata.items[0].extension_id == "x"
        unknown = Origin(parent=uuid4())
        assert await store_fault(harness, origin=unknown) == (FaultKind.BAD_PARAMETER, "image.unknown", "parentId")
        assert len(harness.names()) == 2

    run(tmp_path, scenario)


def test_bytes_that_are_no_picture_are_refused_and_leave_nothing(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        for name, data, rule in pictures.broken_pictures():
            kind, actual_rule, parameter = await store_fault(harness, data, name="a", folder="new")
            assert (kind, parameter) == (FaultKind.BAD_PARAMETER, "body"), name
            assert actual_rule == (rule if data else "decode.format"), name
            assert harness.names() == []
        assert await harness.rows("SELECT 1 FROM image") == await harness.rows("SELECT 1 FROM unreadable_file") == []

    run(tmp_path, scenario)


def test_the_name_of_any_existing_entry_is_refused(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        (harness.root / "file.png").write_bytes(b"mine")
        (harness.root / "folder.png").mkdir()
        (harness.root / "dangling.png").symlink_to(tmp_path / "nowhere")
        for name in ("file", "folder", "dangling"):
            expected = (FaultKind.CONFLICT, "image.name-taken", "nameWithoutExtension")
            assert await store_fault(harness, name=name) == expected
        assert (harness.root / "file.png").read_bytes() == b"mine"
        assert not (tmp_path / "nowhere").exists()
        assert len(harness.names()) == 3

    run(tmp_path, scenario)


def test_one_of_several_concurrent_stores_of_a_name_succeeds(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        uploads = [harness.picture(seed=seed) for seed in range(12)]
        results = await asyncio.gather(
            *(
                open_library.store(harness.library, harness.repository.id, each, name="one", folder="a/b")
                for each in uploads
            ),
            return_exceptions=True,
        )
        images = [each for each in results if isinstance(each, models.Image)]
        faults = [each.fault.rule for each in results if isinstance(each, FaultError)]
        assert (len(images), faults) == (1, ["image.name-taken"] * 11)
        assert harness.names("a/b") == ["one.png"]
        assert images[0].hashes.content == hashlib.sha256(harness.bytes_of(images[0])).hexdigest()
        await harness.require_synchronized()

    run(tmp_path, scenario)


def test_a_path_through_a_link_or_a_file_is_refused(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        outside = tmp_path / "outside"
        outside.mkdir()
        (harness.root / "inner").mkdir()
        (harness.root / "door").symlink_to(outside)
        (harness.root / "inner" / "loop").symlink_to("..")
        (harness.root / "gone").symlink_to(tmp_path / "nothing")
        (harness.root / "file").write_bytes(b"")
        for folder in ("door", "door/new", "inner/loop", "gone", "file", "file/new"):
            expected = (FaultKind.BAD_PARAMETER, "path.outside", "relativeDirectoryPath")
            assert await store_fault(harness, folder=folder) == expected, folder
        assert list(outside.iterdir()) == []
        assert not (tmp_path / "nothing").exists()
        assert await harness.rows("SELECT 1 FROM image") == []

    run(tmp_path, scenario)


def test_a_missing_root_is_never_created(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        harness.root.rmdir()
        assert (await store_fault(harness))[:2] == (FaultKind.CONFLICT, "repository.unavailable")
        assert not harness.root.exists()
        harness.root.mkdir()
        await open_library.store(harness.library, harness.repository.id, harness.picture(seed=1), name="a")
        # An unmounted disk looks like an empty folder.
        (harness.root / "a.png").unlink()
        await harness.library.scans.synchronize(harness.repository.id)
        await harness.library.scans.wait_until_idle()
        assert (await store_fault(harness))[:2] == (FaultKind.CONFLICT, "repository.unavailable")
        assert harness.names() == []

    run(tmp_path, scenario)


def test_nothing_is_stored_where_a_link_took_the_place_of_the_root(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        harness.root.rename(tmp_path / "elsewhere")
        harness.root.symlink_to(tmp_path / "elsewhere")
        with pytest.raises(FaultError) as caught:
            await open_library.store(harness.library, harness.repository.id, harness.picture(), name="a")
        assert caught.value.fault.rule == "repository.unavailable"
        assert "symbolic link" in caught.value.fault.detail
        assert list((tmp_path / "elsewhere").iterdir()) == []

    run(tmp_path, scenario)


_CRASH_SCRIPT = """
import asyncio, os, signal, sys
from pathlib import Path
from facetry.library.file_stores.folder import atomic_files
from tests.support.libraries import open_library
from tests.support.libraries.open_library import run

give_name = atomic_files.give_name

def give_name_and_die(fresh, name):
    give_name(fresh, name)
    os.kill(os.getpid(), signal.SIGKILL)

async def use(harness):
    await harness.scan()
    atomic_files.give_name = give_name_and_die
    await open_library.store(harness.library, harness.repository.id, harness.picture(seed=5), name="a", folder="new")

run(Path(sys.argv[1]), use)
"""


def test_a_crash_between_file_and_row_leaves_a_file_for_the_next_scan(tmp_path: Path) -> None:
    home = Path(__file__).parents[4]
    process = subprocess.run([sys.executable, "-c", _CRASH_SCRIPT, str(tmp_path)], cwd=home, check=False, timeout=60)
    assert process.returncode == -signal.SIGKILL

    async def scenario(harness: OpenLibrary) -> None:
        assert harness.names("new") == ["a.png"]
        assert await harness.rows("SELECT 1 FROM image") == []
        assert await harness.topics() == []
        progress = await harness.scan()
        assert (progress.added, progress.unreadable) == (1, 0)
        assert await harness.topics() == ["image.created"]
        await harness.require_synchronized()

    run(tmp_path, scenario)


def test_when_the_row_cannot_be_written_the_file_is_removed(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        store, write = harness.library.store, harness.library.store.write_now

        def fail(unit: object) -> object:
            def doomed(work: Work) -> None:
                unit(work)  # type: ignore[operator]
                assert (harness.root / "new" / "deep" / "a.png").exists()
                raise RuntimeError

            return write(doomed)

        store.write_now = fail  # type: ignore[method-assign, assignment]
        with pytest.raises(RuntimeError):
            await open_library.store(
                harness.library, harness.repository.id, harness.picture(), name="a", folder="new/deep"
            )
        assert harness.names() == []
        assert await harness.rows("SELECT 1 FROM image") == []
        assert await harness.topics() == []

    run(tmp_path, scenario)


def test_a_unit_that_runs_twice_stores_once(tmp_path: Path) -> None:
    """Another unit of the batch fails after a write: the writer rolls the batch back and runs all units again."""

    async def scenario(harness: OpenLibrary) -> None:
        def spoil(work: Work) -> None:
            repositories.create(work, path=tmp_path / uuid4().hex, name=uuid4().hex)
            raise RuntimeError("after it wrote")

        async def spoilers() -> None:
            for _ in range(60):
                await asyncio.gather(*(harness.library.store.write(spoil) for _ in range(4)), return_exceptions=True)

        uploads = [harness.picture(seed=seed, size=(8, 6)) for seed in range(30)]
        spoiling = asyncio.create_task(spoilers())
        images = await asyncio.gather(
            *(
                open_library.store(harness.library, harness.repository.id, each, name=f"{n}")
                for n, each in enumerate(uploads)
            )
        )
        await spoiling
        assert len({image.id for image in images}) == 30
        assert len(harness.names()) == 30
        assert await harness.topics() == ["image.created"] * 30
        await harness.require_synchronized()

    run(tmp_path, scenario)


def test_the_path_of_a_missing_image_is_free(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        vanished = await open_library.store(
            harness.library, harness.repository.id, harness.picture(seed=9), name="kept"
        )
        first = await open_library.store(harness.library, harness.repository.id, harness.picture(seed=1), name="a")
        (harness.root / "a.png").unlink()
        again = await open_library.store(harness.library, harness.repository.id, harness.picture(seed=1), name="a")
        assert again.id == first.id  # the same picture at the same path
        (harness.root / "a.png").rename(harness.root / "moved.png")
        other = await open_library.store(harness.library, harness.repository.id, harness.picture(seed=2), name="a")
        assert other.id != first.id
        await harness.scan()
        ids_by_path = {path: UUID(bytes=id) for path, id in await harness.rows("SELECT path, id FROM image")}
        assert ids_by_path == {"a.png": other.id, "moved.png": first.id, "kept.png": vanished.id}

    run(tmp_path, scenario)


def test_storing_while_the_folder_is_watched_makes_one_image_each(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        await harness.library.scans.watch(harness.repository.id)
        for seed in range(20):
            await open_library.store(
                harness.library, harness.repository.id, harness.picture(seed=seed), folder=f"{seed % 3}"
            )
            await asyncio.sleep(0.05)
        await asyncio.sleep(1.5)
        assert await harness.topics() == ["image.created"] * 20
        await harness.require_synchronized()

    run(tmp_path, scenario)

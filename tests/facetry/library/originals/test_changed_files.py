"""What is deleted or replaced is the file that the library has read, and no other one."""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final
from uuid import UUID

import pytest

from facetry.errors import FaultError
from facetry.library.file_stores.folder import changes, renames
from facetry.library.file_stores.folder.conditions import confirm, verified_version
from facetry.library.file_stores.folder.temporary_records import TEMPORARY_PREFIX
from facetry.store.work import Work
from generated import models
from tests.support.files import saving
from tests.support.imaging import pictures
from tests.support.libraries import open_library
from tests.support.libraries.open_library import OpenLibrary, run

Change = Callable[[OpenLibrary, models.Image], Awaitable[object]]


async def _delete(harness: OpenLibrary, image: models.Image) -> None:
    await harness.library.originals.delete(image.id)


async def _put_into_trash(harness: OpenLibrary, image: models.Image) -> None:
    harness.library.trash.put(image.id)


async def _modify(harness: OpenLibrary, image: models.Image) -> None:
    await open_library.modify(harness.library, image.id, harness.picture(seed=9))


CHANGES: Final[dict[str, Change]] = {"delete": _delete, "trash": _put_into_trash, "modify": _modify}


async def refusal(change: Awaitable[object]) -> str:
    with pytest.raises(FaultError) as caught:
        await change
    return caught.value.fault.rule


async def scanned(harness: OpenLibrary, data: bytes) -> models.Image:
    """The image of a file that a scan has found."""
    saving.write(harness.root / "a.png", data)
    await harness.scan()
    ((id,),) = await harness.rows("SELECT id FROM image")
    return await open_library.record(harness.library, UUID(bytes=bytes(id)))


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("way", saving.WAYS)
def test_a_picture_that_the_library_has_not_seen_stays(tmp_path: Path, change: str, way: str) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        before, unseen = saving.pair(1)
        image = await scanned(harness, before)
        (tmp_path / "elsewhere").mkdir()
        saving.WAYS[way](harness.root / "a.png", unseen, tmp_path / "elsewhere")
        assert await refusal(CHANGES[change](harness, image)) == "image.file-changed"
        assert (harness.root / "a.png").read_bytes() == unseen
        assert [name for name in harness.names() if name.endswith(".png")] == ["a.png"]
        assert await harness.rows("SELECT key FROM trashed_image") == []
        assert (await harness.scan()).updated == 1
        await CHANGES[change](harness, image)  # the library has seen it now

    run(tmp_path, scenario)


@pytest.mark.parametrize("change", CHANGES)
def test_a_file_with_other_permissions_or_times_is_the_same_file(tmp_path: Path, change: str) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await scanned(harness, saving.pair(1)[0])
        (harness.root / "a.png").chmod(0o640)
        os.utime(harness.root / "a.png", (1, 1))
        await CHANGES[change](harness, image)
        if change != "modify":
            assert not (harness.root / "a.png").exists()

    run(tmp_path, scenario)


@pytest.mark.parametrize("change", ["trash", "modify"])
def test_a_file_that_is_replaced_at_the_last_moment_stays(
    tmp_path: Path, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look of the unit of work and the change of the file, another program puts a picture there.

    Deleting has no such case: a name is removed in one system call, which has no condition.
    """

    async def scenario(harness: OpenLibrary) -> None:
        before, unseen = saving.pair(1)
        image = await scanned(harness, before)

        def late(*arguments: object) -> object:
            confirmed = confirm(*arguments)  # type: ignore[arg-type]
            saving.WAYS["atomic"](harness.root / "a.png", unseen, tmp_path)
            return confirmed

        monkeypatch.setattr(changes, "confirm", late)
        assert await refusal(CHANGES[change](harness, image)) == "image.file-changed"
        assert (harness.root / "a.png").read_bytes() == unseen
        assert not [name for name in harness.names() if name.startswith(TEMPORARY_PREFIX)]

    run(tmp_path, scenario)


@pytest.mark.parametrize("change", CHANGES)
def test_a_file_that_changes_before_the_unit_of_work_stays(
    tmp_path: Path, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        before, unseen = saving.pair(1)
        image = await scanned(harness, before)

        def late(*arguments: object) -> object:
            found = verified_version(*arguments)  # type: ignore[arg-type]
            saving.WAYS["in place"](harness.root / "a.png", unseen, tmp_path)
            return found

        monkeypatch.setattr(changes, "verified_version", late)
        assert await refusal(CHANGES[change](harness, image)) == "image.file-changed"
        assert (harness.root / "a.png").read_bytes() == unseen

    run(tmp_path, scenario)


def test_an_unreadable_file_that_the_library_knows_may_go(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        whole = saving.pair(1)[0]
        image = await scanned(harness, whole)
        saving.WAYS["in place"](harness.root / "a.png", whole[:100] + bytes(len(whole) - 100), tmp_path)
        await harness.scan()
        assert len(await harness.rows("SELECT path FROM unreadable_file")) == 1
        await harness.library.originals.delete(image.id)
        assert harness.names() == []

    run(tmp_path, scenario)


def test_a_missing_file_is_no_obstacle_to_deleting(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await scanned(harness, saving.pair(1)[0])
        (harness.root / "a.png").unlink()
        await harness.library.originals.delete(image.id)
        assert await harness.rows("SELECT key FROM image") == []

    run(tmp_path, scenario)


def test_a_missing_folder_is_no_obstacle_to_deleting(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        (harness.root / "inner").mkdir()
        (harness.root / "inner" / "a.png").write_bytes(saving.pair(1)[0])
        await harness.scan()
        ((id,),) = await harness.rows("SELECT id FROM image")
        shutil.rmtree(harness.root / "inner")
        await harness.library.originals.delete(UUID(bytes=bytes(id)))
        assert await harness.rows("SELECT key FROM image") == []

    run(tmp_path, scenario)


def test_what_the_library_writes_has_the_recorded_version_at_once(tmp_path: Path) -> None:
    """Otherwise the next scan would read each stored, renamed, modified and restored file."""

    async def scenario(harness: OpenLibrary) -> None:
        async def require_version() -> None:
            ((path, changed_ns, inode),) = await harness.rows("SELECT path, file_changed_ns, file_inode FROM image")
            status = (harness.root / path).stat()
            assert (changed_ns, inode) == (status.st_ctime_ns, status.st_ino)

        image = await open_library.store(harness.library, harness.repository.id, harness.picture(seed=1), name="a")
        await require_version()
        await open_library.modify(harness.library, image.id, harness.picture(seed=2))
        await require_version()
        await open_library.rename(harness.library, harness.repository.id, image.id, name="b", folder="deep")
        await require_version()
        harness.library.trash.put(image.id)
        harness.library.trash.restore(image.id)
        await require_version()

    run(tmp_path, scenario)


def test_renaming_hides_no_change_that_no_scan_has_seen(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        before, unseen = saving.pair(1)
        image = await scanned(harness, before)
        saving.WAYS["in place"](harness.root / "a.png", unseen, tmp_path)
        await open_library.rename(harness.library, harness.repository.id, image.id, name="b")
        assert (await harness.scan()).updated == 1
        after = await open_library.record(harness.library, image.id)
        assert (after.dimensions.width, after.dimensions.height) == (30, 40)

    run(tmp_path, scenario)


def test_the_old_file_is_back_when_the_unit_of_work_is_run_again_and_fails(tmp_path: Path) -> None:
    """The writer runs a unit that failed once more. The file has its new content by then, which is no fault."""

    async def scenario(harness: OpenLibrary) -> None:
        image = await open_library.store(harness.library, harness.repository.id, harness.picture(seed=1), name="a")
        write, seen = harness.library.store.write_now, []

        def twice(unit: Callable[[Work], object]) -> object:
            def doomed(work: Work) -> object:
                result = unit(work)
                seen.append((harness.root / "a.png").read_bytes() == pictures.picture("PNG", seed=2))
                if len(seen) == 1:
                    raise RuntimeError
                return result

            return write(doomed)

        harness.library.store.write_now = twice  # type: ignore[method-assign, assignment]
        await open_library.modify(harness.library, image.id, harness.picture(seed=2))
        assert seen == [True, True]

    run(tmp_path, scenario)


def test_a_directory_in_the_place_of_the_file_stays(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await scanned(harness, saving.pair(1)[0])
        (harness.root / "a.png").unlink()
        (harness.root / "a.png").mkdir()
        assert await refusal(CHANGES["delete"](harness, image)) == "image.file-changed"
        assert (harness.root / "a.png").is_dir()

    run(tmp_path, scenario)


@pytest.mark.parametrize("change", ["rename", "restore"])
@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("way", ["in place", "atomic"])
def test_other_bytes_are_not_recorded_as_read(
    tmp_path: Path, change: str, moment: str, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program saves the file with its size and date while the service moves it; the next scan reads it."""

    async def scenario(harness: OpenLibrary) -> None:
        before, unseen = saving.pair(1)
        image = await scanned(harness, before)
        if change == "restore":
            harness.library.trash.put(image.id)
        move = renames.move_entry

        def save(folder: int, name: str) -> None:
            saving.WAYS[way](Path(f"/proc/self/fd/{folder}").readlink() / name, unseen, tmp_path)

        def late(source: int, old: str, target: int, new: str) -> None:
            if moment == "before":
                save(source, old)
            move(source, old, target, new)
            if moment == "after":
                save(target, new)

        with monkeypatch.context() as patch:
            patch.setattr(renames, "move_entry", late)
            if change == "rename":
                await open_library.rename(harness.library, harness.repository.id, image.id, name="b")
            else:
                harness.library.trash.restore(image.id)
        assert (await harness.scan()).updated == 1
        after = await open_library.record(harness.library, image.id)
        assert after.hashes.content == hashlib.sha256(unseen).hexdigest()

    run(tmp_path, scenario)


def test_an_unreadable_file_that_was_deleted_and_restored_is_not_taken_for_the_image(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        whole = saving.pair(1)[0]
        image = await scanned(harness, whole)
        saving.WAYS["in place"](harness.root / "a.png", whole[:100] + bytes(len(whole) - 100), tmp_path)
        await harness.scan()
        harness.library.trash.put(image.id)
        harness.library.trash.restore(image.id)
        await harness.scan()
        assert len(await harness.rows("SELECT path FROM unreadable_file")) == 1

    run(tmp_path, scenario)


_KILLED: Final = """
import os, signal, sys
from pathlib import Path
from uuid import UUID
from facetry.library.file_stores.folder import renames
from tests.support.files import saving
from tests.support.libraries import open_library
from tests.support.libraries.open_library import run

home, change, way = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
name = "exchange_entries" if change == "modify" else "move_entry"
rename = getattr(renames, name)

async def use(harness):
    before, unseen = saving.pair(1)
    saving.write(harness.root / "a.png", before)
    await harness.scan()
    ((id,),) = await harness.rows("SELECT id FROM image")

    def rename_and_die(*arguments):
        saving.WAYS[way](harness.root / "a.png", unseen, home)
        rename(*arguments)
        if len(sys.argv) > 4:
            saving.WAYS["atomic"](harness.root / "a.png", b"newer", home)
        os.kill(os.getpid(), signal.SIGKILL)

    setattr(renames, name, rename_and_die)
    if change == "delete":
        await harness.library.originals.delete(UUID(bytes=id))
    await open_library.modify(harness.library, UUID(bytes=id), harness.picture(seed=9))

run(home, use)
"""


def killed(home: Path, *arguments: str) -> None:
    folder = Path(__file__).parents[4]
    process = subprocess.run([sys.executable, "-c", _KILLED, home, *arguments], cwd=folder, check=False, timeout=60)
    assert process.returncode == -signal.SIGKILL


@pytest.mark.parametrize("change", ["delete", "modify"])
@pytest.mark.parametrize("way", ["in place", "atomic"])
def test_an_unseen_picture_survives_a_kill_while_it_is_set_aside(tmp_path: Path, change: str, way: str) -> None:
    """Another program saves the picture just before the service sets it aside, and the service is killed just after."""
    killed(tmp_path, change, way)

    async def scenario(harness: OpenLibrary) -> None:
        unseen = saving.pair(1)[1]
        assert (harness.root / "a.png").read_bytes() == unseen
        assert harness.names() == ["a.png"]
        assert (await harness.scan()).updated == 1

    run(tmp_path, scenario)


@pytest.mark.parametrize("change", ["delete", "modify"])
def test_an_unseen_picture_whose_name_is_taken_after_a_kill_gets_a_number(
    tmp_path: Path, change: str, caplog: pytest.LogCaptureFixture
) -> None:
    killed(tmp_path, change, "atomic", "and a newer one")

    async def scenario(harness: OpenLibrary) -> None:
        assert (harness.root / "a.png").read_bytes() == b"newer"
        assert (harness.root / "a (2).png").read_bytes() == saving.pair(1)[1]
        assert sorted(harness.names()) == ["a (2).png", "a.png"]

    run(tmp_path, scenario)
    returned = "gave files their names back, which a crash had left under temporary names"
    assert f"{returned}: {tmp_path / 'pictures' / 'a (2).png'}" in caplog.text

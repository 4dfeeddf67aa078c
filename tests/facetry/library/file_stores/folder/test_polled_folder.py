"""A folder is polled: what a listing and the one before differ in is reported, and nothing else."""

from __future__ import annotations

import asyncio
import errno
import os
import random
import shutil
import threading
from collections.abc import Awaitable, Callable, Collection, Iterator
from pathlib import Path

import pytest

from facetry.library.file_stores.changed_paths import MAX_CHANGED_PATHS
from facetry.library.file_stores.file_store import ChangedPaths, LocationGoneError
from facetry.library.file_stores.folder import polled_folder
from facetry.library.file_stores.folder.polled_folder import PolledFolder
from facetry.library.file_stores.folder.walk import list_folder
from facetry.system.files.chosen_folders import ChosenFolder
from tests.support.files import saving

SECONDS = 30.0
NextChanges = Callable[[], Awaitable[ChangedPaths]]


def run_polled(root: Path, scenario: Callable[[NextChanges, PolledFolder], Awaitable[None]]) -> None:
    async def main() -> None:
        async with PolledFolder(ChosenFolder(str(root)), seconds=0.01) as notifications:
            changes = notifications.changes()

            async def next_changes() -> ChangedPaths:
                async with asyncio.timeout(SECONDS):
                    return await anext(changes)

            await scenario(next_changes, notifications)

    asyncio.run(main())


def write(path: Path, content: bytes = b"x", nanoseconds: int | None = None) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    if nanoseconds is not None:
        os.utime(path, ns=(nanoseconds, nanoseconds))


def test_a_file_written_again_within_the_same_second_is_reported(tmp_path: Path) -> None:
    write(tmp_path / "deep" / "a.png", b"old", 1_700_000_000_000_000_000)

    async def scenario(next_changes: NextChanges, _: PolledFolder) -> None:
        write(tmp_path / "deep" / "new", b"new", 1_700_000_000_000_000_001)
        (tmp_path / "deep" / "new").rename(tmp_path / "deep" / "a.png")  # at once, with the same size
        assert await next_changes() == frozenset({"deep/a.png"})

    run_polled(tmp_path, scenario)


@pytest.mark.parametrize("way", [way for way in saving.WAYS if way != "rsync no times"])
def test_a_file_with_other_bytes_of_the_same_size_and_date_is_reported(tmp_path: Path, way: str) -> None:
    root, elsewhere = tmp_path / "pictures", tmp_path / "elsewhere"
    root.mkdir()
    elsewhere.mkdir()
    before, after = saving.pair(1)
    saving.write(root / "a.png", before)

    async def scenario(next_changes: NextChanges, _: PolledFolder) -> None:
        saving.WAYS[way](root / "a.png", after, elsewhere)
        while "a.png" not in (await next_changes() or ()):
            pass  # files beside it, for a moment

    run_polled(root, scenario)


def test_a_change_beside_a_folder_that_appears_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The change takes place after its folder was listed, and before the new folder is."""

    def change_and_list(root: ChosenFolder, parts: tuple[str, ...]) -> Iterator[object]:
        if parts == ("new",) and not (tmp_path / "kept.png").exists():
            write(tmp_path / "kept.png")
        return list_folder(root, parts)

    monkeypatch.setattr(polled_folder, "list_folder", change_and_list)

    async def scenario(next_changes: NextChanges, _: PolledFolder) -> None:
        (tmp_path / "new").mkdir()
        assert await next_changes() == frozenset({"new"})
        assert await next_changes() == frozenset({"kept.png"})

    run_polled(tmp_path, scenario)


def test_a_folder_that_cannot_be_listed_is_as_if_it_were_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a.png", "locked/b.png", "locked/deep/c.png", "open/d.png"):
        write(tmp_path / name)
    locked: set[tuple[str, ...]] = set()

    def list_unlocked(root: ChosenFolder, parts: tuple[str, ...]) -> Iterator[object]:
        if parts in locked:
            raise PermissionError(errno.EACCES, "Permission denied")
        return list_folder(root, parts)

    monkeypatch.setattr(polled_folder, "list_folder", list_unlocked)

    async def scenario(next_changes: NextChanges, _: PolledFolder) -> None:
        for change in (locked.add, locked.remove):
            change(("locked",))
            assert await next_changes() == frozenset({"locked"}), "and nothing beneath it"
        locked.add(())
        with pytest.raises(LocationGoneError, match="Permission denied"):
            await next_changes()

    run_polled(tmp_path, scenario)


def test_links_and_hidden_files_are_not_reported(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    root.mkdir()
    outside.mkdir()

    async def scenario(next_changes: NextChanges, _: PolledFolder) -> None:
        (root / "link").symlink_to(outside)
        write(outside / "secret.png")
        write(root / ".hidden" / "a.png")
        write(root / ".facetry-1")
        write(root / "seen.png")
        assert await next_changes() == frozenset({"seen.png"})

    run_polled(root, scenario)


def test_very_many_changes_are_reported_as_anything(tmp_path: Path) -> None:
    async def main() -> None:
        async with PolledFolder(ChosenFolder(str(tmp_path)), seconds=0.01) as notifications:
            for number in range(MAX_CHANGED_PATHS + 1):
                write(tmp_path / f"{number}.png")
            async with asyncio.timeout(SECONDS):
                assert await notifications._look() is None

    asyncio.run(main())


def test_paths_that_others_report_come_between_two_listings(tmp_path: Path) -> None:
    async def scenario(next_changes: NextChanges, notifications: PolledFolder) -> None:
        notifications.add_changes([])
        notifications.add_changes(["reported.png"])
        assert await next_changes() == frozenset({"reported.png"})

    run_polled(tmp_path, scenario)


@pytest.mark.parametrize("is_replaced", [False, True])
def test_a_root_that_is_gone_or_another_one_ends_the_changes(tmp_path: Path, is_replaced: bool) -> None:
    root = tmp_path / "root"
    write(root / "a.png")

    async def scenario(next_changes: NextChanges, _: PolledFolder) -> None:
        root.rename(tmp_path / "unplugged")
        if is_replaced:
            write(root / "a.png")
        with pytest.raises(LocationGoneError):
            await next_changes()

    run_polled(root, scenario)
    shutil.rmtree(root, ignore_errors=True)
    with pytest.raises(LocationGoneError):
        run_polled(root, scenario)


def test_closing_ends_a_listing_that_takes_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(50):
        write(tmp_path / str(number) / "a.png")
    may_continue = threading.Event()
    listed: list[tuple[str, ...]] = []

    def slow(root: ChosenFolder, parts: tuple[str, ...]) -> Iterator[object]:
        assert may_continue.wait(SECONDS)
        listed.append(parts)
        return list_folder(root, parts)

    async def scenario(next_changes: NextChanges, _: PolledFolder) -> None:
        monkeypatch.setattr(polled_folder, "list_folder", slow)
        waiting = asyncio.ensure_future(next_changes())
        await asyncio.sleep(0.1)
        waiting.cancel()

    run_polled(tmp_path, scenario)
    may_continue.set()
    threading.Event().wait(0.2)
    assert len(listed) <= 1


def test_random_changes_are_reported_like_a_naive_comparison(tmp_path: Path) -> None:
    rng = random.Random(18)
    folders = ["", "a", "a/b", "a/b/c", "d", "d/e", "a b/ä"]

    def contents(root: Path) -> dict[str, object]:
        return {
            path.relative_to(root).as_posix(): path.is_file() and (path.stat().st_size, path.stat().st_mtime_ns)
            for path in root.rglob("*")
        }

    def change_something(root: Path) -> None:
        path = root / rng.choice(folders) / f"{rng.randrange(4)}.png"
        kind = rng.randrange(4)
        if kind == 0 and path.parent.is_dir() and path.parent != root:
            shutil.rmtree(path.parent)
        elif kind == 1 and path.parent.is_dir() and path.parent != root:
            target = root / rng.choice(["moved", "d/moved"])
            if target.parent.is_dir() and not target.exists() and not target.is_relative_to(path.parent):
                path.parent.rename(target)
        elif kind == 2 and path.exists():
            path.unlink()
        else:
            write(path, b"x" * rng.randrange(3))

    def are_within(paths: Collection[str], others: Collection[str]) -> bool:
        return all(any(path == other or path.startswith(f"{other}/") for other in others) for path in paths)

    root = tmp_path / "root"
    root.mkdir()
    notifications = PolledFolder(ChosenFolder(str(root)))

    async def main() -> None:
        async with notifications:
            before = contents(root)
            for _ in range(300):
                for _ in range(rng.randrange(1, 6)):
                    change_something(root)
                after = contents(root)
                changed = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
                reported = await notifications._look()
                assert reported is not None
                assert reported <= changed
                assert are_within(changed, reported)
                assert not any(are_within({path}, reported - {path}) for path in reported)
                before = after

    asyncio.run(main())

"""A watched folder: its changes are in the library a moment later, and no image is lost."""

import asyncio
import shutil
from collections.abc import Awaitable, Callable, Iterable, Iterator
from pathlib import Path

import pytest

from facetry.library import repositories
from facetry.library.file_stores import changed_paths
from facetry.library.file_stores.file_store import LocationGoneError
from facetry.library.file_stores.folder import notifications, walk
from facetry.library.file_stores.folder.notifications import FolderNotifications
from facetry.library.scan.scans import ScanSettings
from facetry.system.files.chosen_folders import ChosenFolder
from tests.support.imaging import pictures
from tests.support.libraries.scanned_library import ScannedLibrary, open_scanned_library, write_picture

SECONDS = 60.0
"""A deadline for a busy machine; each change takes some seconds."""


async def wait_until(holds: Callable[[], Awaitable[bool]]) -> None:
    """Wait until a condition holds; fail after some seconds."""
    async with asyncio.timeout(SECONDS):
        while not await holds():  # noqa: ASYNC110  # no event reports changes of rows
            await asyncio.sleep(0.05)


def run_watched(
    tmp_path: Path, scenario: Callable[[ScannedLibrary], Awaitable[None]], settings: ScanSettings | None = None
) -> None:
    async def main() -> None:
        async with open_scanned_library(tmp_path, settings=settings) as library:
            for seed in range(4):
                write_picture(library.root / "kept" / f"{seed}.png", seed)
            await library.scans.watch(library.repository.id)
            await library.scans.wait_until_idle()
            await scenario(library)

    asyncio.run(main())


def has_files(library: ScannedLibrary, *expected: str) -> Callable[[], Awaitable[bool]]:
    async def holds() -> bool:
        return set(await library.image_ids()) - {f"kept/{seed}.png" for seed in range(4)} == set(expected)

    return holds


@pytest.mark.parametrize("poll", [False, True])
def test_changes_of_a_watched_folder_are_imported_without_a_scan(tmp_path: Path, poll: bool) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        write_picture(library.root / "new.png", 10)
        await wait_until(has_files(library, "new.png"))
        write_picture(library.root / "new.png", 11)
        write_picture(library.root / "deep" / "er" / "one.png", 12)
        await wait_until(has_files(library, "new.png", "deep/er/one.png"))
        ids = await library.image_ids()
        (library.root / "deep").rename(library.root / "renamed")
        write_picture(library.root / "renamed" / "er" / "two.png", 13)
        await wait_until(has_files(library, "new.png", "renamed/er/one.png", "renamed/er/two.png"))
        assert (await library.image_ids())["renamed/er/one.png"] == ids["deep/er/one.png"]
        (library.root / "new.png").unlink()
        await wait_until(has_files(library, "renamed/er/one.png", "renamed/er/two.png"))
        assert library.scans.running_scans() == []

    run_watched(tmp_path, scenario, ScanSettings(poll=poll))


@pytest.mark.parametrize("is_watched_already", [False, True])
def test_a_folder_that_appears_while_watches_are_set_up_is_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_watched_already: bool
) -> None:
    """Its parent has been listed then, and is not watched yet."""
    folders = walk.folders

    def create_folder(chosen: ChosenFolder, scope: Iterable[str] = ("",)) -> Iterator[str]:
        root, listed = Path(chosen.path), list(folders(chosen, scope))
        if "parent" in listed and tuple(scope) == ("",) and not (root / "parent" / "between").exists():
            (root / "parent" / "between").mkdir()
            write_picture(root / "parent" / "first.png", 10)
        return iter(listed)

    monkeypatch.setattr(notifications, "folders", create_folder)

    async def scenario(library: ScannedLibrary) -> None:
        if is_watched_already:
            (library.root / "parent").mkdir()
        await wait_until(has_files(library, "parent/first.png"))
        write_picture(library.root / "parent" / "between" / "later.png", 11)
        await wait_until(has_files(library, "parent/first.png", "parent/between/later.png"))

    if not is_watched_already:
        (tmp_path / "pictures" / "parent").mkdir(parents=True)
    run_watched(tmp_path, scenario)


def test_a_file_that_moves_between_two_watched_folders_keeps_its_id(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        other = await library.add_repository("other")
        write_picture(other.path / "other.png", 20)
        await library.scans.watch(other.id)
        await library.scans.wait_until_idle()
        ids = await library.all_image_ids()
        (library.root / "kept" / "0.png").rename(other.path / "0.png")
        (other.path / "other.png").rename(library.root / "other.png")

        async def arrived() -> bool:
            ids_by_path = await library.all_image_ids()
            return {"other/0.png", "pictures/other.png"} <= set(ids_by_path) and len(ids_by_path) == 5

        await wait_until(arrived)
        await asyncio.sleep(1.5)
        ids_by_path = await library.all_image_ids()
        assert ids_by_path["other/0.png"] == ids["pictures/kept/0.png"]
        assert ids_by_path["pictures/other.png"] == ids["other/other.png"]

    run_watched(tmp_path, scenario)


@pytest.mark.parametrize("poll", [False, True])
def test_names_that_go_round_in_a_watched_folder_keep_their_ids_beside_copies(tmp_path: Path, poll: bool) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        kept = library.root / "kept"
        shutil.copytree(kept, library.root / "copies")
        await wait_until(has_files(library, *(f"copies/{seed}.png" for seed in range(4))))
        ids = await library.image_ids()
        turned = {f"kept/{seed}.png": ids[f"kept/{(seed + 1) % 4}.png"] for seed in range(4)}
        (kept / "0.png").rename(library.root / ".between")
        for seed in range(3):
            (kept / f"{seed + 1}.png").rename(kept / f"{seed}.png")
        (library.root / ".between").rename(kept / "3.png")

        async def holds() -> bool:
            return await library.image_ids() == ids | turned

        await wait_until(holds)

    run_watched(tmp_path, scenario, ScanSettings(poll=poll))


def test_a_file_removed_and_restored_a_moment_later_keeps_its_id(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        ids = await library.image_ids()
        (library.root / "kept" / "0.png").rename(tmp_path / "aside.png")
        await asyncio.sleep(0.6)
        (tmp_path / "aside.png").rename(library.root / "back.png")
        await wait_until(has_files(library, "back.png"))
        assert (await library.image_ids())["back.png"] == ids["kept/0.png"]

    run_watched(tmp_path, scenario)


def test_a_picture_copied_slowly_is_read_when_it_is_complete(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        whole = pictures.picture("JPEG", seed=5, size=(900, 700))
        with (library.root / "slow.jpg").open("wb") as file:
            for start in range(0, len(whole), len(whole) // 6):
                file.write(whole[start : start + len(whole) // 6])
                file.flush()
                await asyncio.sleep(0.4)
        await wait_until(has_files(library, "slow.jpg"))

        async def forgiven() -> bool:
            return await library.refusals() == {}

        await wait_until(forgiven)

    run_watched(tmp_path, scenario)


def test_a_folder_that_vanishes_and_returns_is_unavailable_meanwhile_and_loses_nothing(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        ids, last = await library.image_ids(), await library.last_event()
        library.root.rename(tmp_path / "unplugged")

        async def unavailable() -> bool:
            return library.scans.unavailable_reason(library.repository.id) is not None

        await wait_until(unavailable)
        write_picture(tmp_path / "unplugged" / "meanwhile.png", 30)
        (tmp_path / "unplugged").rename(library.root)
        await wait_until(has_files(library, "meanwhile.png"))

        async def available() -> bool:
            return not await unavailable()

        await wait_until(available)
        assert ids.items() <= (await library.image_ids()).items()
        assert await library.topics(last) == ["image.created"]
        write_picture(library.root / "later.png", 31)
        await wait_until(has_files(library, "meanwhile.png", "later.png"))

    run_watched(tmp_path, scenario)


def test_reconciliation_finds_changes_without_a_notification(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FolderNotifications, "add_changes", lambda *_: None)

    async def scenario(library: ScannedLibrary) -> None:
        write_picture(library.root / "missed.png", 40)
        await wait_until(has_files(library, "missed.png"))

    run_watched(tmp_path, scenario, ScanSettings(reconcile_seconds=1))


def test_very_many_changes_at_once_start_a_full_scan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changed_paths, "MAX_CHANGED_PATHS", 5)

    async def scenario(library: ScannedLibrary) -> None:
        for seed in range(30):
            write_picture(library.root / "many" / f"{seed}.png", 50 + seed)
        await wait_until(has_files(library, *(f"many/{seed}.png" for seed in range(30))))
        shutil.rmtree(library.root / "many")

        async def asks() -> bool:
            progress = library.scans.progress(library.repository.id)
            return progress is not None and progress.missing == 30

        await wait_until(asks)

    run_watched(tmp_path, scenario)


def test_a_suspended_or_stopped_repository_is_not_watched_until_it_is_resumed(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        await library.store.write(lambda work: repositories.set_watch(work, library.repository, watch=True))
        async with library.scans.suspend(library.repository.id):
            assert not library.scans.is_watching(library.repository.id)
            write_picture(library.root / "held.png", 60)
        await wait_until(has_files(library, "held.png"))
        await library.scans.stop()
        write_picture(library.root / "stopped.png", 61)
        await asyncio.sleep(1)
        assert await has_files(library, "held.png")()
        await library.scans.resume()
        await wait_until(has_files(library, "held.png", "stopped.png"))

    run_watched(tmp_path, scenario)


def test_a_watcher_follows_no_link_and_skips_hidden_files(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    root = tmp_path / "root"
    (root / "inside").mkdir(parents=True)
    (root / "inside" / "link").symlink_to(outside)
    (root / "inside" / "loop").symlink_to(root)

    async def main() -> None:
        async with FolderNotifications(ChosenFolder(str(root))) as following:
            changes = following.changes()
            (outside / "secret.png").write_bytes(b"x")
            (root / ".facetry-1").write_bytes(b"x")
            (root / "inside" / "seen.png").write_bytes(b"x")
            async with asyncio.timeout(SECONDS):
                assert await anext(changes) == frozenset({"inside/seen.png"})
            shutil.rmtree(root)
            async with asyncio.timeout(SECONDS):
                with pytest.raises(LocationGoneError):
                    async for _ in changes:
                        pass

    asyncio.run(main())

"""A watched folder: what happens in it is in the library a moment later, and nothing is lost on the way."""

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from facetry.library import repositories
from facetry.library.scan import notifications as watch
from facetry.library.scan.notifications import GoneError, Watch
from facetry.library.scan.scans import Habits
from tests.support import pictures
from tests.support.scanned_library import Bench, library, put

SECONDS = 15.0


async def soon(holds: Callable[[], Awaitable[bool]]) -> None:
    """Wait until something holds, which it must within some seconds."""
    async with asyncio.timeout(SECONDS):
        while not await holds():  # noqa: ASYNC110  # rows of a database, which no event tells of
            await asyncio.sleep(0.05)


def followed(tmp_path: Path, use: Callable[[Bench], Awaitable[None]], habits: Habits | None = None) -> None:
    async def main() -> None:
        async with library(tmp_path, habits=habits) as bench:
            for seed in range(4):
                put(bench.root / "kept" / f"{seed}.png", seed)
            await bench.ingest.watch(bench.repository.id)
            await bench.ingest.settled()
            await use(bench)

    asyncio.run(main())


def names(bench: Bench, *expected: str) -> Callable[[], Awaitable[bool]]:
    async def holds() -> bool:
        return set(await bench.images()) - {f"kept/{seed}.png" for seed in range(4)} == set(expected)

    return holds


@pytest.mark.parametrize("poll", [False, True])
def test_changes_of_a_watched_folder_arrive_without_a_scan(tmp_path: Path, poll: bool) -> None:
    async def use(bench: Bench) -> None:
        put(bench.root / "new.png", 10)
        await soon(names(bench, "new.png"))
        put(bench.root / "new.png", 11)
        put(bench.root / "deep" / "er" / "one.png", 12)
        await soon(names(bench, "new.png", "deep/er/one.png"))
        ids = await bench.images()
        (bench.root / "deep").rename(bench.root / "renamed")
        put(bench.root / "renamed" / "er" / "two.png", 13)
        await soon(names(bench, "new.png", "renamed/er/one.png", "renamed/er/two.png"))
        assert (await bench.images())["renamed/er/one.png"] == ids["deep/er/one.png"]
        (bench.root / "new.png").unlink()
        await soon(names(bench, "renamed/er/one.png", "renamed/er/two.png"))
        assert bench.ingest.activities() == []

    followed(tmp_path, use, Habits(poll=poll))


def test_a_file_that_moves_between_two_watched_folders_keeps_its_id(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        other = await bench.another("other")
        put(other.path / "other.png", 20)
        await bench.ingest.watch(other.id)
        await bench.ingest.settled()
        ids = await bench.places()
        (bench.root / "kept" / "0.png").rename(other.path / "0.png")
        (other.path / "other.png").rename(bench.root / "other.png")

        async def arrived() -> bool:
            places = await bench.places()
            return {"other/0.png", "pictures/other.png"} <= set(places) and len(places) == 5

        await soon(arrived)
        await asyncio.sleep(1.5)
        places = await bench.places()
        assert places["other/0.png"] == ids["pictures/kept/0.png"]
        assert places["pictures/other.png"] == ids["other/other.png"]

    followed(tmp_path, use)


def test_a_file_taken_out_and_put_back_a_moment_later_keeps_its_id(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        ids = await bench.images()
        (bench.root / "kept" / "0.png").rename(tmp_path / "aside.png")
        await asyncio.sleep(0.6)
        (tmp_path / "aside.png").rename(bench.root / "back.png")
        await soon(names(bench, "back.png"))
        assert (await bench.images())["back.png"] == ids["kept/0.png"]

    followed(tmp_path, use)


def test_a_picture_copied_slowly_is_read_once_it_is_whole(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        whole = pictures.picture("JPEG", seed=5, size=(900, 700))
        with (bench.root / "slow.jpg").open("wb") as file:
            for start in range(0, len(whole), len(whole) // 6):
                file.write(whole[start : start + len(whole) // 6])
                file.flush()
                await asyncio.sleep(0.4)
        await soon(names(bench, "slow.jpg"))

        async def forgiven() -> bool:
            return await bench.refusals() == {}

        await soon(forgiven)

    followed(tmp_path, use)


def test_a_folder_that_goes_and_comes_back_is_unavailable_in_between_and_loses_nothing(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        ids, last = await bench.images(), await bench.last_event()
        bench.root.rename(tmp_path / "unplugged")

        async def unavailable() -> bool:
            return bench.ingest.unavailable(bench.repository.id) is not None

        await soon(unavailable)
        put(tmp_path / "unplugged" / "meanwhile.png", 30)
        (tmp_path / "unplugged").rename(bench.root)
        await soon(names(bench, "meanwhile.png"))

        async def available() -> bool:
            return not await unavailable()

        await soon(available)
        assert ids.items() <= (await bench.images()).items()
        assert await bench.topics(last) == ["image.created"]
        put(bench.root / "later.png", 31)
        await soon(names(bench, "meanwhile.png", "later.png"))

    followed(tmp_path, use)


def test_a_notification_that_was_missed_is_made_up_for_by_the_reconciliation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Watch, "take", lambda *_: None)

    async def use(bench: Bench) -> None:
        put(bench.root / "missed.png", 40)
        await soon(names(bench, "missed.png"))

    followed(tmp_path, use, Habits(reconcile_seconds=1))


def test_very_many_changes_at_once_are_a_scan_of_the_whole_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "MANY", 5)

    async def use(bench: Bench) -> None:
        for seed in range(30):
            put(bench.root / "many" / f"{seed}.png", 50 + seed)
        await soon(names(bench, *(f"many/{seed}.png" for seed in range(30))))
        shutil.rmtree(bench.root / "many")

        async def asks() -> bool:
            progress = bench.ingest.progress(bench.repository.id)
            return progress is not None and progress.missing == 30

        await soon(asks)

    followed(tmp_path, use)


def test_a_held_or_stopped_repository_is_not_followed_until_it_may_be_again(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        await bench.store.write(lambda work: repositories.set_watch(work, bench.repository, watch=True))
        async with bench.ingest.hold(bench.repository.id):
            assert not bench.ingest.watching(bench.repository.id)
            put(bench.root / "held.png", 60)
        await soon(names(bench, "held.png"))
        await bench.ingest.stop()
        put(bench.root / "stopped.png", 61)
        await asyncio.sleep(1)
        assert await names(bench, "held.png")()
        await bench.ingest.resume()
        await soon(names(bench, "held.png", "stopped.png"))

    followed(tmp_path, use)


def test_a_watch_does_not_leave_the_folder_through_a_link_and_passes_over_hidden_files(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    root = tmp_path / "root"
    (root / "inside").mkdir(parents=True)
    (root / "inside" / "link").symlink_to(outside)
    (root / "inside" / "loop").symlink_to(root)

    async def main() -> None:
        async with Watch(root) as following:
            changes = following.changes()
            (outside / "secret.png").write_bytes(b"x")
            (root / ".facetry-1").write_bytes(b"x")
            (root / "inside" / "seen.png").write_bytes(b"x")
            async with asyncio.timeout(SECONDS):
                assert await anext(changes) == frozenset({"inside/seen.png"})
            shutil.rmtree(root)
            async with asyncio.timeout(SECONDS):
                with pytest.raises(GoneError):
                    async for _ in changes:
                        pass

    asyncio.run(main())

"""Files that cannot be read: a visible state, tried again when it makes sense."""

from pathlib import Path

from facetry.imaging.protocol import Answer
from facetry.library import unreadable_files as unreadable
from tests.support import pictures
from tests.support.scanned_library import Bench, put, run


def test_a_refused_file_is_read_again_when_it_changes_and_not_before(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        path = bench.root / "late.png"
        whole = pictures.picture("PNG")
        path.write_bytes(whole[:-1000])
        (bench.root / "huge.png").write_bytes(pictures.png(4000, 4000))
        await bench.scan()
        assert await bench.refusals() == {"late.png": ("decode.truncated", 1), "huge.png": ("decode.pixels", 1)}
        await bench.scan()
        assert await bench.refusals() == {"late.png": ("decode.truncated", 1), "huge.png": ("decode.pixels", 1)}
        path.write_bytes(whole)
        progress = await bench.scan()
        assert (progress.added, progress.unreadable) == (1, 1)
        assert list(await bench.refusals()) == ["huge.png"]

    run(tmp_path, use)


def test_a_known_image_whose_file_is_overwritten_with_rubbish_is_kept(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        path = put(bench.root / "a.png", 1)
        (bench.root / "plain").write_bytes(pictures.picture("PNG", seed=2))
        await bench.scan()
        ids = await bench.images()
        path.write_bytes(b"rubbish")
        (bench.root / "plain").write_bytes(b"rubbish")
        for _ in range(2):
            await bench.scan()
            assert await bench.images() == ids
            assert await bench.refusals() == {"a.png": ("decode.format", 1), "plain": ("decode.format", 1)}
        put(path, 1)
        put(bench.root / "plain", 2)
        progress = await bench.scan()
        assert (progress.added, progress.updated, progress.unreadable) == (0, 0, 0)
        assert await bench.images() == ids

    run(tmp_path, use)


def test_a_file_too_heavy_for_the_decoder_is_tried_in_three_scans(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        put(bench.root / "a.png", 1)
        (bench.root / "heavy.png").write_bytes(pictures.flat_png(3000))
        answers = 0

        async def examine(root: str, path: str, *, urgent: bool = False) -> Answer:
            nonlocal answers
            if path != "heavy.png":
                return await read(root, path, urgent=urgent)
            answers += 1
            stat = (bench.root / path).stat()
            facts: Answer = {"size": stat.st_size, "modified_ns": stat.st_mtime_ns, "created_ms": 0}
            return {"rule": "decode.timeout", "reason": "Too slow."} | facts

        read = bench.ingest._pool.examine
        bench.ingest._pool.examine = examine  # type: ignore[method-assign]
        for attempts in (1, 2, 3, 3):
            await bench.scan()
            assert await bench.refusals() == {"heavy.png": ("decode.timeout", attempts)}
        assert answers == 3

    run(tmp_path, use)


def test_refusals_are_listed_in_pages(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        for number in range(5):
            (bench.root / f"{number}.jpg").write_bytes(b"x")
        await bench.scan()
        page, total = await bench.store.read(
            lambda connection: unreadable.page(connection, bench.repository.key, rule=None, skip=2, take=2)
        )
        assert total == 5
        none = await bench.store.read(
            lambda connection: unreadable.page(connection, bench.repository.key, rule="decode.pixels", skip=0, take=2)
        )
        assert none == ([], 0)
        assert [(each.path, each.rule) for each in page] == [("2.jpg", "decode.format"), ("3.jpg", "decode.format")]

    run(tmp_path, use)

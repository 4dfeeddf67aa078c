"""Files that cannot be read: listed, and read again only when that may succeed."""

from pathlib import Path

from facetry.imaging.protocol import WorkerAnswer
from facetry.library import unreadable_files
from facetry.system.files.folder_identity import FolderIdentity
from tests.support.imaging import pictures
from tests.support.libraries.scanned_library import ScannedLibrary, run, write_picture


def test_a_refused_file_is_read_again_only_when_it_changes(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        path = library.root / "late.png"
        whole = pictures.picture("PNG")
        path.write_bytes(whole[:-1000])
        (library.root / "huge.png").write_bytes(pictures.png(4000, 4000))
        await library.scan()
        assert await library.refusals() == {"late.png": ("decode.truncated", 1), "huge.png": ("decode.pixels", 1)}
        await library.scan()
        assert await library.refusals() == {"late.png": ("decode.truncated", 1), "huge.png": ("decode.pixels", 1)}
        path.write_bytes(whole)
        progress = await library.scan()
        assert (progress.added, progress.unreadable) == (1, 1)
        assert list(await library.refusals()) == ["huge.png"]

    run(tmp_path, scenario)


def test_an_image_whose_file_is_overwritten_with_garbage_stays(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        path = write_picture(library.root / "a.png", 1)
        (library.root / "plain").write_bytes(pictures.picture("PNG", seed=2))
        await library.scan()
        ids = await library.image_ids()
        path.write_bytes(b"rubbish")
        (library.root / "plain").write_bytes(b"rubbish")
        for _ in range(2):
            await library.scan()
            assert await library.image_ids() == ids
            assert await library.refusals() == {"a.png": ("decode.format", 1), "plain": ("decode.format", 1)}
        write_picture(path, 1)
        write_picture(library.root / "plain", 2)
        progress = await library.scan()
        assert (progress.added, progress.updated, progress.unreadable) == (0, 0, 0)
        assert await library.image_ids() == ids

    run(tmp_path, scenario)


def test_a_file_beyond_the_limits_of_the_decoder_is_tried_in_three_scans(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        write_picture(library.root / "a.png", 1)
        (library.root / "heavy.png").write_bytes(pictures.flat_png(3000))
        answers = 0

        async def examine(
            root: str,
            path: str,
            *,
            known: bytes | None = None,
            urgent: bool = False,
            identity: FolderIdentity | None = None,
        ) -> WorkerAnswer:
            nonlocal answers
            if path != "heavy.png":
                return await read(root, path, known=known, urgent=urgent, identity=identity)
            answers += 1
            stat = (library.root / path).stat()
            facts: WorkerAnswer = {"size": stat.st_size, "modified_ns": stat.st_mtime_ns, "created_ms": 0}
            return {"rule": "decode.timeout", "reason": "Too slow."} | facts

        read = library.scans._pool.examine
        library.scans._pool.examine = examine  # type: ignore[method-assign]
        for attempts in (1, 2, 3, 3):
            await library.scan()
            assert await library.refusals() == {"heavy.png": ("decode.timeout", attempts)}
        assert answers == 3

    run(tmp_path, scenario)


def test_refusals_are_listed_in_pages(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        for number in range(5):
            (library.root / f"{number}.jpg").write_bytes(b"x")
        await library.scan()
        page, total = await library.store.read(
            lambda connection: unreadable_files.page(connection, library.repository.key, rule=None, skip=2, take=2)
        )
        assert total == 5
        none = await library.store.read(
            lambda connection: unreadable_files.page(
                connection, library.repository.key, rule="decode.pixels", skip=0, take=2
            )
        )
        assert none == ([], 0)
        assert [(each.path, each.rule) for each in page] == [("2.jpg", "decode.format"), ("3.jpg", "decode.format")]

    run(tmp_path, scenario)

"""Skipped files: they are counted and listed with their kind, opened once, and forgotten when they are gone or read."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from facetry.imaging.skipped_kinds import SkippedKind, skipped_kind
from facetry.library import repositories, skipped_files
from generated import models
from tests.support.libraries.scanned_library import ScannedLibrary, run, write_picture

FILES = {
    "a/IMG_1.CR3": ("raw", b"II*\0 raw"),
    "a/IMG_1.tif": ("tiff", b"II*\0"),
    "a/clip.MOV": ("video", b"\0\0\0\x14ftypqt  "),
    "b/logo.svg": ("image", b"<svg/>"),
    "b/notes": ("other", b"a note"),
    "notes.txt": ("other", b""),
}


def write_files(library: ScannedLibrary) -> None:
    for name, (_, content) in FILES.items():
        (library.root / name).parent.mkdir(exist_ok=True)
        (library.root / name).write_bytes(content)
    write_picture(library.root / "a" / "heron.png", 1)
    (library.root / "broken.jpg").write_bytes(b"no picture")


async def listed(library: ScannedLibrary) -> dict[str, tuple[str, int]]:
    rows = await library.rows("SELECT path, kind, size FROM skipped_file ORDER BY path")
    return {path: (kind, size) for path, kind, size in rows}


def test_every_file_that_is_found_is_an_image_or_unreadable_or_skipped(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        write_files(library)
        (library.root / ".hidden.cr3").write_bytes(b"hidden")
        progress = await library.scan()
        assert (progress.found, progress.done) == (8, 8)
        assert (progress.added, progress.unreadable, progress.skipped) == (1, 1, 6)
        assert await listed(library) == {name: (kind, len(content)) for name, (kind, content) in FILES.items()}
        assert "6 skipped" in progress.summary()

    run(tmp_path, scenario)


def test_an_unchanged_skipped_file_is_not_opened_again(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        write_files(library)
        await library.scan()
        before, keys = await listed(library), await library.rows("SELECT key FROM skipped_file")
        await library.scans._pool.close()  # any use of the pool fails now
        progress = await library.scan()
        assert progress.error is None
        assert (progress.done, progress.skipped) == (8, 6)
        assert (await listed(library), await library.rows("SELECT key FROM skipped_file")) == (before, keys)

    run(tmp_path, scenario)


def test_a_changed_skipped_file_is_opened_and_may_have_become_a_picture(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        write_files(library)
        await library.scan()
        write_picture(library.root / "new.png", 2).replace(library.root / "notes.txt")
        (library.root / "b" / "notes").write_bytes(b"a longer note")
        progress = await library.scan()
        assert (progress.found, progress.added, progress.unreadable, progress.skipped) == (8, 1, 1, 5)
        assert set(await library.image_ids()) == {"a/heron.png", "notes.txt"}
        assert "notes.txt" not in await listed(library)
        assert (await listed(library))["b/notes"] == ("other", 13)

    run(tmp_path, scenario)


def test_an_image_of_which_the_file_is_no_picture_any_more_is_unreadable_and_not_skipped(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        write_picture(library.root / "new.png", 2).replace(library.root / "heron.dat")
        await library.scan()
        (library.root / "heron.dat").write_bytes(b"no picture any more")
        progress = await library.scan()
        assert (progress.unreadable, progress.skipped) == (1, 0)
        assert await listed(library) == {}

    run(tmp_path, scenario)


def test_a_skipped_file_that_is_gone_is_forgotten(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        write_files(library)
        await library.scan()
        (library.root / "a" / "clip.MOV").unlink()
        (library.root / "b").rename(library.root / "c")
        progress = await library.scan()
        assert progress.skipped == 5
        assert set(await listed(library)) == {"a/IMG_1.CR3", "a/IMG_1.tif", "c/logo.svg", "c/notes", "notes.txt"}

    run(tmp_path, scenario)


def test_skipped_files_are_forgotten_with_their_repository_alone(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        write_files(library)
        other = await library.add_repository("other")
        (other.path / "clip.mp4").write_bytes(b"video")
        await library.scan()
        await library.scan_other(other)
        assert len(await listed(library)) == 7
        await library.store.write(lambda work: repositories.remove(work, other))
        assert set(await listed(library)) == set(FILES)

    run(tmp_path, scenario)


def test_pages_and_counts_by_kind(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        write_files(library)
        await library.scan()
        key = library.repository.key

        def page(kind: str | None, skip: int, take: int) -> list[str]:
            records = library.store.read_now(
                lambda connection: skipped_files.page(connection, key, kind=kind, skip=skip, take=take)
            )
            return [record.path for record in records]

        assert page(None, 0, 100) == sorted(FILES)
        assert page(None, 1, 2) == sorted(FILES)[1:3]
        assert page("other", 0, 1) == ["b/notes"]
        assert page("other", 1, 5) == ["notes.txt"]
        counts = library.store.read_now(lambda connection: skipped_files.counts(connection, key))
        assert list(counts.items()) == [("other", 2), ("image", 1), ("raw", 1), ("tiff", 1), ("video", 1)]

    run(tmp_path, scenario)


def test_the_kinds_are_those_of_the_description() -> None:
    assert get_args(SkippedKind) == get_args(models.SkippedFileKind.__value__)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("x.tif", "tiff"),
        ("a.b/x.TIFF", "tiff"),
        ("x.dng", "raw"),
        ("x.webm", "video"),
        ("x.jxl", "image"),
        ("x.xmp", "other"),
        ("x.", "other"),
        ("mov", "other"),
        ("x.mov/y", "other"),
    ],
)
def test_the_kind_of_a_name(name: str, kind: str) -> None:
    assert skipped_kind(name) == kind

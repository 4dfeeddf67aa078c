"""Ids follow the bytes when names are given to other pictures, also if copies exist that stay in their places."""

import asyncio
import os
import random
import shutil
from collections.abc import Callable
from itertools import count, pairwise
from pathlib import Path

import pytest

from facetry.library.scan import importer
from tests.facetry.library.scan.test_file_versions import Reads
from tests.support.imaging.pictures import picture
from tests.support.libraries.scanned_library import ScannedLibrary, run, write_picture

SIZE = 4_000
"""All files of some tests have this size, so that only their versions or bytes tell them apart."""


def write_padded(path: Path, seed: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(picture("PNG", seed=seed).ljust(SIZE, b"\0"))


def write_plain(path: Path, seed: int) -> None:
    write_picture(path, seed)


def rotate(root: Path, *names: str) -> None:
    """Give each file the next name, and the last one the first."""
    (root / names[-1]).rename(root / "between")
    for name, following in reversed(list(pairwise(names))):
        (root / name).rename(root / following)
    (root / "between").rename(root / names[0])


Writer = Callable[[Path, int], None]
WRITERS = pytest.mark.parametrize("write", [write_plain, write_padded])


@WRITERS
def test_a_renamed_file_whose_name_another_takes_keeps_its_id_beside_a_copy(tmp_path: Path, write: Writer) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        for seed, name in enumerate("def"):
            write(library.root / f"{name}.png", seed)
        shutil.copy(library.root / "d.png", library.root / "a.png")
        await library.scan()
        ids, last = await library.image_ids(), await library.last_event()
        (library.root / "d.png").rename(library.root / "z.png")
        (library.root / "e.png").rename(library.root / "d.png")
        progress = await library.scan()
        assert (progress.added, progress.removed) == (0, 0)
        expected = {"a.png": "a.png", "z.png": "d.png", "d.png": "e.png", "f.png": "f.png"}
        assert await library.image_ids() == {now: ids[before] for now, before in expected.items()}
        assert await library.topics(last) == ["image.renamed"] * 2

    run(tmp_path, scenario)


@WRITERS
@pytest.mark.parametrize("names", [["a.png", "b.png"], ["a.png", "b.png", "c.png"], ["c.png", "b.png", "a.png"]])
def test_names_that_go_round_beside_a_copy_of_each_file(tmp_path: Path, write: Writer, names: list[str]) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        for seed, name in enumerate(names):
            write(library.root / name, seed)
            for folder in ("copies", "more copies"):
                (library.root / folder).mkdir(exist_ok=True)
                shutil.copy(library.root / name, library.root / folder / name)
        await library.scan()
        ids = await library.image_ids()
        rotate(library.root, *names)
        progress = await library.scan()
        assert (progress.moved, progress.added, progress.removed, progress.updated) == (len(names), 0, 0, 0)
        moved = {following: ids[name] for name, following in zip(names, names[1:] + names[:1], strict=True)}
        assert await library.image_ids() == ids | moved

    run(tmp_path, scenario)


def test_names_that_go_round_keep_their_ids_beside_copies_in_another_repository(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        other = await library.add_repository("other")
        names = ["a.png", "b.png", "c.png"]
        for seed, name in enumerate(names):
            write_padded(library.root / name, seed)
            shutil.copy(library.root / name, other.path / name)
        await library.scan()
        await library.scan_other(other)
        ids = await library.all_image_ids()
        rotate(library.root, *names)
        await library.scan()
        await library.scan_other(other)
        turned = {f"pictures/{now}.png": ids[f"pictures/{before}.png"] for now, before in ("ac", "ba", "cb")}
        assert await library.all_image_ids() == ids | turned

    run(tmp_path, scenario)


@WRITERS
def test_a_file_is_saved_atomically_while_its_neighbours_swap_names(tmp_path: Path, write: Writer) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        for seed, name in enumerate("abc"):
            write(library.root / f"{name}.png", seed)
            shutil.copy(library.root / f"{name}.png", library.root / f"copy of {name}.png")
        await library.scan()
        ids = await library.image_ids()
        rotate(library.root, "a.png", "b.png")
        for name, seed in (("a.png", 1), ("copy of b.png", 1), ("c.png", 9)):
            write(library.root / ".saving", seed)
            (library.root / ".saving").replace(library.root / name)
        progress = await library.scan()
        assert (progress.added, progress.removed, progress.updated) == (0, 0, 1)
        assert await library.image_ids() == ids | {"a.png": ids["b.png"], "b.png": ids["a.png"]}

    run(tmp_path, scenario)


@WRITERS
@pytest.mark.parametrize("changed", [1, 2])
def test_copies_that_are_edited_keep_their_ids_while_others_are_touched(
    tmp_path: Path, write: Writer, changed: int
) -> None:
    """A touched file has its bytes in its place, so nothing else looks for an image with them."""

    async def scenario(library: ScannedLibrary) -> None:
        for name in "abcdef":
            write(library.root / f"{name}.png", 1)
        await library.scan()
        ids = await library.image_ids()
        for name in "def":
            os.utime(library.root / f"{name}.png", (1_600_000_000, 1_600_000_000))
        for seed, name in enumerate("abc"[:changed]):
            write(library.root / f"{name}.png", 10 + seed)
        progress = await library.scan()
        assert (progress.added, progress.removed, progress.updated) == (0, 0, changed)
        assert await library.image_ids() == ids

    run(tmp_path, scenario)


def test_an_edited_file_keeps_its_id_while_a_copy_of_its_former_bytes_is_copied(tmp_path: Path) -> None:
    """Nobody can tell this from a renamed file whose name a new picture has got."""

    async def scenario(library: ScannedLibrary) -> None:
        for name in "abc":
            write_picture(library.root / f"{name}.png", 1)
        await library.scan()
        ids = await library.image_ids()
        write_picture(library.root / "b.png", 2)
        shutil.copy(library.root / "a.png", library.root / "copy.png")
        progress = await library.scan()
        assert (progress.added, progress.updated, progress.moved) == (1, 1, 0)
        assert ids.items() <= (await library.image_ids()).items()

    run(tmp_path, scenario)


def test_of_two_edited_copies_one_is_found_in_its_backup_and_the_other_keeps_its_place(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        for seed, name in ((1, "a"), (1, "b"), (2, "z")):
            write_picture(library.root / f"{name}.png", seed)
        await library.scan()
        ids = await library.image_ids()
        write_picture(library.root / "a.png", 10)
        write_picture(library.root / "b.png", 11)
        write_picture(library.root / "z.png", 1)  # the only new place of these bytes
        await library.scan()
        after = await library.image_ids()
        assert after["z.png"] in (ids["a.png"], ids["b.png"])
        assert {ids["a.png"], ids["b.png"]} <= set(after.values())

    run(tmp_path, scenario)


def test_touched_copies_are_not_read_again_for_a_moved_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        for name in "abcd":
            write_picture(library.root / f"{name}.png", 1)
        write_picture(library.root / "e.png", 2)
        await asyncio.sleep(0.05)
        await library.scan()
        reads = Reads(monkeypatch)
        for name in "abc":
            os.utime(library.root / f"{name}.png", (1_600_000_000, 1_600_000_000))
        (library.root / "d.png").rename(library.root / "z.png")
        await asyncio.sleep(0.05)  # longer than a step of the clock of the file system
        await library.scan()
        assert reads.taken()[0] == ["a.png", "b.png", "c.png", "z.png"]
        for name in "abe":
            os.utime(library.root / f"{name}.png", (1_500_000_000, 1_500_000_000))
        await asyncio.sleep(0.05)
        await library.scan()
        assert reads.taken()[0] == ["a.png", "b.png", "e.png"]

    run(tmp_path, scenario)


CHANGES = ("rename", "rename", "over", "swap", "swap", "rotate", "copy", "delete", "edit", "touch")


class ChangedFolder:
    """Files and their contents by path, and the random changes of a person."""

    def __init__(self, root: Path, seed: int, write: Writer) -> None:
        self.root = root
        self.random = random.Random(seed)
        self.write = write
        self.new_contents = count(1)
        self.files: dict[str, int] = {}
        for number in range(6):
            self.put(f"{number}.png", next(self.new_contents))
        for number in range(4):
            self.copy(self.random.choice(sorted(self.files)), f"copies/{number}.png")

    def put(self, name: str, content: int) -> None:
        self.write(self.root / name, content)
        self.files[name] = content

    def rename(self, name: str, new_name: str) -> None:
        (self.root / name).replace(self.root / new_name)
        self.files[new_name] = self.files.pop(name)

    def copy(self, name: str, new_name: str) -> None:
        (self.root / new_name).parent.mkdir(exist_ok=True)
        getattr(shutil, self.random.choice(["copy", "copy2"]))(self.root / name, self.root / new_name)
        self.files[new_name] = self.files[name]

    def change(self) -> None:
        names = self.random.sample(sorted(self.files), 3)
        new_name = f"{self.random.choice(['', 'copies/'])}{self.random.randrange(12)}.png"
        match self.random.choice(
            ["rename", "rename", "over", "swap", "swap", "rotate", "copy", "delete", "edit", "touch"]
        ):
            case "rename" if new_name not in self.files:
                self.rename(names[0], new_name)
            case "over" if len(self.files) > 6:
                self.rename(names[0], names[1])
            case "swap" | "rotate" as way:
                names = names[:2] if way == "swap" else names
                rotate(self.root, *names)
                contents = [self.files[name] for name in names]
                self.files.update(zip(names, contents[-1:] + contents[:-1], strict=True))
            case "copy" if new_name != names[0]:
                self.copy(names[0], new_name)
            case "delete" if len(self.files) > 6:
                (self.root / names[0]).unlink()
                del self.files[names[0]]
            case "edit":
                self.put(names[0], next(self.new_contents))
            case "touch":
                os.utime(self.root / names[0])


def check(before: dict[str, int], ids: dict[str, bytes], after: dict[str, int], new_ids: dict[str, bytes]) -> None:
    """Ids stay or follow the bytes; of interchangeable copies as many follow as there are places."""
    assert new_ids.keys() == after.keys()
    assert len(set(new_ids.values())) == len(new_ids)
    contents = set(before.values())
    for content in {*before.values(), *after.values()}:
        old = {path for path, each in before.items() if each == content}
        new = {path for path, each in after.items() if each == content}
        assert all(new_ids[path] == ids[path] for path in old & new)
        edited = {path for path in old - new if old & new and after.get(path, content) not in contents}
        assert {ids[path] for path in edited} <= set(new_ids.values())
        left = {ids[path] for path in old - new}
        arrived = {new_ids[path] for path in new - old}
        assert len(left & arrived) >= min(len(left) - len(edited), len(arrived)), content
    for path in before.keys() & after.keys():
        if new_ids[path] not in ids.values():
            assert ids[path] in new_ids.values(), f"{path} was edited, and lost its id"


@pytest.mark.parametrize("unit_files", [64, 3])
@WRITERS
def test_ids_follow_the_bytes_through_random_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Writer, unit_files: int
) -> None:
    monkeypatch.setattr(importer, "UNIT_FILES", unit_files)

    async def scenario(library: ScannedLibrary) -> None:
        folder = ChangedFolder(library.root, unit_files, write)
        await library.scan()
        for _ in range(25):
            before, ids = dict(folder.files), await library.image_ids()
            for _ in range(folder.random.randrange(1, 7)):
                folder.change()
            progress = await library.scan()
            assert progress.error is None
            check(before, ids, folder.files, await library.image_ids())

    run(tmp_path, scenario)

"""Changes of files in a folder: what the condition says is asked in the unit of work, and nothing is half done."""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from facetry.errors import FaultError, conflict
from facetry.library.file_stores.file_store import ALWAYS, FileCondition, FileStatus, RecordedContent
from facetry.library.file_stores.folder import atomic_files
from facetry.library.file_stores.folder.folder_store import FolderStore
from facetry.store.store import Store
from facetry.system.files.file_versions import FileVersion, version_of

MISSING = conflict("test.missing", "It is missing.")
REFUSED = conflict("test.refused", "It is refused.")
BYTES = b"the bytes that the library has read"


class Place:
    """A folder with a file at `inner/a.png`, its store, and what was asked and written."""

    def __init__(self, home: Path) -> None:
        self.folder = home / "pictures"
        (self.folder / "inner").mkdir(parents=True)
        (self.folder / "other").mkdir()
        self.file = self.folder / "inner" / "a.png"
        self.file.write_bytes(BYTES)
        self.source = home / "source"
        self.source.write_bytes(b"new bytes")
        self.files = FolderStore(str(self.folder))
        self.store = Store(home / "library.db")
        self.asked: list[FileStatus | None] = []
        self.written: list[Any] = []
        self.settled: list[Any] = []

    def version(self, name: str = "inner/a.png") -> FileVersion:
        return version_of((self.folder / name).stat(), str(self.folder))

    def check(self, _: Connection, file: FileStatus | None) -> None:
        self.asked.append(file)

    def refuse(self, _: Connection, file: FileStatus | None) -> None:
        self.asked.append(file)
        raise REFUSED

    def write_rows(self, *written: object) -> str:
        self.written.append(written)
        return "written"

    def replace(self, condition: FileCondition = ALWAYS, unless: FileVersion | None = None) -> str | None:
        return self.files.replace(
            self.store, "inner/a.png", self.source, unless, condition, MISSING, self.write_rows, self.settle
        )

    def move(self, condition: FileCondition = ALWAYS, parts: tuple[str, ...] = ("other",)) -> str:
        return self.files.move(
            self.store, "inner/a.png", parts, lambda _: "b.png", MISSING, self.write_rows, self.settle, condition
        )

    def remove(self, condition: FileCondition = ALWAYS) -> str:
        def write_rows(_: object, remove_file: Callable[[], None]) -> str:
            self.written.append("removal")
            remove_file()
            return "removed"

        return self.files.remove_with_rows(self.store, "inner/a.png", condition, write_rows)

    def settle(self, *settled: object) -> None:
        self.settled.append(settled)

    def replace_file(self, present: str) -> None:
        """Remove the file, and put a folder or a link in its place, or remove its folder too."""
        self.file.unlink()
        if present == "folder":
            self.file.mkdir()
        elif present == "link":
            self.file.symlink_to(self.source)
        elif present == "no parent":
            self.file.parent.rmdir()

    def names(self) -> set[str]:
        return {str(path.relative_to(self.folder)) for path in self.folder.rglob("*") if path.is_file()}


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    place = Place(tmp_path)
    yield place
    place.store.close()


def recorded(*versions: FileVersion, content: bytes = BYTES) -> FileCondition:
    """A condition on what the library has read."""
    return FileCondition(lambda _: RecordedContent(hashlib.sha256(content).digest(), versions))


def rule_of(change: Callable[[], object]) -> str:
    with pytest.raises(FaultError) as caught:
        change()
    return caught.value.fault.rule


CHANGES: dict[str, Callable[[Place, FileCondition], Any]] = {
    "replace": Place.replace,
    "replace-with-itself": lambda place, condition: place.replace(condition, place.version()),
    "move": Place.move,
    "remove": Place.remove,
}
each_change = pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)


@each_change
def test_a_change_that_the_condition_refuses_changes_nothing(place: Place, change: Callable[..., Any]) -> None:
    version = place.version()
    assert rule_of(lambda: change(place, FileCondition(check=place.refuse))) == "test.refused"
    assert [file and file.version for file in place.asked] == [version]
    assert (place.written, place.settled) == ([], [])
    assert place.file.read_bytes() == BYTES
    assert place.version() == version
    assert place.names() == {"inner/a.png"}


@each_change
def test_the_condition_gets_the_file_once(place: Place, change: Callable[..., Any]) -> None:
    status = place.file.stat()
    change(place, FileCondition(check=place.check))
    assert [file and file.modified for file in place.asked] == [status.st_mtime]


@pytest.mark.parametrize("change", [Place.replace, Place.move, Place.remove])
def test_a_file_that_the_library_has_not_read_stays(place: Place, change: Callable[..., Any]) -> None:
    size, modified_ns = place.version()[:2]
    others = [
        recorded(FileVersion(size, modified_ns + 1), content=b"x" * len(BYTES)),
        recorded(FileVersion(size + 1, modified_ns)),
        recorded(),
    ]
    for condition in others:
        assert rule_of(partial(change, place, condition)) == "image.file-changed"
        assert place.names() == {"inner/a.png"}
        assert place.file.read_bytes() == BYTES
    assert place.settled == []


@each_change
def test_a_file_with_another_version_and_the_recorded_bytes_is_changed(
    place: Place, change: Callable[..., Any]
) -> None:
    size, modified_ns = place.version()[:2]
    change(place, recorded(FileVersion(size, modified_ns + 1)))


@pytest.mark.parametrize("present", ["missing", "folder", "link"])
def test_what_is_no_file_is_missing(place: Place, present: str) -> None:
    place.replace_file(present)
    for change in (place.replace, place.move):
        assert rule_of(change) == "test.missing"
    assert place.written == []
    assert not (place.folder / "other" / "b.png").exists()


@pytest.mark.parametrize("present", ["missing", "folder", "link"])
@pytest.mark.parametrize("name", ["replace", "move"])
def test_what_is_no_file_any_more_in_the_unit_of_work_is_missing(
    place: Place, monkeypatch: pytest.MonkeyPatch, name: str, present: str
) -> None:
    """Another program removes the file, or puts something in its place, after the first look."""
    write_now = place.store.write_now

    def write_later(unit: Callable[..., Any]) -> Any:
        place.replace_file(present)
        return write_now(unit)

    monkeypatch.setattr(place.store, "write_now", write_later)
    assert rule_of(lambda: CHANGES[name](place, ALWAYS)) == "test.missing"
    assert (place.written, place.settled) == ([], [])
    assert not (place.folder / "other" / "b.png").exists()
    assert place.file.is_dir() is (present == "folder")
    assert place.file.is_symlink() is (present == "link")


@pytest.mark.parametrize("present", ["missing", "folder", "link", "no parent"])
def test_the_condition_of_a_removal_is_told_that_there_is_no_file(place: Place, present: str) -> None:
    place.replace_file(present)
    assert rule_of(lambda: place.remove(FileCondition(check=place.refuse))) == "test.refused"
    assert place.written == []
    assert place.asked == [None]


@pytest.mark.parametrize("has_parent", [True, False])
def test_the_rows_of_a_missing_file_are_removed(place: Place, has_parent: bool) -> None:
    place.file.unlink()
    if not has_parent:
        place.file.parent.rmdir()
    assert place.remove(FileCondition(recorded().find_recorded, place.check)) == "removed"
    assert (place.asked, place.written) == ([None], ["removal"])


def test_nothing_is_removed_behind_a_link(place: Place) -> None:
    place.file.parent.rename(place.folder / "moved")
    place.file.parent.symlink_to("moved")
    with pytest.raises(OSError, match=r"directory|symbolic"):
        place.remove()
    assert place.file.read_bytes() == BYTES


def test_removing_from_a_missing_folder_is_409(place: Place) -> None:
    place.folder.rename(place.folder.with_name("unplugged"))
    assert rule_of(place.remove) == "repository.unavailable"
    assert place.written == []


def test_what_is_changed_within_the_unit_of_work_is_not_removed(place: Place) -> None:
    """Another program replaces the file after the check, and before the removal."""
    condition = recorded(place.version())

    def write_rows(_: object, remove_file: Callable[[], None]) -> None:
        place.file.write_bytes(b"other bytes")
        remove_file()

    def remove() -> None:
        place.files.remove_with_rows(place.store, "inner/a.png", condition, write_rows)

    assert rule_of(remove) == "image.file-changed"
    assert place.file.read_bytes() == b"other bytes"


@pytest.mark.parametrize("is_newer_there", [False, True])
def test_what_replaces_a_file_just_before_its_removal_stays(
    place: Place, monkeypatch: pytest.MonkeyPatch, is_newer_there: bool
) -> None:
    """Another program saves the picture between the last look at the file and its removal."""
    move = atomic_files.move

    def replace_before(*arguments: Any) -> None:
        monkeypatch.setattr(atomic_files, "move", move)
        new = place.folder / "new"
        new.write_bytes(b"saved by another program")
        new.rename(place.file)
        move(*arguments)
        if is_newer_there:
            place.file.write_bytes(b"saved again")

    monkeypatch.setattr(atomic_files, "move", replace_before)
    assert rule_of(lambda: place.remove(recorded(place.version()))) == "image.file-changed"
    expected = b"saved again" if is_newer_there else b"saved by another program"
    assert place.file.read_bytes() == expected
    assert place.names() == {"inner/a.png", "inner/a (2).png"} if is_newer_there else {"inner/a.png"}


def test_all_folders_of_a_change_are_flushed(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """A power loss after the answer takes neither the new name nor the removal of the old one."""
    flushed: list[str] = []
    fsync = os.fsync

    def record(descriptor: int) -> None:
        flushed.append(str(Path(f"/proc/self/fd/{descriptor}").readlink()))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", record)
    inner, other = str(place.folder / "inner"), str(place.folder / "other")
    place.replace()
    assert flushed.count(inner) == 1
    assert flushed[-1] == inner
    flushed.clear()
    place.move()
    assert {inner, other} <= set(flushed)
    flushed.clear()
    place.files.add(place.store, ("inner",), "c.png", place.source, None, place.write_rows, place.settle)
    assert flushed[-1] == inner
    flushed.clear()
    place.files.remove_with_rows(place.store, "inner/c.png", ALWAYS, lambda _, remove_file: remove_file())
    assert inner in flushed


def test_the_results_are_those_of_the_rows(place: Place) -> None:
    assert place.replace(unless=place.version()) is None
    assert place.written == []
    assert place.replace() == "written"
    assert place.move() == "written"
    before, facts = place.written[1][1:]
    assert facts.path == "other/b.png"
    assert before.size == facts.size == len(b"new bytes")
    assert place.settled[1][1].version == place.version("other/b.png")


def test_a_file_that_the_service_may_not_read_is_moved(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """The superuser reads every file, so the refusal is made here. Without its birth, a file is as old as its dates."""
    os.utime(place.file, (1_000_000, 1_000_000))
    opened = os.open

    def refuse(path: Any, flags: int, *arguments: Any, **options: Any) -> int:
        if path == "a.png" and not flags & os.O_PATH:
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return opened(path, flags, *arguments, **options)

    monkeypatch.setattr(os, "open", refuse)
    assert place.move() == "written"
    facts = place.written[0][2]
    assert (facts.path, facts.created_ms) == ("other/b.png", 1_000_000_000)
    assert place.names() == {"other/b.png"}


def test_a_folder_that_is_missing_has_no_names(place: Place) -> None:
    assert place.files.names(("inner",)) == {"a.png"}
    assert place.files.names(("none",)) == set()
    assert not place.files.exists("none/a.png")
    assert not place.files.exists("inner/a.png/b.png")
    assert place.files.exists("inner/a.png")


@pytest.mark.parametrize("is_link", [True, False])
def test_what_is_no_folder_is_not_taken_for_an_empty_one(place: Place, is_link: bool) -> None:
    if is_link:
        (place.folder / "link").symlink_to("inner")
    with pytest.raises(OSError, match=r"directory|symbolic"):
        place.files.names(("link",) if is_link else ("inner", "a.png"))
    assert not place.files.exists("link/a.png")


def test_changes_close_what_they_open(place: Place) -> None:
    counts = []
    for _ in range(2):  # the first time, the store opens its connections
        place.file.parent.mkdir(exist_ok=True)
        place.file.write_bytes(BYTES)
        place.replace(recorded(place.version()))
        place.move(recorded(place.version(), content=b"new bytes"))
        (place.folder / "other" / "b.png").rename(place.file)
        place.remove(recorded(place.version(), content=b"new bytes"))
        place.file.parent.rmdir()
        place.remove()
        counts.append(len(list(Path("/proc/self/fd").iterdir())))
    assert counts[0] == counts[1]

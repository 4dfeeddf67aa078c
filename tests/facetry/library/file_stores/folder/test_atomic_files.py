"""Atomic files: one step, durable, replacing nothing, and without leftovers after a failure."""

from __future__ import annotations

import errno
import os
import resource
import stat
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from facetry.errors import FaultError, FaultKind
from facetry.library.file_stores.file_store import name_taken
from facetry.library.file_stores.folder import atomic_files, renames, spelling
from facetry.system.files.chosen_folders import ChosenFolder

RenameMethods = dict[str, Callable[[pytest.MonkeyPatch], None]]


def _without_renameat2(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(renames, "_rename", lambda *_: False)


def _without_links(patch: pytest.MonkeyPatch) -> None:
    def link(*_: object, **__: object) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    _without_renameat2(patch)
    patch.setattr(os, "link", link)


RENAME_METHODS: RenameMethods = {"renameat2": lambda _: None, "link": _without_renameat2, "reserve": _without_links}


@pytest.fixture(params=list(RENAME_METHODS))
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A capability of the file system that the tests switch off."""
    RENAME_METHODS[request.param](monkeypatch)
    return str(request.param)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "root"
    folder.mkdir()
    return folder


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "source"
    path.write_bytes(os.urandom(3_000_000))
    return path


def put(root: Path, source: Path, *parts: str, name: str = "a.png") -> None:
    with (
        atomic_files.open_subfolder(ChosenFolder(str(root)), parts) as folder,
        atomic_files.temporary_file(folder, source) as new_file,
    ):
        atomic_files.give_name(new_file, name)


def everything(root: Path) -> list[str]:
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*"))


@pytest.mark.usefixtures("way")
def test_a_file_never_takes_a_name_that_exists(root: Path, source: Path) -> None:
    put(root, source, "in", "ner")
    assert (root / "in/ner/a.png").read_bytes() == source.read_bytes()
    (root / "b.png").write_bytes(b"mine")
    (root / "c.png").symlink_to("nowhere")
    for name in ("b.png", "c.png"):
        with pytest.raises(FaultError) as caught:
            put(root, source, name=name)
        assert caught.value.fault.rule == "image.name-taken"
    assert (root / "b.png").read_bytes() == b"mine"
    assert everything(root) == ["b.png", "c.png", "in", "in/ner", "in/ner/a.png"]


@pytest.mark.usefixtures("way")
def test_one_of_several_concurrent_threads_gets_a_name(root: Path, source: Path) -> None:
    outcomes: list[str] = []
    barrier = threading.Barrier(8)

    def act() -> None:
        with (
            atomic_files.open_subfolder(ChosenFolder(str(root)), ()) as folder,
            atomic_files.temporary_file(folder, source) as new_file,
        ):
            barrier.wait()
            try:
                atomic_files.give_name(new_file, "a.png")
                outcomes.append("stored")
            except FaultError as error:
                outcomes.append(error.fault.rule)

    threads = [threading.Thread(target=act) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["image.name-taken"] * 7 + ["stored"]
    assert everything(root) == ["a.png"]
    assert (root / "a.png").read_bytes() == source.read_bytes()


def test_give_name_can_be_undone_unless_the_file_is_another_one(root: Path, source: Path) -> None:
    with (
        atomic_files.open_subfolder(ChosenFolder(str(root)), ()) as folder,
        atomic_files.temporary_file(folder, source) as new_file,
    ):
        atomic_files.give_name(new_file, "a.png")
        atomic_files.undo_give_name(new_file, "a.png")
        assert everything(root) == []
        (root / "a.png").write_bytes(b"another")
        atomic_files.undo_give_name(new_file, "a.png")
    assert everything(root) == ["a.png"]


def test_an_exchange_keeps_the_old_file_until_the_end_and_can_be_undone(root: Path, source: Path) -> None:
    (root / "a.png").write_bytes(b"old")
    with (
        atomic_files.open_subfolder(ChosenFolder(str(root)), ()) as folder,
        atomic_files.temporary_file(folder, source) as new_file,
    ):
        atomic_files.exchange(new_file, "a.png")
        assert (root / "a.png").read_bytes() == source.read_bytes()
        assert (root / new_file.name).read_bytes() == b"old"
        atomic_files.undo_exchange(new_file, "a.png")
        assert (root / "a.png").read_bytes() == b"old"
        atomic_files.exchange(new_file, "a.png")
        new_file.temporary.release()
    assert everything(root) == ["a.png"]
    assert (root / "a.png").read_bytes() == source.read_bytes()


def test_an_exchange_is_a_rename_where_the_file_system_has_no_exchange(
    root: Path, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _without_renameat2(monkeypatch)
    (root / "a.png").write_bytes(b"old")
    with (
        atomic_files.open_subfolder(ChosenFolder(str(root)), ()) as folder,
        atomic_files.temporary_file(folder, source) as new_file,
    ):
        atomic_files.exchange(new_file, "a.png")
        atomic_files.undo_exchange(new_file, "a.png")  # the old file is gone, and the call has no effect
    assert everything(root) == ["a.png"]
    assert (root / "a.png").read_bytes() == source.read_bytes()


@pytest.mark.usefixtures("way")
def test_a_file_moves_to_another_folder_but_replaces_nothing(root: Path) -> None:
    (root / "a.png").write_bytes(b"a")
    (root / "b.png").write_bytes(b"b")
    with (
        atomic_files.open_subfolder(ChosenFolder(str(root)), ()) as old,
        atomic_files.open_subfolder(ChosenFolder(str(root)), ("new",)) as new,
    ):
        atomic_files.move(old, "a.png", new, "c.png")
        with pytest.raises(FaultError):
            atomic_files.move(old, "b.png", new, "c.png")
    assert everything(root) == ["b.png", "new", "new/c.png"]
    assert (root / "new/c.png").read_bytes() == b"a"


def test_new_files_and_folders_have_the_permissions_of_the_umask(root: Path, source: Path) -> None:
    before = os.umask(0o027)
    try:
        put(root, source, "new")
    finally:
        os.umask(before)
    assert stat.S_IMODE((root / "new").stat().st_mode) == 0o750
    assert stat.S_IMODE((root / "new" / "a.png").stat().st_mode) == 0o640


def test_a_replacement_has_owner_and_permissions_of_the_old_file(root: Path, source: Path) -> None:
    old = root / "a.png"
    old.write_bytes(b"old")
    old.chmod(0o604)
    if os.geteuid() == 0:
        os.chown(old, 1234, 2345)
    like = old.stat()
    with (
        atomic_files.open_subfolder(ChosenFolder(str(root)), ()) as folder,
        atomic_files.temporary_file(folder, source, template=like) as new_file,
    ):
        atomic_files.exchange(new_file, "a.png")
        new_file.temporary.release()
    status = old.stat()
    assert (status.st_mode, status.st_uid, status.st_gid) == (like.st_mode, like.st_uid, like.st_gid)


def test_folders_created_in_vain_are_removed_and_others_stay(root: Path, source: Path) -> None:
    (root / "mine").mkdir()

    def fail() -> None:
        (root / "mine" / "a" / "theirs").mkdir()
        raise RuntimeError

    with (
        pytest.raises(RuntimeError),
        atomic_files.open_subfolder(ChosenFolder(str(root)), ("mine", "a", "b")),
        atomic_files.open_subfolder(ChosenFolder(str(root)), ("mine", "c")),
    ):
        fail()
    assert everything(root) == ["mine", "mine/a", "mine/a/theirs"]
    with (
        pytest.raises(RuntimeError),
        atomic_files.open_subfolder(ChosenFolder(str(root)), ()) as folder,
        atomic_files.temporary_file(folder, source),
    ):
        raise RuntimeError
    assert everything(root) == ["mine", "mine/a", "mine/a/theirs"]


def test_a_missing_folder_raises_the_given_fault(root: Path) -> None:
    (root / "door").symlink_to("/")
    absent = FaultError(name_taken("x").fault)
    for parts in (("nothing",), ("door", "tmp")):
        with pytest.raises(FaultError) as caught, atomic_files.open_subfolder(ChosenFolder(str(root)), parts, absent):
            pass
        assert caught.value is absent
    assert everything(root) == ["door"]


def test_leftovers_of_crashes_are_removed_after_a_day(root: Path, source: Path) -> None:
    old, young, foreign = (root / f".facetry-{mark}" for mark in ("0" * 16, "1" * 16, "theirs"))
    for path in (old, young, foreign):
        path.write_bytes(b"left")
        os.utime(path, (0, 0))  # a client may have set the time
    atomic_files._last_sweeps.clear()
    real = time.time

    def tomorrow(path: Path) -> float:
        return real() + 86_500 if path.exists() else real()

    put(root, source)
    assert old.exists()  # created a moment ago
    atomic_files._last_sweeps.clear()
    young.unlink()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "time", lambda: tomorrow(old))
        put(root, source, name="b.png")
    assert everything(root) == [".facetry-theirs", "a.png", "b.png"]


def test_leftovers_with_a_date_in_the_future_are_removed_too(root: Path, source: Path) -> None:
    left = root / f".facetry-{'0' * 16}"
    left.write_bytes(b"left")
    right = time.time
    atomic_files._last_sweeps.clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "time", lambda: right() - 86_500)
        put(root, source)
    assert everything(root) == ["a.png"]


def test_a_file_that_is_being_written_is_no_leftover_whatever_the_clock_shows(root: Path, source: Path) -> None:
    right = time.time
    with (
        atomic_files.open_subfolder(ChosenFolder(str(root)), ()) as folder,
        atomic_files.temporary_file(folder, source) as new,
    ):
        atomic_files._last_sweeps.clear()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(time, "time", lambda: right() + 400 * 86_400)
            put(root, source)
        assert (root / new.name).exists()
    assert everything(root) == ["a.png"]


@contextmanager
def _most_bytes(count: int) -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (count, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_file_size_limit_is_a_full_disk_and_leaves_nothing(root: Path, source: Path) -> None:
    with pytest.raises(FaultError) as caught, _most_bytes(1_000_000), atomic_files.translate_errors("new/a.png"):
        put(root, source, "new")
    assert caught.value.fault.kind is FaultKind.STORAGE_FULL
    assert everything(root) == []


def test_a_full_disk_is_a_fault_and_leaves_nothing(root: Path, source: Path) -> None:
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "none", str(root)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("a small disk cannot be mounted here")
    try:
        with pytest.raises(FaultError) as caught, atomic_files.translate_errors("new/a.png"):
            put(root, source, "new")
        assert caught.value.fault.kind is FaultKind.STORAGE_FULL
        assert everything(root) == []
        subprocess.run(["mount", "-o", "remount,ro", str(root)], check=True)
        with pytest.raises(FaultError) as caught, atomic_files.translate_errors("a.png"):
            put(root, source)
        assert (caught.value.fault.kind, caught.value.fault.rule) == (FaultKind.CONFLICT, "file.not-writable")
    finally:
        subprocess.run(["umount", str(root)], check=True)


@pytest.mark.parametrize(
    ("code", "kind", "rule"),
    [
        (errno.ENOSPC, FaultKind.STORAGE_FULL, "storage.full"),
        (errno.EDQUOT, FaultKind.STORAGE_FULL, "storage.full"),
        (errno.EROFS, FaultKind.CONFLICT, "file.not-writable"),
        (errno.EACCES, FaultKind.CONFLICT, "file.not-writable"),
        (errno.EIO, FaultKind.CONFLICT, "file.not-writable"),
        (errno.ENAMETOOLONG, FaultKind.BAD_PARAMETER, "path.too-long"),
        (errno.EILSEQ, FaultKind.BAD_PARAMETER, "path.name"),
    ],
)
def test_each_error_of_the_file_system_becomes_a_fault(code: int, kind: FaultKind, rule: str) -> None:
    with pytest.raises(FaultError) as caught, atomic_files.translate_errors("a.png"):
        raise OSError(code, os.strerror(code))
    assert (caught.value.fault.kind, caught.value.fault.rule) == (kind, rule)


def test_listed_name_returns_the_spelling_of_the_listing(root: Path) -> None:
    (root / "Photo.png").write_bytes(b"")
    (root / "hard.png").write_bytes(b"")
    os.link(root / "hard.png", root / "HARD.PNG")
    descriptor = os.open(root, os.O_RDONLY)
    try:
        assert spelling.listed_name(descriptor, "Photo.png") == "Photo.png"
        assert spelling.listed_name(descriptor, "hard.png") == "hard.png"
        assert spelling.listed_name(descriptor, "HARD.PNG") == "HARD.PNG"
        with pytest.raises(FileNotFoundError):
            spelling.listed_name(descriptor, "photo.png")
    finally:
        os.close(descriptor)


def test_listed_name_finds_the_true_spelling_where_case_is_ignored(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / "Été.png").write_bytes(b"")
    real = os.stat

    def folding(path: str, *, dir_fd: int | None = None, follow_symlinks: bool = True) -> os.stat_result:
        names = {name.casefold(): name for name in os.listdir(root)}  # noqa: PTH208
        return real(names.get(path.casefold(), path), dir_fd=dir_fd, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(os, "stat", folding)
    descriptor = os.open(root, os.O_RDONLY)
    try:
        assert spelling.listed_name(descriptor, "été.PNG") == "Été.png"
        assert spelling.listed_name(descriptor, "Été.png") == "Été.png"
    finally:
        os.close(descriptor)

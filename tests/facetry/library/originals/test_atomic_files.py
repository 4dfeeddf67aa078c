"""Placing files: in one step, durable, over nothing, and with nothing left behind when it fails."""

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

from facetry.errors import FaultError, Kind
from facetry.library.originals import atomic_files as placing
from facetry.library.originals import spelling

Ways = dict[str, Callable[[pytest.MonkeyPatch], None]]


def _without_renameat2(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(placing, "_rename", lambda *_: False)


def _without_links(patch: pytest.MonkeyPatch) -> None:
    def link(*_: object, **__: object) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    _without_renameat2(patch)
    patch.setattr(os, "link", link)


WAYS: Ways = {"renameat2": lambda _: None, "link": _without_renameat2, "reserve": _without_links}


@pytest.fixture(params=list(WAYS))
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """What the file system can do."""
    WAYS[request.param](monkeypatch)
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
    with placing.opened(root, parts) as folder, placing.written(folder, source) as fresh:
        placing.give_name(fresh, name)


def everything(root: Path) -> list[str]:
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*"))


@pytest.mark.usefixtures("way")
def test_a_file_gets_its_name_only_where_nothing_has_it(root: Path, source: Path) -> None:
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
def test_of_many_threads_with_one_name_one_gets_it(root: Path, source: Path) -> None:
    outcomes: list[str] = []
    barrier = threading.Barrier(8)

    def act() -> None:
        with placing.opened(root, ()) as folder, placing.written(folder, source) as fresh:
            barrier.wait()
            try:
                placing.give_name(fresh, "a.png")
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


def test_what_was_given_a_name_can_be_withdrawn_unless_it_is_another_file(root: Path, source: Path) -> None:
    with placing.opened(root, ()) as folder, placing.written(folder, source) as fresh:
        placing.give_name(fresh, "a.png")
        placing.withdraw(fresh, "a.png")
        assert everything(root) == []
        (root / "a.png").write_bytes(b"another")
        placing.withdraw(fresh, "a.png")
    assert everything(root) == ["a.png"]


def test_an_exchange_keeps_the_old_file_until_the_end_and_can_be_taken_back(root: Path, source: Path) -> None:
    (root / "a.png").write_bytes(b"old")
    with placing.opened(root, ()) as folder, placing.written(folder, source) as fresh:
        placing.exchange(fresh, "a.png")
        assert (root / "a.png").read_bytes() == source.read_bytes()
        assert (root / fresh.name).read_bytes() == b"old"
        placing.restore(fresh, "a.png")
        assert (root / "a.png").read_bytes() == b"old"
        placing.exchange(fresh, "a.png")
    assert everything(root) == ["a.png"]
    assert (root / "a.png").read_bytes() == source.read_bytes()


def test_an_exchange_is_a_rename_where_the_file_system_knows_no_better(
    root: Path, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _without_renameat2(monkeypatch)
    (root / "a.png").write_bytes(b"old")
    with placing.opened(root, ()) as folder, placing.written(folder, source) as fresh:
        placing.exchange(fresh, "a.png")
        placing.restore(fresh, "a.png")  # nothing is kept, and nothing breaks
    assert everything(root) == ["a.png"]
    assert (root / "a.png").read_bytes() == source.read_bytes()


@pytest.mark.usefixtures("way")
def test_a_file_moves_to_another_folder_but_over_nothing(root: Path) -> None:
    (root / "a.png").write_bytes(b"a")
    (root / "b.png").write_bytes(b"b")
    with placing.opened(root, ()) as old, placing.opened(root, ("new",)) as new:
        placing.move(old, "a.png", new, "c.png")
        with pytest.raises(FaultError):
            placing.move(old, "b.png", new, "c.png")
    assert everything(root) == ["b.png", "new", "new/c.png"]
    assert (root / "new/c.png").read_bytes() == b"a"


def test_new_files_and_folders_have_the_permissions_that_the_umask_leaves(root: Path, source: Path) -> None:
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
    with placing.opened(root, ()) as folder, placing.written(folder, source, like=like) as fresh:
        placing.exchange(fresh, "a.png")
    now = old.stat()
    assert (now.st_mode, now.st_uid, now.st_gid) == (like.st_mode, like.st_uid, like.st_gid)


def test_folders_made_for_nothing_go_again_and_those_of_others_stay(root: Path, source: Path) -> None:
    (root / "mine").mkdir()

    def fail() -> None:
        (root / "mine" / "a" / "theirs").mkdir()
        raise RuntimeError

    with pytest.raises(RuntimeError), placing.opened(root, ("mine", "a", "b")), placing.opened(root, ("mine", "c")):
        fail()
    assert everything(root) == ["mine", "mine/a", "mine/a/theirs"]
    with pytest.raises(RuntimeError), placing.opened(root, ()) as folder, placing.written(folder, source):
        raise RuntimeError
    assert everything(root) == ["mine", "mine/a", "mine/a/theirs"]


def test_where_nothing_may_be_made_the_given_fault_is_raised(root: Path) -> None:
    (root / "door").symlink_to("/")
    absent = FaultError(placing.taken("x").fault)
    for parts in (("nothing",), ("door", "tmp")):
        with pytest.raises(FaultError) as caught, placing.opened(root, parts, absent):
            pass
        assert caught.value is absent
    assert everything(root) == ["door"]


def test_what_a_crash_left_a_day_ago_is_removed_when_a_file_is_stored_there(root: Path, source: Path) -> None:
    old, young, theirs = (root / f".facetry-{mark}" for mark in ("0" * 16, "1" * 16, "theirs"))
    for path in (old, young, theirs):
        path.write_bytes(b"left")
        os.utime(path, (0, 0))  # a client may have named the time
    placing._swept.clear()
    real = time.time

    def tomorrow(path: Path) -> float:
        return real() + 86_500 if path.exists() else real()

    put(root, source)
    assert old.exists()  # made a moment ago
    placing._swept.clear()
    young.unlink()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "time", lambda: tomorrow(old))
        put(root, source, name="b.png")
    assert everything(root) == [".facetry-theirs", "a.png", "b.png"]


@contextmanager
def _most_bytes(count: int) -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (count, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_file_that_cannot_grow_is_a_full_disk_and_nothing_is_left(root: Path, source: Path) -> None:
    with pytest.raises(FaultError) as caught, _most_bytes(1_000_000), placing.told("new/a.png"):
        put(root, source, "new")
    assert caught.value.fault.kind is Kind.STORAGE_FULL
    assert everything(root) == []


def test_a_disk_without_room_is_a_full_disk_and_nothing_is_left(root: Path, source: Path) -> None:
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "none", str(root)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("a small disk cannot be mounted here")
    try:
        with pytest.raises(FaultError) as caught, placing.told("new/a.png"):
            put(root, source, "new")
        assert caught.value.fault.kind is Kind.STORAGE_FULL
        assert everything(root) == []
        subprocess.run(["mount", "-o", "remount,ro", str(root)], check=True)
        with pytest.raises(FaultError) as caught, placing.told("a.png"):
            put(root, source)
        assert (caught.value.fault.kind, caught.value.fault.rule) == (Kind.CONFLICT, "file.not-writable")
    finally:
        subprocess.run(["umount", str(root)], check=True)


@pytest.mark.parametrize(
    ("code", "kind", "rule"),
    [
        (errno.ENOSPC, Kind.STORAGE_FULL, "storage.full"),
        (errno.EDQUOT, Kind.STORAGE_FULL, "storage.full"),
        (errno.EROFS, Kind.CONFLICT, "file.not-writable"),
        (errno.EACCES, Kind.CONFLICT, "file.not-writable"),
        (errno.EIO, Kind.CONFLICT, "file.not-writable"),
        (errno.ENAMETOOLONG, Kind.BAD_PARAMETER, "path.too-long"),
        (errno.EILSEQ, Kind.BAD_PARAMETER, "path.name"),
    ],
)
def test_each_refusal_of_the_file_system_is_a_fault(code: int, kind: Kind, rule: str) -> None:
    with pytest.raises(FaultError) as caught, placing.told("a.png"):
        raise OSError(code, os.strerror(code))
    assert (caught.value.fault.kind, caught.value.fault.rule) == (kind, rule)


def test_a_name_is_spelt_as_a_listing_shows_it(root: Path) -> None:
    (root / "Photo.png").write_bytes(b"")
    (root / "hard.png").write_bytes(b"")
    os.link(root / "hard.png", root / "HARD.PNG")
    descriptor = os.open(root, os.O_RDONLY)
    try:
        assert spelling.spelt(descriptor, "Photo.png") == "Photo.png"
        assert spelling.spelt(descriptor, "hard.png") == "hard.png"
        assert spelling.spelt(descriptor, "HARD.PNG") == "HARD.PNG"
        with pytest.raises(FileNotFoundError):
            spelling.spelt(descriptor, "photo.png")
    finally:
        os.close(descriptor)


def test_on_a_file_system_that_folds_case_the_true_spelling_is_found(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "Été.png").write_bytes(b"")
    real = os.stat

    def folding(path: str, *, dir_fd: int | None = None, follow_symlinks: bool = True) -> os.stat_result:
        names = {name.casefold(): name for name in os.listdir(root)}  # noqa: PTH208
        return real(names.get(path.casefold(), path), dir_fd=dir_fd, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(os, "stat", folding)
    descriptor = os.open(root, os.O_RDONLY)
    try:
        assert spelling.spelt(descriptor, "été.PNG") == "Été.png"
        assert spelling.spelt(descriptor, "Été.png") == "Été.png"
    finally:
        os.close(descriptor)

"""Walking a folder: candidates, skipped entries, and inaccessible entries."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from facetry.library.file_stores import listing
from facetry.library.file_stores.folder.walk import walk
from facetry.library.file_stores.listing import Batch
from facetry.system.files.chosen_folders import ChosenFolder, LeadsElsewhereError


def file_paths(root: Path) -> list[str]:
    return [file.path for batch in walk(ChosenFolder(str(root))) for file in batch.files]


def inaccessible_entries(root: Path) -> list[tuple[str, str, bool]]:
    return [
        (each.file.path, each.rule, each.is_folder)
        for batch in walk(ChosenFolder(str(root)))
        for each in batch.inaccessible
    ]


def test_batches_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "BATCH_ENTRIES", 3)
    for number in range(4):
        touch(tmp_path / f"{number}.jpg")
        touch(tmp_path / os.fsdecode(b"%d\xe9.jpg" % number))
        (tmp_path / os.fsdecode(b"%d\xe9" % number)).mkdir()
        touch(tmp_path / f"folder {number}" / "a.jpg")
    batches = list(walk(ChosenFolder(str(tmp_path))))
    assert [len(batch.files) + len(batch.inaccessible) for batch in batches] == [3, 3, 3, 3, 3, 1]
    scope = [f"{number}.jpg" for number in range(4)]
    assert [len(batch.files) for batch in walk(ChosenFolder(str(tmp_path)), scope)] == [3, 1]


def test_a_scope_lists_no_file_twice(tmp_path: Path) -> None:
    for name in ("a/b.jpg", "a/c/d.jpg", "a-b.jpg", "e.jpg"):
        touch(tmp_path / name)
    scope = {"a", "a/b.jpg", "a/c", "a/c/d.jpg", "a-b.jpg"}
    assert [file.path for batch in walk(ChosenFolder(str(tmp_path)), scope) for file in batch.files] == [
        "a-b.jpg",
        "a/b.jpg",
        "a/c/d.jpg",
    ]


def touch(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"x")
    return path


def test_lists_regular_files_folder_by_folder_in_order_of_names(tmp_path: Path) -> None:
    for name in ("b/2.png", "b/1.png", "a/x/deep.jpg", "z.gif", "B.txt", "ä.jpg"):
        touch(tmp_path / name)
    assert file_paths(tmp_path) == ["B.txt", "z.gif", "ä.jpg", "a/x/deep.jpg", "b/1.png", "b/2.png"]
    assert file_paths(tmp_path) == file_paths(tmp_path)


def test_facts_are_those_of_the_file_system(tmp_path: Path) -> None:
    path = touch(tmp_path / "a.jpg")
    os.utime(path, ns=(1, 1_700_000_000_123_456_789))
    (file,) = next(walk(ChosenFolder(str(tmp_path)))).files
    assert (file.size, file.modified_ns, file.modified_ms) == (1, 1_700_000_000_123_456_789, 1_700_000_000_123)


def test_hidden_files_and_folders_are_skipped(tmp_path: Path) -> None:
    for name in (".hidden.jpg", ".cache/a.jpg", "seen/.b.jpg", "seen/c.jpg"):
        touch(tmp_path / name)
    assert file_paths(tmp_path) == ["seen/c.jpg"]


def test_links_are_not_followed_and_cycles_terminate(tmp_path: Path) -> None:
    outside = touch(tmp_path / "outside" / "secret.jpg")
    root = tmp_path / "root"
    touch(root / "a.jpg")
    (root / "loop").symlink_to(root, target_is_directory=True)
    (root / "out").symlink_to(outside.parent, target_is_directory=True)
    (root / "file.jpg").symlink_to(outside)
    (root / "dangling.jpg").symlink_to(root / "nowhere")
    assert file_paths(root) == ["a.jpg"]
    assert inaccessible_entries(root) == []


def test_a_root_that_became_a_link_is_not_walked(tmp_path: Path) -> None:
    touch(tmp_path / "real" / "a.jpg")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert file_paths(tmp_path / "real") == ["a.jpg"]
    with pytest.raises(LeadsElsewhereError):
        file_paths(tmp_path / "link")


def test_pipes_sockets_and_devices_are_no_candidates(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(os.fspath(tmp_path / "s.jpg"))
        touch(tmp_path / "a.jpg")
        assert file_paths(tmp_path) == ["a.jpg"]


def test_names_that_are_not_utf_8_are_reported_if_they_have_a_picture_suffix(tmp_path: Path) -> None:
    root = os.fsencode(tmp_path)
    for name in (b"caf\xe9.jpg", b"caf\xe9.txt"):
        Path(os.fsdecode(root + b"/" + name)).write_bytes(b"x")
    Path(os.fsdecode(root + b"/fold\xe9r")).mkdir()
    touch(tmp_path / "line\nbreak.jpg")
    assert file_paths(tmp_path) == ["line\nbreak.jpg"]
    assert inaccessible_entries(tmp_path) == [("caf\\xe9.jpg", "file.name", False), ("fold\\xe9r", "file.name", True)]


def test_batches_are_bounded_and_complete(tmp_path: Path) -> None:
    for number in range(600):
        touch(tmp_path / f"{number % 7}" / f"{number:04}.jpg")
    batches: list[Batch] = list(walk(ChosenFolder(str(tmp_path))))
    assert [len(batch.files) for batch in batches] == [256, 256, 88]
    assert len({file.path for batch in batches for file in batch.files}) == 600


def test_a_missing_root_raises(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        next(walk(ChosenFolder(str(tmp_path / "nowhere"))))
    with pytest.raises(NotADirectoryError):
        next(walk(ChosenFolder(str(touch(tmp_path / "file")))))


def test_a_failing_folder_is_reported_and_the_walk_continues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a/1.jpg", "b/2.jpg", "c/3.jpg"):
        touch(tmp_path / name)
    opened = ChosenFolder.open

    def failing(root: ChosenFolder, parts: tuple[str, ...] = ()) -> int:
        if parts == ("b",):
            raise OSError(5, "Input/output error")
        return opened(root, parts)

    monkeypatch.setattr(ChosenFolder, "open", failing)
    assert file_paths(tmp_path) == ["a/1.jpg", "c/3.jpg"]
    assert inaccessible_entries(tmp_path) == [("b", "file.read", True)]


def test_a_folder_without_permission_is_reported(unprivileged_folder: Path) -> None:
    touch(unprivileged_folder / "locked" / "1.jpg")
    touch(unprivileged_folder / "open" / "2.jpg")
    (unprivileged_folder / "locked").chmod(0)
    with without_privileges():
        assert file_paths(unprivileged_folder) == ["open/2.jpg"]
        assert inaccessible_entries(unprivileged_folder) == [("locked", "file.permission", True)]


@contextmanager
def without_privileges() -> Iterator[None]:
    """Drop the superuser's rights, which bypass permissions; other users keep theirs."""
    before = os.geteuid()
    os.seteuid(65534 if before == 0 else before)
    try:
        yield
    finally:
        os.seteuid(before)

"""Folders that a person chose: the one that was recorded at a path, and no other one."""

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from facetry.system.files.chosen_folders import (
    ChosenFolder,
    ChosenFolders,
    LeadsElsewhereError,
    first_found_folder,
    known_folder,
)
from facetry.system.files.folder_identity import FolderIdentity


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "mount" / "pictures"
    (path / "inner").mkdir(parents=True)
    return path


@pytest.fixture
def times(folder: Path) -> dict[str, int]:
    """When each folder was chosen."""
    return {str(folder): 1}


@pytest.fixture
def chosen(tmp_path: Path, times: dict[str, int]) -> Callable[[], ChosenFolders]:
    """What a process of the service has."""
    return lambda: ChosenFolders(tmp_path / "chosen", times.get)


def replace(folder: Path) -> Path:
    """Put another folder in the place of this one."""
    moved = folder.rename(folder.with_name("moved"))
    folder.mkdir()
    if ChosenFolder(str(folder)).identity().inode is None:
        pytest.skip("this file system does not keep inodes")
    return moved


def opens(folder: ChosenFolder, *parts: str) -> bool:
    try:
        os.close(folder.open(parts))
    except LeadsElsewhereError:
        return False
    return True


def test_the_first_use_records_the_folder_and_the_next_process_knows_it(
    chosen: Callable[[], ChosenFolders], folder: Path
) -> None:
    assert opens(chosen().of(str(folder)), "inner")
    replace(folder)
    other_process = chosen()
    with pytest.raises(LeadsElsewhereError, match="another folder is in its place"):
        other_process.of(str(folder)).open()
    folder.rmdir()
    (folder.parent / "moved").rename(folder)
    assert opens(other_process.of(str(folder)), "inner")


def test_a_folder_that_is_chosen_again_is_recognised_anew_once(
    chosen: Callable[[], ChosenFolders], folder: Path, times: dict[str, int]
) -> None:
    here, elsewhere = chosen(), chosen()
    assert opens(here.of(str(folder)))
    assert opens(elsewhere.of(str(folder)))
    replace(folder)
    assert not opens(here.of(str(folder)))
    times[str(folder)] = 2  # another process has told the database
    assert opens(here.of(str(folder)))
    assert opens(elsewhere.of(str(folder)))
    folder.rename(folder.with_name("second"))
    folder.mkdir()
    assert not opens(here.of(str(folder)))
    assert not opens(elsewhere.of(str(folder)))


def test_the_folder_that_was_looked_at_when_it_was_named_counts_and_not_the_first_used(
    chosen: Callable[[], ChosenFolders], folder: Path
) -> None:
    folders = chosen()
    named = ChosenFolder(str(folder)).identity()
    replace(folder)
    folders.keep(str(folder), 1, named)
    assert not opens(folders.of(str(folder)))
    assert not opens(chosen().of(str(folder)))


def test_a_link_is_not_followed_whatever_is_recorded(
    chosen: Callable[[], ChosenFolders], folder: Path, times: dict[str, int]
) -> None:
    for is_recorded in (False, True):
        if is_recorded:
            assert opens(chosen().of(str(folder)))
        for place in (folder, folder.parent):
            moved = place.rename(place.with_name("moved"))
            place.symlink_to(moved)
            times[str(folder)] += 1  # naming it again does not help: it has to be resolved
            with pytest.raises(LeadsElsewhereError, match="symbolic link") as error:
                chosen().of(str(folder)).open(("inner",))
            assert error.value.errno == errno.ELOOP
            place.unlink()
            moved.rename(place)


def test_a_folder_that_nobody_chose_is_not_opened(chosen: Callable[[], ChosenFolders], folder: Path) -> None:
    assert not opens(chosen().of(str(folder.parent)))


def test_a_damaged_record_is_made_anew_and_a_record_that_cannot_be_read_opens_nothing(
    chosen: Callable[[], ChosenFolders], folder: Path, tmp_path: Path
) -> None:
    assert opens(chosen().of(str(folder)))
    (record,) = (tmp_path / "chosen").iterdir()
    assert (record.stat().st_mode & 0o777, record.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    for damage in ("", "[", "[]", "{}", json.dumps({"folder": "/other", "chosen": 1, "inode": 1, "fileSystem": 1})):
        record.write_text(damage)
        assert opens(chosen().of(str(folder)))
        assert json.loads(record.read_text())["folder"] == str(folder)
    for make, what in ((Path.mkdir, "a folder"), (os.mkfifo, "a named pipe")):
        record.rmdir() if record.is_dir() else record.unlink()
        make(record)
        with pytest.raises(OSError, match=f"It is no regular file, but {what}"):
            chosen().of(str(folder)).open()


def test_records_of_other_folders_are_forgotten(
    chosen: Callable[[], ChosenFolders], folder: Path, times: dict[str, int], tmp_path: Path
) -> None:
    times[str(folder.parent)] = 1
    folders = chosen()
    folders.forget_others([])  # there is none yet
    assert opens(folders.of(str(folder)))
    assert opens(folders.of(str(folder.parent)))
    folders.forget_others([str(folder)])
    (record,) = (tmp_path / "chosen").iterdir()
    assert json.loads(record.read_text())["folder"] == str(folder)


def test_a_missing_folder_is_no_other_folder(chosen: Callable[[], ChosenFolders], folder: Path) -> None:
    folders = chosen()
    assert opens(folders.of(str(folder)))
    moved = folder.rename(folder.with_name("moved"))
    with pytest.raises(FileNotFoundError):
        folders.of(str(folder)).open()
    moved.rename(folder)
    assert opens(folders.of(str(folder)))


def test_a_known_folder_is_compared_with_its_identity(folder: Path) -> None:
    identity = ChosenFolder(str(folder)).identity()
    assert opens(known_folder(str(folder), identity))
    assert not opens(known_folder(str(folder), FolderIdentity(1, 2)))
    folder.rename(folder.with_name("moved"))
    folder.symlink_to("moved")
    assert not opens(known_folder(str(folder), identity))


def test_the_first_folder_at_a_path_is_the_chosen_one(folder: Path) -> None:
    keeps_inodes = ChosenFolder(str(folder)).identity().inode is not None  # elsewhere another folder is not told (D331)
    later = folder / "later"
    chosen = first_found_folder(str(later))
    with pytest.raises(FileNotFoundError):
        chosen.open()
    later.mkdir()
    assert opens(chosen)
    later.rename(folder / "moved")
    later.mkdir()
    assert opens(chosen) is not keeps_inodes
    later.rmdir()
    (folder / "moved").rename(later)
    assert opens(chosen)


def test_no_descriptor_stays_open(chosen: Callable[[], ChosenFolders], folder: Path) -> None:
    folders = chosen()
    assert opens(folders.of(str(folder)))
    before = len(list(Path("/proc/self/fd").iterdir()))
    replace(folder)
    assert not opens(folders.of(str(folder)))
    with pytest.raises(FileNotFoundError):
        ChosenFolder(str(folder)).open(("missing", "part"))
    assert len(list(Path("/proc/self/fd").iterdir())) == before


MOUNTED = """
import os, subprocess, sys
from pathlib import Path
from facetry.system.files.chosen_folders import ChosenFolders
base, kind = Path(sys.argv[1]), sys.argv[2]
point, disk, other = base / "point", base / "disk", base / "other"
for each in (point, disk, other):
    each.mkdir()
def sh(*command):
    subprocess.run(command, check=True)
def opens():
    try:
        os.close(ChosenFolders(base / "chosen", lambda _: 1).of(str(point)).open())
    except OSError as error:
        return error.strerror
    return "ready"
seen = []
if kind == "bind":
    mount, unmount = ("mount", "--bind", disk, point), ("umount", point)
    mount_other = ("mount", "--bind", other, point)
else:
    sh("mount", "-t", "tmpfs", "a", point)
    unmount, mount = ("mount", "--move", point, disk), ("mount", "--move", disk, point)
    mount_other = ("mount", "-t", "tmpfs", "b", point)
    sh("mount", "--make-private", point)
    sh(*unmount)
for step in (mount, unmount, mount, unmount, mount_other):
    sh(*step)
    seen.append(opens())
print(seen)
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting needs root")
@pytest.mark.parametrize("kind", ["bind", "tmpfs"])
def test_a_mount_that_vanished_is_another_folder_until_it_returns(tmp_path: Path, kind: str) -> None:
    if ChosenFolder(str(tmp_path)).identity().inode is None:
        pytest.skip("this file system does not keep inodes")
    script = f"mount --make-rprivate / && exec {sys.executable} -c '{MOUNTED}' {tmp_path} {kind}"
    command = ["unshare", "--mount", "bash", "-c", script.replace("'" + MOUNTED + "'", '"$0"'), MOUNTED]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    if "unshare:" in done.stderr or "permission denied" in done.stderr:
        pytest.skip(done.stderr)
    other = "another folder is in its place"
    assert done.stdout.strip() == str(["ready", other, "ready", other, other]), done.stderr

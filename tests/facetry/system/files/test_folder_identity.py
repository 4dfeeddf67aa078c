"""The identity of an open folder: what tells it from another one, also when its file system is mounted again."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from facetry.system.files.folder_identity import FolderIdentity, identity_of_open
from facetry.system.files.safe_open import open_without_links


def identity_at(path: Path) -> FolderIdentity:
    descriptor = open_without_links(str(path))
    try:
        return identity_of_open(descriptor)
    finally:
        os.close(descriptor)


def test_a_folder_keeps_its_identity_when_it_moves(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    folder.mkdir()
    before = identity_at(folder)
    folder = folder.rename(tmp_path / "b")
    (folder / "file").touch()
    assert identity_at(folder) == before


def test_another_folder_in_its_place_has_another_identity(tmp_path: Path) -> None:
    if identity_at(tmp_path).inode is None:
        pytest.skip("this file system does not keep inodes")
    folder = tmp_path / "a"
    folder.mkdir()
    before = identity_at(folder)
    folder.rename(tmp_path / "b")
    folder.mkdir()
    assert identity_at(folder) != before


def test_a_file_system_without_inodes_of_its_own_differs_from_one_with_them() -> None:
    if identity_at(Path("/")).inode is None:
        pytest.skip("this file system does not keep inodes")
    assert identity_at(Path("/proc")) == FolderIdentity(None, None) != identity_at(Path("/"))


MOUNTED_TWICE = """
import os, subprocess, sys
from facetry.system.files.folder_identity import identity_of_open
from facetry.system.files.safe_open import open_without_links
kind, image, other_image, point = sys.argv[1:]
identities, devices = [], []
for loop_image in (image, image, other_image):
    subprocess.run(["mount", "-o", "loop", loop_image, point], check=True)
    os.makedirs(f"{point}/pictures", exist_ok=True)
    descriptor = open_without_links(f"{point}/pictures")
    identities.append(identity_of_open(descriptor))
    devices.append(os.fstat(descriptor).st_dev)
    os.close(descriptor)
    subprocess.run(["umount", point], check=True)
    if len(identities) == 1:  # the next mount is on another device
        subprocess.run(["losetup", "-f", other_image], check=True)
subprocess.run("losetup -j " + other_image + " -O NAME -n | xargs -r losetup -d", shell=True, check=True)
first, again, other = identities
assert devices[0] != devices[1], devices
assert first == again and first.inode is not None, identities
assert kind == "xfs" or first != other, identities  # the folder has the same inode there
"""


@pytest.mark.parametrize(("kind", "size"), [("ext4", 4), ("xfs", 320)])
def test_a_disk_that_is_mounted_again_on_another_device_keeps_the_identity(
    tmp_path: Path, kind: str, size: int
) -> None:
    images = [tmp_path / "one.img", tmp_path / "two.img"]
    for image in images:
        with image.open("wb") as file:
            file.truncate(size << 20)
        if subprocess.run(["mkfs", "-t", kind, image], capture_output=True).returncode:
            pytest.skip(f"no mkfs.{kind}")
    (tmp_path / "point").mkdir()
    attempt = ["unshare", "-m", "mount", "-o", "loop", str(images[0]), str(tmp_path / "point")]
    if subprocess.run(attempt, capture_output=True).returncode:
        pytest.skip("no right to mount, or no loop devices")
    command = ["unshare", "-m", sys.executable, "-c", MOUNTED_TWICE, kind, *map(str, images), str(tmp_path / "point")]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert result.returncode == 0, result.stderr

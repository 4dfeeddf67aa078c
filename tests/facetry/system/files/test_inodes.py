"""Inode numbers count only on file systems that keep them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from facetry.system.files import inodes
from facetry.system.files.inodes import kept_inode


@pytest.fixture(autouse=True)
def no_known_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inodes, "_keeping_devices", {})


def test_the_numbers_of_a_local_file_system_count(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.touch()
    status = file.stat()
    folder = os.open(tmp_path, os.O_RDONLY)
    try:
        assert kept_inode(status, folder) == status.st_ino
    finally:
        os.close(folder)
    assert kept_inode(status, str(tmp_path)) == status.st_ino


def test_the_numbers_of_the_process_file_system_do_not_count() -> None:
    status = Path("/proc/self/status").stat()
    assert status.st_ino
    assert kept_inode(status, "/proc") == 0


def test_a_place_that_cannot_be_asked_has_no_numbers(tmp_path: Path) -> None:
    assert kept_inode(tmp_path.stat(), str(tmp_path / "gone")) == 0


def test_great_numbers_are_stored_with_a_sign(tmp_path: Path) -> None:
    values = list(tmp_path.stat())
    values[1] = 2**64 - 2
    status = os.stat_result(values)
    assert kept_inode(status, str(tmp_path)) == -2


def test_a_file_system_in_memory_keeps_its_numbers(tmp_path: Path) -> None:
    program = (
        "import os, sys; from facetry.system.files.inodes import kept_inode;"
        "open(sys.argv[1] + '/a', 'w').close(); status = os.stat(sys.argv[1] + '/a');"
        "print(kept_inode(status, sys.argv[1]) == status.st_ino)"
    )
    script = 'mount -t tmpfs none "$1" && exec "$2" -c "$3" "$1"'
    command = ["unshare", "-m", "sh", "-c", script, "sh", str(tmp_path), sys.executable, program]
    assert subprocess.run(command, check=True, capture_output=True, text=True).stdout == "True\n"

"""Writes to a watched file are reported, and nothing else is."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from facetry.system.files import file_times, write_watch
from facetry.system.files.write_watch import WriteWatch

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux reports writes")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a"
    path.write_bytes(b"abc")
    return path


@pytest.fixture
def watch(file: Path) -> Iterator[WriteWatch]:
    descriptor = os.open(file, os.O_PATH)
    watch = WriteWatch(descriptor)
    os.close(descriptor)
    yield watch
    watch.close()


def _write_and_put_the_date_back(file: Path) -> None:
    status = file.stat()
    subprocess.run(["dd", f"of={file}", "conv=notrunc", "status=none"], input=b"x", check=True)
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))


WRITES: dict[str, Callable[[Path], object]] = {
    "another program": _write_and_put_the_date_back,
    "whole file": lambda file: file.write_bytes(b"new"),
    "cut": lambda file: os.truncate(file, 1),
}
OTHERS: dict[str, Callable[[Path], object]] = {
    "renamed": lambda file: file.rename(file.with_name("b")),
    "linked": lambda file: file.with_name("b").hardlink_to(file),
    "permissions": lambda file: file.chmod(0o600),
    "read": lambda file: file.read_bytes(),
    "replaced": lambda file: file.with_name("b").rename(file) if file.with_name("b").write_bytes(b"new") else None,
}


@pytest.mark.parametrize("way", WRITES)
def test_a_write_is_reported(file: Path, watch: WriteWatch, way: str) -> None:
    assert not watch.has_seen_write()
    WRITES[way](file)
    assert watch.has_seen_write()
    assert watch.has_seen_write()


@pytest.mark.parametrize("way", OTHERS)
def test_what_is_no_write_to_the_file_is_not_reported(file: Path, watch: WriteWatch, way: str) -> None:
    OTHERS[way](file)
    assert not watch.has_seen_write()


def test_the_next_watch_has_no_reports_of_the_last_one(file: Path) -> None:
    with file.open("r+b") as opened:
        for _ in range(2):
            watch = WriteWatch(opened.fileno())
            assert not watch.has_seen_write()
            opened.write(b"x")
            opened.flush()
            watch.close()
            assert not watch.has_seen_write()


def test_without_reports_of_the_system_there_are_none(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_watch, "_new_queue", lambda: -1)
    with file.open("r+b") as opened:
        watch = WriteWatch(opened.fileno())
        opened.write(b"x")
        opened.flush()
        assert not watch.has_seen_write()
        watch.close()


def test_after_the_wait_each_change_has_another_change_time(file: Path) -> None:
    with file.open("r+b") as opened:
        for _ in range(50):
            os.fchmod(opened.fileno(), 0o600)
            status = os.fstat(opened.fileno())
            file_times.wait_for_change_time(status)
            os.fchmod(opened.fileno(), 0o644)
            assert os.fstat(opened.fileno()).st_ctime_ns > status.st_ctime_ns


def test_a_clock_that_stands_still_is_not_waited_for_long(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    status = file.stat()
    monkeypatch.setattr(file_times, "_coarse_ns", lambda: status.st_ctime_ns)
    file_times.wait_for_change_time(status)

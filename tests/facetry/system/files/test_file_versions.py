"""Versions of files on the disk."""

import os
from pathlib import Path

from facetry.system.files.file_times import may_change_unseen
from facetry.system.files.file_versions import FileVersion, version_of


def test_a_version_has_four_numbers(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x")
    status = (tmp_path / "a").stat()
    assert version_of(status, str(tmp_path)) == (1, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)


def test_tags_of_different_versions_differ() -> None:
    version = FileVersion(10, 11, 12, 13)
    assert version.tag == "a-b-c-d"
    assert FileVersion(1, -1).tag == "1-ffffffffffffffff-0-0"
    assert len({version.tag, *(version._replace(**{name: 7}).tag for name in version._fields)}) == 5


def test_a_change_soon_after_another_one_may_have_no_other_time(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    status = (tmp_path / "a").stat()
    changed = status.st_ctime_ns
    assert may_change_unseen(status, changed)
    assert may_change_unseen(status, changed + 19_000_000)
    assert not may_change_unseen(status, changed + 21_000_000)
    assert not may_change_unseen(status, changed - 3_000_000_000)  # a clock that was set back shows other times
    whole = os.stat_result([*status[:9], 5], {"st_ctime_ns": 5_000_000_000})
    assert may_change_unseen(whole, 6_900_000_000)
    assert not may_change_unseen(whole, 7_100_000_000)

"""New folders are flushed with the folders above them."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from facetry.system.files.durable_folders import make_folders


def test_each_new_name_is_flushed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flushed: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda number: flushed.append(str(Path(f"/proc/self/fd/{number}").readlink())))
    (tmp_path / "there").mkdir(mode=0o755)
    make_folders(tmp_path / "there" / "a" / "b", 0o700)
    assert flushed == [str(tmp_path / "there"), str(tmp_path / "there" / "a")]
    assert [stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "there", tmp_path / "there" / "a" / "b")] == [
        0o755,
        0o700,
    ]
    flushed.clear()
    make_folders(tmp_path / "there" / "a" / "b")
    assert flushed == []


def test_a_file_in_the_way_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FileExistsError):
        make_folders(tmp_path / "file")

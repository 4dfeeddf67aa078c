"""Backups have the present bytes of pictures, and read no picture in vain."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from facetry.backup.create import create
from facetry.backup.folder import writing_folder
from tests.support.files import saving
from tests.support.libraries.backups import back_up, data_folder, make_library, restored


@pytest.fixture
def data(tmp_path: Path) -> Path:
    make_library(tmp_path / "data", tmp_path / "pictures")
    return tmp_path / "data"


@pytest.mark.parametrize("way", saving.WAYS)
def test_a_picture_that_keeps_its_size_and_date_is_read_again(data: Path, tmp_path: Path, way: str) -> None:
    before, after = saving.pair(1)
    saving.write(tmp_path / "pictures/1.jpg", before)
    (tmp_path / "elsewhere").mkdir()
    back_up(data, tmp_path / "backups", with_pictures=True)
    saving.WAYS[way](tmp_path / "pictures/1.jpg", after, tmp_path / "elsewhere")
    second = back_up(data, tmp_path / "backups", with_pictures=True)
    restored(tmp_path / "backups", tmp_path / "new", name=second.name, pictures=tmp_path / "again")
    assert (tmp_path / "again/pictures/1.jpg").read_bytes() == after


def test_an_old_picture_is_not_read_again(data: Path, tmp_path: Path) -> None:
    back_up(data, tmp_path / "backups", with_pictures=True)
    time.sleep(2.1)  # longer than the longest step of the clock of a file system
    back_up(data, tmp_path / "backups", with_pictures=True)
    read: list[int] = []
    with writing_folder(tmp_path / "backups") as writer:
        create(
            data_folder(data),
            writer,
            with_pictures=True,
            report=lambda role, count: read.append(count) if role == "picture" else None,
        )
    assert read == [0, 0, 0]

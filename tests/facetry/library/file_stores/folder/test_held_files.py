"""Held files: what has a name after a rename is the file that was held, with its content, or it is not settled."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from facetry.library.file_stores.folder.atomic_files import Folder
from facetry.library.file_stores.folder.held_files import hold
from facetry.system.files.chosen_folders import ChosenFolder


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Folder]:
    descriptor = os.open(tmp_path, os.O_RDONLY | os.O_DIRECTORY)
    yield Folder(ChosenFolder(str(tmp_path)), (), descriptor)
    os.close(descriptor)


def test_a_renamed_file_is_settled(tmp_path: Path, folder: Folder) -> None:
    (tmp_path / "a.png").write_bytes(b"picture")
    with hold(folder, "a.png") as held:
        (tmp_path / "a.png").rename(tmp_path / "b.png")
        facts = held.facts_at(folder, "b.png", 0)
    assert (facts.path, facts.size, facts.is_unsettled) == ("b.png", 7, False)


def test_a_link_to_the_file_is_another_file(tmp_path: Path, folder: Folder) -> None:
    (tmp_path / "a.png").write_bytes(b"picture")
    with hold(folder, "a.png") as held:
        (tmp_path / "b.png").symlink_to("a.png")
        assert held.facts_at(folder, "b.png", 0).is_unsettled


def test_a_write_after_the_look_has_another_change_time(tmp_path: Path, folder: Folder) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(b"picture 0")
    for number in range(1, 20):
        name = f"{number}.png"
        with hold(folder, path.name) as held:
            path = path.rename(tmp_path / name)
            facts = held.facts_at(folder, name, 0)
            path.write_bytes(b"picture %d" % (number % 10))
        assert not facts.is_unsettled
        assert path.stat().st_ctime_ns != facts.changed_ns

"""Folders of versions: nothing is written over, and what nobody needs any more goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from facetry.extensions.packages.version_store import Shelf


def staged(shelf: Shelf, content: str) -> Path:
    folder = shelf.stage()
    (folder / "inner").mkdir()
    (folder / "manifest.json").write_text(content)
    (folder / "inner" / "main.py").write_text("pass")
    return folder


def test_a_version_is_adopted_whole_beside_the_former_one(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "extensions")
    first = shelf.adopt(staged(shelf, "1"), "tagger")
    second = shelf.adopt(staged(shelf, "2"), "tagger")
    assert first != second
    assert (shelf.place("tagger", first) / "manifest.json").read_text() == "1"
    assert (shelf.place("tagger", second) / "inner" / "main.py").read_text() == "pass"


def test_the_sweep_leaves_what_is_named(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "extensions")
    shelf.sweep([])
    kept, old = shelf.adopt(staged(shelf, "1"), "tagger"), shelf.adopt(staged(shelf, "2"), "tagger")
    gone = shelf.adopt(staged(shelf, "3"), "gone")
    left = staged(shelf, "4")
    for extension in ("tagger", "gone"):
        shelf.logs(extension).mkdir(parents=True)
    shelf.cache.mkdir()
    shelf.sweep([("tagger", kept), ("never", "there")])
    assert shelf.place("tagger", kept).exists()
    assert not shelf.place("tagger", old).exists()
    assert not shelf.place("gone", gone).parent.exists()
    assert not left.exists()
    assert shelf.logs("tagger").exists()
    assert not shelf.logs("gone").exists()
    assert shelf.cache.exists()


def test_nothing_of_an_extension_is_left(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "extensions")
    shelf.adopt(staged(shelf, "1"), "tagger")
    other = shelf.adopt(staged(shelf, "1"), "other")
    shelf.logs("tagger").mkdir(parents=True)
    shelf.forget("tagger")
    assert sorted(path.name for path in (tmp_path / "extensions" / "installed").iterdir()) == ["other"]
    assert not shelf.logs("tagger").exists()
    assert shelf.place("other", other).exists()


def test_no_link_is_followed_out_of_the_folder(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "extensions")
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "file").write_text("kept")
    folder = staged(shelf, "1")
    (folder / "link").symlink_to(outside / "file")
    with pytest.raises(OSError, match="link"):
        shelf.adopt(folder, "tagger")
    shelf.discard(folder)
    (tmp_path / "extensions" / "installed").mkdir(exist_ok=True)
    (tmp_path / "extensions" / "installed" / "linked").symlink_to(outside)
    shelf.sweep([])
    assert (outside / "file").read_text() == "kept"

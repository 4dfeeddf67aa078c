"""Folders of versions: none is overwritten, and unreferenced ones are removed."""

from __future__ import annotations

from pathlib import Path

import pytest

from facetry.extensions.packages.version_store import VersionStore


def stage_version(store: VersionStore, content: str) -> Path:
    folder = store.create_staging_folder()
    (folder / "inner").mkdir()
    (folder / "manifest.json").write_text(content)
    (folder / "inner" / "main.py").write_text("pass")
    return folder


def lasting_folders(store: VersionStore, extension: str) -> list[Path]:
    """The folders of an extension that outlive its versions."""
    functions = (store.environments_folder, store.state_folder, store.installer_folder, store.log_folder)
    return [folder(extension) for folder in functions]


def test_a_version_is_committed_beside_the_previous_one(tmp_path: Path) -> None:
    store = VersionStore(tmp_path / "extensions")
    first = store.commit_version(stage_version(store, "1"), "tagger")
    second = store.commit_version(stage_version(store, "2"), "tagger")
    assert first != second
    assert (store.version_folder("tagger", first) / "manifest.json").read_text() == "1"
    assert (store.version_folder("tagger", second) / "inner" / "main.py").read_text() == "pass"


def test_only_referenced_versions_are_retained(tmp_path: Path) -> None:
    store = VersionStore(tmp_path / "extensions")
    store.remove_unreferenced([])
    current, old = (
        store.commit_version(stage_version(store, "1"), "tagger"),
        store.commit_version(stage_version(store, "2"), "tagger"),
    )
    removed = store.commit_version(stage_version(store, "3"), "gone")
    staging_folder = stage_version(store, "4")
    for extension in ("tagger", "gone"):
        for folder in lasting_folders(store, extension):
            folder.mkdir(parents=True)
    former_cache = store.folder / "cache"
    former_cache.mkdir()
    store.remove_unreferenced([("tagger", current), ("never", "there")])
    assert store.version_folder("tagger", current).exists()
    assert not store.version_folder("tagger", old).exists()
    assert not store.version_folder("gone", removed).parent.exists()
    assert not staging_folder.exists()
    assert all(folder.exists() for folder in lasting_folders(store, "tagger"))
    assert not any(folder.exists() for folder in lasting_folders(store, "gone"))
    assert not former_cache.exists()


def test_a_removed_extension_leaves_nothing(tmp_path: Path) -> None:
    store = VersionStore(tmp_path / "extensions")
    store.commit_version(stage_version(store, "1"), "tagger")
    other = store.commit_version(stage_version(store, "1"), "other")
    for folder in lasting_folders(store, "tagger"):
        folder.mkdir(parents=True)
    (store.state_folder("tagger") / "locked" / "inner").mkdir(parents=True)
    (store.state_folder("tagger") / "locked").chmod(0)
    store.remove_extension("tagger")
    assert sorted(path.name for path in (tmp_path / "extensions" / "installed").iterdir()) == ["other"]
    assert not any(folder.exists() for folder in lasting_folders(store, "tagger"))
    assert store.version_folder("other", other).exists()


def test_no_link_is_followed_out_of_the_folder(tmp_path: Path) -> None:
    store = VersionStore(tmp_path / "extensions")
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "file").write_text("kept")
    folder = stage_version(store, "1")
    (folder / "link").symlink_to(outside / "file")
    with pytest.raises(OSError, match="link"):
        store.commit_version(folder, "tagger")
    store.discard(folder)
    (tmp_path / "extensions" / "installed").mkdir(exist_ok=True)
    (tmp_path / "extensions" / "installed" / "linked").symlink_to(outside)
    store.remove_unreferenced([])
    assert (outside / "file").read_text() == "kept"

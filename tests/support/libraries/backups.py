"""Data folders with libraries, and backups of them, in this process."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from facetry.backup.create import BackupResult, create
from facetry.backup.data_folder import DataFolder
from facetry.backup.folder import reading_folder, writing_folder
from facetry.backup.restore import RestoreOptions, RestorePlan, restore
from facetry.library import extensions, images, repositories
from facetry.library.facets import tags
from facetry.store.store import Store
from facetry.store.work import Work
from tests.support.libraries.stores import file_facts, picture

DATABASE: Final = "library.db"
LOCK: Final = "serving.lock"


def data_folder(path: Path) -> DataFolder:
    """What a backup of a data folder has, as `facetry.service.library_backups` says it."""
    return DataFolder(path, DATABASE, ("facetry.toml", "master.key"), "extensions")


def make_library(path: Path, pictures: Path, count: int = 3) -> None:
    """A library in the data folder `path` with `count` images, whose files are in `pictures`, and one tag on each."""
    path.mkdir()
    pictures.mkdir()
    store = Store(path / DATABASE)

    def unit(work: Work) -> None:
        repository = repositories.create(work, path=pictures, name="pictures")
        extensions.register(work, "tagger")
        for number in range(count):
            name = f"{number}.jpg"
            (pictures / name).write_bytes(f"picture {number}".encode() * 100)
            id = images.insert_image(work, repository.key, file_facts(name), picture(seed=name))[1]
            tags.replace(work, id, "tagger", [f"tag-{number}"])

    try:
        store.write_now(unit)
    finally:
        store.close()


def back_up(data_dir: Path, target: Path, *, with_pictures: bool = False) -> BackupResult:
    """A new backup in a folder."""
    with writing_folder(target) as writer:
        return create(data_folder(data_dir), writer, with_pictures=with_pictures, report=lambda *_: None)


def restored(
    source: Path, data_dir: Path, *, name: str | None = None, replaces: bool = False, pictures: Path | None = None
) -> RestorePlan:
    """Restore a backup of a folder, by default the newest one."""
    options = RestoreOptions(data_dir, LOCK, replaces=replaces, pictures=pictures)
    with reading_folder(source) as reader:
        return restore(reader, name or reader.names()[-1], options, lambda *_: None)


def tag_values(data_dir: Path) -> list[str]:
    """All tag values on images of the library in a data folder."""
    store = Store(data_dir / DATABASE)
    try:
        return sorted(value for _, value in store.read_now(tags.distinct_tags))
    finally:
        store.close()

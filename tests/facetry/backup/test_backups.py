"""Backups are whole, complete each other in one folder, and are restored as they were."""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import orjson
import pytest

from facetry.backup.archive import reading_archive, writing_archive
from facetry.backup.check import check
from facetry.backup.create import create
from facetry.backup.errors import BackupError, DamagedBackupError
from facetry.backup.folder import BackupFolder, reading_folder, writing_folder
from facetry.backup.restore import RestoreOptions, plan, restore
from facetry.store import migrations
from facetry.store.engine import connect
from facetry.store.store import Store
from facetry.store.work import Work
from facetry.system.files.chosen_folders import ChosenFolder
from tests.crash.durability.old_libraries import make_old
from tests.support.libraries.backups import DATABASE, LOCK, back_up, data_folder, make_library, restored, tag_values


@pytest.fixture
def data(tmp_path: Path) -> Path:
    make_library(tmp_path / "data", tmp_path / "pictures")
    return tmp_path / "data"


def objects(folder: Path) -> list[Path]:
    return sorted(path for path in (folder / "objects").rglob("*") if path.is_file())


def damages_of(folder: Path, name: str) -> tuple[str, ...]:
    with reading_folder(folder) as reader:
        return check(reader, name, lambda *_: None).damages


def test_a_restored_library_has_what_the_original_had(data: Path, tmp_path: Path) -> None:
    (data / "facetry.toml").write_text('public_url = "https://pictures.example"\n')
    result = back_up(data, tmp_path / "backups")
    assert damages_of(tmp_path / "backups", result.name) == ()
    restored(tmp_path / "backups", tmp_path / "new")
    assert (tmp_path / "new/facetry.toml").read_text() == (data / "facetry.toml").read_text()
    assert tag_values(tmp_path / "new") == ["tag-0", "tag-1", "tag-2"] == tag_values(data)
    others = [path for path in tmp_path.rglob("*") if path.is_relative_to(tmp_path / "backups")]
    assert {stat.S_IMODE(path.stat().st_mode) for path in others} == {0o600, 0o700}
    assert stat.S_IMODE((tmp_path / "new" / DATABASE).stat().st_mode) == 0o600


def test_a_second_backup_adds_only_what_changed(data: Path, tmp_path: Path) -> None:
    first = back_up(data, tmp_path / "backups", with_pictures=True)
    again = back_up(data, tmp_path / "backups", with_pictures=True)
    assert (first.manifest.new_bytes > 0, again.manifest.new_bytes) == (True, 0)
    (tmp_path / "pictures/1.jpg").write_bytes(b"other bytes")
    third = back_up(data, tmp_path / "backups", with_pictures=True)
    assert third.manifest.new_bytes == len(b"other bytes")
    for name in (first.name, again.name, third.name):
        assert damages_of(tmp_path / "backups", name) == ()


def test_the_last_name_is_that_of_the_newest_backup(data: Path, tmp_path: Path) -> None:
    names = [back_up(data, tmp_path / "backups").name for _ in range(4)]
    assert names == sorted(names)
    assert len({name.partition("-")[0] for name in names}) == 4, "the hash after the second has no order"


def test_pictures_get_new_folders_and_keep_their_times(data: Path, tmp_path: Path) -> None:
    os.utime(tmp_path / "pictures/0.jpg", ns=(5, 1_700_000_000_123_456_789))
    (tmp_path / "pictures/2.jpg").unlink()
    result = back_up(data, tmp_path / "backups", with_pictures=True)
    assert result.missing == (f"{tmp_path}/pictures/2.jpg",)
    shutil.rmtree(tmp_path / "pictures")
    restored(tmp_path / "backups", tmp_path / "new", pictures=tmp_path / "again")
    assert sorted(path.name for path in (tmp_path / "again/pictures").iterdir()) == ["0.jpg", "1.jpg"]
    assert (tmp_path / "again/pictures/0.jpg").stat().st_mtime_ns == 1_700_000_000_123_456_789
    connection = connect(tmp_path / "new" / DATABASE)
    path = connection.exec_driver_sql("SELECT path FROM repository").scalar()
    connection.close()
    assert path == str(tmp_path / "again/pictures")
    with pytest.raises(BackupError, match="exists already"):
        restored(tmp_path / "backups", tmp_path / "newer", pictures=tmp_path / "again")
    assert list((tmp_path / "newer").iterdir()) == [tmp_path / "newer" / LOCK]


@pytest.mark.parametrize("is_link", [True, False])
def test_pictures_are_not_taken_from_elsewhere(data: Path, tmp_path: Path, is_link: bool) -> None:
    folder = tmp_path / "pictures"
    first = back_up(data, tmp_path / "backups", with_pictures=True)
    assert first.missing == ()
    assert not any("chosen" in file.path for file in first.manifest.files)
    folder.rename(tmp_path / "moved")
    shutil.copytree(tmp_path / "moved", tmp_path / "private")
    if is_link:
        folder.symlink_to(tmp_path / "private")
    elif ChosenFolder(str(tmp_path)).identity().inode is None:
        pytest.skip("this file system does not keep inodes")
    else:
        (tmp_path / "private").rename(folder)
    again = back_up(data, tmp_path / "backups", with_pictures=True)
    assert again.missing == tuple(f"{folder}/{number}.jpg" for number in range(3))
    assert not any(file.role == "picture" for file in again.manifest.files)


@pytest.mark.skipif(os.geteuid() != 0, reason="only the superuser can give files away")
def test_what_the_superuser_restores_belongs_to_the_owner_of_the_data_folder(data: Path, tmp_path: Path) -> None:
    back_up(data, tmp_path / "backups", with_pictures=True)
    (tmp_path / "new").mkdir()
    os.chown(tmp_path / "new", 65_533, 65_532)
    restored(tmp_path / "backups", tmp_path / "new", pictures=tmp_path / "again")
    pictures = tmp_path / "again/pictures"
    entries = [*(tmp_path / "new").rglob("*"), pictures, *pictures.rglob("*")]
    assert {(path.stat().st_uid, path.stat().st_gid) for path in entries} == {(65_533, 65_532)}
    assert len(entries) >= len(["serving.lock", DATABASE, "pictures", "0.jpg", "1.jpg", "2.jpg"])


def test_extensions_come_with_code_and_state_and_without_what_is_made_again(data: Path, tmp_path: Path) -> None:
    store = Store(data / DATABASE)
    statement = "UPDATE extension SET manifest = '{}', folder = 'v2' WHERE id = 'tagger'"
    store.write_now(lambda work: work.connection.exec_driver_sql(statement).rowcount)
    store.close()
    versions = data / "extensions/installed/tagger"
    kept = ["v2/manifest.json", "v2/main.py", "v2/.home/learned.db", "v2/node_modules/own/index.js"]
    left_out = ["v1/manifest.json", "v2/.venv/bin/python", "v2/parameters.json", "v2/.home/tmp/x", "v2/built/.made-of"]
    for name in [*kept, *left_out]:
        (versions / name).parent.mkdir(parents=True, exist_ok=True)
        (versions / name).write_text(name)
    (versions / "v2/main.py").chmod(0o755)
    (versions / "v2/link").symlink_to("/etc/passwd")
    (versions / "v2/.cache").symlink_to(data / "extensions/state/tagger/cache")
    state = ["state/tagger/home/notes"]
    made_again = [
        *("state/tagger/cache/x", "state/tagger/tmp/x", "environments/tagger/a/x", "installers/tagger/home/x"),
        *("cache/pip/wheel", "staging/x/y", "logs/tagger/log"),
    ]
    for name in [*state, *made_again]:
        (data / "extensions" / name).parent.mkdir(parents=True)
        (data / "extensions" / name).write_text(name)
    result = back_up(data, tmp_path / "backups")
    assert result.skipped == ("extensions/installed/tagger/v2/link",)
    restored(tmp_path / "backups", tmp_path / "new")
    root = tmp_path / "new/extensions"
    found = {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()}
    assert found == {*(f"installed/tagger/{name}" for name in kept), *state}
    assert stat.S_IMODE((root / "installed/tagger/v2/main.py").stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in [root, *root.rglob("*")] if path.is_dir()} == {0o700}

    shutil.rmtree(versions / "v2")
    with pytest.raises(BackupError, match="extension tagger"):
        back_up(data, tmp_path / "backups")
    with reading_folder(tmp_path / "backups") as folder:
        assert folder.names() == [result.name]


def test_each_damage_is_refused_by_name_and_changes_nothing(data: Path, tmp_path: Path) -> None:
    result = back_up(data, tmp_path / "backups", with_pictures=True)
    manifest = tmp_path / "backups/backups" / f"{result.name}.json"
    whole = {path: path.read_bytes() for path in [*objects(tmp_path / "backups"), manifest]}
    assert len(whole) > 4
    for path, content in whole.items():
        for damaged in (content[:-1], bytes([content[0] ^ 1]) + content[1:], None):
            path.unlink() if damaged is None else path.write_bytes(damaged)
            if path != manifest or damaged is not None:
                assert damages_of(tmp_path / "backups", result.name)
            with pytest.raises(BackupError, match=result.name):
                restored(tmp_path / "backups", tmp_path / "new", name=result.name, pictures=tmp_path / "again")
            assert [entry.name for entry in (tmp_path / "new").iterdir()] == [LOCK]
            assert list((tmp_path / "again").iterdir()) == [] if (tmp_path / "again").exists() else True
            path.write_bytes(content)
    restored(tmp_path / "backups", tmp_path / "new", name=result.name)


def test_a_damaged_chunk_is_mended_by_the_next_backup(data: Path, tmp_path: Path) -> None:
    first = back_up(data, tmp_path / "backups")
    chunk = objects(tmp_path / "backups")[0]
    chunk.write_bytes(b"damaged")
    assert damages_of(tmp_path / "backups", first.name)
    back_up(data, tmp_path / "backups")
    assert damages_of(tmp_path / "backups", first.name) == ()


def test_a_damaged_database_is_not_backed_up(data: Path, tmp_path: Path) -> None:
    database = data / DATABASE
    content = bytearray(database.read_bytes())
    content[16_384 * 3 : 16_384 * 4] = bytes(range(256)) * 64
    database.write_bytes(content)
    with pytest.raises(BackupError, match="is damaged"):
        back_up(data, tmp_path / "backups")
    with reading_folder(tmp_path / "backups") as folder:
        assert folder.names() == []


def test_a_library_that_lost_commits_is_not_backed_up_and_can_be_replaced(data: Path, tmp_path: Path) -> None:
    back_up(data, tmp_path / "backups")
    program = (
        "import os, sys; from pathlib import Path; from sqlalchemy import text; from facetry.store.store import Store;"
        "store = Store(Path(sys.argv[1]));"
        "store.write_now(lambda work: (work.connection.execute(text(\"INSERT INTO tag (value) VALUES ('new')\")),"
        "work.changes.append('a change')));"
        "os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", program, str(data / DATABASE)], check=True, timeout=60)
    log = data / f"{DATABASE}-wal"
    content = log.read_bytes()
    log.write_bytes(content[:-100] + bytes(100))
    with pytest.raises(BackupError, match="write-ahead log"):
        back_up(data, tmp_path / "backups")
    assert log.read_bytes() == content[:-100] + bytes(100)
    log.unlink()
    with pytest.raises(BackupError, match="were acknowledged"):
        back_up(data, tmp_path / "backups")
    done = restored(tmp_path / "backups", data, replaces=True)
    assert not (data / f"{DATABASE}-mark").exists()
    assert done.replaced is not None
    assert (done.replaced / f"{DATABASE}-mark").exists()
    assert tag_values(data) == ["tag-0", "tag-1", "tag-2"]


def test_a_newer_database_is_refused_and_an_older_one_migrated(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = migrations.HEAD
    result = back_up(data, tmp_path / "backups")
    monkeypatch.setattr(migrations, "HEAD", "0001")
    with pytest.raises(BackupError, match=f"newer Facetry .*revision {head}"):
        restored(tmp_path / "backups", tmp_path / "new", name=result.name)
    older = tmp_path / "older"
    older.mkdir()
    monkeypatch.setattr(migrations, "HEAD", "0005")
    make_old(older / DATABASE, "0005")
    monkeypatch.setattr(migrations, "HEAD", head)
    back_up(older, tmp_path / "older-backups")
    assert restored(tmp_path / "older-backups", tmp_path / "new").migrated_from == "0005"
    connection = connect(tmp_path / "new" / DATABASE)
    assert migrations.current(connection) == head
    connection.close()


def test_a_folder_with_files_is_kept_aside_only_on_request(data: Path, tmp_path: Path) -> None:
    back_up(data, tmp_path / "backups")
    make_library(tmp_path / "other", tmp_path / "other-pictures", count=1)
    with pytest.raises(BackupError, match=r"is not empty: it has library\.db"):
        restored(tmp_path / "backups", tmp_path / "other")
    assert tag_values(tmp_path / "other") == ["tag-0"]
    done = restored(tmp_path / "backups", tmp_path / "other", replaces=True)
    assert done.replaced is not None
    assert tag_values(done.replaced) == ["tag-0"]
    assert tag_values(tmp_path / "other") == ["tag-0", "tag-1", "tag-2"]


def test_a_plan_changes_nothing(data: Path, tmp_path: Path) -> None:
    result = back_up(data, tmp_path / "backups")
    with reading_folder(tmp_path / "backups") as reader:
        planned = plan(reader, result.name, RestoreOptions(tmp_path / "new", LOCK))
    assert (planned.migrated_from, [file.path for file in planned.files]) == (None, [DATABASE])
    assert not (tmp_path / "new").exists()


def test_a_backup_in_one_file_is_restored(data: Path, tmp_path: Path) -> None:
    path = tmp_path / "backup.zip"
    leftover = tmp_path / f".{path.name}-killed.partial"
    leftover.mkdir()
    with writing_archive(path) as writer:
        result = create(data_folder(data), writer, with_pictures=True, report=lambda *_: None)
    assert not leftover.exists()
    with reading_archive(path) as reader:
        assert check(reader, result.name, lambda *_: None).damages == ()
        restore(reader, result.name, RestoreOptions(tmp_path / "new", LOCK), lambda *_: None)
    assert tag_values(tmp_path / "new") == tag_values(data)
    with pytest.raises(BackupError, match="exists already"), writing_archive(path):
        raise AssertionError("it must not be overwritten")
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    with pytest.raises(DamagedBackupError, match="incomplete"), reading_archive(path):
        raise AssertionError("half an archive must not open")


def test_a_backup_that_fails_leaves_nothing_in_its_place(data: Path, tmp_path: Path) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    for _ in range(2):
        with pytest.raises(KeyboardInterrupt), writing_folder(tmp_path / "backups") as folder:
            create(data_folder(data), folder, with_pictures=True, report=interrupt)
        with pytest.raises(KeyboardInterrupt), writing_archive(tmp_path / "one.zip") as archive:
            create(data_folder(data), archive, with_pictures=True, report=interrupt)
    assert list(tmp_path.glob("*one.zip*")) == []
    assert list((tmp_path / "backups/temporary").iterdir()) == []
    assert damages_of(tmp_path / "backups", back_up(data, tmp_path / "backups").name) == ()


def test_folders_of_others_are_not_used(data: Path, tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos/cat.jpg").write_bytes(b"")
    with pytest.raises(BackupError, match=r"has other files, such as cat\.jpg"):
        back_up(data, tmp_path / "photos")
    with pytest.raises(BackupError, match="is no folder of backups"):
        restored(tmp_path / "photos", tmp_path / "new")
    assert [path.name for path in (tmp_path / "photos").iterdir()] == ["cat.jpg"]


def test_two_backups_at_once_do_not_mix(data: Path, tmp_path: Path) -> None:
    with writing_folder(tmp_path / "backups"), pytest.raises(BackupError, match="is in use"):
        back_up(data, tmp_path / "backups")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"path": "../outside"}, "not possible"),
        ({"path": "/etc/passwd"}, "invalid"),
        ({"path": "a/./b"}, "not possible"),
        ({"role": "program"}, "invalid"),
        ({"chunks": ["0" * 64] * 9}, "wrong number of chunks"),
        ({"role": "settings"}, "no database"),
    ],
)
def test_a_manifest_that_was_made_up_is_refused(
    change: dict[str, object], message: str, data: Path, tmp_path: Path
) -> None:
    result = back_up(data, tmp_path / "backups")
    document = orjson.loads(result.manifest.encode())
    document["files"][0] |= change
    forged = orjson.dumps(document)
    name = f"{result.name[:17]}{hashlib.sha256(forged).hexdigest()[:16]}"
    (tmp_path / "backups/backups" / f"{name}.json").write_bytes(forged)
    with pytest.raises(DamagedBackupError, match=message):
        restored(tmp_path / "backups", tmp_path / "new", name=name)


def test_a_later_format_names_the_remedy(data: Path, tmp_path: Path) -> None:
    result = back_up(data, tmp_path / "backups")
    later = orjson.dumps({**orjson.loads(result.manifest.encode()), "version": 2, "more": []})
    name = f"{result.name[:17]}{hashlib.sha256(later).hexdigest()[:16]}"
    (tmp_path / "backups/backups" / f"{name}.json").write_bytes(later)
    with reading_folder(tmp_path / "backups") as folder, pytest.raises(BackupError, match="Install a newer version"):
        folder.manifest(name)


def test_a_disk_that_is_full_is_named(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: BackupFolder, digest: str, content: bytes) -> int:
        raise OSError(28, "No space left on device", str(self.path / digest))

    monkeypatch.setattr(BackupFolder, "add", full)
    with pytest.raises(BackupError, match=r"the disk of .* is full"):
        back_up(data, tmp_path / "backups")


def test_the_database_is_that_of_one_moment_while_it_is_written(data: Path, tmp_path: Path) -> None:
    store = Store(data / DATABASE)

    def write(work: Work) -> None:
        work.connection.exec_driver_sql("INSERT INTO tag (value) VALUES (hex(randomblob(16)))")
        work.connection.exec_driver_sql("UPDATE revision SET value = value + 1")

    def report(*_: object) -> None:
        store.write_now(write)  # between every two steps of the copy

    def numbers(path: Path) -> tuple[int, int]:
        connection = connect(path / DATABASE)
        row = connection.exec_driver_sql("SELECT (SELECT count(*) FROM tag), (SELECT value FROM revision)").one()
        connection.close()
        return row[0], row[1]

    for _ in range(3):
        store.write_now(write)
    tags_before, revision_before = numbers(data)
    with writing_folder(tmp_path / "backups") as folder:
        create(data_folder(data), folder, with_pictures=False, report=report)
    tags_after, _ = numbers(data)
    restored(tmp_path / "backups", tmp_path / "new")
    tags_restored, revision_restored = numbers(tmp_path / "new")
    store.close()
    assert (tags_restored, revision_restored) == (tags_before, revision_before)
    assert tags_after > tags_before

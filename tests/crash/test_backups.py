"""Backups of a server under load are states of one moment, and killed backups are none.

The short form runs with the other tests. The long form has 50 restores, with `BACKUPS=50` in the environment.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from facetry.backup.archive import SUFFIX
from facetry.backup.check import check
from facetry.backup.errors import BackupError
from facetry.backup.folder import reading_folder
from tests.crash.backup_load import EXTENSION, Load
from tests.support.engines.databases import only_sqlite
from tests.support.imaging import pictures
from tests.support.libraries.backups import DATABASE, back_up, make_library, restored, tag_values
from tests.support.services.servers import running_server

BACKUPS = int(os.environ.get("BACKUPS", "4"))
KILLS = max(10, BACKUPS)


@pytest.mark.crash
@only_sqlite
def test_backups_under_load_have_the_state_of_one_moment(tmp_path: Path) -> None:
    pictures.write_pictures(tmp_path / "pictures", 6)
    times: dict[str, tuple[float, float]] = {}
    with running_server(tmp_path, [tmp_path / "pictures"]) as server, server.client() as client:
        server.run_command("extension", "register", EXTENSION)
        load = Load(server, client.post("/image/search/ids", json={}).json()["items"])
        load.begin()
        try:
            for _ in range(BACKUPS):
                load.wait_for_writes(40)
                begin = time.monotonic()
                name = back_up(server.data_dir, tmp_path / "backups").name
                times[name] = begin, time.monotonic()
        finally:
            load.end()
        assert load.count() >= 40 * BACKUPS
        last = back_up(server.data_dir, tmp_path / "backups").name
        times[last] = time.monotonic(), time.monotonic()
        before = [client.get(path).json() for path in READS]
    for number, (name, (begin, end)) in enumerate(times.items()):
        data = tmp_path / f"restored-{number}"
        restored(tmp_path / "backups", data, name=name)
        load.require_one_moment(data / DATABASE, begin, end)
    data.rename(tmp_path / "second-data")
    (tmp_path / "second").mkdir()
    (tmp_path / "second-data").rename(tmp_path / "second/data")
    with running_server(tmp_path / "second", [tmp_path / "pictures"]) as server, server.client() as client:
        assert [client.get(path).json() for path in READS] == before


READS = ("/repository/list", "/repository/tags", "/repository/embeddingsNames", "/extension/list", "/apiSecret/list")


@pytest.mark.crash
def test_killed_backups_are_none_and_harm_no_other(tmp_path: Path) -> None:
    make_library(tmp_path / "data", tmp_path / "pictures", count=8)
    whole = {back_up(tmp_path / "data", tmp_path / "backups").name}
    killed = 0
    for number in range(KILLS):
        (tmp_path / "pictures" / f"{number % 8}.jpg").write_bytes(b"changed" * (number + 1))
        target = tmp_path / ("backups" if number % 3 else f"one-{number}{SUFFIX}")
        arguments = [str(tmp_path / "data"), str(target), str(number)]
        done = subprocess.run(
            [sys.executable, "-m", "tests.support.services.killed_backup", *arguments],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        killed += done.returncode == -signal.SIGKILL
        with reading_folder(tmp_path / "backups") as folder:
            names = set(folder.names())
            if done.returncode != 0 or target.suffix == SUFFIX:
                assert names == whole
            whole = names
            assert all(not check(folder, name, lambda *_: None).damages for name in names)
        if target.suffix == SUFFIX and done.returncode != 0:
            assert not target.exists()
    assert killed >= 9, "the backups ended too early to be killed"
    back_up(tmp_path / "data", tmp_path / "backups", with_pictures=True)
    assert list((tmp_path / "backups/temporary").iterdir()) == []
    restored(tmp_path / "backups", tmp_path / "new")
    assert tag_values(tmp_path / "new") == tag_values(tmp_path / "data")


@pytest.mark.crash
def test_a_restore_that_was_killed_is_no_library(tmp_path: Path) -> None:
    make_library(tmp_path / "data", tmp_path / "pictures")
    back_up(tmp_path / "data", tmp_path / "backups")
    code = (
        "import os, signal, sys\nfrom pathlib import Path\nfrom facetry.backup import restore\n"
        "from tests.support.libraries.backups import restored\n"
        "restore.{name} = lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL)\n"
        "restored(Path(sys.argv[1]), Path(sys.argv[2]))\n"
    )
    for name in ("read_chunk", "damages", "_prepare_database", "_move"):
        command = [sys.executable, "-c", code.format(name=name), str(tmp_path / "backups"), str(tmp_path / "new")]
        assert subprocess.run(command, check=False, timeout=60).returncode == -signal.SIGKILL
        assert not (tmp_path / "new" / DATABASE).exists()
    restored(tmp_path / "backups", tmp_path / "new")
    assert tag_values(tmp_path / "new") == tag_values(tmp_path / "data")
    with pytest.raises(BackupError, match="is not empty"):
        restored(tmp_path / "backups", tmp_path / "new")

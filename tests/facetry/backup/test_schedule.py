"""The service makes backups by itself, keeps the agreed ones, and is not held up by them."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from facetry.backup import schedule
from facetry.backup.errors import BackupCancelledError, BackupError
from facetry.backup.folder import reading_folder
from facetry.backup.retention import Retention
from facetry.backup.schedule import BackupSchedule, Pace, ScheduledBackups
from tests.support.engines.databases import only_sqlite
from tests.support.imaging.pictures import write_pictures
from tests.support.libraries.backups import data_folder, make_library, restored, tag_values
from tests.support.services.servers import running_server

SECONDS = 30.0


def wait_for_backups(folder: Path, count: int, log: Path) -> list[str]:
    deadline = time.monotonic() + SECONDS
    while log.read_text().count("INFO backup ") < count:
        assert time.monotonic() < deadline, log.read_text()
        time.sleep(0.1)
    while True:
        try:
            with reading_folder(folder) as reader:
                return reader.names()
        except BackupError:  # the next backup is being made
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)


@only_sqlite
def test_backups_are_made_in_the_background_and_old_ones_go(tmp_path: Path) -> None:
    write_pictures(tmp_path / "pictures", 2)
    folder = tmp_path / "backups"
    settings = {
        "FACETRY_BACKUP__FOLDER": str(folder),
        "FACETRY_BACKUP__HOURS": "0.001",
        "FACETRY_BACKUP__KEEP_DAILY": "1",
        "FACETRY_BACKUP__KEEP_WEEKLY": "0",
    }
    with running_server(tmp_path, [tmp_path / "pictures"], extra_environment=settings) as server:
        wait_for_backups(folder, 1, server.log)
        server.run_command("extension", "register", "tagger")
        with server.client() as client:
            (id, _) = client.post("/image/search/ids", json={}).json()["items"]
            client.put(f"/image/{id}/setTags", params={"extensionId": "tagger"}, json=["noted"]).raise_for_status()
        made = server.output().count("INFO backup ")
        (name,) = (wait_for_backups(folder, made + 2, server.log))[-1:]
        assert "removed old backups" in server.output()
    restored(folder, tmp_path / "new", name=name)
    assert tag_values(tmp_path / "new") == ["noted"]
    with running_server(tmp_path, [], extra_environment={**settings, "FACETRY_BACKUP__HOURS": "24"}) as server:
        count = server.output().count("INFO backup ")
        time.sleep(1)
        assert server.output().count("INFO backup ") == count, "a restart is no reason for a backup"


@only_sqlite
def test_a_failure_is_logged_and_the_service_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    settings = {"FACETRY_BACKUP__FOLDER": str(tmp_path / "file" / "backups")}
    with running_server(tmp_path, [], extra_environment=settings) as server:
        deadline = time.monotonic() + SECONDS
        while "ERROR the backup failed" not in server.output():
            assert time.monotonic() < deadline, server.output()
            time.sleep(0.1)
        with server.client() as client:
            assert client.get("/readyz").status_code == 200
    assert server.traceback() == ""


class Schedule:
    """Scheduled backups with a period of a day, whose clocks a test sets."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = time.time()
        self.elapsed = 0.0
        monkeypatch.setattr(schedule, "elapsed_ms", lambda: int(self.elapsed * 1000))
        monkeypatch.setattr(time, "time", lambda: self.now)
        monkeypatch.setattr(time, "time_ns", lambda: int(self.now * 1_000_000_000))
        make_library(folder / "data", folder / "pictures")
        options = BackupSchedule(
            folder / "backups", 86_400, with_pictures=False, retention=Retention(7, 4), bytes_per_second=1e9
        )
        self.backups = ScheduledBackups(data_folder(folder / "data"), options)

    def hours_until_due(self) -> float:
        return round(self.backups._seconds_until_due() / 3600, 2)

    def back_up(self) -> None:
        assert self.backups._back_up()
        self.backups._made_at = int(self.elapsed * 1000)

    def restart(self) -> None:
        self.backups = ScheduledBackups(self.backups._source, self.backups._schedule)


@pytest.mark.parametrize("days", [60, 400, -60, -400])
def test_a_leap_of_the_clock_delays_no_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, days: int) -> None:
    place = Schedule(tmp_path, monkeypatch)
    assert place.hours_until_due() <= 0
    place.back_up()
    assert place.hours_until_due() == 24
    place.now += days * 86_400
    assert place.hours_until_due() == 24, "the time that has passed counts"
    place.elapsed += 86_400
    place.now += 86_400
    assert place.hours_until_due() <= 0
    place.back_up()
    place.now -= days * 86_400
    place.restart()
    assert place.hours_until_due() <= 0 if days > 0 else place.hours_until_due() <= 24
    place.back_up()
    assert place.hours_until_due() == 24


def test_backups_with_a_date_in_the_future_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    place = Schedule(tmp_path, monkeypatch)
    place.now += 400 * 86_400
    place.back_up()
    place.now -= 400 * 86_400
    place.restart()
    for _ in range(3):
        assert place.hours_until_due() <= 0
    (record,) = (record for record in caplog.records if getattr(record, "kind", "") == "backup.future")
    (name,) = place.backups.kept.future
    assert name in record.getMessage()
    assert place.backups.kept.newest is None


def test_copying_is_paced_and_ends_when_the_service_stops() -> None:
    stop = threading.Event()
    pace = Pace(1_000_000, stop)
    begin = time.monotonic()
    for _ in range(5):
        pace("database", 50_000)
    assert time.monotonic() - begin >= 0.2
    threading.Timer(0.1, stop.set).start()
    with pytest.raises(BackupCancelledError):
        pace("database", 10**12)

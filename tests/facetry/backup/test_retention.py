"""Which backups are kept, and that nothing of them is removed with the others."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facetry.backup.check import check, chosen
from facetry.backup.errors import BackupError
from facetry.backup.folder import reading_folder, writing_folder
from facetry.backup.manifest import moment_of
from facetry.backup.retention import Retention, kept, prune
from facetry.store.store import Store
from tests.support.libraries.backups import DATABASE, back_up, make_library

INSERT = "INSERT INTO tag (value) VALUES (?)"
FIRST = datetime(2026, 1, 1, tzinfo=UTC)


def name(hours: int) -> str:
    return f"{FIRST + timedelta(hours=hours):%Y%m%dT%H%M%SZ}-{hours:016x}"


@given(
    hours=st.sets(st.integers(0, 24 * 200), min_size=1, max_size=60),
    days=st.integers(0, 10),
    weeks=st.integers(0, 10),
)
def test_the_last_backup_of_each_of_the_newest_days_and_weeks_is_kept(hours: set[int], days: int, weeks: int) -> None:
    found = kept(map(name, hours), Retention(days, weeks))
    last_of_day = {(FIRST + timedelta(hours=hour)).date(): hour for hour in sorted(hours)}
    last_of_week = {(FIRST + timedelta(hours=hour)).isocalendar()[:2]: hour for hour in sorted(hours)}
    expected = {last_of_day[day] for day in sorted(last_of_day)[len(last_of_day) - min(days, len(last_of_day)) :]}
    expected |= {last_of_week[week] for week in sorted(last_of_week)[max(0, len(last_of_week) - weeks) :]}
    assert found == {name(hour) for hour in expected | {max(hours)}}


def test_what_the_kept_backups_need_stays(tmp_path: Path) -> None:
    make_library(tmp_path / "data", tmp_path / "pictures")
    made = []
    for number in range(3):
        store = Store(tmp_path / "data" / DATABASE)
        values = (f"only-{number}",)
        store.write_now(lambda work, row=values: work.connection.exec_driver_sql(INSERT, row).rowcount)  # type: ignore[misc]
        store.close()
        made.append(back_up(tmp_path / "data", tmp_path / "backups").name)
    with writing_folder(tmp_path / "backups") as folder:
        assert prune(folder, Retention(1, 1)) == sorted(made)[:2]
        (left,) = folder.names()
        assert check(folder, left, lambda *_: None).damages == ()
        used = {digest for file in folder.manifest(left).files for digest in file.chunks}
    assert {path.name for path in (tmp_path / "backups/objects").rglob("*") if path.is_file()} == used


def test_nothing_is_removed_while_a_manifest_is_damaged(tmp_path: Path) -> None:
    make_library(tmp_path / "data", tmp_path / "pictures")
    first = back_up(tmp_path / "data", tmp_path / "backups").name
    back_up(tmp_path / "data", tmp_path / "backups")
    (tmp_path / "backups/backups" / f"{first}.json").write_bytes(b"{}")
    with writing_folder(tmp_path / "backups") as folder, pytest.raises(BackupError, match=first):
        prune(folder, Retention(1, 0))
    with reading_folder(tmp_path / "backups") as folder:
        assert len(folder.names()) == 2


def backups_on(folder: Path, data: Path, days: Sequence[int]) -> list[str]:
    """Backups that are made when the clock is so many days off; returns their names."""
    right, made = time.time_ns(), []
    for day in days:
        with mock.patch("time.time_ns", return_value=right + day * 86_400 * 1_000_000_000):
            made.append(back_up(data, folder).name)
    return made


def test_backups_with_a_date_in_the_future_neither_count_nor_go(tmp_path: Path) -> None:
    make_library(tmp_path / "data", tmp_path / "pictures")
    made = backups_on(tmp_path / "backups", tmp_path / "data", [-3, -2, -1, 400, 401, 402])
    with writing_folder(tmp_path / "backups") as folder:
        assert prune(folder, Retention(2, 0)) == made[:1]
        assert folder.names() == made[1:]
        former = folder.former()
        assert former is not None
        assert former.created // 1000 == moment_of(made[2]).timestamp()
        assert all(check(folder, name, lambda *_: None).damages == () for name in made[1:])


def test_without_a_name_a_date_in_the_future_is_no_answer(tmp_path: Path) -> None:
    make_library(tmp_path / "data", tmp_path / "pictures")
    made = backups_on(tmp_path / "backups", tmp_path / "data", [-1, 400])
    with reading_folder(tmp_path / "backups") as folder:
        with pytest.raises(BackupError, match=f"{made[1]} is in the future.*{made[0]}.*--name"):
            chosen(folder, None, "backups")
        assert chosen(folder, made[1], "backups") == made[1]
    with writing_folder(tmp_path / "backups") as writer:
        writer.remove(made[0])
    with reading_folder(tmp_path / "backups") as folder:
        assert chosen(folder, None, "backups") == made[1], "there is no other one"

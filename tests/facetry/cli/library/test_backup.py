"""`facetry backup` and `facetry restore`: results for people and programs, refusals, exit codes."""

from __future__ import annotations

import json
import time
from pathlib import Path
from unittest import mock

import pytest

from tests.support.libraries.backups import back_up, make_library, tag_values
from tests.support.services.service_commands import run_facetry


@pytest.fixture
def data(tmp_path: Path) -> Path:
    make_library(tmp_path / "data", tmp_path / "pictures")
    return tmp_path / "data"


def test_a_backup_is_made_listed_checked_and_restored(data: Path, tmp_path: Path) -> None:
    target, new = str(tmp_path / "backups"), tmp_path / "new"
    done = run_facetry("backup", target, "--data-dir", str(data), "--pictures", "--json")
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)
    assert (made["counts"]["image"], made["hasPictures"], made["missing"], made["removed"]) == (3, True, [], [])
    (listed,) = json.loads(run_facetry("backup", "list", target, "--json").stdout)
    assert (listed["name"], listed["size"], listed["images"]) == (made["name"], made["size"], 3)
    assert made["name"] in run_facetry("backup", "list", target).stdout
    done = run_facetry("backup", "check", target)
    assert (done.returncode, done.stderr) == (0, "facetry: 1 of 1 backups are whole.\n")
    planned = run_facetry("restore", target, "--data-dir", str(new), "--dry-run", "--json")
    assert (json.loads(planned.stdout)["isDryRun"], new.exists()) == (True, False)
    done = run_facetry("restore", target, "--data-dir", str(new), "--pictures", str(tmp_path / "again"))
    assert (done.returncode, tag_values(new)) == (0, tag_values(data))
    assert f"facetry serve --data-dir {new}" in done.stderr


def test_old_backups_go(data: Path, tmp_path: Path) -> None:
    target = str(tmp_path / "backups")
    first, second = (
        json.loads(run_facetry("backup", target, "--data-dir", str(data), "--keep-daily", "1", "--json").stdout)
        for _ in range(2)
    )
    assert (first["removed"], second["removed"]) == ([], [first["name"]])


def test_backups_with_a_date_in_the_future_are_named(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "backups"
    old = back_up(data, target).name
    with mock.patch("time.time_ns", return_value=time.time_ns() + 400 * 86_400 * 1_000_000_000):
        late = back_up(data, target).name
    done = run_facetry("backup", "list", str(target), "--json")
    assert [(each["name"], each["isInFuture"]) for each in json.loads(done.stdout)] == [(old, False), (late, True)]
    assert (done.returncode, late in done.stderr, old in done.stderr) == (0, True, False)
    done = run_facetry("restore", str(target), "--data-dir", str(tmp_path / "new"))
    assert (done.returncode, f"the date of the backup {late} is in the future" in done.stderr) == (1, True)
    assert not (tmp_path / "new").exists()
    done = run_facetry("restore", str(target), "--data-dir", str(tmp_path / "new"), "--name", late)
    assert (done.returncode, tag_values(tmp_path / "new")) == (0, tag_values(data))


def test_damages_are_named(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "backups"
    run_facetry("backup", str(target), "--data-dir", str(data))
    next((target / "objects").rglob("*/*")).write_bytes(b"damaged")
    for arguments in (["backup", "check", str(target)], ["restore", str(target), "--data-dir", str(tmp_path / "new")]):
        done = run_facetry(*arguments)
        assert done.returncode == 1
        assert "library.db has changed in the chunk" in done.stderr
    done = run_facetry("restore", str(target), "--data-dir", str(tmp_path / "new"), "--dry-run")
    assert (done.returncode, done.stdout) == (1, "")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["backup"], 2, "TARGET"),
        (["backup", "{tmp}/b", "--data-dir", "{tmp}/none"], 1, "there is no library"),
        (["backup", "{tmp}/data/b", "--data-dir", "{tmp}/data"], 2, "is in the data folder"),
        (["backup", "{tmp}/link/b", "--data-dir", "{tmp}/data"], 2, "is in the data folder"),
        (["backup", "{tmp}/none/../data/b", "--data-dir", "{tmp}/link"], 2, "is in the data folder"),
        (["backup", "{tmp}/pictures/0.jpg", "--data-dir", "{tmp}/data"], 2, "is a file"),
        (["backup", "{tmp}/b", "--data-dir", "{tmp}/data", "--keep-daily", "0"], 2, "must keep at least one"),
        (["backup", "{tmp}/b.zip", "--data-dir", "{tmp}/data", "--keep-daily", "1"], 2, "need a folder"),
        (["backup", "list", "{tmp}"], 1, "is no folder of backups"),
        (["restore", "{tmp}/none", "--data-dir", "{tmp}/new"], 1, "is no folder of backups"),
        (["restore", "{tmp}/none.zip", "--data-dir", "{tmp}/new"], 1, "cannot be opened"),
        (["restore", "{tmp}/b"], 2, "--data-dir"),
        (["restore", "{tmp}/b", "--data-dir", "{tmp}/n", "--pictures", "{tmp}/n/p"], 2, "must not be in"),
        (["restore", "{tmp}/b", "--data-dir", "{tmp}/data", "--pictures", "{tmp}/link/p"], 2, "must not be in"),
    ],
)
def test_wrong_usage_is_refused(arguments: list[str], code: int, message: str, data: Path, tmp_path: Path) -> None:
    assert data.is_dir()
    (tmp_path / "link").symlink_to(data)
    done = run_facetry(*(each.replace("{tmp}", str(tmp_path)) for each in arguments))
    assert (done.returncode, done.stdout) == (code, "")
    assert message in done.stderr
    assert not (tmp_path / "b").exists()

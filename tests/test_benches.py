"""The benches run: `--smoke` goes through all the code of each with tiny libraries, and judges no figure.

CI runs some of them, with what they share; BENCHES=all runs the others as well.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from pydantic import BaseModel

from bench.__main__ import BENCHES
from bench.measurements import Measurement, Rounds, Target, at_least, at_most
from bench.versions import NEW, OLD, VersionError, old_version
from facetry.settings import Settings

HOME: Final = Path(__file__).parent.parent
IS_WHOLE: Final = os.environ.get("BENCHES") == "all"
BESIDE: Final = ("pipeline", "start", "memory") if IS_WHOLE else ("start", "memory")
"""Benches that run beside an older version here, which does all that they do without one. The others run alone."""
ALONE: Final = tuple(name for name in BENCHES if name not in BESIDE) if IS_WHOLE else ("rescan", "search")
TIMEOUT_SECONDS: Final = 900.0


def run_benches(data: Path, *arguments: str) -> str:
    """The output of `python -m bench --smoke`. Fails unless the exit code is 0."""
    command = [sys.executable, "-m", "bench", "--smoke", "--data", str(data), *arguments]
    done = subprocess.run(command, cwd=HOME, capture_output=True, text=True, timeout=TIMEOUT_SECONDS)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def test_benches_run_alone(tmp_path: Path) -> None:
    output = run_benches(tmp_path, *ALONE)
    assert [name for name in ALONE if f"== {name}\n" not in output] == []
    assert f"all {len(ALONE)} benches ran" in output


def test_an_older_version_runs_beside_this_one(tmp_path: Path) -> None:
    """The folder of this checkout stands for the older version, because a shallow clone has no older commit."""
    output = run_benches(tmp_path, "--against", str(HOME), *BESIDE)
    headings = [line for line in output.splitlines() if line.endswith("target") or " new / old " in line]
    assert [line for line in headings if "  old  " in line and "  new  " in line] == headings
    assert len(headings) == len(BESIDE)


def test_a_commit_becomes_a_worktree(tmp_path: Path) -> None:
    if not (HOME / ".git").exists():
        pytest.fail("the tests need a clone, not an archive")
    version = old_version("HEAD", tmp_path)
    try:
        assert version.source.parent == tmp_path
        assert (version.source / "facetry" / "__main__.py").is_file()
        assert old_version("HEAD", tmp_path) == version
    finally:
        subprocess.run(["git", "worktree", "remove", "--force", str(version.source)], cwd=HOME, check=True)


def test_what_is_no_version_is_named(tmp_path: Path) -> None:
    with pytest.raises(VersionError, match="'no-such-commit' is neither a commit of this repository nor a folder"):
        old_version("no-such-commit", tmp_path)


def test_a_ratio_is_that_of_neighbouring_rounds() -> None:
    measurement = Measurement("reads", "ms", {NEW: [1.0, 2.0, 12.0], OLD: [2.0, 4.0, 4.0]}, at_most(2))
    assert (measurement.new, measurement.old, measurement.ratio) == (2.0, 4.0, 0.5)


def test_a_rival_is_compared_with_both_versions() -> None:
    rounds = Rounds()
    for version, name, figures in ((NEW, "ours", (2.0, 4.0)), (OLD, "ours", (4.0, 4.0)), (NEW, "rival", (1.0, 2.0))):
        for figure in figures:
            rounds.add(version, name, {"ms": figure})
    slower = rounds.ratio("ours to the rival", ("ours", "ms"), ("rival", "ms"), at_most(3))
    assert slower.rounds == {NEW: [2.0, 2.0], OLD: [4.0, 2.0]}
    assert rounds.ratio("the rival to ours", ("rival", "ms"), ("ours", "ms"), None).rounds == {
        NEW: [0.5, 0.5],
        OLD: [0.25, 0.5],
    }


@pytest.mark.parametrize(
    ("figure", "target", "is_met"),
    [(2.0, at_most(2), True), (2.1, at_most(2), False), (2.0, at_least(2), True), (1.9, at_least(2), False)],
)
def test_a_target_is_a_bound(figure: float, target: Target, is_met: bool) -> None:
    measurement = Measurement("reads", "ms", {NEW: [figure]}, target)
    assert measurement.is_met is is_met


PAGES: Final = (HOME / "docs" / "performance.md", HOME / "bench" / "README.md")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_name_benches_that_exist(page: Path) -> None:
    commands = re.findall(r"^python -m bench(?!\.)(.*?)(?:#|$)", page.read_text(), re.MULTILINE)
    assert commands
    for command in commands:
        options = re.sub(r"--against \S+|--\w+", "", command)
        assert set(options.split()) <= set(BENCHES)


def test_the_method_of_every_bench_is_described() -> None:
    method = (HOME / "bench" / "README.md").read_text()
    assert [name for name in BENCHES if f"`{name}`" not in method] == []


def test_settings_of_the_page_about_performance_exist() -> None:
    names = re.findall(r"`FACETRY_(\w+)`", PAGES[0].read_text())
    assert names
    for name in names:
        model: type[BaseModel] = Settings
        *tables, last = name.lower().split("__")
        for table in tables:
            model = type(model.model_fields[table].default)
        assert last in model.model_fields, name

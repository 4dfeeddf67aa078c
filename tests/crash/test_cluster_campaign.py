"""A short campaign of kills, partitions and changes of the leader; `nox -s clusters` is the long form."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

SECONDS: Final = int(os.environ.get("CLUSTER_SECONDS", "280"))
COUNTS: Final = {"KILLS": "3", "PARTITIONS": "1", "LEADERS": "1", "UPGRADES": "0"}
IS_LONG: Final = "KILLS" in os.environ
SLACK: Final = 1 if IS_LONG else 6
"""How many times longer everything may take: the short form runs beside other tests, the long form alone."""


def run(folder: Path, **environment: str) -> dict[str, Any]:
    """The result of a campaign."""
    done = subprocess.run(
        ["unshare", "--net", sys.executable, "-m", "tests.crash.clusters.campaign", str(folder)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
    )
    lines = done.stdout.splitlines()
    assert "".join(lines[-1:]).startswith("{"), f"{done.stdout[-2_000:]}\n{done.stderr[-4_000:]}"
    print(done.stdout)
    result: dict[str, Any] = json.loads(lines[-1])
    return result


def test_a_cluster_loses_nothing_and_has_a_leader_again_soon(tmp_path: Path) -> None:
    result = run(tmp_path, **{name: os.environ.get(name, count) for name, count in COUNTS.items()})
    assert result["errors"] == []
    assert result["disturbances"] >= 5
    assert result["acknowledged"] > 0
    assert result["worst_failover_seconds"] <= 10 * SLACK
    assert result["healthy_p99_seconds"] <= 1 * SLACK


if IS_LONG:

    @pytest.mark.parametrize("defect", ["kept-lease", "lost-writes"])
    def test_a_defect_is_found(tmp_path: Path, defect: str) -> None:
        counts = {"KILLS": "0", "PARTITIONS": "0", "LEADERS": "4", "UPGRADES": "0"}
        assert run(tmp_path, CLUSTER_DEFECT=defect, **counts)["errors"]

"""A service over PostgreSQL, a host of a cluster, and one with several processes answer as a single process over a file
does. `nox -s engines` is the long form.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from random import SystemRandom

import pytest

from bench.processes import ROOT
from tests.differential.campaign import Size, run
from tests.support.engines.databases import only_sqlite, server_url
from tests.support.libraries.library_rows import copy_rows

REQUESTS = int(os.environ.get("FACETRY_ENGINES_REQUESTS", "200"))
IMAGES = 300 if REQUESTS < 5_000 else 5_000


def move_to_server(data_dir: Path) -> Mapping[str, str]:
    """Move the library of a data folder to a database on a server. Returns the environment that names it."""
    url = server_url(data_dir)
    copy_rows(data_dir / "library.db", url)
    for file in data_dir.glob("library.db*"):
        file.unlink()
    return {"FACETRY_DATABASE_URL": url.reveal()}


def use_three_processes(_: Path) -> Mapping[str, str]:
    """The environment of a service with several processes."""
    return {"FACETRY_WORKERS": "3"}


@only_sqlite  # it chooses the ways by itself
@pytest.mark.parametrize("way", ["server", "cluster", "processes"])
def test_all_ways_to_serve_a_library_give_the_same_answers(tmp_path: Path, way: str) -> None:
    seed = 7 if REQUESTS < 5_000 else SystemRandom().randrange(2**32)
    size = Size(images=IMAGES, pictures=6, requests=REQUESTS)
    prepare = use_three_processes if way == "processes" else move_to_server
    result = run(tmp_path, size, seed=seed, old_source=ROOT, prepare_new=prepare, new_in_cluster=way == "cluster")
    shown = [(each.what, each.request, each.old, each.new) for each in result.differences]
    assert shown == [], f"seed {seed}"
    assert sum(result.statuses.values()) == REQUESTS
    assert result.successes > REQUESTS / 2
    assert not {status for _, status in result.statuses if status >= 500} - {503}
    assert (way == "processes") == bool(list((tmp_path / "new" / "data").glob("library.db*")))

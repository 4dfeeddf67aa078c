"""Which host becomes the leader of a role."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from facetry.cluster.leadership import POLL_SECONDS, wait_for_leadership
from facetry.store.engine import DatabaseUrl
from facetry.store.engines.postgresql.leases import Leases
from facetry.store.migrations import HEAD
from facetry.store.store import Store
from tests.support.engines.databases import server_url


@pytest.fixture
def url(tmp_path: Path) -> DatabaseUrl:
    """A database with an empty library."""
    url = server_url(tmp_path)
    Store(url).close()
    return url


@pytest.fixture
def leases(url: DatabaseUrl) -> Iterator[Leases]:
    opened = Leases(url)
    yield opened
    opened.close()


def set_revision(url: DatabaseUrl, revision: str) -> None:
    with psycopg.connect(url.reveal(), autocommit=True) as connection:
        connection.execute("UPDATE alembic_version SET version_num = %s", [revision])


def after(looks: int) -> Callable[[], bool]:
    """Whether the host must end: after so many looks at the lease."""
    end = time.monotonic() + looks * POLL_SECONDS
    return lambda: time.monotonic() >= end


def test_a_host_leads_when_nobody_else_does(leases: Leases) -> None:
    term = wait_for_leadership(leases, "scan", "a", "a:1", after(4))
    assert term is not None
    assert not term.has_ended()
    assert wait_for_leadership(leases, "scan", "b", "b:1", after(2)) is None


def test_a_host_older_than_the_library_leaves_the_lease_to_others(
    url: DatabaseUrl, leases: Leases, caplog: pytest.LogCaptureFixture
) -> None:
    set_revision(url, "9999")
    with caplog.at_level(logging.WARNING):
        assert wait_for_leadership(leases, "scan", "a", "a:1", after(3)) is None
    assert leases.find("scan") is None
    assert [record.message for record in caplog.records if "newer Facetry" in record.message] == [
        "this host cannot become a leader: a newer Facetry has migrated the library"
    ]
    set_revision(url, HEAD)
    assert wait_for_leadership(leases, "scan", "a", "a:1", after(4)) is not None

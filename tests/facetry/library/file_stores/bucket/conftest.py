"""Object stores of the tests of buckets."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.engines.object_stores import Bucket, ObjectStore, ceph, nanio


@pytest.fixture(scope="module")
def ceph_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ObjectStore]:
    with ceph(tmp_path_factory.mktemp("ceph")) as store:
        yield store


@pytest.fixture(scope="module")
def nanio_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ObjectStore]:
    with nanio(tmp_path_factory.mktemp("nanio")) as store:
        yield store


@pytest.fixture
def bucket(ceph_store: ObjectStore) -> Bucket:
    return ceph_store.new_bucket()

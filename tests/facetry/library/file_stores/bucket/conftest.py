"""Buckets of a real object store, which all tests of this folder share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.engines.object_stores import Bucket, ObjectStore, ceph, nanio


@pytest.fixture(scope="package")
def ceph_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ObjectStore]:
    with ceph(tmp_path_factory.mktemp("ceph")) as store:
        yield store


@pytest.fixture(scope="package")
def nanio_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ObjectStore]:
    with nanio(tmp_path_factory.mktemp("nanio")) as store:
        yield store


@pytest.fixture
def bucket(ceph_store: ObjectStore) -> Bucket:
    return ceph_store.new_bucket()

"""Several writers of one database: none relies on what it knew as of its own last commit."""

from __future__ import annotations

import pytest

from facetry.library import changes
from facetry.store.change_feed import ChangeFeed
from facetry.store.engine import DatabaseUrl
from facetry.store.store import Store
from facetry.store.work import Work


@pytest.mark.parametrize("is_shared", [True, False])
def test_a_writer_forgets_what_another_one_may_have_changed(url: DatabaseUrl, is_shared: bool) -> None:
    store = Store(url, ChangeFeed(changes.TYPES), is_shared=is_shared)

    def learn(work: Work) -> None:
        work.connection.info["known"] = True

    try:
        store.write_now(learn)
        assert store.write_now(lambda work: "known" in work.connection.info) is not is_shared
    finally:
        store.close()

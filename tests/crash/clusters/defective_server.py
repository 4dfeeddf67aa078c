"""`facetry` with a defect of clusters, so that a campaign can show that it detects it.

`python -m tests.crash.clusters.defective_server serve …` is `facetry serve …` with the defect that `CLUSTER_DEFECT`
names.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from typing import Final

from facetry import cli
from facetry.cluster.leadership import LeaseKeeper
from facetry.store import store
from facetry.store.engines.postgresql import transactions


def _keep_leading() -> None:
    """Defect: a leader that has lost its lease goes on, and its transactions do not look at the token."""

    def watch_nothing(self: LeaseKeeper) -> None:
        pass

    LeaseKeeper._watch = watch_nothing  # type: ignore[method-assign]  # a defect
    transactions._beginning = lambda _: "facetry_begin_write()"  # a defect


def _write_late() -> None:
    """Defect: writes are acknowledged before their commit."""
    commit = store.Writer._commit  # a defect

    def lose_some(self: store.Writer, batch: list[object]) -> None:
        lose_some.count += 1  # type: ignore[attr-defined]
        if lose_some.count % 20:  # type: ignore[attr-defined]
            commit(self, batch)  # type: ignore[arg-type]

    lose_some.count = 0  # type: ignore[attr-defined]
    store.Writer._commit = lose_some  # type: ignore[method-assign, assignment]  # a defect


DEFECTS: Final[Mapping[str, Callable[[], None]]] = {"kept-lease": _keep_leading, "lost-writes": _write_late}

if __name__ == "__main__":
    DEFECTS[os.environ["CLUSTER_DEFECT"]]()
    sys.exit(cli.main())

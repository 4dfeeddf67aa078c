"""`facetry` with a defect of clusters, so that a campaign can show that it detects it.

`python -m tests.crash.clusters.defective_server serve …` is `facetry serve …` with the defect that `CLUSTER_DEFECT`
names.
"""

from __future__ import annotations

import itertools
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any, Final

from facetry import cli
from facetry.cluster.leadership import LeaseKeeper
from facetry.store.engines.postgresql import transactions
from facetry.store.writer import Writer


def _keep_leading() -> None:
    """Defect: a leader that has lost its lease goes on, and its transactions do not look at the token."""

    def watch_nothing(self: LeaseKeeper) -> None:
        pass

    def begin_without_lease(lease: object) -> str:  # as the original
        return "facetry_begin_write()"

    LeaseKeeper._watch = watch_nothing  # type: ignore[method-assign]  # a defect
    transactions._beginning = begin_without_lease  # a defect


def _lose_writes() -> None:
    """Defect: some writes are acknowledged and never committed."""
    commit = Writer._commit  # a defect
    numbers = itertools.count(1)

    def lose_some(self: Writer, batch: Any) -> None:
        if next(numbers) % 20:
            commit(self, batch)

    Writer._commit = lose_some  # type: ignore[method-assign]  # a defect


DEFECTS: Final[Mapping[str, Callable[[], None]]] = {"kept-lease": _keep_leading, "lost-writes": _lose_writes}

if __name__ == "__main__":
    DEFECTS[os.environ["CLUSTER_DEFECT"]]()
    sys.exit(cli.main())

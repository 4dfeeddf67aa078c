"""Changes of rows and a file together: both, or neither."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from sqlalchemy import Connection

from facetry.errors import FaultError
from facetry.store.store import Store
from facetry.store.work import Work

T = TypeVar("T")


def write_rows_and_file(
    store: Store,
    write_rows: Callable[[Work], T],
    apply: Callable[[Connection], None],
    undo: Callable[[], None],
    settle: Callable[[Work], None],
    check: Callable[[Connection], None] | None = None,
) -> T:
    """Run `check`, `write_rows`, `apply` and `settle` in one unit of work. `check` raises if the file must not be
    changed, and so does `apply`, which leaves it as it was then.

    When the unit fails after `apply`, `undo` reverts it.
    """
    is_applied = False

    def unit(work: Work) -> T:
        nonlocal is_applied
        if check is not None and not is_applied:  # the writer may run a unit twice
            check(work.connection)
        result = write_rows(work)
        if not is_applied:
            apply(work.connection)
            is_applied = True
        settle(work)
        return result

    try:
        return store.write_now(unit)
    except BaseException:
        if is_applied:
            with suppress(OSError, FaultError):  # the next scan then reconciles rows and files
                undo()
        raise

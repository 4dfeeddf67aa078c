"""The context of a unit of work: a function that runs in the writer's transaction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection


@dataclass(slots=True)
class Work:
    """The transaction of a unit of work. Either all changes of the unit are committed, or none.

    `now` is the time of the unit, in milliseconds since the epoch: all its rows and events have the same time.
    """

    connection: Connection
    now: int
    hooks: Mapping[type, Sequence[Callable[[Work, Any], None]]] = field(default_factory=dict)
    """Functions that run in the transaction, by the type of the fact that they take; see `Store.add_hook`."""
    after_commit: list[Callable[[], None]] = field(default_factory=list)
    """Functions that update state in memory: called after the commit and before the caller gets the result, on the
    writer's thread.
    """
    changes: list[object] = field(default_factory=list)
    """The changes for the change journal, from which in-memory indexes are updated."""

    def run_hooks(self, fact: object) -> None:
        """Call the hooks for the type of `fact`, in the order in which they were added.

        An exception of a hook rolls the unit back.
        """
        for hook in self.hooks.get(type(fact), ()):
            hook(self, fact)

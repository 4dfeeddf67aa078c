"""The marker of a database that is the unfinished copy of a library. `copying` writes it; nobody serves such a copy.

It is a table that exists while the copy is made, so it vanishes in the commit that completes the copy.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection

from facetry.store.engine import Location, engine_of

MARKER: Final = "unfinished_copy"
"""The name of the table."""


class UnfinishedCopyError(RuntimeError):
    """The database is an unfinished copy, and is not opened as a library."""

    def __init__(self, location: Location) -> None:
        super().__init__(
            f"the database {location} is an unfinished copy of a library, so it is not served. Run the same "
            "`facetry migrate` again: it goes on where it ended. The library itself is where it was"
        )


def require_finished(connection: Connection, location: Location) -> None:
    """Raise `UnfinishedCopyError` for an unfinished copy."""
    if engine_of(connection).has_table(connection, MARKER):
        raise UnfinishedCopyError(location)

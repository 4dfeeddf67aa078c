"""Removing an extension with everything it wrote.

That may be millions of rows, and nobody else writes while a unit of work runs: so it is done piece by piece, after the
record says that it has begun. Whoever opens the library after a crash goes on with it.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, Table, delete, select, tuple_, update
from sqlmodel import SQLModel, col

from facetry.events import log
from facetry.library.changes import ExtensionRemoved
from facetry.library.embeddings import Vector, VectorSpace
from facetry.library.extensions import Extension
from facetry.store.store import Store
from facetry.store.work import Work

REMOVING: Final = "removing"
"""The state of an extension that is being removed."""
PIECE: Final = 5_000
"""Rows that one unit of work removes: some ten milliseconds."""


async def remove(store: Store, key: int) -> None:
    """Remove the extension with this key, and announce `extension.uninstalled`."""
    await store.write(lambda work: _begin(work, key))
    while await store.write(lambda work: _remove_piece(work, key)):
        pass
    await store.write(lambda work: _finish(work, key))


async def resume(store: Store) -> None:
    """Finish what was begun before the library was closed."""
    for key in await store.read(_begun):
        await remove(store, key)


def _begun(connection: Connection) -> list[int]:
    rows = connection.execute(select(col(Extension.key)).where(col(Extension.state) == REMOVING))
    return [row.key for row in rows]


def _begin(work: Work, key: int) -> None:
    work.connection.execute(update(Extension).where(col(Extension.key) == key).values(state=REMOVING))


def _remove_piece(work: Work, key: int) -> bool:
    """Remove some rows that belong to the extension, and say whether there were any."""
    spaces = select(col(VectorSpace.key)).where(col(VectorSpace.extension) == key)
    if _removed(work, _table(Vector), col(Vector.space).in_(spaces)):
        return True
    return any(_removed(work, table, table.c.extension == key) for table in _owned())


def _removed(work: Work, table: Table, condition: Any) -> bool:
    keys = tuple_(*table.primary_key.columns)
    some = select(*table.primary_key.columns).where(condition).limit(PIECE)
    return work.connection.execute(delete(table).where(keys.in_(some))).rowcount > 0


def _owned() -> list[Table]:
    """The tables whose rows belong to an extension, and would go with it at once."""
    key = _table(Extension).c.key
    return [
        table
        for table in SQLModel.metadata.sorted_tables
        if any(reference.column is key and reference.parent.name == "extension" for reference in table.foreign_keys)
        and table is not _table(VectorSpace)  # whose own rows are few, once it has no vectors
    ]


def _table(model: type[SQLModel]) -> Table:
    table: Table = model.__table__  # type: ignore[attr-defined]  # of a model that is a table
    return table


def _finish(work: Work, key: int) -> None:
    id = work.connection.execute(select(col(Extension.id)).where(col(Extension.key) == key)).scalar_one()
    spaces = work.connection.execute(select(col(VectorSpace.key)).where(col(VectorSpace.extension) == key))
    work.changes.append(ExtensionRemoved(key, tuple(row.key for row in spaces)))
    work.connection.execute(delete(Extension).where(col(Extension.key) == key))
    log.announce(work, "extension.uninstalled", extension=id)

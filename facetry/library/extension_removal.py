"""Removal of an extension with everything that it wrote.

An extension may own millions of rows, and a unit of work blocks every other writer. So the rows are removed in batches,
after the record is marked as being removed. After a crash, the next start of the service resumes the removal.
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
BATCH_ROWS: Final = 5_000
"""Rows that one unit of work removes; this takes about ten milliseconds."""


async def remove(store: Store, key: int) -> None:
    """Remove the extension with this key, and announce `extension.uninstalled`."""
    await store.write(lambda work: _begin(work, key))
    while await store.write(lambda work: _remove_batch(work, key)):
        pass
    await store.write(lambda work: _finish(work, key))


async def resume(store: Store) -> None:
    """Finish removals that were interrupted when the library was closed."""
    for key in await store.read(_list_removing):
        await remove(store, key)


def _list_removing(connection: Connection) -> list[int]:
    rows = connection.execute(select(col(Extension.key)).where(col(Extension.state) == REMOVING))
    return [row.key for row in rows]


def _begin(work: Work, key: int) -> None:
    work.connection.execute(update(Extension).where(col(Extension.key) == key).values(state=REMOVING))


def _remove_batch(work: Work, key: int) -> bool:
    """Remove one batch of the extension's rows; whether there were any."""
    spaces = select(col(VectorSpace.key)).where(col(VectorSpace.extension) == key)
    if _delete_batch(work, _table(Vector), col(Vector.space).in_(spaces)):
        return True
    return any(_delete_batch(work, table, table.c.extension == key) for table in _owned_tables())


def _delete_batch(work: Work, table: Table, condition: Any) -> bool:
    keys = tuple_(*table.primary_key.columns)
    batch = select(*table.primary_key.columns).where(condition).limit(BATCH_ROWS)
    return work.connection.execute(delete(table).where(keys.in_(batch))).rowcount > 0


def _owned_tables() -> list[Table]:
    """The tables whose rows belong to an extension and would be deleted by the cascade of its record."""
    key = _table(Extension).c.key
    return [
        table
        for table in SQLModel.metadata.sorted_tables
        if any(reference.column is key and reference.parent.name == "extension" for reference in table.foreign_keys)
        and table is not _table(VectorSpace)  # has few rows of its own, once the vectors are removed
    ]


def _table(model: type[SQLModel]) -> Table:
    table: Table = model.__table__  # type: ignore[attr-defined]  # set on every model with table=True
    return table


def _finish(work: Work, key: int) -> None:
    id = work.connection.execute(select(col(Extension.id)).where(col(Extension.key) == key)).scalar_one()
    spaces = work.connection.execute(select(col(VectorSpace.key)).where(col(VectorSpace.extension) == key))
    work.changes.append(ExtensionRemoved(key, tuple(row.key for row in spaces)))
    work.connection.execute(delete(Extension).where(col(Extension.key) == key))
    log.announce(work, "extension.uninstalled", extension=id)

"""Removal of an extension, with everything that it wrote or without.

An extension may own millions of rows, and a unit of work blocks every other writer. So the rows are removed in batches,
after the record is marked as being removed. After a crash, the next start of the service resumes the removal.

What it wrote on images in the trash goes as well.

What an extension wrote can be kept. Then its record stays without a program, and the rest is removed.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, Table, delete, select, tuple_, update
from sqlmodel import SQLModel, col

from facetry.events import log
from facetry.library.api_keys import ApiKeys
from facetry.library.changes import ExtensionRemoved, FacetsRemoved
from facetry.library.extensions import DETACHING, REMOVING, Extension
from facetry.library.facets import tag_sets
from facetry.library.facets.attachments import Attachment
from facetry.library.facets.embeddings import Vector, VectorSpace
from facetry.library.facets.features import FeatureRow
from facetry.library.facets.tags import ImageTag
from facetry.library.trash import trashed_facets
from facetry.store.store import Store
from facetry.store.work import Work

BATCH_ROWS: Final = 5_000
"""Rows that one unit of work removes; this takes about ten milliseconds."""
BATCH_IMAGES: Final = 500
"""Images whose tags one unit of work removes."""


async def remove(store: Store, keys: ApiKeys, key: int, *, keeps_facets: bool = False) -> None:
    """Remove the extension with this key, and announce `extension.uninstalled`.

    With `keeps_facets`, its tags, features, embeddings and attachments stay, and a record without a program.
    """
    await store.write(lambda work: begin(work, keys, key, keeps_facets=keeps_facets))
    await _complete(store, key, keeps_facets=keeps_facets)


async def resume(store: Store) -> None:
    """Finish removals that were interrupted when the library was closed."""
    for key, state in await store.read(_list_unfinished):
        await _complete(store, key, keeps_facets=state == DETACHING)


def begin(work: Work, keys: ApiKeys, key: int, *, keeps_facets: bool = False) -> None:
    """Mark the extension as being removed, and revoke its keys: nobody writes in its name any more."""
    _mark(work, key, keeps_facets=keeps_facets)
    keys.revoke_keys_of(work, key)


async def _complete(store: Store, key: int, *, keeps_facets: bool) -> None:
    if not keeps_facets:
        tagged_images = await store.read(lambda connection: list(tag_sets.of_extension(connection, key)))
        for start in range(0, len(tagged_images), BATCH_IMAGES):
            batch = tagged_images[start : start + BATCH_IMAGES]
            await store.write(functools.partial(_remove_tags, key=key, images=batch))
        await _remove_trashed(store, key)
    while await store.write(lambda work: _remove_batch(work, key, keeps_facets=keeps_facets)):
        pass
    await store.write(lambda work: _detach(work, key) if keeps_facets else _finish(work, key))


async def _remove_trashed(store: Store, key: int) -> None:
    """Remove what the extension wrote on images that are in the trash. From `begin` on, nothing is added there."""
    id = await store.read(functools.partial(_id_of, key=key))
    last: int | None = 0
    while last is not None:
        keys, last = await store.read(functools.partial(trashed_facets.keys_with, extension=id, after=last))
        if keys:
            await store.write(functools.partial(trashed_facets.remove, extension=id, keys=keys))


def _id_of(connection: Connection, key: int) -> str:
    id: str = connection.execute(select(col(Extension.id)).where(col(Extension.key) == key)).scalar_one()
    return id


def _list_unfinished(connection: Connection) -> list[tuple[int, str]]:
    query = select(col(Extension.key), col(Extension.state)).where(col(Extension.state).in_((REMOVING, DETACHING)))
    return [(row.key, row.state) for row in connection.execute(query)]


def _mark(work: Work, key: int, *, keeps_facets: bool = False) -> None:
    state = DETACHING if keeps_facets else REMOVING
    work.connection.execute(update(Extension).where(col(Extension.key) == key).values(state=state))
    work.changes.append(FacetsRemoved(key))


def _remove_tags(work: Work, key: int, images: Sequence[int]) -> None:
    """Remove the tags of the extension from these images. The rows have no index by extension."""
    work.changes.append(FacetsRemoved(key))
    rows = _table(ImageTag).c
    work.connection.execute(delete(_table(ImageTag)).where(rows.image.in_(images), rows.extension == key))


def _remove_batch(work: Work, key: int, *, keeps_facets: bool = False) -> bool:
    """Remove one batch of the extension's rows, except its tags; whether there were any."""
    work.changes.append(FacetsRemoved(key))
    tables = [table for table in _owned_tables() if table is not _table(ImageTag)]
    if keeps_facets:
        facets = [_table(model) for model in (FeatureRow, Attachment)]
        tables = [table for table in tables if table not in facets]
    else:
        spaces = select(col(VectorSpace.key)).where(col(VectorSpace.extension) == key)
        if _delete_batch(work, _table(Vector), col(Vector.space).in_(spaces)):
            return True
    return any(_delete_batch(work, table, table.c.extension == key) for table in tables)


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
    id = _id_of(work.connection, key)
    spaces = work.connection.execute(select(col(VectorSpace.key)).where(col(VectorSpace.extension) == key))
    work.changes.append(ExtensionRemoved(key, tuple(row.key for row in spaces)))
    work.connection.execute(delete(Extension).where(col(Extension.key) == key))
    log.announce(work, "extension.uninstalled", extension=id)


def _detach(work: Work, key: int) -> None:
    """Leave a record without a program, as that of an extension that is registered by hand."""
    id = _id_of(work.connection, key)
    cleared = dict.fromkeys(("manifest", "folder", "settings", "acknowledged", "previous", "grants"))
    statement = update(Extension).where(col(Extension.key) == key)
    work.connection.execute(statement.values(state="enabled", **cleared))
    work.changes.append(FacetsRemoved(key))
    log.announce(work, "extension.uninstalled", extension=id)

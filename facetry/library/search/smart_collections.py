"""Collections: named search filters. A collection contains the images that its filter matches at the moment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from pydantic import ValidationError
from sqlalchemy import JSON, BigInteger, Connection, delete, insert, literal, select, update
from sqlmodel import Field, SQLModel, col

from facetry.errors import FaultError, bad_parameter, conflict, not_found, printable_text
from facetry.events import log
from facetry.library.changes import CollectionsChanged
from facetry.library.search import filter_tree
from facetry.schema.text_forms import name_key
from facetry.store.work import Work
from generated import models


class Collection(SQLModel, table=True):
    """A filter as it was sent, without ids in its origin of images and repositories deleted since."""

    __tablename__ = "collection"
    __table_args__ = ({"sqlite_autoincrement": True},)  # ids are never reused

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    comment: str | None = None
    filter: dict[str, Any] = Field(sa_type=JSON)
    created: int = Field(sa_type=BigInteger)  # milliseconds since the epoch
    modified: int = Field(sa_type=BigInteger)


@dataclass(frozen=True, slots=True)
class CollectionRecord:
    """A collection as stored; times in milliseconds since the epoch."""

    id: int
    name: str
    comment: str | None
    filter: models.SearchFilter
    created: int
    modified: int
    fault: str | None = None
    """Why this version cannot use the stored filter; in that case `filter` matches nothing."""


_REFERENCES_KEY: Final = "collections.pins"
_EMPTY_FILTER: Final = models.SearchFilter(origin=models.SearchFilterOrigin(kind="images", ids=[]))
_COLUMNS = (
    col(Collection.id),
    col(Collection.name),
    col(Collection.comment),
    col(Collection.filter),
    col(Collection.created),
    col(Collection.modified),
)
_SELECT = select(*_COLUMNS)


def create(work: Work, *, name: str, comment: str | None, search_filter: models.SearchFilter) -> CollectionRecord:
    """Add a collection, and announce `collection.created`.

    Raises 409 when the name is taken, and 400 when `search_filter` refers to something that does not exist.
    """
    _require_free(work.connection, name)
    filter_tree.require(work.connection, search_filter)
    statement = insert(Collection).values(
        name=name, comment=comment or None, filter=_wire_filter(search_filter), created=work.now, modified=work.now
    )
    row = work.connection.execute(statement.returning(*_COLUMNS)).one()
    _invalidate_references(work)
    work.changes.append(CollectionsChanged((row.id,)))
    log.announce(work, "collection.created", data={"id": row.id})
    return _record(row)


def put(work: Work, record: CollectionRecord) -> int:
    """Store a collection of another library, with its times, and return its id: that of the collection with the same
    name, else that of the record if it is free, else a new one. What its filter refers to need not exist.
    """
    values: dict[str, Any] = {
        "name": record.name,
        "comment": record.comment,
        "filter": _wire_filter(record.filter),
        "created": record.created,
        "modified": record.modified,
    }
    _invalidate_references(work)
    rows = work.connection.execute(select(col(Collection.id), col(Collection.name)))
    ids = {row[1]: row[0] or 0 for row in rows}
    for name, id in ids.items():
        if name == record.name:
            work.connection.execute(update(Collection).where(col(Collection.id) == id).values(values))
            work.changes.append(CollectionsChanged((id,)))
            log.announce(work, "collection.updated", data={"id": id})
            return id
    own_id = {} if record.id in ids.values() else {"id": record.id}
    statement = insert(Collection).values({**values, **own_id})
    new_id: int = work.connection.execute(statement.returning(*_COLUMNS)).one().id
    work.changes.append(CollectionsChanged((new_id,)))
    log.announce(work, "collection.created", data={"id": new_id})
    return new_id


def list_all(connection: Connection) -> list[CollectionRecord]:
    """All collections, by name in the natural order."""
    rows = connection.execute(_SELECT.order_by(col(Collection.id)))
    return sorted((_record(row) for row in rows), key=lambda each: (name_key(each.name), each.name))


def require(connection: Connection, id: int) -> CollectionRecord:
    """The collection with this id; 404 when there is none."""
    row = connection.execute(_SELECT.where(col(Collection.id) == id)).first()
    if row is None:
        raise not_found("collection", id)
    return _record(row)


def require_filter(connection: Connection, id: int, pointer: str | None = None) -> models.SearchFilter:
    """The filter of the collection that a search refers to; 400 when there is none or this version cannot use it. The
    fault refers to `pointer` in the body, or to the parameter `collectionId`.
    """
    row = connection.execute(_SELECT.where(col(Collection.id) == id)).first()
    if row is None:
        raise _bad_reference("collection.unknown", "There is no collection with this id.", id, pointer)
    record = _record(row)
    if record.fault is not None:
        remedy = f"Give it another filter with /collection/{id}/update."
        raise _bad_reference("collection.filter", record.fault, id, pointer, remedy)
    return record.filter


def change(
    work: Work, id: int, *, name: str | None, comment: str | None, search_filter: models.SearchFilter | None
) -> CollectionRecord:
    """Change the name, comment or filter of the collection; None keeps the present value, an empty comment removes it.
    Announces `collection.updated` unless all three are None.

    Raises 404 for an unknown collection, otherwise as `create` does.
    """
    record = require(work.connection, id)
    values: dict[str, object] = {}
    if name is not None:
        _require_free(work.connection, name, except_id=id)
        values["name"] = name
    if comment is not None:
        values["comment"] = comment or None
    if search_filter is not None:
        filter_tree.require(work.connection, search_filter)
        values["filter"] = _wire_filter(search_filter)
        _invalidate_references(work)
    if not values:
        return record
    _write(work, id, values)
    return require(work.connection, id)


def remove(work: Work, id: int) -> None:
    """Remove the collection, and announce `collection.deleted`; 404 when there is none. The images that it matched
    stay.
    """
    if work.connection.execute(delete(Collection).where(col(Collection.id) == id)).rowcount == 0:
        raise not_found("collection", id)
    work.changes.append(CollectionsChanged((id,)))
    log.announce(work, "collection.deleted", data={"id": id})


def evaluated(connection: Connection, ids: Iterable[int] | None = None) -> Iterator[CollectionRecord]:
    """The collections, of all or of those with these ids, that the service evaluates by itself.

    Left out are those with a criterion of similarity to a text, which only an extension can evaluate.
    """
    for row in connection.execute(_SELECT if ids is None else _SELECT.where(col(Collection.id).in_(list(ids)))):
        record = _record(row)
        if not filter_tree.has_text_similarity(record.filter):
            yield record


def remove_references(work: Work, ids: Iterable[UUID]) -> None:
    """Remove the ids of deleted images or repositories from the origins of all stored filters, and announce
    `collection.updated` for each collection that changes.

    Must be called in the unit of work that deletes them. It costs one dictionary look-up when no filter refers to them.
    """
    references = _references(work)
    removed = references.keys() & {str(id) for id in ids} if references else set()
    for collection in {key for id in removed for key in references[id]}:
        query = select(col(Collection.filter)).where(col(Collection.id) == collection)
        for stored_filter in work.connection.execute(query).scalars().all():
            remaining = [id for id in _origin_ids(stored_filter) if id not in removed]
            if remaining != _origin_ids(stored_filter):
                _write(
                    work,
                    collection,
                    {"filter": {**stored_filter, "origin": {**stored_filter["origin"], "ids": remaining}}},
                )


def _bad_reference(rule: str, detail: str, id: int, pointer: str | None, remedy: str | None = None) -> FaultError:
    name = "collectionId" if pointer is None else None
    return bad_parameter(name, detail, rule=rule, value=id, remedy=remedy, pointer=pointer)


def _references(work: Work) -> Mapping[str, list[int]]:
    """For each id in the origin of a filter, the collections with such filters; some of them may no longer contain the
    id.

    Cached with the writer's connection, as of a commit. Only new filters make the cache stale. `_invalidate_references`
    drops it in the unit that writes a filter, so that later units of the same transaction read the rows. It drops the
    cache again after the commit, because an earlier unit of the transaction may have stored it. No other process writes
    collections.
    """
    cached: Mapping[str, list[int]] | None = work.connection.info.get(_REFERENCES_KEY)
    if cached is not None:
        return cached
    references: dict[str, list[int]] = {}
    for row in work.connection.execute(select(col(Collection.id), col(Collection.filter))):
        for id in _origin_ids(row.filter):
            references.setdefault(id, []).append(row.id)
    work.after_commit.append(lambda: work.connection.info.update({_REFERENCES_KEY: references}))
    return references


def _invalidate_references(work: Work) -> None:
    work.connection.info.pop(_REFERENCES_KEY, None)
    work.after_commit.append(lambda: work.connection.info.pop(_REFERENCES_KEY, None))


def _origin_ids(stored_filter: Mapping[str, Any]) -> list[str]:
    origin = stored_filter.get("origin")
    ids = origin.get("ids") if isinstance(origin, dict) else None
    return ids if isinstance(ids, list) else []


def _write(work: Work, id: int, values: Mapping[str, object]) -> None:
    statement = update(Collection).where(col(Collection.id) == id)
    work.connection.execute(statement.values(**values, modified=work.now))
    if "filter" in values:
        work.changes.append(CollectionsChanged((id,)))
    log.announce(work, "collection.updated", data={"id": id})


def _require_free(connection: Connection, name: str, except_id: int = -1) -> None:
    query = select(literal(1)).where(col(Collection.name) == name, col(Collection.id) != except_id)
    if connection.execute(query).first():
        raise conflict("collection.name-taken", "Another collection has this name.", parameter="name", value=name)


def _wire_filter(search_filter: models.SearchFilter) -> dict[str, Any]:
    return search_filter.model_dump(mode="json", by_alias=True, exclude_unset=True)


def _record(row: Any) -> CollectionRecord:
    search_filter, fault = _EMPTY_FILTER, None
    try:
        search_filter = models.SearchFilter.model_validate(row.filter)
    except ValidationError as error:
        violation = error.errors(include_url=False, include_input=False, include_context=False)[0]
        path = "/".join(map(str, ("", *violation["loc"])))
        fault = printable_text(f"This version cannot use the stored filter: at {path}, {violation['msg']}.", 320)
    return CollectionRecord(row.id, row.name, row.comment, search_filter, row.created, row.modified, fault)

"""Collections: search filters with a name. What a filter matches at the moment is in its collection."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from pydantic import ValidationError
from sqlalchemy import JSON, BigInteger, Connection, delete, insert, literal, select, update
from sqlmodel import Field, SQLModel, col

from facetry.errors import bad_parameter, conflict, shown, unknown
from facetry.events import log
from facetry.library import search_filters as asked
from facetry.store.work import Work
from generated import models


class Collection(SQLModel, table=True):
    """A filter as it was sent, but for ids of images and repositories of its origin that were deleted since."""

    __tablename__ = "collection"
    __table_args__ = ({"sqlite_autoincrement": True},)  # no number is given twice

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    comment: str | None = None
    filter: dict[str, Any] = Field(sa_type=JSON)
    created: int = Field(sa_type=BigInteger)  # milliseconds since the epoch
    modified: int = Field(sa_type=BigInteger)


@dataclass(frozen=True, slots=True)
class Known:
    """A collection as the library keeps it; times in milliseconds since the epoch."""

    id: int
    name: str
    comment: str | None
    filter: models.SearchFilter
    created: int
    modified: int
    fault: str | None = None
    """Why the stored filter cannot be used by this version; `filter` selects nothing then."""


_PINS: Final = "collections.pins"
_NOTHING: Final = models.SearchFilter(origin=models.SearchFilterOrigin(kind="images", ids=[]))
_COLUMNS = (
    col(Collection.id),
    col(Collection.name),
    col(Collection.comment),
    col(Collection.filter),
    col(Collection.created),
    col(Collection.modified),
)
_SELECT = select(*_COLUMNS)


def create(work: Work, *, name: str, comment: str | None, wanted: models.SearchFilter) -> Known:
    """Add a collection, and announce `collection.created`.

    Raises 409 when the name is taken, and 400 when `wanted` names something that does not exist.
    """
    _require_free(work.connection, name)
    asked.require(work.connection, wanted)
    row = insert(Collection).values(
        name=name, comment=comment or None, filter=_sent(wanted), created=work.now, modified=work.now
    )
    made = work.connection.execute(row.returning(*_COLUMNS)).one()
    _forget_pins(work)
    log.announce(work, "collection.created", data={"id": made.id})
    return _known(made)


def every(connection: Connection) -> list[Known]:
    """All collections, by name."""
    return [_known(row) for row in connection.execute(_SELECT.order_by(col(Collection.name), col(Collection.id)))]


def require(connection: Connection, id: int) -> Known:
    """The collection with this number; 404 when there is none."""
    row = connection.execute(_SELECT.where(col(Collection.id) == id)).first()
    if row is None:
        raise unknown("collection", id)
    return _known(row)


def stored(connection: Connection, id: int) -> models.SearchFilter:
    """The filter of the collection that a search names; 400 when there is none or this version cannot use it."""
    row = connection.execute(_SELECT.where(col(Collection.id) == id)).first()
    if row is None:
        raise bad_parameter("collectionId", "There is no collection with this id.", rule="collection.unknown", value=id)
    known = _known(row)
    if known.fault is not None:
        raise bad_parameter(
            "collectionId",
            known.fault,
            rule="collection.filter",
            value=id,
            remedy=f"Give it another filter with /collection/{id}/update.",
        )
    return known.filter


def change(work: Work, id: int, *, name: str | None, comment: str | None, wanted: models.SearchFilter | None) -> Known:
    """Give the collection another name, comment or filter; None leaves what is there, an empty comment removes it.
    Announces `collection.updated` unless all is None.

    Raises 404 for an unknown collection, otherwise as `create` does.
    """
    known = require(work.connection, id)
    values: dict[str, object] = {}
    if name is not None:
        _require_free(work.connection, name, but=id)
        values["name"] = name
    if comment is not None:
        values["comment"] = comment or None
    if wanted is not None:
        asked.require(work.connection, wanted)
        values["filter"] = _sent(wanted)
        _forget_pins(work)
    if not values:
        return known
    _write(work, id, values)
    return require(work.connection, id)


def remove(work: Work, id: int) -> None:
    """Forget the collection, and announce `collection.deleted`; 404 when there is none. The images that it matched
    stay.
    """
    if work.connection.execute(delete(Collection).where(col(Collection.id) == id)).rowcount == 0:
        raise unknown("collection", id)
    log.announce(work, "collection.deleted", data={"id": id})


def candidates(connection: Connection, image: UUID) -> list[Known]:
    """The collections that the image may be in, by number: all but albums of other images, and those that ask for
    likeness to a text, which only an extension can answer.
    """
    rows = connection.execute(_SELECT.order_by(col(Collection.id)))
    known = (_known(row) for row in rows if _may_hold(row.filter, str(image)))
    return [each for each in known if not asked.names_text(each.filter)]


def counting(connection: Connection) -> tuple[models.SearchFilter, ...]:
    """The filters of the collections that count for whether an image is in one: those that do not ask that
    themselves, and can be answered without an extension.
    """
    known = (_known(row).filter for row in connection.execute(_SELECT))
    return tuple(each for each in known if not asked.names_collections(each) and not asked.names_text(each))


def forget(work: Work, ids: Iterable[UUID]) -> None:
    """Take the ids of images or repositories that are deleted out of the origins of all stored filters, and announce
    `collection.updated` for each collection of which that is true.

    To be called in the unit of work that deletes them. It costs a look into a dictionary when no filter names them.
    """
    pins = _pins(work)
    gone = pins.keys() & {str(id) for id in ids} if pins else set()
    for collection in {number for id in gone for number in pins[id]}:
        named = select(col(Collection.filter)).where(col(Collection.id) == collection)
        for sent in work.connection.execute(named).scalars().all():
            left = [id for id in _pinned(sent) if id not in gone]
            if left != _pinned(sent):
                _write(work, collection, {"filter": {**sent, "origin": {**sent["origin"], "ids": left}}})


def _pins(work: Work) -> Mapping[str, list[int]]:
    """For each id that the origin of a filter names, the collections of such filters; some may name it no longer.

    Kept with the writer's connection, as of a commit. Only new filters make it untrue: `_forget_pins` drops it in the
    unit that writes one, so that what comes later in the same transaction reads anew, and drops it again after the
    commit, for what came earlier may have put it back. No other process writes collections.
    """
    kept: Mapping[str, list[int]] | None = work.connection.info.get(_PINS)
    if kept is not None:
        return kept
    pins: dict[str, list[int]] = {}
    for row in work.connection.execute(select(col(Collection.id), col(Collection.filter))):
        for id in _pinned(row.filter):
            pins.setdefault(id, []).append(row.id)
    work.after_commit.append(lambda: work.connection.info.update({_PINS: pins}))
    return pins


def _forget_pins(work: Work) -> None:
    work.connection.info.pop(_PINS, None)
    work.after_commit.append(lambda: work.connection.info.pop(_PINS, None))


def _pinned(sent: Mapping[str, Any]) -> list[str]:
    origin = sent.get("origin")
    ids = origin.get("ids") if isinstance(origin, dict) else None
    return ids if isinstance(ids, list) else []


def _write(work: Work, id: int, values: Mapping[str, object]) -> None:
    this = update(Collection).where(col(Collection.id) == id)
    work.connection.execute(this.values(**values, modified=work.now))
    log.announce(work, "collection.updated", data={"id": id})


def _may_hold(sent: Mapping[str, Any], image: str) -> bool:
    """False when the origin alone tells that the image is not meant, which is so for most of a library of albums."""
    origin = sent.get("origin")
    is_album = isinstance(origin, dict) and origin.get("kind") == "images"
    return not is_album or image in _pinned(sent)


def _require_free(connection: Connection, name: str, but: int = -1) -> None:
    taken = select(literal(1)).where(col(Collection.name) == name, col(Collection.id) != but)
    if connection.execute(taken).first():
        raise conflict("collection.name-taken", "Another collection has this name.", parameter="name", value=name)


def _sent(wanted: models.SearchFilter) -> dict[str, Any]:
    return wanted.model_dump(mode="json", by_alias=True, exclude_unset=True)


def _known(row: Any) -> Known:
    wanted, fault = _NOTHING, None
    try:
        wanted = models.SearchFilter.model_validate(row.filter)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = "/".join(map(str, ("", *first["loc"])))
        fault = shown(f"The stored filter is not one that this version knows: at {place}, {first['msg']}.", 320)
    return Known(row.id, row.name, row.comment, wanted, row.created, row.modified, fault)

"""The ledger: what each extension was asked to compute of each image, and what came of it.

A row is the truth of one image, extension and capability; the events that ask are written with it, in one transaction.
What is under way right now is not kept here: it is what is in flight.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    BindParameter,
    ColumnElement,
    Connection,
    Index,
    LargeBinary,
    SQLColumnExpression,
    and_,
    bindparam,
    case,
    column,
    delete,
    exists,
    func,
    insert,
    literal_column,
    null,
    select,
    table,
    tuple_,
    update,
)
from sqlmodel import Field, SQLModel, col

from facetry.events import log
from facetry.events.log import Event
from facetry.events.subscriptions import WAITING, DeliveryRow
from facetry.library.extensions import Extension, ExtensionCapability
from facetry.store.prepared import Prepared
from facetry.store.work import Work
from generated.topics import Topic

State = Literal["pending", "done", "empty", "failed", "stale", "cancelled"]

TOPICS: Final[Mapping[str, Topic]] = {
    "image.tags": "image.computeTags",
    "image.features": "image.computeFeatures",
    "image.embeddings": "image.computeEmbeddings",
}
"""The capabilities that the ledger is about, and the topic that asks for each."""

CAPABILITIES: Final[Mapping[str, str]] = {topic: capability for capability, topic in TOPICS.items()}

_IMAGE: Final = table("image", column("key"), column("id"))  # its module imports this one


class Task(SQLModel, table=True):
    """What became of the last time that an extension was asked. Times are milliseconds since the epoch."""

    __tablename__ = "task"
    __table_args__ = (
        Index("task_by_image", "image"),
        Index("task_by_state", "extension", "capability", "state", "image"),
    )

    extension: int = Field(foreign_key="extension.key", ondelete="CASCADE", primary_key=True)
    image: int = Field(foreign_key="image.key", ondelete="CASCADE", primary_key=True)
    capability: str = Field(primary_key=True)
    state: str
    attempts: int
    error: str | None = None
    requested: int = Field(sa_type=BigInteger)
    finished: int | None = Field(default=None, sa_type=BigInteger)


@dataclass(frozen=True, slots=True)
class Failure:
    """An image that an extension could not do, and what it said."""

    image: UUID
    capability: str
    attempts: int
    error: str | None
    finished: int


def constant(text: str) -> ColumnElement[str]:
    """A text of ours in a statement that is compiled once."""
    return literal_column(f"'{text}'")


def any_of(what: SQLColumnExpression[str], values: Iterable[str]) -> ColumnElement[bool]:
    """Whether it is one of some texts of ours, in a statement that is compiled once."""
    return what.in_([constant(value) for value in values])


def topic_of(capability: SQLColumnExpression[str]) -> ColumnElement[str]:
    """The topic that asks for a capability."""
    named = ((constant(name), constant(topic)) for name, topic in TOPICS.items())
    return case(*((capability == name, topic) for name, topic in named))


_CAN: Final = and_(
    col(ExtensionCapability.extension) == col(Extension.key),
    any_of(col(ExtensionCapability.capability), list(TOPICS)),
)
_ENABLED: Final = col(Extension.state) == constant("enabled")
_NOW: Final = bindparam("now", type_=BigInteger())
_KEY: Final[BindParameter[int]] = bindparam("image")
_ASK = log.directing(
    select(
        _NOW.label("time"),
        topic_of(col(ExtensionCapability.capability)).label("topic"),
        bindparam("id", type_=LargeBinary()).label("image"),
        col(Extension.id).label("target"),
    )
    .select_from(ExtensionCapability)
    .join(Extension, _CAN)
    .where(_ENABLED)
)
NEW: Final = ("extension", "image", "capability", "state", "attempts", "requested")
PENDING: Final = constant("pending")
_THIS = and_(
    col(Task.extension) == col(Extension.key),
    col(Task.image) == _KEY,
    col(Task.capability) == col(ExtensionCapability.capability),
)
_ADD = Prepared(
    insert(Task).from_select(
        NEW,
        select(col(Extension.key), _KEY, col(ExtensionCapability.capability), PENDING, literal_column("0"), _NOW)
        .select_from(ExtensionCapability)
        .join(Extension, _CAN)
        .where(_ENABLED, ~exists().where(_THIS)),
        include_defaults=False,
    )
)
AGAIN: Final[Mapping[str, Any]] = {
    "state": PENDING,
    "attempts": literal_column("0"),
    "error": null(),
    "finished": null(),
}
_RENEW = Prepared(
    update(Task)
    .where(
        col(Task.image) == _KEY,
        exists().where(
            col(Extension.key) == col(Task.extension),
            _ENABLED,
            _CAN,
            col(ExtensionCapability.capability) == col(Task.capability),
        ),
    )
    .values({**AGAIN, "requested": _NOW})
)
_OUTDATE = Prepared(
    update(Task)
    .where(
        col(Task.image) == _KEY,
        any_of(col(Task.state), ["done", "empty"]),
        exists().where(col(Extension.key) == col(Task.extension), ~_ENABLED),
    )
    .values(state=constant("stale"), requested=_NOW)
)


def request(work: Work, image: int, id: UUID, *, is_new: bool) -> None:
    """Ask every enabled extension for what it can compute of an image that is new, or has other content.

    What paused ones have computed of it is stale. In the transaction of the fact, behind its own event.
    """
    if not is_new:
        _OUTDATE.run(work.connection, image=image, now=work.now)
    if log.direct(work, _ASK, now=work.now, id=id.bytes):
        if not is_new:
            _RENEW.run(work.connection, image=image, now=work.now)
        _ADD.run(work.connection, image=image, now=work.now)


def cancel(
    work: Work,
    extension: int,
    capabilities: Collection[str] | None = None,
    limit: int = 5_000,
) -> int:
    """What the extension has not been sent yet it need not do; tells how many were cancelled, at most `limit`.

    When none is left, `Delivery.withdraw` takes back what was read already, and `withdraw` the events.
    """
    some = select(col(Task.image), col(Task.capability)).where(
        col(Task.extension) == extension,
        col(Task.capability).in_(TOPICS if capabilities is None else capabilities),
        col(Task.state) == "pending",
    )
    chosen = some.limit(limit).subquery()
    return work.connection.execute(
        update(Task)
        .where(
            col(Task.extension) == extension,
            tuple_(col(Task.image), col(Task.capability)).in_(select(chosen.c.image, chosen.c.capability)),
        )
        .values(state="cancelled", finished=work.now)
    ).rowcount


def drop_unable(work: Work, extension: int, limit: int = 5_000) -> int:
    """Forget some of what the extension was asked for and cannot do any more; tells how many, at most `limit`."""
    able = select(col(ExtensionCapability.capability)).where(col(ExtensionCapability.extension) == extension)
    gone = (col(Task.extension) == extension, col(Task.capability).not_in(able))
    some = select(col(Task.image), col(Task.capability)).where(*gone).limit(limit)
    return work.connection.execute(
        delete(Task).where(col(Task.extension) == extension, tuple_(col(Task.image), col(Task.capability)).in_(some))
    ).rowcount


def withdraw(work: Work, extension: int, behind: int = 0, count: int = 5_000) -> int | None:
    """Take back some of the events that ask the extension for what was cancelled since. Their places in the log stay,
    so that nobody takes them for forgotten ones.

    Returns the sequence to go on behind in another unit of work, or None when there are no others.
    """
    connection = work.connection
    asking = (
        col(Event.sequence) > behind,
        col(Event.target) == select(col(Extension.id)).where(col(Extension.key) == extension).scalar_subquery(),
        col(Event.topic).in_(CAPABILITIES),
    )
    piece = select(col(Event.sequence)).where(*asking).order_by(col(Event.sequence)).limit(count).subquery()
    last: int | None = connection.execute(select(func.max(piece.c.sequence))).scalar()
    if last is None:
        return None
    cancelled = exists().where(
        col(Task.extension) == extension,
        col(Task.image) == _IMAGE.c.key,
        _IMAGE.c.id == col(Event.image),
        topic_of(col(Task.capability)) == col(Event.topic),
        col(Task.state) == "cancelled",
        col(Task.requested) >= col(Event.time),
    )
    taken = update(Event).where(*asking, col(Event.sequence) <= last, cancelled)
    connection.execute(taken.values(topic=log.WITHDRAWN, target=None, image=None))
    is_taken = exists().where(col(Event.sequence) == col(DeliveryRow.sequence), col(Event.topic) == log.WITHDRAWN)
    waiting = (col(DeliveryRow.extension) == extension, col(DeliveryRow.state) == WAITING)
    connection.execute(delete(DeliveryRow).where(*waiting, is_taken))
    return last


def counts(connection: Connection, extension: int) -> dict[str, dict[str, int]]:
    """How many images are in which state, by capability; those that nobody asked for are in none."""
    rows = connection.execute(
        select(col(Task.capability), col(Task.state), func.count())
        .where(col(Task.extension) == extension)
        .group_by(col(Task.capability), col(Task.state))
    )
    found: dict[str, dict[str, int]] = {}
    for capability, state, count in rows:
        found.setdefault(capability, {})[state] = count
    return found


def failures(connection: Connection, extension: int, skip: int = 0, take: int = 100) -> list[Failure]:
    """What the extension could not do, by capability, then by image."""
    rows = connection.execute(
        select(_IMAGE.c.id, col(Task.capability), col(Task.attempts), col(Task.error), col(Task.finished))
        .join(_IMAGE, _IMAGE.c.key == col(Task.image))
        .where(col(Task.extension) == extension, col(Task.capability).in_(TOPICS), col(Task.state) == "failed")
        .order_by(col(Task.capability), col(Task.image))
        .offset(skip)
        .limit(take)
    )
    return [Failure(UUID(bytes=id), *rest) for id, *rest in rows]


def states(connection: Connection, image: int) -> dict[tuple[str, str], str]:
    """The state of each extension and capability that was asked for the image."""
    rows = connection.execute(
        select(col(Extension.id), col(Task.capability), col(Task.state))
        .join(Extension, col(Extension.key) == col(Task.extension))
        .where(col(Task.image) == image)
    )
    return {(id, capability): state for id, capability, state in rows}

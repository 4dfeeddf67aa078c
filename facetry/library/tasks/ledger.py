"""The ledger: what each extension was asked to compute for each image, and the result.

A row is the source of truth for one image, extension and capability; the event with the request is written in the same
transaction. Deliveries in progress are not stored here: the delivery queues know them.
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
    SQLColumnExpression,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    literal_column,
    null,
    select,
    true,
    tuple_,
    update,
)
from sqlmodel import Field, SQLModel, col

from facetry.events import log
from facetry.events.log import Event
from facetry.events.subscriptions import WAITING, DeliveryRow
from facetry.library.extensions import Extension, ExtensionCapability
from facetry.library.images import ContentChanged, Image, ImagesAdded
from facetry.store.prepared import PreparedStatement
from facetry.store.store import Store
from facetry.store.work import Work
from generated.topics import Topic

TaskState = Literal["pending", "done", "empty", "failed", "stale", "cancelled"]

TOPIC_BY_CAPABILITY: Final[Mapping[str, Topic]] = {
    "image.tags": "image.computeTags",
    "image.features": "image.computeFeatures",
    "image.embeddings": "image.computeEmbeddings",
}
"""The capabilities that the ledger covers, and the topic that requests each."""

CAPABILITY_BY_TOPIC: Final[Mapping[str, str]] = {topic: capability for capability, topic in TOPIC_BY_CAPABILITY.items()}


class Task(SQLModel, table=True):
    """The latest request to an extension for one image and capability, and its state. Times are milliseconds since the
    epoch.
    """

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
    """An image that an extension failed to process, with the error that it reported."""

    image: UUID
    capability: str
    attempts: int
    error: str | None
    finished: int


def literal_text(text: str) -> ColumnElement[str]:
    """A constant text as a literal of a precompiled statement."""
    return literal_column(f"'{text}'")


def is_any_of(expression: SQLColumnExpression[str], values: Iterable[str]) -> ColumnElement[bool]:
    """Whether the expression equals one of some constant texts, in a precompiled statement."""
    return expression.in_([literal_text(value) for value in values])


def topic_of(capability: SQLColumnExpression[str]) -> ColumnElement[str]:
    """The topic that requests a capability."""
    pairs = ((literal_text(name), literal_text(topic)) for name, topic in TOPIC_BY_CAPABILITY.items())
    return case(*((capability == name, topic) for name, topic in pairs))


_HAS_CAPABILITY: Final = and_(
    col(ExtensionCapability.extension) == col(Extension.key),
    is_any_of(col(ExtensionCapability.capability), list(TOPIC_BY_CAPABILITY)),
)
_IS_ENABLED: Final = col(Extension.state) == literal_text("enabled")
_NOW: Final = bindparam("now", type_=BigInteger())
_KEY: Final[BindParameter[int]] = bindparam("image")
_IS_IN_RANGE: Final = col(Image.key).between(bindparam("first"), bindparam("last"))
_REQUEST_EVENTS = log.prepare_append(
    select(
        _NOW.label("time"),
        topic_of(col(ExtensionCapability.capability)).label("topic"),
        col(Image.id).label("image"),
        col(Extension.id).label("target"),
    )
    .select_from(Image)
    .join(ExtensionCapability, true())
    .join(Extension, _HAS_CAPABILITY)
    .where(_IS_IN_RANGE, _IS_ENABLED)
    .order_by(col(Image.key), col(ExtensionCapability.extension), col(ExtensionCapability.capability))
)
NEW_TASK_COLUMNS: Final = ("extension", "image", "capability", "state", "attempts", "requested")
PENDING: Final = literal_text("pending")
_IS_SAME_TASK = and_(
    col(Task.extension) == col(Extension.key),
    col(Task.image) == col(Image.key),
    col(Task.capability) == col(ExtensionCapability.capability),
)
_ADD = PreparedStatement(
    insert(Task).from_select(
        NEW_TASK_COLUMNS,
        select(
            col(Extension.key),
            col(Image.key),
            col(ExtensionCapability.capability),
            PENDING,
            literal_column("0"),
            _NOW,
        )
        .select_from(Image)
        .join(ExtensionCapability, true())
        .join(Extension, _HAS_CAPABILITY)
        .where(_IS_IN_RANGE, _IS_ENABLED, ~exists().where(_IS_SAME_TASK)),
        include_defaults=False,
    )
)
RESET_VALUES: Final[Mapping[str, Any]] = {
    "state": PENDING,
    "attempts": literal_column("0"),
    "error": null(),
    "finished": null(),
}
_RESET = PreparedStatement(
    update(Task)
    .where(
        col(Task.image) == _KEY,
        exists().where(
            col(Extension.key) == col(Task.extension),
            _IS_ENABLED,
            _HAS_CAPABILITY,
            col(ExtensionCapability.capability) == col(Task.capability),
        ),
    )
    .values({**RESET_VALUES, "requested": _NOW})
)
_MARK_STALE = PreparedStatement(
    update(Task)
    .where(
        col(Task.image) == _KEY,
        is_any_of(col(Task.state), ["done", "empty"]),
        exists().where(col(Extension.key) == col(Task.extension), ~_IS_ENABLED),
    )
    .values(state=literal_text("stale"), requested=_NOW)
)


def register(store: Store) -> None:
    """Register the hooks that request an image's facets in the transaction that adds or changes its content."""
    store.add_hook(ImagesAdded, request_for_new)
    store.add_hook(ContentChanged, request)


def request_for_new(work: Work, added: ImagesAdded) -> None:
    """Request from every enabled extension what it can compute for images that are new.

    The events follow the images' own events in the log.
    """
    if log.append_prepared(work, _REQUEST_EVENTS, now=work.now, first=added.first, last=added.last):
        _ADD.run(work.connection, first=added.first, last=added.last, now=work.now)


def request(work: Work, content: ContentChanged) -> None:
    """Request from every enabled extension what it can compute for an image that has new content.

    Results of paused extensions become stale. The events follow the image's own event in the log.
    """
    key = content.key
    _MARK_STALE.run(work.connection, image=key, now=work.now)
    if log.append_prepared(work, _REQUEST_EVENTS, now=work.now, first=key, last=key):
        _RESET.run(work.connection, image=key, now=work.now)
        _ADD.run(work.connection, first=key, last=key, now=work.now)


def cancel(
    work: Work,
    extension: int,
    capabilities: Collection[str] | None = None,
    limit: int = 5_000,
) -> int:
    """Cancel at most `limit` tasks that have not been sent to the extension yet; returns the number cancelled.

    When it returns 0, `Delivery.withdraw` withdraws the events that were read already, and `withdraw_events` the
    others.
    """
    query = select(col(Task.image), col(Task.capability)).where(
        col(Task.extension) == extension,
        col(Task.capability).in_(TOPIC_BY_CAPABILITY if capabilities is None else capabilities),
        col(Task.state) == "pending",
    )
    batch = query.limit(limit).subquery()
    return work.connection.execute(
        update(Task)
        .where(
            col(Task.extension) == extension,
            tuple_(col(Task.image), col(Task.capability)).in_(select(batch.c.image, batch.c.capability)),
        )
        .values(state="cancelled", finished=work.now)
    ).rowcount


def delete_unsupported(work: Work, extension: int, limit: int = 5_000) -> int:
    """Delete at most `limit` tasks for capabilities that the extension no longer has; returns the number deleted."""
    capabilities = select(col(ExtensionCapability.capability)).where(col(ExtensionCapability.extension) == extension)
    conditions = (col(Task.extension) == extension, col(Task.capability).not_in(capabilities))
    batch = select(col(Task.image), col(Task.capability)).where(*conditions).limit(limit)
    return work.connection.execute(
        delete(Task).where(col(Task.extension) == extension, tuple_(col(Task.image), col(Task.capability)).in_(batch))
    ).rowcount


def withdraw_events(work: Work, extension: int, after_sequence: int = 0, limit: int = 5_000) -> int | None:
    """Withdraw at most `limit` events that request what was cancelled since. Their sequence numbers stay in the log, so
    that they are not counted as lost.

    Returns the sequence to continue after in another unit of work, or None when there are no more events.
    """
    connection = work.connection
    conditions = (
        col(Event.sequence) > after_sequence,
        col(Event.target) == select(col(Extension.id)).where(col(Extension.key) == extension).scalar_subquery(),
        col(Event.topic).in_(CAPABILITY_BY_TOPIC),
    )
    batch = select(col(Event.sequence)).where(*conditions).order_by(col(Event.sequence)).limit(limit).subquery()
    last: int | None = connection.execute(select(func.max(batch.c.sequence))).scalar()
    if last is None:
        return None
    cancelled = exists().where(
        col(Task.extension) == extension,
        col(Task.image) == col(Image.key),
        col(Image.id) == col(Event.image),
        topic_of(col(Task.capability)) == col(Event.topic),
        col(Task.state) == "cancelled",
        col(Task.requested) >= col(Event.time),
    )
    statement = update(Event).where(*conditions, col(Event.sequence) <= last, cancelled)
    connection.execute(statement.values(topic=log.WITHDRAWN_TOPIC, target=None, image=None))
    is_withdrawn = exists().where(
        col(Event.sequence) == col(DeliveryRow.sequence), col(Event.topic) == log.WITHDRAWN_TOPIC
    )
    undelivered = (col(DeliveryRow.extension) == extension, col(DeliveryRow.state) == WAITING)
    connection.execute(delete(DeliveryRow).where(*undelivered, is_withdrawn))
    return last


def counts(connection: Connection, extension: int) -> dict[str, dict[str, int]]:
    """The number of images in each state, by capability. Images without a request are in no state."""
    rows = connection.execute(
        select(col(Task.capability), col(Task.state), func.count())
        .where(col(Task.extension) == extension)
        .group_by(col(Task.capability), col(Task.state))
    )
    by_capability: dict[str, dict[str, int]] = {}
    for capability, state, count in rows:
        by_capability.setdefault(capability, {})[state] = count
    return by_capability


def failures(connection: Connection, extension: int, skip: int = 0, take: int = 100) -> list[Failure]:
    """The images that the extension failed to process, by capability, then by image."""
    rows = connection.execute(
        select(col(Image.id), col(Task.capability), col(Task.attempts), col(Task.error), col(Task.finished))
        .join(Image, col(Image.key) == col(Task.image))
        .where(
            col(Task.extension) == extension, col(Task.capability).in_(TOPIC_BY_CAPABILITY), col(Task.state) == "failed"
        )
        .order_by(col(Task.capability), col(Task.image))
        .offset(skip)
        .limit(take)
    )
    return [
        Failure(UUID(bytes=id), capability, attempts, error, finished or 0)
        for id, capability, attempts, error, finished in rows
    ]

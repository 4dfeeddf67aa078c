"""Runs: request from an extension what it has not computed yet, or request it again, and record the results.

All runs work in batches, because a unit of work blocks every other writer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal

from sqlalchemy import (
    BigInteger,
    BindParameter,
    ColumnElement,
    Connection,
    Select,
    Text,
    and_,
    bindparam,
    exists,
    func,
    insert,
    literal_column,
    or_,
    select,
    update,
)
from sqlmodel import col

from facetry.events import log
from facetry.library.extensions import Extension, ExtensionCapability
from facetry.library.facets.embeddings import Vector, VectorSpace
from facetry.library.facets.features import SENTINEL_TYPE, FeatureRow
from facetry.library.facets.tag_sets import SENTINEL_KEY
from facetry.library.facets.tags import ImageTag
from facetry.library.images import Image
from facetry.library.tasks.ledger import (
    CAPABILITY_BY_TOPIC,
    NEW_TASK_COLUMNS,
    PENDING,
    RESET_VALUES,
    TOPIC_BY_CAPABILITY,
    Task,
    TaskState,
    is_any_of,
    literal_text,
)
from facetry.store.prepared import PreparedStatement
from facetry.store.work import Work
from facetry.system.elapsed_time import MINUTE

IMAGES_PER_UNIT: Final = 2_000
"""Images that one unit of work examines."""


FAILED_STATES: Final[tuple[TaskState, ...]] = ("failed",)
FINISHED_STATES: Final[tuple[TaskState, ...]] = ("done", "empty", "failed", "stale", "cancelled")

KEYS_PER_STATEMENT: Final = 512
"""Keys in one statement; the last key is repeated where there are fewer."""
NewTaskPolicy = Literal["always", "unless-left", "never"]
"""Whether to request an image without a task: always, unless the extension has results for it, or never."""


@dataclass(frozen=True, slots=True)
class RequestBatch:
    """The number of requests in one unit of work, and the image key to continue after; None after the last image."""

    requested: int
    resume_after: int | None


@dataclass(frozen=True, slots=True)
class _CapableExtension:
    key: int
    id: str
    capabilities: tuple[str, ...]


def request_missing(
    work: Work,
    extension: int,
    capabilities: Collection[str] | None = None,
    *,
    retry_states: Collection[TaskState] = (),
    after_key: int = 0,
    limit: int = IMAGES_PER_UNIT,
) -> RequestBatch:
    """Request what the extension has not computed, for the next `limit` images with keys greater than `after_key`.

    A capability of an image counts as missing when there is neither a task nor a result, and sentinels count as
    results. A task whose state is one of `retry_states` is requested again. Nothing is requested from a paused
    extension, or for a capability that it does not have.
    """
    batch = select(col(Image.key)).where(col(Image.key) > after_key).order_by(col(Image.key)).limit(limit).subquery()
    last_key = work.connection.execute(select(func.max(batch.c.key))).scalar()
    if last_key is None:
        return RequestBatch(0, None)
    requested = sum(
        _request_statements(capability, "unless-left", tuple(retry_states), is_range=True).run(
            work, capable, {"behind": after_key, "last": last_key}
        )
        for capable in _capable_extensions(work.connection, [extension], capabilities)
        for capability in capable.capabilities
    )
    return RequestBatch(requested, int(last_key))


def request_for(
    work: Work, extensions: Sequence[int], images: Sequence[int], capabilities: Collection[str] | None = None
) -> int:
    """Request from these extensions what they can compute for the images with these keys, whatever results exist.

    Returns the number of requests; pending tasks are not requested twice.
    """
    return sum(
        _request_statements(capability, "always", FINISHED_STATES, is_range=False).run(work, capable, parameters)
        for capable in _capable_extensions(work.connection, extensions, capabilities)
        for parameters in _key_batches(images)
        for capability in capable.capabilities
    )


def retry(
    work: Work,
    extension: int,
    capabilities: Collection[str] | None = None,
    *,
    states: Collection[TaskState] = FAILED_STATES,
    finished_before: int | None = None,
    limit: int = IMAGES_PER_UNIT,
) -> int:
    """Request failed tasks of the extension again, at most `limit` of each capability; returns the number of requests.

    None is left when it returns 0. With `finished_before`, in milliseconds since the epoch, tasks that ended between
    then and now are skipped: a caller that works in batches does not repeat tasks that failed again meanwhile. Those
    that ended in the future are not: the clock was wrong then, or is now.
    """
    requested = 0
    for capable in _capable_extensions(work.connection, [extension], capabilities):
        for capability in capable.capabilities:
            task_conditions = (col(Task.extension) == capable.key, col(Task.capability) == capability)
            query = select(col(Task.image)).where(*task_conditions, col(Task.state).in_(states)).limit(limit)
            if finished_before is not None:
                finished = col(Task.finished)
                query = query.where(or_(finished <= finished_before, finished > work.now + MINUTE))
            image_keys = list(work.connection.execute(query).scalars())
            for parameters in _key_batches(image_keys):
                requested += _request_statements(capability, "never", tuple(states), is_range=False).run(
                    work, capable, parameters
                )
    return requested


_IS_REQUESTED_TASK: Final = (
    col(Task.extension) == bindparam("of"),
    col(Task.image) == bindparam("on"),
    col(Task.capability) == bindparam("can"),
    col(Task.requested) <= bindparam("asked"),  # otherwise it was requested again meanwhile
)
_RESULT: Final[Mapping[str, Any]] = {
    "attempts": bindparam("attempts"),
    "error": bindparam("error"),
    "finished": bindparam("now"),
}
_FINISH = PreparedStatement(update(Task).where(*_IS_REQUESTED_TASK).values(state=bindparam("state"), **_RESULT))
_FAIL = PreparedStatement(
    update(Task).where(*_IS_REQUESTED_TASK, col(Task.state) == PENDING).values(state=literal_text("failed"), **_RESULT)
)
_KEY = PreparedStatement(select(col(Image.key)).where(col(Image.id) == bindparam("id")))
_HAS_TAG_SENTINEL = PreparedStatement(
    select(literal_column("1")).where(
        col(ImageTag.image) == bindparam("on"),
        col(ImageTag.extension) == bindparam("of"),
        col(ImageTag.tag) == literal_column(str(SENTINEL_KEY)),
    )
)
_HAS_FEATURE_SENTINEL = PreparedStatement(
    select(literal_column("1")).where(
        col(FeatureRow.image) == bindparam("on"),
        col(FeatureRow.extension) == bindparam("of"),
        col(FeatureRow.type) == literal_text(SENTINEL_TYPE),
    )
)
_SENTINEL_BY_CAPABILITY: Final[Mapping[str, PreparedStatement]] = {
    "image.tags": _HAS_TAG_SENTINEL,
    "image.features": _HAS_FEATURE_SENTINEL,
}


def record_result(
    work: Work, extension: int, image: bytes, topic: str, *, requested: int, attempts: int, error: str | None
) -> None:
    """Record the result of a request for the image with this id: done without an error, failed with one.

    `requested` is the time of the request's event.
    """
    row = _KEY.first(work.connection, id=image)
    if row is None:
        return  # the image was removed, and its tasks with it
    if error is None:
        finish(work, extension, row[0], CAPABILITY_BY_TOPIC[topic], requested=requested, attempts=attempts)
    else:
        fail(work, extension, row[0], CAPABILITY_BY_TOPIC[topic], error, requested=requested, attempts=attempts)


def finish(work: Work, extension: int, image: int, capability: str, *, requested: int, attempts: int = 1) -> None:
    """Record that the extension has completed the request of that time; the state is empty when it stored only its
    sentinel.

    A task that was requested again since stays pending.
    """
    sentinel = _SENTINEL_BY_CAPABILITY.get(capability)
    is_empty = sentinel is not None and sentinel.first(work.connection, of=extension, on=image) is not None
    state: TaskState = "empty" if is_empty else "done"
    _write_result(work, _FINISH, extension, image, capability, requested, attempts, state=state, error=None)


def fail(
    work: Work, extension: int, image: int, capability: str, error: str, *, requested: int, attempts: int = 1
) -> None:
    """Record that the extension failed the request of that time; a task that was cancelled since stays cancelled."""
    _write_result(work, _FAIL, extension, image, capability, requested, attempts, error=error)


def _write_result(
    work: Work,
    statement: PreparedStatement,
    extension: int,
    image: int,
    capability: str,
    requested: int,
    attempts: int,
    **values: str | None,
) -> None:
    identity = {"of": extension, "on": image, "can": capability, "asked": requested}
    statement.run(work.connection, **identity, attempts=attempts, now=work.now, **values)


def _capable_extensions(
    connection: Connection, extensions: Sequence[int], capabilities: Collection[str] | None
) -> list[_CapableExtension]:
    """The enabled ones of these extensions, with those of `capabilities` that they have."""
    requested = set(TOPIC_BY_CAPABILITY if capabilities is None else capabilities)
    rows = connection.execute(
        select(col(Extension.key), col(Extension.id), col(ExtensionCapability.capability))
        .join(ExtensionCapability, col(ExtensionCapability.extension) == col(Extension.key))
        .where(col(Extension.key).in_(extensions), col(Extension.state) == "enabled")
        .order_by(col(Extension.key), col(ExtensionCapability.capability))
    ).all()
    by_extension: dict[tuple[int, str], list[str]] = {}
    for key, id, capability in rows:
        if key is not None and capability in requested and capability in TOPIC_BY_CAPABILITY:
            by_extension.setdefault((key, id), []).append(capability)
    return [_CapableExtension(key, id, tuple(supported)) for (key, id), supported in by_extension.items()]


def _key_batches(keys: Sequence[int]) -> Iterable[Mapping[str, int]]:
    """The statement parameters for these keys, in batches."""
    for start in range(0, len(keys), KEYS_PER_STATEMENT):
        batch = keys[start : start + KEYS_PER_STATEMENT]
        yield {f"key_{number}": batch[min(number, len(batch) - 1)] for number in range(KEYS_PER_STATEMENT)}


@dataclass(frozen=True, slots=True)
class _RequestStatements:
    """The statements that request a capability: they append the events, reset existing tasks, and insert new ones."""

    events: PreparedStatement
    renewal: PreparedStatement | None
    creation: PreparedStatement | None

    def run(self, work: Work, extension: _CapableExtension, image_parameters: Mapping[str, int]) -> int:
        values = {"of": extension.key, "target": extension.id, "now": work.now, **image_parameters}
        count = log.append_prepared(work, self.events, **values)
        if count and self.renewal is not None:
            self.renewal.run(work.connection, **values)
        if count and self.creation is not None:
            self.creation.run(work.connection, **values)
        return count


@lru_cache(maxsize=64)
def _request_statements(
    capability: str, new_tasks: NewTaskPolicy, retry_states: tuple[TaskState, ...], *, is_range: bool
) -> _RequestStatements:
    """The statements for images without a task, by the policy `new_tasks`, and for tasks in one of `retry_states`."""
    extension_key: BindParameter[int] = bindparam("of")
    now = bindparam("now", type_=BigInteger())
    selected_images = (
        _range()
        if is_range
        else col(Image.key).in_([bindparam(f"key_{number}") for number in range(KEYS_PER_STATEMENT)])
    )
    task_conditions = (col(Task.extension) == extension_key, col(Task.capability) == literal_text(capability))
    image_task = (*task_conditions, col(Task.image) == col(Image.key))
    has_no_task = ~exists().where(*image_task)
    conditions: list[ColumnElement[bool]] = (
        [exists().where(*image_task, is_any_of(col(Task.state), retry_states))] if retry_states else []
    )
    is_new = has_no_task if new_tasks == "always" else and_(has_no_task, ~_has_results(capability, extension_key))
    if new_tasks != "never":
        conditions.append(is_new)
    events: Select[*tuple[Any, ...]] = (
        select(
            now.label("time"),
            literal_text(TOPIC_BY_CAPABILITY[capability]).label("topic"),
            col(Image.id).label("image"),
            bindparam("target", type_=Text()).label("target"),
        )
        .where(selected_images, or_(*conditions))
        .order_by(col(Image.key))
    )
    renewal = update(Task).where(
        *task_conditions,
        is_any_of(col(Task.state), retry_states),
        col(Task.image).in_(select(col(Image.key)).where(selected_images)),
    )
    new_task_rows: Select[*tuple[Any, ...]] = select(
        extension_key, col(Image.key), literal_text(capability), PENDING, literal_column("0"), now
    ).where(selected_images, is_new)
    return _RequestStatements(
        events=log.prepare_append(events),
        renewal=PreparedStatement(renewal.values({**RESET_VALUES, "requested": now})) if retry_states else None,
        creation=None
        if new_tasks == "never"
        else PreparedStatement(insert(Task).from_select(NEW_TASK_COLUMNS, new_task_rows, include_defaults=False)),
    )


def _range() -> ColumnElement[bool]:
    return and_(col(Image.key) > bindparam("behind"), col(Image.key) <= bindparam("last"))


def _has_results(capability: str, key: ColumnElement[int]) -> ColumnElement[bool]:
    """Whether the extension with this key has stored anything for the image, including its sentinel."""
    match capability:
        case "image.tags":
            return exists().where(col(ImageTag.image) == col(Image.key), col(ImageTag.extension) == key)
        case "image.features":
            return exists().where(col(FeatureRow.image) == col(Image.key), col(FeatureRow.extension) == key)
        case _:
            return exists().where(
                col(Vector.image) == col(Image.key),
                col(Vector.space) == col(VectorSpace.key),
                col(VectorSpace.extension) == key,
            )

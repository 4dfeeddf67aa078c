"""Runs: asking an extension for what it has not computed yet, or once more, and noting what came of it.

All of them go in pieces, for a unit of work holds up every other one.
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
from facetry.library.embeddings import Vector, VectorSpace
from facetry.library.extensions import Extension, ExtensionCapability
from facetry.library.features import NOTHING, FeatureRow
from facetry.library.images import Image
from facetry.library.tags import SENTINEL_KEY, ImageTag
from facetry.library.tasks.ledger import (
    AGAIN,
    CAPABILITIES,
    NEW,
    PENDING,
    TOPICS,
    State,
    Task,
    any_of,
    constant,
)
from facetry.store.prepared import Prepared
from facetry.store.work import Work

PIECE: Final = 2_000
"""Images that are looked at in one unit of work."""


FAILED: Final[tuple[State, ...]] = ("failed",)
OVER: Final[tuple[State, ...]] = ("done", "empty", "failed", "stale", "cancelled")

LIST: Final = 512
"""Keys that one statement names; the last is repeated where there are fewer."""
Fresh = Literal["always", "unless-left", "never"]
"""Whether an extension is asked for an image that it was never asked for."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What one unit of work asked for, and the key of the image to go on behind; None when it was the last."""

    requested: int
    behind: int | None


@dataclass(frozen=True, slots=True)
class _Asked:
    key: int
    id: str
    capabilities: tuple[str, ...]


def request_missing(
    work: Work,
    extension: int,
    capabilities: Collection[str] | None = None,
    *,
    again: Collection[State] = (),
    behind: int = 0,
    count: int = PIECE,
) -> Piece:
    """Ask the extension for what it has not looked at, among the next `count` images behind this key.

    That is where it has neither been asked nor left anything, its marks of having found nothing included; and where
    what came of asking is one of `again`. Nothing is asked of a paused extension, or for what it cannot do.
    """
    looked = select(col(Image.key)).where(col(Image.key) > behind).order_by(col(Image.key)).limit(count).subquery()
    last = work.connection.execute(select(func.max(looked.c.key))).scalar()
    if last is None:
        return Piece(0, None)
    requested = sum(
        _asking(capability, "unless-left", tuple(again), is_range=True).run(
            work, asked, {"behind": behind, "last": last}
        )
        for asked in _asked(work.connection, [extension], capabilities)
        for capability in asked.capabilities
    )
    return Piece(requested, int(last))


def request_for(
    work: Work, extensions: Sequence[int], images: Sequence[int], capabilities: Collection[str] | None = None
) -> int:
    """Ask these extensions for what they can compute of the images with these keys, whatever they have already.

    Tells for how many: what was asked for already and is not done yet is not asked for twice.
    """
    return sum(
        _asking(capability, "always", OVER, is_range=False).run(work, asked, some)
        for asked in _asked(work.connection, extensions, capabilities)
        for some in _lists(images)
        for capability in asked.capabilities
    )


def retry(
    work: Work,
    extension: int,
    capabilities: Collection[str] | None = None,
    *,
    states: Collection[State] = FAILED,
    before: int | None = None,
    count: int = PIECE,
) -> int:
    """Ask the extension once more for what it could not do, at most `count` of each capability; tells how many.

    None is left when it tells 0. With `before`, in milliseconds since the epoch, what came to that later is left: who
    asks piece by piece does not meet what failed again meanwhile.
    """
    requested = 0
    for asked in _asked(work.connection, [extension], capabilities):
        for capability in asked.capabilities:
            theirs = (col(Task.extension) == asked.key, col(Task.capability) == capability)
            some = select(col(Task.image)).where(*theirs, col(Task.state).in_(states)).limit(count)
            if before is not None:
                some = some.where(col(Task.finished) <= before)
            among = list(work.connection.execute(some).scalars())
            for part in _lists(among):
                requested += _asking(capability, "never", tuple(states), is_range=False).run(work, asked, part)
    return requested


_SAME: Final = (
    col(Task.extension) == bindparam("of"),
    col(Task.image) == bindparam("on"),
    col(Task.capability) == bindparam("can"),
    col(Task.requested) <= bindparam("asked"),  # else it was asked for again meanwhile
)
_RESULT: Final[Mapping[str, Any]] = {
    "attempts": bindparam("attempts"),
    "error": bindparam("error"),
    "finished": bindparam("now"),
}
_FINISH = Prepared(update(Task).where(*_SAME).values(state=bindparam("state"), **_RESULT))
_FAIL = Prepared(update(Task).where(*_SAME, col(Task.state) == PENDING).values(state=constant("failed"), **_RESULT))
_KEY = Prepared(select(col(Image.key)).where(col(Image.id) == bindparam("id")))
_NO_TAG = Prepared(
    select(literal_column("1")).where(
        col(ImageTag.image) == bindparam("on"),
        col(ImageTag.extension) == bindparam("of"),
        col(ImageTag.tag) == literal_column(str(SENTINEL_KEY)),
    )
)
_NO_FEATURE = Prepared(
    select(literal_column("1")).where(
        col(FeatureRow.image) == bindparam("on"),
        col(FeatureRow.extension) == bindparam("of"),
        col(FeatureRow.type) == constant(NOTHING),
    )
)
_FOUND_NOTHING: Final[Mapping[str, Prepared]] = {"image.tags": _NO_TAG, "image.features": _NO_FEATURE}


def settle(
    work: Work, extension: int, image: bytes, topic: str, *, requested: int, attempts: int, error: str | None
) -> None:
    """Note what came of an event that asked for the image with this id: done without an error, failed with one.

    `requested` is the time of the event.
    """
    row = _KEY.first(work.connection, id=image)
    if row is None:
        return  # the image is gone, and its tasks with it
    if error is None:
        finish(work, extension, row[0], CAPABILITIES[topic], requested=requested, attempts=attempts)
    else:
        fail(work, extension, row[0], CAPABILITIES[topic], error, requested=requested, attempts=attempts)


def finish(work: Work, extension: int, image: int, capability: str, *, requested: int, attempts: int = 1) -> None:
    """The extension has done what it was asked for at that time: empty when all that it left is that it found nothing.

    What was asked for again since is not done by that.
    """
    nothing = _FOUND_NOTHING.get(capability)
    is_empty = nothing is not None and nothing.first(work.connection, of=extension, on=image) is not None
    state: State = "empty" if is_empty else "done"
    _note(work, _FINISH, extension, image, capability, requested, attempts, state=state, error=None)


def fail(
    work: Work, extension: int, image: int, capability: str, error: str, *, requested: int, attempts: int = 1
) -> None:
    """The extension could not do what it was asked for at that time; what was cancelled since stays so."""
    _note(work, _FAIL, extension, image, capability, requested, attempts, error=error)


def _note(
    work: Work,
    statement: Prepared,
    extension: int,
    image: int,
    capability: str,
    requested: int,
    attempts: int,
    **values: str | None,
) -> None:
    same = {"of": extension, "on": image, "can": capability, "asked": requested}
    statement.run(work.connection, **same, attempts=attempts, now=work.now, **values)


def _asked(connection: Connection, extensions: Sequence[int], capabilities: Collection[str] | None) -> list[_Asked]:
    """Those of the extensions that are enabled, with what they can do of `capabilities`."""
    wanted = set(TOPICS if capabilities is None else capabilities)
    rows = connection.execute(
        select(col(Extension.key), col(Extension.id), col(ExtensionCapability.capability))
        .join(ExtensionCapability, col(ExtensionCapability.extension) == col(Extension.key))
        .where(col(Extension.key).in_(extensions), col(Extension.state) == "enabled")
        .order_by(col(Extension.key), col(ExtensionCapability.capability))
    ).all()
    can: dict[tuple[int, str], list[str]] = {}
    for key, id, capability in rows:
        if key is not None and capability in wanted and capability in TOPICS:
            can.setdefault((key, id), []).append(capability)
    return [_Asked(key, id, tuple(able)) for (key, id), able in can.items()]


def _lists(keys: Sequence[int]) -> Iterable[Mapping[str, int]]:
    """The parameters that name these keys, some at a time."""
    for begin in range(0, len(keys), LIST):
        some = keys[begin : begin + LIST]
        yield {f"key_{number}": some[min(number, len(some) - 1)] for number in range(LIST)}


@dataclass(frozen=True, slots=True)
class _Asking:
    """The statements that ask an extension for a capability: the events, the tasks that begin anew, and new ones."""

    events: Prepared
    renewal: Prepared | None
    creation: Prepared | None

    def run(self, work: Work, asked: _Asked, among: Mapping[str, int]) -> int:
        values = {"of": asked.key, "target": asked.id, "now": work.now, **among}
        count = log.direct(work, self.events, **values)
        if count and self.renewal is not None:
            self.renewal.run(work.connection, **values)
        if count and self.creation is not None:
            self.creation.run(work.connection, **values)
        return count


@lru_cache(maxsize=64)
def _asking(capability: str, fresh: Fresh, again: tuple[State, ...], *, is_range: bool) -> _Asking:
    """Asking for images that were never asked for and are `fresh`, and for those where it came to `again`."""
    of: BindParameter[int] = bindparam("of")
    now = bindparam("now", type_=BigInteger())
    among = _range() if is_range else col(Image.key).in_([bindparam(f"key_{number}") for number in range(LIST)])
    theirs = (col(Task.extension) == of, col(Task.capability) == constant(capability))
    task = (*theirs, col(Task.image) == col(Image.key))
    never = ~exists().where(*task)
    due: list[ColumnElement[bool]] = [exists().where(*task, any_of(col(Task.state), again))] if again else []
    new = never if fresh == "always" else and_(never, ~_has_left(capability, of))
    if fresh != "never":
        due.append(new)
    events: Select[*tuple[Any, ...]] = (
        select(
            now.label("time"),
            constant(TOPICS[capability]).label("topic"),
            col(Image.id).label("image"),
            bindparam("target", type_=Text()).label("target"),
        )
        .where(among, or_(*due))
        .order_by(col(Image.key))
    )
    renewing = update(Task).where(
        *theirs, any_of(col(Task.state), again), col(Task.image).in_(select(col(Image.key)).where(among))
    )
    made: Select[*tuple[Any, ...]] = select(
        of, col(Image.key), constant(capability), PENDING, literal_column("0"), now
    ).where(among, new)
    return _Asking(
        events=log.directing(events),
        renewal=Prepared(renewing.values({**AGAIN, "requested": now})) if again else None,
        creation=None if fresh == "never" else Prepared(insert(Task).from_select(NEW, made, include_defaults=False)),
    )


def _range() -> ColumnElement[bool]:
    return and_(col(Image.key) > bindparam("behind"), col(Image.key) <= bindparam("last"))


def _has_left(capability: str, key: ColumnElement[int]) -> ColumnElement[bool]:
    """Whether the extension with this key has left something on the image, be it the mark of having found nothing."""
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

"""Features: typed records that extensions write of images.

The only file that knows the mark for "this extension looked at this image and found nothing": a row of no type, which
clients can neither write nor see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from sqlalchemy import ColumnElement, Connection, Index, bindparam, delete, insert, select, update
from sqlmodel import Field, SQLModel, col

from facetry.errors import Fault, FaultError, Kind, bad_parameter
from facetry.events import log
from facetry.library import attachments, extensions, images
from facetry.library import feature_values as values
from facetry.library.changes import FeaturesChanged
from facetry.library.extensions import Extension
from facetry.store import fulltext
from facetry.store.prepared import Prepared
from facetry.store.work import Work
from generated.limits import FEATURE_SET_MAX_ITEMS
from generated.models import ImageFeature, ImageFeatureFormat, ImageFeatureType

NOTHING: Final = ""
"""The type of the mark."""

_NUMERIC: Final = frozenset({"integer", "float", "boolean"})


class FeatureRow(SQLModel, table=True):
    """A feature of an image; in the order of the keys they were written. Booleans are the numbers 1 and 0."""

    __tablename__ = "image_feature"
    __table_args__ = (
        Index("image_feature_by_image", "image", "extension"),
        Index("image_feature_by_name", "extension", "type", "name", "format", "image", "number"),
    )

    key: int | None = Field(default=None, primary_key=True)
    image: int = Field(foreign_key="image.key", ondelete="CASCADE")
    extension: int = Field(foreign_key="extension.key", ondelete="CASCADE")
    type: str
    format: str
    name: str | None = None
    text: str | None = None
    number: float | None = None


Identity = tuple[str, str, str | None]
"""What `ensure` knows a feature by: type, format, and name or none."""

_MINE = (col(FeatureRow.image) == bindparam("image"), col(FeatureRow.extension) == bindparam("extension"))
_CONTENT = (
    col(FeatureRow.type),
    col(FeatureRow.format),
    col(FeatureRow.name),
    col(FeatureRow.text),
    col(FeatureRow.number),
)
_CLEAR = Prepared(delete(FeatureRow).where(*_MINE))
_DROP = Prepared(delete(FeatureRow).where(col(FeatureRow.key) == bindparam("old")))
_ADD = Prepared(
    insert(FeatureRow)
    .values({name: bindparam(name) for name in FeatureRow.model_fields if name != "key"})
    .returning(col(FeatureRow.key))
)
_CHANGE = Prepared(
    update(FeatureRow)
    .where(col(FeatureRow.key) == bindparam("old"))
    .values(text=bindparam("text"), number=bindparam("number"))
)
_HELD = Prepared(select(col(FeatureRow.key), *_CONTENT).where(*_MINE).order_by(col(FeatureRow.key)))


def visible() -> ColumnElement[bool]:
    """The condition that leaves the mark out of a query over `FeatureRow`."""
    return col(FeatureRow.type) != NOTHING


def replace(work: Work, image: UUID, extension: str, features: Sequence[ImageFeature]) -> None:
    """The extension's features on the image become exactly these, in this order; none leaves the mark.

    Announces `image.features.updated`. Raises 404 for an unknown image, 400 for an unknown extension or attachment.
    """
    image_key, extension_key = _resolve(work.connection, image, extension)
    _require_attachments(work.connection, image_key, extension_key, features)
    held = [_feature(*row[1:]) for row in _held(work.connection, image_key, extension_key)]
    _CLEAR.run(work.connection, image=image_key, extension=extension_key)
    for row in [_row(each) for each in features] or [_NOTHING_ROW]:
        _add(work, image_key, extension_key, row)
    attachments.drop(work, image_key, extension_key, _named(held) - _named(features))
    work.changes.append(FeaturesChanged(image_key, extension_key))
    log.announce(work, "image.features.updated", image=image, extension=extension)


def ensure(work: Work, image: UUID, extension: str, features: Sequence[ImageFeature]) -> None:
    """Each of `features` takes the place of those of its identity, or is added at the end; the mark goes.

    Announces `image.features.updated`. Raises 404 for an unknown image; 400 for an unknown extension or attachment,
    for two of one identity, and when the features would be more than an extension may have on one image: then
    nothing changes.
    """
    image_key, extension_key = _resolve(work.connection, image, extension)
    _require_distinct(features)
    _require_attachments(work.connection, image_key, extension_key, features)
    held: dict[Identity, list[int]] = {}
    before: list[ImageFeature] = []
    after = list(features)
    wanted = {_identity(feature) for feature in features}
    for key, *content in _held(work.connection, image_key, extension_key):
        feature = _feature(*content)
        before.append(feature)
        held.setdefault(_identity(feature), []).append(key)
        if _identity(feature) not in wanted:
            after.append(feature)
    if len(after) > FEATURE_SET_MAX_ITEMS:
        raise bad_parameter(
            "body",
            f"The extension would have {len(after)} features on this image; at most {FEATURE_SET_MAX_ITEMS} are "
            "allowed.",
            rule="feature.limit",
            remedy="Replace features with setFeatures, or send fewer.",
        )
    if not before:
        _CLEAR.run(work.connection, image=image_key, extension=extension_key)
    for feature in features:
        row = _row(feature)
        if keys := held.get(_identity(feature)):
            _CHANGE.run(work.connection, old=keys[0], text=row["text"], number=row["number"])
            _index(work, keys[0], row)
            _DROP.run_many(work.connection, [{"old": key} for key in keys[1:]])
        else:
            _add(work, image_key, extension_key, row)
    attachments.drop(work, image_key, extension_key, _named(before) - _named(after))
    work.changes.append(FeaturesChanged(image_key, extension_key))
    log.announce(work, "image.features.updated", image=image, extension=extension)


def of_extension(connection: Connection, image: UUID, extension: str) -> list[ImageFeature]:
    """The extension's features on the image, as written."""
    image_key, extension_key = _resolve(connection, image, extension)
    return [_feature(*row[1:]) for row in _held(connection, image_key, extension_key)]


def of_image(connection: Connection, image: int) -> list[tuple[str, ImageFeature]]:
    """All features of the image with this key, each with its extension's id."""
    return of_images(connection, [image])[image]


def of_images(
    connection: Connection, keys: Sequence[int], among: Iterable[int] | None = None
) -> dict[int, list[tuple[str, ImageFeature]]]:
    """The features of several images by their keys, each with its extension's id, ordered by that, then as written;
    of the extensions `among`, if given.
    """
    statement = (
        select(col(FeatureRow.image), col(Extension.id), *_CONTENT)
        .join(Extension, col(Extension.key) == col(FeatureRow.extension))
        .where(col(FeatureRow.image).in_(keys), visible())
        .order_by(col(Extension.id), col(FeatureRow.key))
    )
    if among is not None:
        statement = statement.where(col(FeatureRow.extension).in_(list(among)))
    found: dict[int, list[tuple[str, ImageFeature]]] = {key: [] for key in keys}
    for row in connection.execute(statement):
        found[row[0]].append((row[1], _feature(*row[2:])))
    return found


def names(connection: Connection) -> list[tuple[str, ImageFeatureType, ImageFeatureFormat, str]]:
    """Every (extension id, type, format, name) that some image has, ordered by name first."""
    kinds = (col(FeatureRow.type), col(FeatureRow.format), col(FeatureRow.name))
    used = (
        select(col(FeatureRow.extension), *kinds)
        .where(col(FeatureRow.name).is_not(None), visible())
        .distinct()
        .subquery()
    )
    rows = connection.execute(
        select(col(Extension.id), used.c.type, used.c.format, used.c.name)
        .join(used, used.c.extension == col(Extension.key))
        .order_by(used.c.name, col(Extension.id), used.c.type, used.c.format)
    )
    return [(row[0], row[1], row[2], row[3]) for row in rows]


def _resolve(connection: Connection, image: UUID, extension: str) -> tuple[int, int]:
    return images.key_of(connection, image), extensions.require(connection, extension)


def _held(connection: Connection, image: int, extension: int) -> list[tuple[Any, ...]]:
    """Key and content of the visible rows of the extension on the image."""
    return [row for row in _HELD.rows(connection, image=image, extension=extension) if row[1] != NOTHING]


def _add(work: Work, image: int, extension: int, row: Mapping[str, object]) -> None:
    _index(work, _ADD.column(work.connection, image=image, extension=extension, **row)[0], row)


def _index(work: Work, key: int, row: Mapping[str, object]) -> None:
    """Make the text findable; those of one key all have one, or none has."""
    if row["text"] is not None:
        fulltext.put(work.connection, "feature_text", key, str(row["text"]))


def _identity(feature: ImageFeature) -> Identity:
    return feature.type, feature.format, feature.name


def _feature(type: str, format: str, name: str | None, text: str | None, number: float | None) -> ImageFeature:
    value = bool(number) if format == "boolean" else number if format in _NUMERIC else text
    return ImageFeature.model_construct(type=type, format=format, name=name, value=value)


def _row(feature: ImageFeature) -> dict[str, object]:
    row: dict[str, object] = {"type": feature.type, "format": feature.format, "name": feature.name}
    if feature.format in _NUMERIC:
        return {**row, "text": None, "number": float(feature.value)}
    return {**row, "text": feature.value, "number": None}


_NOTHING_ROW: Final[dict[str, object]] = {"type": NOTHING, "format": "", "name": None, "text": None, "number": None}


def _named(features: Iterable[ImageFeature]) -> set[str]:
    """The attachments that features name."""
    return {str(feature.value) for feature in features if feature.format == "binary"}


def _require_distinct(features: Sequence[ImageFeature]) -> None:
    seen: set[Identity] = set()
    for number, feature in enumerate(features):
        if _identity(feature) in seen:
            raise FaultError(
                Fault(
                    kind=Kind.BAD_PARAMETER,
                    rule="feature.repeated",
                    detail="An earlier feature has the same type, format and name.",
                    pointer=f"/{number}",
                    value=feature.name,
                    remedy="Send each once, or store several with setFeatures.",
                )
            )
        seen.add(_identity(feature))


def _require_attachments(connection: Connection, image: int, extension: int, features: Sequence[ImageFeature]) -> None:
    for number, feature in enumerate(features):
        uri = str(feature.value)
        if feature.format == "binary" and not attachments.is_kept(connection, uri, image, extension):
            detail = "The extension keeps no attachment of this URI beside this image."
            raise values.refusal("attachment", f"/{number}/value", detail, uri)

"""Features: typed records that extensions write for images.

This is the only module that knows the sentinel: a row with an empty type that means "this extension processed the image
and found nothing". Clients can neither write nor read it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from sqlalchemy import ColumnElement, Connection, Index, bindparam, delete, insert, literal_column, select, update
from sqlmodel import Field, SQLModel, col

from facetry.errors import bad_parameter
from facetry.events import log
from facetry.library import extensions, images
from facetry.library.changes import FeaturesChanged
from facetry.library.extensions import Extension
from facetry.library.facets import attachments, feature_values
from facetry.schema.json_values import integer
from facetry.store import fulltext
from facetry.store.prepared import PreparedListStatement, PreparedStatement
from facetry.store.work import Work
from generated import answers
from generated.limits import FEATURE_SET_MAX_ITEMS
from generated.models import ImageFeature, ImageFeatureFormat, ImageFeatureType

SENTINEL_TYPE: Final = ""
"""The type of the sentinel."""

_NUMBER_TYPES: Final[Mapping[str, Callable[[float], float]]] = {"integer": int, "float": float, "boolean": bool}
"""The formats whose values are stored as numbers, and the Python type of each."""


class FeatureRow(SQLModel, table=True):
    """A feature of an image; the order of the keys is the order of writing. Booleans are stored as the numbers
    1 and 0.
    """

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
"""The type, format and name (or None) by which `ensure` identifies a feature."""

_IS_OWN = (col(FeatureRow.image) == bindparam("image"), col(FeatureRow.extension) == bindparam("extension"))
_CONTENT = (
    col(FeatureRow.type),
    col(FeatureRow.format),
    col(FeatureRow.name),
    col(FeatureRow.text),
    col(FeatureRow.number),
)
_CLEAR = PreparedStatement(delete(FeatureRow).where(*_IS_OWN))
_DROP = PreparedStatement(delete(FeatureRow).where(col(FeatureRow.key) == bindparam("old")))
_ADD = PreparedStatement(
    insert(FeatureRow)
    .values({name: bindparam(name) for name in FeatureRow.model_fields if name != "key"})
    .returning(col(FeatureRow.key))
)
_CHANGE = PreparedStatement(
    update(FeatureRow)
    .where(col(FeatureRow.key) == bindparam("old"))
    .values(text=bindparam("text"), number=bindparam("number"))
)
_SELECT_OWN = PreparedStatement(select(col(FeatureRow.key), *_CONTENT).where(*_IS_OWN).order_by(col(FeatureRow.key)))


def visible() -> ColumnElement[bool]:
    """The condition that excludes the sentinel from a query over `FeatureRow`."""
    return col(FeatureRow.type) != literal_column(f"'{SENTINEL_TYPE}'")  # not a parameter, in statements over lists


_OF_IMAGES: Any = (
    select(col(FeatureRow.image), col(Extension.id), *_CONTENT)
    .join(Extension, col(Extension.key) == col(FeatureRow.extension))
    .where(visible())
    .order_by(col(Extension.id), col(FeatureRow.key))
)
_ALL_OF_IMAGES = PreparedListStatement(lambda keys: _OF_IMAGES.where(col(FeatureRow.image).in_(keys)))
_BY_EXTENSIONS_OF_IMAGES = PreparedListStatement(
    lambda keys, extensions: _OF_IMAGES.where(
        col(FeatureRow.image).in_(keys), col(FeatureRow.extension).in_(extensions)
    )
)


def replace(work: Work, image: UUID, extension: str, features: Sequence[ImageFeature]) -> None:
    """Make the extension's features on the image exactly these, in this order; an empty list stores the sentinel.

    Announces `image.features.updated`. Raises 404 for an unknown image, 400 for an unknown extension or attachment.
    """
    image_key, extension_key = _resolve(work.connection, image, extension)
    _require_attachments(work.connection, image_key, extension_key, features)
    existing = [_feature(*row[1:]) for row in _stored_rows(work.connection, image_key, extension_key)]
    _CLEAR.run(work.connection, image=image_key, extension=extension_key)
    for row in [_row(feature) for feature in features] or [_SENTINEL_ROW]:
        _add(work, image_key, extension_key, row)
    attachments.drop(work, image_key, extension_key, _attachment_uris(existing) - _attachment_uris(features))
    work.changes.append(FeaturesChanged(image_key, extension_key))
    log.announce(work, "image.features.updated", image=image, extension=extension)


def ensure(work: Work, image: UUID, extension: str, features: Sequence[ImageFeature]) -> None:
    """Replace the features with the same identity by each of `features`, or append it; removes the sentinel.

    Announces `image.features.updated`. Raises 404 for an unknown image. Raises 400 and changes nothing for an unknown
    extension or attachment, for two features with one identity, and when the extension would exceed its limit of
    features on one image.
    """
    image_key, extension_key = _resolve(work.connection, image, extension)
    _require_distinct(features)
    _require_attachments(work.connection, image_key, extension_key, features)
    keys_by_identity: dict[Identity, list[int]] = {}
    before: list[ImageFeature] = []
    after = list(features)
    new_identities = {_identity(feature) for feature in features}
    for key, *content in _stored_rows(work.connection, image_key, extension_key):
        feature = _feature(*content)
        before.append(feature)
        keys_by_identity.setdefault(_identity(feature), []).append(key)
        if _identity(feature) not in new_identities:
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
        if keys := keys_by_identity.get(_identity(feature)):
            _CHANGE.run(work.connection, old=keys[0], text=row["text"], number=row["number"])
            _index(work, keys[0], row)
            _DROP.run_many(work.connection, [{"old": key} for key in keys[1:]])
        else:
            _add(work, image_key, extension_key, row)
    attachments.drop(work, image_key, extension_key, _attachment_uris(before) - _attachment_uris(after))
    work.changes.append(FeaturesChanged(image_key, extension_key))
    log.announce(work, "image.features.updated", image=image, extension=extension)


def of_extension(connection: Connection, image: UUID, extension: str) -> list[ImageFeature]:
    """The extension's features on the image, in the order of writing."""
    image_key, extension_key = _resolve(connection, image, extension)
    return [_feature(*row[1:]) for row in _stored_rows(connection, image_key, extension_key)]


def of_image(connection: Connection, image: int) -> list[answers.ExtensionImageFeature]:
    """All features of the image with this key, in the order of `of_images`."""
    return of_images(connection, [image])[image]


def of_images(
    connection: Connection, keys: Sequence[int], extension_keys: Sequence[int] | None = None
) -> dict[int, list[answers.ExtensionImageFeature]]:
    """The features of several images by image key, ordered by the id of their extension, then as written; only of the
    extensions `extension_keys`, if given.
    """
    if extension_keys is None:
        rows = _ALL_OF_IMAGES.rows(connection, keys)
    else:
        rows = _BY_EXTENSIONS_OF_IMAGES.rows(connection, keys, extension_keys)
    by_image: dict[int, list[answers.ExtensionImageFeature]] = {key: [] for key in keys}
    for image, extension, type, format, name, text, number in rows:
        value = text if number is None else _answered_number(format, number)
        if name is None:
            by_image[image].append({"id": extension, "type": type, "format": format, "value": value})
        else:
            by_image[image].append({"id": extension, "type": type, "format": format, "name": name, "value": value})
    return by_image


def written_on(connection: Connection, keys: Sequence[int]) -> dict[int, list[tuple[str, list[ImageFeature]]]]:
    """By image key: what each extension wrote on the image, by its id, as written; an extension that found nothing has
    an empty list.
    """
    rows = connection.execute(
        select(col(FeatureRow.image), col(Extension.id), *_CONTENT)
        .join(Extension, col(Extension.key) == col(FeatureRow.extension))
        .where(col(FeatureRow.image).in_(keys))
        .order_by(col(FeatureRow.image), col(Extension.id), col(FeatureRow.key))
    )
    written: dict[int, dict[str, list[ImageFeature]]] = {}
    for row in rows:
        features = written.setdefault(row[0], {}).setdefault(row[1], [])
        if row[2] != SENTINEL_TYPE:
            features.append(_feature(*row[2:]))
    return {image: list(by_extension.items()) for image, by_extension in written.items()}


def distinct_names(connection: Connection) -> list[tuple[str, ImageFeatureType, ImageFeatureFormat, str]]:
    """Every (extension id, type, format, name) that some image has, ordered by name first."""
    kinds = (col(FeatureRow.type), col(FeatureRow.format), col(FeatureRow.name))
    names = (
        select(col(FeatureRow.extension), *kinds)
        .where(col(FeatureRow.name).is_not(None), visible())
        .distinct()
        .subquery()
    )
    rows = connection.execute(
        select(col(Extension.id), names.c.type, names.c.format, names.c.name)
        .join(names, names.c.extension == col(Extension.key))
        .order_by(names.c.name, col(Extension.id), names.c.type, names.c.format)
    )
    return [(row[0], row[1], row[2], row[3]) for row in rows]


def _resolve(connection: Connection, image: UUID, extension: str) -> tuple[int, int]:
    return images.key_of(connection, image), extensions.require(connection, extension)


def _stored_rows(connection: Connection, image: int, extension: int) -> list[tuple[Any, ...]]:
    """Key and content of the visible rows of the extension on the image."""
    return [row for row in _SELECT_OWN.rows(connection, image=image, extension=extension) if row[1] != SENTINEL_TYPE]


def _add(work: Work, image: int, extension: int, row: Mapping[str, object]) -> None:
    _index(work, _ADD.column(work.connection, image=image, extension=extension, **row)[0], row)


def _index(work: Work, key: int, row: Mapping[str, object]) -> None:
    """Add the text to the full-text index. The rows of one key all have a text or all have none, so no entry is ever
    removed here.
    """
    if row["text"] is not None:
        fulltext.put(work.connection, "feature_text", key, str(row["text"]))


def _identity(feature: ImageFeature) -> Identity:
    return feature.type, feature.format, feature.name


def _feature(type: str, format: str, name: str | None, text: str | None, number: float | None) -> ImageFeature:
    return ImageFeature.model_construct(type=type, format=format, name=name, value=_value(format, text, number))


def _value(format: str, text: str | None, number: float | None) -> Any:
    return text if number is None else _NUMBER_TYPES[format](number)


def _answered_number(format: str, number: float) -> float:
    return integer(int(number)) if format == "integer" else _NUMBER_TYPES[format](number)


def _row(feature: ImageFeature) -> dict[str, object]:
    row: dict[str, object] = {"type": feature.type, "format": feature.format, "name": feature.name}
    if feature.format in _NUMBER_TYPES:
        return {**row, "text": None, "number": float(feature.value)}
    return {**row, "text": feature.value, "number": None}


_SENTINEL_ROW: Final[dict[str, object]] = {
    "type": SENTINEL_TYPE,
    "format": "",
    "name": None,
    "text": None,
    "number": None,
}


def _attachment_uris(features: Iterable[ImageFeature]) -> set[str]:
    """The attachments that the features refer to."""
    return {str(feature.value) for feature in features if feature.format == "binary"}


def _require_distinct(features: Sequence[ImageFeature]) -> None:
    seen: set[Identity] = set()
    for index, feature in enumerate(features):
        if _identity(feature) in seen:
            raise bad_parameter(
                None,
                "An earlier feature has the same type, format and name.",
                rule="feature.repeated",
                value=feature.name,
                remedy="Send each once, or store several with setFeatures.",
                pointer=f"/{index}",
            )
        seen.add(_identity(feature))


def _require_attachments(connection: Connection, image: int, extension: int, features: Sequence[ImageFeature]) -> None:
    for index, feature in enumerate(features):
        uri = str(feature.value)
        if feature.format == "binary" and not attachments.exists(connection, uri, image, extension):
            detail = "The extension has no attachment with this URI on this image."
            raise feature_values.value_fault("attachment", f"/{index}/value", detail, uri)

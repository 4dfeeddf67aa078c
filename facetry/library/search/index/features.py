"""The index of features: for each kind of feature, the images that have it and its values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap
from sqlalchemy import Connection, select
from sqlmodel import col

from facetry.library.facets.features import FeatureRow, visible
from facetry.library.search.index.key_sets import Keys, as_set
from facetry.schema.text_forms import normal
from facetry.store.engine import engine_of
from facetry.store.engines.values import driver_rows
from facetry.store.interruption import begin_long_work
from generated.models import ImageFeatureFormat

BATCH_SIZE: Final = 5_000
"""Images in one statement."""

NUMERIC: Final = frozenset({"integer", "float", "boolean"})
"""Formats with numeric values; the values of all other formats are texts, of which the index keeps only a hash."""

Values = NDArray[np.float64] | NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class FeatureKind:
    """What identifies a kind of feature: all its properties except the value. `extension` is the key of its row."""

    extension: int
    type: str
    format: ImageFeatureFormat
    name: str | None

    @property
    def is_numeric(self) -> bool:
        """Whether the values of this kind are numbers."""
        return self.format in NUMERIC


@dataclass(slots=True)
class _FeatureColumns:
    """The features of one kind, in no particular order: the image of each, and its value once values are loaded."""

    images: Keys
    values: Values | None


def digest(text: str) -> int:
    """A 64-bit hash of the normal form of a text, seeded for each process, so that a client cannot construct texts that
    collide.
    """
    return hash(normal(text)) & 0xFFFFFFFFFFFFFFFF


class FeatureIndex:
    """Features of images by kind. A kind is loaded when it is first needed."""

    def __init__(self) -> None:
        self._kinds: dict[FeatureKind, _FeatureColumns | None] | None = None
        self._evaluated_images: dict[int, BitMap] = {}

    def kinds(self, connection: Connection) -> Iterable[FeatureKind]:
        """All kinds that at least one image has, or has had since the index was loaded."""
        return self._loaded_kinds(connection).keys()

    def images_with(self, connection: Connection, kind: FeatureKind) -> Keys:
        """The images that have a feature of the kind. The array is never changed."""
        return self._columns_of(connection, kind, with_values=False).images

    def images_and_values(self, connection: Connection, kind: FeatureKind) -> tuple[Keys, Values]:
        """The images with a feature of the kind, and its values; the value of a text is its `digest`.

        The arrays are never changed: changes of the index replace them.
        """
        columns = self._columns_of(connection, kind, with_values=True)
        assert columns.values is not None  # noqa: S101  # loaded with values
        return columns.images, columns.values

    def evaluated_by(self, connection: Connection, extension: int) -> BitMap:
        """The images that the extension has evaluated: it wrote their features, or recorded that there are none."""
        images = self._evaluated_images.get(extension)
        if images is None:
            begin_long_work()
            rows = select(col(FeatureRow.image)).where(col(FeatureRow.extension) == extension).distinct()
            images = self._evaluated_images[extension] = as_set(
                engine_of(connection).integer_columns(connection, rows)[0]
            )
        return images

    def update(self, connection: Connection, images_by_extension: Mapping[int, Iterable[int]]) -> None:
        """Reload the features of these images, grouped by the key of the extension that has written them."""
        for extension, images in images_by_extension.items():
            if (evaluated := self._evaluated_images.get(extension)) is not None:
                evaluated.update(images)
            if self._kinds is not None:
                self._reload(connection, self._kinds, extension, BitMap(images))

    def remove(self, images: BitMap) -> None:
        """Remove these images with all their features."""
        for evaluated in self._evaluated_images.values():
            evaluated -= images
        for columns in (self._kinds or {}).values():
            if columns is not None:
                _remove_images(columns, images)

    def _loaded_kinds(self, connection: Connection) -> dict[FeatureKind, _FeatureColumns | None]:
        if self._kinds is None:
            begin_long_work()
            kind_columns = (
                col(FeatureRow.extension),
                col(FeatureRow.type),
                col(FeatureRow.format),
                col(FeatureRow.name),
            )
            rows = connection.execute(select(*kind_columns).where(visible()).distinct())
            self._kinds = dict.fromkeys(_kind_of_row(row) for row in rows)
        return self._kinds

    def _columns_of(self, connection: Connection, kind: FeatureKind, *, with_values: bool) -> _FeatureColumns:
        kinds = self._loaded_kinds(connection)
        columns = kinds[kind]
        if columns is None or (with_values and columns.values is None):
            begin_long_work()
            columns = kinds[kind] = (
                _read_columns(connection, kind)
                if with_values
                else _FeatureColumns(_read_images(connection, kind), None)
            )
        return columns

    def _reload(
        self, connection: Connection, kinds: dict[FeatureKind, _FeatureColumns | None], extension: int, images: BitMap
    ) -> None:
        loaded_columns = {
            kind: columns for kind, columns in kinds.items() if kind.extension == extension and columns is not None
        }
        for columns in loaded_columns.values():
            _remove_images(columns, images)
        needs_texts = any(
            columns.values is not None and not kind.is_numeric for kind, columns in loaded_columns.items()
        )
        pairs_by_kind: dict[FeatureKind, list[tuple[int, Any]]] = {}
        for row in _read_features_of(connection, extension, images, with_texts=needs_texts):
            image, type, format, name, number, *text = row
            value = number if number is not None else digest(text[0]) if text else None
            pairs_by_kind.setdefault(FeatureKind(extension, type, format, name), []).append((image, value))
        for kind, pairs in pairs_by_kind.items():
            existing = kinds.setdefault(kind, None)
            if existing is not None:
                _append_features(existing, pairs, kind)


def _kind_of_row(row: Any) -> FeatureKind:
    return FeatureKind(*row)


def _conditions_for(kind: FeatureKind) -> tuple[Any, ...]:
    return (
        col(FeatureRow.extension) == kind.extension,
        col(FeatureRow.type) == kind.type,
        col(FeatureRow.format) == kind.format,
        col(FeatureRow.name) == kind.name if kind.name is not None else col(FeatureRow.name).is_(None),
    )


def _read_images(connection: Connection, kind: FeatureKind) -> Keys:
    return (
        engine_of(connection)
        .integer_columns(connection, select(col(FeatureRow.image)).where(*_conditions_for(kind)))[0]
        .astype(np.uint32)
    )


def _read_columns(connection: Connection, kind: FeatureKind) -> _FeatureColumns:
    value = col(FeatureRow.number) if kind.is_numeric else col(FeatureRow.text)
    pairs = driver_rows(connection, select(col(FeatureRow.image), value).where(*_conditions_for(kind)))
    images = np.fromiter((image for image, _ in pairs), np.uint32, len(pairs))
    if kind.is_numeric:
        return _FeatureColumns(images, np.fromiter((number for _, number in pairs), np.float64, len(pairs)))
    return _FeatureColumns(images, np.fromiter((digest(text) for _, text in pairs), np.uint64, len(pairs)))


def _read_features_of(connection: Connection, extension: int, images: BitMap, *, with_texts: bool) -> Iterable[Any]:
    columns = [
        col(FeatureRow.image),
        col(FeatureRow.type),
        col(FeatureRow.format),
        col(FeatureRow.name),
        col(FeatureRow.number),
        *([col(FeatureRow.text)] if with_texts else []),
    ]
    keys = list(images)
    for start in range(0, len(keys), BATCH_SIZE):
        in_batch = col(FeatureRow.image).in_(keys[start : start + BATCH_SIZE])
        yield from connection.execute(
            select(*columns).where(col(FeatureRow.extension) == extension, in_batch, visible())
        )


def _remove_images(columns: _FeatureColumns, images: BitMap) -> None:
    """Remove the features of these images from the columns."""
    is_removed = np.isin(columns.images, np.fromiter(images, np.uint32, len(images)))
    if is_removed.any():
        columns.images = columns.images[~is_removed]
        columns.values = None if columns.values is None else columns.values[~is_removed]


def _append_features(columns: _FeatureColumns, pairs: list[tuple[int, Any]], kind: FeatureKind) -> None:
    images = np.fromiter((image for image, _ in pairs), np.uint32, len(pairs))
    columns.images = np.concatenate([columns.images, images])
    if columns.values is not None:
        dtype = np.float64 if kind.is_numeric else np.uint64
        values = np.fromiter((value for _, value in pairs), dtype, len(pairs))
        columns.values = np.concatenate([columns.values, values])

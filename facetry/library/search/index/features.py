"""Featured: which images have which kinds of features, and with which values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap
from sqlalchemy import Connection, select
from sqlmodel import col

from facetry.library.features import FeatureRow, visible
from facetry.library.search.index.key_sets import Keys, as_set
from facetry.store.engine import columns, plain_rows
from generated.models import ImageFeatureFormat

AT_ONCE: Final = 5_000
"""Images in one statement."""

NUMERIC: Final = frozenset({"integer", "float", "boolean"})
"""The formats whose values are numbers; those of the others are texts, of which only a hash is kept."""

Values = NDArray[np.float64] | NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Kind:
    """What features have in common besides their values; `extension` is a key."""

    extension: int
    type: str
    format: ImageFeatureFormat
    name: str | None

    @property
    def is_numeric(self) -> bool:
        """Whether its values are numbers."""
        return self.format in NUMERIC


@dataclass(slots=True)
class _Rows:
    """The features of a kind, in any order: of which image each is, and its value once that was asked for."""

    images: Keys
    values: Values | None


def digest(text: str) -> int:
    """64 bits that stand for a text in this process; nobody outside can know which texts share theirs."""
    return hash(text) & 0xFFFFFFFFFFFFFFFF


class Featured:
    """Each kind is read when it is first asked for."""

    def __init__(self) -> None:
        self._kinds: dict[Kind, _Rows | None] | None = None
        self._evaluated: dict[int, BitMap] = {}

    def kinds(self, connection: Connection) -> Iterable[Kind]:
        """All kinds that any image ever had."""
        return self._known(connection).keys()

    def having(self, connection: Connection, kind: Kind) -> BitMap:
        """The images that have a feature of the kind."""
        return as_set(self._rows(connection, kind, with_values=False).images)

    def where(self, connection: Connection, kind: Kind, holds: Callable[[Values], NDArray[np.bool_]]) -> BitMap:
        """The images that have a feature of the kind for whose value `holds` is true; texts are told by `digest`."""
        rows = self._rows(connection, kind, with_values=True)
        assert rows.values is not None  # noqa: S101  # asked for
        return as_set(rows.images[holds(rows.values)])

    def evaluated_by(self, connection: Connection, extension: int) -> BitMap:
        """The images of which the extension wrote features, or that it found nothing."""
        known = self._evaluated.get(extension)
        if known is None:
            rows = select(col(FeatureRow.image)).where(col(FeatureRow.extension) == extension).distinct()
            known = self._evaluated[extension] = as_set(columns(connection, rows)[0])
        return known

    def change(self, connection: Connection, changed: Mapping[int, Iterable[int]]) -> None:
        """An extension, by its key, wrote features of these images."""
        for extension, images in changed.items():
            if (evaluated := self._evaluated.get(extension)) is not None:
                evaluated.update(images)
            if self._kinds is not None:
                self._reread(connection, self._kinds, extension, BitMap(images))

    def remove(self, images: BitMap) -> None:
        """These are gone, with their features."""
        for evaluated in self._evaluated.values():
            evaluated -= images
        for rows in (self._kinds or {}).values():
            if rows is not None:
                _leave(rows, images)

    def _known(self, connection: Connection) -> dict[Kind, _Rows | None]:
        if self._kinds is None:
            kinds = (col(FeatureRow.extension), col(FeatureRow.type), col(FeatureRow.format), col(FeatureRow.name))
            found = connection.execute(select(*kinds).where(visible()).distinct())
            self._kinds = dict.fromkeys(_kind(row) for row in found)
        return self._kinds

    def _rows(self, connection: Connection, kind: Kind, *, with_values: bool) -> _Rows:
        known = self._known(connection)
        rows = known[kind]
        if rows is None or (with_values and rows.values is None):
            rows = known[kind] = _read(connection, kind) if with_values else _Rows(_images(connection, kind), None)
        return rows

    def _reread(self, connection: Connection, kinds: dict[Kind, _Rows | None], extension: int, images: BitMap) -> None:
        theirs = {kind: rows for kind, rows in kinds.items() if kind.extension == extension and rows is not None}
        for rows in theirs.values():
            _leave(rows, images)
        needs_texts = any(rows.values is not None and not kind.is_numeric for kind, rows in theirs.items())
        found: dict[Kind, list[tuple[int, Any]]] = {}
        for row in _of_images(connection, extension, images, with_texts=needs_texts):
            image, type, format, name, number, *text = row
            value = number if number is not None else digest(text[0]) if text else None
            found.setdefault(Kind(extension, type, format, name), []).append((image, value))
        for kind, pairs in found.items():
            known = kinds.setdefault(kind, None)
            if known is not None:
                _join(known, pairs, kind)


def _kind(row: Any) -> Kind:
    return Kind(*row)


def _this(kind: Kind) -> tuple[Any, ...]:
    return (
        col(FeatureRow.extension) == kind.extension,
        col(FeatureRow.type) == kind.type,
        col(FeatureRow.format) == kind.format,
        col(FeatureRow.name) == kind.name if kind.name is not None else col(FeatureRow.name).is_(None),
    )


def _images(connection: Connection, kind: Kind) -> Keys:
    return columns(connection, select(col(FeatureRow.image)).where(*_this(kind)))[0].astype(np.uint32)


def _read(connection: Connection, kind: Kind) -> _Rows:
    value = col(FeatureRow.number) if kind.is_numeric else col(FeatureRow.text)
    pairs = plain_rows(connection, select(col(FeatureRow.image), value).where(*_this(kind)))
    images = np.fromiter((image for image, _ in pairs), np.uint32, len(pairs))
    if kind.is_numeric:
        return _Rows(images, np.fromiter((number for _, number in pairs), np.float64, len(pairs)))
    return _Rows(images, np.fromiter((digest(text) for _, text in pairs), np.uint64, len(pairs)))


def _of_images(connection: Connection, extension: int, images: BitMap, *, with_texts: bool) -> Iterable[Any]:
    wanted = [
        col(FeatureRow.image),
        col(FeatureRow.type),
        col(FeatureRow.format),
        col(FeatureRow.name),
        col(FeatureRow.number),
        *([col(FeatureRow.text)] if with_texts else []),
    ]
    keys = list(images)
    for start in range(0, len(keys), AT_ONCE):
        these = col(FeatureRow.image).in_(keys[start : start + AT_ONCE])
        yield from connection.execute(select(*wanted).where(col(FeatureRow.extension) == extension, these, visible()))


def _leave(rows: _Rows, images: BitMap) -> None:
    """Take the features of these images out."""
    gone = np.isin(rows.images, np.fromiter(images, np.uint32, len(images)))
    if gone.any():
        rows.images = rows.images[~gone]
        rows.values = None if rows.values is None else rows.values[~gone]


def _join(rows: _Rows, pairs: list[tuple[int, Any]], kind: Kind) -> None:
    images = np.fromiter((image for image, _ in pairs), np.uint32, len(pairs))
    rows.images = np.concatenate([rows.images, images])
    if rows.values is not None:
        dtype = np.float64 if kind.is_numeric else np.uint64
        values = np.fromiter((value for _, value in pairs), dtype, len(pairs))
        rows.values = np.concatenate([rows.values, values])

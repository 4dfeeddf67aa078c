"""Conditions on features: which images have features that compare with a value as asked."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

from pyroaring import BitMap
from sqlalchemy import ColumnElement, Connection
from sqlmodel import col

from facetry.library import extensions
from facetry.library.features import FeatureRow
from facetry.library.search import keywords
from facetry.library.search.index.features import NUMERIC, Kind, digest
from facetry.library.search.index.index import Index
from facetry.library.search.index.key_sets import union
from generated import models

_COMPARED: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "equals": operator.eq,
    "different": operator.ne,
    "greaterThan": operator.gt,
    "greaterThanOrEqual": operator.ge,
    "lessThan": operator.lt,
    "lessThanOrEqual": operator.le,
}


def matching(connection: Connection, index: Index, wanted: models.SearchFeatures, every: BitMap) -> BitMap:
    """The images of `every` for which the group holds. Each condition is met by some feature of the image, whichever
    that is; an extension that is not there has written none.
    """
    met = [_met(connection, index, condition, every) for condition in wanted.conditions]
    if wanted.features is not None:
        met.append(matching(connection, index, wanted.features, every))
    if wanted.operator == "and":
        return BitMap.intersection(every, *met)
    return every & union(met) if wanted.operator == "or" else every - union(met)


def _met(connection: Connection, index: Index, wanted: models.SearchFeatureCondition, every: BitMap) -> BitMap:
    extension = None
    if wanted.extension_id is not None:
        extension = extensions.find(connection, wanted.extension_id)
        if extension is None:
            return BitMap()
    if wanted.operator == "contains":
        piece = str(wanted.value).casefold()
        return keywords.in_features(connection, piece, every, _rows(wanted, extension))
    kinds = [kind for kind in index.featured.kinds(connection) if _is_meant(kind, wanted, extension)]
    if wanted.value == "" and wanted.operator == "different":  # no text is empty
        return union(index.featured.having(connection, kind) for kind in kinds)
    value = float(wanted.value) if wanted.format in NUMERIC else digest(str(wanted.value))
    compare = _COMPARED[wanted.operator]
    return union(index.featured.where(connection, kind, lambda values: compare(values, value)) for kind in kinds)


def _is_meant(kind: Kind, wanted: models.SearchFeatureCondition, extension: int | None) -> bool:
    return (
        kind.format == wanted.format
        and (wanted.type is None or kind.type == wanted.type)
        and (wanted.name is None or kind.name == wanted.name)
        and (extension is None or kind.extension == extension)
    )


def _rows(wanted: models.SearchFeatureCondition, extension: int | None) -> list[ColumnElement[bool]]:
    asked = (
        (col(FeatureRow.format), wanted.format),
        (col(FeatureRow.type), wanted.type),
        (col(FeatureRow.name), wanted.name),
        (col(FeatureRow.extension), extension),
    )
    return [column == value for column, value in asked if value is not None]

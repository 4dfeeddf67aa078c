"""Evaluation of conditions on features: finds the images whose features meet a group of conditions."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

from pyroaring import BitMap
from sqlalchemy import ColumnElement, Connection
from sqlmodel import col

from facetry.library import extensions
from facetry.library.facets.features import FeatureRow
from facetry.library.search import keywords
from facetry.library.search.index.features import NUMERIC, FeatureKind, digest
from facetry.library.search.index.index import Index
from facetry.library.search.index.key_sets import union
from generated import models

_COMPARISONS: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "equals": operator.eq,
    "different": operator.ne,
    "greaterThan": operator.gt,
    "greaterThanOrEqual": operator.ge,
    "lessThan": operator.lt,
    "lessThanOrEqual": operator.le,
}


def find_images(connection: Connection, index: Index, group: models.SearchFeatures, among: BitMap) -> BitMap:
    """The images of `among` that meet the group.

    An image meets a condition when at least one of its features does; different features may meet different
    conditions. An extension that is not registered has no features.
    """
    matches = [_images_meeting(connection, index, condition, among) for condition in group.conditions]
    if group.features is not None:
        matches.append(find_images(connection, index, group.features, among))
    if group.operator == "and":
        return BitMap.intersection(among, *matches)
    return among & union(matches) if group.operator == "or" else among - union(matches)


def _images_meeting(
    connection: Connection, index: Index, condition: models.SearchFeatureCondition, among: BitMap
) -> BitMap:
    extension = None
    if condition.extension_id is not None:
        extension = extensions.find(connection, condition.extension_id)
        if extension is None:
            return BitMap()
    if condition.operator == "contains":
        substring = str(condition.value).casefold()
        return keywords.find_in_features(connection, substring, among, _row_conditions(condition, extension))
    kinds = [kind for kind in index.features.kinds(connection) if _is_match(kind, condition, extension)]
    if condition.value == "" and condition.operator == "different":  # the text of a feature is never empty
        return union(index.features.images_with(connection, kind) for kind in kinds)
    value = float(condition.value) if condition.format in NUMERIC else digest(str(condition.value))
    compare = _COMPARISONS[condition.operator]
    return union(index.features.images_where(connection, kind, lambda values: compare(values, value)) for kind in kinds)


def _is_match(kind: FeatureKind, condition: models.SearchFeatureCondition, extension: int | None) -> bool:
    return (
        kind.format == condition.format
        and (condition.type is None or kind.type == condition.type)
        and (condition.name is None or kind.name == condition.name)
        and (extension is None or kind.extension == extension)
    )


def _row_conditions(condition: models.SearchFeatureCondition, extension: int | None) -> list[ColumnElement[bool]]:
    equalities = (
        (col(FeatureRow.format), condition.format),
        (col(FeatureRow.type), condition.type),
        (col(FeatureRow.name), condition.name),
        (col(FeatureRow.extension), extension),
    )
    return [column == value for column, value in equalities if value is not None]

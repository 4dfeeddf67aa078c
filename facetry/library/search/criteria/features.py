"""Evaluation of conditions on features: finds the images whose features meet a group of conditions."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.library import extensions
from facetry.library.search import text_scans
from facetry.library.search.criteria import keyword
from facetry.library.search.index.features import NUMERIC, FeatureKind, digest
from facetry.library.search.index.index import Index
from facetry.library.search.index.key_sets import as_set, union
from facetry.library.search.text_scans import TextScans
from facetry.schema.text_forms import folded
from facetry.store.interruption import checkpoint
from generated import models

_COMPARISONS: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "equals": operator.eq,
    "different": operator.ne,
    "greaterThan": operator.gt,
    "greaterThanOrEqual": operator.ge,
    "lessThan": operator.lt,
    "lessThanOrEqual": operator.le,
}


def compile_group(
    connection: Connection, index: Index, scans: TextScans, group: models.SearchFeatures
) -> Callable[[BitMap], BitMap]:
    """The function that returns the images of a set that meet the group.

    The caller holds the lock of the index. The function does not need it: it uses the columns of the index as they are
    now, and the snapshot of the connection.

    An image meets a condition when at least one of its features does; different features may meet different
    conditions. An extension that is not registered has no features.
    """
    conditions = [_compile_condition(connection, index, scans, condition) for condition in group.conditions]
    if group.features is not None:
        conditions.append(compile_group(connection, index, scans, group.features))

    def narrow(among: BitMap) -> BitMap:
        if group.operator == "and":
            for condition in conditions:
                if not among:
                    break
                among = condition(among)
            return among
        remaining = among.copy()
        for condition in conditions:
            if not remaining:
                break
            remaining -= condition(remaining)
        return remaining if group.operator == "not" else among - remaining

    return narrow


def _compile_condition(
    connection: Connection, index: Index, scans: TextScans, condition: models.SearchFeatureCondition
) -> Callable[[BitMap], BitMap]:
    extension = None
    if condition.extension_id is not None:
        extension = extensions.find(connection, condition.extension_id)
        if extension is None:
            return lambda _: BitMap()
    if condition.operator == "contains":
        substring = folded(str(condition.value))
        source = text_scans.feature_source(_equalities(condition, extension))
        keyword.announce_in_features(scans, substring, source)
        return lambda among: keyword.find_in_features(connection, scans, substring, among, source)
    kinds = [kind for kind in index.features.kinds(connection) if _is_match(kind, condition, extension)]
    if condition.value == "" and condition.operator == "different":  # the text of a feature is never empty
        images = [index.features.images_with(connection, kind) for kind in kinds]
        return lambda among: among & union(map(as_set, images))
    value = float(condition.value) if condition.format in NUMERIC else digest(str(condition.value))
    compare = _COMPARISONS[condition.operator]
    columns = [index.features.images_and_values(connection, kind) for kind in kinds]

    def images_meeting(among: BitMap) -> BitMap:
        checkpoint()
        return among & union(as_set(images[compare(values, value)]) for images, values in columns)

    return images_meeting


def _is_match(kind: FeatureKind, condition: models.SearchFeatureCondition, extension: int | None) -> bool:
    return (
        kind.format == condition.format
        and (condition.type is None or kind.type == condition.type)
        and (condition.name is None or kind.name == condition.name)
        and (extension is None or kind.extension == extension)
    )


def _equalities(condition: models.SearchFeatureCondition, extension: int | None) -> list[tuple[str, object]]:
    """The columns of a feature that the condition requires values of, with these values."""
    values = {"format": condition.format, "type": condition.type, "name": condition.name, "extension": extension}
    return [(name, value) for name, value in values.items() if value is not None]

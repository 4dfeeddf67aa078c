"""Criterion `features`: the features of the image meet a group of conditions."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.library import extensions
from facetry.library.search import text_scans
from facetry.library.search.criteria import keyword
from facetry.library.search.criteria.costs import COMPARE_COST, TERM_COST, Sizes, text_price
from facetry.library.search.criteria.criterion import Aspect, Criterion, Dependencies, FilterContext, ImageSetFilter
from facetry.library.search.criteria.refusals import require_at_most
from facetry.library.search.index.features import NUMERIC, FeatureKind, digest
from facetry.library.search.index.key_sets import as_set, union
from facetry.schema.text_forms import folded
from facetry.store.interruption import checkpoint
from generated import models
from generated.limits import SEARCH_CRITERIA_MAX_DEPTH

_COMPARISONS: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "equals": operator.eq,
    "different": operator.ne,
    "greaterThan": operator.gt,
    "greaterThanOrEqual": operator.ge,
    "lessThan": operator.lt,
    "lessThanOrEqual": operator.le,
}


def _compile_group(context: FilterContext, group: models.SearchFeatures) -> ImageSetFilter:
    """The function that returns the images of a set that meet the group.

    The function does not need the lock of the index: it uses the columns of the index as they are now, and the snapshot
    of the connection.

    An image meets a condition when at least one of its features does; different features may meet different
    conditions. An extension that is not registered has no features.
    """
    conditions = [_compile_condition(context, condition) for condition in group.conditions]
    if group.features is not None:
        conditions.append(_compile_group(context, group.features))

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


def _compile_condition(context: FilterContext, condition: models.SearchFeatureCondition) -> ImageSetFilter:
    connection, index, scans, extension = context.connection, context.index, context.scans, None
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


def _conditions(group: models.SearchFeatures, pointer: str = "") -> Iterator[tuple[models.SearchFeatureCondition, str]]:
    """The conditions of a group and of those inside it, with their JSON Pointers."""
    for inner, inner_pointer in _groups(group, pointer):
        for number, condition in enumerate(inner.conditions):
            yield condition, f"{inner_pointer}/conditions/{number}"


def _groups(group: models.SearchFeatures | None, pointer: str) -> Iterator[tuple[models.SearchFeatures, str]]:
    while group is not None:
        yield group, pointer
        group, pointer = group.features, f"{pointer}/features"


def _price(group: models.SearchFeatures, sizes: Sizes) -> float:
    comparison = TERM_COST + COMPARE_COST * sizes.features
    return sum(
        text_price(str(condition.value), sizes.features) if condition.operator == "contains" else comparison
        for condition, _ in _conditions(group)
    )


def _texts(group: models.SearchFeatures) -> Iterator[str]:
    return (str(condition.value) for condition, _ in _conditions(group) if condition.operator == "contains")


def _count_groups(group: models.SearchFeatures, pointer: str) -> int:
    count = 0
    for count, _ in enumerate(_groups(group, pointer), start=1):
        require_at_most(count, SEARCH_CRITERIA_MAX_DEPTH, "levels of conditions", pointer)
    return count


def _require(connection: Connection, group: models.SearchFeatures, pointer: str) -> None:
    for condition, condition_pointer in _conditions(group, pointer):
        if condition.extension_id is not None:
            extensions.require(connection, condition.extension_id, pointer=f"{condition_pointer}/extensionId")


FEATURES: Final = Criterion(
    member="features",
    set_filters=lambda context, group: iter((_compile_group(context, group),)),
    dependencies=lambda _: Dependencies(local=frozenset({Aspect.FEATURES})),
    looks_at_all_rows=True,
    price=_price,
    texts=_texts,
    count_groups=_count_groups,
    require=_require,
)
